//! What was read and examined, kept for the next time the same files are reviewed.
//!
//! For each review and each way to examine (recipe, length of runs, version of this program) there is one *pack* in the
//! platform's folder for caches: of each file its text as it was read, its fingerprint, and all that comparing needs. So a
//! review that was opened before opens without reading or examining what did not change, and one that was stopped or
//! killed goes on where it was: each file is written down as soon as it is done.
//!
//! **A file is taken to be the same** where its size and its time of change are, and that time lay more than two seconds
//! before it was read; within these a change might leave no trace, as in the index of git. Otherwise it is read again, and
//! examined again only if its bytes are others.
//!
//! It is a cache: nothing is lost with it. What is damaged, foreign or torn off counts as not there, what cannot be written
//! is done without, and packs that were not used for the longest time go where there are too many.

mod file;
mod folder;
mod frame;
mod record;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use directories::ProjectDirs;
use xxhash_rust::xxh3::Xxh3;

use super::Roots;
use crate::{
    compare::{coverage::RunLength, pair::Subject},
    document::{Document, Encoding, Format, Source},
    simhash::{Recipe, Sketch},
};
use record::{Head, Stat};

/// Raised whenever the same file may come to other texts or numbers under the same recipe and version.
const FORMAT: u32 = 1;
/// All packs together, in bytes.
pub const LIMIT: u64 = 1 << 30;
/// A longer text is not kept, in bytes.
pub const LONGEST: usize = 8 << 20;
/// A file that was changed so shortly before it was read may change again and keep its time.
const RACY: Duration = Duration::from_secs(2);

/// Where the packs of a review lie.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    roots: u64,
    limit: u64,
}

/// The pack of one review and one way to examine, open.
#[derive(Debug)]
pub struct Pack {
    file: Mutex<file::Pack>,
    bits: u8,
    run: RunLength,
    folder: PathBuf,
    limit: u64,
    /// The true paths of folders.
    folders: Mutex<HashMap<PathBuf, PathBuf>>,
}

/// A file as it is now, and what is known of it.
#[derive(Debug)]
pub struct Visit<'a> {
    pack: &'a Pack,
    source: &'a Source,
    key: Vec<u8>,
    stat: Stat,
    settled: bool,
}

/// What is kept of a file.
#[derive(Clone, Debug)]
pub struct Kept {
    /// As it was read.
    pub document: Arc<Document>,
    /// Its fingerprint and what there is to count.
    pub sketch: Sketch,
    /// The prepared text.
    pub subject: Arc<Subject>,
}

impl Store {
    /// Of the review of those folders, where the platform keeps what can be made again; `None` where there is no home to
    /// keep it in.
    pub fn of_user(roots: &Roots) -> Option<Self> {
        Some(Self::new(ProjectDirs::from("", "", "simscope")?.cache_dir().join("reviews"), roots))
    }

    /// In that folder.
    pub fn new(folder: impl Into<PathBuf>, roots: &Roots) -> Self {
        Self { folder: folder.into(), roots: roots.key(), limit: LIMIT }
    }

    /// With another bound on all packs together.
    #[cfg(test)]
    fn limited(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    fn key(&self, recipe: &Recipe, run: RunLength) -> u128 {
        let mut key = Xxh3::new();
        let RunLength { han, words } = run;
        let version = env!("CARGO_PKG_VERSION");
        key.update(format!("{:016x}\n{recipe}\n{han} {words}\n{version}\n{FORMAT}", self.roots).as_bytes());
        key.digest128()
    }

    fn path(&self, key: u128) -> PathBuf {
        self.folder.join(format!("{key:032x}.pack"))
    }

    /// Opens what is kept of files that were examined so.
    pub fn pack(&self, recipe: &Recipe, run: RunLength) -> Pack {
        let key = self.key(recipe, run);
        let file = file::Pack::open(self.path(key), key, self.limit);
        let (folder, limit) = (self.folder.clone(), self.limit);
        Pack { file: Mutex::new(file), bits: recipe.bits, run, folder, limit, folders: Mutex::default() }
    }

    /// Lets go what is kept of files that were examined so.
    pub fn forget(&self, recipe: &Recipe, run: RunLength) {
        // Where it stays, each file is looked at as ever.
        _ = fs::remove_file(self.path(self.key(recipe, run)));
    }
}

impl Pack {
    /// Looks at a file without reading it. `None` for what is no file, and where it cannot be looked at.
    pub fn visit<'a>(&'a self, source: &'a Source) -> Option<Visit<'a>> {
        let Source::File(path) = source.plain() else { return None };
        if source.is_read_once() {
            return None;
        }
        let now = SystemTime::now();
        let meta = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let modified = meta.modified().ok()?;
        let settled = modified.checked_add(RACY).is_some_and(|end| end < now);
        let stat = Stat { size: meta.len(), modified: since_1970(modified)? };
        Some(Visit { pack: self, source, key: self.key_of(source, path)?, stat, settled })
    }

    /// Ends the work with it: makes room where there is too much. Says what kept it from being written.
    pub fn close(self) -> Option<io::Error> {
        let mut file = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        file.tidy(|key| path_in(key).is_some_and(|path| fs::metadata(path).is_err()));
        folder::make_room(&self.folder, self.limit);
        file.fault()
    }

    /// Where a file lies and what was said of it.
    fn key_of(&self, source: &Source, path: &Path) -> Option<Vec<u8>> {
        let (folder, name) = (path.parent()?, path.file_name()?);
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if !folders.contains_key(folder) {
            let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            folders.insert(folder.to_owned(), fs::canonicalize(here).ok()?);
        }
        let mut key = folders.get(folder)?.join(name).into_os_string().into_encoded_bytes();
        let said = [source.said_format().map(Format::key), source.said_encoding().map(Encoding::name)];
        for said in said {
            key.push(0);
            key.extend(said.unwrap_or_default().as_bytes());
        }
        Some(key)
    }

    fn file(&self) -> MutexGuard<'_, file::Pack> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visit<'_> {
    /// What is kept of it, if it is still the same.
    pub fn kept(&self) -> Option<Kept> {
        let bytes = {
            let mut file = self.pack.file();
            let record =
                file.record(&self.key).filter(|record| record.head.settled && record.head.stat == self.stat)?;
            let body = record.body;
            file.read(body)?
        };
        let kept = record::unpack(&bytes, self.source.clone(), self.pack.bits, self.pack.run)?;
        (kept.document.reading.bytes == self.stat.size).then_some(kept)
    }

    /// The numbers of a document that was read from it: as kept where its bytes are known, under whatever name, otherwise
    /// from `examine`, and kept from then on. What else that makes is only there if it had to.
    ///
    /// # Errors
    /// That of `examine`.
    pub fn numbers<T, E>(
        &self,
        document: &Document,
        examine: impl FnOnce() -> Result<(Sketch, Arc<Subject>, T), E>,
    ) -> Result<(Sketch, Arc<Subject>, Option<T>), E> {
        if let Some(known) = self.same(document) {
            return Ok((known.sketch, known.subject, None));
        }
        let (sketch, subject, rest) = examine()?;
        if self.is_kept(document) {
            let body = record::pack(document, &sketch, &subject, self.pack.run);
            self.pack.file().add(&self.head(document), Some(&body));
        }
        Ok((sketch, subject, Some(rest)))
    }

    /// What is known of the same bytes.
    fn same(&self, document: &Document) -> Option<Kept> {
        let (size, hash) = (document.reading.bytes, document.reading.content_hash);
        let bytes = {
            let mut file = self.pack.file();
            let body = file.of_content(size, hash)?;
            file.read(body)?
        };
        let kept = record::unpack(&bytes, self.source.clone(), self.pack.bits, self.pack.run)?;
        if kept.document.text != document.text {
            return None;
        }
        if self.is_kept(document) {
            let mut file = self.pack.file();
            let here =
                file.record(&self.key).is_some_and(|record| (record.head.stat.size, record.head.hash) == (size, hash));
            // Of a file that was only touched, that is all there is to say.
            let body = if here && *kept.document == *document {
                None
            } else {
                Some(record::pack(document, &kept.sketch, &kept.subject, self.pack.run))
            };
            file.add(&self.head(document), body.as_deref());
        }
        Some(kept)
    }

    /// Whether what was read is worth keeping, and is what was seen before reading.
    fn is_kept(&self, document: &Document) -> bool {
        document.text.len() <= LONGEST && document.reading.bytes == self.stat.size
    }

    fn head(&self, document: &Document) -> Head {
        Head { key: self.key.clone(), stat: self.stat, settled: self.settled, hash: document.reading.content_hash }
    }
}

fn since_1970(time: SystemTime) -> Option<i64> {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos()).ok()?.checked_neg(),
    }
}

/// The path in a key; `None` where it cannot be told.
fn path_in(key: &[u8]) -> Option<PathBuf> {
    let path = key.split(|&byte| byte == 0).next()?;
    #[cfg(unix)]
    return Some(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(path).into());
    #[cfg(not(unix))]
    str::from_utf8(path).ok().map(Into::into)
}
