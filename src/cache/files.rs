//! The files of the cache: sealed with a checksum, replaced in one step, private, and evicted where there are too many.
//! Must not know what they hold.

use std::{
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use xxhash_rust::xxh3::xxh3_64;

use crate::files::{Access, Disk, FileKind, Placing, append_to, create_folders, read_from, write_all};

/// How exactly it is known when a file was last used, and how long a half-written file is left alone.
pub(super) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Puts the checksum of bytes before them.
pub(super) fn seal(bytes: &[u8]) -> Vec<u8> {
    [&xxh3_64(bytes).to_le_bytes(), bytes].concat()
}

/// The bytes behind a checksum, if it is theirs.
pub(super) fn unseal(sealed: &[u8]) -> Option<&[u8]> {
    let (sum, bytes) = sealed.split_first_chunk()?;
    (xxh3_64(bytes) == u64::from_le_bytes(*sum)).then_some(bytes)
}

/// Reads a file of up to `limit` bytes, and notes about once a day that it is in use. Follows no link.
pub(super) fn read(disk: &Disk, path: &Path, limit: u64) -> Option<Vec<u8>> {
    let mut file = disk.open(path, Access::Read).ok()?;
    let meta = file.metadata().ok().filter(|meta| meta.len <= limit)?;
    let bytes = read_from(&mut *file, 0).ok()?;
    if SystemTime::now().duration_since(meta.modified).is_ok_and(|age| age > DAY) {
        _ = file.touch();
    }
    Some(bytes)
}

/// Writes a file that takes the place of whatever had its name, all at once.
pub(super) fn replace(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    const PLACING: Placing = Placing { over: true, private: true, durable: false };
    in_folder(disk, path, || write_all(disk, path, PLACING, bytes))
}

/// Adds bytes to a file in one write, which other programs' writes come before or behind.
pub(super) fn append(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = in_folder(disk, path, || append_to(disk, path, true))?;
    // The rest of a torn line is skipped when it is read.
    let written = file.append(bytes)?;
    if written < bytes.len() { Err(io::ErrorKind::WriteZero.into()) } else { Ok(()) }
}

/// Does something with a file; where its folder is missing, creates it for the user alone and tries again.
fn in_folder<T>(disk: &Disk, path: &Path, act: impl Fn() -> io::Result<T>) -> io::Result<T> {
    match (act(), path.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            create_folders(disk, folder, true)?;
            act()
        }
        (done, _) => done,
    }
}

/// Removes files, those used longest ago first, until no more than `limit` bytes are left; and what a program left half
/// written.
pub(super) fn evict(disk: &Disk, folder: &Path, limit: u64) {
    let now = SystemTime::now();
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for path in disk.list(folder).unwrap_or_default() {
        let Ok(meta) = disk.metadata(&path) else { continue };
        match path.extension().and_then(OsStr::to_str) {
            Some("entry" | "index") if meta.kind == FileKind::File => files.push((meta.modified, meta.len, path)),
            Some("new") if now.duration_since(meta.modified).is_ok_and(|age| age > DAY) => _ = disk.remove(&path),
            _ => {}
        }
    }
    files.sort_unstable();
    let mut all: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in files {
        if all <= limit {
            break;
        }
        if disk.remove(&path).is_ok() {
            all -= size;
        }
    }
}
