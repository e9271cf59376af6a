//! The documents of a library and its sizes, for programs.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

use super::write;
use crate::{
    cli::settings::ResolvedSettings,
    library::{EngineKind, FigureOrigin, LayoutCost, Library, LibraryDocument, LibraryStats, Way, WayKind},
};

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
pub(in crate::cli) fn library_document(out: &mut dyn Write, document: &LibraryDocument) -> io::Result<()> {
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
    document: &LibraryDocument,
    library: &Library,
) -> io::Result<()> {
    let recipe = &library.recipe().recipe;
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
