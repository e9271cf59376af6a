//! The hashes of base texts in files beside a journal, each named by its checksum: numbers of eight bytes, little-endian,
//! rising. A file is complete when it has its name.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
};

use super::file::create_folder;
use crate::{
    compare::coverage::WindowHashes,
    files,
    review::{
        BaseText, Exclusion, ReviewChange,
        base::{MOST_HASHES, sum},
    },
};

/// The hashes that were looked for, by their checksum; `None` where there is no sound file of them.
#[derive(Debug, Default)]
pub(super) struct RunFiles(HashMap<u64, Option<WindowHashes>>);

impl RunFiles {
    /// Looks for the hashes of all base texts of a change, as long as all together are not too many.
    pub(super) fn read(&mut self, change: &ReviewChange, folders: &[PathBuf]) {
        for base in bases(change) {
            if self.0.contains_key(&base.sum) {
                continue;
            }
            let known: usize = self.0.values().flatten().map(|hashes| hashes.as_slice().len()).sum();
            let most = MOST_HASHES.saturating_sub(known);
            let read = || folders.iter().find_map(|folder| read(folder, base.sum, most));
            self.0.insert(base.sum, base.hashes.clone().or_else(read));
        }
    }

    /// The hashes of a base text, if they are known.
    pub(super) fn get(&self, base: &BaseText) -> Option<&WindowHashes> {
        self.0.get(&base.sum)?.as_ref()
    }
}

/// Writes the hashes of all base texts of a change, unless they are there.
///
/// # Errors
/// If one cannot be written; [`ErrorKind::FileTooLarge`] if there are too many.
pub(super) fn write(change: &ReviewChange, folder: &Path, private: bool) -> io::Result<()> {
    bases(change).filter_map(|base| base.hashes.as_ref()).try_for_each(|hashes| {
        if hashes.as_slice().len() > MOST_HASHES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let path = path(folder, sum(hashes));
        // One that is damaged is replaced.
        if fs::symlink_metadata(&path).is_ok_and(|meta| meta.len() == hashes.as_slice().len() as u64 * 8) {
            return Ok(());
        }
        create_folder(folder, private)?;
        let new = path.with_extension(format!("{}.new", process::id()));
        // Of a program of the same number that was killed.
        _ = fs::remove_file(&new);
        let written = fill(&new, hashes, private).and_then(|()| fs::rename(&new, &path));
        written.inspect_err(|_| _ = fs::remove_file(&new))
    })
}

fn bases(change: &ReviewChange) -> impl Iterator<Item = &BaseText> {
    let exclusions = match change {
        ReviewChange::Exclude { exclusions, on: Some(_) } => &exclusions[..],
        _ => &[],
    };
    exclusions.iter().filter_map(|exclusion| match exclusion {
        Exclusion::Base(base) => Some(base),
        _ => None,
    })
}

fn path(folder: &Path, sum: u64) -> PathBuf {
    folder.join(format!("base-{sum:016x}.runs"))
}

fn read(folder: &Path, checksum: u64, most: usize) -> Option<WindowHashes> {
    let path = path(folder, checksum);
    // The folder may have come from anywhere: no link is followed.
    let bytes = files::read(files::open_unlinked(&path).ok()?, most as u64 * 8).ok()?;
    let (hashes, left) = bytes.as_chunks();
    let hashes = WindowHashes::from_rising(hashes.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect())?;
    (left.is_empty() && sum(&hashes) == checksum).then_some(hashes)
}

fn fill(path: &Path, hashes: &WindowHashes, private: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut file: File = options.open(path)?;
    let bytes: Vec<u8> = hashes.as_slice().iter().flat_map(|hash| hash.to_le_bytes()).collect();
    file.write_all(&bytes)?;
    file.sync_data()
}
