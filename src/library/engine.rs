//! The requests of a library to the engine that stores it. Two engines answer: one `SQLite` file, and keys on servers that speak
//! the protocol of Redis.
//!
//! What only one of them has is said by the answers: an engine without passages finds none and keeps no texts, and what goes
//! for a file alone is refused by name.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use super::{
    LibraryError,
    add::LibraryChanges,
    document::{KnownDocument, LibraryDocument},
    identity::Identity,
    near::NearResult,
    sharing::SharingResult,
    stats::LibraryStats,
    text::TextError,
    verify::LibraryDamage,
    ways::{LayoutCost, Way},
};
use crate::simhash::{Fingerprint, Watch};

/// An open library in its store.
pub(super) trait Engine: fmt::Debug + Send {
    fn identity(&self) -> &Identity;
    fn identity_mut(&mut self) -> &mut Identity;

    /// How many documents it holds.
    fn len(&self) -> Result<u64, LibraryError>;

    /// Whether it holds at most so many; much cheaper than counting them all where they are on servers.
    fn holds_at_most(&self, most: u64) -> Result<bool, LibraryError> {
        Ok(self.len()? <= most)
    }

    /// Makes changes; saved as far as the store promises when this returns. A document is there with all its keys, or not at
    /// all.
    fn write(&mut self, changes: &LibraryChanges, watch: &Watch) -> Result<(), LibraryError>;

    /// Notes folders in which files of the library may be opened.
    fn note_folders(&mut self, folders: &[PathBuf]) -> Result<(), LibraryError>;

    /// The document of a path that is to be read as `said`.
    fn known(&self, path: &Path, said: &[Option<String>; 2]) -> Result<Option<KnownDocument>, LibraryError>;

    fn document(&self, id: u32) -> Result<Option<LibraryDocument>, LibraryError>;

    fn document_of(&self, path: &Path) -> Result<Option<LibraryDocument>, LibraryError>;

    /// The numbers of all documents, in rising order.
    fn numbers(&self) -> Result<Vec<u32>, LibraryError>;

    /// Visits all documents in the order in which they were added, until `visit` returns false.
    fn each_document(&self, visit: &mut dyn FnMut(LibraryDocument) -> bool) -> Result<(), LibraryError>;

    /// The documents at most `k` bits from a fingerprint, and what it took to find them.
    fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, LibraryError>;

    /// Visits all fingerprints, with the numbers of their documents, until the watch stops it.
    fn each_fingerprint(&self, watch: &Watch, visit: &mut dyn FnMut(Fingerprint, u32)) -> Result<(), LibraryError>;

    /// The fingerprint of the document that was added last.
    fn last_fingerprint(&self) -> Result<Option<Fingerprint>, LibraryError>;

    fn stats(&self) -> Result<LibraryStats, LibraryError>;

    /// Looks a fingerprint up in every way, that of the library first.
    fn ways(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Vec<Way>, LibraryError>;

    /// The costs of the layouts of tables that it could have, that in use among them; none if there is but one.
    fn layouts(&self) -> Result<Vec<LayoutCost>, LibraryError> {
        Ok(Vec::new())
    }

    /// Whether it finds passages and keeps texts.
    fn has_passages(&self) -> bool {
        false
    }

    /// The `most` documents that share the rarest runs.
    fn sharing(&self, _runs: &[u64], _most: usize, _watch: &Watch) -> Result<SharingResult, LibraryError> {
        Ok(SharingResult::default())
    }

    /// The kept text of a document, at most so many bytes; `None` where none is kept.
    fn text(&self, _id: u32, _most: u64) -> Result<Option<Result<String, TextError>>, LibraryError> {
        Ok(None)
    }

    /// Looks for damage.
    fn verify(&self) -> Result<Vec<LibraryDamage>, LibraryError> {
        Err(LibraryError::FilesOnly)
    }

    /// Gives unused space back.
    fn compact(&mut self) -> Result<(), LibraryError> {
        Err(LibraryError::FilesOnly)
    }
}
