//! A batch looked up in a library: documents that are near, and documents that share passages. Those whose text is at
//! hand become documents of the batch, of those near without a text the fingerprint does; the others are listed apart.

use std::{
    collections::{BTreeMap, HashSet},
    path::PathBuf,
    sync::Arc,
};

use rayon::prelude::*;

use super::{FoundDocument, FoundText, LookupResult, LookupSummary};
use crate::{
    batch::{
        find_in_library::{FindError, FindInLibrary, FoundInLibrary, LibraryHit, LibraryReaders, READ},
        library_texts::{NoText, document_of, source_of},
    },
    compare::coverage::RunLength,
    document::{Document, memory, safe_name},
    files::{CanonicalFolders, FileRevision},
    simhash::{CountError, Sketch, Stopped, Watch},
    store::{
        Access, FingerprintRecord, LibraryPlace, MAX_NEIGHBOURS, RecordPlace, Store, StoreError, StoredDocument, open,
    },
};

/// So many documents are looked up before their results are merged, and by one scan if one is needed.
const AT_ONCE: usize = 64;

/// The results of a lookup in a library beside near documents.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundPassages {
    /// Documents that share passages and are not near; `None` where no passages of the library are known.
    pub sharing: Option<usize>,
    /// Of how many documents of the batch every document that has a run in common was read.
    pub complete: usize,
    /// The documents of the library whose passages are known; `None` where it has none.
    pub with_passages: Option<u64>,
    /// Documents that have runs in common and whose texts are not at hand, once for each document of the batch.
    pub unverified: Vec<UnverifiedHit>,
    /// Parts of the library are damaged: documents may be missing.
    pub damaged: bool,
}

/// A document of a library that has runs in common with one of the batch, which cannot be verified.
#[derive(Clone, Debug)]
pub(crate) struct UnverifiedHit {
    /// The document of the batch.
    pub document: usize,
    /// The file of the one in the library.
    pub path: PathBuf,
    /// At least so many runs are in common.
    pub runs: u32,
    pub why: NoText,
}

/// Documents to be looked up in a library.
#[derive(Debug)]
pub(super) struct LibraryLookup {
    pub place: LibraryPlace,
    /// By their places in the batch.
    pub documents: Vec<(usize, Arc<Document>, Sketch)>,
    /// The files of the batch, which are not their own neighbours.
    pub files: Vec<PathBuf>,
    /// The greatest distance, in bits.
    pub k: u32,
    pub run: RunLength,
}

/// A document that was found.
struct Hit {
    document: StoredDocument,
    /// Bits that differ from the nearest document of the batch; `None` if it shares passages only.
    hamming: Option<u32>,
    /// Its text was at hand.
    readable: bool,
}

/// The documents found for one of the batch, each once, and those whose texts are not at hand.
struct FoundHits {
    hits: Vec<Hit>,
    unverified: Vec<UnverifiedHit>,
    damaged: bool,
    complete: bool,
}

impl LibraryLookup {
    /// Looks them up on several threads, each with a connection of its own. Progress is counted in documents.
    ///
    /// # Errors
    /// [`FindError`].
    pub(super) fn run(&self, watch: &Watch) -> Result<LookupResult, FindError> {
        watch.expect(self.documents.len() as u64);
        let readers = LibraryReaders::new(self.place.clone(), open(&self.place, Access::Read)?);
        let mut folders = CanonicalFolders::default();
        let own: HashSet<PathBuf> = self.files.iter().filter_map(|file| folders.path_of(file)).collect();
        let mut hits: BTreeMap<u32, Hit> = BTreeMap::new();
        let mut passages = FoundPassages::default();
        // The results of a part are held until they are merged in their order.
        for part in self.documents.chunks(AT_ONCE) {
            for found in self.look_up(part, &readers, &own, watch)? {
                passages.damaged |= found.damaged;
                passages.complete += usize::from(found.complete);
                passages.unverified.extend(found.unverified);
                for Hit { document, hamming, readable } in found.hits {
                    let known = hits.entry(document.id).or_insert(Hit { document, hamming, readable });
                    known.readable |= readable;
                    known.hamming = [known.hamming, hamming].into_iter().flatten().min();
                }
            }
        }
        let sharing = hits.values().filter(|hit| hit.hamming.is_none()).count();
        passages.with_passages = readers.with(|library| library.with_passages())?;
        passages.sharing = passages.with_passages.is_some_and(|known| known > 0).then_some(sharing);
        let near = hits.len() - sharing;
        let mut hits: Vec<Hit> = hits.into_values().collect();
        // Those that share passages first, of which each document has few.
        hits.sort_by_key(|hit| (hit.hamming, hit.document.id));
        hits.truncate(MAX_NEIGHBOURS);
        let listed = hits.iter().filter(|hit| hit.hamming.is_some()).count();
        let found = readers.with(|library| self.texts(library, hits, watch))?;
        let summary = LookupSummary {
            near,
            listed,
            within: self.k,
            queries: self.documents.len(),
            outside: 0,
            unreadable: None,
            passages: Some(passages),
        };
        Ok(LookupResult { summary, found })
    }

    /// The results for some documents, in their order. If the tables are not enough, one scan is made for all of them.
    fn look_up(
        &self,
        part: &[(usize, Arc<Document>, Sketch)],
        readers: &LibraryReaders,
        own: &HashSet<PathBuf>,
        watch: &Watch,
    ) -> Result<Vec<FoundHits>, FindError> {
        watch.check()?;
        let find = FindInLibrary { k: self.k, nearest: 0, run: self.run, read: READ };
        let sketches = part.iter().map(|(.., sketch)| sketch);
        let scanned = readers.with(|library| find.scan(library, sketches, watch))?;
        let found = part.par_iter().enumerate().map(|(n, (at, document, sketch))| {
            let scanned = scanned.as_ref().and_then(|scanned| scanned.get(n)).cloned();
            let of = (&**document, sketch);
            let found = readers.with(|library| find.run(library, scanned, of, &watch.part()));
            watch.advance(1);
            match found {
                // The text is too large to be counted, and the batch says so.
                Err(FindError::Count(error)) if error != CountError::Stopped(Stopped) => Ok(None),
                found => Ok(Some(FoundHits::new(*at, found?, own))),
            }
        });
        Ok(found.collect::<Result<Vec<_>, FindError>>()?.into_iter().flatten().collect())
    }

    /// The sources of documents that can be read, which is left to the batch with its budget; texts that the library
    /// keeps are taken as far as the reserve goes. The others are known by their fingerprints.
    fn texts(&self, library: &dyn Store, hits: Vec<Hit>, watch: &Watch) -> Result<Vec<FoundDocument>, FindError> {
        let mut found = Vec::new();
        let mut space = memory::reserve();
        for Hit { document, readable, .. } in hits {
            watch.check()?;
            let text = if readable { text_at_hand(library, &document, &mut space, watch)? } else { None };
            let number = document.id;
            let text = text.or_else(|| self.record(document).map(FoundText::Unknown));
            found.extend(text.map(|text| FoundDocument { number, text }));
        }
        Ok(found)
    }

    /// The record of a document without its text; `None` if it has no fingerprint.
    fn record(&self, document: StoredDocument) -> Option<FingerprintRecord> {
        Some(FingerprintRecord {
            number: document.id,
            file: safe_name(&self.place.name()),
            place: RecordPlace::Document(document.id),
            fingerprint: document.fingerprint?,
            bytes: Some((document.bytes, document.content)),
            candidates: Vec::new(),
            path: document.path,
        })
    }
}

impl FoundHits {
    /// Without the documents of these files.
    fn new(at: usize, found: FoundInLibrary, own: &HashSet<PathBuf>) -> Self {
        let complete = found.is_complete();
        let is_other = |hit: &LibraryHit| !own.contains(&hit.document.path);
        let near = found.near.into_iter().map(|hit| (hit.hamming, hit));
        let all = near.chain(found.sharing.into_iter().map(|hit| (None, hit)));
        let hits = all.filter(|(_, hit)| is_other(hit));
        let unverified = found.unverified.into_iter().filter(is_other).filter_map(|hit| {
            let why = hit.shared.err()?;
            Some(UnverifiedHit { document: at, path: hit.document.path, runs: hit.runs, why })
        });
        Self {
            hits: hits
                .map(|(hamming, hit)| Hit { readable: hit.shared.is_ok(), document: hit.document, hamming })
                .collect(),
            unverified: unverified.collect(),
            damaged: found.damaged,
            complete,
        }
    }
}

/// The text of a document that was read a moment ago, or the file to read it from. `space` is what kept texts may take,
/// in bytes.
fn text_at_hand(
    library: &dyn Store,
    document: &StoredDocument,
    space: &mut u64,
    watch: &Watch,
) -> Result<Option<FoundText>, StoreError> {
    let known = library.known(&document.path, &document.said)?;
    let before = known.map(|known| FileRevision { size: known.bytes, modified: known.modified });
    let now = library.identity().may_open(&document.path).then(|| FileRevision::of(&document.path)).flatten();
    if now.zip(before).is_some_and(|(now, before)| now.is_unchanged(before)) {
        return Ok(Some(FoundText::File(source_of(document))));
    }
    let read = match document_of(library, document, watch) {
        Err(StoreError::Damaged(_)) => return Ok(None),
        read => read?.ok(),
    };
    let Some(read) = read else { return Ok(None) };
    if read.source.file().is_some() {
        return Ok(Some(FoundText::File(read.source)));
    }
    // The text, and the one in its source.
    let bytes = 2 * read.text.len() as u64;
    let fits = bytes <= *space;
    *space -= if fits { bytes } else { 0 };
    Ok(fits.then_some(FoundText::Read(read)))
}

/// The error of a lookup, if it was not stopped.
pub(super) fn not_stopped(error: FindError) -> Result<Arc<StoreError>, Stopped> {
    match error {
        FindError::Library(error) => Ok(error.into()),
        // No other error of counting reaches here.
        FindError::Count(_) => Err(Stopped),
    }
}

/// Lookups on several threads give what one gives, and stop within a document.
#[cfg(test)]
mod tests {
    use std::path::Path;

    use rayon::ThreadPoolBuilder;

    use super::*;
    use crate::{
        batch::AddToLibrary,
        document::{Source, read},
        simhash::{Recipe, RecipeWithK, sketch},
    };

    /// Texts of words, of which each third is a version of the one before, and some quote the first.
    fn texts() -> Vec<String> {
        let word = |text: usize, at: usize| format!("word{}", (text * 7919 + at * 104_729) % 50_021);
        let text = |n: usize| {
            let of = if n % 3 == 2 { n - 1 } else { n };
            let mut words: Vec<String> = (0..120).map(|at| word(of, at)).collect();
            if n % 20 == 19 {
                words.extend((0..40).map(|at| word(0, at)));
            }
            words.push(format!("end{n}"));
            words.join(" ")
        };
        (0..AT_ONCE + 6).map(text).collect()
    }

    /// A library of texts in a folder, all of whose documents are looked up in it under other names.
    fn lookup(folder: &Path, k: u32) -> LibraryLookup {
        let recipe = RecipeWithK { recipe: Recipe::default(), k: None };
        let file = folder.join("a.db");
        let texts = texts();
        let write = |name: String, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            Source::File(path)
        };
        if !file.exists() {
            let sources = texts.iter().enumerate().map(|(n, text)| write(format!("{n}.txt"), text)).collect();
            let mut library = open(&file.clone().into(), Access::Create(&recipe)).unwrap();
            library.note_folders(&[std::fs::canonicalize(folder).unwrap()]).unwrap();
            AddToLibrary { sources, keep_text: true }.run(&mut *library, &Watch::default(), &mut |_, _| {}).unwrap();
        }
        let documents = texts.iter().enumerate().map(|(n, text)| {
            let document = read(&write(format!("query{n}.txt"), text)).unwrap();
            let sketch = sketch(&document.text, &recipe.recipe).unwrap();
            (n, Arc::new(document), sketch)
        });
        LibraryLookup {
            place: file.into(),
            documents: documents.collect(),
            files: Vec::new(),
            k,
            run: RunLength::default(),
        }
    }

    fn run(lookup: &LibraryLookup, threads: usize) -> String {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let result = pool.install(|| lookup.run(&Watch::default()).unwrap());
        format!("{:?} {:?}", result.summary, result.found)
    }

    #[test]
    fn any_number_of_threads_finds_the_same_in_the_same_order() {
        let folder = tempfile::tempdir().unwrap();
        for k in [3, 10] {
            let lookup = lookup(folder.path(), k);
            let alone = run(&lookup, 1);
            assert_eq!(alone, run(&lookup, 4));
            assert!(alone.contains("0.txt") && alone.contains(&format!("{}.txt", AT_ONCE + 5)));
        }
    }

    #[test]
    fn one_scan_for_many_finds_what_a_scan_for_each_does() {
        let folder = tempfile::tempdir().unwrap();
        let LibraryLookup { place, documents, run, .. } = lookup(folder.path(), 10);
        let (library, watch) = (open(&place, Access::Read).unwrap(), Watch::default());
        let find = FindInLibrary { k: 10, nearest: 0, run, read: READ };
        let scanned = find.scan(&*library, documents.iter().map(|(.., sketch)| sketch), &watch).unwrap().unwrap();
        for ((_, document, sketch), near) in documents.iter().zip(scanned) {
            let hits = find.run(&*library, None, (document, sketch), &watch).unwrap().near;
            let hits: Vec<_> = hits.iter().map(|hit| (hit.hamming, hit.document.id)).collect();
            assert_eq!(near.near.iter().map(|near| (Some(near.hamming), near.document)).collect::<Vec<_>>(), hits);
        }
        let tables = FindInLibrary { k: 3, ..find };
        assert!(tables.scan(&*library, documents.iter().map(|(.., sketch)| sketch), &watch).unwrap().is_none());
    }

    #[test]
    fn a_lookup_stops_within_a_document() {
        let folder = tempfile::tempdir().unwrap();
        for k in [3, 10] {
            let LibraryLookup { place, documents, run, .. } = lookup(folder.path(), k);
            let (library, watch) = (open(&place, Access::Read).unwrap(), Watch::default());
            let part = watch.part();
            watch.stop();
            let (_, document, sketch) = &documents[0];
            let find = FindInLibrary { k, nearest: 5, run, read: READ };
            let stopped = find.run(&*library, None, (document, sketch), &part);
            assert!(matches!(stopped, Err(FindError::Count(CountError::Stopped(Stopped)))));
            assert_eq!(part.done(), 0);
        }
    }

    #[test]
    fn files_are_left_to_the_batch_and_kept_texts_are_taken_as_far_as_there_is_space() {
        let folder = tempfile::tempdir().unwrap();
        let LibraryLookup { place, .. } = lookup(folder.path(), 3);
        let (library, watch) = (open(&place, Access::Read).unwrap(), Watch::default());
        let document = library.document(1).unwrap().unwrap();
        let source = Source::File(document.path.clone());
        let mut space = 0;
        let found = text_at_hand(&*library, &document, &mut space, &watch).unwrap();
        assert!(matches!(found, Some(FoundText::File(file)) if file == source), "the file is as it was");
        std::fs::remove_file(&document.path).unwrap();
        assert!(text_at_hand(&*library, &document, &mut space, &watch).unwrap().is_none());
        space = 3 * document.bytes;
        let found = text_at_hand(&*library, &document, &mut space, &watch).unwrap();
        assert!(matches!(found, Some(FoundText::Read(read)) if read.reading.content_hash == document.content));
        assert_eq!(space, document.bytes);
        assert!(text_at_hand(&*library, &document, &mut space, &watch).unwrap().is_none());
    }
}
