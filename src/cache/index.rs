//! The index: which entry a file has, by path, size and time of change. Must not know what an entry holds.
//!
//! A line is appended when a file was stored, and the last line of a file counts. Lines are COBS frames with a
//! checksum: none has a zero byte but at its ends, so a torn or damaged one is skipped and the next is found.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    fs, io,
    path::PathBuf,
};

use serde::{Deserialize, Serialize};

use super::{
    LIMIT,
    entry::EntryKey,
    files::{self, seal, unseal},
};
use crate::files::{Disk, FileRevision};

/// A file: its path under the canonical path of its folder, and the format and encoding that somebody said it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct FileKey {
    pub path: OsString,
    pub said: String,
}

/// An index in memory.
#[derive(Debug)]
pub(super) struct FileIndex {
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
    pub(super) fn open(disk: Disk, path: PathBuf) -> Self {
        let mut bytes = files::read(&disk, &path, LIMIT).unwrap_or_default();
        let (files, entries, used) = Default::default();
        let mut index = Self { disk, path, files, entries, lines: 0, used };
        let lines = bytes.split_inclusive_mut(|&byte| byte == 0).filter_map(line);
        lines.for_each(|(file, stat, entry)| index.insert(file, stat, entry));
        index
    }

    /// The entries of all lines.
    pub(super) fn entries(&self) -> &HashSet<EntryKey> {
        &self.entries
    }

    /// The entry of a file in that state.
    pub(super) fn entry(&mut self, file: &FileKey, stat: FileRevision) -> Option<EntryKey> {
        let (known, entry) = self.files.get(file).copied()?;
        self.used.insert(file.clone());
        stat.is_unchanged(known).then_some(entry)
    }

    /// Adds a line.
    pub(super) fn append(&mut self, file: FileKey, stat: FileRevision, entry: EntryKey) -> io::Result<()> {
        files::append(&self.disk, &self.path, &frame(&file, stat, entry)?)?;
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
    pub(super) fn tidy(&self) -> io::Result<Vec<EntryKey>> {
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
        files::replace(&self.disk, &self.path, &lines.collect::<io::Result<Vec<_>>>()?.concat())?;
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
