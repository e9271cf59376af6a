//! Documents read and examined, or taken from the cache; and documents whose files changed, read again.

use std::{
    collections::BTreeSet,
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::{
    Batch, BatchEntry, Detail, Examination, Failure, Outdated, Work,
    entry::ExaminationMethod,
    intake::{Intake, read_within},
};
use crate::{
    cache::{Cache, CacheFolder, CacheHit, CacheMiss},
    compare::coverage::Windows,
    document::{self, Document, ReadError, Source},
    simhash::{Stopped, Watch},
};

/// A document as far as it is known.
enum PrepareInput {
    /// It is still to be read.
    Source(Source),
    /// The text, and its windows if they are known.
    Text(Arc<Document>, Option<Arc<Windows>>),
}

/// Documents to be read and examined.
pub(crate) struct PrepareRequest {
    documents: Vec<(usize, PrepareInput)>,
    method: ExaminationMethod,
    cache: Option<CacheFolder>,
    work: Work,
    /// The memory promised to the other documents, in bytes.
    held: u64,
}

/// A result for one document, or for the cache.
#[derive(Debug)]
pub(crate) enum PrepareResult {
    /// It was read, or could not be.
    Read(usize, Result<Arc<Document>, ReadError>),
    /// It was examined.
    Examined(usize, Examination),
    /// It could not be examined, in this generation.
    Failed(usize, u64, Failure),
    /// All is done, or it was stopped.
    Cached(CacheUse),
}

/// The use of the cache for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CacheUse {
    /// The number of documents taken from it.
    pub hits: usize,
    /// The number of documents that had to be read.
    pub misses: usize,
    /// The error of writing to it.
    pub error: Option<String>,
}

impl Batch {
    /// The documents to be read or examined; `None` if there are none. Those that are being read are marked.
    pub(crate) fn prepare(&mut self, detail: Detail) -> Option<PrepareRequest> {
        let documents = self.unprepared();
        let (method, cache, work) = (self.method(detail), self.cache.clone(), self.work);
        let request = PrepareRequest { documents, method, cache, work, held: self.held() };
        (!request.documents.is_empty()).then_some(request)
    }

    /// The memory promised to documents, in bytes; others still have to ask for theirs.
    pub(super) fn held(&self) -> u64 {
        let has_memory = |entry: &&BatchEntry| entry.examined.is_some() || entry.unexamined.is_some();
        let kept = |entry: &BatchEntry| {
            let (document, examined) = (entry.text()?, entry.examined.as_ref());
            // It is examined anew, in the memory that it had.
            Some(examined.map_or(document.text.len() as u64, |examined| self.work.kept_of(&document.text, examined)))
        };
        self.entries.iter().filter(has_memory).filter(|entry| !entry.reading).filter_map(kept).sum()
    }

    pub(super) fn method(&self, detail: Detail) -> ExaminationMethod {
        ExaminationMethod { recipe: self.recipe.clone(), run: self.run, generation: self.generation, detail }
    }

    fn unprepared(&mut self) -> Vec<(usize, PrepareInput)> {
        let comparable = self.archive.as_ref().is_some_and(|archive| archive.recipe == self.recipe);
        let (generation, cached) = (self.generation, self.cache.is_some());
        let mut documents = Vec::new();
        for (at, entry) in self.entries.iter_mut().enumerate() {
            if let Some(record) = &entry.record {
                // There is nothing to be read, and under another recipe nothing to compare.
                let fingerprint = comparable.then_some(record.fingerprint);
                entry.examined = Some(Examination::of_fingerprint(generation, fingerprint));
                continue;
            }
            // Stopped documents are done when they are resumed, or in the next generation.
            if entry.settled(generation) {
                continue;
            }
            // A file that was read, and stopped before it was examined, is read once more: the cache needs it is now.
            let again = cached && matches!(entry.source.plain(), Source::File(_)) && entry.examined.is_none();
            match &entry.document {
                Some(Ok(document)) if !again => {
                    let windows = entry.examined.as_ref().map(|e| e.subject.windows().clone());
                    documents.push((at, PrepareInput::Text(document.clone(), windows)));
                }
                Some(Err(_)) => {}
                None if entry.unexamined.is_some() && entry.source.is_read_once() => {
                    entry.unexamined = Some((generation, Failure::Stopped));
                }
                None | Some(Ok(_)) => {
                    entry.reading = true;
                    documents.push((at, PrepareInput::Source(entry.source.clone())));
                }
            }
        }
        documents
    }

    /// Installs the result for one document.
    pub(crate) fn install(&mut self, part: PrepareResult) {
        match part {
            PrepareResult::Read(at, document) => {
                if let Some(entry) = self.entries.get_mut(at) {
                    entry.document = Some(document);
                    entry.reading = false;
                }
            }
            PrepareResult::Examined(at, examined) => {
                if let Some(entry) = self.entries.get_mut(at)
                    && entry.examined.as_ref().is_none_or(|e| e.generation <= examined.generation)
                {
                    entry.unexamined = None;
                    entry.examined = Some(examined);
                }
            }
            PrepareResult::Failed(at, generation, failure) => {
                if let Some(entry) = self.entries.get_mut(at) {
                    entry.unexamined = Some((generation, failure));
                    entry.examined = None;
                }
            }
            PrepareResult::Cached(_) => {}
        }
    }
}

impl PrepareRequest {
    /// Whether something has to be read, and not only examined.
    pub(crate) fn reads(&self) -> bool {
        self.documents.iter().any(|(_, given)| matches!(given, PrepareInput::Source(_)))
    }

    /// Hands over each result as soon as it is there. Progress is counted in bytes.
    ///
    /// # Errors
    /// [`Stopped`] if it was stopped; results handed over before stay true.
    pub(crate) fn run(self, watch: &Watch, hand_over: impl Fn(PrepareResult) + Sync) -> Result<(), Stopped> {
        watch.expect(self.documents.iter().map(|(_, given)| given.size()).sum());
        let reads = self.reads();
        let Self { documents, method, cache, work, held } = self;
        let open = cache.filter(|_| reads).map(|folder| folder.open(&method.recipe, method.run));
        let one = DocumentPreparer {
            method,
            work,
            cache: open.as_ref(),
            watch,
            hand_over,
            hits: AtomicUsize::new(0),
            misses: AtomicUsize::new(0),
        };
        let done = read_within(&one, &documents, work, held);
        let DocumentPreparer { hits, misses, hand_over, .. } = one;
        let [hits, misses] = [hits, misses].map(AtomicUsize::into_inner);
        if let Some(cache) = open {
            let error = cache.close().err().map(|error| error.to_string());
            hand_over(PrepareResult::Cached(CacheUse { hits, misses, error }));
        }
        done
    }
}

/// Reads and examines documents.
struct DocumentPreparer<'a, H> {
    method: ExaminationMethod,
    work: Work,
    cache: Option<&'a Cache>,
    watch: &'a Watch,
    hand_over: H,
    hits: AtomicUsize,
    misses: AtomicUsize,
}

/// A document with what is known of it.
enum PreparedInput {
    /// It was read before; with its windows, if they are known.
    Text(Arc<Document>, Option<Arc<Windows>>),
    Cached(CacheHit),
    /// It was read, since the cache does not have it.
    Read(Arc<Document>, Option<CacheMiss>),
}

impl<H: Fn(PrepareResult) + Sync> Intake for DocumentPreparer<'_, H> {
    type Given = (usize, PrepareInput);
    type Read = PreparedInput;

    fn source<'a>(&self, (_, given): &'a Self::Given) -> &'a Source {
        match given {
            PrepareInput::Source(source) => source,
            PrepareInput::Text(document, _) => &document.source,
        }
    }

    fn expected(&self, (_, given): &Self::Given) -> u64 {
        match given {
            PrepareInput::Source(source) => source.size(),
            PrepareInput::Text(..) => 0,
        }
    }

    fn read(&self, (_, given): &Self::Given) -> Result<PreparedInput, ReadError> {
        let source = match given {
            PrepareInput::Source(source) => source,
            PrepareInput::Text(document, windows) => return Ok(PreparedInput::Text(document.clone(), windows.clone())),
        };
        let miss = match self.cache.map(|cache| cache.lookup(source)) {
            Some(Ok(hit)) => return Ok(PreparedInput::Cached(hit)),
            Some(Err(miss)) => Some(miss),
            None => None,
        };
        let document = document::read_while(source, &|| !self.watch.stopped())?;
        Ok(PreparedInput::Read(document.into(), miss))
    }

    fn text<'a>(&self, read: &'a PreparedInput) -> &'a str {
        match read {
            // It was examined under another recipe, and has its memory.
            PreparedInput::Text(_, Some(_)) => "",
            PreparedInput::Text(document, None)
            | PreparedInput::Cached(CacheHit { document, .. })
            | PreparedInput::Read(document, _) => &document.text,
        }
    }

    fn work(&self, (at, given): &Self::Given, read: Result<PreparedInput, ReadError>) -> Result<u64, Stopped> {
        self.watch.check()?;
        let (at, hand_over) = (*at, &self.hand_over);
        let (document, examined) = match read {
            // Its memory is promised already where its windows are known.
            Ok(PreparedInput::Text(document, Some(windows))) => {
                hand_over(self.examined(at, self.method.examine(&document, Some(windows), self.watch)?));
                return Ok(0);
            }
            Ok(PreparedInput::Text(document, None)) => {
                let examined = self.method.examine(&document, None, self.watch)?;
                (document, examined)
            }
            Ok(PreparedInput::Cached(CacheHit { document, sketch, subject })) => {
                self.hits.fetch_add(1, Ordering::Relaxed);
                self.watch.advance(given.size());
                hand_over(PrepareResult::Read(at, Ok(document.clone())));
                (document, Ok(self.method.known(sketch, subject)))
            }
            Ok(PreparedInput::Read(document, miss)) => {
                hand_over(PrepareResult::Read(at, Ok(document.clone())));
                let examined = self.examine(&document, miss.as_ref())?;
                // What cannot be used is no change, and is tried again each time.
                self.misses.fetch_add(usize::from(examined.is_ok()), Ordering::Relaxed);
                (document, examined)
            }
            // Another recipe may need less.
            Err(error @ ReadError::NoMemory { .. }) if matches!(given, PrepareInput::Text(..)) => {
                hand_over(self.examined(at, Err(Failure::Read(error))));
                return Ok(0);
            }
            Err(error) => {
                hand_over(PrepareResult::Read(at, Err(error)));
                self.watch.advance(given.size());
                return Ok(0);
            }
        };
        let kept = examined.as_ref().map_or(0, |examined| self.work.kept_of(&document.text, examined));
        hand_over(self.examined(at, examined));
        Ok(kept)
    }
}

impl<H> DocumentPreparer<'_, H> {
    fn examined(&self, at: usize, examined: Result<Examination, Failure>) -> PrepareResult {
        match examined {
            Ok(examined) => PrepareResult::Examined(at, examined),
            Err(failure) => PrepareResult::Failed(at, self.method.generation, failure),
        }
    }

    /// Examines a document that was read, unless another file with the same bytes is cached.
    fn examine(&self, document: &Document, miss: Option<&CacheMiss>) -> Result<Result<Examination, Failure>, Stopped> {
        let Some((cache, miss)) = self.cache.zip(miss) else {
            return self.method.examine(document, None, self.watch);
        };
        if let Some((sketch, subject)) = cache.lookup_content(miss, document) {
            return Ok(Ok(self.method.known(sketch, subject)));
        }
        let examined = self.method.examine(document, None, self.watch)?;
        if let Ok(examined) = &examined {
            cache.store(miss, document, &examined.sketch, &examined.subject);
        }
        Ok(examined)
    }
}

impl PrepareInput {
    fn size(&self) -> u64 {
        match self {
            Self::Source(source) => source.size(),
            Self::Text(document, _) => document.text.len() as u64,
        }
    }
}

/// Documents of a generation read again because their files changed, all at once.
#[derive(Debug)]
pub(crate) struct Reread {
    generation: u64,
    results: Vec<PrepareResult>,
}

/// What became of documents whose files changed, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Reloaded {
    /// Their text is another now.
    pub replaced: BTreeSet<usize>,
    /// They cannot be read any more.
    pub lost: Vec<usize>,
    /// They could not be read before, and are as they were.
    pub back: Vec<usize>,
}

impl Batch {
    /// The documents to be read again; `None` if no file changed, or not all documents are settled. Both texts are
    /// there for a while, so the memory of all as they were stays promised.
    pub(crate) fn reload(&self, detail: Detail) -> Option<PrepareRequest> {
        if self.changed.is_empty() || !self.settled() {
            return None;
        }
        let source = |&at: &usize| Some((at, PrepareInput::Source(self.entries.get(at)?.source.clone())));
        let documents = self.changed.iter().filter_map(source).collect();
        Some(PrepareRequest { documents, method: self.method(detail), cache: None, work: self.work, held: self.held() })
    }

    /// Marks documents whose files changed as outdated: they were not to be read again.
    pub(crate) fn stop_reloading(&mut self) {
        for at in mem::take(&mut self.changed) {
            if let Some(entry) = self.entries.get_mut(at) {
                entry.outdated = Some(Outdated::Stopped);
            }
        }
    }

    /// Replaces documents, all at once: results for the others stay. `None` if they were examined under an older
    /// recipe, and have to be read again.
    pub(crate) fn install_reread(&mut self, Reread { generation, results }: Reread) -> Option<Reloaded> {
        if generation != self.generation {
            return None;
        }
        let mut reloaded = Reloaded::default();
        for result in results {
            let PrepareResult::Read(at, read) = result else {
                if result.document().is_some_and(|at| reloaded.replaced.contains(&at)) {
                    self.install(result);
                }
                continue;
            };
            self.changed.remove(&at);
            let Some(entry) = self.entries.get_mut(at) else { continue };
            let before = entry.text().map(|document| document.reading.content_hash);
            match read {
                Ok(document) if Some(document.reading.content_hash) == before => {
                    reloaded.back.extend(entry.outdated.take().map(|_| at));
                }
                Ok(document) => {
                    entry.document = Some(Ok(document));
                    entry.outdated = None;
                    reloaded.replaced.insert(at);
                }
                Err(error) => {
                    reloaded.lost.push(at);
                    if before.is_some() {
                        entry.outdated = Some(Outdated::Unreadable(error));
                    } else {
                        entry.document = Some(Err(error));
                    }
                }
            }
        }
        if !reloaded.replaced.is_empty() {
            self.carry_over();
        }
        Some(reloaded)
    }
}

impl PrepareResult {
    /// The document that it is about.
    fn document(&self) -> Option<usize> {
        match self {
            Self::Read(at, _) | Self::Examined(at, _) | Self::Failed(at, ..) => Some(*at),
            Self::Cached(_) => None,
        }
    }
}

impl PrepareRequest {
    /// All results together. Progress is counted in bytes.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run_at_once(self, watch: &Watch) -> Result<Reread, Stopped> {
        let (generation, results) = (self.method.generation, Mutex::new(Vec::new()));
        let keep = |result| results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
        self.run(watch, keep)?;
        Ok(Reread { generation, results: results.into_inner().unwrap_or_else(PoisonError::into_inner) })
    }
}
