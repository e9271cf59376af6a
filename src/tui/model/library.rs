//! Where the reader is on screen 6, and what was made of all documents together for it.

use std::sync::Arc;

use super::List;
use crate::{
    compare::{
        cluster::{CUTOFF, Clusters, Forest},
        coverage::SharedPassage,
    },
    search::Index,
    simhash::Fingerprint,
};

/// Screen 6.
#[derive(Clone, Debug)]
pub(crate) struct LibraryState {
    /// Where keys go.
    pub pane: LibraryPane,
    /// The table under the cursor.
    pub table: usize,
    /// The cursor among the clusters.
    pub clusters: List,
    /// The cursor among the passages.
    pub passages: List,
    /// Which of the documents that have the passage is laid beside the first of them, from 1.
    pub second: usize,
    /// Up to this distance, pairs join clusters.
    pub cutoff: u32,
    /// How many blocks make a key.
    pub chosen: u8,
    /// The clusters at the cutoff.
    pub found: Arc<Clusters>,
}

/// What is looked for in the archive of fingerprints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArchiveQuery {
    pub query: Fingerprint,
    /// The largest distance that is accepted.
    pub k: u32,
    /// How many blocks make a key.
    pub chosen: u8,
}

/// What one table has for it: the key, how many fingerprints have that, and the nearest of them by name and distance.
pub(super) type TableBucket = (u128, usize, Vec<(String, u32)>);

/// What the tables of the archive have for a fingerprint.
#[derive(Debug)]
pub(crate) struct ArchiveView {
    /// What was looked for.
    pub seek: ArchiveQuery,
    /// The fingerprints in the tables of a plan; `None` where there is no such plan.
    pub index: Option<Arc<Index>>,
    /// How many bytes its tables would take, where that is more than is taken for a picture.
    pub too_large: Option<u64>,
    /// What each table has.
    pub buckets: Vec<TableBucket>,
    /// How many fingerprints it was compared with.
    pub compared: usize,
    /// How many are within k.
    pub accepted: usize,
    /// The nearest of those.
    pub nearest: Vec<(String, u32)>,
    /// How many within k comparing with all finds besides.
    pub missed: usize,
}

/// A pane of screen 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LibraryPane {
    /// The tables of the block index.
    #[default]
    Tables,
    /// Those of the archive of fingerprints, where there is one.
    Archive,
    Clusters,
    /// Passages that several documents share.
    Passages,
}

/// All documents together.
#[derive(Debug)]
pub(crate) struct IndexView {
    /// What it was made of.
    pub of: IndexViewKey,
    /// The documents whose fingerprints are in the index, by their numbers there.
    pub documents: Vec<usize>,
    /// Their fingerprints in the tables of a plan; `None` where there is no such plan.
    pub index: Option<Index>,
    /// How they hang together.
    pub forest: Forest,
    /// What several of them share.
    pub passages: Vec<SharedPassage>,
}

/// What a shelf is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IndexViewKey {
    /// The generation of the pairs.
    pub generation: u64,
    /// The distance that the index is to be exact up to.
    pub k: u32,
    /// How many blocks make a key.
    pub chosen: u8,
}

impl Default for LibraryState {
    fn default() -> Self {
        Self {
            pane: LibraryPane::default(),
            table: 0,
            clusters: List::default(),
            passages: List::default(),
            second: 1,
            cutoff: CUTOFF,
            chosen: 1,
            found: Arc::default(),
        }
    }
}

impl LibraryPane {
    /// The next one, or the one before.
    #[must_use]
    pub(crate) fn turned(self, forward: bool, archive: bool) -> Self {
        match (self, forward) {
            (Self::Tables, true) | (Self::Clusters, false) if archive => Self::Archive,
            (Self::Tables | Self::Archive, true) | (Self::Passages, false) => Self::Clusters,
            (Self::Clusters, true) | (Self::Tables, false) => Self::Passages,
            (Self::Passages, true) | (Self::Clusters | Self::Archive, false) => Self::Tables,
        }
    }
}
