//! Whether the ways on from the samples are still shown to a newcomer: until one is taken, or they are closed.
//!
//! An empty file in the folder of states says that they are over, for good. It is no setting: nobody writes it.

use std::path::PathBuf;

use crate::files::{Disk, Placing, create_folders, state_folder, write_all};

/// The ways on, which are shown while `over` is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FirstRun {
    /// The file that is there once they are over.
    marker: PathBuf,
    pub over: bool,
}

impl FirstRun {
    /// The user's; `None` if they are over, or where there is no place to note that.
    pub(crate) fn of_user() -> Option<Self> {
        Self::noted_in(state_folder()?.join("first-run-over"))
    }

    pub(crate) fn noted_in(marker: PathBuf) -> Option<Self> {
        (!marker.try_exists().unwrap_or(true)).then_some(Self { marker, over: false })
    }

    /// Notes for good that they are over, if they are. If that fails, they are shown once more.
    pub(crate) fn keep(&self) {
        const PLACING: Placing = Placing { over: true, private: true, durable: false };
        let disk = Disk::default();
        if let Some(folder) = self.marker.parent().filter(|_| self.over)
            && create_folders(&disk, folder, true).is_ok()
        {
            _ = write_all(&disk, &self.marker, PLACING, b"");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_is_over_for_good() {
        let folder = tempfile::tempdir().expect("a folder");
        let marker = folder.path().join("a/b");
        let mut first = FirstRun::noted_in(marker.clone()).expect("a newcomer");
        first.keep();
        assert!(FirstRun::noted_in(marker.clone()).is_some(), "nothing was taken");
        first.over = true;
        first.keep();
        assert_eq!(FirstRun::noted_in(marker), None);
    }
}
