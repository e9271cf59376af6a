//! The state of screen 6: the library that documents are looked up in, and the results about all documents together.
//! Computes none of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    batch::{FoundInLibrary, LibraryHit},
    compare::{
        cluster::{CUTOFF, Clusters, Forest},
        coverage::SharedPassage,
    },
    search::BlockIndex,
    simhash::{Fingerprint, Recipe, RecipeWithK},
    store::{LibraryPlace, LibraryStats},
    tui::model::list::{List, next_of},
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

/// A pane of screen 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LibraryPane {
    /// Documents of the library near the one looked up, and the tables of row keys.
    Near,
    /// Documents of the library that share passages with it.
    Sharing,
    /// What a library takes in each engine.
    Engines,
    /// The tables of the block index.
    #[default]
    Tables,
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
    pub index: Option<BlockIndex>,
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
    /// Shows a library, or says how one is made.
    pub(crate) fn open(&mut self, place: Option<LibraryPlace>) {
        let revision = self.opened.as_ref().map_or(0, |opened| opened.revision + 1);
        self.opened = place.map(|place| {
            let (present, near, sharing) = (place.may_exist(), List::default(), List::default());
            OpenLibrary { place, present, near, sharing, power: None, revision, adding: 0 }
        });
        if self.opened.as_ref().is_some_and(|opened| opened.present) {
            self.pane = LibraryPane::Near;
        }
    }
}

impl LibraryPane {
    /// The panes of the library that documents are looked up in.
    const OF_LIBRARY: [Self; 3] = [Self::Near, Self::Sharing, Self::Engines];

    /// Whether it is about that library, not about the documents of the workspace.
    #[must_use]
    pub(crate) fn of_library(self) -> bool {
        Self::OF_LIBRARY.contains(&self)
    }

    /// The next one, or the one before, of those there are.
    #[must_use]
    pub(crate) fn turned(self, forward: bool, library: bool) -> Self {
        let mut panes = if library { Self::OF_LIBRARY.to_vec() } else { Vec::new() };
        panes.extend([Self::Tables, Self::Clusters, Self::Passages]);
        let at = panes.iter().position(|&pane| pane == self).unwrap_or(0);
        panes[next_of(at, panes.len(), forward)]
    }
}

/// A library, and where the reader is in it.
#[derive(Clone, Debug)]
pub(crate) struct OpenLibrary {
    pub place: LibraryPlace,
    /// Whether there is one, as far as is known.
    pub present: bool,
    /// The cursor among near documents.
    pub near: List,
    /// The cursor among those that share passages, and then those whose texts are not at hand.
    pub sharing: List,
    /// The costs shown are those for 2 to this power documents; `None` for as many as there are.
    pub power: Option<u32>,
    /// Counts the changes made from here.
    pub revision: u64,
    /// Counts the requests to add the documents of the workspace.
    pub adding: u64,
}

/// The inputs of a [`LibraryView`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryQuery {
    /// The document that is looked up, by its place in the batch.
    pub document: usize,
    /// The hash of its bytes.
    pub content: u64,
    /// How many documents the batch has.
    pub documents: usize,
    /// The recipe and the threshold of the workspace.
    pub recipe: Recipe,
    pub k: u32,
    /// That of the library.
    pub revision: u64,
}

/// A library as a whole.
#[derive(Debug)]
pub(crate) struct LibraryHead {
    pub stats: LibraryStats,
    pub recipe: RecipeWithK,
    /// It was made or accepted here.
    pub known: bool,
}

/// A document looked up in a library.
#[derive(Debug)]
pub(crate) struct LibraryView {
    /// By its place in the batch.
    pub document: usize,
    /// Characters of its text, white space not counted.
    pub chars: u64,
    /// By the recipe of the library; `None` if the text has no features.
    pub fingerprint: Option<Fingerprint>,
    /// The threshold: that of the workspace, or that of the library if its recipe is another.
    pub k: u32,
    pub found: FoundInLibrary,
    /// The documents whose passages are known, and all; `None` where the engine has none.
    pub with_passages: Option<[u64; 2]>,
    /// How many a scan found within k, if one was made.
    pub scanned: Option<usize>,
    /// Documents of the batch that are among those found, by their numbers in the library.
    pub in_batch: BTreeMap<u32, usize>,
    /// The numbers of documents whose files may be opened.
    pub openable: BTreeSet<u32>,
    /// The kept texts of others, by the same numbers.
    pub kept: BTreeMap<u32, Arc<str>>,
}

impl LibraryView {
    /// Those that share passages, the verified ones first.
    pub(crate) fn sharing(&self) -> impl Iterator<Item = &LibraryHit> {
        self.found.sharing.iter().chain(&self.found.unverified)
    }

    pub(crate) fn sharing_len(&self) -> usize {
        self.found.sharing.len() + self.found.unverified.len()
    }
}
