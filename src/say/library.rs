//! Why a library cannot be used, and what to do.

use crate::{
    library::{CapacityLimit, EngineKind, FigureOrigin, LibraryDamage, LibraryError, ServerError, UrlError, WayKind},
    locale::{Lang, grouped},
    t,
};

/// A sentence that names the file, and what to do about it.
pub(crate) fn library_error(error: &LibraryError, file: &str, lang: Lang) -> String {
    match error {
        LibraryError::Missing => t!(lang, "library-file.none", file = file),
        LibraryError::NotALibrary => t!(lang, "library-file.not-one", file = file),
        LibraryError::Network(name) => t!(lang, "library-file.network", file = file, name = name),
        LibraryError::Newer { version, known } => {
            t!(lang, "library-file.newer", file = file, version = version, known = known)
        }
        LibraryError::Received => t!(lang, "library-file.received", file = file),
        LibraryError::OtherReading => t!(lang, "library-file.other-reading", file = file),
        LibraryError::Busy => t!(lang, "library-file.busy", file = file),
        LibraryError::ReadOnly => t!(lang, "library-file.read-only", file = file),
        LibraryError::Full => t!(lang, "library-file.full", file = file),
        LibraryError::Damaged(what) => t!(lang, "library-file.damaged", file = file, what = what),
        LibraryError::FilesOnly => t!(lang, "library-file.files-only", file = file),
        LibraryError::NoServers => t!(lang, "library-file.no-servers", file = file),
        LibraryError::KeyInTheWay(key) => t!(lang, "library-file.key-in-the-way", file = file, key = key),
        LibraryError::Server(reason) => server_error(reason, file, lang),
        LibraryError::Io(reason) => t!(lang, "library-file.failed", file = file, reason = reason),
        LibraryError::Sqlite(reason) => t!(lang, "library-file.failed", file = file, reason = reason),
    }
}

fn server_error(reason: &ServerError, file: &str, lang: Lang) -> String {
    match reason {
        ServerError::Unreachable(reason) => t!(lang, "library-file.unreachable", file = file, reason = reason),
        ServerError::Refused(reason) => t!(lang, "library-file.refused", file = file, reason = reason),
        ServerError::Tls(reason) => t!(lang, "library-file.no-tls", file = file, reason = reason),
        ServerError::IsCluster => t!(lang, "library-file.is-cluster", file = file),
        ServerError::NotCluster => t!(lang, "library-file.not-cluster", file = file),
        ServerError::NoReplica => t!(lang, "library-file.no-replica", file = file),
        ServerError::Full => t!(lang, "library-file.server-full", file = file),
        ServerError::Other(reason) => t!(lang, "library-file.failed", file = file, reason = reason),
    }
}

/// The error in the URL of a library. It is not repeated: it could have a password.
pub(crate) fn library_url_error(error: UrlError, lang: Lang) -> &'static str {
    match error {
        UrlError::Host => t!(lang, "library-file.url-host"),
        UrlError::Path => t!(lang, "library-file.url-path"),
        UrlError::Escape => t!(lang, "library-file.url-escape"),
    }
}

/// The damaged part.
pub(crate) fn library_damage(part: &LibraryDamage, lang: Lang) -> String {
    match part {
        LibraryDamage::Page(reason) => t!(lang, "library-file.damage-page", reason = reason),
        LibraryDamage::Document(id) => t!(lang, "library-file.damage-document", id = id),
        LibraryDamage::RowKeys(id) => t!(lang, "library-file.damage-keys", id = id),
        LibraryDamage::RowKeyCount { expected, found } => {
            t!(lang, "library-file.damage-count", expected = expected, found = found)
        }
        LibraryDamage::DocumentCount { expected, found } => {
            t!(lang, "library-file.damage-documents", expected = expected, found = found)
        }
        LibraryDamage::Segment(segment) => t!(lang, "library-file.damage-segment", segment = segment),
        LibraryDamage::Text(id) => t!(lang, "library-file.damage-text", id = id),
    }
}

/// The name of an engine that keeps the keys.
pub(crate) fn engine(engine: EngineKind, lang: Lang) -> &'static str {
    match engine {
        EngineKind::Sqlite => "SQLite",
        EngineKind::RedisPacked => t!(lang, "library-file.plan-packed"),
        EngineKind::RedisSets => t!(lang, "library-file.plan-sets"),
        EngineKind::Hbase => "HBase",
        EngineKind::Scan => t!(lang, "library-file.plan-scan"),
    }
}

/// Why an engine is not for more documents.
pub(crate) fn capacity_limit(limit: CapacityLimit, lang: Lang) -> &'static str {
    match limit {
        CapacityLimit::Time => t!(lang, "library-file.plan-limit-time"),
        CapacityLimit::Memory => t!(lang, "library-file.plan-limit-memory"),
        CapacityLimit::Numbers => t!(lang, "library-file.plan-limit-numbers"),
    }
}

/// The name of a way to look a fingerprint up.
pub(crate) fn library_way(kind: WayKind, lang: Lang) -> String {
    match kind {
        WayKind::Tables { blocks, chosen: 1 } => t!(lang, "library-file.way-blocks", blocks = blocks),
        WayKind::Tables { blocks, chosen } => t!(lang, "library-file.way-choose", blocks = blocks, chosen = chosen),
        WayKind::QueryEnumeration => t!(lang, "library-file.way-query").to_owned(),
        WayKind::StoreEnumeration => t!(lang, "library-file.way-store").to_owned(),
        WayKind::Scan => t!(lang, "library-file.way-scan").to_owned(),
    }
}

/// The origin of figures.
pub(crate) fn figure_origin(origin: FigureOrigin, lang: Lang) -> &'static str {
    match origin {
        FigureOrigin::Library => t!(lang, "library-file.plan-library"),
        FigureOrigin::Elsewhere => t!(lang, "library-file.plan-elsewhere"),
        FigureOrigin::Format => t!(lang, "library-file.plan-format"),
    }
}

/// Milliseconds with three digits or so.
pub(crate) fn milliseconds(seconds: f64) -> String {
    let ms = seconds * 1000.0;
    if ms >= 100.0 { grouped(ms.round() as u64) } else { format!("{ms:.*}", if ms < 1.0 { 3 } else { 1 }) }
}

/// A mean number of rows, with decimals where there are few.
pub(crate) fn mean_rows(rows: f64) -> String {
    if rows < 1000.0 { format!("{rows:.*}", if rows < 10.0 { 2 } else { 1 }) } else { grouped(rows.round() as u64) }
}
