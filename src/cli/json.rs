//! Results for programs. The README has the table of all names; `shape` is that table in code.
//!
//! Weights and sums are integers in multiples of 2⁻¹⁶ (`scale` says so), so nothing is lost on the way. Texts stand in
//! it as they are, but with every character that a terminal might obey written as `\u....` (see `form`).

mod build;
mod form;
mod places;
mod shape;

use std::io::{self, Write};

use serde::Serialize;

use super::{
    arguments::{Evidence, TOP},
    desk::{Desk, Entry, ahead},
    hash::Beside,
    settings::Chosen,
};
use crate::{
    compare::{pair::Pair, profiles::Opinion},
    simhash::Sketch,
};

/// Writes an array with an entry for each document.
pub(super) fn hash(
    out: &mut dyn Write,
    entries: &[Entry<Sketch>],
    chosen: &Chosen,
    beside: Option<&Beside>,
) -> io::Result<()> {
    let entry = |entry| shape::Hash {
        schema: "simscope/hash/1",
        recipe: chosen.recipe.to_string(),
        document: build::document(entry, |sketch| *sketch, chosen),
        keywords: beside.map(build::keywords),
    };
    write(out, &entries.iter().map(entry).collect::<Vec<_>>())
}

/// Writes all documents and all pairs, ranked.
pub(super) fn compare(out: &mut dyn Write, desk: &Desk, pairs: &[Pair], evidence: Evidence) -> io::Result<()> {
    let evidence = build::Wanted { top: evidence.top.unwrap_or(TOP), diff: evidence.diff };
    let pair = |&pair: &Pair| desk.look(pair).map(|close| build::pair(&close, evidence));
    let head = build::head("simscope/compare/1", desk);
    write(out, &shape::Compare { head, pairs: shape::Lazy(|| ahead(pairs, pair).flatten()) })
}

/// Writes the only pair of the desk, with all contributions unless told otherwise.
pub(super) fn explain(out: &mut dyn Write, desk: &Desk, evidence: Evidence) -> io::Result<()> {
    let evidence = build::Wanted { top: evidence.top.unwrap_or(usize::MAX), diff: evidence.diff };
    let close = desk.pairs().first().and_then(|&pair| desk.look(pair));
    let head = build::head("simscope/explain/1", desk);
    let sentences = close.as_ref().map_or_else(Vec::new, |close| build::sentences(close, desk));
    write(out, &shape::Explain { head, sentences, pair: close.map(|close| build::pair(&close, evidence)) })
}

/// Writes what every profile says of the two documents.
pub(super) fn profiles(out: &mut dyn Write, desk: &Desk, opinions: &[Opinion]) -> io::Result<()> {
    let head = build::head("simscope/profiles/1", desk);
    write(out, &shape::Profiles { head, profiles: build::opinions(opinions, desk) })
}

fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, form::Form::default()))?;
    writeln!(out)
}
