//! All pairs in a ranked list, and the pairs that matter in sentences.

use std::io::{self, Write};

use super::{
    exclude::excluded_shares,
    paragraph::{hanging, sentences},
    table::TextTable,
};
use crate::{
    batch::Batch,
    cli::{colour::END, settings::ResolvedSettings},
    compare::pair::Pair,
    locale::Lang,
    review::pairs::{
        A, A_IN_B, A_IN_B_REST, B, B_IN_A, B_IN_A_REST, Figures, HAMMING, HAMMING_REST, MARK, MARK_REST, PairColumn,
        Row,
    },
    say, t,
};

/// Writes the head, the list, and the sentences on each pair that is near or shares much text, or is the only one.
pub(in crate::cli) fn compare(
    out: &mut dyn Write,
    batch: &Batch,
    settings: &ResolvedSettings,
    pairs: &[Pair],
) -> io::Result<()> {
    let (k, lang) = (settings.k(), settings.lang);
    head(out, batch, settings, pairs)?;
    unsaid(out, batch, pairs.len(), lang)?;
    excluded_shares(out, batch, lang)?;
    if pairs.is_empty() {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    }
    writeln!(out)?;
    list(out, batch, (pairs, k), lang)?;
    if batch.excludes() {
        hanging(
            out,
            0,
            if batch.rules.whole { t!(lang, "exclude.by-whole") } else { t!(lang, "exclude.by-remainder") },
        )?;
    }
    let worth = |pair: &&Pair| pairs.len() == 1 || pair.near(k) || pair.disagreement(batch.thresholds(k)).is_some();
    let worth: Vec<Pair> = pairs.iter().filter(worth).copied().collect();
    for detail in batch.details(&worth, k) {
        let names = batch.names(&detail.comparison.pair);
        writeln!(out)?;
        title(out, names, settings)?;
        sentences(out, batch, &detail, names, lang)?;
    }
    uncalibrated(out, batch, lang)?;
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}

/// A sentence on distances in general, where there is no calibration.
pub(super) fn uncalibrated(out: &mut dyn Write, batch: &Batch, lang: Lang) -> io::Result<()> {
    match say::uncalibrated_distance(batch.recipe.bits, lang).filter(|_| batch.calibration.is_none()) {
        Some(sentence) => {
            writeln!(out)?;
            hanging(out, 0, sentence)
        }
        None => Ok(()),
    }
}

/// The recipe, k, and how many there are of what.
fn head(out: &mut dyn Write, batch: &Batch, settings: &ResolvedSettings, pairs: &[Pair]) -> io::Result<()> {
    let (k, lang) = (settings.k(), settings.lang);
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = settings.recipe, k = k))?;
    let failed = batch.entries.iter().filter(|entry| entry.failure().is_some()).count();
    let near = pairs.iter().filter(|pair| pair.near(k)).count();
    let shared = pairs.iter().filter(|pair| pair.shares_not_near(batch.thresholds(k))).count();
    counts(out, lang, [batch.entries.len() - failed, pairs.len(), near, shared, failed])
}

/// The numbers of documents, pairs, near-duplicates, pairs that share much text but are not near, and documents that cannot
/// be used.
pub(super) fn counts(out: &mut dyn Write, lang: Lang, counts: [usize; 5]) -> io::Result<()> {
    let names = [
        ("count.document", "count.documents"),
        ("count.pair", "count.pairs"),
        ("count.near-one", "count.near"),
        ("count.shared-one", "count.shared"),
        ("count.failed-one", "count.failed"),
    ];
    // Documents and pairs are always counted, the rest where there is any.
    let lines = counts.into_iter().zip(names).enumerate().filter(|&(place, (n, _))| place < 2 || n > 0);
    let lines = lines.map(|(_, (n, (one, many)))| lang.fill(if n == 1 { one } else { many }, &[("n", &n)]));
    writeln!(out, "{}", lines.collect::<Vec<_>>().join("  "))
}

/// Writes findings that belong to no pair: bad bytes of documents, and documents without a fingerprint if
/// there are other pairs, since such a document is in none of those that are looked at.
fn unsaid(out: &mut dyn Write, batch: &Batch, pairs: usize, lang: Lang) -> io::Result<()> {
    let belongs = |kind| kind == "replaced" || pairs > 1 && matches!(kind, "empty" | "constant");
    for entry in &batch.entries {
        let (Some(document), Some(examined)) = (entry.text(), &entry.examined) else { continue };
        let all = say::warnings(
            &entry.name,
            &document.reading,
            &examined.sketch,
            examined.subject.altered(),
            &batch.recipe,
            lang,
        );
        for warning in all.iter().filter(|warning| belongs(warning.kind)) {
            write!(out, "! ")?;
            hanging(out, 2, &warning.message)?;
        }
    }
    Ok(())
}

/// The columns of the list, with exclusions and without.
pub(super) const LIST: [PairColumn; 6] = [MARK, HAMMING, A_IN_B, B_IN_A, A, B];
const LIST_BOTH: [PairColumn; 10] =
    [MARK, HAMMING, A_IN_B, B_IN_A, MARK_REST, HAMMING_REST, A_IN_B_REST, B_IN_A_REST, A, B];

fn list(out: &mut dyn Write, batch: &Batch, (pairs, k): (&[Pair], u32), lang: Lang) -> io::Result<()> {
    let (remainders, at) = (batch.all_remainders(), batch.thresholds(k));
    let rows = pairs.iter().map(|pair| {
        let documents = pair.documents();
        let whole = batch.pair(documents).unwrap_or(pair);
        let remainder = remainders.and_then(|all| all.pair(documents));
        let remainder = remainder.map_or_else(Figures::default, |remainder| Figures::of(remainder, at));
        Row { remainder, ..Row::new(lang, documents, batch.names(pair), Figures::of(whole, at)) }
    });
    if remainders.is_some() {
        TextTable::of_pairs(&LIST_BOTH, rows, lang).write(out)
    } else {
        TextTable::of_pairs(&LIST, rows, lang).write(out)
    }
}

/// The two names, as the title of the findings on the pair.
pub(super) fn title(out: &mut dyn Write, names: [&str; 2], settings: &ResolvedSettings) -> io::Result<()> {
    let (bold, end) = settings.colours().map_or(("", ""), |colours| (colours.bold, END));
    let [a, b] = names.map(|name| format!("{bold}{name}{end}"));
    writeln!(out, "{a} {} {b}", settings.lang.set("×"))
}
