//! What `simscope library` writes for programs.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde_json::{Value, json};

use super::{LEVELS, Lazy, document, joined, places, present, write};
use crate::{
    batch::{AddOutcome, FoundInLibrary, LibraryFinding, LibraryHit, SearchedLibraries, stream::Streamed},
    cli::settings::ResolvedSettings,
    compare::coverage::{FOUND_FROM, READING_VERSION, RunLength},
    document::Source,
    locale::Lang,
    say,
    store::{Capacity, Identity, LibraryStats, NewDocument, PlannedPart, StoredDocument, TableRows, adding_takes},
};

/// Writes what became of a file, on a line of its own.
pub(in crate::cli) fn library_added_line(
    out: &mut dyn Write,
    source: &Source,
    outcome: &AddOutcome,
    lang: Lang,
) -> io::Result<()> {
    let (outcome, error) = match outcome {
        AddOutcome::Added => ("added", None),
        AddOutcome::Replaced => ("replaced", None),
        AddOutcome::Unchanged => ("unchanged", None),
        AddOutcome::Failed(failure) => {
            ("failed", Some(document::message(failure.kind(), &failure.message(source, lang))))
        }
    };
    let schema = "simscope/library-added/1";
    let line = json!({ "schema": schema, "path": source.given(), "outcome": outcome, "error": error });
    write(out, 0, &present(line, &["error"]))?;
    out.flush()
}

/// Writes all documents and what was found of each.
pub(in crate::cli) fn library_found(
    out: &mut dyn Write,
    entries: &[Streamed<LibraryFinding>],
    library: SearchedLibraries<'_>,
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let documents: Vec<Value> = entries.iter().map(|entry| looked_up(entry, library, settings)).collect();
    write(out, LEVELS, &joined(head(library, settings), json!({ "documents": documents })))
}

/// One document, for a line of its own.
pub(in crate::cli) fn library_found_line(
    entry: &Streamed<LibraryFinding>,
    library: SearchedLibraries<'_>,
    settings: &ResolvedSettings,
) -> Value {
    joined(head(library, settings), looked_up(entry, library, settings))
}

fn head(library: SearchedLibraries<'_>, settings: &ResolvedSettings) -> Value {
    let SearchedLibraries { places, documents, with_passages, accepted } = library;
    json!({
        "schema": "simscope/library-find/2",
        "version": env!("CARGO_PKG_VERSION"),
        "library": places.join(","),
        "library_documents": documents,
        "library_with_passages": with_passages,
        "accepted": accepted,
        "recipe": settings.recipe.to_string(),
        "k": settings.k(),
        // How long a run must be to count as shared, and to be found for certain.
        "run": run(settings.run),
        "found_from": run(FOUND_FROM),
        "note": "Similarity is not proof of copying.",
    })
}

fn run(RunLength { han, words }: RunLength) -> Value {
    json!({ "han": han, "words": words })
}

/// A document, and what was found of it if it could be read. What shares passages is `null` where none are known.
fn looked_up(entry: &Streamed<LibraryFinding>, library: SearchedLibraries<'_>, settings: &ResolvedSettings) -> Value {
    let known = library.has_passages();
    let document = json!(document::streamed(entry, |made| made.sketch, settings));
    let found = entry.seen.as_ref().ok().and_then(|seen| Some((seen.made.found.as_ref().ok()?, &seen.made.text)));
    let Some((found, text)) = found else {
        let failed = entry.seen.as_ref().ok().and_then(|seen| seen.made.found.as_ref().err());
        let words = |(at, error): &(usize, _)| say::library_error(error, &library.places[*at], settings.lang);
        let failed = failed.map(|failed| document::message("library", &words(failed)));
        return joined(document, present(json!({ "error": failed }), &["error"]));
    };
    let FoundInLibrary { near, sharing, unverified, nearest, together, tables, damaged, took, .. } = found;
    let complete = found.is_complete();
    let total = known && complete;
    let total = total.then(|| sharing.len() + near.iter().filter(|hit| hit.longest() > 0).count());
    let [near_ms, sharing_ms] = took.map(|took| took.as_secs_f64() * 1000.0);
    let [near, sharing, unverified, nearest] = [near, sharing, unverified, nearest]
        .map(|hits| hits.iter().map(|hit| json_hit(hit, library.places, text)).collect::<Vec<_>>());
    let found = json!({
        "near": near,
        "sharing": known.then_some(sharing),
        "unverified": known.then_some(unverified),
        // Documents that have a matching run, near or not, and how many of them were read.
        "complete": known.then_some(complete),
        "sharing_candidates": known.then_some(found.candidates),
        "sharing_read": known.then_some(found.read),
        "sharing_total": total,
        "nearest": nearest,
        "together": together.map(|together| json!({ "a_in_b": together.share, "a_in_b_edited": together.edited() })),
        // These two are empty where all fingerprints were read.
        "rows": tables.iter().map(|table| table.rows).collect::<Value>(),
        "ranges": tables.iter().map(range).collect::<Value>(),
        "damaged": damaged,
        "near_ms": near_ms,
        "sharing_ms": sharing_ms,
    });
    joined(document, present(found, &["nearest"]))
}

/// The first row key of a table that was read, and the first one behind.
fn range(table: &TableRows) -> [String; 2] {
    [table.flag, table.flag + 1].map(|flag| format!("{:08x}{flag:02x}", table.segment))
}

/// Shares and passages are `null` where no text is at hand.
fn json_hit(hit: &LibraryHit, places: &[String], text: &str) -> Value {
    let LibraryHit { library, document, hamming, runs, shared } = hit;
    let known = shared.as_ref().ok();
    json!({
        "library": places[*library],
        "id": document.id,
        "path": document.path.to_string_lossy(),
        "title": document.title,
        "date": document.date,
        "fingerprint": hex(document),
        "hamming": hamming,
        "a_in_b": known.map(|shared| shared.coverage[0].share),
        "b_in_a": known.map(|shared| shared.coverage[1].share),
        "a_in_b_edited": known.map(|shared| shared.coverage[0].edited()),
        "b_in_a_edited": known.map(|shared| shared.coverage[1].edited()),
        "longest": known.map(|shared| shared.coverage[0].longest),
        "matching_runs": runs,
        "unverified": shared.as_ref().err().map(|why| why.key()),
        "passages": known.map(|shared| places::shared(&shared.passages, text)),
    })
}

fn hex(document: &StoredDocument) -> Option<String> {
    document.fingerprint.map(|fingerprint| fingerprint.to_string())
}

/// Writes a document on a line of its own.
pub(in crate::cli) fn library_document_line(out: &mut dyn Write, document: &StoredDocument) -> io::Result<()> {
    write(out, 0, &library_document(document))
}

/// Writes a list of documents.
pub(in crate::cli) fn library_documents(out: &mut dyn Write, documents: &[StoredDocument]) -> io::Result<()> {
    write(out, LEVELS, &Lazy(|| documents.iter().map(library_document)))
}

fn library_document(document: &StoredDocument) -> Value {
    json!({
        "schema": "simscope/library-document/1",
        "id": document.id,
        "path": document.path.to_string_lossy(),
        "title": document.title,
        "date": document.date,
        "bytes": document.bytes,
        "content_hash": format!("{:016x}", document.content),
        "characters": document.chars,
        "runs": document.runs,
        "fingerprint": hex(document),
    })
}

/// Writes a document as `hash` does on a line of its own, with what a library knows of it and the blocks of its
/// fingerprint.
pub(in crate::cli) fn library_exported(
    out: &mut dyn Write,
    document: &StoredDocument,
    library: &Identity,
) -> io::Result<()> {
    write(out, 0, &exported(document, library))
}

/// The same with its passages and its kept text.
pub(in crate::cli) fn library_exported_whole(
    out: &mut dyn Write,
    (document, whole): &(StoredDocument, NewDocument),
    library: &Identity,
) -> io::Result<()> {
    let more = json!({
        "characters": whole.chars,
        "runs_version": READING_VERSION,
        "runs": whole.runs,
        "text": whole.text.as_ref().and_then(|text| text.text().ok()),
    });
    write(out, 0, &joined(exported(document, library), present(more, &["text"])))
}

fn exported(document: &StoredDocument, library: &Identity) -> Value {
    let recipe = &library.recipe.recipe;
    let line = json!({
        "schema": "simscope/hash/1",
        "recipe": recipe.to_string(),
        "name": document.path.file_name().unwrap_or_default().to_string_lossy(),
        "path": document.path.to_string_lossy(),
        "bits": recipe.bits,
        "fingerprint": hex(document),
        "bytes": document.bytes,
        "content_hash": format!("{:016x}", document.content),
        "id": document.id,
        "title": document.title,
        "date": document.date,
        "blocks": library.blocks_of(document),
        "library": library.id,
        "k": library.recipe.k,
    });
    present(line, &["k"])
}

/// Writes counts and sizes.
pub(in crate::cli) fn library_stats(
    out: &mut dyn Write,
    file: &str,
    stats: &LibraryStats,
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let passages = stats.passages.as_ref();
    let tables: BTreeMap<&str, u64> = stats.tables.iter().map(|(name, size)| (name.as_str(), *size)).collect();
    let written = json!({
        "schema": "simscope/library-stats/1",
        "library": file,
        "recipe": settings.recipe.to_string(),
        "k": settings.k(),
        "documents": stats.documents,
        "without_fingerprint": stats.without_fingerprint,
        // These four are `null` where the library has no passages.
        "without_passages": passages.map(|passages| passages.documents_without),
        "texts": passages.map(|passages| passages.texts),
        "segments": passages.map(|passages| passages.segments),
        "postings": passages.map(|passages| passages.postings),
        "bytes": stats.bytes,
        "tables": tables,
    });
    write(out, 2, &written)
}

/// Writes one object.
pub(in crate::cli) fn library_plan(
    out: &mut dyn Write,
    documents: u64,
    (all, parts): (&[Capacity], &[PlannedPart]),
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let part = |part: &PlannedPart| {
        let bytes = part.each * documents as f64;
        json!({ "part": part.part, "each": part.each, "bytes": bytes, "figures": part.origin })
    };
    let plan = json!({
        "schema": "simscope/library-plan/1",
        "documents": documents,
        "bits": settings.recipe.bits,
        "k": settings.k(),
        "engines": all.iter().map(capacity).collect::<Value>(),
        "parts": parts.iter().map(part).collect::<Value>(),
        "add_seconds": adding_takes(documents).as_secs_f64(),
    });
    write(out, 2, &plan)
}

/// `until` is the largest number of documents for which the engine is sensible; `null` if nothing is known against any.
fn capacity(of: &Capacity) -> Value {
    let (until, limit) = of.until.unzip();
    json!({
        "engine": of.engine,
        "tables": of.tables.map(|[tables, ..]| tables),
        "blocks": of.tables.map(|[_, blocks, _]| blocks),
        "chosen": of.tables.map(|[.., chosen]| chosen),
        "look_ups": of.look_ups,
        "candidates": of.candidates,
        "bytes": of.bytes,
        "memory": of.memory,
        "ms": of.seconds.map(|seconds| seconds * 1000.0),
        "until": until,
        "limit": limit,
        "figures": of.origin,
    })
}
