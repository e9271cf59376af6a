//! Excluded shares, and pairs without the excluded text.

use std::io::{self, Write};

use super::paragraph::hanging;
use crate::{
    batch::{Batch, Remainders},
    compare::exclusion::ExcludedShare,
    locale::{Lang, grouped},
    say, t,
    text::{pad_end, width},
};

/// So many documents have a line each; of more, all come to one line.
const MOST: usize = 20;

/// Writes the share excluded from each document.
pub(super) fn excluded_shares(out: &mut dyn Write, batch: &Batch, lang: Lang) -> io::Result<()> {
    let Some(remainders) = batch.all_remainders() else { return Ok(()) };
    let line = |at: usize| {
        let remainder = remainders.get(at)?;
        say::excluded_share(batch.name(at), remainder.share, &remainder.by, lang)
    };
    let lines: Vec<String> = (0..batch.entries.len()).filter_map(line).collect();
    if lines.len() > MOST {
        return mark(out, &sum(remainders, lines.len(), lang));
    }
    if lines.is_empty() {
        return mark(out, t!(lang, "exclude.nothing"));
    }
    lines.iter().try_for_each(|line| mark(out, line))
}

fn mark(out: &mut dyn Write, line: &str) -> io::Result<()> {
    write!(out, "x ")?;
    hanging(out, 2, line)
}

fn sum(remainders: &Remainders, documents: usize, lang: Lang) -> String {
    let all = remainders.of.iter().flatten().fold(ExcludedShare::default(), |sum, remainder| sum.and(remainder.share));
    let (n, share) = (grouped(all.stretches as u64), lang.percent(all.share()));
    t!(lang, "exclude.of-many", documents = grouped(documents as u64), n = n, share = share)
}

/// Writes a sentence about the text after exclusion behind its label, in line with the labels of the other sentences.
pub(super) fn label(out: &mut dyn Write, sentence: &str, lang: Lang) -> io::Result<()> {
    let cells = width(say::Topic::Health.label(lang)) + 2;
    write!(out, "{}", pad_end(t!(lang, "exclude.label"), cells))?;
    hanging(out, cells, sentence)
}
