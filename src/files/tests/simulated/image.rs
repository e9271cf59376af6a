//! Names and contents of files in memory, changes to them, and what a power cut leaves of the changes.

use std::{
    collections::BTreeMap,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// The files of a disk.
#[derive(Clone, Debug, Default)]
pub(super) struct Image {
    names: BTreeMap<PathBuf, Node>,
    contents: Vec<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Folder,
    File(usize),
}

/// A change of an image, or a sync.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Write {
        inode: usize,
        at: usize,
        bytes: Vec<u8>,
    },
    SetLen {
        inode: usize,
        len: usize,
    },
    /// Names in one folder that change in one step.
    Names {
        folder: PathBuf,
        names: Vec<(PathBuf, Option<Node>)>,
    },
    /// `synced`: it did not fail.
    Sync {
        inode: usize,
        synced: bool,
    },
    SyncNames {
        folder: PathBuf,
    },
}

/// The part of a change that a power cut leaves if it was not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remains {
    All,
    Nothing,
    /// The first half of the bytes.
    Half,
    /// The length, with zeros.
    Zeros,
}

impl Image {
    /// The file or folder of that name; an error if a folder above it is none.
    pub(super) fn node(&self, path: &Path) -> io::Result<Option<Node>> {
        match path.parent().filter(|folder| *folder != Path::new("/")) {
            Some(folder) if path != Path::new("/") => match self.names.get(folder) {
                Some(Node::Folder) => Ok(self.names.get(path).copied()),
                Some(Node::File(_)) => Err(ErrorKind::NotADirectory.into()),
                None => Err(ErrorKind::NotFound.into()),
            },
            _ if path == Path::new("/") => Ok(Some(Node::Folder)),
            _ => Ok(self.names.get(path).copied()),
        }
    }

    pub(super) fn list(&self, folder: &Path) -> Vec<PathBuf> {
        self.names.keys().filter(|path| path.parent() == Some(folder)).cloned().collect()
    }

    pub(super) fn bytes(&self, inode: usize) -> &[u8] {
        &self.contents[inode]
    }

    pub(super) fn new_file(&mut self) -> usize {
        self.contents.push(Vec::new());
        self.contents.len() - 1
    }

    pub(super) fn apply(&mut self, change: &Change) {
        self.apply_part(change, Remains::All);
    }

    fn apply_part(&mut self, change: &Change, left: Remains) {
        match change {
            _ if left == Remains::Nothing => {}
            Change::Write { inode, at, bytes } => {
                let bytes = match left {
                    Remains::Half => bytes[..bytes.len() / 2].to_vec(),
                    Remains::Zeros => vec![0; bytes.len()],
                    _ => bytes.clone(),
                };
                let file = &mut self.contents[*inode];
                file.resize(file.len().max(at + bytes.len()), 0);
                file[*at..at + bytes.len()].copy_from_slice(&bytes);
            }
            Change::SetLen { inode, len } => self.contents[*inode].resize(*len, 0),
            Change::Names { names, .. } => {
                for (path, node) in names {
                    match node {
                        Some(node) => _ = self.names.insert(path.clone(), *node),
                        None => _ = self.names.remove(path),
                    }
                }
            }
            Change::Sync { .. } | Change::SyncNames { .. } => {}
        }
    }

    /// This image after a power cut: with the changes that were synced, and that part of the others.
    pub(super) fn after_power_cut(&self, log: &[Change], mut left: impl FnMut(&Change) -> Remains) -> Self {
        let mut image = self.clone();
        // All files are there, though they may have no name.
        let files = log.iter().filter_map(|change| match change {
            Change::Write { inode, .. } | Change::SetLen { inode, .. } | Change::Sync { inode, .. } => Some(inode + 1),
            Change::Names { names, .. } => names.iter().filter_map(|(_, node)| inode_end(*node)).max(),
            Change::SyncNames { .. } => None,
        });
        let files = files.max().unwrap_or(0).max(image.contents.len());
        image.contents.resize(files, Vec::new());
        for (at, change) in log.iter().enumerate() {
            let kept = if is_synced(change, &log[at + 1..]) { Remains::All } else { left(change) };
            image.apply_part(change, kept);
        }
        let lost = |path: &Path| path.ancestors().skip(1).any(|folder| !image.is_folder(folder));
        let lost: Vec<PathBuf> = image.names.keys().filter(|path| lost(path)).cloned().collect();
        for path in &lost {
            image.names.remove(path);
        }
        image
    }

    fn is_folder(&self, path: &Path) -> bool {
        path == Path::new("/") || path.as_os_str().is_empty() || self.names.get(path) == Some(&Node::Folder)
    }
}

fn inode_end(node: Option<Node>) -> Option<usize> {
    match node {
        Some(Node::File(inode)) => Some(inode + 1),
        _ => None,
    }
}

/// Whether a sync that came later made the change survive. Of contents the first one decides: after one that failed the
/// system may have forgotten the change. A file system that cannot write its names stops instead.
fn is_synced(change: &Change, later: &[Change]) -> bool {
    match change {
        Change::Write { inode, .. } | Change::SetLen { inode, .. } => {
            later.iter().find_map(|later| match later {
                Change::Sync { inode: of, synced } => (inode == of).then_some(*synced),
                _ => None,
            }) == Some(true)
        }
        Change::Names { folder, .. } => {
            later.iter().any(|later| matches!(later, Change::SyncNames { folder: of } if folder == of))
        }
        Change::Sync { .. } | Change::SyncNames { .. } => false,
    }
}
