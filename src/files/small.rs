//! What the program remembers beside the documents: small files that only their owner can read.
//!
//! A file is written beside the old one and then takes its place: whenever the program or the machine stops, one of the
//! two is there, whole. Nothing is locked, so nobody waits.

use std::{
    io::{self, ErrorKind},
    path::PathBuf,
};

use directories::ProjectDirs;
use serde::{Serialize, de::DeserializeOwned};

use super::{Access, Disk, OpenFile, Placing, create_folders, read_from, write_all};

/// The folder in which the platform keeps such files; `None` if there is no home folder.
pub(crate) fn state_folder() -> Option<PathBuf> {
    let folders = ProjectDirs::from("", "", "simscope")?;
    Some(folders.state_dir().unwrap_or_else(|| folders.data_local_dir()).to_owned())
}

/// A folder with a file for each thing that is remembered. Nothing is made or read before it is used.
#[derive(Clone, Debug)]
pub(crate) struct SmallFiles {
    disk: Disk,
    folder: PathBuf,
    /// The greatest size that is read, in bytes.
    max_size: u64,
}

impl SmallFiles {
    pub(crate) fn new(disk: Disk, folder: PathBuf, max_size: u64) -> Self {
        Self { disk, folder, max_size }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What a file remembers, if it is there. One that is too large or cannot be understood counts as none.
    ///
    /// # Errors
    /// If a file that is there cannot be read.
    pub(crate) fn find<T: DeserializeOwned>(&self, name: &str) -> io::Result<Option<T>> {
        let opened = self.disk.open(&self.path(name), Access::Read);
        match opened.and_then(|mut file| read_bounded(&mut *file, self.max_size)) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::FileTooLarge) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes a file, in place of the one before it.
    ///
    /// # Errors
    /// If the folder or the file cannot be made or written, for want of room or of permission. The one before it is
    /// then still there.
    pub(crate) fn keep(&self, name: &str, record: &impl Serialize) -> io::Result<()> {
        const PLACING: Placing = Placing { over: true, private: true, durable: true };
        let bytes = serde_json::to_vec(record).map_err(io::Error::other)?;
        create_folders(&self.disk, &self.folder, true)?;
        write_all(&self.disk, &self.path(name), PLACING, &bytes)
    }

    /// Removes a file, if it is there.
    ///
    /// # Errors
    /// If it is there and cannot be removed.
    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        match self.disk.remove(&self.path(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// The bytes of a file that is not larger than expected.
pub(super) fn read_bounded(file: &mut dyn OpenFile, max_size: u64) -> io::Result<Vec<u8>> {
    if file.metadata()?.len > max_size {
        return Err(ErrorKind::FileTooLarge.into());
    }
    read_from(file, 0)
}
