//! `simscope library`: documents kept in one file, in which others are looked up.

mod add;
mod contents;
mod find;
mod hbase;
mod import;
mod maintain;
mod password;
mod watch;

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use super::{
    Code, CommandError,
    arguments::{LibraryChoice, LibraryCommand, TextOrJson},
    json, print,
    settings::ResolvedSettings,
    start::Startup,
    text,
};
use crate::{
    config::SettingKey,
    document::safe_name,
    files::CanonicalFolders,
    library::{Library, LibraryDocument, LibraryError, LibraryPlace, capacities},
    locale::Lang,
    say, t,
};

pub(super) fn run(command: LibraryCommand, start: Startup) -> Result<Code, CommandError> {
    match command {
        LibraryCommand::Add(arguments) => add::run(arguments, start),
        LibraryCommand::Watch(arguments) => watch::run(arguments, start),
        LibraryCommand::Find(arguments) => find::run(arguments, start),
        LibraryCommand::Import { files, choice } => import::run(files, &choice, start),
        LibraryCommand::List { texts, choice, format } => contents::list(&texts, &choice, format, start),
        LibraryCommand::Show { documents, choice, format } => contents::show(&documents, &choice, format, start),
        LibraryCommand::Export { choice, format } => contents::export(&choice, format, start),
        LibraryCommand::Remove { documents, choice } => maintain::remove(&documents, &choice, start),
        LibraryCommand::Stats { ways, choice, format } => maintain::stats(ways, &choice, format, start),
        LibraryCommand::Plan { documents, format } => plan(documents, format, start),
        LibraryCommand::Verify(choice) => maintain::verify(&choice, start),
        LibraryCommand::Compact(choice) => maintain::compact(&choice, start),
    }
}

/// Prints what so many documents take in each engine.
fn plan(documents: u64, format: TextOrJson, start: Startup) -> Result<Code, CommandError> {
    let settings = start.warned().resolve(&[])?;
    let all = capacities(documents, settings.recipe.bits, settings.k());
    Ok(print(Code::Done, settings.lang, |out| match format {
        TextOrJson::Text => text::library_plan(out, documents, &all, &settings),
        TextOrJson::Json => json::library_plan(out, documents, &all, &settings),
    }))
}

/// The place of the library of that name or URL, or of the one that the settings name; `None` if there is no place for one.
///
/// # Errors
/// An error in the URL, or a password that cannot be read.
pub(super) fn place_of_name(name: Option<&OsStr>, start: &Startup) -> Result<Option<LibraryPlace>, CommandError> {
    let name = name.unwrap_or_else(|| start.setting(SettingKey::Library).as_ref());
    let of = |password: Option<&str>| {
        let place = LibraryPlace::of(name, password);
        place.map_err(|error| CommandError::Failed(say::library_url_error(error, start.lang).into()))
    };
    let place = of(None)?;
    // A file with a password is of no concern to a library in a file.
    if place.as_ref().is_some_and(LibraryPlace::lacks_password) {
        of(password::given(start.lang)?.as_deref())
    } else {
        Ok(place)
    }
}

/// The place of the library that is meant.
pub(super) fn place_of(choice: &LibraryChoice, start: &Startup) -> Result<LibraryPlace, CommandError> {
    place_of_name(choice.library.as_deref(), start)?
        .ok_or_else(|| CommandError::Failed(t!(start.lang, "library-file.no-place").into()))
}

/// Opens it to look things up; `None` where there is none.
pub(super) fn open(place: &LibraryPlace, choice: &LibraryChoice, lang: Lang) -> Result<Option<Library>, CommandError> {
    match Library::open(place) {
        Ok(mut library) => {
            if choice.accept_library {
                library.accept();
            }
            Ok(Some(library))
        }
        Err(LibraryError::Missing) => Ok(None),
        Err(error) => Err(failed(&error, place, lang)),
    }
}

/// Opens one that must be there, with its settings.
fn opened(choice: &LibraryChoice, start: Startup) -> Result<OpenedLibrary, CommandError> {
    let start = start.warned();
    let place = place_of(choice, &start)?;
    let Some(library) = open(&place, choice, start.lang)? else {
        return Err(failed(&LibraryError::Missing, &place, start.lang));
    };
    let settings = start.resolve_in_library(library.recipe(), &shown(&place))?;
    Ok(OpenedLibrary { library, place, settings })
}

/// An open library, and what messages on it need.
struct OpenedLibrary {
    library: Library,
    place: LibraryPlace,
    settings: ResolvedSettings,
}

impl OpenedLibrary {
    fn failed(&self, error: &LibraryError) -> CommandError {
        failed(error, &self.place, self.settings.lang)
    }

    /// The same library, to be written.
    fn to_write(&self) -> Result<Library, CommandError> {
        Library::open_to_write(&self.place).map_err(|error| self.failed(&error))
    }

    /// The document that is meant by its number, its file or the path that its file had.
    fn document(&self, named: &OsStr) -> Result<LibraryDocument, CommandError> {
        let by_path = self.library.document_of(&canonical(Path::new(named)));
        let found = match (by_path, named.to_str().and_then(|number| number.parse().ok())) {
            (Ok(None), Some(number)) => self.library.document(number),
            (found, _) => found,
        };
        let lang = self.settings.lang;
        let name = safe_name(&named.to_string_lossy());
        let none = || t!(lang, "library-file.no-document", file = shown(&self.place), name = name);
        found.map_err(|error| self.failed(&error))?.ok_or_else(|| CommandError::Failed(none()))
    }
}

/// The path by which a library knows a file or a folder, be it there or not.
fn canonical(path: &Path) -> PathBuf {
    let there = std::fs::canonicalize(path).ok().filter(|path| path.is_dir());
    let beside = || CanonicalFolders::default().path_of(path);
    there.or_else(beside).or_else(|| std::path::absolute(path).ok()).unwrap_or_else(|| path.to_owned())
}

pub(super) fn failed(error: &LibraryError, place: &LibraryPlace, lang: Lang) -> CommandError {
    CommandError::Failed(say::library_error(error, &shown(place), lang))
}

/// The name of a library in messages; a URL without the password.
pub(super) fn shown(place: &LibraryPlace) -> String {
    safe_name(&place.name())
}
