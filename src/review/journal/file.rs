//! A journal's file: read on from where one was, and added to under a lock.
//!
//! Whatever stops a program while it writes, the lines before are whole: lines are only added, and one is added in a
//! single write that ends in its line feed. What is torn off is known by its sum, stays where it is, and the next line
//! begins behind a line feed of its own.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, ErrorKind, Read as _, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use xxhash_rust::xxh3::xxh3_64;

use crate::review::EventRecord;

use super::{
    error::{JournalError, Notice},
    line::{self, Read, VERSION},
};

/// More than this nobody decided by hand, in bytes: larger ones are not read.
/// Tests fill it.
const LARGEST: u64 = if cfg!(test) { 4 << 20 } else { 256 << 20 };
/// Up to here drafts are added, which are gone once they are saved; what is behind it is for what is saved.
const DRAFTS: u64 = LARGEST / 4 * 3;
/// How long another program may hold the file: it writes one line.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a reader waits, who can do without.
const BRIEF: Duration = Duration::from_millis(100);
const PAUSE: Duration = Duration::from_millis(5);

/// A file that is followed.
#[derive(Debug)]
pub(super) struct Tail {
    path: PathBuf,
    /// The folders it is of, where it does not lie beside them.
    folders: Option<Vec<String>>,
    /// Up to where it was taken in, in bytes and in lines.
    read: u64,
    lines: u64,
    /// A head was found.
    headed: bool,
    /// Where the last line that was taken in begins, how long it is, and its hash: whether it still stands there says
    /// whether the file is still the same.
    last: Option<(u64, usize, u64)>,
    /// A line that is not ended was told of already.
    told: bool,
    /// The file is another than the one that was read: whatever was taken in no longer counts.
    anew: bool,
}

/// What was new in the file.
#[derive(Debug, Default)]
pub(super) struct News {
    /// The file is another: these are all its lines.
    pub replaced: bool,
    /// The lines, in order.
    pub lines: Vec<EventRecord>,
    /// What there is to say.
    pub notices: Vec<Notice>,
}

impl Tail {
    /// Of a file that need not be there.
    pub(super) fn new(path: PathBuf, folders: Option<Vec<String>>) -> Self {
        Self { path, folders, read: 0, lines: 0, headed: false, last: None, told: false, anew: false }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Nothing was ever read from it or written to it.
    pub(super) fn is_new(&self) -> bool {
        self.read == 0
    }

    /// Whether there is such a file.
    pub(super) fn exists(&self) -> bool {
        fs::symlink_metadata(&self.path).is_ok()
    }

    /// Whether it can be added to, without adding anything.
    pub(super) fn is_writable(&self) -> bool {
        self.leads_nowhere_else() && OpenOptions::new().append(true).open(&self.path).is_ok()
    }

    /// Whether a file of that name is a file, and lies where it seems to: a folder that came from anywhere may hold links
    /// to files that are none of its business, and pipes that nobody writes to.
    pub(super) fn leads_nowhere_else(&self) -> bool {
        let link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        let file = fs::symlink_metadata(&self.path).map_or(true, |meta| meta.is_file());
        file && (self.folders.is_some() || !self.path.parent().is_some_and(link))
    }

    /// Reads what others added. A file that is not there has nothing in it.
    pub(super) fn read(&mut self) -> Result<News, JournalError> {
        if !self.leads_nowhere_else() {
            return Err(self.foreign());
        }
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                if !self.is_new() {
                    self.forget();
                }
                return Ok(self.news());
            }
            Err(reason) => return Err(self.unreadable(reason)),
        };
        // Without a lock the last line may still be written, and is then left for the next time.
        let locked = self.wait(BRIEF, || file.try_lock_shared()).is_ok();
        self.take(&mut file, locked)
    }

    /// Reads what others added, then adds `lines`: whole and on the disk, or not at all. What others added counts either
    /// way.
    pub(super) fn append(&mut self, lines: &str, draft: bool) -> (News, Result<(), JournalError>) {
        let mut news = News::default();
        let done = self.add(lines, if draft { DRAFTS } else { LARGEST }, &mut news);
        (news, done)
    }

    fn add(&mut self, lines: &str, most: u64, news: &mut News) -> Result<(), JournalError> {
        let written = |reason| JournalError::writing(&self.path, reason);
        if !self.leads_nowhere_else() {
            return Err(self.foreign());
        }
        let new = !self.exists();
        if let Some(folder) = self.path.parent().filter(|_| new) {
            make(folder, self.folders.is_some()).map_err(written)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        #[cfg(unix)]
        if self.folders.is_some() {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let mut file = options.open(&self.path).map_err(written)?;
        self.wait(PATIENCE, || file.try_lock())?;
        *news = self.take(&mut file, true)?;
        let end = file.seek(SeekFrom::End(0)).map_err(|reason| self.unreadable(reason))?;
        let mut bytes = String::new();
        if !ends_in_line_feed(&mut file, end).map_err(|reason| self.unreadable(reason))? {
            bytes.push('\n');
        }
        if !self.headed {
            bytes.push_str(&line::head(self.folders.as_deref()));
        }
        bytes.push_str(lines);
        if end + bytes.len() as u64 > most {
            // What could be written and not read again would be lost.
            return Err(JournalError::Crowded { path: self.path.clone(), limit: most >> 20 });
        }
        if let Err(reason) = file.write_all(bytes.as_bytes()).and_then(|()| file.sync_data()) {
            // Half a line would be known for what it is; without it there is nothing to tell.
            _ = file.set_len(end);
            return Err(JournalError::writing(&self.path, reason));
        }
        if new {
            // The name of the file is to outlive a power cut too. Where folders cannot be opened, nothing can be done.
            _ = self.path.parent().map(|folder| File::open(folder).and_then(|folder| folder.sync_all()));
        }
        self.lines += bytes.bytes().filter(|&byte| byte == b'\n').count() as u64;
        self.headed = true;
        self.told = false;
        self.read = end + bytes.len() as u64;
        let whole = bytes.trim_end_matches('\n');
        let last = whole.rfind('\n').map_or(0, |at| at + 1);
        let line = &whole.as_bytes()[last..];
        self.last = Some((end + last as u64, line.len(), xxh3_64(line)));
        Ok(())
    }

    /// Takes in what lies behind the place that was read up to. `locked`: nobody is writing.
    fn take(&mut self, file: &mut File, locked: bool) -> Result<News, JournalError> {
        let size = file.metadata().map_err(|reason| self.unreadable(reason))?.len();
        if size > LARGEST {
            return Err(JournalError::TooLarge { path: self.path.clone(), limit: LARGEST >> 20 });
        }
        if !self.is_same(file, size).map_err(|reason| self.unreadable(reason))? {
            self.forget();
        }
        let mut bytes = Vec::new();
        let read = file.seek(SeekFrom::Start(self.read)).and_then(|_| file.take(LARGEST).read_to_end(&mut bytes));
        read.map_err(|reason| self.unreadable(reason))?;
        let (mut lines, mut notices, mut strange) = (Vec::new(), Vec::new(), false);
        for text in bytes.split_inclusive(|&byte| byte == b'\n') {
            let ended = text.ends_with(b"\n");
            let inner = text.strip_suffix(b"\n").unwrap_or(text);
            match line::read(inner) {
                Read::Head(version) if version > VERSION => {
                    self.forget();
                    return Err(JournalError::Newer { path: self.path.clone(), version });
                }
                Read::Head(_) => self.headed = true,
                Read::Event(line) => {
                    self.headed = true;
                    lines.push(*line);
                }
                // Behind a line that had no line feed, one was added before the next.
                Read::Damaged if inner.is_empty() => {}
                Read::Damaged => {
                    strange |= !line::may_be_head(inner);
                    if !self.told && (ended || locked) {
                        notices.push(Notice::Damaged { path: self.path.clone(), line: self.lines + 1 });
                    }
                    self.told = !ended && (self.told || locked);
                    if !ended {
                        // It may be going on.
                        break;
                    }
                }
            }
            if !inner.is_empty() {
                self.last = Some((self.read, inner.len(), xxh3_64(inner)));
            }
            self.read += text.len() as u64;
            self.lines += u64::from(ended);
        }
        if strange && !self.headed {
            self.forget();
            return Err(self.foreign());
        }
        let mut news = self.news();
        news.lines = lines;
        news.notices.extend(notices);
        Ok(news)
    }

    /// Whether the file is the one that was read.
    fn is_same(&self, file: &mut File, size: u64) -> io::Result<bool> {
        let Some((start, length, hash)) = self.last else { return Ok(size >= self.read) };
        if size < self.read {
            return Ok(false);
        }
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        Ok(xxh3_64(&bytes) == hash)
    }

    fn forget(&mut self) {
        let anew = self.anew || !self.is_new();
        *self = Self { anew, ..Self::new(self.path.clone(), self.folders.take()) };
    }

    /// Nothing but whether the file is another.
    fn news(&mut self) -> News {
        let replaced = std::mem::take(&mut self.anew);
        let notices = replaced.then(|| Notice::Replaced { path: self.path.clone() }).into_iter().collect();
        News { replaced, notices, ..News::default() }
    }

    /// Waits for a lock.
    fn wait(&self, patience: Duration, lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), JournalError> {
        let until = Instant::now() + patience;
        loop {
            match lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(JournalError::Busy { path: self.path.clone() }),
                Err(TryLockError::Error(reason)) => {
                    return Err(JournalError::NoLock { path: self.path.clone(), reason });
                }
            }
        }
    }

    fn unreadable(&self, reason: io::Error) -> JournalError {
        JournalError::Unreadable { path: self.path.clone(), reason }
    }

    fn foreign(&self) -> JournalError {
        JournalError::Foreign { path: self.path.clone() }
    }
}

/// Makes the folder of a journal, for its owner alone where it does not lie beside what it is of.
fn make(folder: &Path, private: bool) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    }
    builder.create(folder)
}

fn ends_in_line_feed(file: &mut File, end: u64) -> io::Result<bool> {
    let Some(last) = end.checked_sub(1) else { return Ok(true) };
    let mut byte = [0];
    file.seek(SeekFrom::Start(last))?;
    file.read_exact(&mut byte)?;
    Ok(byte == *b"\n")
}
