//! An archive of which only fingerprints are known: files that `simscope hash --format jsonl` wrote, of millions of
//! lines.
//!
//! Of each line its fingerprint is held and where it stands in its file: 16 bytes a fingerprint, above 64 bits 24. Names
//! are read again from there for the few that are near to something ([`Archive::print`]). A line that cannot be used is
//! told with its place, and the rest goes on.

mod line;
mod near;
mod read;
#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use crate::{
    document::{ReadError, safe_name},
    locale::Lang,
    search::Flat,
    simhash::{Fingerprint, Recipe},
    t,
};

pub use line::{Fault, SCHEMA, fingerprint_of};
pub use near::{MOST, Met, Reached, reach};
pub use read::NoArchive;

use line::Line;

/// Fingerprints of one recipe, from one or several files.
#[derive(Debug)]
pub struct Archive {
    files: Vec<PathBuf>,
    recipe: Recipe,
    prints: Flat,
    /// Where each line begins: the file's number in the upper 16 bits, the byte in the others.
    places: Vec<u64>,
    /// From these fingerprints on, so many lines of the file are to be added to the number within it.
    lines: Vec<(u32, u16, i64)>,
    /// Lines that hold a document of which nothing could be made, or which has no fingerprint.
    nameless: u64,
    bad: Vec<BadLine>,
    bad_lines: u64,
}

/// A line of which nothing can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The file. Safe to show.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// Why.
    pub why: Fault,
}

/// A fingerprint with all that its line tells of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// Its number in the archive.
    pub number: u32,
    /// The file that holds the line. Safe to show.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// Where the document was, as the line has it.
    pub path: PathBuf,
    /// The fingerprint.
    pub fingerprint: Fingerprint,
    /// How large the document was, in bytes, and the hash of its bytes, where the line has both.
    pub bytes: Option<(u64, u64)>,
    /// Where the document may be now: beside the file of fingerprints, or where the program was started.
    pub places: Vec<PathBuf>,
}

/// More bad lines than these are only counted.
const TOLD: usize = 20;
/// The bits of a place that tell the byte.
const BYTE: u32 = 48;

impl Archive {
    /// How many fingerprints there are.
    pub fn len(&self) -> usize {
        self.prints.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.prints.is_empty()
    }

    /// The recipe that all were made with.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The fingerprints, one behind the other.
    pub fn prints(&self) -> &Flat {
        &self.prints
    }

    /// Its files, safe to show.
    pub fn files(&self) -> impl Iterator<Item = String> {
        self.files.iter().map(|file| shown(file))
    }

    /// Lines that hold a document without a fingerprint.
    pub fn nameless(&self) -> u64 {
        self.nameless
    }

    /// The first lines of which nothing can be made.
    pub fn bad(&self) -> &[BadLine] {
        &self.bad
    }

    /// How many there are of them in all.
    pub fn bad_lines(&self) -> u64 {
        self.bad_lines
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        let print = if self.prints.width() <= 64 { 8 } else { 16 };
        self.prints.len() * print + size_of_val(&*self.places) + size_of_val(&*self.lines)
    }

    /// What the line of a fingerprint tells.
    ///
    /// # Errors
    /// Where the file cannot be read any more, or has another fingerprint there now.
    pub fn print(&self, number: u32) -> Result<Print, ReadError> {
        let (Some(&place), Some(fingerprint)) = (self.places.get(number as usize), self.prints.get(number)) else {
            return Err(ReadError::NotFound { place: String::new() });
        };
        let (file, byte) = ((place >> BYTE) as usize, place & ((1 << BYTE) - 1));
        let path = &self.files[file];
        let failed = |reason: io::Error| ReadError::from_io(shown(path), &reason);
        let text = line_at(path, byte).map_err(failed)?;
        let changed = || failed(io::Error::new(io::ErrorKind::InvalidData, "the file was changed meanwhile"));
        let line = Line::read(&text).map_err(|_| changed())?;
        if line.fingerprint(&self.recipe).ok().flatten() != Some(fingerprint) {
            return Err(changed());
        }
        let said = line.path();
        let beside = path.parent().map(|folder| folder.join(&said));
        let places = beside.into_iter().chain([said.clone()]).collect();
        let line_number = self.line_of(number, file as u16);
        Ok(Print { number, file: shown(path), line: line_number, path: said, fingerprint, bytes: line.bytes(), places })
    }

    /// The line of a fingerprint in its file, from 1.
    fn line_of(&self, number: u32, file: u16) -> u64 {
        let until = self.lines.partition_point(|&(from, of, _)| (of, from) <= (file, number));
        let more = until.checked_sub(1).map_or(0, |at| self.lines[at].2);
        (i64::from(number) + more) as u64
    }
}

impl Print {
    /// The file and the line. Safe to show.
    pub fn place(&self, lang: Lang) -> String {
        t!(lang, "stored.line", file = self.file, line = self.line)
    }
}

impl BadLine {
    /// What, where, and what to do.
    pub fn message(&self, lang: Lang) -> String {
        let place = t!(lang, "stored.line", file = self.file, line = self.line);
        let why = self.why.message(lang);
        t!(lang, "archive.bad-line", place = place, why = why)
    }
}

/// One line of a file, from a byte on.
fn line_at(path: &Path, byte: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(byte))?;
    let mut text = Vec::new();
    io::Read::take(BufReader::new(file), line::LONGEST as u64 + 1).read_until(b'\n', &mut text)?;
    Ok(text)
}

fn shown(path: &Path) -> String {
    safe_name(&path.to_string_lossy())
}
