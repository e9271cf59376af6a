//! The pairs, for spreadsheets: RFC 4180, in UTF-8, records ended by CRLF. What all pairs have in common stands in each
//! record, so that one that was copied out still says what it is.

use std::io::{self, Write};

use super::{Pair, Report, safe::field};

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
    write!(out, "{}\r\n", HEAD.join(","))?;
    report.pairs.iter().try_for_each(|pair| {
        let fields = record(report, pair).map(|text| field(&text));
        write!(out, "{}\r\n", fields.join(","))
    })
}

fn record(report: &Report, pair: &Pair) -> [String; HEAD.len()] {
    let document = |number: usize| report.documents.get(number.wrapping_sub(1));
    let name = |number| document(number).map_or_else(String::new, |document| document.name.clone());
    let path = |number| document(number).and_then(|document| document.path.clone()).unwrap_or_default();
    let optional = |number: Option<String>| number.unwrap_or_default();
    let decided = &pair.decided;
    let changed: Vec<String> = decided.changed_since.iter().map(|&number| name(number)).collect();
    [
        pair.number.to_string(),
        name(pair.a),
        name(pair.b),
        path(pair.a),
        path(pair.b),
        optional(pair.hamming.map(|hamming| hamming.to_string())),
        pair.near_duplicate.to_string(),
        pair.disagreement.unwrap_or_default().to_owned(),
        pair.identical.to_string(),
        optional(pair.a_in_b.map(|share| format!("{:.1}", share * 100.0))),
        optional(pair.b_in_a.map(|share| format!("{:.1}", share * 100.0))),
        optional(pair.longest.map(|longest| longest.to_string())),
        optional(pair.cosine.map(|cosine| format!("{cosine:.3}"))),
        optional(pair.rest.and_then(|rest| rest.hamming).map(|hamming| hamming.to_string())),
        optional(pair.rest.map(|rest| format!("{:.1}", rest.a_in_b * 100.0))),
        optional(pair.rest.map(|rest| format!("{:.1}", rest.b_in_a * 100.0))),
        optional(pair.cluster.map(|cluster| cluster.to_string())),
        optional(decided.verdict.map(|verdict| verdict.key().to_owned())),
        optional(decided.verdict_at.as_ref().map(|at| at.as_str().to_owned())),
        changed.join("; "),
        optional(decided.note.clone()),
        report.recipe.clone(),
        report.k.to_string(),
        report.run.han.to_string(),
        report.run.words.to_string(),
        report.cutoff.to_string(),
        report.exclusions.join("; "),
        report.version.to_owned(),
        report.made.as_str().to_owned(),
        report.caution.clone(),
    ]
}
