//! Times as files have them, and whether a file is as it was when it was read, without reading it again.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

/// A file that was changed so shortly before it was looked at may change again and keep its time, as in the index of
/// git.
const RACY: Duration = Duration::from_secs(2);

/// The size of a file in bytes, and when it was last changed, in nanoseconds since 1970; `None` where that was so
/// shortly ago that a later change may have the same time.
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

/// UTC, to the second, in the format of RFC 3339: `2026-11-21T14:28:15Z`. A time before 1970 is from a wrong clock, and
/// counts as 1970.
pub(crate) fn rfc3339(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of the Gregorian calendar from days since 1970-01-01. Years are counted from 1 March, so that
/// the day that not every year has is the last (Howard Hinnant, "chrono-compatible low-level date algorithms", 2013).
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_follows_the_one_before() {
        let mut before = (1970, 1, 0);
        for days in 0..200 * 365 {
            let today = date(days);
            let next_day = today == (before.0, before.1, before.2 + 1);
            let next_month = today == (before.0, before.1 + 1, 1) && before.2 >= 28;
            let next_year = today == (before.0 + 1, 1, 1) && (before.1, before.2) == (12, 31);
            assert!(next_day || next_month || next_year, "{before:?} {today:?}");
            before = today;
        }
    }
}
