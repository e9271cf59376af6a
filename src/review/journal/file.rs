//! The file of a journal: new lines are read from the last position on, and appended under a lock.
//!
//! Whatever stops a program while it writes, earlier lines are whole: lines are only appended, each in a single write
//! that ends in its line feed. A torn line is recognised by its checksum and stays in the file; the next line begins
//! behind a line feed of its own.

use std::{
    fs::TryLockError,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::Duration,
};

use xxhash_rust::xxh3::xxh3_64;

use crate::{
    files::{Access, Disk, FileKind, OpenFile, append_durably, append_to, create_folders, lock, read_from},
    review::EventRecord,
};

use super::{
    error::{JournalError, Notice},
    line::{self, ParsedLine, ReviewId, VERSION},
};

/// The greatest size of a file that is read, in bytes: nobody decides more by hand. Small in tests, which fill it.
const MAX_SIZE: u64 = if cfg!(test) { 4 << 20 } else { 256 << 20 };
/// The greatest size up to which drafts are appended, in bytes; the space beyond it is for saved notes and verdicts.
const MAX_SIZE_FOR_DRAFTS: u64 = MAX_SIZE / 4 * 3;
/// How long a writer waits for the lock: another program holds it while it writes one line.
const WRITE_LOCK_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a reader waits for the lock; it can read without.
const READ_LOCK_TIMEOUT: Duration = Duration::from_millis(100);

/// The header of a journal file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Header {
    Missing,
    /// A header or an event was read.
    Found,
    /// It was written here.
    Written,
}

#[derive(Debug)]
pub(super) struct JournalFile {
    disk: Disk,
    path: PathBuf,
    /// The reviewed folders, if the file is not beside them.
    folders: Option<Vec<String>>,
    /// The position up to which it was read, in bytes and in lines.
    read: u64,
    lines: u64,
    header: Header,
    /// The id of the review; `None` for a private file, or one without lines.
    id: Option<ReviewId>,
    /// The id for the header of a new file.
    drawn: Option<ReviewId>,
    /// Position, length and hash of the last line that was read: if it is there no longer, the file was replaced.
    last: Option<(u64, usize, u64)>,
    /// An unended last line was reported.
    reported: bool,
    /// The file was replaced, and lines read before no longer count.
    replaced: bool,
    /// Its name survives a power cut, whoever created it.
    named: bool,
}

#[derive(Debug, Default)]
pub(super) struct NewLines {
    /// The file was replaced: these are all its lines.
    pub replaced: bool,
    pub lines: Vec<EventRecord>,
    pub notices: Vec<Notice>,
}

impl JournalFile {
    /// The file may not exist.
    pub(super) fn new(disk: Disk, path: PathBuf, folders: Option<Vec<String>>) -> Self {
        Self {
            disk,
            path,
            folders,
            read: 0,
            lines: 0,
            header: Header::Missing,
            id: None,
            drawn: None,
            last: None,
            reported: false,
            replaced: false,
            named: false,
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is where only its owner can read it, not beside the texts.
    pub(super) fn is_private(&self) -> bool {
        self.folders.is_some()
    }

    pub(super) fn id(&self) -> Option<ReviewId> {
        self.id
    }

    /// Draws the id for the header of a new file, once; `None` if it has one or needs none.
    pub(super) fn draw_id(&mut self) -> Option<ReviewId> {
        if self.has_header() || self.drawn.is_some() || self.is_private() {
            return None;
        }
        self.drawn = ReviewId::random();
        self.drawn
    }

    fn has_header(&self) -> bool {
        self.header != Header::Missing
    }

    fn found_header(&mut self) {
        if self.header == Header::Missing {
            self.header = Header::Found;
        }
    }

    /// Whether this program wrote its first line.
    pub(super) fn is_made_here(&self) -> bool {
        self.header == Header::Written
    }

    /// Whether nothing was read from it or written to it.
    pub(super) fn is_new(&self) -> bool {
        self.read == 0
    }

    pub(super) fn exists(&self) -> bool {
        self.disk.metadata(&self.path).is_ok()
    }

    /// Whether no lines can be appended, now and later; appends none. Another error may pass, and is shown when
    /// something is saved.
    pub(super) fn cannot_be_written(&self) -> bool {
        self.disk.open(&self.path, Access::Append).is_err_and(|error| is_lasting(&error))
    }

    /// Fails if a link, a pipe or another thing has the name of the file or of its folder, which may have come from
    /// anywhere.
    pub(super) fn check_kind(&self) -> Result<(), JournalError> {
        let folder = self.path.parent().filter(|_| !self.is_private());
        for (path, expected) in [(folder, FileKind::Folder), (Some(&*self.path), FileKind::File)] {
            let Some(path) = path else { continue };
            match self.disk.metadata(path).map(|found| found.kind) {
                // A folder that is a file cannot be written, which is said when that is tried.
                Ok(kind) if kind != expected && (kind, expected) != (FileKind::File, FileKind::Folder) => {
                    return Err(JournalError::NotAFile { path: path.to_owned(), kind });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the new lines of other programs; none if the file does not exist.
    pub(super) fn read(&mut self) -> Result<NewLines, JournalError> {
        self.check_kind()?;
        let mut file = match self.disk.open(&self.path, Access::Read) {
            Ok(file) => file,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                if !self.is_new() {
                    self.reset();
                }
                return Ok(self.news());
            }
            Err(reason) => return Err(self.unreadable(reason)),
        };
        // Without a lock the last line may be incomplete, and is left for the next time.
        let locked = lock(&mut *file, true, READ_LOCK_TIMEOUT).is_ok();
        self.read_new(&mut *file, locked)
    }

    /// Reads the new lines of other programs, then appends `lines`: whole and on the disk, or not at all. The new lines
    /// count either way.
    pub(super) fn append(&mut self, lines: &str, draft: bool) -> (NewLines, Result<(), JournalError>) {
        let mut news = NewLines::default();
        let done = self.add(lines, if draft { MAX_SIZE_FOR_DRAFTS } else { MAX_SIZE }, &mut news);
        (news, done)
    }

    fn add(&mut self, lines: &str, most: u64, news: &mut NewLines) -> Result<(), JournalError> {
        self.check_kind()?;
        let mut file = self.open_to_append().map_err(|reason| JournalError::writing(&self.path, reason))?;
        self.locked(lock(&mut *file, false, WRITE_LOCK_TIMEOUT))?;
        *news = self.read_new(&mut *file, true)?;
        let end = file.metadata().map_err(|reason| self.unreadable(reason))?.len;
        let last = read_from(&mut *file, end.saturating_sub(1)).map_err(|reason| self.unreadable(reason))?;
        let mut bytes = String::new();
        if last.last().is_some_and(|&byte| byte != b'\n') {
            bytes.push('\n');
        }
        let id = if self.has_header() { self.id } else { self.drawn };
        if !self.has_header() {
            bytes.push_str(&line::header(self.folders.as_deref(), id));
        }
        bytes.push_str(lines);
        let after = end.saturating_add(bytes.len() as u64);
        if after > most {
            // A larger file could not be read again.
            return Err(JournalError::Crowded { path: self.path.clone(), limit: most >> 20 });
        }
        append_durably(&mut *file, bytes.as_bytes()).map_err(|reason| JournalError::writing(&self.path, reason))?;
        self.lines = self.lines.saturating_add(bytes.bytes().filter(|&byte| byte == b'\n').count() as u64);
        if !self.has_header() {
            self.header = Header::Written;
        }
        self.id = id;
        self.reported = false;
        self.read = after;
        let whole = bytes.trim_end_matches('\n');
        let line = whole.rsplit('\n').next().unwrap_or(whole).as_bytes();
        let begin = end.saturating_add(whole.len().saturating_sub(line.len()) as u64);
        self.last = Some((begin, line.len(), xxh3_64(line)));
        Ok(())
    }

    /// Opens the file, with a name that survives a power cut.
    fn open_to_append(&mut self) -> io::Result<Box<dyn OpenFile>> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        self.named &= self.exists();
        if !self.named {
            create_folders(&self.disk, folder, self.is_private())?;
        }
        let file = append_to(&self.disk, &self.path, self.is_private())?;
        if !self.named {
            self.disk.sync_folder(folder)?;
            self.named = true;
        }
        Ok(file)
    }

    /// Reads from the last position on. `locked`: nobody is writing.
    fn read_new(&mut self, file: &mut dyn OpenFile, locked: bool) -> Result<NewLines, JournalError> {
        let size = file.metadata().map_err(|reason| self.unreadable(reason))?.len;
        if size > MAX_SIZE {
            return Err(JournalError::TooLarge { path: self.path.clone(), limit: MAX_SIZE >> 20 });
        }
        if !self.is_same(file, size).map_err(|reason| self.unreadable(reason))? {
            self.reset();
        }
        let bytes = read_from(file, self.read).map_err(|reason| self.unreadable(reason))?;
        let (mut lines, mut notices, mut is_foreign) = (Vec::new(), Vec::new(), false);
        for text in bytes.split_inclusive(|&byte| byte == b'\n') {
            let ended = text.ends_with(b"\n");
            let inner = text.strip_suffix(b"\n").unwrap_or(text);
            match line::parse(inner) {
                ParsedLine::Header(version, _) if version > VERSION => {
                    self.reset();
                    return Err(JournalError::Newer { path: self.path.clone(), version });
                }
                ParsedLine::Header(_, id) => {
                    self.found_header();
                    self.id = self.id.or(id);
                }
                ParsedLine::Event(line) => {
                    self.found_header();
                    if self.id.is_none() && !self.is_private() {
                        self.id = Some(ReviewId::of_first_event(inner));
                    }
                    lines.push(*line);
                }
                // A line feed is added behind a line without one.
                ParsedLine::Damaged if inner.is_empty() => {}
                ParsedLine::Damaged => {
                    is_foreign |= !line::may_be_header(inner);
                    if !self.reported && (ended || locked) {
                        notices.push(Notice::Damaged { path: self.path.clone(), line: self.lines.saturating_add(1) });
                    }
                    self.reported = !ended && (self.reported || locked);
                    if !ended {
                        // It may still be being written.
                        break;
                    }
                }
            }
            if !inner.is_empty() {
                self.last = Some((self.read, inner.len(), xxh3_64(inner)));
            }
            self.read = self.read.saturating_add(text.len() as u64);
            self.lines = self.lines.saturating_add(u64::from(ended));
        }
        if is_foreign && !self.has_header() {
            self.reset();
            return Err(self.foreign());
        }
        let mut news = self.news();
        news.lines = lines;
        news.notices.extend(notices);
        Ok(news)
    }

    /// Whether the file was not replaced.
    fn is_same(&self, file: &mut dyn OpenFile, size: u64) -> io::Result<bool> {
        let Some((start, length, hash)) = self.last else { return Ok(size >= self.read) };
        if size < self.read {
            return Ok(false);
        }
        let bytes = read_from(file, start)?;
        Ok(bytes.get(..length).is_some_and(|line| xxh3_64(line) == hash))
    }

    fn reset(&mut self) {
        let replaced = self.replaced || !self.is_new();
        *self = Self { replaced, ..Self::new(self.disk.clone(), self.path.clone(), self.folders.take()) };
    }

    /// No lines, and whether the file was replaced.
    fn news(&mut self) -> NewLines {
        let replaced = std::mem::take(&mut self.replaced);
        let notices = replaced.then(|| Notice::Replaced { path: self.path.clone() }).into_iter().collect();
        NewLines { replaced, notices, ..NewLines::default() }
    }

    fn locked(&self, result: Result<(), TryLockError>) -> Result<(), JournalError> {
        result.map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::Busy { path: self.path.clone() },
            TryLockError::Error(reason) => JournalError::NoLock { path: self.path.clone(), reason },
        })
    }

    fn unreadable(&self, reason: io::Error) -> JournalError {
        JournalError::Unreadable { path: self.path.clone(), reason }
    }

    fn foreign(&self) -> JournalError {
        JournalError::Foreign { path: self.path.clone() }
    }
}

/// Whether an error of writing will be the same next time, so that the journal is better kept elsewhere.
pub(super) fn is_lasting(error: &io::Error) -> bool {
    use ErrorKind::{NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem, Unsupported};
    matches!(error.kind(), NotADirectory | NotFound | PermissionDenied | ReadOnlyFilesystem | Unsupported)
}
