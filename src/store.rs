//! Stores of fingerprints: documents in which near ones, and those that share passages, are found. Three engines are a
//! [`Store`]:
//!
//! - `Sqlite`: one file, with passages and, if wanted, the texts;
//! - `Redis` (feature `redis`): keys on a server or a cluster, near documents alone;
//! - [`FingerprintFiles`]: files that `simscope hash` wrote, in memory, which are only read.
//!
//! The first two are *libraries*: they are [opened](open) at a [place](LibraryPlace) and written. Both find near
//! documents by the row keys of article 004 (`row_key.rs`), whose tables are those of a [`Plan`](crate::search::Plan).
//! A library that was neither made nor accepted here is only read (`identity.rs`).
//!
//! Knows `compare`, `document`, `files`, `locale`, `search` and `simhash`. Must not know how files become documents of
//! a library, nor reviews, screens or commands.

mod cost;
#[cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]
mod document;
mod error;
mod fingerprint_file;
mod identity;
mod memory;
mod place;
#[cfg(feature = "redis")]
mod redis;
#[cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]
mod row_key;
mod sqlite;

use std::{
    collections::BinaryHeap,
    fmt,
    path::{Path, PathBuf},
};

#[cfg(feature = "redis")]
use self::redis::Redis;
use crate::{
    search::Plan,
    simhash::{Fingerprint, RecipeWithK, Watch},
};
use sqlite::Sqlite;

pub(crate) use cost::{
    Capacity, CapacityLimit, EngineKind, FigureOrigin, LARGEST, PARTS, PlannedPart, adding_takes, capacities,
    planned_parts,
};
pub(crate) use document::{KeptText, KnownDocument, LibraryChanges, NewDocument, StoredDocument, TextError};
pub(crate) use error::{LibraryDamage, ServerError, StoreError};
pub(crate) use fingerprint_file::{
    FingerprintFileError, LineError, RecordPlace, SCHEMA, StoredFingerprint, begins_as_hash_does, first_fingerprint,
    read_fingerprints,
};
pub(crate) use identity::{Identity, TABLES_K};
pub(crate) use memory::{
    BadLine, FingerprintFiles, FingerprintRecord, Lookup, MAX_NEIGHBOURS, Neighbour, ReadFilesError, lookup_distance,
};
pub(crate) use place::{Layout, LibraryPlace, UrlError, named_libraries};

/// The purpose for which a library is opened.
#[derive(Clone, Copy)]
pub(crate) enum Access<'a> {
    /// To look things up.
    Read,
    Write,
    /// To write; it is made with this recipe where there is none, a file with the folders above it.
    Create(&'a RecipeWithK),
}

/// Opens a library.
///
/// # Errors
/// [`StoreError::Missing`] where there is none, [`StoreError::Received`] if it is to be written, and was neither made
/// nor accepted here.
pub(crate) fn open(place: &LibraryPlace, access: Access<'_>) -> Result<Box<dyn Store>, StoreError> {
    let store = connect(place, access)?;
    if store.identity().known {
        return Ok(store);
    }
    store.check_received()?;
    if matches!(access, Access::Read) { Ok(store) } else { Err(StoreError::Received) }
}

/// One more connection to a library that is [open](open), and was checked for damage then. It is only read.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn reopen(place: &LibraryPlace) -> Result<Box<dyn Store>, StoreError> {
    connect(place, Access::Read)
}

fn connect(place: &LibraryPlace, access: Access<'_>) -> Result<Box<dyn Store>, StoreError> {
    let mut store: Box<dyn Store> = match place {
        LibraryPlace::File(file) => Box::new(Sqlite::open(file, access)?),
        #[cfg(feature = "redis")]
        LibraryPlace::Server(server) => Box::new(Redis::open(server, access)?),
        #[cfg(not(feature = "redis"))]
        LibraryPlace::Server(_) => return Err(StoreError::NoServers),
    };
    store.identity_mut().recognize(place);
    Ok(store)
}

/// An open store.
///
/// What only some engines have is said by the answers: one without passages finds none and keeps no texts, and one that
/// is only read refuses to be written.
pub(crate) trait Store: fmt::Debug + Send {
    fn identity(&self) -> &Identity;
    fn identity_mut(&mut self) -> &mut Identity;

    /// The number of documents.
    fn len(&self) -> Result<u64, StoreError>;

    /// Whether there are at most so many documents; on servers much cheaper than [`Self::len`].
    fn holds_at_most(&self, most: u64) -> Result<bool, StoreError> {
        Ok(self.len()? <= most)
    }

    /// The numbers of all documents, in no particular order.
    fn numbers(&self) -> Result<Vec<u32>, StoreError>;

    /// A document; `None` where it was removed.
    fn document(&self, id: u32) -> Result<Option<StoredDocument>, StoreError>;

    /// Documents of these numbers, which rise, each also with the hashes of its runs and its kept text, as far as the
    /// engine has them; those that were removed are skipped.
    fn whole(&self, numbers: &[u32]) -> Result<Vec<(StoredDocument, NewDocument)>, StoreError> {
        let documents = numbers.iter().filter_map(|&number| self.document(number).transpose());
        documents.map(|document| document.map(|document| (document.clone(), document.into()))).collect()
    }

    /// The document of a path.
    fn document_of(&self, path: &Path) -> Result<Option<StoredDocument>, StoreError> {
        let mut found = None;
        self.each_document(&mut |document| {
            found = Some(document).filter(|document| document.path == path);
            found.is_none()
        })?;
        Ok(found)
    }

    /// Visits all documents in the order in which they were added, until `visit` returns false.
    fn each_document(&self, visit: &mut dyn FnMut(StoredDocument) -> bool) -> Result<(), StoreError> {
        let mut numbers = self.numbers()?;
        numbers.sort_unstable();
        for number in numbers {
            if self.document(number)?.is_some_and(|document| !visit(document)) {
                break;
            }
        }
        Ok(())
    }

    /// Visits the documents with one of these texts in title, date or path, case ignored; all if there is no text.
    fn each_matching(&self, texts: &[String], visit: &mut dyn FnMut(StoredDocument) -> bool) -> Result<(), StoreError> {
        let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let has = |field: &str| texts.iter().any(|text| field.to_lowercase().contains(text));
        let matches = |document: &StoredDocument| {
            let fields = [document.title.as_deref(), document.date.as_deref()];
            texts.is_empty() || fields.into_iter().flatten().any(has) || has(&document.path.to_string_lossy())
        };
        self.each_document(&mut |document| !matches(&document) || visit(document))
    }

    /// The paths of all documents in a folder and the folders below it.
    fn paths_in(&self, folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
        let mut paths = Vec::new();
        self.each_document(&mut |document| {
            paths.extend(Some(document.path).filter(|path| path.starts_with(folder)));
            true
        })?;
        Ok(paths)
    }

    /// Visits all fingerprints, with the numbers of their documents, until the watch stops it.
    fn each_fingerprint(&self, watch: &Watch, visit: &mut dyn FnMut(Fingerprint, u32)) -> Result<(), StoreError>;

    /// The documents at most `k` bits from a fingerprint: by the tables if there are any that are exact for `k` and not
    /// damaged, else by a scan.
    fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, StoreError> {
        self.scan(fingerprint, k, watch)
    }

    /// The same by looking at every fingerprint, until the watch stops it.
    fn scan(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, StoreError> {
        Ok(self.scan_each(&[fingerprint], k, watch)?.pop().unwrap_or_default())
    }

    /// The same for many fingerprints, by looking at every fingerprint once: to read one takes longer than to compare
    /// it with a hundred.
    fn scan_each(&self, fingerprints: &[Fingerprint], k: u32, watch: &Watch) -> Result<Vec<NearResult>, StoreError> {
        let mut results = vec![NearResult::default(); fingerprints.len()];
        self.each_fingerprint(watch, &mut |other, document| {
            for (fingerprint, result) in fingerprints.iter().zip(&mut results) {
                let hamming = fingerprint.hamming(other);
                if hamming <= k {
                    result.near.push(NearDocument { hamming, document });
                }
            }
        })?;
        for result in &mut results {
            result.near.sort_unstable();
        }
        Ok(results)
    }

    /// The `most` documents nearest to a fingerprint, whatever their distance.
    fn nearest(&self, fingerprint: Fingerprint, most: usize, watch: &Watch) -> Result<Vec<NearDocument>, StoreError> {
        let mut nearest = BinaryHeap::new();
        self.each_fingerprint(watch, &mut |other, document| {
            nearest.push(NearDocument { hamming: fingerprint.hamming(other), document });
            if nearest.len() > most {
                nearest.pop();
            }
        })?;
        Ok(nearest.into_sorted_vec())
    }

    fn has_passages(&self) -> bool {
        false
    }

    /// The number of documents whose passages are known: of those that came as fingerprints alone they are not. `None`
    /// where the engine has none.
    fn with_passages(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }

    /// The `most` documents that share the rarest runs, the best first. Runs in damaged blocks are skipped, and the
    /// watch may end it early.
    fn sharing(&self, _runs: &[u64], _most: usize, _watch: &Watch) -> Result<SharingResult, StoreError> {
        Ok(SharingResult::default())
    }

    /// The kept text of a document, at most so many bytes; `None` where none is kept.
    fn text(&self, _id: u32, _most: u64) -> Result<Option<Result<String, TextError>>, StoreError> {
        Ok(None)
    }

    /// The document of a path that is to be read as `said`, as it was when it was added.
    fn known(&self, _path: &Path, _said: &[Option<String>; 2]) -> Result<Option<KnownDocument>, StoreError> {
        Ok(None)
    }

    /// Makes changes: in one transaction in a file, document by document on servers. They are saved as far as the store
    /// promises when this returns, and a document is there with all its keys, or not at all. The watch says that it
    /// waits for a server, and stops the waiting. Returns for each document that was added whether it took the place of
    /// another, which another process may have added meanwhile.
    fn write(&mut self, _changes: &LibraryChanges, _watch: &Watch) -> Result<Vec<bool>, StoreError> {
        Err(StoreError::ReadOnly)
    }

    /// Looks for damage in one that someone else made, before it is read.
    fn check_received(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Notes folders in which files of the library may be opened.
    fn note_folders(&mut self, _folders: &[PathBuf]) -> Result<(), StoreError> {
        Err(StoreError::ReadOnly)
    }

    /// What becomes of documents when there is no more room.
    fn eviction(&self) -> Eviction {
        Eviction::Never
    }

    /// Counts and sizes.
    fn stats(&self) -> Result<LibraryStats, StoreError> {
        Err(StoreError::FilesOnly)
    }

    /// All damage that is found.
    fn verify(&self) -> Result<Vec<LibraryDamage>, StoreError> {
        Err(StoreError::FilesOnly)
    }

    /// Makes it as small and as fast as it can be.
    fn compact(&mut self) -> Result<(), StoreError> {
        Err(StoreError::FilesOnly)
    }
}

/// A document near a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NearDocument {
    /// Bits that differ.
    pub hamming: u32,
    /// The number of the document.
    pub document: u32,
}

/// The result of a look-up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NearResult {
    /// By rising distance, then number.
    pub near: Vec<NearDocument>,
    /// The rows read in each table; empty if all fingerprints were read.
    pub tables: Vec<TableRows>,
    /// A page was damaged: documents may be missing if all fingerprints were read.
    pub damaged: bool,
}

/// The rows of one table that have a segment in common with a fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableRows {
    /// The first four bytes of their row keys.
    pub segment: u32,
    /// The fifth byte: the number of the table, from 1.
    pub flag: u8,
    pub rows: u64,
    /// How many of the rows are in no table before: candidates, each counted once.
    pub new: u64,
    /// Those near, in the order of their row keys.
    pub near: Vec<NearDocument>,
}

impl TableRows {
    fn new(segment: u32, flag: u8) -> Self {
        Self { segment, flag, rows: 0, new: 0, near: Vec::new() }
    }

    /// Counts a row, the fingerprint of a document, and keeps it if it is within `k` of the one that is looked up.
    fn take(&mut self, plan: &Plan, (wanted, k): (Fingerprint, u32), (other, document): (Fingerprint, u32)) {
        self.rows += 1;
        let mut before = plan.tables().iter().take(usize::from(self.flag) - 1);
        self.new += u64::from(!before.any(|table| table.key(other) == table.key(wanted)));
        let hamming = wanted.hamming(other);
        if hamming <= k {
            self.near.push(NearDocument { hamming, document });
        }
    }
}

/// A document that has hashes of runs in common with a text: it shares passages, but for a hash of two runs by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sharing {
    /// The number of the document.
    pub document: u32,
    /// How many hashes they have in common.
    pub runs: u32,
    /// Σ 1/df over these hashes, df being the number of documents that have one.
    pub score: f64,
}

/// The result of looking runs up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SharingResult {
    /// By falling score, then number.
    pub best: Vec<Sharing>,
    /// How many documents have one of the hashes; those of damaged blocks are not counted.
    pub candidates: u64,
    /// Blocks were damaged: documents may be missing.
    pub damaged: bool,
}

/// What becomes of documents when there is no more room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Eviction {
    /// They stay, and none is added.
    Never,
    /// Any may go, by this policy of the server.
    Any(String),
    Unknown,
    /// They stay in the memory of a server that neither writes it to a disk nor has a replica.
    Unsaved,
}

/// Counts, and sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryStats {
    pub documents: u64,
    /// Documents without features, which have no fingerprint.
    pub without_fingerprint: u64,
    /// `None` where the engine has no passages.
    pub passages: Option<PassageStats>,
    /// The size of the whole file, without its log; `None` on servers.
    pub bytes: Option<u64>,
    /// Each table and index of a file with its size, the largest first.
    pub tables: Vec<(String, u64)>,
}

impl LibraryStats {
    /// The bytes of each of the [`PARTS`].
    pub(crate) fn parts(&self) -> [u64; 4] {
        let mut parts = [0; 4];
        for (name, size) in &self.tables {
            let part = match name.as_str() {
                "row_key" => 0,
                "block" | "segment" => 2,
                "text" if self.passages.as_ref().is_some_and(|passages| passages.texts > 0) => 3,
                _ => 1,
            };
            parts[part] += size;
        }
        parts
    }
}

/// The parts of a library that are kept for passages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PassageStats {
    /// Documents without runs: too short, or imported as fingerprints alone.
    pub documents_without: u64,
    /// The number of texts that are kept.
    pub texts: u64,
    /// Segments of hashes of runs; fewer are faster.
    pub segments: u64,
    /// Hashes of runs, also those of documents that were removed since the last merge.
    pub postings: u64,
}
