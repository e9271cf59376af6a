//! Finds which paths in files and folders changed, once nothing has been written to them for a while: so that no
//! half-written file is read. Folders are watched with all folders in them.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver},
    time::{Duration, Instant},
};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::watch::is_change;

/// A path is reported once nothing was written to it for so long.
const QUIET: Duration = Duration::from_millis(500);
/// The longest wait for an event.
const PACE: Duration = Duration::from_millis(50);

/// Watched files and folders.
pub(crate) struct FolderWatch {
    /// Their canonical paths.
    roots: Vec<PathBuf>,
    /// Events come while it is there.
    _watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    changed: ChangedPaths,
}

impl FolderWatch {
    /// Watches these paths, which have to be canonical, from now on.
    ///
    /// # Errors
    /// The first path that cannot be watched, and why, in the system's words.
    pub(crate) fn new(roots: &[PathBuf]) -> Result<Self, (PathBuf, String)> {
        let (sender, events) = mpsc::channel();
        let first = || roots.first().cloned().unwrap_or_default();
        let mut watcher = notify::recommended_watcher(sender).map_err(|error| (first(), error.to_string()))?;
        for root in roots {
            // Most editors put a new file in the place of the old one, so its folder is watched.
            let (folder, mode) = match root.parent() {
                Some(folder) if !root.is_dir() => (folder, RecursiveMode::NonRecursive),
                _ => (root.as_path(), RecursiveMode::Recursive),
            };
            watcher.watch(folder, mode).map_err(|error| (root.clone(), error.to_string()))?;
        }
        Ok(Self { roots: roots.to_vec(), _watcher: watcher, events, changed: ChangedPaths::default() })
    }

    /// The paths that changed and are quiet by now; waits a moment for one. If events were lost, the watched paths
    /// themselves.
    pub(crate) fn next(&mut self) -> BTreeSet<PathBuf> {
        let first = self.events.recv_timeout(PACE).ok();
        let now = Instant::now();
        for event in first.into_iter().chain(self.events.try_iter()) {
            match event {
                Ok(event) if !event.need_rescan() => {
                    let inside = |path: &PathBuf| self.roots.iter().any(|root| path.starts_with(root));
                    let paths = event.paths.into_iter().filter(|_| is_change(event.kind)).filter(inside);
                    paths.for_each(|path| self.changed.note(path, now));
                }
                _ => self.roots.iter().for_each(|root| self.changed.note(root.clone(), now)),
            }
        }
        self.changed.take_quiet(now)
    }
}

/// Paths with the times of their last changes.
#[derive(Debug, Default)]
struct ChangedPaths(BTreeMap<PathBuf, Instant>);

impl ChangedPaths {
    fn note(&mut self, path: PathBuf, at: Instant) {
        self.0.insert(path, at);
    }

    fn take_quiet(&mut self, now: Instant) -> BTreeSet<PathBuf> {
        let mut taken = BTreeSet::new();
        self.0.retain(|path, at| {
            let quiet = now.duration_since(*at) >= QUIET;
            if quiet {
                taken.insert(path.clone());
            }
            !quiet
        });
        taken
    }
}

/// Whether a path is one of these, or in one of them.
pub(crate) fn is_within(path: &Path, places: &BTreeSet<PathBuf>) -> bool {
    path.ancestors().any(|place| places.contains(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_reported_once_and_not_before_it_is_quiet() {
        let start = Instant::now();
        let after = |quarters: u32| start + QUIET / 4 * quarters;
        let mut changed = ChangedPaths::default();
        for quarters in 0..5 {
            changed.note("written on".into(), after(quarters));
            assert_eq!(changed.take_quiet(after(quarters)), BTreeSet::new());
        }
        changed.note("other".into(), after(6));
        assert_eq!(changed.take_quiet(after(8)), BTreeSet::from(["written on".into()]));
        assert_eq!(changed.take_quiet(after(10)), BTreeSet::from(["other".into()]));
        assert_eq!(changed.take_quiet(after(100)), BTreeSet::new());
    }

    #[test]
    fn a_file_is_within_its_folders_alone() {
        let places = BTreeSet::from([PathBuf::from("/a/b")]);
        assert!(is_within(Path::new("/a/b"), &places) && is_within(Path::new("/a/b/c/d"), &places));
        assert!(!is_within(Path::new("/a/bc"), &places) && !is_within(Path::new("/a"), &places));
    }
}
