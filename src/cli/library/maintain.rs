//! `simscope library remove`, `stats`, `verify` and `compact`.

use std::{ffi::OsString, path::Path};

use super::{canonical, opened, shown};
use crate::{
    cli::{
        Code, CommandError,
        arguments::{LibraryChoice, TextOrJson},
        json, print, progress,
        start::Startup,
        text,
    },
    library::{LibraryChanges, LibraryError},
    locale::bytes,
    say,
    simhash::Watch,
    t,
};

/// Removes documents by number, file or folder.
pub(super) fn remove(documents: &[OsString], choice: &LibraryChoice, start: Startup) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let mut changes = LibraryChanges::default();
    for named in documents {
        let inside = opened.library.paths_in(&canonical(Path::new(named))).map_err(|error| opened.failed(&error))?;
        if inside.is_empty() {
            changes.removed.push(opened.document(named)?.path);
        } else {
            changes.removed.extend(inside);
        }
    }
    changes.removed.sort();
    changes.removed.dedup();
    opened.to_write()?.write(&changes, &Watch::default()).map_err(|error| opened.failed(&error))?;
    let lang = opened.settings.lang;
    let n = changes.removed.len();
    Ok(print(Code::Done, lang, |out| writeln!(out, "{}", t!(lang, "library-file.removed", n = n))))
}

/// Prints counts and sizes, and the ways to look up.
pub(super) fn stats(
    ways: bool,
    choice: &LibraryChoice,
    format: TextOrJson,
    start: Startup,
) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let (library, settings) = (&opened.library, &opened.settings);
    let stats = library.stats().map_err(|error| opened.failed(&error))?;
    let last = if ways { library.last_fingerprint().map_err(|error| opened.failed(&error))? } else { None };
    let ways = match last {
        Some(last) => progress::during("library-file.measuring", settings.lang, |watch| {
            library.ways(last, settings.k(), watch).map_err(|error| opened.failed(&error))
        })?,
        None => Vec::new(),
    };
    let layouts =
        if ways.is_empty() { Vec::new() } else { library.layouts().map_err(|error| opened.failed(&error))? };
    let file = shown(&opened.place);
    Ok(print(Code::Done, settings.lang, |out| match format {
        TextOrJson::Text => text::library_stats(out, &file, (&stats, &ways, &layouts), settings),
        TextOrJson::Json => json::library_stats(out, &file, (&stats, &ways, &layouts), settings),
    }))
}

/// Names each damaged part.
pub(super) fn verify(choice: &LibraryChoice, start: Startup) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let lang = opened.settings.lang;
    let damage = progress::during("library-file.verifying", lang, |_| opened.library.verify());
    let damage = damage.map_err(|error| opened.failed(&error))?;
    let code = if damage.is_empty() { Code::Done } else { Code::Error };
    Ok(print(code, lang, |out| {
        if damage.is_empty() {
            writeln!(out, "{}", t!(lang, "library-file.sound", file = shown(&opened.place)))?;
        }
        damage.iter().try_for_each(|part| writeln!(out, "{}", say::library_damage(part, lang)))
    }))
}

/// Makes the library as small as it can be.
pub(super) fn compact(choice: &LibraryChoice, start: Startup) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let lang = opened.settings.lang;
    let file = opened.place.file().ok_or_else(|| opened.failed(&LibraryError::FilesOnly))?;
    let size = || file.metadata().map_or(0, |meta| meta.len());
    let before = size();
    let mut library = opened.to_write()?;
    progress::during("library-file.compacting", lang, |_| library.compact()).map_err(|error| opened.failed(&error))?;
    let [before, after] = [before, size()].map(bytes);
    let said = t!(lang, "library-file.compacted", file = shown(&opened.place), before = before, after = after);
    Ok(print(Code::Done, lang, |out| writeln!(out, "{said}")))
}
