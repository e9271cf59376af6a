//! `simscope compare --format matrix`: the distances of all documents from each other; of many documents, which is the
//! nearest of each.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Code,
    arguments::CompareFormat,
    fingerprints::{FingerprintList, FingerprintOrigin, ListedFingerprint, head},
    json, print,
    text::columns,
};
use crate::{
    document::safe_name,
    locale::percent,
    page::{Page, left, right},
    t,
    table::{Value, csv},
    text::pad_start,
};

/// Prints the distances, in one of the forms of a matrix.
pub(super) fn print_matrix(fingerprints: &FingerprintList, format: CompareFormat, quiet: bool) -> Code {
    let near = fingerprints.near_pairs();
    let code = Code::of_pairs(fingerprints.failed() > 0, near > 0);
    let shown = |out: &mut dyn Write| match format {
        CompareFormat::MatrixCsv => write_csv(out, fingerprints),
        CompareFormat::MatrixJson => write_json(out, fingerprints),
        _ => page(fingerprints, near).write(out, fingerprints.settings.terminal()),
    };
    let code = if quiet { code } else { print(code, fingerprints.settings.lang, shown) };
    // In JSON they have entries of their own.
    if quiet || format != CompareFormat::MatrixJson {
        fingerprints.print_errors();
    }
    code
}

/// More documents than this are not drawn as a matrix: nobody would find anything in it.
const MOST: usize = 100;

/// The head, then the matrix with the names under it, or the nearest of each document.
fn page(fingerprints: &FingerprintList, near: usize) -> Page {
    let (k, lang, n) = (fingerprints.settings.k(), fingerprints.settings.lang, fingerprints.all.len());
    let mut page = Page::new(lang);
    let failed = fingerprints.failed();
    let read = n - failed;
    page.recipe_and_k(&fingerprints.settings.recipe, k);
    page.counts([read, read * read.saturating_sub(1) / 2, near, 0, failed]);
    if fingerprints.exclusions.is_some() {
        page.scored_by(fingerprints.whole);
    }
    if n > MOST {
        page.text(t!(lang, "matrix.many", most = MOST));
        page.blank();
        nearest(&mut page, fingerprints);
        return page;
    }
    square(&mut page, fingerprints);
    if fingerprints.exclusions.is_some() {
        page.blank();
        page.text(t!(lang, "matrix.both"));
    }
    page.blank();
    let digits = n.to_string().len();
    for (at, print) in fingerprints.all.iter().enumerate() {
        let number = pad_start(&(at + 1).to_string(), digits);
        let mut line = format!("{number}  {}", print.name);
        if let FingerprintOrigin::Stored(stored) = &print.origin {
            line.push_str(&t!(lang, "matrix.from", file = stored.file));
        }
        if let Some(remainder) = print.remainder().filter(|remainder| remainder.share.stretches > 0) {
            let share = percent(remainder.share.share());
            line.push_str(&t!(lang, "matrix.excluded", share));
        }
        if print.fingerprint.is_none() {
            let why = lang.text(if print.failed() { "matrix.failed" } else { "table.none" });
            line.push_str("  ");
            line.push_str(why);
        }
        page.line(line);
    }
    if near > 0 {
        page.head(t!(lang, "matrix.mark", k));
    }
    page
}

/// The matrix, in as many parts as it takes for its columns to fit on lines.
fn square(page: &mut Page, fingerprints: &FingerprintList) {
    let n = fingerprints.all.len();
    let digits = n.to_string().len();
    // A distance has up to three digits, and a mark behind it.
    let cells = digits.max(fingerprints.settings.recipe.bits.to_string().len());
    let fit = (columns().saturating_sub(digits) / (cells + 2)).max(1);
    for first in (0..n).step_by(fit) {
        let part = first..n.min(first + fit);
        let numbers: Vec<String> = part.clone().map(|b| pad_start(&(b + 1).to_string(), cells)).collect();
        page.head(format!("{} {}", " ".repeat(digits), numbers.join("  ")));
        for a in 0..n {
            let mut line = pad_start(&(a + 1).to_string(), digits);
            for b in part.clone() {
                // Below the diagonal, which would only repeat it, is the distance after exclusion.
                let hamming = if b < a { fingerprints.hamming_without(a, b) } else { fingerprints.hamming(a, b) };
                let (text, mark) = match hamming {
                    _ if a == b => (page.lang.set("·").into_owned(), " "),
                    Some(hamming) => (hamming.to_string(), if fingerprints.near(Some(hamming)) { "=" } else { " " }),
                    None => ("-".to_owned(), " "),
                };
                line.extend([" ", &pad_start(&text, cells), mark]);
            }
            page.line(line.trim_end());
        }
    }
}

/// A line for each document: how many are near it, and which is the nearest, the first of equals.
fn nearest(page: &mut Page, fingerprints: &FingerprintList) {
    let lang = page.lang;
    let others = |a: usize| {
        let others = (0..fingerprints.all.len()).filter(move |&b| b != a);
        others.filter_map(move |b| Some((fingerprints.hamming_scored(a, b)?, b)))
    };
    let found: Vec<(usize, Option<(u32, usize)>)> = (0..fingerprints.all.len())
        .into_par_iter()
        .map(|a| (others(a).filter(|&(hamming, _)| fingerprints.near(Some(hamming))).count(), others(a).min()))
        .collect();
    let rows = fingerprints.all.iter().zip(found).map(|(print, (near, nearest))| {
        let (hamming, other) = nearest.unzip();
        let other = other.and_then(|at| fingerprints.all.get(at)).map_or("", |print| &print.name);
        [near.to_string(), Value::from(hamming).or_sign(lang), print.name.clone(), other.to_owned()]
    });
    let heads = [right("table.near"), right("HD"), left("table.document"), left("matrix.nearest")];
    page.table(0, heads, rows);
}

/// Writes the whole matrix: a record of names, then for each document its name and its distances, those that count. A
/// field is empty where one of the two has no fingerprint.
fn write_csv(out: &mut dyn Write, fingerprints: &FingerprintList) -> io::Result<()> {
    let names: Vec<String> = fingerprints.all.iter().map(given_name).collect();
    let mut csv = csv::Writer::new(out, [Cow::from("document")].into_iter().chain(names.iter().map(Cow::from)))?;
    for (a, name) in names.iter().enumerate() {
        let distances = (0..names.len()).map(|b| Value::Number(fingerprints.hamming_scored(a, b).map(u64::from)));
        csv.record([Value::text(name)].into_iter().chain(distances))?;
    }
    csv.finish()
}

/// The name as given, with line feeds and tabs made visible too.
fn given_name(print: &ListedFingerprint) -> String {
    match &print.origin {
        FingerprintOrigin::Document(entry) => safe_name(&entry.source.given()),
        FingerprintOrigin::Stored(stored) => safe_name(&stored.path),
    }
}

#[derive(Serialize)]
struct JsonMatrix<H, D, W> {
    #[serde(flatten)]
    head: H,
    /// A row for each document, in it a distance for each; `null` where one has no fingerprint.
    distances: D,
    /// The same after exclusion; only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    distances_without: Option<W>,
}

/// Writes all documents and the whole matrix, a row a line.
fn write_json(out: &mut dyn Write, fingerprints: &FingerprintList) -> io::Result<()> {
    let all = || 0..fingerprints.all.len();
    let row = |a: usize| all().map(|b| fingerprints.hamming(a, b)).collect::<Vec<_>>();
    let rest = |a: usize| all().map(|b| fingerprints.hamming_without(a, b)).collect::<Vec<_>>();
    let matrix = JsonMatrix {
        head: head("simscope/matrix/1", fingerprints),
        distances: json::Lazy(|| all().map(row)),
        distances_without: fingerprints.exclusions.as_ref().map(|_| json::Lazy(|| all().map(rest))),
    };
    json::write(out, 2, &matrix)
}
