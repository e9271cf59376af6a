//! What `unix.rs` does, on all other systems: the nearest that the standard library has.

use std::fs::FileType;
use std::{
    fs::{self, DirBuilder, File, Metadata, OpenOptions},
    io,
    path::{Path, PathBuf},
};

pub(super) const SYNCS_FOLDERS: bool = false;

pub(crate) type FolderIdentity = PathBuf;

pub(crate) fn folder_identity(path: &Path, _: &Metadata) -> Option<FolderIdentity> {
    path.canonicalize().ok()
}

pub(crate) fn is_pipe(_: FileType) -> bool {
    false
}

pub(super) fn is_no_file(_: &io::Error) -> bool {
    false
}

pub(super) fn is_socket(_: FileType) -> bool {
    false
}

pub(super) fn is_device(_: FileType) -> bool {
    false
}

pub(super) fn is_stream(_: FileType) -> bool {
    false
}

pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

pub(super) fn without_waiting(_: &mut OpenOptions, _: bool) {}

pub(super) fn open_beneath(_: &Path, _: &Path) -> Option<io::Result<File>> {
    None
}

pub(super) fn protect_file(_: &mut OpenOptions, _: bool) {}

pub(super) fn protect_folder(_: &mut DirBuilder, _: bool) {}

pub(super) fn adopt(file: &File, other: &Path) -> io::Result<()> {
    file.set_permissions(fs::symlink_metadata(other)?.permissions())
}
