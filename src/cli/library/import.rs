//! `simscope library import`.

use std::path::PathBuf;

use super::{failed, open, place_of, shown};
use crate::{
    archive::{Archive, ArchiveError},
    batch::library::import,
    cli::{
        Code, CommandError,
        archive::{firsts, name_bad_lines},
        arguments::LibraryChoice,
        print, print_error, progress,
        start::Startup,
        text,
    },
    library::Library,
    say,
    simhash::RecipeWithK,
};

pub(super) fn run(files: Vec<PathBuf>, choice: &LibraryChoice, start: Startup) -> Result<Code, CommandError> {
    let start = start.warned();
    let place = place_of(choice, &start)?;
    let stored = firsts(&files, start.lang)?;
    let lang = start.resolve(&stored)?.lang;
    let error = |error| failed(&error, &place, lang);
    let mut library = if let Some(library) = open(&place, choice, lang)? {
        start.resolve_in_library(library.recipe(), &shown(&place))?;
        Library::open_to_write(&place).map_err(error)?
    } else {
        let recipe = stored.into_iter().next().map(|stored| stored.recipe).unwrap_or_default();
        Library::create(&place, &RecipeWithK { recipe, k: None }).map_err(error)?
    };
    let recipe = library.recipe().recipe.clone();
    let read = progress::during("work.archive", lang, |watch| Archive::read(files, &recipe, watch));
    let archive = match read {
        Ok(archive) => archive,
        Err(ArchiveError::Unreadable(error)) => return Err(CommandError::Failed(say::read_error(&error, lang))),
        // Nobody holds the other end of the watch.
        Err(ArchiveError::Stopped(_)) => return Ok(Code::Error),
    };
    name_bad_lines(&archive, lang);
    let imported = progress::counted("library-file.adding", lang, |watch| import(&mut library, &archive, watch));
    let (counts, unreadable) = imported.map_err(error)?;
    if let Some(error) = &unreadable {
        print_error(&say::read_error(error, lang));
    }
    let all = library.len().map_err(error)?;
    let failed = counts.failed > 0 || counts.stopped || archive.bad_lines() > 0;
    let code = if failed { Code::Error } else { Code::Done };
    Ok(print(code, lang, |out| text::library_added(out, &library, (counts, all), lang)))
}
