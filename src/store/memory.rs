//! The engine of fingerprints without texts: files that `simscope hash --format jsonl` wrote, of millions of lines, in
//! memory. They are read block by block, the lines of a block on all cores, with the results in the order of the lines.
//!
//! Each fingerprint takes 16 bytes in memory (24 above 64 bits): its value and the byte offset of its line. The rest of
//! a line is read again only for the few that are near a document of a batch ([`FingerprintFiles::record`]). A line
//! that cannot be used is reported with its file and number, and does not stop the others.

#[cfg(test)]
mod tests;

use std::{
    collections::HashSet,
    fs,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    Identity, LineError, NewDocument, RecordPlace, Store, StoreError, StoredDocument,
    fingerprint_file::{ExportedLine, FingerprintLine},
};
use crate::{
    compare::distance::{CHANCE_LIMIT, chance_within},
    document::{self, Document, ReadError, Source, safe_name},
    files,
    locale::Lang,
    search::{FAR, Flat, nearest},
    simhash::{Fingerprint, Pipeline, Recipe, RecipeWithK, Stopped, Watch},
};

/// Fingerprints of one recipe, from one or several files.
#[derive(Debug)]
pub(crate) struct FingerprintFiles {
    files: Vec<PathBuf>,
    identity: Identity,
    fingerprints: Flat,
    /// The start of each line: the file's number in the upper 16 bits, the byte offset in the others.
    offsets: Vec<u64>,
    /// (fingerprint, file, difference): from that fingerprint on, its line in the file is its number + the difference.
    lines: Vec<(u32, u16, i64)>,
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

/// A document that is known by its fingerprint: its fingerprint, and what its line says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FingerprintRecord {
    /// Its number in the store.
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

/// Why files of fingerprints could not be read.
#[derive(Debug)]
pub(crate) enum ReadFilesError {
    Unreadable(ReadError),
    Stopped(Stopped),
}

impl From<ReadError> for ReadFilesError {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(error)
    }
}

impl From<Stopped> for ReadFilesError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// The most neighbours that are read, the nearest first: a page that 100,000 documents share is known after the first
/// 5,000.
pub(crate) const MAX_NEIGHBOURS: usize = 5000;

/// The greatest Hamming distance at which a record is a neighbour, in bits: the greater of threshold `k` and `cutoff`,
/// up to which pairs join clusters; `k` alone where too many fingerprints are within `cutoff` by chance
/// ([`CHANCE_LIMIT`]).
pub(crate) fn lookup_distance(k: u32, cutoff: u32, bits: u8) -> u32 {
    if chance_within(cutoff, bits) > CHANCE_LIMIT { k } else { k.max(cutoff) }
}

/// A record that is near some document of the batch.
#[derive(Debug)]
pub(crate) struct Neighbour {
    pub record: FingerprintRecord,
    /// The file, where it can be read and still has that fingerprint. Its text is not kept: there may be thousands.
    pub source: Option<Source>,
}

/// The result of looking a batch up.
#[derive(Debug)]
pub(crate) struct Lookup {
    /// How many records are near, without those of the batch itself.
    pub near: usize,
    /// The nearest of them, at most [`MAX_NEIGHBOURS`], in the order of the files.
    pub neighbours: Vec<Neighbour>,
    /// The greatest distance, in bits.
    pub within: u32,
    /// How many fingerprints were looked up.
    pub queries: usize,
    /// How many neighbours have a file that is not opened, since it is neither below the fingerprints nor below the
    /// working directory: the fingerprints may have come from anywhere.
    pub outside: usize,
    /// The first line that could not be read again.
    pub unreadable: Option<ReadError>,
}

/// More bad lines than these are only counted.
const MAX_REPORTED: usize = 20;
/// How many low bits of an offset are the byte in the file.
const OFFSET_BITS: u32 = 48;
/// Bytes read at a time: enough lines for all cores.
const BLOCK: usize = 4 << 20;

impl FingerprintFiles {
    /// Reads the files, in order. Progress is counted in bytes.
    ///
    /// # Errors
    /// [`ReadFilesError`] where a file cannot be read, or it was stopped. Lines that cannot be used are no error.
    pub(crate) fn read(files: Vec<PathBuf>, recipe: &Recipe, watch: &Watch) -> Result<Self, ReadFilesError> {
        watch.expect(files.iter().map(|file| file.metadata().map_or(0, |meta| meta.len())).sum());
        let recipe = RecipeWithK { recipe: recipe.clone(), k: None };
        let fingerprints = Flat::empty(recipe.recipe.bits);
        // The user named the files, so documents beside them and below the working directory may be opened.
        let (id, place) = Default::default();
        let identity = Identity { id, recipe, plan: None, folders: folders_of(&files), known: true, place };
        let mut all = Self {
            identity,
            fingerprints,
            offsets: Vec::new(),
            lines: Vec::new(),
            bad: Vec::new(),
            bad_lines: 0,
            files: Vec::new(),
        };
        for path in files {
            all.file(&path, watch)?;
            all.files.push(path);
        }
        Ok(all)
    }

    fn file(&mut self, path: &Path, watch: &Watch) -> Result<(), ReadFilesError> {
        let failed = |reason: io::Error| ReadError::from_io(shown(path), &reason);
        let mut file = files::open(path).map_err(failed)?;
        let mut reading = FileProgress { number: self.files.len() as u16, file: shown(path), line: 0 };
        let own = self.recipe().to_string();
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
                None if rest.len() > LineError::MAX_BYTES => {
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
        let recipe = self.recipe();
        let parsed: Vec<_> = lines.par_iter().map(|(_, line)| parse(line, recipe, own)).collect();
        for ((offset, _), parsed) in lines.into_iter().zip(parsed) {
            reading.line += 1;
            match parsed {
                Ok(Some(fingerprint)) => self.push(fingerprint, offset, reading),
                Ok(None) => {}
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

    /// The recipe of all fingerprints.
    pub(crate) fn recipe(&self) -> &Recipe {
        &self.identity.recipe.recipe
    }

    /// The fingerprints, by their numbers.
    pub(crate) fn fingerprints(&self) -> &Flat {
        &self.fingerprints
    }

    /// The first 20 lines that cannot be used.
    pub(crate) fn bad(&self) -> &[BadLine] {
        &self.bad
    }

    /// The number of lines that cannot be used in all.
    pub(crate) fn bad_lines(&self) -> u64 {
        self.bad_lines
    }

    /// Reads the line of a fingerprint again.
    ///
    /// # Errors
    /// If the file cannot be read any more, or has another fingerprint there now.
    pub(crate) fn record(&self, number: usize) -> Result<FingerprintRecord, ReadError> {
        self.record_in(number, &self.line(number)?)
    }

    fn record_in(&self, number: usize, text: &[u8]) -> Result<FingerprintRecord, ReadError> {
        let (Some(&offset), Some(fingerprint)) = (self.offsets.get(number), self.fingerprints.get(number)) else {
            return Err(ReadError::NotFound { place: String::new() });
        };
        let file = (offset >> OFFSET_BITS) as usize;
        let path = &self.files[file];
        let failed = |reason: io::Error| ReadError::from_io(shown(path), &reason);
        let changed = || failed(io::Error::new(io::ErrorKind::InvalidData, "the file was changed meanwhile"));
        let line = FingerprintLine::read(text).map_err(|_| changed())?;
        if line.fingerprint(self.recipe()).ok().flatten() != Some(fingerprint) {
            return Err(changed());
        }
        let document = line.path();
        let beside = path.parent().map(|folder| folder.join(&document));
        Ok(FingerprintRecord {
            number: number as u32,
            file: shown(path),
            place: RecordPlace::Line(self.line_of(number as u32, file as u16)),
            fingerprint,
            bytes: line.bytes(),
            candidates: beside.into_iter().chain([document.clone()]).collect(),
            path: document,
        })
    }

    /// The line of a fingerprint.
    fn line(&self, number: usize) -> Result<Vec<u8>, ReadError> {
        let Some(&offset) = self.offsets.get(number) else { return Ok(Vec::new()) };
        let (file, byte) = ((offset >> OFFSET_BITS) as usize, offset & ((1 << OFFSET_BITS) - 1));
        let path = &self.files[file];
        line_at(path, byte).map_err(|reason| ReadError::from_io(shown(path), &reason))
    }

    /// The line of a fingerprint in its file, from 1.
    fn line_of(&self, number: u32, file: u16) -> u64 {
        let until = self.lines.partition_point(|&(from, of, _)| (of, from) <= (file, number));
        let difference = until.checked_sub(1).map_or(0, |at| self.lines[at].2);
        (i64::from(number) + difference) as u64
    }
}

impl FingerprintFiles {
    /// Looks up the fingerprints of a batch, and finds the files of the neighbours where they are still there. `files`
    /// are those of the batch: a record of one of them is no neighbour.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn look_up(
        &self,
        batch: &[Fingerprint],
        files: &[&Path],
        within: u32,
        watch: &Watch,
    ) -> Result<Lookup, Stopped> {
        watch.expect(batch.len() as u64);
        let least = nearest(batch, &self.fingerprints, within, watch)?;
        let mut near: Vec<(u8, u32)> = least.into_iter().zip(0..).filter(|&(hamming, _)| hamming != FAR).collect();
        let all = near.len();
        // The batch may be in the archive, and its own documents are the nearest then.
        let most = MAX_NEIGHBOURS + batch.len();
        if near.len() > most {
            near.select_nth_unstable(most);
            near.truncate(most);
        }
        near.par_sort_unstable();
        let records: Vec<_> = near
            .par_iter()
            .map(|&(_, number)| {
                watch.check()?;
                Ok(self.record(number as usize))
            })
            .collect::<Result<_, Stopped>>()?;
        let of_batch: HashSet<PathBuf> = files.iter().filter_map(|file| fs::canonicalize(file).ok()).collect();
        let is_own = |record: &FingerprintRecord| {
            let in_batch = |path: &Path| fs::canonicalize(path).is_ok_and(|path| of_batch.contains(&path));
            self.source(record, &in_batch, &Watch::default()).is_some()
        };
        let is_inside = |path: &Path| self.identity.is_inside(path);
        let (mut own, mut unreadable, mut nearest) = (0, None, Vec::new());
        for record in records {
            match record {
                Err(error) => unreadable = unreadable.or(Some(error)),
                Ok(record) if is_own(&record) => own += 1,
                Ok(record) if nearest.len() < MAX_NEIGHBOURS => nearest.push(record),
                Ok(_) => {}
            }
        }
        nearest.par_sort_unstable_by_key(|record| record.number);
        let neighbours = nearest.into_par_iter().map(|record| {
            watch.check()?;
            Ok(Neighbour { source: self.source(&record, &is_inside, watch), record })
        });
        let neighbours = neighbours.collect::<Result<Vec<_>, Stopped>>()?;
        let is_outside = |neighbour: &&Neighbour| {
            let files = neighbour.record.candidates.iter().filter(|path| path.is_file());
            neighbour.source.is_none()
                && files.clone().next().is_some()
                && !files.into_iter().any(|path| is_inside(path))
        };
        let outside = neighbours.iter().filter(is_outside).count();
        watch.check()?;
        Ok(Lookup { near: all - own, neighbours, within, queries: batch.len(), outside, unreadable })
    }

    /// The file of the document, where it may be opened, can be read and still has that fingerprint.
    fn source(
        &self,
        record: &FingerprintRecord,
        may_open: &(dyn Fn(&Path) -> bool + Sync),
        watch: &Watch,
    ) -> Option<Source> {
        let same = |document: &Document| {
            let made = Pipeline::new(self.recipe()).watched(watch).sketch(&document.text).ok()?;
            made.comparable().filter(|&found| found == record.fingerprint)
        };
        let files = record.candidates.iter().filter(|path| path.is_file() && may_open(path));
        let mut read =
            files.filter_map(|path| document::read_while(&Source::File(path.clone()), &|| !watch.stopped()).ok());
        read.find(|document| same(document).is_some()).map(|document| document.source)
    }
}

impl Store for FingerprintFiles {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn identity_mut(&mut self) -> &mut Identity {
        &mut self.identity
    }

    fn len(&self) -> Result<u64, StoreError> {
        Ok(self.offsets.len() as u64)
    }

    fn numbers(&self) -> Result<Vec<u32>, StoreError> {
        Ok((0..self.offsets.len() as u32).collect())
    }

    /// Under the first of the places where its file may be and is, else the first of them.
    fn document(&self, id: u32) -> Result<Option<StoredDocument>, StoreError> {
        Ok(Some(self.record(id as usize).map_err(StoreError::Unreadable)?.into()))
    }

    fn whole(&self, numbers: &[u32]) -> Result<Vec<(StoredDocument, NewDocument)>, StoreError> {
        let mut all = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let text = self.line(number as usize).map_err(StoreError::Unreadable)?;
            let record = self.record_in(number as usize, &text).map_err(StoreError::Unreadable)?;
            let document = StoredDocument::from(record);
            all.push((document.clone(), ExportedLine::read(&text).with(document.into())));
        }
        Ok(all)
    }

    fn each_fingerprint(&self, watch: &Watch, visit: &mut dyn FnMut(Fingerprint, u32)) -> Result<(), StoreError> {
        let all = (0..self.offsets.len()).take_while(|_| !watch.stopped());
        all.for_each(|number| self.fingerprints.get(number).into_iter().for_each(|found| visit(found, number as u32)));
        Ok(())
    }
}

impl From<FingerprintRecord> for StoredDocument {
    fn from(record: FingerprintRecord) -> Self {
        let there = record.candidates.iter().find_map(|path| fs::canonicalize(path).ok());
        let named = record.candidates.first().unwrap_or(&record.path);
        let (bytes, content) = record.bytes.unwrap_or_default();
        Self {
            id: record.number,
            path: there.unwrap_or_else(|| std::path::absolute(named).unwrap_or_else(|_| named.clone())),
            title: None,
            date: None,
            bytes,
            content,
            chars: 0,
            runs: 0,
            fingerprint: Some(record.fingerprint),
            said: [None, None],
        }
    }
}

impl FingerprintRecord {
    /// File and place in it, in words. Safe to show.
    pub(crate) fn location(&self, lang: Lang) -> String {
        self.place.within(&self.file, lang)
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

/// The fingerprint of a line; `None` where the line is blank or its document has none.
fn parse(text: &[u8], recipe: &Recipe, own: &str) -> Result<Option<Fingerprint>, LineError> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    if text.len() > LineError::MAX_BYTES {
        return Err(LineError::TooLong);
    }
    let line = FingerprintLine::read(text)?;
    line.agrees(recipe, own)?;
    line.fingerprint(recipe)
}

/// The folders in which documents of these files are opened, links resolved.
fn folders_of(files: &[PathBuf]) -> Vec<PathBuf> {
    let beside = files.iter().map(|file| match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    });
    beside.chain([Path::new(".")]).filter_map(|folder| fs::canonicalize(folder).ok()).collect()
}

/// The line of a file that begins at that byte.
fn line_at(path: &Path, byte: u64) -> io::Result<Vec<u8>> {
    let mut file = files::open(path)?;
    file.seek(SeekFrom::Start(byte))?;
    let mut text = Vec::new();
    BufReader::new(file).take(LineError::MAX_BYTES as u64 + 1).read_until(b'\n', &mut text)?;
    Ok(text)
}

fn shown(path: &Path) -> String {
    safe_name(&path.to_string_lossy())
}
