//! The pairs, for spreadsheets. What all pairs have in common stands in each record, so that one that was copied out
//! still says what it is.

use std::io::{self, Write};

use super::{Pair, Report};
use crate::table::{Value, csv};

/// The names of the columns.
const HEAD: [&str; 30] = [
    "pair",
    "a",
    "b",
    "path_a",
    "path_b",
    "hamming",
    "near_duplicate",
    "disagreement",
    "identical",
    "a_in_b_percent",
    "b_in_a_percent",
    "longest",
    "cosine",
    "hamming_rest",
    "a_in_b_percent_rest",
    "b_in_a_percent_rest",
    "cluster",
    "verdict",
    "verdict_at",
    "changed_since",
    "note",
    "recipe",
    "k",
    "run_han",
    "run_words",
    "cutoff",
    "exclusions",
    "version",
    "made",
    "caution",
];

/// Writes a record of names, then one for each pair.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, HEAD.map(Into::into))?;
    report.pairs.iter().try_for_each(|pair| csv.record(record(report, pair)))?;
    csv.finish()
}

fn record<'r>(report: &'r Report, pair: &'r Pair) -> [Value<'r>; HEAD.len()] {
    let document = |number: usize| report.documents.get(number.wrapping_sub(1));
    let name = |number| Value::text(report.name(number));
    let path = |number| Value::of(document(number).and_then(|document| document.path.as_deref()), Value::text);
    let distance = |hamming: Option<u32>| Value::of(hamming, |hamming| Value::Number(hamming.into()));
    let decided = &pair.decided;
    let changed: Vec<&str> = decided.changed_since.iter().map(|&number| report.name(number)).collect();
    [
        Value::Number(pair.number as u64),
        name(pair.a),
        name(pair.b),
        path(pair.a),
        path(pair.b),
        distance(pair.hamming),
        Value::Flag(pair.near_duplicate),
        Value::of(pair.disagreement, Value::text),
        Value::Flag(pair.identical),
        Value::of(pair.a_in_b, Value::Share),
        Value::of(pair.b_in_a, Value::Share),
        Value::of(pair.longest, Value::Number),
        Value::of(pair.cosine, Value::Decimal),
        distance(pair.rest.and_then(|rest| rest.hamming)),
        Value::of(pair.rest, |rest| Value::Share(rest.a_in_b)),
        Value::of(pair.rest, |rest| Value::Share(rest.b_in_a)),
        Value::of(pair.cluster, |cluster| Value::Number(cluster.into())),
        Value::of(decided.verdict, |verdict| Value::text(verdict.key())),
        Value::of(decided.verdict_at.as_ref(), |at| Value::text(at.as_str())),
        Value::text(changed.join("; ")),
        Value::of(decided.note.as_deref(), Value::text),
        Value::text(&report.recipe),
        Value::Number(report.k.into()),
        Value::Number(report.run.han.into()),
        Value::Number(report.run.words.into()),
        Value::Number(report.cutoff.into()),
        Value::text(report.exclusions.join("; ")),
        Value::text(report.version),
        Value::text(report.made.as_str()),
        Value::text(&report.caution),
    ]
}
