//! The state of screen 6, and the results about all documents together that it shows. Computes none of them.

use std::sync::Arc;

use super::{List, OpenLibrary};
use crate::{
    compare::{
        cluster::{CUTOFF, Clusters, Forest},
        coverage::SharedPassage,
    },
    search::Index,
    simhash::Fingerprint,
};

/// The state of screen 6.
#[derive(Clone, Debug)]
pub(crate) struct LibraryState {
    /// The library that documents are looked up in.
    pub opened: Option<OpenLibrary>,
    /// The pane with the cursor.
    pub pane: LibraryPane,
    /// The table under the cursor.
    pub table: usize,
    /// The cursor among the clusters.
    pub clusters: List,
    /// The cursor among the passages.
    pub passages: List,
    /// The document beside the first one that has the passage: an index into the passage's documents, from 1.
    pub second: usize,
    /// Up to this distance, pairs join clusters.
    pub cutoff: u32,
    /// How many blocks make a key.
    pub chosen: u8,
    /// The clusters at the cutoff.
    pub found: Arc<Clusters>,
}

/// The inputs of [`ArchiveView`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArchiveQuery {
    pub query: Fingerprint,
    /// The largest distance that is accepted.
    pub k: u32,
    /// How many blocks make a key.
    pub chosen: u8,
}

/// The result of one table: the key, the number of fingerprints with this key, and the nearest of them by name and
/// distance.
pub(super) type TableBucket = (u128, usize, Vec<(String, u32)>);

/// The result of looking one fingerprint up in the tables of the archive.
#[derive(Debug)]
pub(crate) struct ArchiveView {
    pub seek: ArchiveQuery,
    /// The fingerprints in the tables of a plan; `None` where there is no such plan.
    pub index: Option<Arc<Index>>,
    /// How many bytes its tables would take, where that is more than is taken for a picture.
    pub too_large: Option<u64>,
    /// The result of each table.
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
    /// Documents of the library near the one looked up, and the tables of row keys.
    Near,
    /// Documents of the library that share passages with it.
    Sharing,
    /// The ways to look up in the library.
    Ways,
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
    pub of: IndexViewKey,
    /// The documents whose fingerprints are in the index, by their numbers there.
    pub documents: Vec<usize>,
    /// Their fingerprints in the tables of a plan; `None` where there is no such plan.
    pub index: Option<Index>,
    /// How they hang together.
    pub forest: Forest,
    /// Passages that several documents share.
    pub passages: Vec<SharedPassage>,
}

/// The inputs of an [`IndexView`].
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
            opened: None,
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

impl LibraryState {
    /// Whether the costs of all engines are shown in place of the panes of the library.
    pub(crate) fn engines_shown(&self) -> bool {
        self.pane == LibraryPane::Ways && self.opened.as_ref().is_some_and(|library| library.engines)
    }

    /// Shows the panes again in place of those costs. False if they are shown already.
    pub(crate) fn leave_engines(&mut self) -> bool {
        let shown = self.engines_shown();
        if let Some(library) = self.opened.as_mut().filter(|_| shown) {
            library.engines = false;
        }
        shown
    }
}

impl LibraryPane {
    /// The panes of the library that documents are looked up in.
    const OF_LIBRARY: [Self; 3] = [Self::Near, Self::Sharing, Self::Ways];

    /// Whether it is about that library, not about the documents of the workspace.
    #[must_use]
    pub(crate) fn of_library(self) -> bool {
        Self::OF_LIBRARY.contains(&self)
    }

    /// The next one, or the one before, of those there are.
    #[must_use]
    pub(crate) fn turned(self, forward: bool, library: bool, archive: bool) -> Self {
        let mut panes = if library { Self::OF_LIBRARY.to_vec() } else { Vec::new() };
        panes.push(Self::Tables);
        panes.extend(archive.then_some(Self::Archive));
        panes.extend([Self::Clusters, Self::Passages]);
        let at = panes.iter().position(|&pane| pane == self).unwrap_or(0);
        panes[(at + if forward { 1 } else { panes.len() - 1 }) % panes.len()]
    }
}
