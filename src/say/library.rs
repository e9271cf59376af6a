//! Why a library cannot be used, and what to do.

use crate::{
    library::{LibraryDamage, LibraryError, WayKind},
    locale::Lang,
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
        LibraryError::Io(reason) => t!(lang, "library-file.failed", file = file, reason = reason),
        LibraryError::Sqlite(reason) => t!(lang, "library-file.failed", file = file, reason = reason),
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
        LibraryDamage::Segment(segment) => t!(lang, "library-file.damage-segment", segment = segment),
        LibraryDamage::Text(id) => t!(lang, "library-file.damage-text", id = id),
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
