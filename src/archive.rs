//! An archive of fingerprints without texts: files that `simscope hash --format jsonl` wrote, of millions of lines, in
//! which the documents of a batch are looked up.
//!
//! Each fingerprint takes 16 bytes in memory (24 above 64 bits): its value and the byte offset of its line. The rest of a
//! line is read again only for the few that are near a document of the batch ([`Archive::record`]). A line that cannot be
//! used is reported with its file and number, and does not stop the others.
//!
//! Knows `compare`, `document`, `files`, `locale`, `search` and `simhash`. Must not know what a review is: verdicts,
//! journals and reports are not its business, nor are the screens and the command line.

mod line;
mod lookup;
mod read;
#[cfg(test)]
mod tests;

use std::{
    io::{self, BufRead, BufReader, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use crate::{
    document::{ReadError, safe_name},
    files,
    locale::Lang,
    search::Flat,
    simhash::{Fingerprint, Recipe},
    t,
};

pub(crate) use line::{LineError, SCHEMA, fingerprint_of};
pub(crate) use lookup::{Lookup, MAX_NEIGHBOURS, Neighbour, lookup_distance};
pub(crate) use read::ArchiveError;

use line::ArchiveLine;

/// Fingerprints of one recipe, from one or several files.
#[derive(Debug)]
pub(crate) struct Archive {
    files: Vec<PathBuf>,
    recipe: Recipe,
    fingerprints: Flat,
    /// The start of each line: the file's number in the upper 16 bits, the byte offset in the others.
    offsets: Vec<u64>,
    /// (fingerprint, file, difference): from that fingerprint on, its line in the file is its number + the difference.
    lines: Vec<(u32, u16, i64)>,
    /// Lines of documents that could not be read, or have no fingerprint.
    without_fingerprint: u64,
    bad: Vec<BadLine>,
    bad_lines: u64,
}

/// A line that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadLine {
    /// The file. Safe to show.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// Why it cannot be used.
    pub why: LineError,
}

/// A document of the archive: its fingerprint, and what its line says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FingerprintRecord {
    /// Its number in the archive.
    pub number: u32,
    /// The file that holds it. Safe to show.
    pub file: String,
    /// Its place in the file.
    pub place: RecordPlace,
    /// The path of the document, as the file has it.
    pub path: PathBuf,
    /// The fingerprint of the whole document.
    pub fingerprint: Fingerprint,
    /// Size in bytes and content hash of the document, where both are known.
    pub bytes: Option<(u64, u64)>,
    /// Places where the document may be now: relative to the file of fingerprints, or to the working directory.
    pub candidates: Vec<PathBuf>,
}

/// The place of a record in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordPlace {
    /// The line of a file of fingerprints, from 1.
    Line(u64),
    /// The number of a document of a library.
    Document(u32),
}

/// More bad lines than these are only counted.
const MAX_REPORTED: usize = 20;
/// How many low bits of an offset are the byte in the file.
const OFFSET_BITS: u32 = 48;

impl Archive {
    /// How many fingerprints there are.
    pub(crate) fn len(&self) -> usize {
        self.fingerprints.len()
    }

    /// The recipe of all fingerprints.
    pub(crate) fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The fingerprints, by their numbers.
    pub(crate) fn fingerprints(&self) -> &Flat {
        &self.fingerprints
    }

    /// Its files, safe to show.
    pub(crate) fn files(&self) -> impl Iterator<Item = String> {
        self.files.iter().map(|file| shown(file))
    }

    /// How many lines are of a document without a fingerprint.
    #[cfg(test)]
    pub(crate) fn without_fingerprint(&self) -> u64 {
        self.without_fingerprint
    }

    /// The first 20 lines that cannot be used.
    pub(crate) fn bad(&self) -> &[BadLine] {
        &self.bad
    }

    /// How many lines cannot be used in all.
    pub(crate) fn bad_lines(&self) -> u64 {
        self.bad_lines
    }

    /// Memory used, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let one = if self.fingerprints.width() <= 64 { 8 } else { 16 };
        self.fingerprints.len() * one + size_of_val(&*self.offsets) + size_of_val(&*self.lines)
    }

    /// Reads the line of a fingerprint again.
    ///
    /// # Errors
    /// If the file cannot be read any more, or has another fingerprint there now.
    pub(crate) fn record(&self, number: u32) -> Result<FingerprintRecord, ReadError> {
        let (Some(&offset), Some(fingerprint)) = (self.offsets.get(number as usize), self.fingerprints.get(number))
        else {
            return Err(ReadError::NotFound { place: String::new() });
        };
        let (file, byte) = ((offset >> OFFSET_BITS) as usize, offset & ((1 << OFFSET_BITS) - 1));
        let path = &self.files[file];
        let failed = |reason: io::Error| ReadError::from_io(shown(path), &reason);
        let text = line_at(path, byte).map_err(failed)?;
        let changed = || failed(io::Error::new(io::ErrorKind::InvalidData, "the file was changed meanwhile"));
        let line = ArchiveLine::read(&text).map_err(|_| changed())?;
        if line.fingerprint(&self.recipe).ok().flatten() != Some(fingerprint) {
            return Err(changed());
        }
        let document = line.path();
        let beside = path.parent().map(|folder| folder.join(&document));
        Ok(FingerprintRecord {
            number,
            file: shown(path),
            place: RecordPlace::Line(self.line_of(number, file as u16)),
            fingerprint,
            bytes: line.bytes(),
            candidates: beside.into_iter().chain([document.clone()]).collect(),
            path: document,
        })
    }

    /// The line of a fingerprint in its file, from 1.
    fn line_of(&self, number: u32, file: u16) -> u64 {
        let until = self.lines.partition_point(|&(from, of, _)| (of, from) <= (file, number));
        let difference = until.checked_sub(1).map_or(0, |at| self.lines[at].2);
        (i64::from(number) + difference) as u64
    }
}

impl FingerprintRecord {
    /// File and place in it, in words. Safe to show.
    pub(crate) fn location(&self, lang: Lang) -> String {
        match self.place {
            RecordPlace::Line(line) => t!(lang, "stored.line", file = self.file, line = line),
            RecordPlace::Document(number) => t!(lang, "archive.document", file = self.file, number = number),
        }
    }
}

impl BadLine {
    /// Which line cannot be used, and why.
    pub(crate) fn message(&self, lang: Lang) -> String {
        let place = t!(lang, "stored.line", file = self.file, line = self.line);
        let why = self.why.message(lang);
        t!(lang, "archive.bad-line", place = place, why = why)
    }
}

/// The line of a file that begins at that byte.
fn line_at(path: &Path, byte: u64) -> io::Result<Vec<u8>> {
    let mut file = files::open(path)?;
    file.seek(SeekFrom::Start(byte))?;
    let mut text = Vec::new();
    io::Read::take(BufReader::new(file), line::MAX_BYTES as u64 + 1).read_until(b'\n', &mut text)?;
    Ok(text)
}

fn shown(path: &Path) -> String {
    safe_name(&path.to_string_lossy())
}
