//! Documents whose files are gone.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use crate::{
    library::{Library, LibraryChanges, LibraryError},
    simhash::Watch,
};

/// The documents in these folders whose files are gone.
///
/// # Errors
/// [`LibraryError`].
pub(crate) fn gone_in(library: &Library, folders: &[PathBuf]) -> Result<Vec<PathBuf>, LibraryError> {
    let mut gone = Vec::new();
    for folder in folders {
        gone.extend(library.paths_in(folder)?.into_iter().filter(|path| is_gone(path)));
    }
    gone.sort();
    gone.dedup();
    Ok(gone)
}

/// Removes the documents in these folders whose files are gone, and says how many there were.
///
/// # Errors
/// [`LibraryError`]; then none is removed.
pub(crate) fn prune(library: &mut Library, folders: &[PathBuf], watch: &Watch) -> Result<u64, LibraryError> {
    let gone = gone_in(library, folders)?;
    let removed = gone.len() as u64;
    library.write(&LibraryChanges { removed: gone, ..LibraryChanges::default() }, watch)?;
    Ok(removed)
}

/// A file that cannot be looked at for another reason, as on a disk that is not there, may come back.
pub(crate) fn is_gone(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}
