//! Files and fingerprints into a library, and documents whose files are gone out of it. Files that have not changed are
//! not read, changed ones take the place of what they were.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use super::{Failure, Work, stream};
use crate::{
    compare::{coverage::winnowed, diff::visible_chars},
    document::{Document, Metadata, ReadError, Source},
    files::{CanonicalFolders, FileRevision},
    simhash::{CountError, Pipeline, Recipe, Sketch, Watch},
    store::{KeptText, KnownDocument, LibraryChanges, NewDocument, Store, StoreError, StoredDocument},
};

/// Files are written as soon as there are so many of them …
const DOCUMENTS: usize = 1000;
/// … or so many hashes of their runs.
const RUNS: usize = 1 << 21;
/// Documents of another store are read and written in parts of at most so many hashes of runs: to find those of a part,
/// all of the store is read.
const WHOLE_RUNS: usize = 1 << 24;
/// The documents of the first part, of which the others are judged, and the most of one.
const WHOLE: [usize; 2] = [1 << 10, 1 << 16];

/// Files to be added to a library.
pub(crate) struct AddToLibrary {
    pub sources: Vec<Source>,
    pub keep_text: bool,
}

/// The outcome for a file, known once it is on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AddOutcome {
    Added,
    /// It was there, and is another now.
    Replaced,
    /// It has not changed since it was added.
    Unchanged,
    Failed(Failure),
}

/// The number of files that came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AddedCounts {
    pub added: u64,
    pub replaced: u64,
    pub unchanged: u64,
    pub failed: u64,
    /// Documents removed, since their files are gone.
    pub removed: u64,
    /// Documents whose files are gone, but that stay (see [`likely_gone`]).
    pub kept: u64,
    /// The work was stopped before all were looked at.
    pub stopped: bool,
}

impl AddedCounts {
    fn count(&mut self, outcome: &AddOutcome) {
        *match outcome {
            AddOutcome::Added => &mut self.added,
            AddOutcome::Replaced => &mut self.replaced,
            AddOutcome::Unchanged => &mut self.unchanged,
            AddOutcome::Failed(_) => &mut self.failed,
        } += 1;
    }
}

impl AddToLibrary {
    /// Adds them, and reports each once it is on the disk, in their order as far as they have to be read. Progress is
    /// counted in files. If the watch stops it, what was read by then is added.
    ///
    /// # Errors
    /// If the library cannot be written; everything reported before is in it.
    pub(crate) fn run(
        self,
        library: &mut dyn Store,
        watch: &Watch,
        report: &mut dyn FnMut(&Source, &AddOutcome),
    ) -> Result<AddedCounts, StoreError> {
        watch.expect(self.sources.len() as u64);
        let mut counts = AddedCounts::default();
        let mut changed = Vec::new();
        let mut folders = CanonicalFolders::default();
        for source in self.sources {
            let file = ChangedFile::new(source, library, &mut folders)?;
            match file {
                Ok(file) => changed.push(file),
                Err(source) => {
                    counts.count(&AddOutcome::Unchanged);
                    report(&source, &AddOutcome::Unchanged);
                    watch.advance(1);
                }
            }
            if watch.stopped() {
                return Ok(AddedCounts { stopped: true, ..counts });
            }
        }
        let contents = changed.iter().filter_map(|file| Some((file.source.clone(), file.known?.content))).collect();
        let reader = LibraryReader {
            recipe: library.identity().recipe.recipe.clone(),
            passages: library.has_passages(),
            keep_text: self.keep_text,
            contents,
            watch: Watch::default(),
        };
        let sources = changed.iter().map(|file| file.source.clone()).collect();
        let mut writer =
            LibraryWriter { library, watch, changes: LibraryChanges::default(), runs: 0, done: Vec::new() };
        let mut files = changed.into_iter();
        let mut error = None;
        let mut counting = |source: &Source, outcome: &AddOutcome| {
            counts.count(outcome);
            report(source, outcome);
            watch.advance(1);
        };
        let take = |streamed: stream::Streamed<_>, _| {
            let Some(file) = files.next() else { return Ok(()) };
            if watch.stopped() {
                reader.watch.stop();
                return Err(ErrorKind::Interrupted.into());
            }
            let seen = streamed.seen.map(|value| (value.reading.bytes, value.reading.content_hash, value.made));
            writer.take(file, seen, &mut counting).map_err(|reason| {
                error = Some(reason);
                ErrorKind::Other.into()
            })
        };
        // That of `take`, which is kept.
        _ = stream::each(sources, Work::Hash, |document| reader.read(&document), take);
        if error.is_none() {
            error = writer.write(&mut counting).err();
        }
        counts.stopped = watch.stopped();
        error.map_or(Ok(counts), Err)
    }
}

/// A file that is to be read.
struct ChangedFile {
    source: Source,
    /// Under the canonical path of its folder.
    path: PathBuf,
    /// Before it is read, so that a change meanwhile is seen the next time.
    revision: Option<FileRevision>,
    known: Option<KnownDocument>,
}

impl ChangedFile {
    /// A file that may have changed since it was added; the source of one that has not.
    fn new(
        source: Source,
        library: &dyn Store,
        folders: &mut CanonicalFolders,
    ) -> Result<Result<Self, Source>, StoreError> {
        let given = source.file().unwrap_or(Path::new(""));
        let path = folders.path_of(given).unwrap_or_else(|| given.to_owned());
        let revision = FileRevision::of(&path);
        let known = library.known(&path, &said(&source))?;
        let before = known.map(|known| FileRevision { size: known.bytes, modified: known.modified });
        let unchanged = revision.zip(before).is_some_and(|(now, before)| now.is_unchanged(before));
        Ok(if unchanged { Err(source) } else { Ok(Self { source, path, revision, known }) })
    }
}

/// Makes of documents what a library holds of them.
struct LibraryReader {
    recipe: Recipe,
    passages: bool,
    keep_text: bool,
    /// The hashes of the bytes that were added.
    contents: HashMap<Source, u64>,
    /// Stops the work on single documents, and counts their bytes, which nobody looks at.
    watch: Watch,
}

/// A document as a library holds it.
struct ReadDocument {
    sketch: Sketch,
    runs: Vec<u64>,
    chars: u64,
    text: Option<KeptText>,
    metadata: Metadata,
}

impl LibraryReader {
    /// `None` where the file has the bytes that were added.
    fn read(&self, document: &Document) -> Result<Option<ReadDocument>, CountError> {
        if self.contents.get(&document.source) == Some(&document.reading.content_hash) {
            return Ok(None);
        }
        let text = document.text.as_str();
        Ok(Some(ReadDocument {
            sketch: Pipeline::new(&self.recipe).watched(&self.watch).sketch(text)?,
            runs: if self.passages { winnowed(text, &self.watch)? } else { Vec::new() },
            chars: visible_chars(text),
            text: self.keep_text.then(|| KeptText::new(text)),
            metadata: document.metadata.clone(),
        }))
    }
}

/// Collects documents, and writes many at a time.
struct LibraryWriter<'a> {
    library: &'a mut dyn Store,
    watch: &'a Watch,
    changes: LibraryChanges,
    runs: usize,
    done: Vec<(Source, AddOutcome)>,
}

impl LibraryWriter<'_> {
    fn take(
        &mut self,
        file: ChangedFile,
        seen: Result<(u64, u64, Option<ReadDocument>), Failure>,
        report: &mut dyn FnMut(&Source, &AddOutcome),
    ) -> Result<(), StoreError> {
        let ChangedFile { source, path, revision, known } = file;
        let outcome = match seen {
            Err(failure) => AddOutcome::Failed(failure),
            Ok((.., None)) => {
                let modified = revision.and_then(|revision| revision.modified);
                self.changes.touched.extend(known.map(|known| (known.id, modified)));
                AddOutcome::Unchanged
            }
            Ok((bytes, content, Some(read))) => {
                // A file that grew while it was read has a revision of other bytes.
                let modified =
                    revision.filter(|revision| revision.size == bytes).and_then(|revision| revision.modified);
                let ReadDocument { sketch, runs, chars, text, metadata } = read;
                let fingerprint = sketch.comparable();
                let (Metadata { title, date, .. }, said) = (metadata, said(&source));
                self.runs += runs.len();
                self.changes.added.push(NewDocument {
                    path,
                    said,
                    title,
                    date,
                    bytes,
                    modified,
                    content,
                    chars,
                    fingerprint,
                    runs,
                    text,
                });
                AddOutcome::Added
            }
        };
        self.done.push((source, outcome));
        if self.done.len() >= DOCUMENTS || self.runs >= RUNS { self.write(report) } else { Ok(()) }
    }

    fn write(&mut self, report: &mut dyn FnMut(&Source, &AddOutcome)) -> Result<(), StoreError> {
        let replaced = self.library.write(&std::mem::take(&mut self.changes), self.watch)?;
        let mut replaced = replaced.into_iter();
        self.runs = 0;
        for (source, outcome) in self.done.drain(..) {
            // Only the library knows: another process may have added it since it was looked for.
            let outcome = match outcome {
                AddOutcome::Added if replaced.next() == Some(true) => AddOutcome::Replaced,
                outcome => outcome,
            };
            report(&source, &outcome);
        }
        Ok(())
    }
}

/// The folders in which a library may open files after these were added to it: the folders among them, and those of
/// files.
pub(crate) fn folders_of<'a>(named: impl Iterator<Item = &'a Path>) -> Vec<PathBuf> {
    let mut canonical = CanonicalFolders::default();
    let folder = |path: &Path| match fs::canonicalize(path).ok().filter(|path| path.is_dir()) {
        Some(folder) => Some(folder),
        None => canonical.path_of(path)?.parent().map(Path::to_owned),
    };
    let folders: BTreeSet<PathBuf> = named.filter_map(folder).collect();
    folders.into_iter().collect()
}

/// The format and the encoding that somebody said a source has, by their names.
fn said(source: &Source) -> [Option<String>; 2] {
    [
        source.said_format().map(|format| format.key().to_owned()),
        source.said_encoding().map(|encoding| encoding.name().to_owned()),
    ]
}

/// Reads documents with all that a store has of them, a part at a time, until `take` returns false. One that cannot be
/// read is given to `take` alone.
///
/// # Errors
/// That of the store or of `take`.
pub(crate) fn each_whole(
    from: &dyn Store,
    mut take: impl FnMut(Result<Vec<(StoredDocument, NewDocument)>, ReadError>, usize) -> Result<bool, StoreError>,
) -> Result<(), StoreError> {
    let mut numbers = from.numbers()?;
    numbers.sort_unstable();
    let (mut rest, mut size) = (&numbers[..], WHOLE[0]);
    while !rest.is_empty() {
        let (part, others) = rest.split_at(size.min(rest.len()));
        match from.whole(part) {
            Ok(documents) => {
                let runs: usize = documents.iter().map(|(_, document)| document.runs.len()).sum();
                size = (WHOLE_RUNS * part.len() / runs.max(1)).clamp(1, WHOLE[1]);
                if !take(Ok(documents), part.len())? {
                    break;
                }
            }
            Err(StoreError::Unreadable(error)) if part.len() == 1 => {
                if !take(Err(error), 1)? {
                    break;
                }
            }
            // The one that cannot be read is looked for, so that the others are.
            Err(StoreError::Unreadable(_)) => {
                size = part.len() / 2;
                continue;
            }
            Err(error) => return Err(error),
        }
        rest = others;
    }
    Ok(())
}

/// Adds the documents of another store, with the passages and texts that it has of them. A document that the library
/// has is replaced only if its bytes are others, or more is known of it. Returns the first line that could not be read
/// again.
///
/// # Errors
/// If the library cannot be written; whole parts of those before are in it.
pub(crate) fn import(
    library: &mut dyn Store,
    from: &dyn Store,
    counts: &mut AddedCounts,
    watch: &Watch,
) -> Result<Option<ReadError>, StoreError> {
    let all = from.numbers()?.len() as u64;
    watch.expect(all);
    let (mut unreadable, mut done) = (None, 0);
    each_whole(from, |part, read| {
        match part {
            Ok(documents) => take_in(library, documents, counts, watch)?,
            Err(error) => {
                counts.failed += 1;
                unreadable.get_or_insert(error);
            }
        }
        watch.advance(read as u64);
        done += read as u64;
        counts.stopped |= watch.stopped() && done < all;
        Ok(!counts.stopped)
    })?;
    Ok(unreadable)
}

/// Writes documents of another store, but for those that are there with the same bytes and no less that is known.
fn take_in(
    library: &mut dyn Store,
    documents: Vec<(StoredDocument, NewDocument)>,
    counts: &mut AddedCounts,
    watch: &Watch,
) -> Result<(), StoreError> {
    let mut changes = LibraryChanges::default();
    for (_, document) in documents {
        let same = match library.document_of(&document.path)? {
            Some(known) => {
                let has_all = !library.has_passages()
                    || known.chars >= document.chars
                        && (known.runs > 0 || document.runs.is_empty())
                        && (document.text.is_none() || library.text(known.id, u64::MAX)?.is_some());
                has_all && (known.bytes, known.content) == (document.bytes, document.content)
            }
            None => false,
        };
        if !document.fits() {
            counts.failed += 1;
        } else if same {
            counts.unchanged += 1;
        } else {
            changes.added.push(document);
        }
    }
    for replaced in library.write(&changes, watch)? {
        *if replaced { &mut counts.replaced } else { &mut counts.added } += 1;
    }
    Ok(())
}

/// The documents in these folders whose files are gone.
///
/// # Errors
/// [`StoreError`].
fn gone_in(library: &dyn Store, folders: &[PathBuf]) -> Result<Vec<PathBuf>, StoreError> {
    let mut gone = Vec::new();
    for folder in folders {
        gone.extend(library.paths_in(folder)?.into_iter().filter(|path| is_gone(path)));
    }
    gone.sort();
    gone.dedup();
    Ok(gone)
}

/// One of this many documents of a library.
const LARGE_SHARE: u64 = 5;

/// Of documents whose files are gone, those that are removed and those that stay: those in an empty or missing folder
/// that was named, which may be a disk that is not there, and all if they are a large share of the library.
fn likely_gone(gone: Vec<PathBuf>, empty: &[PathBuf], documents: u64) -> [Vec<PathBuf>; 2] {
    let (mut stay, mut go): (Vec<_>, Vec<_>) =
        gone.into_iter().partition(|path| empty.iter().any(|folder| path.starts_with(folder)));
    if go.len() as u64 * LARGE_SHARE > documents {
        stay.append(&mut go);
    }
    [go, stay]
}

/// Removes the documents in these folders whose files are gone, all or the likely ones; counts those that are removed
/// and those that stay. `empty` are the folders without a document.
///
/// # Errors
/// [`StoreError`]; then none is removed.
pub(crate) fn prune(
    library: &mut dyn Store,
    (folders, empty): (&[PathBuf], &[PathBuf]),
    all: bool,
    watch: &Watch,
) -> Result<[u64; 2], StoreError> {
    let gone = gone_in(library, folders)?;
    let [removed, kept] = if all { [gone, Vec::new()] } else { likely_gone(gone, empty, library.len()?) };
    let counts = [&removed, &kept].map(|paths| paths.len() as u64);
    library.write(&LibraryChanges { removed, ..LibraryChanges::default() }, watch)?;
    Ok(counts)
}

/// Whether a file is known to be gone: what is left of its path is a folder that can be read, or a file. Behind a link,
/// in a closed folder or on a disk that fails it may be there still.
fn is_gone(path: &Path) -> bool {
    for (depth, place) in path.ancestors().enumerate() {
        match fs::symlink_metadata(place) {
            Ok(found) if found.is_dir() => return depth > 0 && fs::read_dir(place).is_ok(),
            Ok(found) => return depth > 0 && found.is_file(),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            Err(_) => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        simhash::RecipeWithK,
        store::{Access, open},
    };

    #[test]
    fn progress_counts_files() {
        let folder = tempfile::tempdir().unwrap();
        let sources: Vec<Source> = ["a", "b", "c"].map(|name| Source::File(folder.path().join(name))).into();
        fs::write(folder.path().join("a"), "one text").unwrap();
        fs::write(folder.path().join("b"), "another text").unwrap();
        let recipe = RecipeWithK { recipe: Recipe::default(), k: None };
        let mut library = open(&folder.path().join("a.db").into(), Access::Create(&recipe)).unwrap();
        let (watch, mut outcomes) = (Watch::default(), Vec::new());
        let request = AddToLibrary { sources, keep_text: false };
        let mut report = |source: &Source, outcome: &AddOutcome| outcomes.push((source.name(), outcome.clone()));
        let counts = request.run(&mut *library, &watch, &mut report).unwrap();
        assert_eq!(counts, AddedCounts { added: 2, failed: 1, ..AddedCounts::default() });
        assert_eq!(watch.done(), 3);
        assert_eq!(outcomes[..2], [("a".into(), AddOutcome::Added), ("b".into(), AddOutcome::Added)]);
    }

    #[test]
    fn what_is_gone_beyond_doubt_is_removed_and_no_large_share() {
        let paths = |names: &[&str]| -> Vec<PathBuf> { names.iter().map(PathBuf::from).collect() };
        let (gone, empty) = (paths(&["/disk/a", "/texts/b", "/texts/c"]), paths(&["/disk"]));
        let split = |documents| likely_gone(gone.clone(), &empty, documents);
        assert_eq!(split(10), [paths(&["/texts/b", "/texts/c"]), paths(&["/disk/a"])]);
        assert_eq!(split(9)[0], paths(&[]), "2 of 9 are more than a fifth");
    }

    #[cfg(unix)]
    #[test]
    fn a_refused_or_unreadable_file_is_not_gone() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "").unwrap();
        std::os::unix::fs::symlink("nowhere", at("link")).unwrap();
        assert!(["none", "none/below/it", "file/none"].iter().all(|gone| is_gone(&at(gone))));
        for there in ["file", "link", "link/a"] {
            assert!(!is_gone(&at(there)), "{there}");
        }
    }
}
