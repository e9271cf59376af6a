//! `simscope library`: documents kept in one file, in which others are looked up.

mod add;
mod find;

use std::path::{Path, PathBuf};

use super::{
    Code, CommandError,
    arguments::{LibraryChoice, LibraryCommand},
    start::Startup,
};
use crate::{
    config::SettingKey,
    document::safe_name,
    library::{Library, LibraryError, library_file},
    locale::Lang,
    say, t,
};

pub(super) fn run(command: LibraryCommand, start: Startup) -> Result<Code, CommandError> {
    match command {
        LibraryCommand::Add(arguments) => add::run(arguments, start),
        LibraryCommand::Find(arguments) => find::run(arguments, start),
    }
}

/// The file of the library that is meant.
fn file_of(choice: &LibraryChoice, start: &Startup) -> Result<PathBuf, CommandError> {
    let file = match &choice.library {
        Some(name) => library_file(name),
        None => library_file(start.setting(SettingKey::Library).as_ref()),
    };
    file.ok_or_else(|| CommandError::Failed(t!(start.lang, "library-file.no-place").into()))
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

fn failed(error: &LibraryError, file: &Path, lang: Lang) -> CommandError {
    CommandError::Failed(say::library_error(error, &shown(file), lang))
}

fn shown(file: &Path) -> String {
    safe_name(&file.to_string_lossy())
}
