//! The libraries that were made or accepted here. A library from someone else names files that it has no business to name,
//! so it is only read, and no file that it names is opened, until the reader accepts it.
//!
//! A library is known by its id, 128 random bits, as a review is.

use std::{
    io::{self, ErrorKind},
    path::Path,
};

use super::place::folder;
use crate::files::{AcceptedIds, AcceptedParts, Disk, parse_id};

const HEAD: &str = "# Libraries that were made or accepted here: id, time, -, file.\n";

/// Whether the library of that id was made or accepted here. If that cannot be read, it was not.
pub(super) fn is_known(id: &str) -> bool {
    folder().is_some_and(|folder| is_known_in(&folder, id))
}

/// Remembers a library.
///
/// # Errors
/// If that cannot be written.
pub(super) fn remember(id: &str, library: &str) -> io::Result<()> {
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
