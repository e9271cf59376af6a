//! The other side of a batch: an archive of documents, or files of fingerprints or a library in which the batch is
//! looked up.

mod library_lookup;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Batch, BatchEntry};
use crate::{
    compare::{Groups, Role},
    document::{Document, ReadError, Source},
    locale::Lang,
    review::export::{ArchiveSummary, LibrarySummary, UnverifiedMatch},
    simhash::{Fingerprint, Recipe, Sketch, Stopped, Watch},
    store::{
        FingerprintFiles, FingerprintRecord, LibraryPlace, Lookup, Neighbour, ReadFilesError, StoreError,
        lookup_distance,
    },
};
use library_lookup::{FoundPassages, LibraryLookup, UnverifiedHit};

/// The kind of an archive, and its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArchiveSource {
    /// Files of fingerprints.
    Fingerprints(Vec<PathBuf>),
    Library(LibraryArchive),
}

/// A library that a batch is looked up in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryArchive {
    pub place: LibraryPlace,
    /// How many documents it holds.
    pub documents: u64,
    /// It was made or accepted here.
    pub known: bool,
}

/// Files of fingerprints or a library, and the last lookup in it.
#[derive(Clone, Debug)]
pub(crate) struct ArchiveState {
    pub source: ArchiveSource,
    /// The recipe of its fingerprints.
    pub recipe: Recipe,
    /// The fingerprints of files; `None` until they were read.
    pub read: Option<Result<Arc<FingerprintFiles>, ReadError>>,
    /// Reading or looking up was stopped.
    pub stopped: bool,
    /// Its documents in the batch, by their numbers in the archive.
    pub neighbours: BTreeMap<u32, usize>,
    /// The result of the last lookup.
    pub found: Option<LookupSummary>,
    /// The error of the last lookup in a library.
    pub failed: Option<Arc<StoreError>>,
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
    /// The number of neighbours whose files are not opened.
    pub outside: usize,
    /// The first line that could not be read again.
    pub unreadable: Option<ReadError>,
    /// The documents that share passages, if it is a library.
    pub passages: Option<FoundPassages>,
}

/// The result of a lookup.
#[derive(Debug)]
pub(crate) struct LookupResult {
    summary: LookupSummary,
    found: Vec<FoundDocument>,
}

/// A document that was found.
#[derive(Debug)]
struct FoundDocument {
    /// Its number in the archive.
    number: u32,
    text: FoundText,
}

/// How much of the text of a document that was found is at hand.
#[derive(Debug)]
enum FoundText {
    Read(Document),
    /// The file is still to be read.
    File(Source),
    /// Only the fingerprint is known.
    Unknown(FingerprintRecord),
}

/// The key of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LookupQuery {
    /// The fingerprints of the batch.
    pub fingerprints: Vec<Fingerprint>,
    /// The hashes of its bytes, where passages are looked up too.
    pub contents: Vec<u64>,
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
    /// The key of this lookup.
    pub query: LookupQuery,
    target: LookupTarget,
}

enum LookupTarget {
    /// Fingerprints, and the files of the batch, which are not their own neighbours.
    Fingerprints(Arc<FingerprintFiles>, Vec<PathBuf>),
    Library(LibraryLookup),
}

impl ArchiveState {
    /// One that is still to be read.
    pub(crate) fn new(source: ArchiveSource, recipe: Recipe) -> Self {
        let (neighbours, found, failed, fresh) = Default::default();
        Self { source, recipe, read: None, stopped: false, neighbours, found, failed, fresh }
    }

    /// The library; `None` where it is one of fingerprints.
    pub(crate) fn library(&self) -> Option<&LibraryArchive> {
        match &self.source {
            ArchiveSource::Fingerprints(_) => None,
            ArchiveSource::Library(library) => Some(library),
        }
    }

    /// How many documents it has, once that is known.
    pub(crate) fn len(&self) -> Option<u64> {
        match &self.source {
            ArchiveSource::Fingerprints(_) => Some(self.fingerprint_files()?.fingerprints().len() as u64),
            ArchiveSource::Library(library) => Some(library.documents),
        }
    }

    pub(crate) fn is_incomplete(&self) -> bool {
        let passages = self.found.as_ref().and_then(|found| found.passages.as_ref());
        self.failed.is_some() || passages.is_some_and(|passages| passages.damaged)
    }

    /// The fingerprints, once read.
    pub(crate) fn fingerprint_files(&self) -> Option<&Arc<FingerprintFiles>> {
        self.read.as_ref()?.as_ref().ok()
    }

    /// The last lookup, for a report.
    pub(crate) fn looked_up(&self, lang: Lang) -> Option<ArchiveSummary> {
        let found = self.found.as_ref()?;
        let LookupSummary { near, listed, within, outside, ref passages, .. } = *found;
        let library =
            passages.as_ref().map(|FoundPassages { sharing, complete, with_passages, unverified, damaged }| {
                LibrarySummary {
                    sharing: *sharing,
                    complete: with_passages
                        .is_some_and(|known| known > 0)
                        .then_some(*complete == found.queries && !damaged),
                    with_passages: *with_passages,
                    unverified: unverified
                        .iter()
                        .map(|UnverifiedHit { document, path, runs, why }| UnverifiedMatch {
                            document: document + 1,
                            path: Some(path.to_string_lossy().into_owned()),
                            matching_runs: *runs,
                            unverified: why.key(),
                            why: why.words(lang),
                        })
                        .collect(),
                    damaged: *damaged,
                }
            });
        Some(ArchiveSummary { fingerprints: self.len()?, near, listed, within, outside, library })
    }
}

impl Batch {
    /// Takes the documents behind the first `batch` for an archive.
    pub(crate) fn set_archive(&mut self, batch: usize) {
        self.entries.iter_mut().skip(batch).for_each(|entry| entry.side = Role::Archive);
    }

    /// The sides of the documents, which decide what is compared.
    pub(crate) fn groups(&self) -> Groups {
        let groups = Groups::new(self.entries.iter().map(|entry| entry.side).collect(), self.within().unwrap_or(0));
        if let Some(given) = &self.given { given.among(groups) } else { groups }
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
        let ArchiveSource::Fingerprints(files) = &archive.source else { return None };
        Some(ReadArchiveRequest { files: files.clone(), recipe: archive.recipe.clone() })
    }

    /// Takes the archive in, or why it could not be read.
    pub(crate) fn install_archive(&mut self, read: Result<Arc<FingerprintFiles>, ReadError>) {
        if let Some(archive) = &mut self.archive {
            archive.read = Some(read);
        }
    }

    /// The batch, to be looked up in the archive for threshold `k`, and in fingerprints for clusters up to `cutoff`
    /// too; `None` where the archive is not read, or of another recipe.
    pub(crate) fn look_up(&self, k: u32, cutoff: u32) -> Option<LookupRequest> {
        let archive = self.archive.as_ref().filter(|archive| archive.recipe == self.recipe)?;
        let fingerprints = self.own().filter_map(|entry| entry.examined.as_ref()?.subject.fingerprint).collect();
        let files = self.own().filter_map(|entry| entry.source.file().map(Path::to_owned)).collect();
        let (target, within, contents) = match &archive.source {
            ArchiveSource::Fingerprints(_) => {
                let within = lookup_distance(k, cutoff, self.recipe.bits);
                (LookupTarget::Fingerprints(archive.fingerprint_files()?.clone(), files), within, Vec::new())
            }
            ArchiveSource::Library(LibraryArchive { place, .. }) => {
                let documents: Vec<_> = self.to_look_up().collect();
                let contents = documents.iter().map(|(_, document, _)| document.reading.content_hash).collect();
                let lookup = LibraryLookup { place: place.clone(), documents, files, k, run: self.run };
                // A larger distance takes a scan for each document.
                (LookupTarget::Library(lookup), k, contents)
            }
        };
        Some(LookupRequest { query: LookupQuery { fingerprints, contents, within }, target })
    }

    /// The documents that are looked up in a library.
    fn to_look_up(&self) -> impl Iterator<Item = (usize, Arc<Document>, Sketch)> {
        let own = |entry: &BatchEntry| entry.side == Role::Batch && !entry.aside;
        let entries = self.entries.iter().enumerate().filter(move |(_, entry)| own(entry));
        entries.filter_map(|(at, entry)| Some((at, entry.text()?.clone(), entry.examined.as_ref()?.sketch)))
    }

    /// Notes that a lookup failed.
    pub(crate) fn fail_lookup(&mut self, error: Arc<StoreError>) {
        if let Some(archive) = &mut self.archive {
            archive.failed = Some(error);
        }
    }

    /// Adds the neighbours that are not in the batch yet: first those whose texts are at hand, then those of which only
    /// the fingerprint is known.
    pub(crate) fn install_lookup(&mut self, LookupResult { summary, found }: LookupResult) {
        let before = self.within();
        let Some(archive) = &mut self.archive else { return };
        let within = summary.within;
        (archive.found, archive.failed) = (Some(summary), None);
        let is_new = |found: &FoundDocument| !archive.neighbours.contains_key(&found.number);
        let mut new: Vec<FoundDocument> = found.into_iter().filter(is_new).collect();
        if new.is_empty() && before == Some(within) {
            return;
        }
        new.sort_by_key(|found| matches!(found.text, FoundText::Unknown(_)));
        let from = self.entries.len();
        archive.fresh = Some(from);
        archive.neighbours.extend(new.iter().map(|found| found.number).zip(from..));
        let source = |found: &FoundDocument| match &found.text {
            FoundText::Read(document) => document.source.clone(),
            FoundText::File(source) => source.clone(),
            FoundText::Unknown(record) => Source::File(record.path.clone()),
        };
        self.add(new.iter().map(source).collect(), Role::Near);
        for (entry, found) in self.entries[from..].iter_mut().zip(new) {
            match found.text {
                FoundText::Read(document) => entry.document = Some(Ok(Arc::new(document))),
                FoundText::File(_) => {}
                FoundText::Unknown(record) => entry.record = Some(Arc::new(record)),
            }
        }
    }
}

impl ReadArchiveRequest {
    /// Reads it. Progress is counted in bytes.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run(self, watch: &Watch) -> Result<Result<Arc<FingerprintFiles>, ReadError>, Stopped> {
        match FingerprintFiles::read(self.files, &self.recipe, watch) {
            Ok(archive) => Ok(Ok(archive.into())),
            Err(ReadFilesError::Unreadable(error)) => Ok(Err(error)),
            Err(ReadFilesError::Stopped(stopped)) => Err(stopped),
        }
    }
}

impl LookupRequest {
    /// Looks the batch up; a library may fail. Progress is counted in documents.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run(&self, watch: &Watch) -> Result<Result<LookupResult, Arc<StoreError>>, Stopped> {
        match &self.target {
            LookupTarget::Fingerprints(archive, files) => {
                let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
                let lookup = archive.look_up(&self.query.fingerprints, &files, self.query.within, watch)?;
                Ok(Ok(lookup.into()))
            }
            LookupTarget::Library(lookup) => match lookup.run(watch) {
                Ok(found) => Ok(Ok(found)),
                Err(error) => library_lookup::not_stopped(error).map(Err),
            },
        }
    }
}

impl From<Lookup> for LookupResult {
    fn from(lookup: Lookup) -> Self {
        let Lookup { near, neighbours, within, queries, outside, unreadable } = lookup;
        let (listed, passages) = (neighbours.len(), None);
        let found = neighbours.into_iter().map(|Neighbour { record, source }| FoundDocument {
            number: record.number,
            text: source.map_or_else(|| FoundText::Unknown(record), FoundText::File),
        });
        let summary = LookupSummary { near, listed, within, queries, outside, unreadable, passages };
        Self { summary, found: found.collect() }
    }
}
