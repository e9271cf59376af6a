//! New files and folders: a name that exists gets a number behind it, and no file is ever overwritten.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use crate::files::{Disk, Placing, write_all};

/// So many of one name are enough for anybody.
const MOST: usize = 1000;
/// How long a name may be before its number and kind, in characters.
const LONGEST: usize = 60;

/// Writes a file called after `name` in `folder`; where it is.
///
/// # Errors
/// If it cannot be written.
pub(super) fn new_file(folder: &Path, name: &str, kind: &str, text: &str) -> io::Result<PathBuf> {
    first_free(name, |name| {
        let path = folder.join(format!("{name}.{kind}"));
        write_all(&Disk::default(), &path, Placing::NEW, text.as_bytes()).map(|()| path)
    })
}

/// Makes a folder called after `name` in `folder`; where it is.
///
/// # Errors
/// If it cannot be made.
pub(super) fn new_folder(folder: &Path, name: &str) -> io::Result<PathBuf> {
    first_free(name, |name| {
        let path = folder.join(name);
        fs::create_dir(&path).map(|()| path)
    })
}

fn first_free<T>(name: &str, mut make: impl FnMut(&str) -> io::Result<T>) -> io::Result<T> {
    let name = plain(name);
    for n in 1..MOST {
        match make(&if n == 1 { name.clone() } else { format!("{name}-{n}") }) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made,
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Letters, digits and hyphens alone, so that every system takes it and it leads to no other folder.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars().take(LONGEST) {
        if c.is_alphanumeric() {
            plain.push(c);
        } else if !plain.is_empty() && !plain.ends_with('-') {
            plain.push('-');
        }
    }
    let plain = plain.trim_end_matches('-');
    if plain.is_empty() { "simscope".into() } else { plain.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_over_and_no_name_leads_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = ["a", "b", "../c"]
            .map(|text| new_file(folder.path(), "../海 面.txt", "md", text).unwrap())
            .map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string())
            .into();
        assert_eq!(names, ["海-面-txt.md", "海-面-txt-2.md", "海-面-txt-3.md"]);
        assert_eq!(fs::read_to_string(folder.path().join("海-面-txt.md")).unwrap(), "a");
        let folders = [0, 1].map(|_| new_folder(folder.path(), "\u{1b}[2J/").unwrap());
        assert!(folders[0].ends_with("2J") && folders[1].ends_with("2J-2"), "{folders:?}");
    }
}
