//! `simscope hash`: the fingerprint of each document, and how its keywords differ from a list.

use std::sync::OnceLock;

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{HashArguments, ListFormat, Output},
    documents,
    hashed::{HashedDocument, KeywordComparison},
    json, print, print_error, print_failures,
    settings::ResolvedSettings,
    start::Startup,
    text, usage,
};
use crate::{
    batch::{
        Failure, Work,
        stream::{each, read},
    },
    compare::exclusion::Exclusions,
    document::{self, Document, Source},
    say,
    simhash::{Keep, Recipe, Sum, Tokenizer, Trace, Weighting, trace},
};

pub(super) fn run(arguments: HashArguments, start: Startup) -> Result<Code, CommandError> {
    let HashArguments { documents, output, exclude, keywords } = arguments;
    let settings = &start.warned().skipping(&documents.skipped).resolve(&[])?;
    if documents.sources.is_empty() {
        return Err(usage("hash", ErrorKind::TooFewValues, "hash takes one document or more"));
    }
    let Some(list) = keywords else {
        let exclusions = exclude.read("hash", settings)?;
        return Ok(hash(documents.sources, settings, output, exclusions.as_ref(), None));
    };
    if exclude.given() {
        let message = "--keywords holds a list against the whole document; remove the exclusions";
        return Err(usage("hash", ErrorKind::ArgumentConflict, message));
    }
    if documents.sources.len() != 1 || settings.recipe.tokenizer != Tokenizer::Keywords {
        let message = "--keywords goes with one document and keywords as tokens, such as --recipe yanyiwu-text";
        return Err(usage("hash", ErrorKind::ArgumentConflict, message));
    }
    if documents.stdin && list == "-" {
        return Err(usage("hash", ErrorKind::ArgumentConflict, documents::STDIN_ONCE));
    }
    Ok(hash(documents.sources, settings, output, None, Some(documents::source(&list))))
}

pub(super) fn hash(
    sources: Vec<Source>,
    settings: &ResolvedSettings,
    output: Output<ListFormat>,
    exclusions: Option<&Exclusions>,
    list: Option<Source>,
) -> Code {
    let Output { format, quiet } = output;
    if format == ListFormat::Jsonl && !quiet && list.is_none() {
        return lines(sources, exclusions, settings);
    }
    let list =
        list.map(|source| read_list(&source, settings).map_err(|failure| failure.message(&source, settings.lang)));
    let comparison = OnceLock::new();
    let entries = read(sources, Work::Hash, |document| match &list {
        Some(Ok(list)) => {
            let trace = trace(&document.text, &settings.recipe)?;
            _ = comparison.set(KeywordComparison::new(&trace, list));
            Ok(HashedDocument { sketch: trace.sketch, remainder: None })
        }
        _ => HashedDocument::new(&document, exclusions, settings),
    });
    let unread = list.as_ref().and_then(|list| list.as_ref().err());
    let code =
        if entries.iter().any(|entry| entry.seen.is_err()) || unread.is_some() { Code::Error } else { Code::Done };
    let comparison = comparison.get();
    let code = match format {
        _ if quiet => code,
        ListFormat::Text => print(code, settings.lang, |out| {
            text::hash(out, &entries, settings)?;
            comparison.map_or(Ok(()), |comparison| text::keywords(out, comparison, settings.lang))
        }),
        ListFormat::Json => print(code, settings.lang, |out| json::hash(out, &entries, settings, comparison)),
        ListFormat::Jsonl => print(code, settings.lang, |out| {
            entries.iter().try_for_each(|entry| json::hash_line(out, entry, settings, comparison))
        }),
    };
    // A list has no entry in the JSON.
    if let Some(message) = unread {
        print_error(message);
    }
    if quiet || format == ListFormat::Text {
        print_failures(&entries, settings.lang);
    }
    for entry in &entries {
        let remainder = entry.seen.as_ref().ok().and_then(|seen| seen.made.remainder.as_ref());
        for pattern in remainder.iter().flat_map(|remainder| &remainder.not_applied) {
            print_error(&say::pattern_not_applied(pattern, &[&entry.name], settings.lang));
        }
    }
    code
}

/// Reads a list of keywords as the recipe's system would hash it: in its order, in floats.
fn read_list(source: &Source, settings: &ResolvedSettings) -> Result<Trace, Failure> {
    let document = document::read(source).map_err(Failure::Read)?;
    let (tokenizer, weight) = (Tokenizer::Given, Weighting::Given(Keep::All));
    let recipe = Recipe { tokenizer, weight, sum: Sum::Float, ..settings.recipe.clone() };
    Ok(trace(&document.text, &recipe)?)
}

/// Hashes and prints each document as soon as it and those before it are done.
fn lines(sources: Vec<Source>, exclusions: Option<&Exclusions>, settings: &ResolvedSettings) -> Code {
    let mut failed = false;
    let code = print(Code::Done, settings.lang, |out| {
        let make = |document: Document| HashedDocument::new(&document, exclusions, settings);
        each(sources, Work::Hash, make, |entry, waiting| {
            failed |= entry.seen.is_err();
            json::hash_line(out, &entry, settings, None)?;
            if waiting { out.flush() } else { Ok(()) }
        })
    });
    if failed { Code::Error } else { code }
}
