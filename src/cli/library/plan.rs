//! `simscope library plan`.

use std::ffi::OsStr;

use super::{place_of_name, shown};
use crate::{
    cli::{Code, CommandError, arguments::TextOrJson, json, print, progress, start::Startup, text},
    library::{LibraryPlace, capacities, measure_figures, measured_figures},
    say, t,
};

/// Prints what so many documents take in each engine; `server` is measured too.
pub(super) fn run(
    documents: u64,
    measure: bool,
    server: Option<&OsStr>,
    format: TextOrJson,
    start: Startup,
) -> Result<Code, CommandError> {
    let start = start.warned();
    let place = server.map(|url| place_of_name(Some(url), &start)).transpose()?.flatten();
    let server = match &place {
        Some(LibraryPlace::Server(server)) => Some(server),
        Some(LibraryPlace::File(_)) => {
            return Err(CommandError::Failed(t!(start.lang, "library-file.plan-no-server").into()));
        }
        None => None,
    };
    let settings = start.resolve(&[])?;
    let lang = settings.lang;
    let figures = if measure {
        let measured = progress::counted("library-file.measuring", lang, |watch| measure_figures(server, watch));
        let failed = |error| {
            let named = place.as_ref().map_or_else(|| t!(lang, "library-file.plan-figures").to_owned(), shown);
            CommandError::Failed(say::library_error(&error, &named, lang))
        };
        measured.map_err(failed)?.unwrap_or_default()
    } else {
        measured_figures()
    };
    let all = capacities(documents, settings.recipe.bits, settings.k(), &figures);
    Ok(print(Code::Done, lang, |out| match format {
        TextOrJson::Text => text::library_plan(out, documents, &all, &settings),
        TextOrJson::Json => json::library_plan(out, documents, &all, &settings),
    }))
}
