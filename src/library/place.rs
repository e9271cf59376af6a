//! The places of libraries: files, by name in the platform's data folder or anywhere by path, and servers by URL.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use directories::ProjectDirs;

use super::server_place::{Layout, ServerPlace, UrlError};

/// The ending of a library's file.
const ENDING: &str = "db";

/// The place of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LibraryPlace {
    File(PathBuf),
    Server(ServerPlace),
}

impl LibraryPlace {
    /// The place that a name, a path or a URL means: a name has no folder and no `.db`, and its file is in [`folder`]. A
    /// server takes this password where the URL has none. `None` where there is no home folder.
    ///
    /// # Errors
    /// [`UrlError`].
    pub(crate) fn of(name: &OsStr, password: Option<&str>) -> Result<Option<Self>, UrlError> {
        match name.to_str().map(|url| ServerPlace::of(url, password)) {
            Some(Ok(Some(server))) => Ok(Some(Self::Server(server))),
            Some(Err(error)) => Err(error),
            _ => Ok(library_file(name).map(Self::File)),
        }
    }

    /// The file; `None` for a server.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Server(_) => None,
        }
    }

    /// Whether it is a server whose URL has no password.
    pub(crate) fn lacks_password(&self) -> bool {
        matches!(self, Self::Server(server) if server.password.is_none())
    }

    /// As it is shown: a URL without user and password.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(file) => file.to_string_lossy().into_owned(),
            Self::Server(server) => server.to_string(),
        }
    }

    /// The same without folders; a URL whole.
    pub(crate) fn short_name(&self) -> String {
        match self {
            Self::File(file) => file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            Self::Server(server) => server.to_string(),
        }
    }

    /// Sets how a library that is yet to be made on a server keeps its tables. False for a file, which has one way.
    pub(crate) fn lay_out(&mut self, layout: Layout) -> bool {
        match self {
            Self::File(_) => false,
            Self::Server(server) => {
                server.layout = layout;
                true
            }
        }
    }

    /// What stores it.
    pub(crate) fn engine(&self) -> &'static str {
        match self {
            Self::File(_) => "SQLite",
            Self::Server(server) if server.cluster => "Redis Cluster",
            Self::Server(_) => "Redis",
        }
    }

    /// Whether there may be a library: a server is not asked.
    pub(crate) fn may_exist(&self) -> bool {
        self.file().is_none_or(Path::exists)
    }
}

impl From<PathBuf> for LibraryPlace {
    fn from(file: PathBuf) -> Self {
        Self::File(file)
    }
}

/// The file that a name or a path means.
fn library_file(name: &OsStr) -> Option<PathBuf> {
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

/// The names of the libraries in that folder, in the order of the alphabet.
pub(crate) fn named_libraries() -> Vec<String> {
    let files = folder().and_then(|folder| folder.read_dir().ok()).into_iter().flatten().flatten();
    let name = |file: std::fs::DirEntry| {
        let name = file.file_name().into_string().ok()?;
        Some(name.strip_suffix(ENDING)?.strip_suffix('.')?.to_owned())
    };
    let mut names: Vec<String> = files.filter_map(name).collect();
    names.sort_unstable();
    names
}

/// The folder for libraries that have a name.
pub(super) fn folder() -> Option<PathBuf> {
    // Tests leave no trace in the home of whoever runs them.
    if cfg!(test) {
        return Some(std::env::temp_dir().join(format!("simscope-{}", std::process::id())).join("libraries"));
    }
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
