//! The identity of a store, and the libraries that were made or accepted here. One from someone else names files that
//! it has no business to name, so it is only read, and no file that it names is opened, until the reader accepts it.
//!
//! A library is known by its id, 128 random bits, as a review is.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::{StoreError, place::folder};
use crate::{
    files::{AcceptedIds, AcceptedParts, Disk, parse_id, random_id},
    search::Plan,
    simhash::RecipeWithK,
};

/// The largest k that the tables of a library find without a scan.
pub(crate) const TABLES_K: u32 = 3;

const HEAD: &str = "# Libraries that were made or accepted here: id, time, -, file.\n";

/// The properties of an open store, whatever keeps it.
#[derive(Debug)]
pub(crate) struct Identity {
    /// 32 hexadecimal digits; empty for one that is not a library.
    pub id: String,
    /// The recipe of all its fingerprints, with the threshold that goes with it.
    pub recipe: RecipeWithK,
    /// The tables of row keys; `None` where fingerprints are too short for them.
    pub plan: Option<Plan>,
    /// Folders whose files may be opened.
    pub folders: Vec<PathBuf>,
    /// It was made or accepted here.
    pub known: bool,
}

impl Identity {
    pub(super) fn of_library(id: String, recipe: &str, folders: Vec<PathBuf>) -> Result<Self, StoreError> {
        let recipe: RecipeWithK = recipe.parse().map_err(|_| StoreError::Damaged("recipe"))?;
        let plan = Plan::within(recipe.recipe.bits, TABLES_K, 1).ok();
        Ok(Self { known: is_known(&id), id, recipe, plan, folders })
    }

    /// The tables, if they find all documents within `k` bits, so that no scan is needed.
    pub(crate) fn plan_for(&self, k: u32) -> Option<&Plan> {
        self.plan.as_ref().filter(|plan| k <= plan.exact_k())
    }

    /// Accepts a library from someone else: from now on it can be written, and its files are opened. `place` is its
    /// name.
    pub(crate) fn accept(&mut self, place: &str) {
        // If that cannot be remembered, it has to be accepted again.
        _ = remember(&self.id, place);
        self.known = true;
    }

    /// Whether a file may be in a folder that was added, to go by its path: before that, not even whether the file is
    /// there is asked of the system.
    pub(crate) fn names_inside(&self, file: &Path) -> bool {
        self.known && self.folders.iter().any(|folder| file.starts_with(folder))
    }

    /// Whether a file of the store may be opened: it is in a folder that was added, with all links followed.
    pub(crate) fn may_open(&self, file: &Path) -> bool {
        self.names_inside(file) && self.is_inside(file)
    }

    /// The same for a file that may be asked for: its path need not be absolute.
    pub(super) fn is_inside(&self, file: &Path) -> bool {
        std::fs::canonicalize(file).is_ok_and(|file| self.names_inside(&file))
    }
}

/// An id for a library that is made, remembered before it is anywhere else; where it cannot be remembered, the library
/// has to be accepted the next time.
pub(super) fn new_id(library: &str) -> io::Result<String> {
    let id = random_id().map(|id| format!("{id:032x}")).ok_or(ErrorKind::Unsupported)?;
    _ = remember(&id, library);
    Ok(id)
}

/// Whether the library of that id was made or accepted here. If that cannot be read, it was not.
fn is_known(id: &str) -> bool {
    folder().is_some_and(|folder| is_known_in(&folder, id))
}

fn remember(id: &str, library: &str) -> io::Result<()> {
    remember_in(&folder().ok_or(ErrorKind::NotFound)?, id, library)
}

fn is_known_in(folder: &Path, id: &str) -> bool {
    let Some(number) = parse_id(id) else { return false };
    let noted = accepted_in(folder).find(number).is_ok_and(|parts| parts.is_some());
    // Before there was a file for all, there was one for each, with the id as its name.
    noted || folder.join("accepted").join(id).is_file()
}

fn remember_in(folder: &Path, id: &str, library: &str) -> io::Result<()> {
    if is_known_in(folder, id) {
        return Ok(());
    }
    let number = parse_id(id).ok_or(ErrorKind::InvalidData)?;
    accepted_in(folder).add(number, &AcceptedParts::new(), library)
}

fn accepted_in(folder: &Path) -> AcceptedIds {
    AcceptedIds::new(Disk::default(), Some(folder), HEAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_known_by_a_line_or_by_a_file_of_before() {
        let folder = tempfile::tempdir().unwrap();
        let [made, before, other] = [5, 6, 7].map(|id| format!("{id:032x}"));
        remember_in(folder.path(), &made, "/a.db").unwrap();
        std::fs::create_dir(folder.path().join("accepted")).unwrap();
        std::fs::write(folder.path().join("accepted").join(&before), "/b.db\n").unwrap();
        remember_in(folder.path(), &before, "/b.db").unwrap();
        assert!([&made, &before].into_iter().all(|id| is_known_in(folder.path(), id)));
        let signed = format!("+{}", &made[1..]);
        for id in [&*other, "", "..", "../accepted.txt", &signed] {
            assert!(!is_known_in(folder.path(), id), "{id}");
        }
        let lines = std::fs::read_to_string(folder.path().join("accepted.txt")).unwrap();
        assert_eq!(lines.lines().count(), 2, "{lines}");
    }
}
