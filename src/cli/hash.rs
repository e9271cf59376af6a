//! `simscope hash`: the fingerprint of each document.

use clap::error::ErrorKind;

use super::{
    Code,
    arguments::{Hash, ListFormat, Output},
    complain_of,
    desk::{each, read, troubled},
    json, print,
    settings::Chosen,
    text, usage,
};
use crate::{
    document::{Document, Source},
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
pub(super) fn hash(sources: Vec<Source>, chosen: &Chosen, output: Output<ListFormat>) -> Code {
    let Output { format, quiet } = output;
    if format == ListFormat::Jsonl && !quiet {
        return lines(sources, chosen);
    }
    let watch = Watch::default();
    let entries = read(sources, |document| sketch(&document.text, &chosen.recipe, &watch));
    let code = if troubled(&entries) { Code::Trouble } else { Code::Done };
    let code = match format {
        _ if quiet => code,
        ListFormat::Text => print(code, chosen.lang, |out| text::hash(out, &entries, chosen)),
        ListFormat::Json | ListFormat::Jsonl => print(code, chosen.lang, |out| json::hash(out, &entries, chosen)),
    };
    if quiet || format == ListFormat::Text {
        complain_of(&entries, chosen.lang);
    }
    code
}

/// Hashes and prints each document as soon as it and those before it are done.
fn lines(sources: Vec<Source>, chosen: &Chosen) -> Code {
    let watch = Watch::default();
    let mut trouble = false;
    let code = print(Code::Done, chosen.lang, |out| {
        let make = |document: Document| sketch(&document.text, &chosen.recipe, &watch);
        each(sources, make, |entry, waiting| {
            trouble |= entry.seen.is_err();
            json::hash_line(out, &entry, chosen)?;
            if waiting { out.flush() } else { Ok(()) }
        })
    });
    if trouble { Code::Trouble } else { code }
}
