//! `simscope library`: documents kept in one file, in which others are looked up.

mod add;
mod contents;
mod find;
mod import;
mod maintain;

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use super::{
    Code, CommandError,
    arguments::{LibraryChoice, LibraryCommand},
    settings::ResolvedSettings,
    start::Startup,
};
use crate::{
    config::SettingKey,
    document::safe_name,
    files::CanonicalFolders,
    library::{Library, LibraryDocument, LibraryError, library_file},
    locale::Lang,
    say, t,
};

pub(super) fn run(command: LibraryCommand, start: Startup) -> Result<Code, CommandError> {
    match command {
        LibraryCommand::Add(arguments) => add::run(arguments, start),
        LibraryCommand::Find(arguments) => find::run(arguments, start),
        LibraryCommand::Import { files, choice } => import::run(files, &choice, start),
        LibraryCommand::List { texts, choice, format } => contents::list(&texts, &choice, format, start),
        LibraryCommand::Show { documents, choice, format } => contents::show(&documents, &choice, format, start),
        LibraryCommand::Export { choice, format } => contents::export(&choice, format, start),
        LibraryCommand::Remove { documents, choice } => maintain::remove(&documents, &choice, start),
        LibraryCommand::Stats { ways, choice, format } => maintain::stats(ways, &choice, format, start),
        LibraryCommand::Verify(choice) => maintain::verify(&choice, start),
        LibraryCommand::Compact(choice) => maintain::compact(&choice, start),
    }
}

/// The file of the library of that name, or of the one that the settings name; `None` if there is no place for one.
pub(super) fn file_of_name(name: Option<&OsStr>, start: &Startup) -> Option<PathBuf> {
    library_file(name.unwrap_or_else(|| start.setting(SettingKey::Library).as_ref()))
}

/// The file of the library that is meant.
fn file_of(choice: &LibraryChoice, start: &Startup) -> Result<PathBuf, CommandError> {
    file_of_name(choice.library.as_deref(), start)
        .ok_or_else(|| CommandError::Failed(t!(start.lang, "library-file.no-place").into()))
}

/// Opens it to look things up; `None` where there is none.
fn open(file: &Path, choice: &LibraryChoice, lang: Lang) -> Result<Option<Library>, CommandError> {
    match Library::open(file) {
        Ok(mut library) => {
            if choice.accept_library {
                library.accept();
            }
            Ok(Some(library))
        }
        Err(LibraryError::Missing) => Ok(None),
        Err(error) => Err(failed(&error, file, lang)),
    }
}

/// Opens one that must be there, with its settings.
fn opened(choice: &LibraryChoice, start: Startup) -> Result<OpenedLibrary, CommandError> {
    let start = start.warned();
    let file = file_of(choice, &start)?;
    let Some(library) = open(&file, choice, start.lang)? else {
        return Err(failed(&LibraryError::Missing, &file, start.lang));
    };
    let settings = start.resolve_in_library(library.recipe(), &shown(&file))?;
    Ok(OpenedLibrary { library, file, settings })
}

/// An open library, and what messages on it need.
struct OpenedLibrary {
    library: Library,
    file: PathBuf,
    settings: ResolvedSettings,
}

impl OpenedLibrary {
    fn failed(&self, error: &LibraryError) -> CommandError {
        failed(error, &self.file, self.settings.lang)
    }

    /// The same library, to be written.
    fn to_write(&self) -> Result<Library, CommandError> {
        Library::open_to_write(&self.file).map_err(|error| self.failed(&error))
    }

    /// The document that is meant by its number, its file or the path that its file had.
    fn document(&self, named: &OsStr) -> Result<LibraryDocument, CommandError> {
        let by_path = self.library.document_of(&canonical(Path::new(named)));
        let found = match (by_path, named.to_str().and_then(|number| number.parse().ok())) {
            (Ok(None), Some(number)) => self.library.document(number),
            (found, _) => found,
        };
        let lang = self.settings.lang;
        let none = || t!(lang, "library-file.no-document", file = shown(&self.file), name = shown(Path::new(named)));
        found.map_err(|error| self.failed(&error))?.ok_or_else(|| CommandError::Failed(none()))
    }
}

/// The path by which a library knows a file or a folder, be it there or not.
fn canonical(path: &Path) -> PathBuf {
    let there = std::fs::canonicalize(path).ok().filter(|path| path.is_dir());
    let beside = || CanonicalFolders::default().path_of(path);
    there.or_else(beside).or_else(|| std::path::absolute(path).ok()).unwrap_or_else(|| path.to_owned())
}

fn failed(error: &LibraryError, file: &Path, lang: Lang) -> CommandError {
    CommandError::Failed(say::library_error(error, &shown(file), lang))
}

fn shown(file: &Path) -> String {
    safe_name(&file.to_string_lossy())
}
