//! All pairs in a ranked list, and the pairs that matter in sentences.

use std::io::{self, Write};

use super::{
    exclude::{left_out, without},
    paragraph::{hanging, sentences},
    table::{Side, Table},
};
use crate::{
    cli::{
        colour::END,
        desk::{Close, Desk, ahead},
        settings::Chosen,
    },
    compare::pair::Pair,
    locale::Lang,
    say, t,
};

/// Writes the head, the list, and what there is to say of each pair that is near or contradicted, or is the only one.
pub(in crate::cli) fn compare(out: &mut dyn Write, desk: &Desk, pairs: &[Pair]) -> io::Result<()> {
    let (k, lang) = (desk.chosen.k(), desk.chosen.lang);
    head(out, desk, pairs)?;
    unsaid(out, desk, pairs.len())?;
    left_out(out, desk)?;
    if pairs.is_empty() {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    }
    writeln!(out)?;
    if desk.left_out.is_some() {
        list_both(out, desk, pairs)?;
    } else {
        list(out, desk, pairs)?;
    }
    let worth = |pair: &&Pair| pairs.len() == 1 || pair.near(k) || pair.disagreement(k).is_some();
    let worth: Vec<Pair> = pairs.iter().filter(worth).copied().collect();
    for close in ahead(&worth, |&pair| desk.look(pair)).flatten() {
        writeln!(out)?;
        title(out, &close, &desk.chosen)?;
        sentences(out, &close, desk.run, lang)?;
        without(out, desk, &close.comparison.pair)?;
    }
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}

/// The recipe, k, and how many there are of what.
fn head(out: &mut dyn Write, desk: &Desk, pairs: &[Pair]) -> io::Result<()> {
    let (k, lang) = (desk.chosen.k(), desk.chosen.lang);
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = desk.chosen.recipe, k = k))?;
    let read = desk.entries.iter().filter(|entry| entry.seen.is_ok()).count();
    let near = pairs.iter().filter(|pair| pair.near(k)).count();
    let contradicted = pairs.iter().filter(|pair| pair.disagreement(k).is_some()).count();
    counts(out, lang, [read, pairs.len(), near, contradicted, desk.entries.len() - read])
}

/// How many documents there are, pairs, near-duplicates, pairs where the two signals disagree, and documents of which
/// nothing could be made.
pub(super) fn counts(out: &mut dyn Write, lang: Lang, counts: [usize; 5]) -> io::Result<()> {
    let names = [
        ("count.document", "count.documents"),
        ("count.pair", "count.pairs"),
        ("count.near-one", "count.near"),
        ("count.disagree-one", "count.disagree"),
        ("count.failed-one", "count.failed"),
    ];
    // Documents and pairs are always counted, the rest where there is any.
    let told = counts.into_iter().zip(names).enumerate().filter(|&(place, (n, _))| place < 2 || n > 0);
    let told = told.map(|(_, (n, (one, many)))| lang.fill(if n == 1 { one } else { many }, &[("n", &n)]));
    writeln!(out, "{}", told.collect::<Vec<_>>().join("  "))
}

/// What no sentence on a pair will say: what was wrong with the bytes of documents, and which have no fingerprint where
/// there are other pairs, since such a document is in none of those that are looked at.
fn unsaid(out: &mut dyn Write, desk: &Desk, pairs: usize) -> io::Result<()> {
    let told = |kind| kind == "replaced" || pairs > 1 && matches!(kind, "empty" | "constant");
    for entry in &desk.entries {
        let Ok(seen) = &entry.seen else { continue };
        let (sketch, recipe) = (&seen.made.sketch, &desk.chosen.recipe);
        let all = say::warnings(&entry.name, &seen.reading, sketch, recipe, desk.chosen.lang);
        for warning in all.iter().filter(|warning| told(warning.kind)) {
            write!(out, "! ")?;
            hanging(out, 2, &warning.message)?;
        }
    }
    Ok(())
}

fn list(out: &mut dyn Write, desk: &Desk, pairs: &[Pair]) -> io::Result<()> {
    let lang = desk.chosen.lang;
    let name = |document: usize| desk.entries.get(document).map_or("", |entry| entry.name.as_str());
    let head = ["", "HD", t!(lang, "overview.a-in-b"), t!(lang, "overview.b-in-a"), "A", "B"];
    let sides = [Side::Left, Side::Right, Side::Right, Side::Right, Side::Left, Side::Left];
    let mut table = Table::new(sides, 0, head);
    for pair in pairs {
        let [a, b] = pair.documents().map(|document| name(document).to_owned());
        let [a_in_b, b_in_a] = pair.coverage.map(|share| lang.percent(share));
        let hamming = pair.hamming().map_or_else(|| "-".to_owned(), |hamming| hamming.to_string());
        table.row([mark(pair, desk.chosen.k(), lang), hamming, a_in_b, b_in_a, a, b]);
    }
    table.write(out)
}

/// The same with what each pair is without what was left out.
fn list_both(out: &mut dyn Write, desk: &Desk, pairs: &[Pair]) -> io::Result<()> {
    let lang = desk.chosen.lang;
    let name = |document: usize| desk.entries.get(document).map_or("", |entry| entry.name.as_str());
    let (a_in_b, b_in_a) = (t!(lang, "overview.a-in-b"), t!(lang, "overview.b-in-a"));
    let head = ["", "HD", a_in_b, b_in_a, "", t!(lang, "exclude.hd"), a_in_b, b_in_a, "A", "B"];
    let (left, right) = (Side::Left, Side::Right);
    let sides = [left, right, right, right, left, right, right, right, left, left];
    let mut table = Table::new(sides, 0, head);
    for pair in pairs {
        let [a, b] = pair.documents().map(|document| name(document).to_owned());
        let figures = |pair: Option<&Pair>| -> [String; 4] {
            let Some(pair) = pair else { return ["", "-", "-", "-"].map(Into::into) };
            let [a_in_b, b_in_a] = pair.coverage.map(|share| lang.percent(share));
            let hamming = pair.hamming().map_or_else(|| "-".to_owned(), |hamming| hamming.to_string());
            [mark(pair, desk.chosen.k(), lang), hamming, a_in_b, b_in_a]
        };
        let [near, hamming, a_in_b, b_in_a] = figures(Some(pair));
        let [rest_near, rest_hamming, rest_a, rest_b] = figures(desk.pair_without(pair).as_ref());
        table.row([near, hamming, a_in_b, b_in_a, rest_near, rest_hamming, rest_a, rest_b, a, b]);
    }
    table.write(out)
}

/// `near` by the rule; `!` where the two signals contradict each other.
fn mark(pair: &Pair, k: u32, lang: Lang) -> String {
    let near = if pair.near(k) { t!(lang, "table.near") } else { "" };
    let contradicted = pair.disagreement(k).is_some();
    format!("{near}{}", if contradicted { "!" } else { "" })
}

/// The two names over what is said of the pair.
pub(super) fn title(out: &mut dyn Write, close: &Close<'_>, chosen: &Chosen) -> io::Result<()> {
    let (strong, end) = chosen.colours().map_or(("", ""), |colours| (colours.strong, END));
    let [a, b] = close.names.map(|name| format!("{strong}{name}{end}"));
    writeln!(out, "{a} {} {b}", chosen.lang.set("×"))
}
