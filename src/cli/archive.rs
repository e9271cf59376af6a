//! What `--against` names: documents and folders of them, and files of fingerprints.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::{complain, desk::Desk, progress, stored};
use crate::{
    archive::{Archive, ArchiveError},
    document::Source,
    locale::Lang,
    say,
    simhash::Recipe,
    t,
};

/// Files of fingerprints among what `--against` names: those that are called `.jsonl`, or begin as `hash` begins them.
pub fn prints_among(against: &mut Vec<PathBuf>) -> Vec<PathBuf> {
    let (prints, rest) = against.drain(..).partition(|path| is_prints(path));
    *against = rest;
    prints
}

fn is_prints(path: &Path) -> bool {
    let called = path.extension().is_some_and(|ending| ending == "jsonl");
    called && path.is_file() || !stored::recognise(&mut vec![Source::File(path.to_owned())]).is_empty()
}

/// The first document of each file of fingerprints among what `--against` names, which tells the recipe of all.
///
/// # Errors
/// A sentence that says what is wrong where.
pub fn firsts(against: &[PathBuf], lang: Lang) -> Result<Vec<stored::Stored>, String> {
    against.iter().filter(|path| is_prints(path)).map(|file| stored::first(&OsString::from(file), lang)).collect()
}

/// Reads the files, and says what could not be read in them.
///
/// # Errors
/// A sentence that says what is wrong where.
fn read(files: Vec<PathBuf>, recipe: &Recipe, lang: Lang) -> Result<Archive, String> {
    let read = progress::during("work.archive", lang, |watch| Archive::read(files, recipe, watch));
    let archive = read.map_err(|error| match error {
        ArchiveError::Unreadable(error) => say::unreadable(&error, lang),
        ArchiveError::Stopped(stopped) => stopped.to_string(),
    })?;
    tell_bad(&archive, lang);
    Ok(archive)
}

/// Looks the batch of a desk up in files of fingerprints, where there are any.
///
/// # Errors
/// A sentence that says what is wrong where.
pub fn looked_up(desk: Desk, prints: Vec<PathBuf>, batch: usize, cutoff: u32) -> Result<Desk, String> {
    if prints.is_empty() {
        return Ok(desk);
    }
    let archive = read(prints, &desk.chosen.recipe, desk.chosen.lang)?;
    Ok(desk.looked_up_in(&archive, batch, cutoff))
}

/// Names the lines of which nothing can be made, on standard error: the first of them each in a line.
fn tell_bad(archive: &Archive, lang: Lang) {
    archive.bad().iter().for_each(|bad| complain(&bad.message(lang)));
    let more = archive.bad_lines() - archive.bad().len() as u64;
    if more > 0 {
        complain(&t!(lang, "archive.bad-lines", n = more));
    }
}
