//! The folder of all packs, and how much may lie in it.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// What was left half written so long ago belongs to nobody any more.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes packs, those used longest ago first, until no more than `limit` bytes lie there.
pub(super) fn make_room(folder: &Path, limit: u64) {
    let now = SystemTime::now();
    let mut packs: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(meta) = entry.metadata() else { continue };
        let used = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        match path.extension().and_then(OsStr::to_str) {
            Some("pack") if meta.is_file() => packs.push((used, meta.len(), path)),
            Some("new") if now.duration_since(used).is_ok_and(|age| age > STALE) => _ = fs::remove_file(path),
            _ => {}
        }
    }
    packs.sort();
    let mut all: u64 = packs.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in packs {
        if all <= limit {
            break;
        }
        if fs::remove_file(path).is_ok() {
            all -= size;
        }
    }
}
