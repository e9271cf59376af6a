//! Files of fingerprints that commands take: for `--fingerprints` and among documents; and what `--against` names,
//! documents and folders of them, and files of fingerprints or a library.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::error::ErrorKind;

use super::{
    CommandError,
    documents::{self, DocumentArguments, STDIN_ONCE},
    library_place::place_of_name,
    print_error, progress,
    rights::CommandRights,
    start::Startup,
    usage,
};
use crate::{
    batch::{ArchiveSource, Batch, LibraryArchive},
    document::{Source, safe_name},
    locale::Lang,
    say,
    store::{
        Access, FingerprintFileError, FingerprintFiles, LibraryPlace, StoredFingerprint, begins_as_hash_does,
        first_fingerprint, open, read_fingerprints,
    },
    t,
};

/// An archive without documents, and the recipes that it says.
#[derive(Default)]
pub(super) struct NamedArchive {
    pub source: Option<ArchiveSource>,
    pub stored: Vec<StoredFingerprint>,
    /// With the library.
    pub rights: CommandRights,
}

impl NamedArchive {
    /// Takes files of fingerprints, or a library, out of what `--against` names.
    ///
    /// # Errors
    /// An error in a file; and if both are named, or several libraries.
    pub(super) fn among(against: &mut Vec<PathBuf>, command: &str, start: &Startup) -> Result<Self, CommandError> {
        let lang = start.lang;
        let mut libraries = Vec::new();
        for path in std::mem::take(against) {
            match library_at(&path, start)? {
                Some(place) => libraries.push(place),
                None => against.push(path),
            }
        }
        let fingerprints = fingerprints_among(against);
        match &*libraries {
            [] => {
                let stored = firsts(&fingerprints, lang)?;
                let source = (!fingerprints.is_empty()).then_some(ArchiveSource::Fingerprints(fingerprints));
                Ok(Self { source, stored, rights: CommandRights::default() })
            }
            [place] if fingerprints.is_empty() => Self::of_library(place, lang),
            _ => {
                let message = "--against takes one library, or files of fingerprints, beside folders; not both";
                Err(usage(command, ErrorKind::ArgumentConflict, message))
            }
        }
    }

    fn of_library(place: &LibraryPlace, lang: Lang) -> Result<Self, CommandError> {
        let name = safe_name(&place.name());
        let failed = |error| say::library_error(&error, &name, lang);
        let library = open(place, Access::Read).map_err(failed)?;
        let documents = library.len().map_err(failed)?;
        let known = library.identity().known;
        let stored = StoredFingerprint::of_library(library.identity().recipe.clone(), name.clone());
        let source = ArchiveSource::Library(LibraryArchive { place: place.clone(), documents, known });
        let rights = CommandRights::default().and_library(place, &*library);
        Ok(Self { source: Some(source), stored: vec![stored], rights })
    }
}

/// The library that is named by its path, or by its name or its URL if there is no such file.
fn library_at(path: &Path, start: &Startup) -> Result<Option<LibraryPlace>, CommandError> {
    if path.exists() {
        return Ok(LibraryPlace::of_database(path));
    }
    let place = place_of_name(Some(path.as_os_str()), start)?;
    Ok(place.filter(|place| place.file().is_none_or(Path::is_file)))
}

/// Files of fingerprints among what `--against` names: those that are called `.jsonl`, or begin as `hash` begins them.
fn fingerprints_among(against: &mut Vec<PathBuf>) -> Vec<PathBuf> {
    let is_lines = |path: &Path| path.extension().is_some_and(|ending| ending == "jsonl") && path.is_file();
    against.extract_if(.., |path| is_lines(path) || begins_as_hash_does(path)).collect()
}

/// The first document of each file of fingerprints, which has the recipe of all.
///
/// # Errors
/// A message that names the place.
pub(super) fn firsts(files: &[PathBuf], lang: Lang) -> Result<Vec<StoredFingerprint>, CommandError> {
    let first = |file: &PathBuf| first_fingerprint(file, documents::source(file.as_os_str()).place());
    files.iter().map(|file| first(file).map_err(|error| failed(&error, lang))).collect()
}

/// The fingerprints that a command was given: in `files`, and in files among its documents, which are none then.
///
/// # Errors
/// If standard input is wanted twice, or a file has an error: the message names the place.
pub(super) fn read_all(
    mut files: Vec<OsString>,
    documents: &mut DocumentArguments,
    command: &str,
    lang: Lang,
) -> Result<Vec<StoredFingerprint>, CommandError> {
    let is_one = |source: &mut Source| matches!(source, Source::File(path) if begins_as_hash_does(path));
    let among = documents.sources.extract_if(.., is_one);
    files.extend(among.filter_map(|source| source.file().map(|path| path.as_os_str().to_owned())));
    let from_stdin = files.iter().filter(|file| *file == "-").count();
    if from_stdin + usize::from(documents.stdin) > 1 {
        return Err(usage(command, ErrorKind::ArgumentConflict, STDIN_ONCE));
    }
    let mut all = Vec::new();
    for file in &files {
        all.extend(read_fingerprints(&documents::source(file)).map_err(|error| failed(&error, lang))?);
    }
    Ok(all)
}

fn failed(error: &FingerprintFileError, lang: Lang) -> CommandError {
    CommandError::Failed(say::fingerprint_file_error(error, lang))
}

/// Reads the archive of a batch, and names the lines that cannot be used.
///
/// # Errors
/// A message that names the place.
pub(super) fn read_archive(batch: &mut Batch, lang: Lang) -> Result<(), CommandError> {
    let Some(request) = batch.read_archive() else { return Ok(()) };
    // Nobody holds the other end of the watch.
    let Ok(read) = progress::during("work.archive", lang, |watch| request.run(watch)) else { return Ok(()) };
    let archive = read.map_err(|error| say::read_error(&error, lang))?;
    name_bad_lines(&archive, lang);
    batch.install_archive(Ok(archive));
    Ok(())
}

/// Names the lines that cannot be used, on standard error: the first of them each in a line.
pub(super) fn name_bad_lines(archive: &FingerprintFiles, lang: Lang) {
    archive.bad().iter().for_each(|bad| print_error(&say::bad_line(bad, lang)));
    let more = archive.bad_lines() - archive.bad().len() as u64;
    if more > 0 {
        print_error(&t!(lang, "archive.bad-lines", n = more));
    }
}
