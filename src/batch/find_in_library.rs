//! Documents of a library that are near one, or share passages with it though they are far. Each is read once, and
//! compared with the one looked up.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use rayon::prelude::*;

use super::{
    detail::{LocatedPassage, located},
    library_texts::{NoText, document_of},
};
use crate::{
    compare::coverage::{Coverage, FromOthers, RunLength, Windows, coverage, passages::shared_windows, winnowed},
    document::Document,
    simhash::{CountError, Fingerprint, Sketch, Span, Stopped, Watch},
    store::{LibraryPlace, NearDocument, NearResult, Store, StoreError, StoredDocument, TableRows, reopen},
};

/// So many documents are read for passages unless others are wanted: of those that have hashes of runs in common, the
/// rarest first, and of the near ones.
pub(crate) const READ: usize = 200;

/// After so long no more documents are read for one that is looked up, unless all are wanted.
const LONGEST: Duration = Duration::from_secs(60);

/// How a document is looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindInLibrary {
    /// The largest distance called near.
    pub k: u32,
    /// How many of the nearest are wanted, whatever their distance.
    pub nearest: usize,
    /// The shortest run that counts as shared.
    pub run: RunLength,
    /// So many documents are read for passages, and so many near ones.
    pub read: usize,
}

/// The libraries in which documents are looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchedLibraries<'a> {
    /// The file or URL of each. Safe to show.
    pub places: &'a [String],
    /// Those of all.
    pub documents: u64,
    /// The documents whose passages are known; `None` where no engine has any.
    pub with_passages: Option<u64>,
    pub accepted: bool,
}

impl SearchedLibraries<'_> {
    /// Whether the passages of any document are known.
    pub(crate) fn has_passages(self) -> bool {
        self.with_passages.is_some_and(|known| known > 0)
    }
}

/// The result of looking a document up.
#[derive(Debug, Default)]
pub(crate) struct FoundInLibrary {
    /// Those at most k bits away, the nearest first.
    pub near: Vec<LibraryHit>,
    /// Those that share passages, though they are not near; the greatest share first.
    pub sharing: Vec<LibraryHit>,
    /// Those that have hashes of runs in common and whose texts are not at hand; the rarest runs first.
    pub unverified: Vec<LibraryHit>,
    /// The nearest of all, near or not.
    pub nearest: Vec<LibraryHit>,
    /// What those that were read have of it, word for word, and with edits.
    spans: [Vec<Span>; 2],
    /// How much of it those have together that were read; `None` if none was.
    pub together: Option<FromOthers>,
    /// The rows read to find near ones; empty if all fingerprints were read.
    pub tables: Vec<TableRows>,
    pub has_passages: bool,
    /// How many documents have a hash of a run in common, near or not.
    pub candidates: u64,
    /// How many of these were read.
    pub read: u64,
    /// Whether any was read, for passages or since it is near.
    read_any: bool,
    /// Parts of the library are damaged: documents may be missing.
    pub damaged: bool,
    /// Time to find near ones, and documents that share runs, without reading any.
    pub took: [Duration; 2],
}

/// A document of the library beside the one looked up.
#[derive(Clone, Debug)]
pub(crate) struct LibraryHit {
    /// The place of the library among those that were searched.
    pub library: usize,
    pub document: StoredDocument,
    /// Bits that differ; `None` where one has no fingerprint.
    pub hamming: Option<u32>,
    /// Hashes of runs in common.
    pub runs: u32,
    /// The shared text, or why it is not known.
    pub shared: Result<SharedWithHit, NoText>,
}

/// Text that a document shares with one of the library.
#[derive(Clone, Debug)]
pub(crate) struct SharedWithHit {
    /// Coverage of the document, and of the one in the library.
    pub coverage: [Coverage; 2],
    /// The longest first. The text of the one in the library is not kept: there are many of them.
    pub passages: Vec<LocatedPassage>,
}

/// A document that was looked up, with its text.
#[derive(Debug)]
pub(crate) struct LibraryFinding {
    pub text: Arc<String>,
    pub sketch: Sketch,
    /// What was found, or the place of the library that failed and why.
    pub found: Result<FoundInLibrary, (usize, StoreError)>,
}

/// Why a document was not looked up.
#[derive(Debug)]
pub(crate) enum FindError {
    Count(CountError),
    Library(StoreError),
}

impl From<CountError> for FindError {
    fn from(error: CountError) -> Self {
        Self::Count(error)
    }
}

impl From<StoreError> for FindError {
    fn from(error: StoreError) -> Self {
        Self::Library(error)
    }
}

/// Connections to a library for work on several threads: each has one while it works, so that none waits for another.
#[derive(Debug)]
pub(crate) struct LibraryReaders {
    place: LibraryPlace,
    known: bool,
    free: Mutex<Vec<Box<dyn Store>>>,
}

impl LibraryReaders {
    /// Begins with one that is open.
    pub(crate) fn new(place: LibraryPlace, library: Box<dyn Store>) -> Self {
        Self { place, known: library.identity().known, free: Mutex::new(vec![library]) }
    }

    /// Does work with a connection that nobody else uses meanwhile.
    ///
    /// # Errors
    /// That of the work, or of opening another one.
    pub(crate) fn with<T, E: From<StoreError>>(&self, work: impl FnOnce(&dyn Store) -> Result<T, E>) -> Result<T, E> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let library = if let Some(library) = free {
            library
        } else {
            let mut library = reopen(&self.place)?;
            // One that was accepted for this run stays so.
            library.identity_mut().known |= self.known;
            library
        };
        let done = work(&*library);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(library);
        done
    }
}

impl FindInLibrary {
    /// Looks a document up in a library by its sketch and its text. The document itself, if it is there, is not found.
    /// Those near it may be known by a scan for many. Progress is not counted.
    ///
    /// # Errors
    /// [`FindError`].
    pub(crate) fn run(
        self,
        library: &dyn Store,
        near: Option<NearResult>,
        (document, sketch): (&Document, &Sketch),
        watch: &Watch,
    ) -> Result<FoundInLibrary, FindError> {
        let query = Query::new(self, document, sketch, watch)?;
        let found = self.look_up((0, library), near, &query, watch)?;
        Ok(self.together(vec![found], &query))
    }

    /// The same in several libraries side by side.
    ///
    /// # Errors
    /// [`FindError`], with the place of the library in which it occurred.
    pub(crate) fn run_in_each(
        self,
        libraries: &[LibraryReaders],
        near: impl Fn(usize) -> Option<NearResult> + Sync,
        (document, sketch): (&Document, &Sketch),
        watch: &Watch,
    ) -> Result<FoundInLibrary, (usize, FindError)> {
        let query = Query::new(self, document, sketch, watch).map_err(|error| (0, error.into()))?;
        let found = libraries.par_iter().enumerate().map(|(at, readers)| {
            let found = readers.with(|library| self.look_up((at, library), near(at), &query, watch));
            found.map_err(|error| (at, error))
        });
        Ok(self.together(found.collect::<Result<_, _>>()?, &query))
    }

    /// What was found in all libraries, in the order of each list, and the share that all have together.
    fn together(self, all: Vec<FoundInLibrary>, query: &Query<'_>) -> FoundInLibrary {
        let merged = all.into_iter().reduce(|mut all, mut next| {
            all.near.append(&mut next.near);
            all.sharing.append(&mut next.sharing);
            all.unverified.append(&mut next.unverified);
            all.nearest.append(&mut next.nearest);
            all.tables.append(&mut next.tables);
            for (spans, more) in all.spans.iter_mut().zip(&mut next.spans) {
                spans.append(more);
            }
            all.has_passages |= next.has_passages;
            all.candidates += next.candidates;
            all.read += next.read;
            all.read_any |= next.read_any;
            all.damaged |= next.damaged;
            // They were looked into at the same time.
            all.took = [0, 1].map(|part| all.took[part].max(next.took[part]));
            all
        });
        let mut found = merged.unwrap_or_default();
        // Sorting keeps the order of libraries, and of the documents of each.
        found.near.sort_by_key(|hit| hit.hamming);
        found.nearest.sort_by_key(|hit| hit.hamming);
        found.nearest.truncate(self.nearest);
        found.sharing.sort_by(|a, b| b.share().total_cmp(&a.share()).then(b.longest().cmp(&a.longest())));
        found.together = found.read_any.then(|| {
            let [exact, edited] = std::mem::take(&mut found.spans);
            let share = query.windows.share_in(exact.clone());
            FromOthers { share, more: (query.windows.share_in([exact, edited].concat()) - share) as f32 }
        });
        found
    }

    /// The near ones of many sketches by one scan; `None` where the tables find them faster.
    ///
    /// # Errors
    /// [`FindError`].
    pub(crate) fn scan<'a>(
        self,
        library: &dyn Store,
        sketches: impl Iterator<Item = &'a Sketch>,
        watch: &Watch,
    ) -> Result<Option<Vec<NearResult>>, FindError> {
        if library.identity().plan_for(self.k).is_some() {
            return Ok(None);
        }
        let fingerprints: Vec<Option<Fingerprint>> = sketches.map(Sketch::comparable).collect();
        let known: Vec<Fingerprint> = fingerprints.iter().copied().flatten().collect();
        let mut damaged = false;
        let scanned = undamaged(library.scan_each(&known, self.k, watch), &mut damaged)?;
        watch.check()?;
        let mut scanned = scanned.into_iter();
        let each = fingerprints.iter().map(|fingerprint| {
            let near = fingerprint.and_then(|_| scanned.next()).unwrap_or_default();
            NearResult { damaged, ..near }
        });
        Ok(Some(each.collect()))
    }

    /// Looks a document up in the library at that place.
    fn look_up(
        self,
        (at, library): (usize, &dyn Store),
        near: Option<NearResult>,
        query: &Query<'_>,
        watch: &Watch,
    ) -> Result<FoundInLibrary, FindError> {
        watch.check()?;
        let fingerprint = query.fingerprint;
        let mut damaged = false;
        let started = Instant::now();
        let near = if let Some(near) = near {
            near
        } else {
            let near = fingerprint.map(|fingerprint| library.near(fingerprint, self.k, watch)).transpose();
            undamaged(near, &mut damaged)?.unwrap_or_default()
        };
        damaged |= near.damaged;
        let near_took = started.elapsed();
        let has_passages = library.has_passages();
        let runs = if has_passages { &query.runs[..] } else { &[] };
        let started = Instant::now();
        let sharing =
            undamaged(library.sharing(runs, self.read.saturating_add(1 + near.near.len()), watch), &mut damaged)?;
        let took = [near_took, started.elapsed()];
        let nearest = fingerprint.filter(|_| self.nearest > 0);
        let nearest =
            nearest.map(|fingerprint| library.nearest(fingerprint, self.nearest.saturating_add(1), watch)).transpose();
        let nearest = undamaged(nearest, &mut damaged)?.unwrap_or_default();
        let mut reader = HitReader {
            at,
            library,
            query,
            run: self.run,
            hashes: sharing.best.iter().map(|sharing| (sharing.document, sharing.runs)).collect(),
            most: self.read,
            candidates: sharing.candidates,
            read: BTreeMap::new(),
            found: [Vec::new(), Vec::new()],
            damaged: damaged || sharing.damaged,
            watch,
        };
        let near_numbers: BTreeSet<u32> = near.near.iter().map(|near| near.document).collect();
        let near_hits = reader.of_near(&near.near)?;
        let nearest = reader.of_near(&nearest)?;
        let far = sharing.best.iter().map(|sharing| sharing.document).filter(|number| !near_numbers.contains(number));
        let (mut verified, mut unverified) = (Vec::new(), Vec::new());
        let mut looked_at = 0;
        for number in far {
            if looked_at == self.read || self.read < usize::MAX && started.elapsed() > LONGEST {
                break;
            }
            let Some(hit) = reader.hit(number, true)? else { continue };
            if hit.shared.is_err() {
                unverified.push(hit);
            } else if hit.longest() > 0 {
                verified.push(hit);
            }
            looked_at += 1;
        }
        let is_read = |(number, _): &(&u32, &u32)| reader.read.get(number).is_some_and(Result::is_ok);
        Ok(FoundInLibrary {
            near: near_hits,
            sharing: verified,
            unverified,
            nearest,
            read: reader.hashes.iter().filter(is_read).count() as u64,
            read_any: reader.read.values().any(Result::is_ok),
            spans: reader.found,
            together: None,
            tables: near.tables,
            has_passages,
            candidates: reader.candidates,
            damaged: reader.damaged,
            took,
        })
    }
}

/// A document that is looked up, with what is made of it once for all libraries.
struct Query<'a> {
    document: &'a Document,
    fingerprint: Option<Fingerprint>,
    /// The hashes of its runs that libraries keep.
    runs: Vec<u64>,
    windows: Windows,
    /// Its file.
    own: Option<PathBuf>,
}

impl<'a> Query<'a> {
    fn new(find: FindInLibrary, document: &'a Document, sketch: &Sketch, watch: &Watch) -> Result<Self, CountError> {
        Ok(Self {
            document,
            fingerprint: sketch.comparable(),
            runs: winnowed(&document.text, watch)?,
            windows: Windows::new(&document.text, find.run, watch)?,
            own: document.source.file().and_then(|path| std::fs::canonicalize(path).ok()),
        })
    }
}

/// Makes hits, and reads each document once.
struct HitReader<'a> {
    /// The place of the library among those that are searched.
    at: usize,
    library: &'a dyn Store,
    query: &'a Query<'a>,
    run: RunLength,
    /// The number of hashes in common, by document.
    hashes: BTreeMap<u32, u32>,
    /// So many near documents are read.
    most: usize,
    /// How many documents have a hash in common; not the one looked up, once that is met.
    candidates: u64,
    read: BTreeMap<u32, Result<SharedWithHit, NoText>>,
    /// What those that were read have of the document, word for word, and with edits.
    found: [Vec<Span>; 2],
    damaged: bool,
    watch: &'a Watch,
}

impl HitReader<'_> {
    fn of_near(&mut self, near: &[NearDocument]) -> Result<Vec<LibraryHit>, FindError> {
        let mut hits = Vec::new();
        for (at, near) in near.iter().enumerate() {
            hits.extend(self.hit(near.document, at < self.most)?);
        }
        Ok(hits)
    }

    /// A document of the library; `None` if it is the one looked up, was removed meanwhile, or is damaged.
    fn hit(&mut self, number: u32, read: bool) -> Result<Option<LibraryHit>, FindError> {
        self.watch.check()?;
        let Some(document) = undamaged(self.library.document(number), &mut self.damaged)? else { return Ok(None) };
        if self.query.own.as_ref() == Some(&document.path) {
            self.candidates -= u64::from(self.hashes.remove(&number).is_some());
            return Ok(None);
        }
        let shared = match self.read.get(&number) {
            Some(shared) => shared.clone(),
            None if read => {
                let shared = self.shared(&document)?;
                self.read.insert(number, shared.clone());
                shared
            }
            None => Err(NoText::NotRead),
        };
        let hamming = self.query.fingerprint.zip(document.fingerprint).map(|(a, b)| a.hamming(b));
        let runs = self.hashes.get(&number).copied().unwrap_or(0);
        Ok(Some(LibraryHit { library: self.at, document, hamming, runs, shared }))
    }

    fn shared(&mut self, document: &StoredDocument) -> Result<Result<SharedWithHit, NoText>, FindError> {
        let text = match document_of(self.library, document, self.watch) {
            Ok(Ok(read)) => read.text,
            Ok(Err(why)) => return Ok(Err(why)),
            Err(StoreError::Damaged(_)) => {
                self.damaged = true;
                return Ok(Err(NoText::Unreadable));
            }
            Err(error) => return Err(error.into()),
        };
        let windows = Windows::new(&text, self.run, self.watch)?;
        let coverage = coverage(&self.query.windows, &windows);
        let passages = if coverage[0].edited() > 0.0 {
            let texts = [self.query.document.text.as_str(), &text];
            let passages = shared_windows([&self.query.windows, &windows], self.watch)?;
            let edited = passages.iter().filter(|passage| !passage.edits.is_empty());
            self.found[1].extend(edited.flat_map(|passage| &passage.places[0]));
            self.found[0].extend(coverage[0].passages.iter().map(|passage| passage.span));
            located(&passages, texts)
        } else {
            Vec::new()
        };
        Ok(Ok(SharedWithHit { coverage, passages }))
    }
}

/// Nothing in place of a damaged part, which is noted.
fn undamaged<T: Default>(found: Result<T, StoreError>, damaged: &mut bool) -> Result<T, StoreError> {
    match found {
        Err(StoreError::Damaged(_)) => {
            *damaged = true;
            Ok(T::default())
        }
        found => found,
    }
}

impl FoundInLibrary {
    /// How many documents with a hash of a run in common were not read because enough were.
    pub(crate) fn skipped(&self) -> u64 {
        let unreadable =
            |hit: &&LibraryHit| hit.runs > 0 && hit.shared.as_ref().is_err_and(|why| *why != NoText::NotRead);
        let unreadable = self.near.iter().chain(&self.unverified).filter(unreadable).count() as u64;
        self.candidates.saturating_sub(self.read + unreadable)
    }

    /// Whether every document that has a hash of a run in common was read. Without passages there is none to be known.
    pub(crate) fn is_complete(&self) -> bool {
        self.has_passages && !self.damaged && self.read == self.candidates
    }
}

impl LibraryHit {
    /// How much of the document occurs in this one word for word; 0 where that is not known.
    pub(crate) fn share(&self) -> f64 {
        self.shared.as_ref().map_or(0.0, |shared| shared.coverage[0].share)
    }

    /// Characters of the longest shared passage; 0 where that is not known.
    pub(crate) fn longest(&self) -> u64 {
        self.shared.as_ref().map_or(0, |shared| shared.coverage[0].longest)
    }
}

impl From<Stopped> for FindError {
    fn from(stopped: Stopped) -> Self {
        Self::Count(stopped.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::AddToLibrary,
        document::{Source, read},
        simhash::{Recipe, RecipeWithK, sketch},
        store::{Access, open},
    };

    const NEAR: usize = 40;

    fn han(seed: u32, len: u32) -> String {
        (0..len).filter_map(|at| char::from_u32(0x4E00 + (at * 7919 + seed * 104_729) % 20_000)).collect()
    }

    #[test]
    fn many_near_versions_do_not_hide_a_far_document_that_shares_a_passage() {
        let folder = tempfile::tempdir().unwrap();
        let whole = han(1, 600);
        let passage: String = whole.chars().skip(100).take(60).collect();
        let write = |name: String, text: String| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            Source::File(path)
        };
        let mut sources: Vec<Source> =
            (0..NEAR).map(|n| write(format!("near{n}.txt"), format!("{whole}{n}"))).collect();
        sources.push(write("far.txt".into(), format!("{}{passage}{}", han(2, 300), han(3, 300))));
        let recipe = RecipeWithK { recipe: Recipe::default(), k: None };
        let mut library = open(&folder.path().join("a.db").into(), Access::Create(&recipe)).unwrap();
        library.note_folders(&[std::fs::canonicalize(folder.path()).unwrap()]).unwrap();
        let watch = Watch::default();
        AddToLibrary { sources, keep_text: false }.run(&mut *library, &watch, &mut |_, _| {}).unwrap();
        let query = read(&write("query.txt".into(), whole.clone())).unwrap();
        let sketch = sketch(&query.text, &recipe.recipe).unwrap();
        let find = FindInLibrary { k: 3, nearest: 0, run: RunLength::default(), read: 20 };
        let found = find.run(&*library, None, (&query, &sketch), &watch).unwrap();
        assert_eq!(found.near.len(), NEAR);
        let names: Vec<_> = found.sharing.iter().filter_map(|hit| hit.document.path.file_name()).collect();
        assert_eq!(names, ["far.txt"]);
        assert!(found.sharing[0].longest() >= 60 && !found.damaged);
        assert_eq!(found.together.map(|together| together.share), Some(1.0), "what several have counts once");
    }

    /// Sixty articles with one passage in common, none near the other.
    #[test]
    fn what_was_not_read_is_counted_and_all_can_be_read() {
        const ALL: u32 = 60;
        let folder = tempfile::tempdir().unwrap();
        let passage = han(1, 60);
        let write = |name: String, text: String| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            Source::File(path)
        };
        let text = |n: u32| format!("{}{passage}{}", han(10 + 2 * n, 300), han(11 + 2 * n, 300));
        let sources = (0..ALL).map(|n| write(format!("{n}.txt"), text(n))).collect();
        let recipe = RecipeWithK { recipe: Recipe::default(), k: None };
        let mut library = open(&folder.path().join("a.db").into(), Access::Create(&recipe)).unwrap();
        library.note_folders(&[std::fs::canonicalize(folder.path()).unwrap()]).unwrap();
        let watch = Watch::default();
        AddToLibrary { sources, keep_text: false }.run(&mut *library, &watch, &mut |_, _| {}).unwrap();
        assert_eq!(library.with_passages().unwrap(), Some(ALL.into()));
        let find = |source: &Source, most| {
            let query = read(source).unwrap();
            let sketch = sketch(&query.text, &recipe.recipe).unwrap();
            let find = FindInLibrary { k: 3, nearest: 0, run: RunLength::default(), read: most };
            find.run(&*library, None, (&query, &sketch), &watch).unwrap()
        };
        let query = write("query.txt".into(), text(ALL));
        let few = find(&query, 20);
        assert_eq!((few.sharing.len(), few.read, few.candidates, few.is_complete()), (20, 20, ALL.into(), false));
        let all = find(&query, usize::MAX);
        assert_eq!((all.sharing.len(), all.read, all.candidates, all.is_complete()), (60, 60, ALL.into(), true));
        // A document of the library is not a candidate for itself.
        let own = find(&Source::File(folder.path().join("7.txt")), usize::MAX);
        assert_eq!((own.sharing.len(), own.candidates, own.is_complete()), (59, 59, true));
        // Without its file a text cannot be read, and whether it shares the passage is not known.
        std::fs::remove_file(folder.path().join("7.txt")).unwrap();
        let without = find(&query, usize::MAX);
        assert_eq!((without.sharing.len(), without.unverified.len(), without.is_complete()), (59, 1, false));
    }
}
