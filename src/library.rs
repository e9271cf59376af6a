//! A library: documents in which near ones and those that share passages are found, stored by an [`Engine`].
//!
//! - [`Sqlite`]: one file, with passages and, if wanted, the texts;
//! - `Redis` (feature `redis`): keys on a server or a cluster, near documents alone.
//!
//! Both find near documents by the row keys of article 004 (`row_key.rs`), whose tables are those of a
//! [`Plan`](crate::search::Plan). One that was neither made nor accepted here is only read (`trust.rs`).
//!
//! Knows `compare`, `files`, `search` and `simhash`. Must not know how documents are read, nor screens or commands.

mod add;
mod blocks;
mod capacity;
mod document;
mod engine;
mod error;
mod identity;
mod list;
mod maintain;
mod near;
mod network;
mod path_bytes;
mod place;
#[cfg(feature = "redis")]
mod redis;
mod row_key;
mod schema;
mod segments;
mod server_place;
mod setting;
mod sharing;
mod sqlite;
mod sqlite_engine;
mod stats;
#[cfg(test)]
mod tests;
mod text;
mod trust;
mod verify;
mod ways;

use std::path::{Path, PathBuf};

#[cfg(feature = "redis")]
use self::redis::Redis;
use crate::{
    search::{Plan, Table},
    simhash::{Fingerprint, RecipeWithK, Watch},
};
use engine::Engine;
use sharing::SharingResult;
use sqlite::Sqlite;

pub(crate) use add::{LibraryChanges, NewDocument};
pub(crate) use capacity::{Capacity, CapacityLimit, EngineKind, FigureOrigin, LARGEST, SERVER, capacities};
pub(crate) use document::{KnownDocument, LibraryDocument};
pub(crate) use error::{LibraryError, ServerError};
pub(crate) use identity::TABLES_K;
pub(crate) use near::{NearDocument, NearResult, TableRows};
pub(crate) use place::{LibraryPlace, named_libraries};
pub(crate) use server_place::{Layout, UrlError};
pub(crate) use stats::LibraryStats;
pub(crate) use text::{KeptText, TextError};
pub(crate) use verify::LibraryDamage;
pub(crate) use ways::{LayoutCost, Way, WayKind};

/// An open library.
#[derive(Debug)]
pub(crate) struct Library {
    engine: Box<dyn Engine>,
    place: LibraryPlace,
}

impl Library {
    /// Opens a library to look things up.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] where there is none.
    pub(crate) fn open(place: &LibraryPlace) -> Result<Self, LibraryError> {
        let engine: Box<dyn Engine> = match place {
            LibraryPlace::File(file) => Box::new(Sqlite::open(file)?),
            #[cfg(feature = "redis")]
            LibraryPlace::Server(server) => Box::new(Redis::open(server)?),
            #[cfg(not(feature = "redis"))]
            LibraryPlace::Server(_) => return Err(LibraryError::NoServers),
        };
        Ok(Self { engine, place: place.clone() })
    }

    /// Opens a library to add to it.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] where there is none, [`LibraryError::Received`] where it is neither made nor accepted here.
    pub(crate) fn open_to_write(place: &LibraryPlace) -> Result<Self, LibraryError> {
        let library = match place {
            LibraryPlace::File(file) => Self { engine: Box::new(Sqlite::open_to_write(file)?), place: place.clone() },
            LibraryPlace::Server(_) => Self::open(place)?,
        };
        if library.is_known() { Ok(library) } else { Err(LibraryError::Received) }
    }

    /// Makes a library, a file with the folders above it; opens the one that is there.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn create(place: &LibraryPlace, recipe: &RecipeWithK) -> Result<Self, LibraryError> {
        let engine: Box<dyn Engine> = match place {
            LibraryPlace::File(file) => Box::new(Sqlite::create(file, recipe)?),
            #[cfg(feature = "redis")]
            LibraryPlace::Server(server) => Box::new(Redis::create(server, recipe)?),
            #[cfg(not(feature = "redis"))]
            LibraryPlace::Server(_) => return Err(LibraryError::NoServers),
        };
        let library = Self { engine, place: place.clone() };
        if library.is_known() { Ok(library) } else { Err(LibraryError::Received) }
    }

    /// Opens it once more to look things up, for another thread; a library accepted here for this run stays so.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn open_again(place: &LibraryPlace, known: bool) -> Result<Self, LibraryError> {
        let mut library = Self::open(place)?;
        library.engine.identity_mut().known |= known;
        Ok(library)
    }

    /// Accepts a library from someone else: from now on it can be written, and its files are opened.
    pub(crate) fn accept(&mut self) {
        let identity = self.engine.identity_mut();
        // If that cannot be remembered, it has to be accepted again.
        _ = trust::remember(&identity.id, &self.place.name());
        identity.known = true;
    }

    /// Whether it was made or accepted here.
    pub(crate) fn is_known(&self) -> bool {
        self.engine.identity().known
    }

    /// The recipe of all its fingerprints, with the threshold that goes with it.
    pub(crate) fn recipe(&self) -> &RecipeWithK {
        &self.engine.identity().recipe
    }

    pub(crate) fn place(&self) -> &LibraryPlace {
        &self.place
    }

    /// Whether it finds passages and keeps texts.
    pub(crate) fn has_passages(&self) -> bool {
        self.engine.has_passages()
    }

    /// Whether the library is known, and a file of it is in a folder that was added, to go by its path: before that, not even
    /// whether the file is there is asked of the system.
    pub(crate) fn names_inside(&self, file: &Path) -> bool {
        self.is_known() && self.engine.identity().folders.iter().any(|folder| file.starts_with(folder))
    }

    /// Whether a file of the library may be opened: it is in a folder that was added, with all links followed.
    pub(crate) fn may_open(&self, file: &Path) -> bool {
        self.names_inside(file) && std::fs::canonicalize(file).is_ok_and(|file| self.names_inside(&file))
    }

    /// How many documents it holds.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn len(&self) -> Result<u64, LibraryError> {
        self.engine.len()
    }

    /// Whether it holds at most so many documents; on servers much cheaper than [`Self::len`].
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn holds_at_most(&self, most: u64) -> Result<bool, LibraryError> {
        self.engine.holds_at_most(most)
    }

    /// Makes changes: in one transaction in a file, document by document on servers. They are saved as far as the store
    /// promises when this returns. The watch says that it waits for a server, and stops the waiting.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn write(&mut self, changes: &LibraryChanges, watch: &Watch) -> Result<(), LibraryError> {
        self.engine.write(changes, watch)
    }

    /// Notes folders in which files of the library may be opened.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn note_folders(&mut self, folders: &[PathBuf]) -> Result<(), LibraryError> {
        self.engine.note_folders(folders)
    }

    /// The document of a path that is to be read as `said`.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn known(&self, path: &Path, said: &[Option<String>; 2]) -> Result<Option<KnownDocument>, LibraryError> {
        self.engine.known(path, said)
    }

    /// A document; `None` where it was removed.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn document(&self, id: u32) -> Result<Option<LibraryDocument>, LibraryError> {
        self.engine.document(id)
    }

    /// The document of a path.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn document_of(&self, path: &Path) -> Result<Option<LibraryDocument>, LibraryError> {
        self.engine.document_of(path)
    }

    /// The numbers of all documents, in rising order.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn numbers(&self) -> Result<Vec<u32>, LibraryError> {
        self.engine.numbers()
    }

    /// Visits the documents with one of these texts in title, date or path, case ignored; all if there is no text. Ends if
    /// `visit` returns false.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn each_document(
        &self,
        texts: &[String],
        mut visit: impl FnMut(LibraryDocument) -> bool,
    ) -> Result<(), LibraryError> {
        let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let has = |field: &str| texts.iter().any(|text| field.to_lowercase().contains(text));
        let matches = |document: &LibraryDocument| {
            let fields = [document.title.as_deref(), document.date.as_deref()];
            texts.is_empty() || fields.into_iter().flatten().any(has) || has(&document.path.to_string_lossy())
        };
        self.engine.each_document(&mut |document| !matches(&document) || visit(document))
    }

    /// The paths of all documents in a folder and the folders below it.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn paths_in(&self, folder: &Path) -> Result<Vec<PathBuf>, LibraryError> {
        let mut paths = Vec::new();
        self.engine.each_document(&mut |document| {
            paths.extend(Some(document.path).filter(|path| path.starts_with(folder)));
            true
        })?;
        Ok(paths)
    }

    /// Whether the tables find all documents within `k` bits, so that no scan is needed.
    pub(crate) fn has_tables_for(&self, k: u32) -> bool {
        self.plan().is_some_and(|plan| k <= plan.exact_k())
    }

    fn plan(&self) -> Option<&Plan> {
        self.engine.identity().plan.as_ref()
    }

    /// The documents at most `k` bits from a fingerprint: by the tables if they are exact for `k` and not damaged, else by
    /// a scan, which ends early if the watch stops it.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, LibraryError> {
        self.engine.near(fingerprint, k, watch)
    }

    /// The same by looking at every fingerprint.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn scan(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, LibraryError> {
        near::scan(fingerprint, k, |visit| self.engine.each_fingerprint(watch, visit))
    }

    /// The same for many fingerprints at once.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn scan_each(
        &self,
        fingerprints: &[Fingerprint],
        k: u32,
        watch: &Watch,
    ) -> Result<Vec<NearResult>, LibraryError> {
        near::scan_each(fingerprints, k, |visit| self.engine.each_fingerprint(watch, visit))
    }

    /// The `most` documents nearest to a fingerprint, whatever their distance.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn nearest(
        &self,
        fingerprint: Fingerprint,
        most: usize,
        watch: &Watch,
    ) -> Result<Vec<NearDocument>, LibraryError> {
        near::nearest(fingerprint, most, |visit| self.engine.each_fingerprint(watch, visit))
    }

    /// The fingerprint of the document that was added last.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn last_fingerprint(&self) -> Result<Option<Fingerprint>, LibraryError> {
        self.engine.last_fingerprint()
    }

    /// Into how many blocks a fingerprint is cut for the row keys.
    pub(crate) fn block_count(&self) -> usize {
        self.plan().map_or(0, |plan| plan.blocks().len())
    }

    /// The row keys of a document, one a table; none if it has no fingerprint.
    pub(crate) fn row_keys_of(&self, document: &LibraryDocument) -> Vec<Vec<u8>> {
        let of = self.plan().zip(document.fingerprint);
        of.map_or_else(Vec::new, |(plan, fingerprint)| row_key::row_keys(plan, fingerprint, document.id).collect())
    }

    /// The ranges of row keys that a look-up reads: the first key, and the first one behind.
    pub(crate) fn row_ranges(&self, fingerprint: Fingerprint) -> Vec<[Vec<u8>; 2]> {
        self.plan().map_or_else(Vec::new, |plan| row_key::ranges(plan, fingerprint).collect())
    }

    /// Segments that cut the row keys into parts.
    pub(crate) fn row_splits(&self, parts: u64) -> Vec<[u8; 4]> {
        self.plan().map_or_else(Vec::new, |plan| row_key::splits(plan, parts).collect())
    }

    /// The blocks of a document's fingerprint as hexadecimal digits; none if it has no fingerprint.
    pub(crate) fn blocks_of(&self, document: &LibraryDocument) -> Vec<String> {
        let keys = self.plan().zip(document.fingerprint);
        let block = |table: &Table, fingerprint| {
            format!("{:0digits$x}", table.key(fingerprint), digits = usize::from(table.bits.div_ceil(4)))
        };
        let blocks = |(plan, fingerprint): (&Plan, Fingerprint)| -> Vec<String> {
            plan.tables().iter().map(|table| block(table, fingerprint)).collect()
        };
        keys.map(blocks).unwrap_or_default()
    }

    /// Counts and sizes.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn stats(&self) -> Result<LibraryStats, LibraryError> {
        self.engine.stats()
    }

    /// Looks a fingerprint up in every way, those of the library first.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn ways(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Vec<Way>, LibraryError> {
        self.engine.ways(fingerprint, k, watch)
    }

    /// The costs of the layouts of tables that the library could have on its server, that in use among them; none in a file.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn layouts(&self) -> Result<Vec<LayoutCost>, LibraryError> {
        self.engine.layouts()
    }

    /// The `most` documents that share the rarest runs, the best first; none without passages.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn sharing(&self, runs: &[u64], most: usize, watch: &Watch) -> Result<SharingResult, LibraryError> {
        self.engine.sharing(runs, most, watch)
    }

    /// The text of a document, where it is kept; at most so many bytes.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn text(&self, id: u32, most: u64) -> Result<Option<Result<String, TextError>>, LibraryError> {
        self.engine.text(id, most)
    }

    /// All damage that is found; empty if there is none.
    ///
    /// # Errors
    /// [`LibraryError`], other than damage.
    pub(crate) fn verify(&self) -> Result<Vec<LibraryDamage>, LibraryError> {
        self.engine.verify()
    }

    /// Makes it as small and as fast as it can be.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is as it was, or merged and not smaller.
    pub(crate) fn compact(&mut self) -> Result<(), LibraryError> {
        self.engine.compact()
    }
}
