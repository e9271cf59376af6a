//! `simscope library plan`.

use crate::{
    cli::{Code, CommandError, arguments::TextOrJson, json, print, progress, start::Startup, text},
    library::{capacities, measure_figures, measured_figures},
    say, t,
};

/// Prints what so many documents take in each engine.
pub(super) fn run(documents: u64, measure: bool, format: TextOrJson, start: Startup) -> Result<Code, CommandError> {
    let settings = start.warned().resolve(&[])?;
    let lang = settings.lang;
    let figures = if measure {
        let measured = progress::counted("library-file.measuring", lang, measure_figures);
        let failed =
            |error| CommandError::Failed(say::library_error(&error, t!(lang, "library-file.plan-figures"), lang));
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
