//! `simscope hash`: the fingerprint of each document, and how its keywords differ from a list.

use std::sync::OnceLock;

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{Hash, ListFormat, Output},
    complain, complain_of, documents,
    hashed::{HashedDocument, KeywordComparison},
    json, print,
    settings::Chosen,
    start::Start,
    text, usage,
};
use crate::{
    batch::{
        Failure,
        stream::{each, read},
    },
    compare::exclusion::Exclusions,
    document::{self, Document, Source},
    simhash::{Keep, Recipe, Sum, Tokenizer, Trace, Weighting, trace},
};

/// Checks the arguments and hashes.
pub(super) fn run(arguments: Hash, start: Start) -> Result<Code, CommandError> {
    let Hash { documents, output, exclude, keywords } = arguments;
    let chosen = &start.warned().skipping(&documents.left_out).choose(&[])?;
    if documents.sources.is_empty() {
        return Err(usage("hash", ErrorKind::TooFewValues, "hash takes one document or more"));
    }
    let Some(list) = keywords else {
        let exclusions = exclude.read("hash", chosen)?;
        return Ok(hash(documents.sources, chosen, output, exclusions.as_ref(), None));
    };
    if exclude.said() {
        let message = "--keywords holds a list against the whole document; take what is to be left out away";
        return Err(usage("hash", ErrorKind::ArgumentConflict, message));
    }
    if documents.sources.len() != 1 || chosen.recipe.tokenizer != Tokenizer::Keywords {
        let message = "--keywords goes with one document and keywords as tokens, such as --recipe yanyiwu-text";
        return Err(usage("hash", ErrorKind::ArgumentConflict, message));
    }
    if documents.stdin && list == "-" {
        return Err(usage("hash", ErrorKind::ArgumentConflict, documents::STDIN_ONCE));
    }
    Ok(hash(documents.sources, chosen, output, None, Some(documents::source(&list))))
}

pub(super) fn hash(
    sources: Vec<Source>,
    chosen: &Chosen,
    output: Output<ListFormat>,
    exclusions: Option<&Exclusions>,
    list: Option<Source>,
) -> Code {
    let Output { format, quiet } = output;
    if format == ListFormat::Jsonl && !quiet && list.is_none() {
        return lines(sources, exclusions, chosen);
    }
    let list = list.map(|source| read_list(&source, chosen).map_err(|failure| failure.message(&source, chosen.lang)));
    let comparison = OnceLock::new();
    let entries = read(sources, |document| match &list {
        Some(Ok(list)) => {
            let trace = trace(&document.text, &chosen.recipe)?;
            _ = comparison.set(KeywordComparison::new(&trace, list));
            Ok(HashedDocument { sketch: trace.sketch, remainder: None })
        }
        _ => HashedDocument::new(&document, exclusions, chosen),
    });
    let unread = list.as_ref().and_then(|list| list.as_ref().err());
    let code =
        if entries.iter().any(|entry| entry.seen.is_err()) || unread.is_some() { Code::Trouble } else { Code::Done };
    let comparison = comparison.get();
    let code = match format {
        _ if quiet => code,
        ListFormat::Text => print(code, chosen.lang, |out| {
            text::hash(out, &entries, chosen)?;
            comparison.map_or(Ok(()), |comparison| text::keywords(out, comparison, chosen.lang))
        }),
        ListFormat::Json => print(code, chosen.lang, |out| json::hash(out, &entries, chosen, comparison)),
        ListFormat::Jsonl => print(code, chosen.lang, |out| {
            entries.iter().try_for_each(|entry| json::hash_line(out, entry, chosen, comparison))
        }),
    };
    // A list has no entry in the JSON.
    if let Some(message) = unread {
        complain(message);
    }
    if quiet || format == ListFormat::Text {
        complain_of(&entries, chosen.lang);
    }
    code
}

/// Reads a list of keywords as the recipe's system would hash it: in its order, in floats.
fn read_list(source: &Source, chosen: &Chosen) -> Result<Trace, Failure> {
    let document = document::read(source).map_err(Failure::Read)?;
    let (tokenizer, weight) = (Tokenizer::Given, Weighting::Given(Keep::All));
    let recipe = Recipe { tokenizer, weight, sum: Sum::Float, ..chosen.recipe.clone() };
    Ok(trace(&document.text, &recipe)?)
}

/// Hashes and prints each document as soon as it and those before it are done.
fn lines(sources: Vec<Source>, exclusions: Option<&Exclusions>, chosen: &Chosen) -> Code {
    let mut trouble = false;
    let code = print(Code::Done, chosen.lang, |out| {
        let make = |document: Document| HashedDocument::new(&document, exclusions, chosen);
        each(sources, make, |entry, waiting| {
            trouble |= entry.seen.is_err();
            json::hash_line(out, &entry, chosen, None)?;
            if waiting { out.flush() } else { Ok(()) }
        })
    });
    if trouble { Code::Trouble } else { code }
}
