//! All pairs in a ranked list, and the pairs that matter in sentences.

use std::io::{self, Write};

use super::{
    exclude::{left_out, without},
    paragraph::{hanging, paragraphs, sentences},
    table::{Side, stream},
};
use crate::{
    cli::{
        colour::END,
        desk::{Desk, LookedUp, ahead, warnings},
        settings::Chosen,
    },
    compare::pair::Pair,
    locale::{Lang, grouped},
    t,
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
    for (close, pair) in ahead(&worth, |&pair| (desk.look(pair), pair)) {
        if let Some(close) = close {
            writeln!(out)?;
            title(out, close.names, &desk.chosen)?;
            sentences(out, &close, desk.run, lang)?;
            without(out, desk, &close.comparison.pair)?;
        } else if let Some(said) = desk.said_of_print(&pair) {
            writeln!(out)?;
            title(out, pair.documents().map(|at| desk.name(at)), &desk.chosen)?;
            paragraphs(out, &said, lang)?;
        }
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
    counts(out, lang, [read + desk.prints.len(), pairs.len(), near, contradicted, desk.entries.len() - read])?;
    let Some(LookedUp { archive, near: [near, met], within }) = &desk.looked_up else { return Ok(()) };
    let [archive, near, met] = [*archive, *near, *met].map(|n| grouped(n as u64));
    let text = if near == met {
        t!(lang, "archive.near", archive = archive, near = near, within = within)
    } else {
        t!(lang, "archive.near-of", archive = archive, near = near, met = met, within = within)
    };
    writeln!(out, "{text}")
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
        let (sketch, recipe) = (&seen.made.examined.trace.sketch, &desk.chosen.recipe);
        let all = warnings(&entry.name, &seen.reading, sketch, recipe, desk.chosen.lang);
        for warning in all.iter().filter(|warning| told(warning.kind)) {
            write!(out, "! ")?;
            hanging(out, 2, &warning.message)?;
        }
    }
    Ok(())
}

fn list(out: &mut dyn Write, desk: &Desk, pairs: &[Pair]) -> io::Result<()> {
    let lang = desk.chosen.lang;
    let head = ["", "HD", t!(lang, "overview.a-in-b"), t!(lang, "overview.b-in-a"), "A", "B"];
    let sides = [Side::Left, Side::Right, Side::Right, Side::Right, Side::Left, Side::Left];
    stream(out, sides, head, pairs, |pair| {
        let [a, b] = pair.documents().map(|document| desk.name(document).to_owned());
        let [a_in_b, b_in_a] = shares(pair, lang);
        let hamming = pair.hamming().map_or_else(|| "-".to_owned(), |hamming| hamming.to_string());
        [mark(pair, desk.chosen.k(), lang), hamming, a_in_b, b_in_a, a, b]
    })
}

/// The same with what each pair is without what was left out.
fn list_both(out: &mut dyn Write, desk: &Desk, pairs: &[Pair]) -> io::Result<()> {
    let lang = desk.chosen.lang;
    let (a_in_b, b_in_a) = (t!(lang, "overview.a-in-b"), t!(lang, "overview.b-in-a"));
    let head = ["", "HD", a_in_b, b_in_a, "", t!(lang, "exclude.hd"), a_in_b, b_in_a, "A", "B"];
    let (left, right) = (Side::Left, Side::Right);
    let sides = [left, right, right, right, left, right, right, right, left, left];
    stream(out, sides, head, pairs, |pair| {
        let [a, b] = pair.documents().map(|document| desk.name(document).to_owned());
        let figures = |pair: Option<&Pair>| -> [String; 4] {
            let Some(pair) = pair else { return ["", "-", "-", "-"].map(Into::into) };
            let [a_in_b, b_in_a] = shares(pair, lang);
            let hamming = pair.hamming().map_or_else(|| "-".to_owned(), |hamming| hamming.to_string());
            [mark(pair, desk.chosen.k(), lang), hamming, a_in_b, b_in_a]
        };
        let [near, hamming, a_in_b, b_in_a] = figures(Some(pair));
        let [rest_near, rest_hamming, rest_a, rest_b] = figures(desk.pair_without(pair).as_ref());
        [near, hamming, a_in_b, b_in_a, rest_near, rest_hamming, rest_a, rest_b, a, b]
    })
}

/// How much of each stands in the other.
fn shares(pair: &Pair, lang: Lang) -> [String; 2] {
    pair.shares()
        .map_or_else(|| [(); 2].map(|()| lang.set("–").into()), |shares| shares.map(|share| lang.percent(share)))
}

/// `near` by the rule; `!` where the two signals contradict each other.
fn mark(pair: &Pair, k: u32, lang: Lang) -> String {
    let near = if pair.near(k) { t!(lang, "table.near") } else { "" };
    let contradicted = pair.disagreement(k).is_some();
    format!("{near}{}", if contradicted { "!" } else { "" })
}

/// The two names over what is said of the pair.
pub(super) fn title(out: &mut dyn Write, names: [&str; 2], chosen: &Chosen) -> io::Result<()> {
    let (strong, end) = chosen.colours().map_or(("", ""), |colours| (colours.strong, END));
    let [a, b] = names.map(|name| format!("{strong}{name}{end}"));
    writeln!(out, "{a} {} {b}", chosen.lang.set("×"))
}
