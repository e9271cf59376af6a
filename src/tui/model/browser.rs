//! The state of the document browser: the documents of the batch, and a folder to add more from.
//!
//! Nothing happens until the choice is taken over; what was marked in one folder stays marked in the next.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::List;
use crate::{
    batch::Batch,
    document::{FolderWalk, SkippedFile, Source, safe_name},
    simhash::Watch,
};

#[derive(Clone, Debug, Default)]
pub(crate) struct Browser {
    /// The folder that is shown, as an absolute path.
    pub folder: PathBuf,
    /// Its contents; `None` while they are being read.
    pub found: Option<Result<Vec<FolderItem>, String>>,
    /// A part of the names to show, as typed.
    pub filter: String,
    /// Keys go to the filter.
    pub typing: bool,
    /// The cursor in the folder.
    pub list: List,
    /// The list shows the documents of the batch instead of the folder.
    pub of_batch: bool,
    /// The cursor among them.
    pub documents: List,
    /// Files to be added.
    pub added: BTreeSet<PathBuf>,
    /// Folders to be added whole.
    pub taken: BTreeMap<PathBuf, FolderScan>,
    /// The use of the files and folders that are chosen.
    pub purpose: BrowserPurpose,
    /// Why it was not taken over.
    pub refused: Option<ApplyError>,
    /// Documents to be removed from the batch, or put back.
    pub toggled: BTreeSet<usize>,
    /// The files of the batch.
    known: BTreeMap<PathBuf, usize>,
}

/// The use of the files and folders that are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BrowserPurpose {
    /// They are compared with the documents of the batch.
    #[default]
    Batch,
    /// They are added to the archive.
    Archive,
    /// They are reviewed, in place of the documents that are open.
    Review,
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FolderItem {
    /// Its name, safe to show.
    pub name: String,
    pub path: PathBuf,
    /// How large it is, in bytes; `None` of a folder.
    pub bytes: Option<u64>,
}

/// A row of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FolderRow<'a> {
    /// The folder above.
    Above(&'a Path),
    /// Something in it.
    Item(&'a FolderItem),
}

/// A folder to be added whole.
#[derive(Clone, Debug)]
pub(crate) enum FolderScan {
    /// It is looked through.
    Walking(Arc<Watch>),
    /// This is in it.
    Walked(FolderWalk),
    /// It cannot be looked through.
    Failed(String),
}

/// Why what was chosen is not taken over yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApplyError {
    /// A folder is still looked through.
    Walking,
    /// There would be so many pairs.
    TooMany(u64),
}

/// Whether a file or document is in the batch, and whether it will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Membership {
    /// It is in the batch and stays.
    Stays,
    /// It comes onto the batch.
    Comes,
    /// It is taken off.
    Goes,
    /// It is not in the batch and will not be added.
    Out,
}

impl Browser {
    /// Begins beside the document shown, or where the program was started.
    pub(crate) fn new(purpose: BrowserPurpose, batch: &Batch, shown: usize) -> Self {
        let path = |source: &Source| match source.plain() {
            Source::File(path) => std::path::absolute(path).ok(),
            _ => None,
        };
        let known: BTreeMap<PathBuf, usize> =
            batch.entries.iter().enumerate().rev().filter_map(|(at, entry)| Some((path(&entry.source)?, at))).collect();
        let beside = batch.entries.get(shown).and_then(|entry| path(&entry.source)?.parent().map(Path::to_owned));
        let folder = beside.or_else(|| std::path::absolute(".").ok()).unwrap_or_default();
        Self { folder, purpose, known, ..Self::default() }
    }

    /// The rows of the folder: the one above, then what is in it and fits the filter.
    pub(crate) fn rows(&self) -> Vec<FolderRow<'_>> {
        let wanted = self.filter.to_lowercase();
        let above = self.folder.parent().filter(|_| wanted.is_empty()).map(FolderRow::Above);
        let items = self.found.iter().flatten().flatten();
        above
            .into_iter()
            .chain(items.filter(|item| item.name.to_lowercase().contains(&wanted)).map(FolderRow::Item))
            .collect()
    }

    /// The row under the cursor.
    pub(crate) fn row(&self) -> Option<FolderRow<'_>> {
        let rows = self.rows();
        rows.get(self.list.selected.min(rows.len().saturating_sub(1))).copied()
    }

    /// Shows another folder. After a step up, the cursor is on the folder that was left.
    pub(crate) fn enter(&mut self, folder: PathBuf) {
        self.folder = folder;
        self.found = None;
        self.filter.clear();
        self.typing = false;
        self.list = List::default();
    }

    pub(crate) fn fate_of_file(&self, path: &Path, batch: &Batch) -> Membership {
        match self.known.get(path) {
            Some(&at) => self.fate_of_document(at, batch),
            None if self.added.contains(path) => Membership::Comes,
            None if self.taken_with(path) => Membership::Comes,
            None => Membership::Out,
        }
    }

    pub(crate) fn fate_of_document(&self, at: usize, batch: &Batch) -> Membership {
        let here = batch.entries.get(at).is_some_and(|entry| !entry.aside);
        match (here, self.toggled.contains(&at)) {
            (true, false) => Membership::Stays,
            (true, true) => Membership::Goes,
            (false, true) => Membership::Comes,
            (false, false) => Membership::Out,
        }
    }

    /// Whether a folder that is added whole brings the file.
    fn taken_with(&self, path: &Path) -> bool {
        self.taken.iter().any(|(folder, taken)| {
            let walked = |walk: &FolderWalk| walk.sources.iter().any(|source| source.file() == Some(path));
            path.starts_with(folder) && matches!(taken, FolderScan::Walked(walk) if walked(walk))
        })
    }

    /// The files that would come, each once.
    pub(crate) fn coming(&self) -> BTreeSet<PathBuf> {
        let walks = self.taken.values().filter_map(|taken| match taken {
            FolderScan::Walked(walk) => Some(&walk.sources),
            _ => None,
        });
        let files = walks.flatten().filter_map(|source| source.file().map(Path::to_owned));
        files.chain(self.added.iter().cloned()).filter(|path| !self.known.contains_key(path)).collect()
    }

    /// The files skipped in the folders to be added.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = &SkippedFile> {
        self.taken.values().flat_map(|taken| match taken {
            FolderScan::Walked(walk) => &walk.skipped[..],
            _ => &[],
        })
    }

    /// Whether some folder is still looked through.
    pub(crate) fn walking(&self) -> bool {
        self.taken.values().any(|taken| matches!(taken, FolderScan::Walking(_)))
    }

    /// Ends what looks through folders.
    pub(crate) fn stop(&self) {
        for taken in self.taken.values() {
            if let FolderScan::Walking(watch) = taken {
                watch.stop();
            }
        }
    }

    /// Has what is under the cursor come or go, or not.
    pub(crate) fn mark(&mut self) {
        self.refused = None;
        if let Some(FolderRow::Item(FolderItem { path, bytes: None, .. })) = self.row().filter(|_| !self.of_batch) {
            let path = path.clone();
            match self.taken.remove(&path) {
                Some(FolderScan::Walking(watch)) => watch.stop(),
                Some(_) => {}
                None => _ = self.taken.insert(path, FolderScan::Walking(Arc::default())),
            }
            return;
        }
        let at = if self.of_batch {
            Some(self.documents.selected)
        } else {
            let Some(FolderRow::Item(FolderItem { path, bytes: Some(_), .. })) = self.row() else { return };
            let path = path.clone();
            let known = self.known.get(&path).copied();
            if known.is_none() && !self.added.remove(&path) {
                self.added.insert(path);
            }
            known
        };
        if let Some(at) = at
            && !self.toggled.remove(&at)
        {
            self.toggled.insert(at);
        }
    }

    /// Whether nothing would come or go.
    pub(crate) fn idle(&self) -> bool {
        self.added.is_empty() && self.toggled.is_empty() && self.taken.is_empty()
    }
}

impl FolderItem {
    /// Something of that name in a folder.
    pub(crate) fn new(path: PathBuf, bytes: Option<u64>) -> Self {
        let name = path.file_name().map_or_else(String::new, |name| safe_name(&name.to_string_lossy()));
        Self { name, path, bytes }
    }
}
