//! The hashes of base texts in files beside a journal, each named by its checksum: numbers of eight bytes, little-endian,
//! rising. A file is complete when it has its name.

use std::{
    collections::HashMap,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use crate::{
    compare::coverage::WindowHashes,
    files::{Access, Disk, Placing, create_folders, read_from, write_all},
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
    pub(super) fn read(&mut self, disk: &Disk, change: &ReviewChange, folders: &[PathBuf]) {
        for base in bases(change) {
            if self.0.contains_key(&base.sum) {
                continue;
            }
            let known: usize = self.0.values().flatten().map(WindowHashes::len).sum();
            let most = MOST_HASHES.saturating_sub(known);
            let read = || folders.iter().find_map(|folder| read(disk, folder, base.sum, most));
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
pub(super) fn write(disk: &Disk, change: &ReviewChange, folder: &Path, private: bool) -> io::Result<()> {
    bases(change).filter_map(|base| base.hashes.as_ref()).try_for_each(|hashes| {
        if hashes.len() > MOST_HASHES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let path = path(folder, sum(hashes));
        let bytes: Vec<u8> = hashes.iter().flat_map(u64::to_le_bytes).collect();
        // One that is damaged is replaced.
        if disk.metadata(&path).is_ok_and(|found| found.len == bytes.len() as u64) {
            return disk.sync_folder(folder);
        }
        create_folders(disk, folder, private)?;
        write_all(disk, &path, Placing { over: true, private, durable: true }, &bytes)
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

fn read(disk: &Disk, folder: &Path, checksum: u64, most: usize) -> Option<WindowHashes> {
    let mut file = disk.open(&path(folder, checksum), Access::Read).ok()?;
    file.metadata().ok().filter(|found| found.len <= most as u64 * 8)?;
    let bytes = read_from(&mut *file, 0).ok()?;
    let (hashes, left) = bytes.as_chunks();
    let hashes: Vec<u64> = hashes.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    let hashes = WindowHashes::from_rising(&hashes)?;
    (left.is_empty() && sum(&hashes) == checksum).then_some(hashes)
}
