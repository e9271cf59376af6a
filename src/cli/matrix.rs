//! `simscope matrix`: the distances of all documents from each other.

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{MatrixArguments, MatrixFormat, Output},
    csv,
    fingerprints::FingerprintList,
    json, print,
    start::Startup,
    stored, text, usage,
};

pub(super) fn run(arguments: MatrixArguments, start: Startup) -> Result<Code, CommandError> {
    let MatrixArguments { mut documents, stored, output, exclude } = arguments;
    let start = start.warned().skipping(&documents.left_out);
    let stored = stored::read_all(stored.fingerprints, &mut documents, "matrix", start.lang)?;
    let settings = start.resolve(&stored)?;
    let n = documents.sources.len() + stored.len();
    if n < 2 {
        let message = format!("matrix takes two documents or more, not {n}");
        return Err(usage("matrix", ErrorKind::TooFewValues, &message));
    }
    let whole = output.format == MatrixFormat::Csv || !stored.is_empty();
    if exclude.given() && whole {
        let message =
            "what is left out goes with --format text and json, and without --fingerprints, which has no texts";
        return Err(usage("matrix", ErrorKind::ArgumentConflict, message));
    }
    // What the settings ask for is heeded where both scores can be told.
    let exclusions = if whole { None } else { exclude.read("matrix", &settings)? };
    let lang = settings.lang;
    let prints = FingerprintList::new(documents.sources, stored, settings, exclusions);
    let near = prints.near_pairs();
    let code = Code::of_pairs(prints.failed() > 0, near > 0);
    let Output { format, quiet } = output;
    let code = match format {
        _ if quiet => code,
        MatrixFormat::Text => print(code, lang, |out| text::matrix(out, &prints, near)),
        MatrixFormat::Csv => print(code, lang, |out| csv::matrix(out, &prints)),
        MatrixFormat::Json => print(code, lang, |out| json::matrix(out, &prints)),
    };
    // In JSON they have entries of their own.
    if quiet || format != MatrixFormat::Json {
        prints.print_error();
    }
    Ok(code)
}
