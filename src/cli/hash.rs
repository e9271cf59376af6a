//! `simscope hash`: the fingerprint of each document, without the excluded text too, and how its keywords differ from a
//! list.

use std::{
    ffi::OsString,
    io::{self, Write},
    sync::OnceLock,
};

use clap::{Args, ValueHint, error::ErrorKind};
use serde::Serialize;

use super::{
    Code, CommandError,
    arguments::{ListFormat, Output},
    documents::{self, DocumentArguments},
    exclude::ExclusionArguments,
    json::{
        self,
        document::{JsonDocument, JsonDocumentExclusions, streamed, stretch},
    },
    print, print_error, print_failures,
    settings::ResolvedSettings,
    start::Startup,
    text::{TextTable, hex, marked, number},
    usage,
};
use crate::{
    batch::{
        CharOffsets, Failure, Work,
        stream::{Streamed, each, read, remainder},
    },
    compare::{
        exclusion::{Excluded, ExcludedShare, ExclusionReason, ExclusionReasons, Exclusions},
        keywords::Keywords,
    },
    document::{self, Document, Source},
    locale::{Lang, grouped},
    say,
    simhash::{
        CountError, Fingerprint, Fixed, Keep, Recipe, Sketch, Sum, Tokenizer, Trace, Weighting, from_fixed, sketch,
        trace,
    },
    t,
    table::Align,
};

/// `simscope hash`.
#[derive(Debug, Args)]
pub(super) struct HashArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    #[command(flatten)]
    output: Output<ListFormat>,
    #[command(flatten)]
    exclude: ExclusionArguments,
    /// A list of keywords (lines of word TAB weight) that another program printed for the document: tells which words
    /// it cut otherwise; for one document and '--recipe yanyiwu-text'
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath, help_heading = "Output")]
    keywords: Option<OsString>,
}

pub(super) struct HashedDocument {
    /// The exclusions do not affect it.
    pub sketch: Sketch,
    /// `None` without exclusions.
    pub remainder: Option<Box<HashedRemainder>>,
}

/// The text of a document after exclusion.
pub(super) struct HashedRemainder {
    pub fingerprint: Option<Fingerprint>,
    /// The excluded share of the text.
    pub share: ExcludedShare,
    /// The same for each reason, in the order of [`ExclusionReason::ALL`].
    pub by_reason: [ExcludedShare; ExclusionReason::ALL.len()],
    /// In the order of the text.
    pub excluded: Vec<ExcludedChars>,
    /// The patterns that would take too much work on this document, and were not applied to it.
    pub not_applied: Vec<String>,
}

/// An excluded span. Texts are dropped before the results are printed, so the span is in characters already.
pub(super) struct ExcludedChars {
    pub start: usize,
    pub end: usize,
    pub reasons: ExclusionReasons,
}

/// The keywords of a document compared with a list.
struct KeywordComparison {
    /// The fingerprint of the list.
    fingerprint: Option<Fingerprint>,
    /// Between that and the fingerprint of the document.
    hamming: Option<u32>,
    differences: Keywords,
}

/// The remainder of a document that was read; `None` without exclusions.
pub(super) fn remainder_of(entry: &Streamed<HashedDocument>) -> Option<&HashedRemainder> {
    entry.seen.as_ref().ok()?.made.remainder.as_deref()
}

impl HashedDocument {
    pub(super) fn new(
        document: &Document,
        exclusions: Option<&Exclusions>,
        settings: &ResolvedSettings,
    ) -> Result<Self, CountError> {
        let text = &document.text;
        let sketch = sketch(text, &settings.recipe)?;
        let Some(exclusions) = exclusions else { return Ok(Self { sketch, remainder: None }) };
        let (excluded, fingerprint) = remainder(text, exclusions, &settings.recipe, settings.run)?;
        let Excluded { spans, not_applied } = excluded;
        let (share, by_reason) = (ExcludedShare::new(text, &spans), ExcludedShare::by(text, &spans));
        let mut offsets = CharOffsets::new(text);
        let excluded = spans.iter().map(|excluded| {
            let [start, end] = offsets.of(excluded.span);
            ExcludedChars { start, end, reasons: excluded.why }
        });
        let excluded = excluded.collect();
        let not_applied = not_applied.into_iter().map(|at| exclusions.patterns[at].as_str().to_owned()).collect();
        let remainder = HashedRemainder { fingerprint, share, by_reason, excluded, not_applied };
        Ok(Self { sketch, remainder: Some(Box::new(remainder)) })
    }
}

impl KeywordComparison {
    fn new(text: &Trace, list: &Trace) -> Self {
        let hamming = text.sketch.comparable().zip(list.sketch.comparable()).map(|(a, b)| a.hamming(b));
        Self { fingerprint: list.sketch.fingerprint, hamming, differences: Keywords::new(text, list) }
    }
}

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
    let code = Code::error_if(entries.iter().any(|entry| entry.seen.is_err()) || unread.is_some());
    let comparison = comparison.get();
    let shown = |out: &mut dyn Write| match format {
        ListFormat::Text => {
            write_text(out, &entries, settings)?;
            comparison.map_or(Ok(()), |comparison| write_keywords(out, comparison, settings.lang))
        }
        ListFormat::Json => {
            let all: Vec<_> = entries.iter().map(|entry| json_hash(entry, settings, comparison)).collect();
            json::write(out, json::LEVELS, &all)
        }
        ListFormat::Jsonl => {
            entries.iter().try_for_each(|entry| json::write(out, 0, &json_hash(entry, settings, comparison)))
        }
    };
    let code = if quiet { code } else { print(code, settings.lang, shown) };
    // A list has no entry in the JSON.
    if let Some(message) = unread {
        print_error(message);
    }
    if quiet || format == ListFormat::Text {
        print_failures(&entries, settings.lang);
    }
    for entry in &entries {
        for pattern in remainder_of(entry).iter().flat_map(|remainder| &remainder.not_applied) {
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
            json::write(out, 0, &json_hash(&entry, settings, None))?;
            if waiting { out.flush() } else { Ok(()) }
        })
    });
    if failed { Code::Error } else { code }
}

/// Writes the recipe, a line for each document that was read, and the warnings.
fn write_text(
    out: &mut dyn Write,
    entries: &[Streamed<HashedDocument>],
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let ResolvedSettings { recipe, lang, .. } = settings;
    let lang = *lang;
    if entries.iter().all(|entry| entry.seen.is_err()) {
        return Ok(());
    }
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = recipe))?;
    let head = [
        t!(lang, "table.fingerprint"),
        t!(lang, "table.tokens"),
        t!(lang, "table.features"),
        "n_eff",
        t!(lang, "table.encoding"),
        t!(lang, "table.document"),
    ];
    let mut table =
        TextTable::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Left, Align::Left], 0, head);
    let mut said = Vec::new();
    for entry in entries {
        let Ok(seen) = &entry.seen else { continue };
        let Sketch { fingerprint, tokens, features, n_eff, .. } = seen.made.sketch;
        table.row([
            hex(fingerprint, lang),
            grouped(tokens),
            grouped(features as u64),
            format!("{n_eff:.1}"),
            say::reading(&seen.reading, lang),
            entry.name.clone(),
        ]);
        said.extend(say::warnings(&entry.name, &seen.reading, &seen.made.sketch, &seen.altered, recipe, lang));
    }
    table.write(out)?;
    remainders(out, entries, lang)?;
    let method = say::same_method(recipe, lang);
    for message in said.into_iter().map(|warning| warning.message).chain(method) {
        marked(out, "! ", &message)?;
    }
    Ok(())
}

/// Writes the excluded share of each document and the fingerprint of the remainder.
fn remainders(out: &mut dyn Write, entries: &[Streamed<HashedDocument>], lang: Lang) -> io::Result<()> {
    for entry in entries {
        let Some(remainder) = remainder_of(entry) else { continue };
        let excluded = say::excluded_share(&entry.name, remainder.share, &remainder.by_reason, lang);
        let fingerprint = hex(remainder.fingerprint, lang);
        let line = match excluded {
            Some(excluded) => {
                [&*excluded, &t!(lang, "exclude.fingerprint-is", fingerprint = fingerprint)].join(lang.gap())
            }
            None => t!(lang, "exclude.nothing-of", name = entry.name),
        };
        marked(out, "x ", &line)?;
    }
    Ok(())
}

/// Writes how the keywords of a document differ from a list.
fn write_keywords(out: &mut dyn Write, comparison: &KeywordComparison, lang: Lang) -> io::Result<()> {
    let KeywordComparison { fingerprint, hamming, differences } = comparison;
    let (fingerprint, hd) = (hex(*fingerprint, lang), number(*hamming));
    writeln!(out, "\n{}", t!(lang, "keywords.head", fingerprint = fingerprint, hd = hd, same = differences.same))?;
    let weight = |weight| format!("{:.1}", from_fixed(weight));
    let moved = |(word, [here, there]): &(String, [Fixed; 2])| {
        t!(lang, "keywords.weighs", word = word, here = weight(*here), there = weight(*there))
    };
    let lists = [
        (t!(lang, "keywords.here"), differences.here.clone()),
        (t!(lang, "keywords.there"), differences.there.clone()),
        (t!(lang, "keywords.weights"), differences.weights.iter().map(moved).collect()),
    ];
    for (label, words) in lists.into_iter().filter(|(_, words)| !words.is_empty()) {
        let line = lang.fill("keywords.line", &[("label", &label), ("n", &words.len()), ("words", &lang.list(&words))]);
        marked(out, "- ", &line)?;
    }
    Ok(())
}

/// An entry of the array, or a line.
#[derive(Serialize)]
struct JsonHash<'a> {
    schema: &'static str,
    recipe: String,
    #[serde(flatten)]
    document: JsonDocument<'a>,
    /// Only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<JsonDocumentExclusions>,
    /// Only with `--keywords`.
    #[serde(skip_serializing_if = "Option::is_none")]
    keywords: Option<JsonKeywords<'a>>,
}

/// The document's keywords beside those of a list.
#[derive(Serialize)]
struct JsonKeywords<'a> {
    /// The fingerprint of the list.
    fingerprint: Option<String>,
    /// Between that and the fingerprint of the document.
    hamming: Option<u32>,
    /// How many words both have with the same weight.
    same: usize,
    only_here: &'a [String],
    only_in_list: &'a [String],
    weights: Vec<JsonKeywordWeight<'a>>,
}

/// A word that weighs otherwise in the list.
#[derive(Serialize)]
struct JsonKeywordWeight<'a> {
    word: &'a str,
    here: i64,
    in_list: i64,
}

fn json_hash<'a>(
    entry: &'a Streamed<HashedDocument>,
    settings: &ResolvedSettings,
    keywords: Option<&'a KeywordComparison>,
) -> JsonHash<'a> {
    JsonHash {
        schema: "simscope/hash/1",
        recipe: settings.recipe.to_string(),
        document: streamed(entry, |hashed| hashed.sketch, settings),
        without: remainder_of(entry).map(json_remainder),
        keywords: keywords.map(json_keywords),
    }
}

fn json_remainder(remainder: &HashedRemainder) -> JsonDocumentExclusions {
    JsonDocumentExclusions {
        chars: remainder.share.chars,
        of: remainder.share.of,
        fingerprint: remainder.fingerprint.map(|fingerprint| fingerprint.to_string()),
        stretches: remainder.excluded.iter().map(|one| stretch(one.start, one.end, one.reasons)).collect(),
        not_applied: remainder.not_applied.clone(),
    }
}

/// A document's keywords beside those of a list.
fn json_keywords(comparison: &KeywordComparison) -> JsonKeywords<'_> {
    let KeywordComparison { fingerprint, hamming, differences } = comparison;
    JsonKeywords {
        fingerprint: fingerprint.map(|f| f.to_string()),
        hamming: *hamming,
        same: differences.same,
        only_here: &differences.here,
        only_in_list: &differences.there,
        weights: differences
            .weights
            .iter()
            .map(|(word, [here, in_list])| JsonKeywordWeight { word, here: *here, in_list: *in_list })
            .collect(),
    }
}
