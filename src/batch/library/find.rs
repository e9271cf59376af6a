//! Documents of a library that are near one, or share passages with it though they are far.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    time::{Duration, Instant},
};

use super::reread::{NoText, text_of};
use crate::{
    compare::coverage::{
        Coverage, RunLength, Windows, coverage,
        passages::{PairPassage, shared_watched},
        winnowed,
    },
    document::Document,
    library::{Library, LibraryDocument, LibraryError, NearDocument, TableRows},
    simhash::{CountError, Fingerprint, Sketch, Stopped, Watch},
};

/// So many documents that share hashes of runs are looked at, the rarest hashes first, and so many near ones are read.
const READ: usize = 20;

/// How a document is looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindInLibrary {
    /// The largest distance called near.
    pub k: u32,
    /// How many of the nearest are wanted, whatever their distance.
    pub nearest: usize,
    /// The shortest run that counts as shared.
    pub run: RunLength,
}

/// The result of looking a document up.
#[derive(Debug)]
pub(crate) struct FoundInLibrary {
    /// Those at most k bits away, the nearest first.
    pub near: Vec<LibraryHit>,
    /// Those that share passages, though they are not near; the greatest share first.
    pub sharing: Vec<LibraryHit>,
    /// Those that have hashes of runs in common and whose texts are not at hand; the rarest runs first.
    pub unverified: Vec<LibraryHit>,
    /// The nearest of all, near or not.
    pub nearest: Vec<LibraryHit>,
    /// The rows read to find near ones; empty if all fingerprints were read.
    pub tables: Vec<TableRows>,
    /// Parts of the library are damaged: documents may be missing.
    pub damaged: bool,
    /// Time to find near ones, and documents that share runs, without reading any.
    pub took: [Duration; 2],
}

/// A document of the library beside the one looked up.
#[derive(Clone, Debug)]
pub(crate) struct LibraryHit {
    pub document: LibraryDocument,
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
    /// The longest first.
    pub passages: Vec<PairPassage>,
    /// The text of the one in the library.
    pub text: String,
}

/// Why a document was not looked up.
#[derive(Debug)]
pub(crate) enum FindError {
    Count(CountError),
    Library(LibraryError),
}

impl FindInLibrary {
    /// Looks a document up by its sketch and its text. The document itself, if it is in the library, is not found.
    ///
    /// # Errors
    /// [`FindError`].
    pub(crate) fn run(
        self,
        library: &Library,
        (document, sketch): (&Document, &Sketch),
        watch: &Watch,
    ) -> Result<FoundInLibrary, FindError> {
        let fingerprint = sketch.fingerprint.filter(|_| !sketch.constant);
        let runs = winnowed(&document.text, watch)?;
        let mut damaged = false;
        let started = Instant::now();
        let near = fingerprint.map(|fingerprint| library.near(fingerprint, self.k)).transpose();
        let near = undamaged(near, &mut damaged)?.unwrap_or_default();
        let near_took = started.elapsed();
        let started = Instant::now();
        let sharing = undamaged(library.sharing(&runs, READ + 1), &mut damaged)?;
        let took = [near_took, started.elapsed()];
        let nearest = fingerprint.filter(|_| self.nearest > 0);
        let nearest = nearest.map(|fingerprint| library.nearest(fingerprint, self.nearest + 1)).transpose();
        let nearest = undamaged(nearest, &mut damaged)?.unwrap_or_default();
        let windows = Windows::new_watched(&document.text, self.run, watch)?;
        let mut reader = HitReader {
            library,
            document,
            fingerprint,
            windows: &windows,
            run: self.run,
            own: document.source.file().and_then(|path| std::fs::canonicalize(path).ok()),
            hashes: sharing.best.iter().map(|sharing| (sharing.document, sharing.runs)).collect(),
            read: BTreeMap::new(),
            damaged: damaged || near.damaged || sharing.damaged,
            watch,
        };
        let near_numbers: BTreeSet<u32> = near.near.iter().map(|near| near.document).collect();
        let near_hits = reader.of_near(&near.near)?;
        let mut nearest = reader.of_near(&nearest)?;
        nearest.truncate(self.nearest);
        let far = sharing.best.iter().map(|sharing| sharing.document).filter(|number| !near_numbers.contains(number));
        let (mut verified, mut unverified) = (Vec::new(), Vec::new());
        for number in far {
            match reader.hit(number, true)? {
                Some(hit) if hit.shared.is_err() => unverified.push(hit),
                Some(hit) if hit.longest() > 0 => verified.push(hit),
                _ => {}
            }
        }
        verified.sort_by(|a, b| b.share().total_cmp(&a.share()).then(b.longest().cmp(&a.longest())));
        let (damaged, tables) = (reader.damaged, near.tables);
        Ok(FoundInLibrary { near: near_hits, sharing: verified, unverified, nearest, tables, damaged, took })
    }
}

/// Nothing in place of a damaged part, which is noted.
fn undamaged<T: Default>(found: Result<T, LibraryError>, damaged: &mut bool) -> Result<T, LibraryError> {
    match found {
        Err(LibraryError::Damaged(_)) => {
            *damaged = true;
            Ok(T::default())
        }
        found => found,
    }
}

impl LibraryHit {
    /// How much of the document occurs in this one; 0 where that is not known.
    pub(crate) fn share(&self) -> f64 {
        self.shared.as_ref().map_or(0.0, |shared| shared.coverage[0].share)
    }

    /// Characters of the longest shared passage; 0 where that is not known.
    pub(crate) fn longest(&self) -> u64 {
        self.shared.as_ref().map_or(0, |shared| shared.coverage[0].longest)
    }
}

/// Makes hits, and reads each document once.
struct HitReader<'a> {
    library: &'a Library,
    document: &'a Document,
    fingerprint: Option<Fingerprint>,
    windows: &'a Windows,
    run: RunLength,
    /// The file of the document that is looked up.
    own: Option<PathBuf>,
    /// The number of hashes in common, by document.
    hashes: BTreeMap<u32, u32>,
    read: BTreeMap<u32, Result<SharedWithHit, NoText>>,
    damaged: bool,
    watch: &'a Watch,
}

impl HitReader<'_> {
    fn of_near(&mut self, near: &[NearDocument]) -> Result<Vec<LibraryHit>, FindError> {
        let mut hits = Vec::new();
        for (at, near) in near.iter().enumerate() {
            hits.extend(self.hit(near.document, at < READ)?);
        }
        Ok(hits)
    }

    /// A document of the library; `None` if it is the one looked up, was removed meanwhile, or is damaged.
    fn hit(&mut self, number: u32, read: bool) -> Result<Option<LibraryHit>, FindError> {
        let Some(document) = undamaged(self.library.document(number), &mut self.damaged)? else { return Ok(None) };
        if self.own.as_ref() == Some(&document.path) {
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
        let hamming = self.fingerprint.zip(document.fingerprint).map(|(a, b)| a.hamming(b));
        Ok(Some(LibraryHit { document, hamming, runs: self.hashes.get(&number).copied().unwrap_or(0), shared }))
    }

    fn shared(&mut self, document: &LibraryDocument) -> Result<Result<SharedWithHit, NoText>, FindError> {
        let text = match text_of(self.library, document, self.watch) {
            Ok(Ok(text)) => text,
            Ok(Err(why)) => return Ok(Err(why)),
            Err(LibraryError::Damaged(_)) => {
                self.damaged = true;
                return Ok(Err(NoText::Unreadable));
            }
            Err(error) => return Err(error.into()),
        };
        let windows = Windows::new_watched(&text, self.run, self.watch)?;
        let coverage = coverage(self.windows, &windows);
        let passages = if coverage[0].longest > 0 {
            shared_watched([&self.document.text, &text], self.run, self.watch)?
        } else {
            Vec::new()
        };
        Ok(Ok(SharedWithHit { coverage, passages, text }))
    }
}

impl From<CountError> for FindError {
    fn from(error: CountError) -> Self {
        Self::Count(error)
    }
}

impl From<Stopped> for FindError {
    fn from(stopped: Stopped) -> Self {
        Self::Count(stopped.into())
    }
}

impl From<LibraryError> for FindError {
    fn from(error: LibraryError) -> Self {
        Self::Library(error)
    }
}
