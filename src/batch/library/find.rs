//! Documents of a library that are near one, or share passages with it though they are far.

mod reader;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use super::reread::NoText;
use crate::{
    compare::{
        LocatedPassage,
        coverage::{Coverage, RunLength, Windows, winnowed},
    },
    document::Document,
    library::{Library, LibraryDocument, LibraryError, NearResult, TableRows},
    simhash::{CountError, Fingerprint, Sketch, Stopped, Watch},
};
use reader::{HitReader, undamaged};

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
    /// Whether the library finds passages at all.
    pub has_passages: bool,
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
    /// The longest first. The text of the one in the library is not kept: there are many of them.
    pub passages: Vec<LocatedPassage>,
}

/// Why a document was not looked up.
#[derive(Debug)]
pub(crate) enum FindError {
    Count(CountError),
    Library(LibraryError),
}

impl FindInLibrary {
    /// Looks a document up by its sketch and its text. The document itself, if it is in the library, is not found. Progress
    /// is not counted.
    ///
    /// # Errors
    /// [`FindError`].
    pub(crate) fn run(
        self,
        library: &Library,
        (document, sketch): (&Document, &Sketch),
        watch: &Watch,
    ) -> Result<FoundInLibrary, FindError> {
        let started = Instant::now();
        let near = compared(sketch).map(|fingerprint| library.near(fingerprint, self.k, watch)).transpose();
        let mut damaged = false;
        let near = undamaged(near, &mut damaged)?.unwrap_or_default();
        let near = NearResult { damaged: near.damaged || damaged, ..near };
        self.beside((near, started.elapsed()), library, (document, sketch), watch)
    }

    /// The near ones of many sketches by one scan; `None` where the tables find them faster.
    ///
    /// # Errors
    /// [`FindError`].
    pub(crate) fn scan<'a>(
        self,
        library: &Library,
        sketches: impl Iterator<Item = &'a Sketch>,
        watch: &Watch,
    ) -> Result<Option<Vec<NearResult>>, FindError> {
        if library.has_tables_for(self.k) {
            return Ok(None);
        }
        let fingerprints: Vec<Option<Fingerprint>> = sketches.map(compared).collect();
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

    /// The result beside near documents, which are known, with the time it took to find them.
    ///
    /// # Errors
    /// [`FindError`].
    pub(crate) fn beside(
        self,
        (near, near_took): (NearResult, Duration),
        library: &Library,
        (document, sketch): (&Document, &Sketch),
        watch: &Watch,
    ) -> Result<FoundInLibrary, FindError> {
        watch.check()?;
        let fingerprint = compared(sketch);
        let has_passages = library.has_passages();
        let runs = if has_passages { winnowed(&document.text, watch)? } else { Vec::new() };
        let mut damaged = near.damaged;
        let started = Instant::now();
        let sharing = undamaged(library.sharing(&runs, READ + 1 + near.near.len(), watch), &mut damaged)?;
        let took = [near_took, started.elapsed()];
        let nearest = fingerprint.filter(|_| self.nearest > 0);
        let nearest = nearest.map(|fingerprint| library.nearest(fingerprint, self.nearest + 1, watch)).transpose();
        let nearest = undamaged(nearest, &mut damaged)?.unwrap_or_default();
        watch.check()?;
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
            damaged: damaged || sharing.damaged,
            watch,
        };
        let near_numbers: BTreeSet<u32> = near.near.iter().map(|near| near.document).collect();
        let near_hits = reader.of_near(&near.near)?;
        let mut nearest = reader.of_near(&nearest)?;
        nearest.truncate(self.nearest);
        let far = sharing.best.iter().map(|sharing| sharing.document).filter(|number| !near_numbers.contains(number));
        let (mut verified, mut unverified) = (Vec::new(), Vec::new());
        let mut looked_at = 0;
        for number in far {
            let Some(hit) = reader.hit(number, true)? else { continue };
            if hit.shared.is_err() {
                unverified.push(hit);
            } else if hit.longest() > 0 {
                verified.push(hit);
            }
            looked_at += 1;
            if looked_at == READ {
                break;
            }
        }
        verified.sort_by(|a, b| b.share().total_cmp(&a.share()).then(b.longest().cmp(&a.longest())));
        let (damaged, tables) = (reader.damaged, near.tables);
        Ok(FoundInLibrary {
            near: near_hits,
            sharing: verified,
            unverified,
            nearest,
            tables,
            has_passages,
            damaged,
            took,
        })
    }
}

/// The fingerprint of a text that has features.
fn compared(sketch: &Sketch) -> Option<Fingerprint> {
    sketch.fingerprint.filter(|_| !sketch.constant)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::library::AddToLibrary,
        document::{Source, read},
        simhash::{Recipe, RecipeWithK, sketch},
    };

    const NEAR: usize = 2 * READ;

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
        let mut library = Library::create(&folder.path().join("a.db").into(), &recipe).unwrap();
        library.note_folders(&[std::fs::canonicalize(folder.path()).unwrap()]).unwrap();
        let watch = Watch::default();
        AddToLibrary { sources, keep_text: false }.run(&mut library, &watch, &mut |_, _| {}).unwrap();
        let query = read(&write("query.txt".into(), whole.clone())).unwrap();
        let sketch = sketch(&query.text, &recipe.recipe).unwrap();
        let find = FindInLibrary { k: 3, nearest: 0, run: RunLength::default() };
        let found = find.run(&library, (&query, &sketch), &watch).unwrap();
        assert_eq!(found.near.len(), NEAR);
        let names: Vec<_> = found.sharing.iter().filter_map(|hit| hit.document.path.file_name()).collect();
        assert_eq!(names, ["far.txt"]);
        assert!(found.sharing[0].longest() >= 60 && !found.damaged);
    }
}
