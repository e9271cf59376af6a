//! The pairs as CSV. Every record repeats the settings, so that a record copied elsewhere is complete.

use std::io::{self, Write};

use super::{Report, ReportPair};
use crate::{
    review::pairs::{
        A, A_IN_B, A_IN_B_REST, B, B_IN_A, B_IN_A_REST, COSINE, HAMMING, HAMMING_REST, LONGEST, NUMBER, PairColumn, Row,
    },
    table::{Value, csv},
};

struct CsvRecord<'r> {
    report: &'r Report,
    pair: &'r ReportPair,
    row: Row<'r>,
}

/// A column of this file.
enum CsvField {
    /// Shared with other lists.
    Of(PairColumn),
    /// Only in this file: name and value.
    Own(&'static str, for<'r> fn(&'r CsvRecord<'_>) -> Value<'r>),
}

use CsvField::{Of, Own};

/// The columns in order, which is part of the format.
const FIELDS: [CsvField; 31] = [
    Of(NUMBER),
    Of(A),
    Of(B),
    Own("path_a", |record| path(record, record.pair.a)),
    Own("path_b", |record| path(record, record.pair.b)),
    Of(HAMMING),
    Own("near_duplicate", |record| Value::Flag(record.pair.near_duplicate)),
    Own("disagreement", |record| Value::text(record.pair.disagreement.unwrap_or_default())),
    Own("identical", |record| Value::Flag(record.pair.identical)),
    Of(A_IN_B),
    Of(B_IN_A),
    Of(LONGEST),
    Of(COSINE),
    Of(HAMMING_REST),
    Of(A_IN_B_REST),
    Of(B_IN_A_REST),
    Own("cluster", |record| Value::Number(record.pair.cluster.map(u64::from))),
    Own("verdict", |record| Value::text(record.pair.decision.verdict.map_or("", |verdict| verdict.key()))),
    Own("verdict_at", |record| Value::text(record.pair.decision.verdict_at.as_ref().map_or("", |at| at.as_str()))),
    Own("changed_since", |record| {
        let names = record.pair.decision.changed_since.iter().map(|&number| record.report.name(number));
        Value::text(names.collect::<Vec<_>>().join("; "))
    }),
    Own("note", |record| Value::text(record.pair.decision.note.as_deref().unwrap_or_default())),
    Own("recipe", |record| Value::text(&record.report.recipe)),
    Own("k", |record| count(record.report.k)),
    Own("run_han", |record| count(record.report.run.han)),
    Own("run_words", |record| count(record.report.run.words)),
    Own("cutoff", |record| count(record.report.cutoff)),
    Own("exclusions", |record| Value::text(record.report.exclusions.join("; "))),
    Own("version", |record| Value::text(record.report.version)),
    Own("made", |record| Value::text(record.report.created.as_str())),
    Own("caution", |record| Value::text(&record.report.caution)),
    Own("received", |record| Value::Flag(record.pair.decision.received)),
];

/// Writes the names of the columns, then a record for each pair.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let names = FIELDS.iter().map(|field| match field {
        Of(PairColumn { name, .. }) | Own(name, _) => (*name).into(),
    });
    let mut csv = csv::Writer::new(out, names)?;
    for pair in &report.pairs {
        let record = CsvRecord { report, pair, row: report.row(pair) };
        csv.record(FIELDS.iter().map(|field| match field {
            Of(column) => (column.cell)(&record.row).value,
            Own(_, value) => value(&record),
        }))?;
    }
    csv.finish()
}

fn path<'r>(record: &'r CsvRecord<'_>, number: usize) -> Value<'r> {
    let document = record.report.documents.get(number.wrapping_sub(1));
    Value::text(document.and_then(|document| document.path.as_deref()).unwrap_or_default())
}

fn count(n: u32) -> Value<'static> {
    Value::Number(Some(n.into()))
}
