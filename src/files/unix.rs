//! Files as Unix has them: their kinds, names that are bytes, permissions and owners. `elsewhere.rs` has the same
//! functions for all other systems.

use std::{
    fs::{self, DirBuilder, File, FileType, Metadata, OpenOptions, Permissions},
    io,
    os::unix::{
        ffi::OsStringExt,
        fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown},
    },
    path::{Path, PathBuf},
};

use rustix::fs::OFlags;

/// Whether folders can be synced, so that the names in them survive a power cut.
pub(super) const SYNCS_FOLDERS: bool = true;

/// Tells a folder from all others, whatever path leads to it.
pub(crate) type FolderIdentity = (u64, u64);

#[expect(clippy::unnecessary_wraps, reason = "elsewhere it has to be read from the path")]
pub(crate) fn folder_identity(_: &Path, found: &Metadata) -> Option<FolderIdentity> {
    Some((found.dev(), found.ino()))
}

pub(crate) fn is_pipe(kind: FileType) -> bool {
    kind.is_fifo()
}

/// The system could not open it because it is a socket, or a device that is not there.
pub(super) fn is_no_file(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error())
}

pub(super) fn is_socket(kind: FileType) -> bool {
    kind.is_socket()
}

pub(super) fn is_device(kind: FileType) -> bool {
    kind.is_char_device() || kind.is_block_device()
}

/// Whether it can be written to as a pipe can: a terminal or `/dev/null`, but no disk.
pub(super) fn is_stream(kind: FileType) -> bool {
    kind.is_fifo() || kind.is_char_device()
}

/// The path with these bytes.
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    std::ffi::OsString::from_vec(bytes).into()
}

/// Opens neither wait for the other end of a pipe nor take over a terminal; they `follow` links or fail on them.
pub(super) fn without_waiting(options: &mut OpenOptions, follow: bool) {
    let link = if follow { OFlags::empty() } else { OFlags::NOFOLLOW };
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY | link;
    options.custom_flags(flags.bits() as i32);
}

/// Opens a file below a folder without following any link; `None` where the system has no such call.
#[cfg(target_os = "linux")]
pub(super) fn open_beneath(folder: &Path, rest: &Path) -> Option<io::Result<File>> {
    use rustix::{
        fs::{CWD, Mode, ResolveFlags, openat, openat2},
        io::Errno,
    };
    let open = || {
        let folder = openat(CWD, folder, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        openat2(folder, rest, flags, Mode::empty(), resolve)
    };
    match open() {
        // Containers of some years ago refuse calls that they do not know.
        Err(Errno::NOSYS | Errno::PERM) => None,
        opened => Some(opened.map(File::from).map_err(io::Error::from)),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn open_beneath(_: &Path, _: &Path) -> Option<io::Result<File>> {
    None
}

/// Nobody else may read a new file that is private.
pub(super) fn protect_file(options: &mut OpenOptions, private: bool) {
    options.mode(if private { 0o600 } else { 0o666 });
}

/// Nobody else may look into a new folder that is private.
pub(super) fn protect_folder(builder: &mut DirBuilder, private: bool) {
    builder.mode(if private { 0o700 } else { 0o777 });
}

/// Gives a file the owner, the group and the permissions of another, as far as they can be given.
pub(super) fn adopt(file: &File, other: &Path) -> io::Result<()> {
    let other = fs::symlink_metadata(other)?;
    let own = file.metadata()?;
    let group = own.gid() == other.gid() || fchown(file, None, Some(other.gid())).is_ok();
    // Only root may give files away.
    _ = (own.uid() != other.uid()).then(|| fchown(file, Some(other.uid()), None));
    let mode = other.mode() & 0o777;
    // Another group must not be allowed more than everybody.
    let mode = if group { mode } else { mode & 0o707 | (mode & 0o007) << 3 };
    file.set_permissions(Permissions::from_mode(mode))
}
