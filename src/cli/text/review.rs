//! Pairs with what was decided of them.

use std::io::{self, Write};

use super::{compare::counts, paragraph::hanging, table::TextTable};
use crate::{
    review::{
        export::Report,
        pairs::{
            A, A_IN_B, A_IN_B_REST, B, B_IN_A, B_IN_A_REST, DECISION, HAMMING, HAMMING_REST, MARK, MARK_REST, NUMBER,
            PairColumn,
        },
    },
    t,
    text::clean,
};

/// Writes the head, the pairs, then the notes and what was decided of files that are not there any more.
pub(in crate::cli) fn review(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let lang = report.lang;
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = report.recipe, k = report.k))?;
    let of = report.counts;
    counts(out, lang, [of.documents, of.pairs, of.near, of.shared_not_near, of.failed])?;
    if let Some(archive) = &report.archive {
        hanging(out, 0, &archive.sentence(lang))?;
    }
    if let Some(sentence) = report.received_sentence() {
        hanging(out, 0, sentence)?;
    }
    for sentence in &report.omitted {
        hanging(out, 0, sentence)?;
    }
    if !report.exclusions.is_empty() {
        hanging(out, 0, &t!(lang, "report.excluded", rules = lang.list(&report.exclusions)))?;
    }
    writeln!(out)?;
    let rows = report.pairs.iter().map(|pair| report.row(pair));
    match (report.pairs.is_empty(), report.exclusions.is_empty()) {
        (true, _) => writeln!(out, "{}", t!(lang, "report.no-pairs"))?,
        (false, true) => TextTable::of_pairs(&LIST, rows, lang).write(out)?,
        (false, false) => TextTable::of_pairs(&LIST_BOTH, rows, lang).write(out)?,
    }
    for pair in &report.pairs {
        let Some(note) = &pair.decision.note else { continue };
        let [a, b] = [pair.a, pair.b].map(|number| report.name(number));
        writeln!(out, "\n{}  {a} {} {b}", pair.number, lang.set("×"))?;
        noted(out, note)?;
    }
    for document in report.documents.iter().filter(|document| document.only_fingerprint.is_some()) {
        let why = document.reading.as_deref().unwrap_or_default();
        writeln!(out)?;
        hanging(out, 0, &t!(lang, "print.of", name = document.name, why = why))?;
    }
    for sentence in report.unverified() {
        writeln!(out)?;
        hanging(out, 0, &sentence)?;
    }
    if !report.missing.is_empty() {
        writeln!(out, "\n{}", t!(lang, "report.gone"))?;
        for missing in &report.missing {
            let [a, b] = missing.names.each_ref().map(|name| clean(name));
            let verdict = missing.decision.label(lang).map_or(String::new(), |verdict| format!("  {verdict}"));
            writeln!(out, "- {a} {} {b}{verdict}", lang.set("×"))?;
            missing.decision.note.iter().try_for_each(|note| noted(out, note))?;
        }
    }
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}

/// The columns of the list, with exclusions and without.
const LIST: [PairColumn; 8] = [NUMBER.untitled(), MARK, HAMMING, A_IN_B, B_IN_A, DECISION, A, B];
const LIST_BOTH: [PairColumn; 12] = [
    NUMBER.untitled(),
    MARK,
    HAMMING,
    A_IN_B,
    B_IN_A,
    MARK_REST,
    HAMMING_REST,
    A_IN_B_REST,
    B_IN_A_REST,
    DECISION,
    A,
    B,
];

/// Writes the note of a reader, line by line.
fn noted(out: &mut dyn Write, note: &str) -> io::Result<()> {
    note.lines().try_for_each(|line| {
        write!(out, "   ")?;
        hanging(out, 3, &clean(line))
    })
}
