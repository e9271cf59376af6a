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

/// Removes the documents in these folders whose files are gone, and says how many there were.
///
/// # Errors
/// [`LibraryError`]; then none is removed.
pub(crate) fn prune(library: &mut Library, folders: &[PathBuf], watch: &Watch) -> Result<u64, LibraryError> {
    let mut gone = Vec::new();
    for folder in folders {
        gone.extend(library.paths_in(folder)?.into_iter().filter(|path| is_gone(path)));
    }
    gone.sort();
    gone.dedup();
    let removed = gone.len() as u64;
    library.write(&LibraryChanges { removed: gone, ..LibraryChanges::default() }, watch)?;
    Ok(removed)
}

/// A file that cannot be looked at for another reason, as on a disk that is not there, may come back.
fn is_gone(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}
