//! Documents into a library, and found in one. Both read as a batch does, and neither needs one.

mod add;
mod find;
mod import;
mod prune;
mod readers;
mod reread;
mod sample;

pub(crate) use add::{AddOutcome, AddToLibrary, AddedCounts};
pub(crate) use find::{FindError, FindInLibrary, FoundInLibrary, LibraryHit};
pub(crate) use import::import;
pub(crate) use prune::{gone_in, is_gone, prune};
pub(crate) use readers::LibraryReaders;
pub(crate) use reread::{NoText, document_of, kept_text, source_of};
pub(crate) use sample::LibrarySample;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use crate::{document::Source, files::CanonicalFolders};

/// The folders in which a library may open files after these were added to it: the folders among them, and those of files.
pub(crate) fn folders_of<'a>(named: impl Iterator<Item = &'a Path>) -> Vec<PathBuf> {
    let mut canonical = CanonicalFolders::default();
    let folder = |path: &Path| match std::fs::canonicalize(path).ok().filter(|path| path.is_dir()) {
        Some(folder) => Some(folder),
        None => canonical.path_of(path)?.parent().map(Path::to_owned),
    };
    let folders: BTreeSet<PathBuf> = named.filter_map(folder).collect();
    folders.into_iter().collect()
}

/// The format and the encoding that somebody said a source has, by their names.
fn said(source: &Source) -> [Option<String>; 2] {
    [
        source.said_format().map(|format| format.key().to_owned()),
        source.said_encoding().map(|encoding| encoding.name().to_owned()),
    ]
}
