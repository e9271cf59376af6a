//! `simscope matrix`: the distances of all documents from each other.

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{MatrixArguments, MatrixFormat, Output},
    csv,
    fingerprint_files::read_all,
    fingerprints::FingerprintList,
    json, print,
    start::Startup,
    text, usage,
};

pub(super) fn run(arguments: MatrixArguments, start: Startup) -> Result<Code, CommandError> {
    let MatrixArguments { mut documents, stored, output, exclude, scores } = arguments;
    let start = start.warned().skipping(&documents.skipped);
    let stored = read_all(stored.fingerprints, &mut documents, "matrix", start.lang)?;
    let settings = start.resolve(&stored)?;
    let n = documents.sources.len() + stored.len();
    if n < 2 {
        let message = format!("matrix takes two documents or more, not {n}");
        return Err(usage("matrix", ErrorKind::TooFewValues, &message));
    }
    if exclude.given() && !stored.is_empty() {
        let message = "text is excluded from texts, and --fingerprints has none; give the texts themselves";
        return Err(usage("matrix", ErrorKind::ArgumentConflict, message));
    }
    // The settings apply where there are texts.
    let exclusions = if stored.is_empty() { exclude.read("matrix", &settings)? } else { None };
    let lang = settings.lang;
    let fingerprints = FingerprintList::new(documents.sources, stored, settings, (exclusions, scores.whole));
    let near = fingerprints.near_pairs();
    let code = Code::of_pairs(fingerprints.failed() > 0, near > 0);
    let Output { format, quiet } = output;
    let code = match format {
        _ if quiet => code,
        MatrixFormat::Text => print(code, lang, |out| text::matrix(out, &fingerprints, near)),
        MatrixFormat::Csv => print(code, lang, |out| csv::matrix(out, &fingerprints)),
        MatrixFormat::Json => print(code, lang, |out| json::matrix(out, &fingerprints)),
    };
    // In JSON they have entries of their own.
    if quiet || format != MatrixFormat::Json {
        fingerprints.print_errors();
    }
    Ok(code)
}
