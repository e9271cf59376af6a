//! The key of an entry: everything that decides what reading and examining a file come to. The one place that knows it.

use xxhash_rust::xxh3::xxh3_128;

use crate::{
    compare::coverage::{READING_VERSION, RunLength},
    document::{Document, Encoding, Format, Source},
    simhash::Recipe,
};

/// Raised whenever the same bytes may come to another text or other numbers under the same recipe within one version of
/// the program, or an entry or index has another form.
const READING: u32 = 4;

/// The hash of a recipe, run length, version of reading, content, and how the content is read.
pub(super) type EntryKey = u128;

/// How documents are examined.
#[derive(Clone, Copy, Debug)]
pub(super) struct CacheKey {
    hash: u128,
    /// The width of fingerprints.
    pub bits: u8,
    /// How long a shared run must be.
    pub run: RunLength,
}

impl CacheKey {
    pub(super) fn new(recipe: &Recipe, run: RunLength) -> Self {
        let RunLength { han, words } = run;
        let version = env!("CARGO_PKG_VERSION");
        let hash = xxh3_128(format!("{recipe}\n{han} {words}\n{version}\n{READING} {READING_VERSION}").as_bytes());
        Self { hash, bits: recipe.bits, run }
    }

    /// The key of a document. The format in its name counts, since a name may decide how bytes are read, and one that says
    /// another format than the content is noted.
    pub(super) fn entry(&self, document: &Document) -> EntryKey {
        let said = said(&document.source);
        let named = document.source.named_format().map(Format::key).unwrap_or_default();
        let (size, content) = (document.reading.bytes, document.reading.content_hash);
        xxh3_128(format!("{:032x}\n{said}\n{named}\n{size}\n{content:016x}", self.hash).as_bytes())
    }

    /// The key of the index of some folders.
    pub(super) fn index(&self, scope: u64) -> u128 {
        xxh3_128(format!("{:032x}\n{scope:016x}", self.hash).as_bytes())
    }
}

/// The format and encoding that somebody said a source has.
pub(super) fn said(source: &Source) -> String {
    let format = source.said_format().map(Format::key).unwrap_or_default();
    format!("{format}\n{}", source.said_encoding().map(Encoding::name).unwrap_or_default())
}
