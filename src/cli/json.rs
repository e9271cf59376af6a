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

use std::{
    io::{self, Write},
    sync::Arc,
};

use rayon::prelude::*;
use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::{
    arguments::{Evidence, TOP},
    changes::{self, Changes},
    hashed::{HashedDocument, KeywordComparison},
    prints::{Distance, Prints},
    settings::Chosen,
};
use crate::{
    batch::{
        Batch,
        stream::{AHEAD, Streamed, ahead},
    },
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
    entries: &[Streamed<HashedDocument>],
    chosen: &Chosen,
    keywords: Option<&KeywordComparison>,
) -> io::Result<()> {
    write(out, LEVELS, &entries.iter().map(|entry| hashed(entry, chosen, keywords)).collect::<Vec<_>>())
}

/// Writes one document on a line of its own.
pub(super) fn hash_line(
    out: &mut dyn Write,
    entry: &Streamed<HashedDocument>,
    chosen: &Chosen,
    keywords: Option<&KeywordComparison>,
) -> io::Result<()> {
    write(out, 0, &hashed(entry, chosen, keywords))
}

fn hashed<'a>(
    entry: &'a Streamed<HashedDocument>,
    chosen: &Chosen,
    keywords: Option<&'a KeywordComparison>,
) -> shape::Hash<'a> {
    shape::Hash {
        schema: "simscope/hash/1",
        recipe: chosen.recipe.to_string(),
        document: build::streamed(entry, |hashed| hashed.sketch, chosen),
        without: entry.seen.as_ref().ok().and_then(|seen| seen.made.remainder.as_ref()).map(exclude::of_hashed),
        keywords: keywords.map(build::keywords),
    }
}

/// Pairs in detail, made while they are written: a few at a time on all cores.
struct Pairs<'a> {
    batch: &'a Batch,
    ranked: &'a [Pair],
    k: u32,
    wanted: build::Wanted,
}

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { batch, ranked, k, wanted } = *self;
        let mut written = serializer.serialize_seq(Some(ranked.len()))?;
        for pairs in ranked.chunks(AHEAD) {
            let details: Vec<_> = pairs.par_iter().filter_map(|&pair| batch.detail(pair, k)).collect();
            let built: Vec<_> = details.par_iter().map(|detail| build::pair(detail, batch, wanted)).collect();
            built.iter().try_for_each(|pair| written.serialize_element(pair))?;
        }
        written.end()
    }
}

/// Writes all documents and all pairs, ranked.
pub(super) fn compare(
    out: &mut dyn Write,
    (batch, chosen): (&Batch, &Chosen),
    pairs: &[Pair],
    evidence: Evidence,
) -> io::Result<()> {
    let head = build::head(COMPARE, batch, chosen);
    let pairs = Pairs { batch, ranked: pairs, k: chosen.k(), wanted: wanted(evidence) };
    write(out, LEVELS, &shape::Compare { head, pairs })
}

/// Writes all pairs, ranked, one a line.
pub(super) fn pair_lines(
    out: &mut dyn Write,
    (batch, chosen): (&Batch, &Chosen),
    pairs: &[Pair],
    evidence: Evidence,
) -> io::Result<()> {
    let recipe = chosen.recipe.to_string();
    let line = |&pair: &Pair| {
        let detail = batch.detail(pair, chosen.k())?;
        let ([name_a, name_b], pair) = (batch.names(&pair), build::pair(&detail, batch, wanted(evidence)));
        let mut line = Vec::new();
        Some(write(&mut line, 0, &shape::Line { schema: PAIR, recipe: &recipe, name_a, name_b, pair }).map(|()| line))
    };
    for line in ahead(pairs, line).flatten() {
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
    entries: &[Streamed<(Arc<Document>, Sketch)>],
    changes: Option<&Changes<'_>>,
    chosen: &Chosen,
    effects: usize,
) -> io::Result<()> {
    let hamming = changes.and_then(Changes::hamming);
    let differences = shape::Differences {
        hunks: changes.map(|changes| places::hunks(&changes.diff, changes.hunks(effects), changes.documents)),
        hunks_complete: changes.map(|changes| changes.diff.complete),
    };
    let batch = changes.and_then(|changes| changes.batch.as_ref());
    let exclusions = batch.and_then(exclude::left_out);
    let whole = batch.and_then(|batch| batch.pair([0, 1]));
    let diff = shape::Diff {
        head: shape::Head { exclusions, ..build::head_of_two("simscope/diff/1", entries, chosen) },
        hamming,
        near_duplicate: changes.map(|_| hamming.is_some_and(|hamming| hamming <= chosen.k())),
        without: batch.zip(whole).and_then(|(batch, pair)| exclude::pair(pair, batch, chosen.k())),
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

/// Writes the only pair of a batch, with all contributions unless told otherwise; with what other methods say of it,
/// where that was wanted.
pub(super) fn explain(
    out: &mut dyn Write,
    (batch, chosen): (&Batch, &Chosen),
    evidence: Evidence,
    found: Option<&Found>,
) -> io::Result<()> {
    let wanted = build::Wanted { top: evidence.top.unwrap_or(usize::MAX), diff: evidence.diff };
    let detail = batch.pairs.first().and_then(|&pair| batch.detail(pair, chosen.k()));
    let detail = detail.as_ref();
    let explain = shape::Explain {
        head: build::head("simscope/explain/1", batch, chosen),
        sentences: detail.map_or_else(Vec::new, |detail| build::sentences(detail, batch, chosen)),
        passages: detail.map(|detail| places::shared(&changes::shared(detail.texts(), batch.run), detail.texts())),
        pair: detail.map(|detail| build::pair(detail, batch, wanted)),
        evidence: found
            .zip(detail)
            .map(|(found, detail)| evidence::methods(found, detail.texts(), chosen.k(), chosen.lang)),
    };
    write(out, LEVELS, &explain)
}

/// Writes what every profile says of the two documents.
pub(super) fn profiles(
    out: &mut dyn Write,
    (batch, chosen): (&Batch, &Chosen),
    opinions: &[Opinion],
) -> io::Result<()> {
    let head = build::head("simscope/profiles/1", batch, chosen);
    write(out, LEVELS, &shape::Profiles { head, profiles: build::opinions(opinions, batch, chosen) })
}

/// Writes a value, its outer levels with a line for each value.
fn write(out: &mut dyn Write, levels: usize, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, form::Form::new(levels)))?;
    writeln!(out)
}
