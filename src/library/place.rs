//! The files of libraries: by name in the platform's data folder, or anywhere by path.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use directories::ProjectDirs;

/// The ending of a library's file.
const ENDING: &str = "db";

/// The file that a name or a path means: a name has no folder and no `.db`, and its file is in [`folder`]. `None` where
/// there is no home folder.
pub(crate) fn library_file(name: &OsStr) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_path =
        path.components().count() != 1 || path.is_absolute() || path.extension().is_some_and(|ending| ending == ENDING);
    if is_path {
        return Some(path.to_owned());
    }
    let mut file = name.to_owned();
    file.push(".");
    file.push(ENDING);
    Some(folder()?.join(file))
}

/// The folder for libraries that have a name.
pub(crate) fn folder() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "simscope")?.data_dir().join("libraries"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_folder_and_no_ending() {
        let file = |name: &str| library_file(OsStr::new(name));
        for path in ["news.db", "./news", "a/news", "/a/news"] {
            assert_eq!(file(path), Some(path.into()), "{path}");
        }
        let named = file("news").unwrap();
        assert!(named.ends_with("libraries/news.db"), "{named:?}");
        assert!(file("news.2026").unwrap().ends_with("news.2026.db"));
    }
}
