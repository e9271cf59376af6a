//! Whether a file is as it was when it was read, without reading it again.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

/// A file that was changed so shortly before it was looked at may change again and keep its time, as in the index of git.
const RACY: Duration = Duration::from_secs(2);

/// The size of a file in bytes, and when it was last changed, in nanoseconds since 1970; `None` where that was so shortly
/// ago that a later change may have the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileRevision {
    pub size: u64,
    pub modified: Option<i64>,
}

impl FileRevision {
    /// That of a file as it is now; `None` where it is no file, or cannot be looked at.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let now = SystemTime::now();
        let meta = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let modified = meta.modified().ok()?;
        let settled = modified.checked_add(RACY).is_some_and(|end| end < now);
        Some(Self { size: meta.len(), modified: nanoseconds(modified).filter(|_| settled) })
    }

    /// Whether a file that has this revision now and had the other when it was read did not change in between.
    pub(crate) fn is_unchanged(self, read: Self) -> bool {
        self == read && self.modified.is_some()
    }
}

/// Since 1970; negative before.
fn nanoseconds(time: SystemTime) -> Option<i64> {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos()).ok()?.checked_neg(),
    }
}

/// The canonical paths of folders that were asked for.
#[derive(Debug, Default)]
pub(crate) struct CanonicalFolders(HashMap<PathBuf, PathBuf>);

impl CanonicalFolders {
    /// The path of a file under the canonical path of its folder; `None` where there is no such folder.
    pub(crate) fn path_of(&mut self, path: &Path) -> Option<PathBuf> {
        let (folder, name) = (path.parent()?, path.file_name()?);
        if !self.0.contains_key(folder) {
            let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            self.0.insert(folder.to_owned(), fs::canonicalize(here).ok()?);
        }
        Some(self.0.get(folder)?.join(name))
    }
}
