//! Results for programs. The manual, `json`, has the tables of all names; `shape` is that table in code.
//!
//! Weights and sums are integers in multiples of 2⁻¹⁶ (`scale` says so), so nothing is lost on the way. Texts are in
//! it as they are, but with every character that a terminal might obey written as `\u....` (see `layout`).

mod build;
mod evidence;
mod exclude;
mod layout;
mod library;
mod places;
mod shape;
mod step;
mod study;

use std::{
    io::{self, Write},
    path::Path,
    sync::Arc,
};

use rayon::prelude::*;
use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::{
    arguments::{EvidenceArguments, TOP},
    changes::Changes,
    fingerprints::{FingerprintList, FingerprintPair},
    hashed::{HashedDocument, KeywordComparison},
    settings::ResolvedSettings,
};
use crate::{
    batch::{
        Batch,
        stream::{AHEAD, Streamed, ahead},
    },
    compare::{coverage::passages, evidence::Evidence, located, pair::Pair, profiles::Opinion},
    document::{Document, guard::Measures},
    simhash::Sketch,
};

pub(super) use library::{
    library_added_event, library_added_line, library_document, library_event, library_exported, library_found,
    library_found_line, library_plan, library_stats,
};
pub(super) use step::step;
pub(super) use study::{calibration, calibration_test, evaluation};

/// How many levels have a line for each value.
const LEVELS: usize = 4;

/// Writes an array with an entry for each document.
pub(super) fn hash(
    out: &mut dyn Write,
    entries: &[Streamed<HashedDocument>],
    settings: &ResolvedSettings,
    keywords: Option<&KeywordComparison>,
) -> io::Result<()> {
    write(out, LEVELS, &entries.iter().map(|entry| hashed(entry, settings, keywords)).collect::<Vec<_>>())
}

/// Writes one document on a line of its own.
pub(super) fn hash_line(
    out: &mut dyn Write,
    entry: &Streamed<HashedDocument>,
    settings: &ResolvedSettings,
    keywords: Option<&KeywordComparison>,
) -> io::Result<()> {
    write(out, 0, &hashed(entry, settings, keywords))
}

fn hashed<'a>(
    entry: &'a Streamed<HashedDocument>,
    settings: &ResolvedSettings,
    keywords: Option<&'a KeywordComparison>,
) -> shape::JsonHash<'a> {
    shape::JsonHash {
        schema: "simscope/hash/1",
        recipe: settings.recipe.to_string(),
        document: build::streamed(entry, |hashed| hashed.sketch, settings),
        without: entry.seen.as_ref().ok().and_then(|seen| seen.made.remainder.as_ref()).map(exclude::of_hashed),
        keywords: keywords.map(build::keywords),
    }
}

/// Pairs in detail, made while they are written: a few at a time on all cores.
struct JsonPairs<'a> {
    batch: &'a Batch,
    ranked: &'a [Pair],
    k: u32,
    options: build::PairOptions,
}

impl Serialize for JsonPairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { batch, ranked, k, options } = *self;
        let mut written = serializer.serialize_seq(Some(ranked.len()))?;
        for pairs in ranked.chunks(AHEAD) {
            let details: Vec<_> = pairs.par_iter().filter_map(|&pair| batch.detail(pair, k)).collect();
            let built: Vec<_> = details.par_iter().map(|detail| build::pair(detail, batch, options)).collect();
            built.iter().try_for_each(|pair| written.serialize_element(pair))?;
        }
        written.end()
    }
}

/// Writes all documents and all pairs, ranked.
pub(super) fn compare(
    out: &mut dyn Write,
    (batch, settings): (&Batch, &ResolvedSettings),
    pairs: &[Pair],
    evidence: EvidenceArguments,
) -> io::Result<()> {
    let head = build::head(COMPARE, batch, settings);
    let pairs = JsonPairs { batch, ranked: pairs, k: settings.k(), options: options(evidence) };
    write(out, LEVELS, &shape::JsonCompare { head, pairs })
}

/// Writes all pairs, ranked, one a line.
pub(super) fn pair_lines(
    out: &mut dyn Write,
    (batch, settings): (&Batch, &ResolvedSettings),
    pairs: &[Pair],
    evidence: EvidenceArguments,
) -> io::Result<()> {
    let recipe = settings.recipe.to_string();
    let line = |&pair: &Pair| {
        let detail = batch.detail(pair, settings.k())?;
        let ([name_a, name_b], pair) = (batch.names(&pair), build::pair(&detail, batch, options(evidence)));
        let mut line = Vec::new();
        Some(
            write(&mut line, 0, &shape::JsonPairLine { schema: PAIR, recipe: &recipe, name_a, name_b, pair })
                .map(|()| line),
        )
    };
    for line in ahead(pairs, line).flatten() {
        out.write_all(&line?)?;
    }
    Ok(())
}

/// Writes all pairs of fingerprints alone, by distance.
pub(super) fn fingerprints(
    out: &mut dyn Write,
    fingerprints: &FingerprintList,
    pairs: &[FingerprintPair],
) -> io::Result<()> {
    let head = build::head_of_fingerprints(COMPARE, fingerprints);
    let pair = |&pair: &FingerprintPair| build::distance(pair, fingerprints);
    write(out, LEVELS, &shape::JsonCompare { head, pairs: shape::Lazy(|| pairs.iter().map(pair)) })
}

/// Writes all pairs of fingerprints alone, by distance, one a line.
pub(super) fn fingerprint_lines(
    out: &mut dyn Write,
    fingerprints: &FingerprintList,
    pairs: &[FingerprintPair],
) -> io::Result<()> {
    let recipe = fingerprints.settings.recipe.to_string();
    pairs.iter().try_for_each(|&pair| {
        let [name_a, name_b] = pair.documents.map(|at| fingerprints.all[at].name.as_str());
        let pair = build::distance(pair, fingerprints);
        write(out, 0, &shape::JsonPairLine { schema: PAIR, recipe: &recipe, name_a, name_b, pair })
    })
}

/// Writes all documents and the whole matrix, a row a line.
pub(super) fn matrix(out: &mut dyn Write, fingerprints: &FingerprintList) -> io::Result<()> {
    let row = |a: usize| (0..fingerprints.all.len()).map(|b| fingerprints.hamming(a, b)).collect::<Vec<_>>();
    let rest = |a: usize| (0..fingerprints.all.len()).map(|b| fingerprints.hamming_without(a, b)).collect::<Vec<_>>();
    let without = fingerprints.exclusions.as_ref().map(|_| shape::Lazy(|| (0..fingerprints.all.len()).map(rest)));
    let head = build::head_of_fingerprints("simscope/matrix/1", fingerprints);
    let distances = shape::Lazy(|| (0..fingerprints.all.len()).map(row));
    write(out, 2, &shape::JsonMatrix { head, distances, distances_without: without })
}

/// Writes both documents and their differences, if both could be read.
pub(super) fn diff(
    out: &mut dyn Write,
    entries: &[Streamed<(Arc<Document>, Sketch)>],
    changes: Option<&Changes<'_>>,
    settings: &ResolvedSettings,
    effects: usize,
) -> io::Result<()> {
    let hamming = changes.and_then(Changes::hamming);
    let differences = shape::JsonDifferences {
        hunks: changes.map(|changes| places::hunks(&changes.diff, changes.hunks(effects), changes.documents)),
        hunks_complete: changes.map(|changes| changes.diff.complete),
    };
    let batch = changes.and_then(|changes| changes.batch.as_ref());
    let exclusions = batch.and_then(exclude::exclusions);
    let whole = batch.and_then(|batch| batch.pair([0, 1]));
    let diff = shape::JsonDiff {
        head: shape::JsonHead { exclusions, ..build::head_of_two("simscope/diff/2", entries, settings) },
        hamming,
        near_duplicate: changes.map(|_| hamming.is_some_and(|hamming| hamming <= settings.k())),
        without: batch.zip(whole).and_then(|(batch, pair)| exclude::pair(pair, batch, settings.k())),
        same_text: changes.map(|changes| changes.texts()[0] == changes.texts()[1]),
        differences,
        moves: changes.map(|changes| places::moves(&changes.diff, changes.texts())),
        spacing: changes.map(|changes| places::spacing(&changes.diff, changes.texts())),
        passages: changes.map(|changes| {
            places::shared(
                &located(&passages::shared(changes.texts(), settings.run), changes.texts()),
                changes.texts()[0],
            )
        }),
    };
    // A hunk is a line.
    write(out, 2, &diff)
}

const COMPARE: &str = "simscope/compare/2";
const PAIR: &str = "simscope/pair/2";

fn options(evidence: EvidenceArguments) -> build::PairOptions {
    build::PairOptions { top: evidence.top.unwrap_or(TOP), diff: evidence.diff }
}

/// Writes the only pair of a batch, with all contributions unless set otherwise; with what other methods say of it,
/// where that was wanted.
pub(super) fn explain(
    out: &mut dyn Write,
    (batch, settings): (&Batch, &ResolvedSettings),
    evidence: EvidenceArguments,
    found: Option<&Evidence>,
) -> io::Result<()> {
    let options = build::PairOptions { top: evidence.top.unwrap_or(usize::MAX), diff: evidence.diff };
    let detail = batch.pairs.first().and_then(|&pair| batch.detail(pair, settings.k()));
    let detail = detail.as_ref();
    let explain = shape::JsonExplain {
        head: build::head("simscope/explain/2", batch, settings),
        sentences: detail.map_or_else(Vec::new, |detail| build::sentences(detail, batch, settings)),
        passages: detail.map(|detail| places::shared(&located(&detail.passages(), detail.texts()), detail.texts()[0])),
        pair: detail.map(|detail| build::pair(detail, batch, options)),
        evidence: found
            .zip(detail)
            .map(|(found, detail)| evidence::methods(found, detail.texts(), settings.k(), settings.lang)),
    };
    write(out, LEVELS, &explain)
}

/// Writes what every profile says of the two documents.
pub(super) fn profiles(
    out: &mut dyn Write,
    (batch, settings): (&Batch, &ResolvedSettings),
    opinions: &[Opinion],
) -> io::Result<()> {
    let head = build::head("simscope/profiles/1", batch, settings);
    write(out, LEVELS, &shape::JsonProfiles { head, profiles: build::opinions(opinions, batch, settings) })
}

/// Writes the settings, each with its value and where it was said, and what confines the child process.
pub(super) fn config(
    out: &mut dyn Write,
    file: Option<&Path>,
    settings: impl Iterator<Item = (&'static str, (String, String))>,
    measures: Option<&Measures>,
) -> io::Result<()> {
    let settings = settings.map(|(name, (value, origin))| (name, shape::JsonSetting { value, origin }));
    let confinement = measures.map(|all| all.iter().map(|(measure, degree)| (measure.key(), degree.key())).collect());
    let config = shape::JsonConfig {
        schema: "simscope/config/1",
        file: file.map(|file| file.to_string_lossy().into_owned()),
        settings: settings.collect(),
        confinement,
    };
    write(out, 2, &config)
}

/// Writes a value, its outer levels with a line for each value.
fn write(out: &mut dyn Write, levels: usize, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, layout::JsonLayout::new(levels)))?;
    writeln!(out)
}
