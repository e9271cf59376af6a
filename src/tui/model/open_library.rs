//! The library of screen 6: its file, where the reader is in it, and the results about it. Computes none of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::List;
use crate::{
    batch::{FoundInLibrary, LibraryHit},
    simhash::{Fingerprint, Recipe, RecipeWithK},
    store::{LayoutCost, LibraryPlace, LibraryStats, Way, WayKind},
};

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
    /// The costs shown are those for 2 to this power documents; `None` for the measured ones.
    pub power: Option<u32>,
    /// The costs of all engines are shown in place of the panes.
    pub engines: bool,
    /// With so many blocks in a key.
    pub chosen: u8,
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
    /// How many a scan found within k, if one was made.
    pub scanned: Option<usize>,
    /// Documents of the batch that are among those found, by their numbers in the library.
    pub in_batch: BTreeMap<u32, usize>,
    /// The numbers of documents whose files may be opened.
    pub openable: BTreeSet<u32>,
    /// The kept texts of others, by the same numbers.
    pub kept: BTreeMap<u32, Arc<str>>,
}

/// The inputs of the ways to look up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WaysQuery {
    pub fingerprint: Fingerprint,
    pub k: u32,
    /// That of the library.
    pub revision: u64,
}

/// The costs of a library, measured.
#[derive(Debug)]
pub(crate) struct MeasuredWays {
    /// The ways to look up.
    pub ways: Vec<Way>,
    /// The layouts of tables that the library could have on its server.
    pub layouts: Vec<LayoutCost>,
}

impl MeasuredWays {
    /// How many documents the library has.
    pub(crate) fn documents(&self) -> u64 {
        self.ways.iter().find(|way| way.kind == WayKind::Scan).map_or(0, |way| way.rows)
    }
}

impl OpenLibrary {
    pub(crate) fn new(place: LibraryPlace, present: bool) -> Self {
        let (near, sharing) = Default::default();
        Self { place, present, near, sharing, power: None, engines: false, chosen: 1, revision: 0, adding: 0 }
    }
}

impl LibraryView {
    /// Those that share passages, the verified ones first.
    pub(crate) fn sharing(&self) -> impl Iterator<Item = &LibraryHit> {
        self.found.sharing.iter().chain(&self.found.unverified)
    }

    /// How many there are.
    pub(crate) fn sharing_len(&self) -> usize {
        self.found.sharing.len() + self.found.unverified.len()
    }
}
