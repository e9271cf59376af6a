//! Tells when files change: those of documents ([`watch`]), and any in folders with all folders in them
//! ([`FolderWatch`]).
//!
//! It watches the folders, since most editors do not write to a file but put a new one in its place. A burst
//! of events is reported once, when it is over; a file that is written to all the time once a second. Whether
//! the text changed, only reading it again can say.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant, SystemTime},
};

use notify::{
    ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use walkdir::{DirEntry, WalkDir};

use super::{Source, folder::is_hidden};

/// A change that was noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileChange {
    /// Something happened to these documents, by their places among those that are watched.
    Files(BTreeSet<usize>),
    /// Changes in this folder cannot be noticed; with the reason, in the system's words.
    Unwatched(String, String),
}

/// A burst is over when nothing came for so long.
const QUIET: Duration = Duration::from_millis(150);

/// The longest that a burst is waited for.
const BURST: Duration = Duration::from_secs(1);

/// Watches the files among `sources` in a thread of its own, until `tell` returns false or the program ends. Changes
/// after `since` are reported at once.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn watch(
    sources: &[Source],
    since: SystemTime,
    tell: impl FnMut(FileChange) -> bool + Send + 'static,
) -> io::Result<()> {
    let sources = sources.to_vec();
    thread::Builder::new().name("watch".into()).spawn(move || follow(&sources, since, tell))?;
    Ok(())
}

fn follow(sources: &[Source], since: SystemTime, mut tell: impl FnMut(FileChange) -> bool) {
    let places = WatchedPlaces::new(sources);
    if places.folders.is_empty() {
        return;
    }
    let (sender, events) = mpsc::channel();
    let mut watcher = match notify::recommended_watcher(sender) {
        Ok(watcher) => watcher,
        Err(error) => {
            tell(unwatched(places.folders.iter().next().map_or(Path::new(""), PathBuf::as_path), &error));
            return;
        }
    };
    for folder in &places.folders {
        if let Err(error) = watcher.watch(folder, RecursiveMode::NonRecursive)
            && !tell(unwatched(folder, &error))
        {
            return;
        }
    }
    let before = places.changed_since(since);
    if !before.is_empty() && !tell(FileChange::Files(before)) {
        return;
    }
    while let Some(changed) = burst(&events, &places) {
        if !changed.is_empty() && !tell(FileChange::Files(changed)) {
            return;
        }
    }
}

fn unwatched(folder: &Path, error: &notify::Error) -> FileChange {
    FileChange::Unwatched(super::safe_name(&folder.to_string_lossy()), super::safe_name(&error.to_string()))
}

/// Waits for something to happen, and until it is over. `None` when nothing more can come.
fn burst(events: &Receiver<notify::Result<Event>>, places: &WatchedPlaces) -> Option<BTreeSet<usize>> {
    let mut changed = places.touched(&events.recv().ok()?);
    let begun = Instant::now();
    while !changed.is_empty() && begun.elapsed() < BURST {
        match events.recv_timeout(QUIET) {
            Ok(event) => changed.extend(places.touched(&event)),
            Err(_) => break,
        }
    }
    Some(changed)
}

/// The places of the documents.
#[derive(Debug, Default)]
struct WatchedPlaces {
    /// The documents at a path: a file's, or those in a folder.
    documents: BTreeMap<PathBuf, BTreeSet<usize>>,
    /// The files themselves.
    files: Vec<(usize, PathBuf)>,
    folders: BTreeSet<PathBuf>,
}

impl WatchedPlaces {
    fn new(sources: &[Source]) -> Self {
        let mut places = Self::default();
        for (at, source) in sources.iter().enumerate() {
            let Source::File(path) = source.plain() else { continue };
            // An open file passed by a shell has no place of its own.
            if source.is_read_once() {
                continue;
            }
            places.files.push((at, path.clone()));
            places.add(at, path);
            // Behind a link, the file that it leads to changes.
            if path.is_symlink()
                && let Ok(target) = path.canonicalize()
            {
                places.add(at, &target);
            }
        }
        places
    }

    fn add(&mut self, at: usize, path: &Path) {
        let folder = match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
            Some(folder) => folder,
            None => return,
        };
        let (Ok(folder), Some(name)) = (folder.canonicalize(), path.file_name()) else { return };
        self.documents.entry(folder.join(name)).or_default().insert(at);
        self.documents.entry(folder.clone()).or_default().insert(at);
        self.folders.insert(folder);
    }

    /// The documents that an event is about. Reading is no change: we read ourselves.
    fn touched(&self, event: &notify::Result<Event>) -> BTreeSet<usize> {
        match event {
            Ok(event) if event.need_rescan() => self.files.iter().map(|(at, _)| *at).collect(),
            Ok(event) if is_change(event.kind) => {
                event.paths.iter().filter_map(|path| self.documents.get(path)).flatten().copied().collect()
            }
            _ => BTreeSet::new(),
        }
    }

    fn changed_since(&self, since: SystemTime) -> BTreeSet<usize> {
        let changed = |path: &Path| path.metadata().and_then(|meta| meta.modified()).is_ok_and(|at| at > since);
        self.files.iter().filter(|(_, path)| changed(path)).map(|(at, _)| *at).collect()
    }
}

fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// A path is reported once nothing was written to it for so long.
const QUIET_PATH: Duration = Duration::from_millis(500);
/// The longest wait for an event.
const PACE: Duration = Duration::from_millis(50);

/// Watched files and folders, with all folders in them but the hidden ones. No link is followed.
///
/// Each folder is watched by itself: a watch of a whole tree ends with the first folder that may not be read, and says
/// nothing of those that it left out.
pub(crate) struct FolderWatch {
    /// Their canonical paths.
    roots: Vec<PathBuf>,
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    changed: ChangedPaths,
    /// Folders that cannot be watched, and why, in the system's words.
    closed: BTreeMap<PathBuf, String>,
    /// The interval between full rescans, which find what the watches missed, …
    every: Duration,
    /// … and at this time.
    rescan: Instant,
}

/// What a [`FolderWatch`] has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FolderChanges {
    /// These paths changed, and are quiet by now; perhaps there are none.
    At(BTreeSet<PathBuf>),
    /// Everything should be looked at, since it is time, or since the system lost events.
    Unknown,
}

impl FolderWatch {
    /// Watches these paths, which have to be canonical, from now on; `every` so often everything should be looked at.
    ///
    /// # Errors
    /// The first path, and why there is no watch, in the system's words.
    pub(crate) fn new(roots: &[PathBuf], every: Duration) -> Result<Self, (PathBuf, String)> {
        let (sender, events) = mpsc::channel();
        let first = |error: notify::Error| (roots.first().cloned().unwrap_or_default(), error.to_string());
        let (changed, closed) = Default::default();
        let watcher = notify::recommended_watcher(sender).map_err(first)?;
        let rescan = Instant::now() + every;
        let mut watch = Self { roots: roots.to_vec(), watcher, events, changed, closed, every, rescan };
        for root in roots {
            watch.add(root);
        }
        Ok(watch)
    }

    /// The folders that cannot be watched now, and why, in the system's words.
    pub(crate) fn closed(&self) -> &BTreeMap<PathBuf, String> {
        &self.closed
    }

    /// Waits a moment for changes.
    pub(crate) fn next(&mut self) -> FolderChanges {
        let first = self.events.recv_timeout(PACE).ok();
        let now = Instant::now();
        let events: Vec<_> = first.into_iter().chain(self.events.try_iter()).collect();
        for event in events {
            match event {
                Ok(event) if !event.need_rescan() => {
                    let inside = |path: &PathBuf| self.roots.iter().any(|root| path.starts_with(root));
                    let changed: Vec<_> =
                        event.paths.into_iter().filter(|_| is_change(event.kind)).filter(inside).collect();
                    for path in changed {
                        // A folder may have come, with all that is in it, or may be read by now.
                        let hidden = path.file_name().is_some_and(is_hidden);
                        if !hidden && path.is_dir() && !path.is_symlink() {
                            self.add(&path);
                        }
                        self.changed.note(path, now);
                    }
                }
                // Events come in a flood.
                _ => self.rescan = self.rescan.min(now + QUIET_PATH),
            }
        }
        if now < self.rescan {
            return FolderChanges::At(self.changed.take_quiet(now));
        }
        self.rescan = now + self.every;
        self.changed = ChangedPaths::default();
        self.closed.clear();
        for root in self.roots.clone() {
            self.add(&root);
        }
        FolderChanges::Unknown
    }

    /// Watches a path, and all folders below it.
    fn add(&mut self, path: &Path) {
        if !path.is_dir() {
            // Most editors put a new file in the place of the old one, so its folder is watched.
            path.parent().map(|folder| self.add_one(folder));
            return;
        }
        self.closed.retain(|folder, _| !folder.starts_with(path));
        let shown =
            |entry: &DirEntry| entry.depth() == 0 || entry.file_type().is_dir() && !is_hidden(entry.file_name());
        for entry in WalkDir::new(path).into_iter().filter_entry(shown).flatten() {
            if !self.add_one(entry.path()) {
                break;
            }
        }
    }

    /// Watches one folder; whether there can be more watches.
    fn add_one(&mut self, folder: &Path) -> bool {
        match self.watcher.watch(folder, RecursiveMode::NonRecursive) {
            Err(error) if folder.exists() => {
                self.closed.insert(folder.to_owned(), error.to_string());
                !matches!(error.kind, ErrorKind::MaxFilesWatch)
            }
            _ => true,
        }
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
            let quiet = now.duration_since(*at) >= QUIET_PATH;
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
    use std::{fs, sync::mpsc::channel};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    /// A folder with the files `a` and `b`, and a link `c` to `b`, all watched.
    fn watched() -> (tempfile::TempDir, Receiver<FileChange>) {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = folder.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::write(folder.path().join("a"), "a").unwrap();
        fs::write(elsewhere.join("b"), "b").unwrap();
        let mut sources = vec![Source::Stdin, Source::File(folder.path().join("a"))];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(elsewhere.join("b"), folder.path().join("c")).unwrap();
            sources.push(Source::File(folder.path().join("c")));
        }
        let (sender, changes) = channel();
        // All of them are new: once they are reported, the watch works.
        watch(&sources, SystemTime::UNIX_EPOCH, move |change| sender.send(change).is_ok()).unwrap();
        let all = (1..sources.len()).collect();
        assert_eq!(changes.recv_timeout(PATIENCE), Ok(FileChange::Files(all)));
        (folder, changes)
    }

    #[test]
    fn written_replaced_and_removed_files_are_reported() {
        let (folder, changes) = watched();
        let taken = || changes.recv_timeout(PATIENCE).unwrap();
        let a = FileChange::Files([1].into());
        fs::write(folder.path().join("a"), "other").unwrap();
        assert_eq!(taken(), a);
        fs::write(folder.path().join("a.new"), "new").unwrap();
        fs::rename(folder.path().join("a.new"), folder.path().join("a")).unwrap();
        assert_eq!(taken(), a);
        fs::remove_file(folder.path().join("a")).unwrap();
        assert_eq!(taken(), a);
    }

    #[cfg(unix)]
    #[test]
    fn behind_a_link_the_file_it_leads_to_counts() {
        let (folder, changes) = watched();
        fs::write(folder.path().join("elsewhere/b"), "other").unwrap();
        assert_eq!(changes.recv_timeout(PATIENCE), Ok(FileChange::Files([2].into())));
    }

    #[test]
    fn accesses_are_told_apart() {
        assert!(!is_change(EventKind::Access(AccessKind::Open(AccessMode::Any))));
        assert!(!is_change(EventKind::Access(AccessKind::Close(AccessMode::Read))));
        assert!(is_change(EventKind::Access(AccessKind::Close(AccessMode::Write))));
        assert!(is_change(EventKind::Any));
    }

    #[test]
    fn a_path_is_reported_once_and_not_before_it_is_quiet() {
        let start = Instant::now();
        let after = |quarters: u32| start + QUIET_PATH / 4 * quarters;
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

    #[test]
    fn everything_is_to_be_looked_at_from_time_to_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut often = FolderWatch::new(&[folder.path().to_owned()], Duration::ZERO).unwrap();
        assert_eq!(often.next(), FolderChanges::Unknown);
        let mut seldom = FolderWatch::new(&[folder.path().to_owned()], PATIENCE).unwrap();
        assert_eq!(seldom.next(), FolderChanges::At(BTreeSet::new()));
    }
}
