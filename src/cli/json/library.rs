//! What `simscope library` writes for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    LEVELS,
    document::{self, JsonDocument, JsonMessage, JsonRunLength},
    places::{self, JsonShared},
    write,
};
use crate::{
    batch::{
        library::{AddOutcome, FoundInLibrary, LibraryHit},
        stream::Streamed,
    },
    cli::looked_up::{LookedUp, LookedUpLibrary},
    compare::coverage::{FOUND_FROM, RunLength},
    document::Source,
    library::TableRows,
    locale::Lang,
};

#[derive(Serialize)]
struct JsonAdded {
    schema: &'static str,
    path: String,
    /// `added`, `replaced`, `unchanged` or `failed`.
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JsonMessage>,
}

/// Writes what became of a file, on a line of its own.
pub(in crate::cli) fn library_added_line(
    out: &mut dyn Write,
    source: &Source,
    outcome: &AddOutcome,
    lang: Lang,
) -> io::Result<()> {
    let (name, error) = outcome_of(source, outcome, lang);
    write(out, 0, &JsonAdded { schema: "simscope/library-added/1", path: source.given(), outcome: name, error })?;
    out.flush()
}

fn outcome_of(source: &Source, outcome: &AddOutcome, lang: Lang) -> (&'static str, Option<JsonMessage>) {
    match outcome {
        AddOutcome::Added => ("added", None),
        AddOutcome::Replaced => ("replaced", None),
        AddOutcome::Unchanged => ("unchanged", None),
        AddOutcome::Failed(failure) => {
            ("failed", Some(JsonMessage { kind: failure.kind(), message: failure.message(source, lang) }))
        }
    }
}

#[derive(Serialize)]
struct JsonLibraryEvent {
    schema: &'static str,
    /// `watching`, `added`, `replaced`, `failed`, `missing` or `removed`.
    event: &'static str,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JsonMessage>,
}

/// Writes what happened while a library was kept up to date, on a line of its own.
pub(in crate::cli) fn library_event(out: &mut dyn Write, event: &'static str, path: String) -> io::Result<()> {
    event_line(out, event, path, None)
}

fn event_line(out: &mut dyn Write, event: &'static str, path: String, error: Option<JsonMessage>) -> io::Result<()> {
    write(out, 0, &JsonLibraryEvent { schema: "simscope/library-event/1", event, path, error })?;
    out.flush()
}

/// The same for a file that was looked at; nothing for an unchanged one.
pub(in crate::cli) fn library_added_event(
    out: &mut dyn Write,
    source: &Source,
    outcome: &AddOutcome,
    lang: Lang,
) -> io::Result<()> {
    match outcome_of(source, outcome, lang) {
        ("unchanged", _) => Ok(()),
        (event, error) => event_line(out, event, source.given(), error),
    }
}

#[derive(Serialize)]
struct JsonFound<'a> {
    #[serde(flatten)]
    head: JsonFoundHead<'a>,
    documents: Vec<JsonLookedUp<'a>>,
}

#[derive(Serialize)]
struct JsonFoundLine<'a> {
    #[serde(flatten)]
    head: JsonFoundHead<'a>,
    #[serde(flatten)]
    document: JsonLookedUp<'a>,
}

#[derive(Serialize)]
struct JsonFoundHead<'a> {
    schema: &'static str,
    version: &'static str,
    library: &'a str,
    /// Documents in the library.
    library_documents: u64,
    recipe: String,
    k: u32,
    /// How long a run must be to count as shared.
    run: JsonRunLength,
    /// How long a shared run must be to be found for certain.
    found_from: JsonRunLength,
    note: &'static str,
}

#[derive(Serialize)]
struct JsonLookedUp<'a> {
    #[serde(flatten)]
    document: JsonDocument<'a>,
    /// Not where the document could not be read.
    #[serde(flatten)]
    found: Option<JsonFoundOfOne<'a>>,
}

#[derive(Serialize)]
struct JsonFoundOfOne<'a> {
    /// The nearest first.
    near: Vec<JsonHit<'a>>,
    /// Not near; the greatest share first. `null` where the library has no passages.
    sharing: Option<Vec<JsonHit<'a>>>,
    /// Not near, and without a text to verify it on. `null` as above.
    unverified: Option<Vec<JsonHit<'a>>>,
    /// Only with `--nearest`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nearest: Vec<JsonHit<'a>>,
    /// Rows read in each table; empty where all fingerprints were read.
    rows: Vec<u64>,
    /// The row keys of each table: from the first on, before the second; hexadecimal.
    ranges: Vec<[String; 2]>,
    /// Parts of the library are damaged: documents may be missing.
    damaged: bool,
    /// Time to find near ones, and documents that share runs, without reading any.
    near_ms: f64,
    sharing_ms: f64,
}

#[derive(Serialize)]
struct JsonHit<'a> {
    id: u32,
    path: String,
    title: Option<&'a str>,
    date: Option<&'a str>,
    fingerprint: Option<String>,
    hamming: Option<u32>,
    /// The share of the document that occurs in this one, 0 to 1; `null` where no text is at hand.
    a_in_b: Option<f64>,
    b_in_a: Option<f64>,
    /// Characters of the longest passage.
    longest: Option<u64>,
    /// Hashes of runs in common, among the rarest of the library.
    matching_runs: u32,
    /// `unreadable`, `changed`, `not-allowed` or `not-read`; `null` where the text was read.
    unverified: Option<&'static str>,
    passages: Option<Vec<JsonShared<'a>>>,
}

/// Writes all documents and what was found of each.
pub(in crate::cli) fn library_found(
    out: &mut dyn Write,
    entries: &[Streamed<LookedUp>],
    library: &LookedUpLibrary,
) -> io::Result<()> {
    let documents = entries.iter().map(|entry| looked_up(entry, library)).collect();
    write(out, LEVELS, &JsonFound { head: head(library), documents })
}

/// Writes one document on a line of its own.
pub(in crate::cli) fn library_found_line(
    out: &mut dyn Write,
    entry: &Streamed<LookedUp>,
    library: &LookedUpLibrary,
) -> io::Result<()> {
    write(out, 0, &JsonFoundLine { head: head(library), document: looked_up(entry, library) })
}

fn head(library: &LookedUpLibrary) -> JsonFoundHead<'_> {
    let settings = &library.settings;
    JsonFoundHead {
        schema: "simscope/library-find/1",
        version: env!("CARGO_PKG_VERSION"),
        library: &library.file,
        library_documents: library.documents,
        recipe: settings.recipe.to_string(),
        k: settings.k(),
        run: run(settings.run),
        found_from: run(FOUND_FROM),
        note: "Similarity is not proof of copying.",
    }
}

fn run(RunLength { han, words }: RunLength) -> JsonRunLength {
    JsonRunLength { han, words }
}

fn looked_up<'a>(entry: &'a Streamed<LookedUp>, library: &LookedUpLibrary) -> JsonLookedUp<'a> {
    let found = entry.seen.as_ref().ok().and_then(|seen| Some((seen.made.found.as_ref().ok()?, &seen.made.text)));
    JsonLookedUp {
        document: document::streamed(entry, |made| made.sketch, &library.settings),
        found: found.map(|(found, text)| {
            let FoundInLibrary { near, sharing, unverified, nearest, tables, has_passages, damaged, took } = found;
            let [near_ms, sharing_ms] = took.map(|took| took.as_secs_f64() * 1000.0);
            let [near, sharing, unverified, nearest] =
                [near, sharing, unverified, nearest].map(|hits| hits.iter().map(|hit| json_hit(hit, text)).collect());
            let [sharing, unverified] = [sharing, unverified].map(|hits| has_passages.then_some(hits));
            let (rows, damaged) = (tables.iter().map(|table| table.rows).collect(), *damaged);
            let ranges = tables.iter().map(range).collect();
            JsonFoundOfOne { near, sharing, unverified, nearest, rows, ranges, damaged, near_ms, sharing_ms }
        }),
    }
}

/// The first row key of a table that was read, and the first one behind.
fn range(table: &TableRows) -> [String; 2] {
    [table.flag, table.flag + 1].map(|flag| format!("{:08x}{flag:02x}", table.segment))
}

fn json_hit<'a>(hit: &'a LibraryHit, text: &'a str) -> JsonHit<'a> {
    let LibraryHit { document, hamming, runs, shared } = hit;
    let known = shared.as_ref().ok();
    JsonHit {
        id: document.id,
        path: document.path.to_string_lossy().into_owned(),
        title: document.title.as_deref(),
        date: document.date.as_deref(),
        fingerprint: document.fingerprint.map(|fingerprint| fingerprint.to_string()),
        hamming: *hamming,
        a_in_b: known.map(|shared| shared.coverage[0].share),
        b_in_a: known.map(|shared| shared.coverage[1].share),
        longest: known.map(|shared| shared.coverage[0].longest),
        matching_runs: *runs,
        unverified: shared.as_ref().err().map(|why| why.key()),
        passages: known.map(|shared| places::shared(&shared.passages, text)),
    }
}
