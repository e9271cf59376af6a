//! Documents that were read and examined before: a file that did not change is neither read nor examined again.
//!
//! An *entry* is a file with a document, its sketch and its subject. It is named by the hash of all that decides what
//! they are (see `entry.rs`). An *index* is a file for the folders that are reviewed: by path, size and time of change
//! it says which entry a file has. Both are written as soon as a document is done, so that work which was stopped or
//! killed is found again.
//!
//! - **Unchanged** is a file whose size and time of change are those in the index, if that time lay more than two
//!   seconds before the file was read: within these a change might leave no trace, as in the index of git. Any other
//!   file is read again, and examined again only if no entry has its bytes.
//! - **Disposable.** Nothing is synced. A damaged, foreign or torn file counts as absent, and a failure to write costs
//!   no more than time: [`Cache::close`] returns the reason.
//! - **Never trusted.** A checksum tells damage; besides, every number that an index, a slice or a sum relies on is
//!   checked, so that no file makes the program panic or allocate out of proportion to its length.
//! - **Bounded.** All files together take [`LIMIT`] bytes, and those used longest ago are evicted. Entries of files
//!   that were changed or removed go when the folders are opened again. A text over [`MAX_TEXT`] bytes is not cached.
//! - **Private.** Only the user can read the files, since they hold the texts.
//!
//! Several programs may use it at once: entries and rewritten indexes are renamed into place, and a line of an index is
//! appended in one write. A line that is lost when two rewrite at once means that a file is read again.
//!
//! Knows `compare`, `document`, `files` and `simhash`. Must not know reviews, settings, screens or the command line.

mod entry;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use directories::ProjectDirs;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::{
    compare::{coverage::RunLength, pair::Subject},
    document::{Document, Source},
    files::{
        Access, CanonicalFolders, Disk, FileKind, FileRevision, Placing, append_to, create_folders, read_from,
        write_all,
    },
    simhash::{Recipe, Sketch},
};
pub(crate) use entry::is_entry;
use entry::{CacheKey, EntryKey};

/// All files of the cache together, in bytes.
pub(crate) const LIMIT: u64 = 1 << 30;
/// A longer text is not cached, in bytes.
pub(crate) const MAX_TEXT: usize = 8 << 20;

/// How exactly it is known when a file was last used, and how long a half-written file is left alone.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The folder of the cache, and the reviewed folders that it is used for.
#[derive(Clone, Debug)]
pub struct CacheFolder {
    disk: Disk,
    path: PathBuf,
    scope: u64,
    limit: u64,
}

/// The cache of some reviewed folders under one recipe and run length, open.
#[derive(Debug)]
pub struct Cache {
    folder: CacheFolder,
    key: CacheKey,
    index: Mutex<FileIndex>,
    folders: Mutex<CanonicalFolders>,
    /// The bytes of all entries that were read or written.
    used: AtomicU64,
    stored: AtomicBool,
    /// Why nothing is written any more.
    error: OnceLock<io::Error>,
}

/// A document from the cache.
#[derive(Clone, Debug)]
pub struct CacheHit {
    /// The document as it was read.
    pub document: Arc<Document>,
    /// Its fingerprint and counts.
    pub sketch: Sketch,
    /// The text prepared for comparing.
    pub subject: Arc<Subject>,
}

/// A source that has to be read; with the state of its file before that, if it is one that can be cached.
#[derive(Debug)]
pub struct CacheMiss(Option<(FileKey, FileRevision)>);

impl CacheFolder {
    /// The user's cache, in the platform's folder for caches; `None` where there is no home. `scope` is a hash of the
    /// reviewed folders.
    pub fn of_user(scope: u64) -> Option<Self> {
        let dirs = ProjectDirs::from("", "", "simscope")?;
        Some(Self::new(dirs.cache_dir().join("documents"), scope))
    }

    /// A cache in that folder, which is made when something is stored.
    pub fn new(path: impl Into<PathBuf>, scope: u64) -> Self {
        Self { disk: Disk::default(), path: path.into(), scope, limit: LIMIT }
    }

    /// Opens the cache for documents that are examined with this recipe and run length.
    pub fn open(&self, recipe: &Recipe, run: RunLength) -> Cache {
        let key = CacheKey::new(recipe, run);
        Cache {
            folder: self.clone(),
            key,
            index: Mutex::new(FileIndex::open(self.disk.clone(), self.index(&key))),
            folders: Mutex::default(),
            used: AtomicU64::new(0),
            stored: AtomicBool::new(false),
            error: OnceLock::new(),
        }
    }

    /// Removes what is cached of the reviewed folders under this recipe and run length.
    pub fn clear(&self, recipe: &Recipe, run: RunLength) {
        let path = self.index(&CacheKey::new(recipe, run));
        let index = FileIndex::open(self.disk.clone(), path.clone());
        // Without its index no entry is found by its file.
        _ = self.disk.remove(&path);
        self.remove(index.entries);
    }

    fn remove(&self, entries: impl IntoIterator<Item = EntryKey>) {
        for entry in entries {
            _ = self.disk.remove(&self.entry(entry));
        }
    }

    fn index(&self, key: &CacheKey) -> PathBuf {
        self.path.join(format!("{:032x}.index", key.index(self.scope)))
    }

    fn entry(&self, entry: EntryKey) -> PathBuf {
        self.path.join(format!("{entry:032x}.entry"))
    }
}

impl Cache {
    /// Looks a source up without reading it: a hit where its file did not change since it was stored.
    ///
    /// # Errors
    /// [`CacheMiss`] where it has to be read: afterwards it is looked up [by its content](Self::lookup_content), and,
    /// if it had to be examined, [stored](Self::store).
    pub fn lookup(&self, source: &Source) -> Result<CacheHit, CacheMiss> {
        let Some((file, stat)) = self.state_of(source) else { return Err(CacheMiss(None)) };
        let entry = self.index().entry(&file, stat);
        let hit = entry.and_then(|entry| self.read(entry, source.clone()));
        hit.filter(|hit| hit.document.reading.bytes == stat.size).ok_or(CacheMiss(Some((file, stat))))
    }

    /// The numbers of a document that was read after a miss, where the same bytes were stored under whatever name or
    /// time; from then on they are found by this file too.
    pub fn lookup_content(&self, miss: &CacheMiss, document: &Document) -> Option<(Sketch, Arc<Subject>)> {
        miss.0.as_ref()?;
        let entry = self.key.entry(document);
        let hit = self.read(entry, document.source.clone()).filter(|hit| *hit.document == *document)?;
        self.write(|| self.remember(miss, document, entry));
        Some((hit.sketch, hit.subject))
    }

    /// Stores what came of a document that was read after a miss. Nothing is stored of a source that is no file, of a
    /// file whose size changed while it was read, of a text over [`MAX_TEXT`], and once something could not be written.
    pub fn store(&self, miss: &CacheMiss, document: &Document, sketch: &Sketch, subject: &Subject) {
        let unchanged = miss.0.as_ref().is_some_and(|(_, stat)| stat.size == document.reading.bytes);
        if !unchanged || document.text.len() > MAX_TEXT {
            return;
        }
        self.write(|| {
            let entry = self.key.entry(document);
            let bytes = entry::encode(entry, document, sketch, subject)?;
            let len = bytes.len() as u64;
            if self.used.fetch_add(len, Ordering::Relaxed) + len > self.folder.limit {
                // Stored entries stay in use: evicting them for others would help nobody.
                return Ok(());
            }
            self.stored.store(true, Ordering::Relaxed);
            replace(&self.folder.disk, &self.folder.entry(entry), &bytes)?;
            self.remember(miss, document, entry)
        });
    }

    /// Ends the work with it: removes entries of files that changed or are gone, and evicts where there is too much.
    ///
    /// # Errors
    /// Why something could not be written.
    pub fn close(self) -> io::Result<()> {
        if self.error.get().is_none() {
            let orphans = self.index().tidy().unwrap_or_default();
            // One that cannot be removed is evicted some day.
            self.folder.remove(orphans);
        }
        if self.stored.into_inner() {
            evict(&self.folder.disk, &self.folder.path, self.folder.limit);
        }
        self.error.into_inner().map_or(Ok(()), Err)
    }

    fn read(&self, entry: EntryKey, source: Source) -> Option<CacheHit> {
        let bytes = read(&self.folder.disk, &self.folder.entry(entry), self.folder.limit)?;
        self.used.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        entry::decode(&bytes, entry, source, &self.key)
    }

    /// Has the index say that the file has this entry.
    fn remember(&self, miss: &CacheMiss, document: &Document, entry: EntryKey) -> io::Result<()> {
        match &miss.0 {
            Some((file, stat)) if stat.size == document.reading.bytes => {
                self.index().append(file.clone(), *stat, entry)
            }
            _ => Ok(()),
        }
    }

    /// Writes, unless that failed before.
    fn write(&self, write: impl FnOnce() -> io::Result<()>) {
        if self.error.get().is_none() {
            _ = write().map_err(|error| self.error.set(error));
        }
    }

    /// A file as it is now; `None` for any other source, and where it cannot be looked at.
    fn state_of(&self, source: &Source) -> Option<(FileKey, FileRevision)> {
        let path = source.file().filter(|_| !source.is_read_once())?;
        let revision = FileRevision::of(path)?;
        let path = self.folders.lock().unwrap_or_else(PoisonError::into_inner).path_of(path)?;
        let file = FileKey { path: path.into_os_string(), said: entry::said(source) };
        Some((file, revision))
    }

    fn index(&self) -> MutexGuard<'_, FileIndex> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file: its path under the canonical path of its folder, and the format and encoding that somebody said it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct FileKey {
    path: OsString,
    said: String,
}

/// An index in memory: which entry a file has, by path, size and time of change.
///
/// A line is appended when a file was stored, and the last line of a file counts. Lines are COBS frames with a
/// checksum: none has a zero byte but at its ends, so a torn or damaged one is skipped and the next is found.
#[derive(Debug)]
struct FileIndex {
    disk: Disk,
    path: PathBuf,
    files: HashMap<FileKey, (FileRevision, EntryKey)>,
    /// The entries of all lines, also of those that later ones replaced.
    entries: HashSet<EntryKey>,
    lines: usize,
    /// The files that were asked for: they are there.
    used: HashSet<FileKey>,
}

impl FileIndex {
    /// Reads an index; an empty one where there is none.
    fn open(disk: Disk, path: PathBuf) -> Self {
        let mut bytes = read(&disk, &path, LIMIT).unwrap_or_default();
        let (files, entries, used) = Default::default();
        let mut index = Self { disk, path, files, entries, lines: 0, used };
        let lines = bytes.split_inclusive_mut(|&byte| byte == 0).filter_map(line);
        lines.for_each(|(file, stat, entry)| index.insert(file, stat, entry));
        index
    }

    /// The entry of a file in that state.
    fn entry(&mut self, file: &FileKey, stat: FileRevision) -> Option<EntryKey> {
        let (known, entry) = self.files.get(file).copied()?;
        self.used.insert(file.clone());
        stat.is_unchanged(known).then_some(entry)
    }

    /// Adds a line.
    fn append(&mut self, file: FileKey, stat: FileRevision, entry: EntryKey) -> io::Result<()> {
        append(&self.disk, &self.path, &frame(&file, stat, entry)?)?;
        self.used.insert(file.clone());
        self.insert(file, stat, entry);
        Ok(())
    }

    fn insert(&mut self, file: FileKey, stat: FileRevision, entry: EntryKey) {
        self.lines += 1;
        self.entries.insert(entry);
        self.files.insert(file, (stat, entry));
    }

    /// Rewrites the index where it has lines that later ones replaced, or of files that are gone. Returns the entries
    /// that no file has any more.
    fn tidy(&self) -> io::Result<Vec<EntryKey>> {
        let absent = |file: &FileKey| fs::symlink_metadata(&file.path).map_err(|error| error.kind());
        let gone =
            |file: &FileKey| !self.used.contains(file) && absent(file).is_err_and(|e| e == io::ErrorKind::NotFound);
        if self.lines == self.files.len() && !self.files.keys().any(gone) {
            return Ok(Vec::new());
        }
        // With what other programs added meanwhile.
        let mut now = Self::open(self.disk.clone(), self.path.clone());
        now.files.retain(|file, _| !gone(file));
        let lines = now.files.iter().map(|(file, &(stat, entry))| frame(file, stat, entry));
        replace(&self.disk, &self.path, &lines.collect::<io::Result<Vec<_>>>()?.concat())?;
        let live: HashSet<EntryKey> = now.files.values().map(|&(_, entry)| entry).collect();
        Ok(self.entries.union(&now.entries).filter(|entry| !live.contains(entry)).copied().collect())
    }
}

/// A line as it is written. It ends what a torn line before it left.
fn frame(file: &FileKey, stat: FileRevision, entry: EntryKey) -> io::Result<Vec<u8>> {
    let frame = postcard::to_allocvec(&(file, stat, entry)).and_then(|line| postcard::to_allocvec_cobs(&seal(&line)));
    frame.map(|frame| [&[0], &frame[..]].concat()).map_err(io::Error::other)
}

/// A line from its frame; `None` where it is not whole.
fn line(frame: &mut [u8]) -> Option<(FileKey, FileRevision, EntryKey)> {
    let sealed: &[u8] = postcard::from_bytes_cobs(frame).ok()?;
    postcard::from_bytes(unseal(sealed)?).ok()
}

/// Puts the checksum of bytes before them.
fn seal(bytes: &[u8]) -> Vec<u8> {
    [&xxh3_64(bytes).to_le_bytes(), bytes].concat()
}

/// The bytes behind a checksum, if it is theirs.
fn unseal(sealed: &[u8]) -> Option<&[u8]> {
    let (sum, bytes) = sealed.split_first_chunk()?;
    (xxh3_64(bytes) == u64::from_le_bytes(*sum)).then_some(bytes)
}

/// Reads a file of up to `limit` bytes, and notes about once a day that it is in use. Follows no link.
fn read(disk: &Disk, path: &Path, limit: u64) -> Option<Vec<u8>> {
    let mut file = disk.open(path, Access::Read).ok()?;
    let meta = file.metadata().ok().filter(|meta| meta.len <= limit)?;
    let bytes = read_from(&mut *file, 0).ok()?;
    if SystemTime::now().duration_since(meta.modified).is_ok_and(|age| age > DAY) {
        _ = file.touch();
    }
    Some(bytes)
}

/// Writes a file that takes the place of whatever had its name, all at once.
fn replace(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    const PLACING: Placing = Placing { over: true, private: true, durable: false };
    in_folder(disk, path, || write_all(disk, path, PLACING, bytes))
}

/// Adds bytes to a file in one write, which other programs' writes come before or behind.
fn append(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = in_folder(disk, path, || append_to(disk, path, true))?;
    // The rest of a torn line is skipped when it is read.
    let written = file.append(bytes)?;
    if written < bytes.len() { Err(io::ErrorKind::WriteZero.into()) } else { Ok(()) }
}

/// Does something with a file; where its folder is missing, creates it for the user alone and tries again.
fn in_folder<T>(disk: &Disk, path: &Path, act: impl Fn() -> io::Result<T>) -> io::Result<T> {
    match (act(), path.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            create_folders(disk, folder, true)?;
            act()
        }
        (done, _) => done,
    }
}

/// Removes files, those used longest ago first, until no more than `limit` bytes are left; and what a program left half
/// written.
fn evict(disk: &Disk, folder: &Path, limit: u64) {
    let now = SystemTime::now();
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for path in disk.list(folder).unwrap_or_default() {
        let Ok(meta) = disk.metadata(&path) else { continue };
        match path.extension().and_then(OsStr::to_str) {
            Some("entry" | "index") if meta.kind == FileKind::File => files.push((meta.modified, meta.len, path)),
            Some("new") if now.duration_since(meta.modified).is_ok_and(|age| age > DAY) => _ = disk.remove(&path),
            _ => {}
        }
    }
    files.sort_unstable();
    let mut all: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in files {
        if all <= limit {
            break;
        }
        if disk.remove(&path).is_ok() {
            all -= size;
        }
    }
}
