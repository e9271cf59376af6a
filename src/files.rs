//! Files, below everything that reads or writes one.
//!
//! **Reading.** A name that a user or a folder gives may lead to anything, and to something else a moment later. So a
//! file is opened without waiting, and the file that was opened is looked at (`open.rs`).
//!
//! **Writing.** The files of the program (reviews, drafts, cache, settings, exports) are reached by the calls of
//! [`FileSystem`] alone, as `SQLite` reaches its own by a VFS: so that tests can let each call fail, and replay a power
//! cut after each (`tests/simulated.rs`). All that takes more than one call is written once over them (`write.rs`): a
//! file that takes the place of another whole, folders whose names survive a power cut, and a file that is appended to.
//! What the program remembers is in small files (`small.rs`).
//!
//! **Systems.** What differs between Unix and the others is in `unix.rs` and `elsewhere.rs`, for paths and files; for
//! the process that parses documents in `document/guard`, for the terminal in `tui/input` and `tui/signals`.
//!
//! Knows no other module; must not know what is in a file.

mod ids;
mod open;
mod real;
mod revision;
mod small;
#[cfg(not(unix))]
#[path = "files/elsewhere.rs"]
mod system;
#[cfg(unix)]
#[path = "files/unix.rs"]
mod system;
#[cfg(test)]
pub(crate) mod tests;
mod write;

pub use open::SpecialFile;
pub(crate) use open::{descriptor, open_below, open_given};
pub(crate) use {
    ids::{AcceptedIds, AcceptedParts, parse_id, random_id},
    open::{open, open_stream, read},
    revision::{CanonicalFolders, FileRevision, rfc3339},
    small::{SmallFiles, state_folder},
    system::{FolderIdentity, folder_identity, is_pipe, path_of},
    write::{Placing, append_all, append_durably, append_to, create_folders, lock, read_from, write, write_all},
};

use std::{
    error::Error,
    fmt::{self, Debug},
    fs::TryLockError,
    io,
    ops::Deref,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

/// The calls by which the program reaches its own files. None follows a link in the last part of a path, or waits.
pub(crate) trait FileSystem: Debug + Send + Sync {
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>>;
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;
    /// The paths in a folder, in any order.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;
    /// Creates one folder; a `private` one only for its owner.
    fn create_folder(&self, path: &Path, private: bool) -> io::Result<()>;
    /// Makes the names in a folder survive a power cut, if the system can.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
    /// Replaces what has the name `to`, in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file a second name, which must be free.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// An open file.
pub(crate) trait OpenFile: Debug + Send {
    /// Reads from that byte on; 0 at the end.
    fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<usize>;
    /// Writes at the end. May write less than all.
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize>;
    fn set_len(&mut self, len: u64) -> io::Result<()>;
    /// Makes the bytes survive a power cut. After an error it is not known which of them do, and trying again tells
    /// nothing.
    fn sync(&mut self) -> io::Result<()>;
    /// Locks the file until it is closed, or fails at once.
    fn lock(&mut self, shared: bool) -> Result<(), TryLockError>;
    fn metadata(&mut self) -> io::Result<Metadata>;
    /// Gives it the permissions and, if the system allows that, the owner of another file.
    fn adopt(&mut self, other: &Path) -> io::Result<()>;
    /// Sets the time of the last change to now.
    fn touch(&mut self) -> io::Result<()>;
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    /// To read it and append to it.
    Append,
    /// The same of a file that must not exist; only its owner can read a `private` one.
    New {
        private: bool,
    },
}

/// The state of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Metadata {
    pub kind: FileKind,
    /// In bytes.
    pub len: u64,
    /// Time of the last change.
    pub modified: SystemTime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    File,
    Folder,
    Link,
    Special(SpecialFile),
}

impl FileKind {
    /// The kind that an error of writing names, if it names one.
    pub(crate) fn of_error(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }

    /// A stable name for translations.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Folder => "folder",
            Self::Link => "link",
            Self::Special(what) => what.key(),
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Folder => f.write_str("folder"),
            Self::Link => f.write_str("symbolic link"),
            Self::Special(what) => fmt::Display::fmt(what, f),
        }
    }
}

impl Error for FileKind {}

/// The file system that holds the files of the program: that of the machine unless a test says otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Disk(Arc<dyn FileSystem>);

impl Default for Disk {
    fn default() -> Self {
        Self(Arc::new(real::Real))
    }
}

impl Deref for Disk {
    type Target = dyn FileSystem;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}
