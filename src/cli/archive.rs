//! What `--against` names: documents and folders of them, and files of fingerprints.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::{CommandError, print_error, progress, stored};
use crate::{archive::Archive, batch::Batch, document::Source, locale::Lang, say, t};

/// Files of fingerprints among what `--against` names: those that are called `.jsonl`, or begin as `hash` begins them.
pub(super) fn fingerprints_among(against: &mut Vec<PathBuf>) -> Vec<PathBuf> {
    let (fingerprints, documents) = against.drain(..).partition(|path| has_fingerprints(path));
    *against = documents;
    fingerprints
}

fn has_fingerprints(path: &Path) -> bool {
    let called = path.extension().is_some_and(|ending| ending == "jsonl");
    called && path.is_file() || !stored::recognise(&mut vec![Source::File(path.to_owned())]).is_empty()
}

/// The first document of each file of fingerprints, which has the recipe of all.
///
/// # Errors
/// What is wrong where.
pub(super) fn firsts(files: &[PathBuf], lang: Lang) -> Result<Vec<stored::StoredFingerprint>, CommandError> {
    files.iter().map(|file| stored::first(&OsString::from(file), lang).map_err(CommandError::Failed)).collect()
}

/// Reads the archive of a batch, and names the lines that cannot be used.
///
/// # Errors
/// What is wrong where.
pub(super) fn read(batch: &mut Batch, lang: Lang) -> Result<(), CommandError> {
    let Some(request) = batch.read_archive() else { return Ok(()) };
    // Nobody holds the other end of the watch.
    let Ok(read) = progress::during("work.archive", lang, |watch| request.run(watch)) else { return Ok(()) };
    let archive = read.map_err(|error| CommandError::Failed(say::read_error(&error, lang)))?;
    name_bad_lines(&archive, lang);
    batch.install_archive(Ok(archive));
    Ok(())
}

/// Names the lines that cannot be used, on standard error: the first of them each in a line.
pub(super) fn name_bad_lines(archive: &Archive, lang: Lang) {
    archive.bad().iter().for_each(|bad| print_error(&bad.message(lang)));
    let more = archive.bad_lines() - archive.bad().len() as u64;
    if more > 0 {
        print_error(&t!(lang, "archive.bad-lines", n = more));
    }
}
