//! The libraries that were made or accepted here. A library from someone else names files that it has no business to name,
//! so it is only read, and no file that it names is opened, until the reader accepts it.
//!
//! A library is known by its id, 128 random bits; a file with the id as its name in the data folder says that it is known.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::place::folder;
use crate::files::{Disk, Placing, create_folders, write_all};

/// A new id; `None` if the system has no random numbers to give.
pub(super) fn random_id() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// Whether the library of that id was made or accepted here.
pub(super) fn is_known(id: &str) -> bool {
    file_of(id).is_some_and(|file| file.is_file())
}

/// Remembers a library.
///
/// # Errors
/// If that cannot be written.
pub(super) fn remember(id: &str, library: &Path) -> io::Result<()> {
    let file = file_of(id).ok_or(ErrorKind::NotFound)?;
    if file.is_file() {
        return Ok(());
    }
    let disk = Disk::default();
    create_folders(&disk, file.parent().unwrap_or(Path::new("")), true)?;
    let path = format!("{}\n", library.display());
    write_all(&disk, &file, Placing::NEW, path.as_bytes())
}

fn file_of(id: &str) -> Option<PathBuf> {
    let digits = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some(folder()?.join("accepted").join(id)).filter(|_| digits)
}
