//! The documents in a folder and below, and the names of files in a list, as `find` prints them.
//!
//! Files that cannot be documents are skipped and reported with the reason, so that nobody misses a file. They are not
//! opened here.

use std::{
    collections::HashSet,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use walkdir::{DirEntry, WalkDir};

use super::{Format, ReadError, Source, visible::safe_path};
use crate::files::{self, FolderIdentity, folder_identity};

/// The documents found, and the files skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderWalk {
    /// The documents, sorted by folder and name.
    pub sources: Vec<Source>,
    /// The skipped names, in the same order.
    pub skipped: Vec<SkippedFile>,
}

/// Something in a folder that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedFile {
    /// Its path below the folder that was walked.
    pub path: PathBuf,
    /// The reason that is shown for it.
    pub why: SkipReason,
}

/// Why something in a folder is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// Not a known document type, by its name.
    NoDocument,
    /// Neither a file nor a folder.
    Special,
    /// A link to a folder that was walked already, or in which it is itself.
    Again,
    /// A link that leads out of the folders that were named.
    Outside,
    /// It cannot be read, and it may hold documents, so this is an error.
    Failed(ReadError),
}

impl SkippedFile {
    /// The full path. Safe to show.
    pub fn place(&self) -> String {
        safe_path(&self.path)
    }
}

impl SkipReason {
    /// A stable name for files and translations.
    pub fn key(&self) -> &'static str {
        match self {
            Self::NoDocument => "no-document",
            Self::Special => "special",
            Self::Again => "again",
            Self::Outside => "outside",
            Self::Failed(error) => error.kind(),
        }
    }

    /// Whether something may be missing that was wanted.
    #[cfg(test)]
    fn is_failure(&self) -> bool {
        matches!(self, Self::Failed(_))
    }
}

/// Targets of links that are followed: in a received folder, links may lead to private files.
#[derive(Clone, Debug)]
pub(crate) enum Links {
    /// Below one of these folders, whose paths are canonical.
    Below(Arc<[PathBuf]>),
    /// Anywhere.
    Anywhere,
}

impl Links {
    /// Below the folders among these.
    pub(crate) fn below<'a>(named: impl IntoIterator<Item = &'a Path>) -> Self {
        let folders = named.into_iter().filter(|path| path.is_dir());
        Self::Below(folders.filter_map(|folder| folder.canonicalize().ok()).collect())
    }

    fn lead_out(&self, link: &Path) -> bool {
        match self {
            Self::Below(roots) => !link.canonicalize().is_ok_and(|to| roots.iter().any(|root| to.starts_with(root))),
            Self::Anywhere => false,
        }
    }

    fn found(&self, file: PathBuf) -> Source {
        match self {
            Self::Below(roots) => Source::Found(Source::File(file).into(), roots.clone()),
            Self::Anywhere => Source::File(file),
        }
    }
}

/// Endings of names that are text beside those of [`Format::of`]. A name without any may be a text as well.
const TEXTS: [&str; 8] = ["text", "log", "tex", "rst", "adoc", "org", "xml", "asc"];

/// Walks a folder. Hidden files and folders (whose names begin with a dot, those of version control among them) are not
/// there; links are followed to what lies below the folder, and into no folder twice. Folders are walked as deep as
/// paths can be long; one below that cannot be looked into, which is an error.
///
/// # Errors
/// If the folder itself cannot be looked at.
pub fn folder(path: &Path) -> Result<FolderWalk, ReadError> {
    folder_while(path, &Links::below([path]), &mut |_| true)
}

/// The same, but asks after each thing it comes upon whether it is wanted still, and ends with what it has where it is
/// not. `wanted` receives how many documents there are so far.
///
/// # Errors
/// If the folder itself cannot be looked at.
pub(crate) fn folder_while(
    path: &Path,
    links: &Links,
    wanted: &mut dyn FnMut(usize) -> bool,
) -> Result<FolderWalk, ReadError> {
    let failed = |path: &Path, error: &io::Error| ReadError::from_io(safe_path(path), error);
    fs::read_dir(path).map_err(|error| failed(path, &error))?;
    let mut walk = FolderWalk::default();
    let mut walked = HashSet::new();
    let mut entries = WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter();
    while let Some(entry) = entries.next() {
        if !wanted(walk.sources.len()) {
            break;
        }
        let leave = |path: &Path, why| SkippedFile { path: path.to_owned(), why };
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let place = error.path().unwrap_or(path);
                // A hidden one is not there, whatever may be wrong with it.
                if place != path && place.file_name().is_some_and(is_hidden) {
                    continue;
                }
                let why = match error.io_error() {
                    // walkdir finds the circles of folders; the system's error for a circle of mere links is dropped.
                    None => SkipReason::Again,
                    Some(reason) => SkipReason::Failed(failed(place, reason)),
                };
                walk.skipped.push(leave(place, why));
                continue;
            }
        };
        let kind = entry.file_type();
        if entry.depth() > 0 && is_hidden(entry.file_name()) {
            if kind.is_dir() {
                entries.skip_current_dir();
            }
            continue;
        }
        if entry.depth() > 0 && entry.path_is_symlink() && links.lead_out(entry.path()) {
            if kind.is_dir() {
                entries.skip_current_dir();
            }
            walk.skipped.push(leave(entry.path(), SkipReason::Outside));
        } else if kind.is_dir() {
            // Two links may lead to one folder without any circle.
            if identity(&entry).is_some_and(|identity| !walked.insert(identity)) {
                entries.skip_current_dir();
                walk.skipped.push(leave(entry.path(), SkipReason::Again));
            }
        } else if !kind.is_file() {
            walk.skipped.push(leave(entry.path(), SkipReason::Special));
        } else if is_document(entry.file_name()) {
            walk.sources.push(links.found(entry.into_path()));
        } else {
            walk.skipped.push(leave(entry.path(), SkipReason::NoDocument));
        }
    }
    Ok(walk)
}

/// Tells a folder from all others, whatever path leads to it.
fn identity(folder: &DirEntry) -> Option<FolderIdentity> {
    folder_identity(folder.path(), &folder.metadata().ok()?)
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn is_document(name: &OsStr) -> bool {
    let Some(ending) = Path::new(name).extension() else { return true };
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    Format::of(&ending).is_some() || TEXTS.contains(&&*ending)
}

/// The names that a file or standard input lists, as they are: bytes that are not UTF-8 stay what they were (on Unix),
/// white space belongs to a name, and `-` is a file called so. Empty names are omitted. A name ends with NUL, which no
/// name can hold, if there is one in the list, else with LF or CRLF.
///
/// # Errors
///
/// See [`ReadError`].
pub(crate) fn listed(list: &Source) -> Result<Vec<PathBuf>, ReadError> {
    let bytes = list.bytes()?;
    let names: Vec<&[u8]> = if bytes.contains(&0) {
        bytes.split(|&byte| byte == 0).collect()
    } else {
        let lines = bytes.split(|&byte| byte == b'\n');
        lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect()
    };
    Ok(names.into_iter().filter(|name| !name.is_empty()).map(|name| files::path_of(name.to_vec())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_what_lies_below_the_folder_only() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        for name in ["private", "sent/own"] {
            fs::create_dir_all(at(name)).unwrap();
            fs::write(at(name).join("a.txt"), "text").unwrap();
        }
        for (target, link) in [("../private", "old"), ("../private/a.txt", "old.txt"), ("own/a.txt", "own.txt")] {
            symlink(target, at("sent").join(link)).unwrap();
        }
        symlink("sent", at("named")).unwrap();
        let below = |root: &Path, names: &[&str]| names.iter().map(|name| root.join(name)).collect::<Vec<_>>();
        let found =
            |walk: &FolderWalk| walk.sources.iter().filter_map(Source::file).map(PathBuf::from).collect::<Vec<_>>();
        for root in ["sent", "named"].map(at) {
            let walk = folder(&root).unwrap();
            assert_eq!(found(&walk), below(&root, &["own/a.txt", "own.txt"]));
            let skipped =
                ["old", "old.txt"].map(|name| SkippedFile { path: root.join(name), why: SkipReason::Outside });
            assert_eq!(walk.skipped, skipped);
            let [private, sent] = [at("private"), root.clone()];
            for links in [Links::below([&*private, &*sent]), Links::Anywhere] {
                let walk = folder_while(&root, &links, &mut |_| true).unwrap();
                assert_eq!(found(&walk), below(&root, &["old/a.txt", "old.txt", "own/a.txt", "own.txt"]));
                assert!(walk.sources.iter().all(|source| super::super::read(source).is_ok()));
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_a_link_replaces_after_the_walk_is_not_read() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("sent/own")).unwrap();
        fs::create_dir_all(at("private")).unwrap();
        for name in ["sent/a.txt", "sent/own/b.txt", "private/b.txt"] {
            fs::write(at(name), "text").unwrap();
        }
        let sources = folder(&at("sent")).unwrap().sources;
        assert!(sources.iter().all(|source| super::super::read(source).is_ok()));
        fs::remove_file(at("sent/a.txt")).unwrap();
        fs::remove_dir_all(at("sent/own")).unwrap();
        std::os::unix::fs::symlink(at("private/b.txt"), at("sent/a.txt")).unwrap();
        std::os::unix::fs::symlink(at("private"), at("sent/own")).unwrap();
        for source in &sources {
            let error = super::super::read(source).unwrap_err();
            assert!(format!("{error:?}").contains("outside of the folder"), "{error:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn folders_are_walked_as_deep_as_paths_go_and_what_is_below_is_an_error() {
        use rustix::fs::{Mode, OFlags, mkdirat, openat};
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("d/".repeat(300));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("lamp.txt"), "lamp").unwrap();
        // More than the 4,096 bytes of a path, made folder by folder.
        let name = "n".repeat(250);
        let open = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let mut below = openat(rustix::fs::CWD, folder.path(), open, Mode::empty()).unwrap();
        for _ in 0..20 {
            mkdirat(&below, &*name, Mode::RWXU).unwrap();
            below = openat(&below, &*name, open, Mode::empty()).unwrap();
        }
        let walk = super::folder(folder.path()).unwrap();
        assert_eq!(walk.sources.iter().filter_map(Source::file).collect::<Vec<_>>(), [deep.join("lamp.txt")]);
        assert_eq!(walk.skipped.len(), 1, "{:?}", walk.skipped);
        assert!(walk.skipped[0].why.is_failure() && walk.skipped[0].path.ends_with(&name));
    }

    #[test]
    fn names_are_the_text_between_separators() {
        let folder = tempfile::tempdir().unwrap();
        let names = |bytes: &[u8]| {
            let list = folder.path().join("list");
            fs::write(&list, bytes).unwrap();
            let all = listed(&Source::File(list)).unwrap();
            all.into_iter().map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("a b\r\n\n夜市.txt\n-".as_bytes()), ["a b", "夜市.txt", "-"]);
        assert_eq!(names(b"a\nb\0\0c\r\n\0"), ["a\nb", "c\r\n"]);
        assert!(names(b"").is_empty() && names(b"\n\n").is_empty());
    }
}
