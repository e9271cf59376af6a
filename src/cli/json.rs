//! Results for programs. The README has the table of all names; `shape` is that table in code.
//!
//! Weights and sums are integers in multiples of 2⁻¹⁶ (`scale` says so), so nothing is lost on the way. Texts stand in
//! it as they are, but with every character that a terminal might obey written as `\u....` (see `form`).

mod build;
mod evaluate;
mod evidence;
mod exclude;
mod form;
mod places;
mod shape;
mod step;

pub(super) use exclude::of_document;
pub(super) use shape::OfDocument;

use std::io::{self, Write};

use serde::Serialize;

use super::{
    arguments::{Evidence, TOP},
    changes::{self, Changes, LeftOut},
    desk::{Close, Desk, Entry, ahead},
    hash::{Beside, Hashed},
    prints::{Distance, Prints},
    settings::Chosen,
};
use crate::{
    compare::{evidence::Evidence as Found, pair::Pair, profiles::Opinion},
    document::Document,
    simhash::Sketch,
};

pub(super) use evaluate::evaluation;
pub(super) use step::step;

/// How many levels have a line for each value.
const LEVELS: usize = 4;

/// Writes an array with an entry for each document.
pub(super) fn hash(
    out: &mut dyn Write,
    entries: &[Entry<Hashed>],
    chosen: &Chosen,
    beside: Option<&Beside>,
) -> io::Result<()> {
    write(out, LEVELS, &entries.iter().map(|entry| hashed(entry, chosen, beside)).collect::<Vec<_>>())
}

/// Writes one document on a line of its own.
pub(super) fn hash_line(
    out: &mut dyn Write,
    entry: &Entry<Hashed>,
    chosen: &Chosen,
    beside: Option<&Beside>,
) -> io::Result<()> {
    write(out, 0, &hashed(entry, chosen, beside))
}

fn hashed<'a>(entry: &'a Entry<Hashed>, chosen: &Chosen, beside: Option<&'a Beside>) -> shape::Hash<'a> {
    shape::Hash {
        schema: "simscope/hash/1",
        recipe: chosen.recipe.to_string(),
        document: build::document(entry, |hashed| hashed.sketch, chosen),
        without: entry.seen.as_ref().ok().and_then(|seen| Some(&seen.made.rest.as_ref()?.told)),
        keywords: beside.map(build::keywords),
    }
}

/// Writes all documents and all pairs, ranked.
pub(super) fn compare(out: &mut dyn Write, desk: &Desk, pairs: &[Pair], evidence: Evidence) -> io::Result<()> {
    let pair = |&pair: &Pair| desk.look(pair).map(|close| build::pair(&close, desk, wanted(evidence)));
    let head = build::head(COMPARE, desk);
    write(out, LEVELS, &shape::Compare { head, pairs: shape::Lazy(|| ahead(pairs, pair).flatten()) })
}

/// Writes all pairs, ranked, one a line.
pub(super) fn pair_lines(out: &mut dyn Write, desk: &Desk, pairs: &[Pair], evidence: Evidence) -> io::Result<()> {
    let recipe = desk.chosen.recipe.to_string();
    let line = |close: &Close<'_>| {
        let [name_a, name_b] = close.names;
        let pair = build::pair(close, desk, wanted(evidence));
        let mut line = Vec::new();
        write(&mut line, 0, &shape::Line { schema: PAIR, recipe: &recipe, name_a, name_b, pair }).map(|()| line)
    };
    for line in ahead(pairs, |&pair: &Pair| desk.look(pair).map(|close| line(&close))).flatten() {
        out.write_all(&line?)?;
    }
    Ok(())
}

/// Writes all pairs of fingerprints alone, by distance.
pub(super) fn prints(out: &mut dyn Write, prints: &Prints, pairs: &[Distance]) -> io::Result<()> {
    let head = build::head_of_prints(COMPARE, prints);
    let pair = |&pair: &Distance| build::distance(pair, prints);
    write(out, LEVELS, &shape::Compare { head, pairs: shape::Lazy(|| pairs.iter().map(pair)) })
}

/// Writes all pairs of fingerprints alone, by distance, one a line.
pub(super) fn print_lines(out: &mut dyn Write, prints: &Prints, pairs: &[Distance]) -> io::Result<()> {
    let recipe = prints.chosen.recipe.to_string();
    pairs.iter().try_for_each(|&pair| {
        let [name_a, name_b] = pair.documents.map(|at| prints.all[at].name.as_str());
        let pair = build::distance(pair, prints);
        write(out, 0, &shape::Line { schema: PAIR, recipe: &recipe, name_a, name_b, pair })
    })
}

/// Writes all documents and the whole matrix, a row a line.
pub(super) fn matrix(out: &mut dyn Write, prints: &Prints) -> io::Result<()> {
    let row = |a: usize| (0..prints.all.len()).map(|b| prints.hamming(a, b)).collect::<Vec<_>>();
    let rest = |a: usize| (0..prints.all.len()).map(|b| prints.hamming_without(a, b)).collect::<Vec<_>>();
    let without = prints.exclusions.as_ref().map(|_| shape::Lazy(|| (0..prints.all.len()).map(rest)));
    let head = build::head_of_prints("simscope/matrix/1", prints);
    let distances = shape::Lazy(|| (0..prints.all.len()).map(row));
    write(out, 2, &shape::Matrix { head, distances, distances_without: without })
}

/// Writes both documents and their differences, if both could be read.
pub(super) fn diff(
    out: &mut dyn Write,
    entries: &[Entry<(Document, Sketch)>],
    changes: Option<&Changes<'_>>,
    chosen: &Chosen,
    effects: usize,
) -> io::Result<()> {
    let hamming = changes.and_then(Changes::hamming);
    let differences = shape::Differences {
        hunks: changes.map(|changes| places::hunks(&changes.diff, changes.hunks(effects), changes.documents)),
        hunks_complete: changes.map(|changes| changes.diff.complete),
    };
    let left_out = changes.and_then(|changes| changes.left_out.as_ref());
    let exclusions = left_out.zip(changes).map(|(left_out, changes)| {
        exclude::left_out(&left_out.exclusions, changes.texts().map(Some).into_iter().zip(&left_out.of))
    });
    let diff = shape::Diff {
        head: shape::Head { exclusions, ..build::head_of_two("simscope/diff/1", entries, chosen) },
        hamming,
        near_duplicate: changes.map(|_| hamming.is_some_and(|hamming| hamming <= chosen.k())),
        without: left_out.and_then(LeftOut::rests).map(|rests| exclude::pair(rests, chosen.k())),
        same_text: changes.map(|changes| changes.texts()[0] == changes.texts()[1]),
        differences,
        moves: changes.map(|changes| places::moves(&changes.diff, changes.texts())),
        spacing: changes.map(|changes| places::spacing(&changes.diff, changes.texts())),
        passages: changes.map(|changes| places::shared(&changes::shared(changes.texts(), chosen.run), changes.texts())),
    };
    // A hunk is a line.
    write(out, 2, &diff)
}

const COMPARE: &str = "simscope/compare/1";
const PAIR: &str = "simscope/pair/1";

fn wanted(evidence: Evidence) -> build::Wanted {
    build::Wanted { top: evidence.top.unwrap_or(TOP), diff: evidence.diff }
}

/// Writes the only pair of the desk, with all contributions unless told otherwise; with what other methods say of it,
/// where that was wanted.
pub(super) fn explain(out: &mut dyn Write, desk: &Desk, evidence: Evidence, found: Option<&Found>) -> io::Result<()> {
    let wanted = build::Wanted { top: evidence.top.unwrap_or(usize::MAX), diff: evidence.diff };
    let close = desk.pairs().first().and_then(|&pair| desk.look(pair));
    let explain = shape::Explain {
        head: build::head("simscope/explain/1", desk),
        sentences: close.as_ref().map_or_else(Vec::new, |close| build::sentences(close, desk)),
        passages: close.as_ref().map(|close| {
            let texts = close.documents.map(|document| document.text.as_str());
            places::shared(&changes::shared(texts, desk.run), texts)
        }),
        pair: close.as_ref().map(|close| build::pair(close, desk, wanted)),
        evidence: found.zip(close.as_ref()).map(|(found, close)| {
            let texts = close.documents.map(|document| document.text.as_str());
            evidence::methods(found, texts, desk.chosen.k(), desk.chosen.lang)
        }),
    };
    write(out, LEVELS, &explain)
}

/// Writes what every profile says of the two documents.
pub(super) fn profiles(out: &mut dyn Write, desk: &Desk, opinions: &[Opinion]) -> io::Result<()> {
    let head = build::head("simscope/profiles/1", desk);
    write(out, LEVELS, &shape::Profiles { head, profiles: build::opinions(opinions, desk) })
}

/// Writes a value, its outer levels with a line for each value.
fn write(out: &mut dyn Write, levels: usize, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, form::Form::new(levels)))?;
    writeln!(out)
}
