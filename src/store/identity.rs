//! The identity of a store, and the libraries that were made or accepted here. One from someone else names files that
//! it has no business to name, so it is only read, and no file that it names is opened, until the reader accepts it.
//!
//! A library is known by its id, 128 random bits, together with its place and its folders: an id can be copied, and
//! folders can be added by anyone with write access to the library.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use xxhash_rust::xxh3::Xxh3;

use super::{LibraryPlace, StoreError, document::bytes_of, place::folder};
use crate::{
    files::{AcceptedIds, AcceptedParts, Disk, parse_id, random_id},
    search::Plan,
    simhash::RecipeWithK,
};

/// The largest k that the tables of a library find without a scan.
pub(crate) const TABLES_K: u32 = 3;

const HEAD: &str = "# Libraries that were made or accepted here: id, time, place and folders, file.\n";

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
    /// It was made or accepted here, at this place and with these folders.
    pub known: bool,
    /// Where it is; empty where it is not known yet.
    pub(super) place: String,
}

impl Identity {
    pub(super) fn of_library(id: String, recipe: &str, folders: Vec<PathBuf>) -> Result<Self, StoreError> {
        let recipe: RecipeWithK = recipe.parse().map_err(|_| StoreError::Damaged("recipe"))?;
        let plan = Plan::within(recipe.recipe.bits, TABLES_K, 1).ok();
        Ok(Self { known: false, id, recipe, plan, folders, place: String::new() })
    }

    /// The tables, if they find all documents within `k` bits, so that no scan is needed.
    pub(crate) fn plan_for(&self, k: u32) -> Option<&Plan> {
        self.plan.as_ref().filter(|plan| k <= plan.exact_k())
    }

    /// Looks up whether the library at this place was made or accepted here.
    pub(super) fn recognize(&mut self, place: &LibraryPlace) {
        self.place = full_name(place);
        self.known = folder().is_some_and(|folder| is_known_in(&folder, &self.id, &parts(&self.place, &self.folders)));
    }

    /// Accepts a library from someone else: from now on it can be written, and its files are opened.
    pub(crate) fn accept(&mut self) {
        // If that cannot be remembered, it has to be accepted again.
        _ = remember(&self.id, &self.place, &self.folders);
        self.known = true;
    }

    /// Notes folders that are about to be added.
    pub(super) fn add_folders(&mut self, folders: &[PathBuf]) {
        self.folders.extend_from_slice(folders);
        if self.known {
            // Else it has to be accepted again.
            _ = remember(&self.id, &self.place, &self.folders);
        }
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
pub(super) fn new_id(place: &LibraryPlace) -> io::Result<String> {
    let id = random_id().map(|id| format!("{id:032x}")).ok_or(ErrorKind::Unsupported)?;
    _ = remember(&id, &full_name(place), &[]);
    Ok(id)
}

/// Tells a place from all others; a URL without user and password.
fn full_name(place: &LibraryPlace) -> String {
    let file = place.file().and_then(|file| std::fs::canonicalize(file).ok());
    file.map_or_else(|| place.name(), |file| file.to_string_lossy().into_owned())
}

/// Digests of what is accepted with a library.
fn parts(place: &str, folders: &[PathBuf]) -> AcceptedParts {
    let digest = |kind: u8, name: &[u8]| {
        let mut hash = Xxh3::new();
        hash.update(&[kind]);
        hash.update(name);
        hash.digest128()
    };
    let folders = folders.iter().map(|folder| digest(1, &bytes_of(folder)));
    folders.chain([digest(0, place.as_bytes())]).collect()
}

/// Whether the library of that id was made or accepted here with these parts. If that cannot be read, it was not.
fn is_known_in(folder: &Path, id: &str, parts: &AcceptedParts) -> bool {
    let accepted = parse_id(id).and_then(|number| accepted_in(folder).find(number).ok().flatten());
    accepted.is_some_and(|accepted| accepted.is_superset(parts))
}

fn remember(id: &str, place: &str, folders: &[PathBuf]) -> io::Result<()> {
    remember_in(&folder().ok_or(ErrorKind::NotFound)?, id, place, folders)
}

fn remember_in(folder: &Path, id: &str, place: &str, folders: &[PathBuf]) -> io::Result<()> {
    let parts = parts(place, folders);
    if is_known_in(folder, id, &parts) {
        return Ok(());
    }
    let number = parse_id(id).ok_or(ErrorKind::InvalidData)?;
    accepted_in(folder).add(number, &parts, place)
}

fn accepted_in(folder: &Path) -> AcceptedIds {
    AcceptedIds::new(Disk::default(), Some(folder), HEAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_known_by_its_id_at_its_place_with_its_folders() {
        let folder = tempfile::tempdir().unwrap();
        let [made, other] = [5, 7].map(|id| format!("{id:032x}"));
        let known = |id: &str, place: &str, folders: &[&str]| {
            let folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
            is_known_in(folder.path(), id, &parts(place, &folders))
        };
        remember_in(folder.path(), &made, "/a.db", &[]).unwrap();
        assert!(known(&made, "/a.db", &[]) && !known(&made, "/copy.db", &[]) && !known(&made, "/a.db", &["/private"]));
        let folders = [PathBuf::from("/texts"), PathBuf::from("/more")];
        remember_in(folder.path(), &made, "/a.db", &folders).unwrap();
        assert!(known(&made, "/a.db", &["/texts", "/more"]) && known(&made, "/a.db", &["/more"]));
        assert!(!known(&made, "/a.db", &["/texts", "/private"]) && !known(&made, "/copy.db", &["/texts"]));
        let signed = format!("+{}", &made[1..]);
        for id in [&*other, "", "..", "../accepted.txt", &signed] {
            assert!(!known(id, "/a.db", &[]), "{id}");
        }
        let lines = std::fs::read_to_string(folder.path().join("accepted.txt")).unwrap();
        assert_eq!(lines.lines().count(), 3, "{lines}");
    }
}
