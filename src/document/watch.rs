//! Tells when the files of documents change.
//!
//! It watches their folders, since most editors do not write to a file but put a new one in its place. A burst
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
    Event, EventKind, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};

use super::Source;

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
    FileChange::Unwatched(super::safe_path(folder), super::safe_name(&error.to_string()))
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
}
