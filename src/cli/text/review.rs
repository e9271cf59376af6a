//! Pairs with what was decided of them.

use std::io::{self, Write};

use super::{
    compare::counts,
    paragraph::hanging,
    table::{Side, Table},
};
use crate::{
    locale::Lang,
    review::export::{Pair, Report},
    t,
    text::clean,
};

/// Writes the head, the pairs, then the notes and what was decided of files that are not there any more.
pub(in crate::cli) fn review(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let lang = report.lang;
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = report.recipe, k = report.k))?;
    let of = report.counts;
    counts(out, lang, [of.documents, of.pairs, of.near, of.disagree, of.failed])?;
    if let Some(archive) = report.archive {
        hanging(out, 0, &archive.said(lang))?;
    }
    for sentence in &report.left_out {
        hanging(out, 0, sentence)?;
    }
    if !report.exclusions.is_empty() {
        hanging(out, 0, &t!(lang, "report.excluded", rules = lang.list(&report.exclusions)))?;
    }
    match (report.pairs.is_empty(), report.exclusions.is_empty()) {
        (true, _) => writeln!(out, "\n{}", t!(lang, "report.no-pairs"))?,
        (false, true) => {
            writeln!(out)?;
            list(report).write(out)?;
        }
        (false, false) => {
            writeln!(out)?;
            list_both(report).write(out)?;
        }
    }
    for pair in &report.pairs {
        let Some(note) = &pair.decided.note else { continue };
        let [a, b] = [pair.a, pair.b].map(|number| report.name(number));
        writeln!(out, "\n{}  {a} {} {b}", pair.number, lang.set("×"))?;
        noted(out, note)?;
    }
    for document in report.documents.iter().filter(|document| document.only_fingerprint.is_some()) {
        let why = document.reading.as_deref().unwrap_or_default();
        writeln!(out)?;
        hanging(out, 0, &t!(lang, "print.of", name = document.name, why = why))?;
    }
    if !report.gone.is_empty() {
        writeln!(out, "\n{}", t!(lang, "report.gone"))?;
        for gone in &report.gone {
            let [a, b] = gone.names.each_ref().map(|name| clean(name));
            let verdict = gone.decided.verdict.map_or(String::new(), |verdict| format!("  {}", verdict.label(lang)));
            writeln!(out, "- {a} {} {b}{verdict}", lang.set("×"))?;
            gone.decided.note.iter().try_for_each(|note| noted(out, note))?;
        }
    }
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}

fn list(report: &Report) -> Table<8> {
    let lang = report.lang;
    let (left, right) = (Side::Left, Side::Right);
    let [a_in_b, b_in_a, verdict] =
        [t!(lang, "overview.a-in-b"), t!(lang, "overview.b-in-a"), t!(lang, "report.verdict")];
    let mut table = Table::new(
        [right, left, right, right, right, left, left, left],
        0,
        ["", "", "HD", a_in_b, b_in_a, verdict, "A", "B"],
    );
    for pair in &report.pairs {
        let [a, b] = [pair.a, pair.b].map(|number| report.name(number).to_owned());
        let [hamming, a_in_b, b_in_a] = figures(pair.hamming, [pair.a_in_b, pair.b_in_a], lang);
        table.row([pair.number.to_string(), mark(pair, report), hamming, a_in_b, b_in_a, decided(pair, report), a, b]);
    }
    table
}

/// The same with what each pair is without what was left out.
fn list_both(report: &Report) -> Table<12> {
    let lang = report.lang;
    let (left, right) = (Side::Left, Side::Right);
    let [a_in_b, b_in_a, without, verdict] =
        ["overview.a-in-b", "overview.b-in-a", "exclude.hd", "report.verdict"].map(|key| lang.text(key));
    let mut table = Table::new(
        [right, left, right, right, right, left, right, right, right, left, left, left],
        0,
        ["", "", "HD", a_in_b, b_in_a, "", without, a_in_b, b_in_a, verdict, "A", "B"],
    );
    for pair in &report.pairs {
        let [a, b] = [pair.a, pair.b].map(|number| report.name(number).to_owned());
        let [hamming, a_in_b, b_in_a] = figures(pair.hamming, [pair.a_in_b, pair.b_in_a], lang);
        let rest = pair.rest;
        let shares = [rest.map(|rest| rest.a_in_b), rest.map(|rest| rest.b_in_a)];
        let [hamming_rest, a_in_b_rest, b_in_a_rest] = figures(rest.and_then(|rest| rest.hamming), shares, lang);
        let near_rest = if rest.is_some_and(|rest| rest.near_duplicate) { t!(lang, "table.near") } else { "" };
        table.row([
            pair.number.to_string(),
            mark(pair, report),
            hamming,
            a_in_b,
            b_in_a,
            near_rest.to_owned(),
            hamming_rest,
            a_in_b_rest,
            b_in_a_rest,
            decided(pair, report),
            a,
            b,
        ]);
    }
    table
}

/// A distance and two shares; a hyphen or a dash where there is none.
fn figures(hamming: Option<u32>, shares: [Option<f64>; 2], lang: Lang) -> [String; 3] {
    let hamming = hamming.map_or_else(|| "-".to_owned(), |hamming| hamming.to_string());
    let [a_in_b, b_in_a] =
        shares.map(|share| share.map_or_else(|| lang.set("–").into_owned(), |share| lang.percent(share)));
    [hamming, a_in_b, b_in_a]
}

fn mark(pair: &Pair, report: &Report) -> String {
    let near = if pair.near_duplicate { t!(report.lang, "table.near") } else { "" };
    format!("{near}{}", if pair.disagreement.is_some() { "!" } else { "" })
}

/// The verdict; `?` where a file was changed since, `*` where there is a note.
fn decided(pair: &Pair, report: &Report) -> String {
    let of = &pair.decided;
    let verdict = of.verdict.map_or("", |verdict| verdict.label(report.lang));
    let changed = if of.changed_since.is_empty() { "" } else { "?" };
    format!("{verdict}{changed}{}", if of.note.is_some() { "*" } else { "" })
}

/// What a reader wrote, line by line.
fn noted(out: &mut dyn Write, note: &str) -> io::Result<()> {
    note.lines().try_for_each(|line| {
        write!(out, "   ")?;
        hanging(out, 3, &clean(line))
    })
}
