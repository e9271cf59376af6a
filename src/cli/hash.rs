//! `simscope hash`: the fingerprint of each document.

use clap::error::ErrorKind;

use super::{
    Code,
    arguments::{Format, Hash, Output},
    complain_of,
    desk::{read, troubled},
    json, print,
    settings::Chosen,
    text, usage,
};
use crate::{
    document::Source,
    simhash::{Watch, sketch},
};

/// Checks the arguments and hashes.
pub(super) fn run(arguments: Hash, chosen: &Chosen) -> Result<Code, clap::Error> {
    let Hash { documents, output } = arguments;
    if documents.sources.is_empty() {
        return Err(usage("hash", ErrorKind::TooFewValues, "hash takes one document or more"));
    }
    Ok(hash(documents.sources, chosen, output))
}

/// Hashes.
pub(super) fn hash(sources: Vec<Source>, chosen: &Chosen, output: Output) -> Code {
    let watch = Watch::default();
    let entries = read(sources, |document| sketch(&document.text, &chosen.recipe, &watch));
    let code = if troubled(&entries) { Code::Trouble } else { Code::Done };
    let code = match output {
        Output { quiet: true, .. } => code,
        Output { format: Format::Text, .. } => print(code, chosen.lang, |out| text::hash(out, &entries, chosen)),
        Output { format: Format::Json, .. } => print(code, chosen.lang, |out| json::hash(out, &entries, chosen)),
    };
    if output.complains() {
        complain_of(&entries, chosen.lang);
    }
    code
}
