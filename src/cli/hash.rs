//! `simscope hash`: the fingerprint of each document, and how its keywords differ from a list.

use std::sync::OnceLock;

use clap::error::ErrorKind;

use super::{
    Code,
    arguments::{Hash, ListFormat, Output},
    complain, complain_of,
    desk::{Trouble, each, read, troubled},
    documents, json, print,
    settings::Chosen,
    text, usage,
};
use crate::{
    compare::keywords::Keywords,
    document::{self, Document, Source},
    simhash::{CountError, Fingerprint, Keep, Recipe, Sum, Tokenizer, Trace, Watch, Weighting, sketch, trace},
};

/// A list of keywords beside those of the document.
pub(super) struct Beside {
    /// What the list gives.
    pub fingerprint: Option<Fingerprint>,
    /// How far that is from the document's.
    pub hamming: Option<u32>,
    /// In what the two differ.
    pub words: Keywords,
}

/// Checks the arguments and hashes.
pub(super) fn run(arguments: Hash, chosen: &Chosen) -> Result<Code, clap::Error> {
    let Hash { documents, output, keywords } = arguments;
    if documents.sources.is_empty() {
        return Err(usage("hash", ErrorKind::TooFewValues, "hash takes one document or more"));
    }
    let Some(list) = keywords else { return Ok(hash(documents.sources, chosen, output, None)) };
    if documents.sources.len() != 1 || chosen.recipe.tokenizer != Tokenizer::Keywords {
        let message = "--keywords goes with one document and keywords as tokens, such as --recipe yanyiwu-text";
        return Err(usage("hash", ErrorKind::ArgumentConflict, message));
    }
    if documents.stdin && list == "-" {
        return Err(usage("hash", ErrorKind::ArgumentConflict, documents::STDIN_ONCE));
    }
    Ok(hash(documents.sources, chosen, output, Some(documents::source(&list))))
}

/// Hashes.
pub(super) fn hash(sources: Vec<Source>, chosen: &Chosen, output: Output<ListFormat>, list: Option<Source>) -> Code {
    let Output { format, quiet } = output;
    if format == ListFormat::Jsonl && !quiet && list.is_none() {
        return lines(sources, chosen);
    }
    let watch = Watch::default();
    let list = list.map(|source| read_list(&source, chosen));
    let beside = OnceLock::new();
    let entries = read(sources, |document| match &list {
        Some(Ok(list)) => {
            let trace = trace(&document.text, &chosen.recipe, &watch)?;
            _ = beside.set(Beside::new(&trace, list));
            Ok(trace.sketch)
        }
        _ => sketch(&document.text, &chosen.recipe, &watch),
    });
    let unread = list.as_ref().and_then(|list| list.as_ref().err());
    let code = if troubled(&entries) || unread.is_some() { Code::Trouble } else { Code::Done };
    let beside = beside.get();
    let code = match format {
        _ if quiet => code,
        ListFormat::Text => print(code, chosen.lang, |out| {
            text::hash(out, &entries, chosen)?;
            beside.map_or(Ok(()), |beside| text::keywords(out, beside, chosen.lang))
        }),
        ListFormat::Json => print(code, chosen.lang, |out| json::hash(out, &entries, chosen, beside)),
        ListFormat::Jsonl => print(code, chosen.lang, |out| {
            entries.iter().try_for_each(|entry| json::hash_line(out, entry, chosen, beside))
        }),
    };
    // A list has no entry in the JSON.
    if let Some(trouble) = unread {
        complain(&trouble.message(chosen.lang));
    }
    if quiet || format == ListFormat::Text {
        complain_of(&entries, chosen.lang);
    }
    code
}

/// Reads a list of keywords as the recipe's system would hash it: in its order, in floats.
fn read_list(source: &Source, chosen: &Chosen) -> Result<Trace, Trouble> {
    let document = document::read(source).map_err(Trouble::Read)?;
    let (tokenizer, weight) = (Tokenizer::Given, Weighting::Given(Keep::All));
    let recipe = Recipe { tokenizer, weight, sum: Sum::Float, ..chosen.recipe.clone() };
    trace(&document.text, &recipe, &Watch::default())
        .map_err(|why: CountError| Trouble::Count { place: source.place(), why })
}

impl Beside {
    fn new(text: &Trace, list: &Trace) -> Self {
        let sound = |trace: &Trace| trace.sketch.fingerprint.filter(|_| !trace.sketch.constant);
        let hamming = sound(text).zip(sound(list)).map(|(a, b)| a.hamming(b));
        Self { fingerprint: list.sketch.fingerprint, hamming, words: Keywords::new(text, list) }
    }
}

/// Hashes and prints each document as soon as it and those before it are done.
fn lines(sources: Vec<Source>, chosen: &Chosen) -> Code {
    let watch = Watch::default();
    let mut trouble = false;
    let code = print(Code::Done, chosen.lang, |out| {
        let make = |document: Document| sketch(&document.text, &chosen.recipe, &watch);
        each(sources, make, |entry, waiting| {
            trouble |= entry.seen.is_err();
            json::hash_line(out, &entry, chosen, None)?;
            if waiting { out.flush() } else { Ok(()) }
        })
    });
    if trouble { Code::Trouble } else { code }
}
