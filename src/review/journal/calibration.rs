//! The calibration of a review, in a file beside its journal.
//!
//! One that came with the folder is not used until the review is accepted. It is known that the reader made it by a line of
//! the data folder with its digest, as reviews are known by their ids.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use xxhash_rust::xxh3::xxh3_128;

use super::{FOLDER, Journal, data_folder, file::JournalFile, id::ReviewId, known::AcceptedRules, trust::Trust};
use crate::{
    compare::calibration::Calibration,
    files::{Access, Placing, create_folders, read_from, write_all},
    review::{
        Roots,
        calibration::{MAX_SIZE, UnusedCalibration, parsed, written},
    },
    simhash::Recipe,
};

const FILE: &str = "calibration.json";

/// The path of the calibration that goes with a journal.
fn beside(journal: &JournalFile) -> PathBuf {
    if journal.is_private() { journal.path().with_extension(FILE) } else { journal.path().with_file_name(FILE) }
}

impl Journal {
    /// The calibration of the review for that recipe; `None` if there is none.
    ///
    /// # Errors
    /// If there is one that is not used.
    pub fn calibration(&self, recipe: &Recipe) -> Result<Option<Calibration>, UnusedCalibration> {
        for journal in [Some(&self.file), self.fallback.as_ref()].into_iter().flatten() {
            let path = beside(journal);
            let bytes = match self.read_calibration(&path) {
                Ok(bytes) => bytes,
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => continue,
                Err(reason) => return Err(UnusedCalibration::Unreadable { path, reason }),
            };
            let own = journal.is_private() || self.is_accepted() || self.made_here(&bytes);
            let calibration = parsed(&path, &bytes)?;
            if !own {
                return Err(UnusedCalibration::Received { path });
            }
            if calibration.recipe != *recipe {
                let recipe = calibration.recipe.to_string();
                return Err(UnusedCalibration::OtherRecipe { path, recipe });
            }
            return Ok(Some(calibration));
        }
        Ok(None)
    }

    /// Keeps a calibration with the review, in place of the one before: whole and on the disk, or not at all. Gives its
    /// path, which is in the data folder if the reviewed folder has none and cannot be written.
    ///
    /// # Errors
    /// If it can be written nowhere, or one beside the texts cannot be replaced: it would hide one in the data folder.
    pub fn keep_calibration(&self, calibration: &Calibration) -> io::Result<PathBuf> {
        let bytes = written(calibration);
        let mut failed = None;
        for journal in [Some(&self.file), self.fallback.as_ref()].into_iter().flatten() {
            match self.write_calibration(journal, &bytes) {
                Ok(path) => return Ok(path),
                Err(error) => _ = failed.get_or_insert(error),
            }
            let none = |error: &io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
            if !self.disk.metadata(&beside(journal)).is_err_and(|error| none(&error)) {
                break;
            }
        }
        Err(failed.unwrap_or_else(|| ErrorKind::NotFound.into()))
    }

    fn write_calibration(&self, journal: &JournalFile, bytes: &[u8]) -> io::Result<PathBuf> {
        journal.check_kind().map_err(io::Error::other)?;
        let (path, private) = (beside(journal), journal.is_private());
        let folder = path.parent().unwrap_or(Path::new(""));
        create_folders(&self.disk, folder, private)?;
        if !private {
            // Before the file is there, so that it is known to whoever reads it.
            self.known.add(digest(bytes)?, &AcceptedRules::new(), folder.parent().unwrap_or(folder))?;
        }
        write_all(&self.disk, &path, Placing { over: true, private, durable: true }, bytes)?;
        Ok(path)
    }

    fn read_calibration(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut file = self.disk.open(path, Access::Read)?;
        if file.metadata()?.len > MAX_SIZE {
            return Err(ErrorKind::FileTooLarge.into());
        }
        read_from(&mut *file, 0)
    }

    fn is_accepted(&self) -> bool {
        matches!(self.trust, Trust::Accepted(_))
    }

    fn made_here(&self, bytes: &[u8]) -> bool {
        digest(bytes).and_then(|id| self.known.find(id)).is_ok_and(|known| known.is_some())
    }
}

/// The digest by which a calibration is known.
fn digest(bytes: &[u8]) -> io::Result<ReviewId> {
    ReviewId::parse(&format!("{:032x}", xxh3_128(bytes))).ok_or_else(|| ErrorKind::InvalidData.into())
}

/// The calibration of the review of those folders for that recipe, without reading a review that has none.
///
/// # Errors
/// If there is one that is not used.
pub(crate) fn calibration_of(roots: &Roots, recipe: &Recipe) -> Result<Option<Calibration>, UnusedCalibration> {
    let data = data_folder();
    let beside = roots.only().map(|folder| folder.join(FOLDER).join(FILE));
    let private = data.as_deref().map(|data| data.join(format!("{:016x}.{FILE}", roots.key())));
    if !beside.iter().chain(&private).any(|path| path.exists()) {
        return Ok(None);
    }
    // The commands that are about the review report that it cannot be read.
    Journal::open(roots, data.as_deref()).map_or(Ok(None), |journal| journal.calibration(recipe))
}
