//! All pairs of fingerprints alone, in a list.

use std::io::{self, Write};

use super::{
    compare::{LIST, counts},
    paragraph::hanging,
    table::Table,
};
use crate::{
    cli::prints::{Distance, Prints},
    review::pairs::{Figures, Row},
    t,
};

/// Writes the head, what cannot be said without the texts, and the list.
pub(in crate::cli) fn prints(out: &mut dyn Write, prints: &Prints, pairs: &[Distance]) -> io::Result<()> {
    let (k, lang) = (prints.chosen.k(), prints.chosen.lang);
    let near = |pair: &&Distance| prints.near(pair.hamming);
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = prints.chosen.recipe, k = k))?;
    let (all, failed) = (prints.all.len(), prints.failed());
    counts(out, lang, [all - failed, pairs.len(), pairs.iter().filter(near).count(), 0, failed])?;
    if pairs.is_empty() {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    }
    hanging(out, 0, t!(lang, "stored.alone"))?;
    writeln!(out)?;
    let name = |at: usize| prints.all.get(at).map_or("", |print| print.name.as_str());
    let rows = pairs.iter().map(|&Distance { documents, hamming }| {
        let figures = Figures { hamming, near: prints.near(hamming), ..Figures::default() };
        Row::new(lang, documents, documents.map(name), figures)
    });
    Table::of_pairs(&LIST, rows, lang).write(out)?;
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}
