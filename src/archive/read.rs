//! Reads files of fingerprints: block by block, the lines of a block on all cores, results in the order of the lines.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    Archive, BadLine, MAX_REPORTED, OFFSET_BITS,
    line::{ArchiveLine, LineError, MAX_BYTES},
    shown,
};
use crate::{
    document::ReadError,
    files,
    search::Flat,
    simhash::{Fingerprint, Recipe, Stopped, Watch},
};

/// Bytes read at a time: enough lines for all cores.
const BLOCK: usize = 4 << 20;

/// Why an archive could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    /// A file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Archive {
    /// Reads the files, in order. Progress is counted in bytes.
    ///
    /// # Errors
    /// [`ArchiveError`] where a file cannot be read, or it was stopped. Lines that cannot be used are no error.
    pub(crate) fn read(files: Vec<PathBuf>, recipe: &Recipe, watch: &Watch) -> Result<Self, ArchiveError> {
        watch.expect(files.iter().map(|file| file.metadata().map_or(0, |meta| meta.len())).sum());
        let mut archive = Self {
            recipe: recipe.clone(),
            fingerprints: Flat::empty(recipe.bits),
            offsets: Vec::new(),
            lines: Vec::new(),
            without_fingerprint: 0,
            bad: Vec::new(),
            bad_lines: 0,
            files: Vec::new(),
        };
        for path in files {
            archive.file(&path, watch)?;
            archive.files.push(path);
        }
        Ok(archive)
    }

    fn file(&mut self, path: &Path, watch: &Watch) -> Result<(), ArchiveError> {
        let failed = |reason: io::Error| ReadError::from_io(shown(path), &reason);
        let mut file = files::open(path).map_err(failed)?;
        let mut reading = FileProgress { number: self.files.len() as u16, file: shown(path), line: 0 };
        let own = self.recipe.to_string();
        // Read but not parsed yet: the beginning of a line, as a rule.
        let mut rest: Vec<u8> = Vec::new();
        // The offset of `rest` in the file.
        let mut at = 0;
        // Whether the rest of a line that is too long is being skipped.
        let mut skipping = false;
        loop {
            watch.check()?;
            let had = rest.len();
            let read = (&mut file).take(BLOCK as u64).read_to_end(&mut rest).map_err(failed)?;
            watch.advance(read as u64);
            let end = match rest[had..].iter().rposition(|&byte| byte == b'\n') {
                Some(last) => had + last + 1,
                None if read == 0 => rest.len(),
                None if rest.len() > MAX_BYTES => {
                    skipping = true;
                    at += rest.len() as u64;
                    rest.clear();
                    continue;
                }
                None => continue,
            };
            let mut from = 0;
            if skipping {
                from = rest[..end].iter().position(|&byte| byte == b'\n').map_or(end, |feed| feed + 1);
                reading.line += 1;
                self.report(&reading, LineError::TooLong);
                skipping = false;
            }
            self.block(&rest[from..end], at + from as u64, &own, &mut reading);
            at += end as u64;
            rest.drain(..end);
            if read == 0 {
                return Ok(());
            }
        }
    }

    /// Whole lines, of which the first begins at that byte.
    fn block(&mut self, text: &[u8], first: u64, own: &str, reading: &mut FileProgress) {
        let mut lines: Vec<(u64, &[u8])> = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            lines.push((first + at, line));
            at += line.len() as u64;
        }
        let recipe = &self.recipe;
        let parsed: Vec<_> = lines.par_iter().map(|(_, line)| parse(line, recipe, own)).collect();
        for ((offset, _), parsed) in lines.into_iter().zip(parsed) {
            reading.line += 1;
            match parsed {
                Ok(ParsedArchiveLine::Fingerprint(fingerprint)) => self.push(fingerprint, offset, reading),
                Ok(ParsedArchiveLine::WithoutFingerprint) => self.without_fingerprint += 1,
                Ok(ParsedArchiveLine::Blank) => {}
                Err(why) => self.report(reading, why),
            }
        }
    }

    fn push(&mut self, fingerprint: Fingerprint, offset: u64, reading: &FileProgress) {
        let number = self.offsets.len() as u32;
        let difference = reading.line as i64 - i64::from(number);
        if self.lines.last().is_none_or(|&(_, file, before)| (file, before) != (reading.number, difference)) {
            self.lines.push((number, reading.number, difference));
        }
        self.fingerprints.push(fingerprint);
        self.offsets.push(u64::from(reading.number) << OFFSET_BITS | offset);
    }

    fn report(&mut self, reading: &FileProgress, why: LineError) {
        self.bad_lines += 1;
        if self.bad.len() < MAX_REPORTED {
            self.bad.push(BadLine { file: reading.file.clone(), line: reading.line, why });
        }
    }
}

/// How far the reading of a file is.
struct FileProgress {
    /// The number of the file.
    number: u16,
    /// Its name. Safe to show.
    file: String,
    /// The last line that was read, from 1.
    line: u64,
}

enum ParsedArchiveLine {
    Fingerprint(Fingerprint),
    WithoutFingerprint,
    Blank,
}

fn parse(text: &[u8], recipe: &Recipe, own: &str) -> Result<ParsedArchiveLine, LineError> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(ParsedArchiveLine::Blank);
    }
    if text.len() > MAX_BYTES {
        return Err(LineError::TooLong);
    }
    let line = ArchiveLine::read(text)?;
    line.agrees(recipe, own)?;
    Ok(line.fingerprint(recipe)?.map_or(ParsedArchiveLine::WithoutFingerprint, ParsedArchiveLine::Fingerprint))
}
