//! The files of the cache: sealed with a checksum, replaced in one step, private, and evicted where there are too many.
//! Must not know what they hold.

use std::{
    ffi::OsStr,
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime},
};

use xxhash_rust::xxh3::xxh3_64;

use crate::files::open_unlinked;

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
pub(super) fn read(path: &Path, limit: u64) -> Option<Vec<u8>> {
    let mut file = open_unlinked(path).ok()?;
    let meta = file.metadata().ok().filter(|meta| meta.len() <= limit)?;
    let mut bytes = vec![0; meta.len() as usize];
    file.read_exact(&mut bytes).ok()?;
    let now = SystemTime::now();
    if meta.modified().is_ok_and(|used| now.duration_since(used).is_ok_and(|age| age > DAY)) {
        _ = file.set_modified(now);
    }
    Some(bytes)
}

/// Writes a file that takes the place of whatever had its name, all at once.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let new = path.with_extension(format!("{}-{number}.new", std::process::id()));
    let written = open(OpenOptions::new().write(true).create_new(true), &new)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| fs::rename(&new, path));
    written.inspect_err(|_| _ = fs::remove_file(&new))
}

/// Adds bytes to a file in one write, which other programs' writes come before or behind.
pub(super) fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    open(OpenOptions::new().append(true).create(true), path)?.write_all(bytes)
}

/// Opens a file that only the user can read, in a folder that only the user can read.
fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    match (options.open(path), path.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            let mut builder = DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(folder)?;
            options.open(path)
        }
        (opened, _) => opened,
    }
}

/// Removes files, those used longest ago first, until no more than `limit` bytes are left; and what a program left half
/// written.
pub(super) fn evict(folder: &Path, limit: u64) {
    let now = SystemTime::now();
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(meta) = entry.metadata() else { continue };
        let used = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        match path.extension().and_then(OsStr::to_str) {
            Some("entry" | "index") if meta.is_file() => files.push((used, meta.len(), path)),
            Some("new") if now.duration_since(used).is_ok_and(|age| age > DAY) => _ = fs::remove_file(path),
            _ => {}
        }
    }
    files.sort_unstable();
    let mut all: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in files {
        if all <= limit {
            break;
        }
        if fs::remove_file(path).is_ok() {
            all -= size;
        }
    }
}
