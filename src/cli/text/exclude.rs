//! What was left out, and what a pair is without it.

use std::io::{self, Write};

use super::paragraph::hanging;
use crate::{
    cli::desk::{Desk, LeftOut},
    compare::{exclusion::Share, pair::Pair},
    locale::{Lang, grouped},
    say, t,
    text::{pad_end, width},
};

/// So many documents have a line each; of more, all come to one line.
const MOST: usize = 20;

/// Writes how much of which document was left out.
pub(super) fn left_out(out: &mut dyn Write, desk: &Desk) -> io::Result<()> {
    let (lang, Some(left_out)) = (desk.chosen.lang, &desk.left_out) else { return Ok(()) };
    let of: Vec<_> = desk.entries.iter().zip(&left_out.of).collect();
    let lines: Vec<String> = of
        .iter()
        .filter_map(|(entry, without)| {
            let without = without.as_ref()?;
            say::left_out(&entry.name, without.share, &without.by, lang)
        })
        .collect();
    if lines.len() > MOST {
        return mark(out, &sum(left_out, lines.len(), lang));
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

fn sum(left_out: &LeftOut, documents: usize, lang: Lang) -> String {
    let all = left_out.of.iter().flatten().fold(Share::default(), |sum, without| sum.and(without.share));
    let (n, share) = (grouped(all.stretches as u64), lang.percent(all.share()));
    t!(lang, "exclude.of-many", documents = grouped(documents as u64), n = n, share = share)
}

/// Writes what a pair is without what was left out.
pub(super) fn without(out: &mut dyn Write, desk: &Desk, pair: &Pair) -> io::Result<()> {
    let lang = desk.chosen.lang;
    let (Some(rest), Some(of)) = (desk.pair_without(pair), desk.rests(pair)) else { return Ok(()) };
    let tokens = of.map(|of| of.rest.trace.sketch.tokens);
    label(out, &say::without(pair, &rest, tokens, desk.chosen.k(), lang), lang)
}

/// Writes what is said of the rest behind its label, in line with the labels of the other sentences.
pub(super) fn label(out: &mut dyn Write, sentence: &str, lang: Lang) -> io::Result<()> {
    let cells = width(say::Topic::Health.label(lang)) + 2;
    write!(out, "{}", pad_end(t!(lang, "exclude.label"), cells))?;
    hanging(out, cells, sentence)
}
