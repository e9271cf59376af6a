//! Why a library or a file of fingerprints cannot be used, and what to do; the tables of what a library costs.

use std::time::Duration;

use super::{read_error, recipe_error};
use crate::{
    compare::coverage::FromOthers,
    locale::{Lang, bytes, grouped, percent},
    store::{
        BadLine, Capacity, CapacityLimit, EngineKind, Eviction, FigureOrigin, FingerprintFileError, LibraryDamage,
        LineError, RecordPlace, SCHEMA, ServerError, StoreError, UrlError,
    },
    t,
    table::{Cell, Field, Tone},
};

/// A sentence that names the file, and what to do about it.
pub(crate) fn library_error(error: &StoreError, file: &str, lang: Lang) -> String {
    match error {
        StoreError::Missing => t!(lang, "library-file.none", file),
        StoreError::NotALibrary => t!(lang, "library-file.not-one", file),
        StoreError::Network(name) => t!(lang, "library-file.network", file, name),
        StoreError::Newer { version, known } => {
            t!(lang, "library-file.newer", file, version, known)
        }
        StoreError::Received => t!(lang, "library-file.received", file),
        StoreError::OtherReading => t!(lang, "library-file.other-reading", file),
        StoreError::Busy => t!(lang, "library-file.busy", file),
        StoreError::ReadOnly => t!(lang, "library-file.read-only", file),
        StoreError::Full => t!(lang, "library-file.full", file),
        StoreError::Damaged(what) => t!(lang, "library-file.damaged", file, what),
        StoreError::FilesOnly => t!(lang, "library-file.files-only", file),
        StoreError::NoServers => t!(lang, "library-file.no-servers", file),
        StoreError::KeyInTheWay(key) => t!(lang, "library-file.key-in-the-way", file, key),
        StoreError::Server(reason) => server_error(reason, file, lang),
        StoreError::Unreadable(reason) => read_error(reason, lang),
        StoreError::Io(reason) => t!(lang, "library-file.failed", file, reason),
        StoreError::Sqlite(reason) => t!(lang, "library-file.failed", file, reason),
    }
}

/// How much of a document those of a library that were read have together; `None` if it is nothing, or not known.
pub(crate) fn together(found: Option<FromOthers>, lang: Lang) -> Option<String> {
    let together = found.filter(|together| together.edited() > 0.0)?;
    let [share, edited] = [together.share, together.edited()].map(percent);
    let edits = if edited == share { String::new() } else { t!(lang, "shared.with-edits", share = edited) };
    Some(t!(lang, "library-file.together", share, edits))
}

/// A warning that the server may drop documents; `None` where it never does.
pub(crate) fn eviction(eviction: &Eviction, file: &str, lang: Lang) -> Option<String> {
    match eviction {
        Eviction::Never => None,
        Eviction::Any(policy) => Some(t!(lang, "library-file.evicts", file, policy)),
        Eviction::Unknown => Some(t!(lang, "library-file.may-evict", file)),
        Eviction::Unsaved => Some(t!(lang, "library-file.unsaved", file)),
    }
}

fn server_error(reason: &ServerError, file: &str, lang: Lang) -> String {
    match reason {
        ServerError::Unreachable(reason) => t!(lang, "library-file.unreachable", file, reason),
        ServerError::Lost(reason) => t!(lang, "library-file.lost", file, reason),
        ServerError::Refused(reason) => t!(lang, "library-file.refused", file, reason),
        ServerError::Forbidden(reason) => t!(lang, "library-file.forbidden", file, reason),
        ServerError::Tls(reason) => t!(lang, "library-file.no-tls", file, reason),
        ServerError::IsCluster => t!(lang, "library-file.is-cluster", file),
        ServerError::NotCluster => t!(lang, "library-file.not-cluster", file),
        ServerError::Unnamed(node) => t!(lang, "library-file.unnamed-node", file, node),
        ServerError::NoReplica => t!(lang, "library-file.no-replica", file),
        ServerError::Full => t!(lang, "library-file.server-full", file),
        ServerError::Evicts(policy) => t!(lang, "library-file.evicts", file, policy),
        ServerError::Other(reason) => t!(lang, "library-file.failed", file, reason),
    }
}

/// Why a file of fingerprints cannot be used, with the place in it.
pub(crate) fn fingerprint_file_error(error: &FingerprintFileError, lang: Lang) -> String {
    match error {
        FingerprintFileError::Unreadable(error) => read_error(error, lang),
        FingerprintFileError::Empty(file) => t!(lang, "stored.nothing", file),
        FingerprintFileError::Part { place: None, why, .. } => line_error(why, lang),
        FingerprintFileError::Part { file, place: Some(place), why } => {
            format!("{}: {}", place.within(file, lang), line_error(why, lang))
        }
    }
}

/// Which line cannot be used, and why.
pub(crate) fn bad_line(line: &BadLine, lang: Lang) -> String {
    let place = RecordPlace::Line(line.line).within(&line.file, lang);
    t!(lang, "archive.bad-line", place, why = line_error(&line.why, lang))
}

fn line_error(error: &LineError, lang: Lang) -> String {
    match error {
        LineError::TooLong => t!(lang, "archive.too-long", most = LineError::MAX_BYTES / 1024),
        LineError::NoDocument(reason) => t!(lang, "archive.no-document", reason),
        LineError::NoJson(file, reason) => t!(lang, "stored.no-json", file, reason),
        LineError::NoObject => t!(lang, "stored.no-document").into(),
        LineError::Schema(found) => t!(lang, "stored.schema", found, schema = SCHEMA),
        LineError::Missing(key) => t!(lang, "stored.missing", key),
        LineError::NoString(key, found) => t!(lang, "stored.no-string", key, found),
        LineError::NoRecipe(found) => t!(lang, "archive.no-recipe", found),
        LineError::Recipe(error) => recipe_error(error, lang),
        LineError::OtherRecipe(settings) => {
            t!(lang, "archive.other-recipe", settings = different_settings(settings, lang))
        }
        LineError::Bits(found, bits) => t!(lang, "stored.bits", found, bits),
        LineError::NoFingerprint(found, bits) => {
            let digits = usize::from(*bits).div_ceil(4);
            t!(lang, "stored.no-fingerprint", found, digits, bits)
        }
    }
}

/// The settings in which two recipes differ, each with its value there and here.
pub(crate) fn different_settings<S: std::fmt::Display>(settings: &[(S, String, String)], lang: Lang) -> String {
    let settings = settings.iter().map(|(setting, there, here)| t!(lang, "stored.setting", setting, there, here));
    settings.collect::<Vec<_>>().join(t!(lang, "stored.and"))
}

/// The error in the URL of a library. It is not repeated: it could have a password.
pub(crate) fn library_url_error(error: UrlError, lang: Lang) -> &'static str {
    lang.text(match error {
        UrlError::Scheme => "library-file.url-scheme",
        UrlError::Host => "library-file.url-host",
        UrlError::Path => "library-file.url-path",
        UrlError::Escape => "library-file.url-escape",
        UrlError::Layout => "library-file.url-layout",
    })
}

/// The damaged part.
pub(crate) fn library_damage(part: &LibraryDamage, lang: Lang) -> String {
    match part {
        LibraryDamage::Page(reason) => t!(lang, "library-file.damage-page", reason),
        LibraryDamage::Document(id) => t!(lang, "library-file.damage-document", id),
        LibraryDamage::RowKeys(id) => t!(lang, "library-file.damage-keys", id),
        LibraryDamage::RowKeyCount { expected, found } => {
            t!(lang, "library-file.damage-count", expected, found)
        }
        LibraryDamage::DocumentCount { expected, found } => {
            t!(lang, "library-file.damage-documents", expected, found)
        }
        LibraryDamage::Segment(segment) => t!(lang, "library-file.damage-segment", segment),
        LibraryDamage::Text(id) => t!(lang, "library-file.damage-text", id),
    }
}

/// The name of an engine that keeps the keys.
fn engine(engine: EngineKind, lang: Lang) -> &'static str {
    match engine {
        EngineKind::Sqlite => "SQLite",
        EngineKind::RedisPacked => t!(lang, "library-file.plan-packed"),
        EngineKind::RedisSets => t!(lang, "library-file.plan-sets"),
        EngineKind::Hbase => "HBase",
        EngineKind::Scan => t!(lang, "library-file.plan-scan"),
    }
}

/// Why an engine is not for more documents.
fn capacity_limit(limit: CapacityLimit, lang: Lang) -> &'static str {
    lang.text(match limit {
        CapacityLimit::Time => "library-file.plan-limit-time",
        CapacityLimit::Memory => "library-file.plan-limit-memory",
        CapacityLimit::Numbers => "library-file.plan-limit-numbers",
    })
}

/// How a fingerprint is looked up: in so many tables, of so many blocks, so many of them in a key, or by a scan.
fn library_way(tables: Option<[usize; 3]>, lang: Lang) -> String {
    match tables {
        Some([_, blocks, 1]) => t!(lang, "library-file.way-blocks", blocks),
        Some([_, blocks, chosen]) => t!(lang, "library-file.way-choose", blocks, chosen),
        None => t!(lang, "library-file.way-scan").to_owned(),
    }
}

/// The origin of figures.
pub(crate) fn figure_origin(origin: FigureOrigin, lang: Lang) -> &'static str {
    lang.text(match origin {
        FigureOrigin::Library => "library-file.plan-library",
        FigureOrigin::Elsewhere => "library-file.plan-elsewhere",
        FigureOrigin::Format => "library-file.plan-format",
    })
}

/// Milliseconds with three digits or so.
fn milliseconds(seconds: f64) -> String {
    let ms = seconds * 1000.0;
    if ms >= 100.0 { grouped(ms.round() as u64) } else { format!("{ms:.*}", if ms < 1.0 { 3 } else { 1 }) }
}

/// An engine, and what it takes with so many documents: its way, look-ups, candidates, space, memory, time, up to how
/// many it is sensible and why, and the origin of these figures.
pub(crate) const CAPACITIES: [Field<Capacity>; 10] = [
    Field::left("library-file.plan-engine", 0, |of, lang| engine(of.engine, lang).into()),
    Field::left("library-file.way", 0, |of, lang| library_way(of.tables, lang).into()),
    Field::right("library-file.look-ups", 9, |of, _| grouped(of.look_ups).into()),
    Field::right("library-file.plan-candidates", 9, |of, _| grouped(of.candidates.round() as u64).into()),
    Field::right("library-file.space", 8, |of, _| bytes(of.bytes as u64).into()),
    Field::right("library-file.plan-memory", 8, |of, _| {
        if of.memory > 0.0 { bytes(of.memory as u64).into() } else { "".into() }
    }),
    Field::right("ms", 8, |of, lang| match of.seconds {
        Some(seconds) => milliseconds(seconds).into(),
        None => Cell::from(t!(lang, "library-file.plan-unknown")).toned(Tone::Note),
    }),
    Field::right("library-file.plan-until", 14, |of, _| of.until.map(|(n, _)| grouped(n)).unwrap_or_default().into()),
    Field::left("", 25, |of, lang| of.until.map_or("", |(_, why)| capacity_limit(why, lang)).into()),
    Field::left("library-file.plan-figures", 18, |of, lang| {
        Cell::from(figure_origin(of.origin, lang)).toned(Tone::Note)
    }),
];

/// The name of a part of a library.
pub(crate) fn library_part(part: &str, lang: Lang) -> &'static str {
    match part {
        "keys" => t!(lang, "library.part-keys"),
        "documents" => t!(lang, "library.part-documents"),
        "passages" => t!(lang, "library.part-passages"),
        _ => t!(lang, "library.part-texts"),
    }
}

/// A time of minutes, hours or days, rounded.
pub(crate) fn long_time(time: Duration, lang: Lang) -> String {
    let minutes = (time.as_secs() / 60).max(1);
    match minutes {
        ..120 => t!(lang, "library-file.minutes", n = minutes),
        120..2880 => t!(lang, "library-file.hours", n = (minutes + 30) / 60),
        _ => t!(lang, "library-file.days", n = grouped((minutes + 720) / 1440)),
    }
}
