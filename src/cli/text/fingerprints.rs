//! All pairs of fingerprints alone, in a list.

use std::io::{self, Write};

use super::{
    compare::{LIST, counts},
    paragraph::hanging,
    table::TextTable,
};
use crate::{
    cli::fingerprints::{FingerprintList, FingerprintPair},
    review::pairs::{Figures, Row},
    t,
};

/// Writes the head, what cannot be said without the texts, and the list.
pub(in crate::cli) fn fingerprints(
    out: &mut dyn Write,
    fingerprints: &FingerprintList,
    pairs: &[FingerprintPair],
) -> io::Result<()> {
    let (k, lang) = (fingerprints.settings.k(), fingerprints.settings.lang);
    let near = |pair: &&FingerprintPair| fingerprints.near(pair.hamming);
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = fingerprints.settings.recipe, k = k))?;
    let (all, failed) = (fingerprints.all.len(), fingerprints.failed());
    counts(out, lang, [all - failed, pairs.len(), pairs.iter().filter(near).count(), 0, failed])?;
    if pairs.is_empty() {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    }
    hanging(out, 0, t!(lang, "stored.alone"))?;
    writeln!(out)?;
    let name = |at: usize| fingerprints.all.get(at).map_or("", |print| print.name.as_str());
    let rows = pairs.iter().map(|&FingerprintPair { documents, hamming }| {
        let figures = Figures { hamming, near: fingerprints.near(hamming), ..Figures::default() };
        Row::new(lang, documents, documents.map(name), figures)
    });
    TextTable::of_pairs(&LIST, rows, lang).write(out)?;
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}
