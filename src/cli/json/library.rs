//! What `simscope library` writes for programs.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

use super::{
    LEVELS,
    document::{self, JsonDocument, JsonMessage, JsonRunLength},
    places::{self, JsonShared},
    write,
};
use crate::{
    batch::{AddOutcome, FoundInLibrary, LibraryFinding, LibraryHit, stream::Streamed},
    cli::settings::ResolvedSettings,
    compare::coverage::{FOUND_FROM, RunLength},
    document::Source,
    locale::Lang,
    store::{
        Capacity, CapacityLimit, EngineKind, FigureOrigin, Identity, LayoutCost, LibraryStats, StoredDocument,
        TableRows, Way, WayKind,
    },
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
    entries: &[Streamed<LibraryFinding>],
    library: (&str, u64, &ResolvedSettings),
) -> io::Result<()> {
    let documents = entries.iter().map(|entry| looked_up(entry, library.2)).collect();
    write(out, LEVELS, &JsonFound { head: head(library), documents })
}

/// Writes one document on a line of its own.
pub(in crate::cli) fn library_found_line(
    out: &mut dyn Write,
    entry: &Streamed<LibraryFinding>,
    library: (&str, u64, &ResolvedSettings),
) -> io::Result<()> {
    write(out, 0, &JsonFoundLine { head: head(library), document: looked_up(entry, library.2) })
}

fn head<'a>((file, documents, settings): (&'a str, u64, &ResolvedSettings)) -> JsonFoundHead<'a> {
    JsonFoundHead {
        schema: "simscope/library-find/1",
        version: env!("CARGO_PKG_VERSION"),
        library: file,
        library_documents: documents,
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

fn looked_up<'a>(entry: &'a Streamed<LibraryFinding>, settings: &ResolvedSettings) -> JsonLookedUp<'a> {
    let found = entry.seen.as_ref().ok().and_then(|seen| Some((seen.made.found.as_ref().ok()?, &seen.made.text)));
    JsonLookedUp {
        document: document::streamed(entry, |made| made.sketch, settings),
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

#[derive(Serialize)]
struct JsonLibraryDocument<'a> {
    schema: &'static str,
    id: u32,
    path: String,
    title: Option<&'a str>,
    date: Option<&'a str>,
    bytes: u64,
    /// XXH3-64 of the bytes, hexadecimal.
    content_hash: String,
    /// White space not counted.
    characters: u64,
    /// Hashes of runs that it is known by.
    runs: u64,
    fingerprint: Option<String>,
}

/// Writes a document on a line of its own.
pub(in crate::cli) fn library_document(out: &mut dyn Write, document: &StoredDocument) -> io::Result<()> {
    let json = JsonLibraryDocument {
        schema: "simscope/library-document/1",
        id: document.id,
        path: document.path.to_string_lossy().into_owned(),
        title: document.title.as_deref(),
        date: document.date.as_deref(),
        bytes: document.bytes,
        content_hash: format!("{:016x}", document.content),
        characters: document.chars,
        runs: document.runs,
        fingerprint: document.fingerprint.map(|fingerprint| fingerprint.to_string()),
    };
    write(out, 0, &json)
}

/// A line as `hash` writes it, with the members that a library knows.
#[derive(Serialize)]
struct JsonExported<'a> {
    schema: &'static str,
    recipe: String,
    name: String,
    path: String,
    bits: u8,
    fingerprint: Option<String>,
    bytes: u64,
    content_hash: String,
    id: u32,
    title: Option<&'a str>,
    date: Option<&'a str>,
    /// The blocks of the fingerprint, hexadecimal.
    blocks: Vec<String>,
}

/// Writes a document with the blocks of its fingerprint on a line of its own.
pub(in crate::cli) fn library_exported(
    out: &mut dyn Write,
    document: &StoredDocument,
    library: &Identity,
) -> io::Result<()> {
    let recipe = &library.recipe.recipe;
    let json = JsonExported {
        schema: "simscope/hash/1",
        recipe: recipe.to_string(),
        name: document.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        path: document.path.to_string_lossy().into_owned(),
        bits: recipe.bits,
        fingerprint: document.fingerprint.map(|fingerprint| fingerprint.to_string()),
        bytes: document.bytes,
        content_hash: format!("{:016x}", document.content),
        id: document.id,
        title: document.title.as_deref(),
        date: document.date.as_deref(),
        blocks: library.blocks_of(document),
    };
    write(out, 0, &json)
}

#[derive(Serialize)]
struct JsonLibraryStats<'a> {
    schema: &'static str,
    library: &'a str,
    recipe: String,
    k: u32,
    documents: u64,
    without_fingerprint: u64,
    /// This one and the next three are `null` where the library has no passages.
    without_passages: Option<u64>,
    texts: Option<u64>,
    segments: Option<u64>,
    postings: Option<u64>,
    bytes: u64,
    /// Each table and index with its size in bytes.
    tables: BTreeMap<&'a str, u64>,
    /// Only with `--ways`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ways: Vec<JsonWay>,
    /// The layouts of tables; only with `--ways`, and of a library on a server.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layouts: Vec<JsonLayout>,
}

#[derive(Serialize)]
struct JsonLayout {
    layout: EngineKind,
    /// The library has it: its figures are measured there.
    in_use: bool,
    /// Memory of a fingerprint in all tables.
    bytes: f64,
    /// In batches of 50.
    look_ups_per_second: f64,
    /// The fingerprints that a look-up compares.
    candidates: f64,
    figures: FigureOrigin,
}

#[derive(Serialize)]
struct JsonWay {
    /// `tables`, `query-enumeration`, `store-enumeration` or `scan`.
    way: &'static str,
    blocks: Option<u8>,
    chosen: Option<u8>,
    look_ups: u64,
    rows: u64,
    bytes: u64,
    /// `null` if it was not tried.
    ms: Option<f64>,
}

/// Writes counts, sizes and ways.
pub(in crate::cli) fn library_stats(
    out: &mut dyn Write,
    file: &str,
    (stats, ways, layouts): (&LibraryStats, &[Way], &[LayoutCost]),
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let passages = stats.passages.as_ref();
    let json = JsonLibraryStats {
        schema: "simscope/library-stats/1",
        library: file,
        recipe: settings.recipe.to_string(),
        k: settings.k(),
        documents: stats.documents,
        without_fingerprint: stats.without_fingerprint,
        without_passages: passages.map(|passages| passages.documents_without),
        texts: passages.map(|passages| passages.texts),
        segments: passages.map(|passages| passages.segments),
        postings: passages.map(|passages| passages.postings),
        bytes: stats.bytes,
        tables: stats.tables.iter().map(|(name, size)| (name.as_str(), *size)).collect(),
        ways: ways.iter().map(way).collect(),
        layouts: layouts.iter().map(layout).collect(),
    };
    write(out, 2, &json)
}

fn way(way: &Way) -> JsonWay {
    let (name, blocks) = match way.kind {
        WayKind::Tables { blocks, chosen } => ("tables", Some((blocks, chosen))),
        WayKind::QueryEnumeration => ("query-enumeration", None),
        WayKind::StoreEnumeration => ("store-enumeration", None),
        WayKind::Scan => ("scan", None),
    };
    JsonWay {
        way: name,
        blocks: blocks.map(|(blocks, _)| blocks),
        chosen: blocks.map(|(_, chosen)| chosen),
        look_ups: way.look_ups,
        rows: way.rows,
        bytes: way.bytes,
        ms: way.took.map(|took| took.as_secs_f64() * 1000.0),
    }
}

fn layout(cost: &LayoutCost) -> JsonLayout {
    JsonLayout {
        layout: cost.engine,
        in_use: cost.origin == FigureOrigin::Library,
        bytes: cost.bytes,
        look_ups_per_second: cost.look_ups,
        candidates: cost.candidates,
        figures: cost.origin,
    }
}

#[derive(Serialize)]
struct JsonPlan {
    schema: &'static str,
    documents: u64,
    bits: u8,
    k: u32,
    engines: Vec<JsonCapacity>,
}

#[derive(Serialize)]
struct JsonCapacity {
    engine: EngineKind,
    tables: Option<usize>,
    blocks: Option<usize>,
    /// Blocks in a key.
    chosen: Option<usize>,
    look_ups: u64,
    candidates: f64,
    bytes: f64,
    memory: f64,
    /// Time of a look-up; `null` if it was not measured.
    ms: Option<f64>,
    /// The largest number of documents for which the engine is sensible; `null` if nothing is known against any.
    until: Option<u64>,
    limit: Option<CapacityLimit>,
    figures: FigureOrigin,
}

/// Writes one object.
pub(in crate::cli) fn library_plan(
    out: &mut dyn Write,
    documents: u64,
    all: &[Capacity],
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let engines = all.iter().map(capacity).collect();
    let (bits, k) = (settings.recipe.bits, settings.k());
    write(out, 2, &JsonPlan { schema: "simscope/library-plan/1", documents, bits, k, engines })
}

fn capacity(of: &Capacity) -> JsonCapacity {
    let (until, limit) = of.until.unzip();
    JsonCapacity {
        engine: of.engine,
        tables: of.tables.map(|[tables, ..]| tables),
        blocks: of.tables.map(|[_, blocks, _]| blocks),
        chosen: of.tables.map(|[.., chosen]| chosen),
        look_ups: of.look_ups,
        candidates: of.candidates,
        bytes: of.bytes,
        memory: of.memory,
        ms: of.seconds.map(|seconds| seconds * 1000.0),
        until,
        limit,
        figures: of.origin,
    }
}
