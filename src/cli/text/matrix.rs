//! Distances as a matrix; of many documents, which is the nearest of each.

use std::io::{self, Write};

use rayon::prelude::*;

use super::{
    compare::counts,
    paragraph::{columns, hanging},
    table::TextTable,
};
use crate::{
    cli::fingerprints::{FingerprintList, FingerprintOrigin, ListedFingerprint},
    t,
    table::Align,
    text::pad_start,
};

/// More documents than this are not drawn as a matrix: nobody would find anything in it.
const MOST: usize = 100;

/// Writes the head, then the matrix with the names under it, or the nearest of each document.
pub(in crate::cli) fn matrix(out: &mut dyn Write, fingerprints: &FingerprintList, near: usize) -> io::Result<()> {
    let (k, lang, n) = (fingerprints.settings.k(), fingerprints.settings.lang, fingerprints.all.len());
    let failed = fingerprints.failed();
    let read = n - failed;
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = fingerprints.settings.recipe, k = k))?;
    counts(out, lang, [read, read * read.saturating_sub(1) / 2, near, 0, failed])?;
    if fingerprints.exclusions.is_some() {
        hanging(
            out,
            0,
            if fingerprints.whole { t!(lang, "exclude.by-whole") } else { t!(lang, "exclude.by-remainder") },
        )?;
    }
    if n > MOST {
        hanging(out, 0, &t!(lang, "matrix.many", most = MOST))?;
        writeln!(out)?;
        return nearest(out, fingerprints);
    }
    square(out, fingerprints)?;
    if fingerprints.exclusions.is_some() {
        writeln!(out)?;
        hanging(out, 0, t!(lang, "matrix.both"))?;
    }
    writeln!(out)?;
    let digits = n.to_string().len();
    for (at, print) in fingerprints.all.iter().enumerate() {
        let number = pad_start(&(at + 1).to_string(), digits);
        let mut line = format!("{number}  {}", print.name);
        if let FingerprintOrigin::Stored(stored) = &print.origin {
            line.push_str(&t!(lang, "matrix.from", file = stored.file));
        }
        if print.remainder.share.stretches > 0 {
            let share = lang.percent(print.remainder.share.share());
            line.push_str(&t!(lang, "matrix.excluded", share = share));
        }
        if print.fingerprint.is_none() {
            let why = if print.failed() { t!(lang, "matrix.failed") } else { t!(lang, "table.none") };
            line.push_str("  ");
            line.push_str(why);
        }
        writeln!(out, "{line}")?;
    }
    if near > 0 {
        writeln!(out, "\n{}", t!(lang, "matrix.mark", k = k))?;
    }
    Ok(())
}

/// The matrix, in as many parts as it takes for its columns to fit on lines.
fn square(out: &mut dyn Write, fingerprints: &FingerprintList) -> io::Result<()> {
    let n = fingerprints.all.len();
    let digits = n.to_string().len();
    // A distance has up to three digits, and a mark behind it.
    let cells = digits.max(fingerprints.settings.recipe.bits.to_string().len());
    let fit = (columns().saturating_sub(digits) / (cells + 2)).max(1);
    for first in (0..n).step_by(fit) {
        let part = first..n.min(first + fit);
        let numbers: Vec<String> = part.clone().map(|b| pad_start(&(b + 1).to_string(), cells)).collect();
        writeln!(out, "\n{} {}", " ".repeat(digits), numbers.join("  "))?;
        for a in 0..n {
            let mut line = pad_start(&(a + 1).to_string(), digits);
            for b in part.clone() {
                // Below the diagonal, which would only repeat it, is the distance after exclusion.
                let hamming = if b < a { fingerprints.hamming_without(a, b) } else { fingerprints.hamming(a, b) };
                let (text, mark) = match hamming {
                    _ if a == b => (fingerprints.settings.lang.set("·").into_owned(), " "),
                    Some(hamming) => (hamming.to_string(), if fingerprints.near(Some(hamming)) { "=" } else { " " }),
                    None => ("-".to_owned(), " "),
                };
                line.extend([" ", &pad_start(&text, cells), mark]);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// A line for each document: how many are near it, and which is the nearest, the first of equals.
fn nearest(out: &mut dyn Write, fingerprints: &FingerprintList) -> io::Result<()> {
    let lang = fingerprints.settings.lang;
    let others = |a: usize| {
        let others = (0..fingerprints.all.len()).filter(move |&b| b != a);
        others.filter_map(move |b| Some((fingerprints.hamming_scored(a, b)?, b)))
    };
    let found: Vec<(usize, Option<(u32, usize)>)> = (0..fingerprints.all.len())
        .into_par_iter()
        .map(|a| (others(a).filter(|&(hamming, _)| fingerprints.near(Some(hamming))).count(), others(a).min()))
        .collect();
    let head = [t!(lang, "table.near"), "HD", t!(lang, "table.document"), t!(lang, "matrix.nearest")];
    let mut table = TextTable::new([Align::Right, Align::Right, Align::Left, Align::Left], 0, head);
    for (print, (near, nearest)) in fingerprints.all.iter().zip(found) {
        let (hamming, other) = match nearest {
            Some((hamming, other)) => {
                (hamming.to_string(), fingerprints.all.get(other).map_or("", |p: &ListedFingerprint| &p.name))
            }
            None => ("-".to_owned(), ""),
        };
        table.row([near.to_string(), hamming, print.name.clone(), other.to_owned()]);
    }
    table.write(out)
}
