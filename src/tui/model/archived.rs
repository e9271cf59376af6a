//! An archive of fingerprints that the batch is looked up in.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use crate::{
    archive::{Archive, FingerprintRecord, Lookup, Neighbour},
    document::{Document, ReadError},
    review::export,
    search::Plan,
    simhash::{Fingerprint, Recipe},
};

/// An archive of fingerprints.
#[derive(Debug)]
pub struct Archived {
    /// Its files.
    pub files: Vec<PathBuf>,
    /// The recipe that they were made with.
    pub recipe: Recipe,
    /// What they hold; `None` until they were read.
    pub read: Option<Result<Arc<Archive>, ReadError>>,
    /// The reader stopped the reading.
    pub stopped: bool,
    /// Its documents on the desk, by their numbers in it.
    pub met: BTreeMap<u32, usize>,
    /// What was looked up last.
    pub found: Option<LookedUp>,
    /// Documents from this number on are new on the desk, and their files are not watched yet.
    pub fresh: Option<usize>,
}

/// What was looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The fingerprints of the batch.
    pub batch: Vec<Fingerprint>,
    /// Up to this distance.
    pub within: u32,
}

/// The result.
#[derive(Debug)]
pub struct LookedUp {
    /// How many fingerprints are near.
    pub near: usize,
    /// How many of them were met.
    pub met: usize,
    /// Up to this distance.
    pub within: u32,
    /// How many fingerprints were looked up.
    pub queries: usize,
    /// In which tables; `None` where all were compared.
    pub plan: Option<Plan>,
    /// A line that could not be read again.
    pub lost: Option<ReadError>,
}

impl Archived {
    /// Files that are still to be read.
    pub fn new(files: Vec<PathBuf>, recipe: Recipe) -> Self {
        Self { files, recipe, read: None, stopped: false, met: BTreeMap::new(), found: None, fresh: None }
    }

    /// What it holds, once that is known.
    pub fn archive(&self) -> Option<&Arc<Archive>> {
        self.read.as_ref()?.as_ref().ok()
    }

    /// What was looked up, as a report tells it.
    pub fn told(&self) -> Option<export::LookedUp> {
        let LookedUp { near, met, within, .. } = *self.found.as_ref()?;
        Some(export::LookedUp { fingerprints: self.archive()?.len(), near, listed: met, within })
    }

    /// Takes in what was looked up. Returns what is new, each with its number in the archive.
    pub fn take(&mut self, lookup: Lookup) -> Vec<(FingerprintRecord, Option<Document>)> {
        let Lookup { near, neighbours, within, queries, plan, unreadable: lost, .. } = lookup;
        self.found = Some(LookedUp { near, met: neighbours.len(), within, queries, plan, lost });
        let new = neighbours.into_iter().filter(|near| !self.met.contains_key(&near.record.number));
        new.map(|Neighbour { record, document, .. }| (record, document)).collect()
    }
}
