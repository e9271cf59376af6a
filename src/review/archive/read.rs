//! Files to fingerprints: read block by block, a block's lines on all cores, put behind each other in their order.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    Archive, BYTE, BadLine, TOLD,
    line::{Fault, LONGEST, Line},
    shown,
};
use crate::{
    document::ReadError,
    search::Flat,
    simhash::{Fingerprint, Recipe, Stopped, Watch},
};

/// So much is read at a time: enough lines for all cores.
const BLOCK: usize = 4 << 20;

/// Why there is no archive.
#[derive(Debug, thiserror::Error)]
pub enum NoArchive {
    /// A file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// It was told to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Archive {
    /// Reads the files, in order. The watch counts bytes.
    ///
    /// # Errors
    /// [`NoArchive`] where a file cannot be read, or it was told to stop. Lines of which nothing can be made are no error.
    pub fn read(files: Vec<PathBuf>, recipe: &Recipe, watch: &Watch) -> Result<Self, NoArchive> {
        watch.expect(files.iter().map(|file| file.metadata().map_or(0, |meta| meta.len())).sum());
        let mut archive = Self {
            recipe: recipe.clone(),
            prints: Flat::empty(recipe.bits),
            places: Vec::new(),
            lines: Vec::new(),
            nameless: 0,
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

    fn file(&mut self, path: &Path, watch: &Watch) -> Result<(), NoArchive> {
        let failed = |reason: io::Error| ReadError::from_io(shown(path), &reason);
        let mut file = File::open(path).map_err(failed)?;
        let mut reading = Reading { of: self.files.len() as u16, file: shown(path), line: 0 };
        let own = self.recipe.to_string();
        // What is read and not yet used: the beginning of a line, as a rule.
        let mut rest: Vec<u8> = Vec::new();
        // Where `rest` begins in the file.
        let mut at = 0;
        // A line too long to be held is passed over.
        let mut passing = false;
        loop {
            watch.check()?;
            let had = rest.len();
            let read = (&mut file).take(BLOCK as u64).read_to_end(&mut rest).map_err(failed)?;
            watch.advance(read as u64);
            let end = match rest[had..].iter().rposition(|&byte| byte == b'\n') {
                Some(last) => had + last + 1,
                None if read == 0 => rest.len(),
                None if rest.len() > LONGEST => {
                    passing = true;
                    at += rest.len() as u64;
                    rest.clear();
                    continue;
                }
                None => continue,
            };
            let mut from = 0;
            if passing {
                from = rest[..end].iter().position(|&byte| byte == b'\n').map_or(end, |feed| feed + 1);
                reading.line += 1;
                self.tell(&reading, Fault::TooLong);
                passing = false;
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
    fn block(&mut self, text: &[u8], first: u64, own: &str, reading: &mut Reading) {
        let mut lines: Vec<(u64, &[u8])> = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            lines.push((first + at, line));
            at += line.len() as u64;
        }
        let recipe = &self.recipe;
        let made: Vec<_> = lines.par_iter().map(|(_, line)| make(line, recipe, own)).collect();
        for ((place, _), made) in lines.into_iter().zip(made) {
            reading.line += 1;
            match made {
                Ok(Made::Print(fingerprint)) => self.push(fingerprint, place, reading),
                Ok(Made::Nameless) => self.nameless += 1,
                Ok(Made::Blank) => {}
                Err(why) => self.tell(reading, why),
            }
        }
    }

    fn push(&mut self, fingerprint: Fingerprint, place: u64, reading: &Reading) {
        let number = self.places.len() as u32;
        let more = reading.line as i64 - i64::from(number);
        if self.lines.last().is_none_or(|&(_, of, before)| (of, before) != (reading.of, more)) {
            self.lines.push((number, reading.of, more));
        }
        self.prints.push(fingerprint);
        self.places.push(u64::from(reading.of) << BYTE | place);
    }

    fn tell(&mut self, reading: &Reading, why: Fault) {
        self.bad_lines += 1;
        if self.bad.len() < TOLD {
            self.bad.push(BadLine { file: reading.file.clone(), line: reading.line, why });
        }
    }
}

/// How far a file is.
struct Reading {
    /// Its number.
    of: u16,
    /// What it is called.
    file: String,
    /// The last line that was looked at.
    line: u64,
}

/// What a line comes to.
enum Made {
    Print(Fingerprint),
    Nameless,
    Blank,
}

fn make(text: &[u8], recipe: &Recipe, own: &str) -> Result<Made, Fault> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(Made::Blank);
    }
    if text.len() > LONGEST {
        return Err(Fault::TooLong);
    }
    let line = Line::read(text)?;
    line.agrees(recipe, own)?;
    Ok(line.fingerprint(recipe)?.map_or(Made::Nameless, Made::Print))
}
