//! A file system in memory, for tests: it lets the n-th call fail, knows what was synced, and replays power cuts.
//!
//! Contents and names survive a power cut if a sync of the file, or of the folder, came after the change; any part of
//! the others does, in any order: ext4 and XFS promise no more. After a sync that failed, a later one proves nothing
//! for the changes before it.

mod cases;
mod image;

pub(crate) use cases::every_case;

use std::{
    fs::TryLockError,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
    time::SystemTime,
};

use crate::files::{Access, Disk, FileKind, FileSystem, Metadata, OpenFile, write::folder_of};
use image::{Change, Image, Node};

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// An error, and nothing was done.
    Error,
    /// An error, though all was done.
    ErrorAfter,
    /// Half is written or read.
    Short,
    /// The disk is full from now on: half is written.
    Full,
    /// All calls fail from now on, as on a disk that was removed.
    Gone,
    /// The program ends before the call, after half of it, after it.
    CrashBefore,
    CrashAmid,
    CrashAfter,
}

const FAILURES: [Failure; 8] = [
    Failure::Error,
    Failure::ErrorAfter,
    Failure::Short,
    Failure::Full,
    Failure::Gone,
    Failure::CrashBefore,
    Failure::CrashAmid,
    Failure::CrashAfter,
];

#[derive(Debug, Default)]
struct State {
    now: Image,
    /// The changes and syncs since the beginning.
    log: Vec<Change>,
    /// The calls so far.
    calls: usize,
    failure: Option<(usize, Failure)>,
    crashed: bool,
    full: bool,
}

/// The file system. Clones are of the same one.
#[derive(Clone, Debug, Default)]
struct Simulated(Arc<Mutex<State>>);

#[derive(Debug)]
struct SimulatedFile {
    disk: Simulated,
    inode: usize,
}

impl Simulated {
    fn new(image: Image, failure: Option<(usize, Failure)>) -> Self {
        Self(Arc::new(Mutex::new(State { now: image, failure, ..State::default() })))
    }

    fn disk(&self) -> Disk {
        Disk(Arc::new(self.clone()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test panics while it holds it")
    }

    /// A call: `grows` if it needs room on the disk.
    fn call<T>(&self, grows: bool, run: impl FnOnce(&mut State, bool) -> io::Result<T>) -> io::Result<T> {
        let mut state = self.state();
        let failure = state.next_failure()?;
        match failure {
            Some(Failure::Error | Failure::Gone | Failure::CrashBefore) => return Err(io::Error::other("simulated")),
            Some(Failure::Full) => state.full = true,
            _ => {}
        }
        let half = matches!(failure, Some(Failure::Short | Failure::CrashAmid | Failure::Full));
        if state.full && grows && !half {
            return Err(ErrorKind::StorageFull.into());
        }
        let done = run(&mut state, half);
        match failure {
            Some(Failure::ErrorAfter | Failure::CrashAfter | Failure::CrashAmid) => {
                done.and(Err(io::Error::other("simulated")))
            }
            _ => done,
        }
    }

    fn change_names(&self, grows: bool, run: impl FnOnce(&mut State) -> io::Result<Change>) -> io::Result<()> {
        self.call(grows, |state, half| {
            // A change of a name is done or not done.
            if half {
                return Err(ErrorKind::StorageFull.into());
            }
            let change = run(state)?;
            state.apply(change);
            Ok(())
        })
    }
}

impl State {
    /// Counts a call; the failure that it has. Fails if the program has ended.
    fn next_failure(&mut self) -> io::Result<Option<Failure>> {
        if self.crashed {
            return Err(io::Error::other("the program has ended"));
        }
        let number = self.calls;
        self.calls += 1;
        let failure = self.failure.filter(|&(at, failure)| number == at || number > at && failure == Failure::Gone);
        let failure = failure.map(|(_, failure)| failure);
        self.crashed = matches!(failure, Some(Failure::CrashBefore | Failure::CrashAmid | Failure::CrashAfter));
        Ok(failure)
    }

    fn apply(&mut self, change: Change) {
        self.now.apply(&change);
        self.log.push(change);
    }
}

impl FileSystem for Simulated {
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>> {
        let new = matches!(access, Access::New { .. });
        let inode = self.call(new, |state, _| match (state.now.node(path)?, new) {
            (Some(_), true) => Err(ErrorKind::AlreadyExists.into()),
            (Some(Node::Folder), false) => Err(ErrorKind::IsADirectory.into()),
            (Some(Node::File(inode)), false) => Ok(inode),
            (None, false) => Err(ErrorKind::NotFound.into()),
            (None, true) => {
                let inode = state.now.new_file();
                state.apply(Change::names(path, [(path, Some(Node::File(inode)))]));
                Ok(inode)
            }
        })?;
        Ok(Box::new(SimulatedFile { disk: self.clone(), inode }))
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.call(false, |state, _| match state.now.node(path)?.ok_or(ErrorKind::NotFound)? {
            Node::Folder => Ok(metadata(FileKind::Folder, 0)),
            Node::File(inode) => Ok(metadata(FileKind::File, state.now.bytes(inode).len())),
        })
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.call(false, |state, _| Ok(state.now.list(folder)))
    }

    fn create_folder(&self, path: &Path, _: bool) -> io::Result<()> {
        self.change_names(true, |state| match state.now.node(path)? {
            Some(_) => Err(ErrorKind::AlreadyExists.into()),
            None => Ok(Change::names(path, [(path, Some(Node::Folder))])),
        })
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.call(false, |state, _| {
            state.now.node(path)?.ok_or(ErrorKind::NotFound)?;
            state.apply(Change::SyncNames { folder: path.to_owned() });
            Ok(())
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change_names(true, |state| {
            let node = state.now.node(from)?.ok_or(ErrorKind::NotFound)?;
            Ok(Change::names(to, [(from, None), (to, Some(node))]))
        })
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change_names(true, |state| match (state.now.node(from)?, state.now.node(to)?) {
            (_, Some(_)) => Err(ErrorKind::AlreadyExists.into()),
            (node, None) => Ok(Change::names(to, [(to, Some(node.ok_or(ErrorKind::NotFound)?))])),
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.change_names(false, |state| {
            state.now.node(path)?.ok_or(ErrorKind::NotFound)?;
            Ok(Change::names(path, [(path, None)]))
        })
    }
}

impl OpenFile for SimulatedFile {
    fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        self.disk.call(false, |state, half| {
            let from = state.now.bytes(self.inode).get(at as usize..).unwrap_or_default();
            let most = if half { bytes.len().div_ceil(2) } else { bytes.len() };
            let read = from.len().min(most);
            bytes[..read].copy_from_slice(&from[..read]);
            Ok(read)
        })
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.call(true, |state, half| {
            let bytes = if half { &bytes[..bytes.len().div_ceil(2)] } else { bytes };
            let at = state.now.bytes(self.inode).len();
            state.apply(Change::Write { inode: self.inode, at, bytes: bytes.to_vec() });
            Ok(bytes.len())
        })
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        self.disk.call(false, |state, _| {
            state.apply(Change::SetLen { inode: self.inode, len: len as usize });
            Ok(())
        })
    }

    fn sync(&mut self) -> io::Result<()> {
        let logged = |synced| Change::Sync { inode: self.inode, synced };
        let done = self.disk.call(false, |state, _| {
            state.apply(logged(true));
            Ok(())
        });
        done.inspect_err(|_| self.disk.state().apply(logged(false)))
    }

    fn lock(&mut self, _: bool) -> Result<(), TryLockError> {
        self.disk.call(false, |_, _| Ok(())).map_err(TryLockError::Error)
    }

    fn metadata(&mut self) -> io::Result<Metadata> {
        self.disk.call(false, |state, _| Ok(metadata(FileKind::File, state.now.bytes(self.inode).len())))
    }

    fn adopt(&mut self, _: &Path) -> io::Result<()> {
        self.disk.call(false, |_, _| Ok(()))
    }

    fn touch(&mut self) -> io::Result<()> {
        self.disk.call(false, |_, _| Ok(()))
    }
}

fn metadata(kind: FileKind, len: usize) -> Metadata {
    Metadata { kind, len: len as u64, modified: SystemTime::now() }
}

impl Change {
    /// A change of names in the folder of a path.
    fn names<const N: usize>(path: &Path, names: [(&Path, Option<Node>); N]) -> Self {
        let names = names.into_iter().map(|(path, node)| (path.to_owned(), node)).collect();
        Self::Names { folder: folder_of(path).to_owned(), names }
    }
}
