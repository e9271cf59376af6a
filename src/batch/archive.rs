//! The other side of a batch: an archive of documents, or of fingerprints in which the batch is looked up.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Batch, BatchEntry};
use crate::{
    archive::{Archive, ArchiveError, FingerprintRecord, Lookup, Neighbour, lookup_distance},
    compare::{Groups, Role},
    document::{Document, ReadError, Source},
    review::export::ArchiveSummary,
    search::Plan,
    simhash::{Fingerprint, Recipe, Stopped, Watch},
};

/// An archive of fingerprints, and the last lookup in it.
#[derive(Clone, Debug)]
pub(crate) struct ArchiveState {
    pub files: Vec<PathBuf>,
    /// The recipe of its fingerprints.
    pub recipe: Recipe,
    /// The fingerprints; `None` until they were read.
    pub read: Option<Result<Arc<Archive>, ReadError>>,
    /// Reading or looking up was stopped.
    pub stopped: bool,
    /// Its documents in the batch, by their numbers in the archive.
    pub neighbours: BTreeMap<u32, usize>,
    /// The result of the last lookup.
    pub found: Option<LookupSummary>,
    /// Documents from this number on are new, and their files are not watched yet.
    pub fresh: Option<usize>,
}

/// The result of a lookup, without the records.
#[derive(Clone, Debug)]
pub(crate) struct LookupSummary {
    /// The number of near fingerprints.
    pub near: usize,
    /// The number of them that are in the batch now.
    pub listed: usize,
    /// The greatest distance, in bits.
    pub within: u32,
    /// The number of fingerprints looked up.
    pub queries: usize,
    /// The tables of the index; `None` where all were compared.
    pub plan: Option<Plan>,
    /// The number of neighbours whose files are not opened.
    pub outside: usize,
    /// The first line that could not be read again.
    pub unreadable: Option<ReadError>,
}

/// The key of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LookupQuery {
    /// The fingerprints of the batch.
    pub fingerprints: Vec<Fingerprint>,
    /// The greatest distance, in bits.
    pub within: u32,
}

/// An archive to be read.
pub(crate) struct ReadArchiveRequest {
    files: Vec<PathBuf>,
    recipe: Recipe,
}

/// A batch to be looked up.
pub(crate) struct LookupRequest {
    archive: Arc<Archive>,
    /// The key of this lookup.
    pub query: LookupQuery,
    /// The files of the batch, which are not their own neighbours.
    files: Vec<PathBuf>,
}

impl ArchiveState {
    /// Files that are still to be read.
    pub(crate) fn new(files: Vec<PathBuf>, recipe: Recipe) -> Self {
        Self { files, recipe, read: None, stopped: false, neighbours: BTreeMap::new(), found: None, fresh: None }
    }

    /// The fingerprints, once read.
    pub(crate) fn archive(&self) -> Option<&Arc<Archive>> {
        self.read.as_ref()?.as_ref().ok()
    }

    /// The last lookup, for a report.
    pub(crate) fn looked_up(&self) -> Option<ArchiveSummary> {
        let LookupSummary { near, listed, within, outside, .. } = *self.found.as_ref()?;
        Some(ArchiveSummary { fingerprints: self.archive()?.len(), near, listed, within, outside })
    }
}

impl Batch {
    /// Takes the documents behind the first `batch` for an archive.
    pub(crate) fn set_archive(&mut self, batch: usize) {
        self.entries.iter_mut().skip(batch).for_each(|entry| entry.side = Role::Archive);
    }

    /// Whether there is an archive, of documents or of fingerprints.
    pub(crate) fn has_archive(&self) -> bool {
        self.archive.is_some() || self.entries.iter().any(|entry| entry.side != Role::Batch)
    }

    /// The sides of the documents, which decide what is compared.
    pub(crate) fn groups(&self) -> Groups {
        Groups::new(self.entries.iter().map(|entry| entry.side).collect(), self.within().unwrap_or(0))
    }

    /// The greatest distance of the last lookup, in bits.
    fn within(&self) -> Option<u32> {
        Some(self.archive.as_ref()?.found.as_ref()?.within)
    }

    /// The documents that are looked up.
    fn own(&self) -> impl Iterator<Item = &BatchEntry> {
        self.entries.iter().filter(|entry| entry.side == Role::Batch && !entry.aside)
    }

    /// The record of a document of which only the fingerprint is known.
    pub(crate) fn record(&self, document: usize) -> Option<&Arc<FingerprintRecord>> {
        self.entries.get(document)?.record.as_ref()
    }

    /// The document of a pair of which only the fingerprint is known.
    pub(crate) fn record_of(&self, documents: [usize; 2]) -> Option<(usize, &Arc<FingerprintRecord>)> {
        documents.into_iter().find_map(|at| Some((at, self.record(at)?)))
    }

    /// The archive, where it is still to be read.
    pub(crate) fn read_archive(&self) -> Option<ReadArchiveRequest> {
        let archive = self.archive.as_ref().filter(|archive| archive.read.is_none())?;
        Some(ReadArchiveRequest { files: archive.files.clone(), recipe: archive.recipe.clone() })
    }

    /// Takes the archive in, or why it could not be read.
    pub(crate) fn install_archive(&mut self, read: Result<Arc<Archive>, ReadError>) {
        if let Some(archive) = &mut self.archive {
            archive.read = Some(read);
        }
    }

    /// The batch, to be looked up in the archive for threshold `k` and for clusters up to `cutoff`; `None` where the
    /// archive is not read, or of another recipe.
    pub(crate) fn look_up(&self, k: u32, cutoff: u32) -> Option<LookupRequest> {
        let archive = self.archive.as_ref()?.archive()?.clone();
        if *archive.recipe() != self.recipe {
            return None;
        }
        let fingerprints = self.own().filter_map(|entry| entry.examined.as_ref()?.subject.fingerprint).collect();
        let files = self.own().filter_map(|entry| entry.source.file().map(Path::to_owned)).collect();
        let within = lookup_distance(k, cutoff, self.recipe.bits);
        Some(LookupRequest { archive, query: LookupQuery { fingerprints, within }, files })
    }

    /// Adds the neighbours that are not in the batch yet: first those whose documents can be read, then those of which
    /// only the fingerprint is known.
    pub(crate) fn install_lookup(&mut self, lookup: Lookup) {
        let before = self.within();
        let Some(archive) = &mut self.archive else { return };
        let Lookup { near, neighbours, within, queries, plan, outside, unreadable, .. } = lookup;
        archive.found =
            Some(LookupSummary { near, listed: neighbours.len(), within, queries, plan, outside, unreadable });
        let mut new: Vec<(FingerprintRecord, Option<Document>)> = neighbours
            .into_iter()
            .filter(|neighbour| !archive.neighbours.contains_key(&neighbour.record.number))
            .map(|Neighbour { record, document, .. }| (record, document))
            .collect();
        if new.is_empty() && before == Some(within) {
            return;
        }
        new.sort_by_key(|(_, document)| document.is_none());
        let from = self.entries.len();
        archive.fresh = Some(from);
        archive.neighbours.extend(new.iter().map(|(record, _)| record.number).zip(from..));
        let source = |(record, document): &(FingerprintRecord, Option<Document>)| match document {
            Some(document) => document.source.clone(),
            None => Source::File(record.path.clone()),
        };
        self.add(new.iter().map(source).collect(), Role::Near);
        for (entry, (record, document)) in self.entries[from..].iter_mut().zip(new) {
            match document {
                Some(document) => entry.document = Some(Ok(Arc::new(document))),
                None => entry.record = Some(Arc::new(record)),
            }
        }
    }
}

impl ReadArchiveRequest {
    /// Reads it. Progress is counted in bytes.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run(self, watch: &Watch) -> Result<Result<Arc<Archive>, ReadError>, Stopped> {
        match Archive::read(self.files, &self.recipe, watch) {
            Ok(archive) => Ok(Ok(archive.into())),
            Err(ArchiveError::Unreadable(error)) => Ok(Err(error)),
            Err(ArchiveError::Stopped(stopped)) => Err(stopped),
        }
    }
}

impl LookupRequest {
    /// Looks the batch up. Progress is counted in fingerprints.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run(&self, watch: &Watch) -> Result<Lookup, Stopped> {
        let files: Vec<&Path> = self.files.iter().map(PathBuf::as_path).collect();
        self.archive.look_up(&self.query.fingerprints, &files, self.query.within, watch)
    }
}
