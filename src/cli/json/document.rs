//! The documents at the head of every result: what they are, what was made of them, what is excluded from them.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    batch::{
        Batch, BatchEntry, CharOffsets, Failure, Remainder,
        stream::{LandmarkPosition, Streamed, StreamedValue},
    },
    cli::settings::ResolvedSettings,
    compare::{
        coverage::RunLength,
        distance::chance_within,
        exclusion::{ExcludedSpan, ExclusionReason, ExclusionReasons, Pattern},
    },
    document::{Reading, Source},
    review::ExclusionRule,
    say,
    simhash::{Altered, SCALE, Sketch, Sum},
};

#[derive(Serialize)]
pub(in crate::cli) struct JsonHead<'a> {
    schema: &'static str,
    version: &'static str,
    recipe: String,
    bits: u8,
    k: u32,
    /// The chance that two random fingerprints are within k.
    chance_within_k: f64,
    /// Integers divided by this are weights and sums.
    scale: i64,
    /// Whether sums are exact; a recipe that adds floats (`sum=f64`) has them rounded.
    exact: bool,
    /// The shortest run that counts as shared.
    run: JsonRunLength,
    note: &'static str,
    /// Only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusions: Option<JsonExclusions>,
    documents: Vec<JsonListed<'a>>,
}

#[derive(Serialize)]
pub(in crate::cli) struct JsonRunLength {
    pub han: u32,
    pub words: u32,
}

/// A document of this run, or one whose fingerprint was made before.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum JsonListed<'a> {
    Document(Box<JsonDocument<'a>>),
    Stored(JsonStored<'a>),
}

/// The output of `simscope hash` for a document, with the file it comes from.
#[derive(Serialize)]
pub(in crate::cli) struct JsonStored<'a> {
    pub name: &'a str,
    #[serde(rename = "stored")]
    pub file: &'a str,
    #[serde(flatten)]
    pub members: &'a Map<String, Value>,
}

/// A document: what was made of it, or why nothing could be.
#[derive(Serialize)]
pub(in crate::cli) struct JsonDocument<'a> {
    /// What texts call it; no two alike.
    name: &'a str,
    /// As it was given; `-` for standard input.
    path: String,
    /// `file`, `stdin`, `text` or `sample`.
    source: &'static str,
    #[serde(flatten)]
    outcome: JsonOutcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonOutcome {
    Seen(JsonHashed),
    Failed { error: JsonMessage },
}

#[derive(Serialize)]
struct JsonHashed {
    bits: u8,
    /// Hexadecimal; `null` where a text has no features.
    fingerprint: Option<String>,
    /// The fingerprint is only the constant that the reproduced system gives for a text without features.
    constant: bool,
    tokens: u64,
    features: usize,
    n_eff: f64,
    /// The file type: `text`, `html`, `docx`, `odt`, `epub`, `rtf`, `pdf`.
    format: &'static str,
    encoding: JsonEncoding,
    /// The starts of pages or chapters of the source; only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    landmarks: Vec<JsonLandmark>,
    /// Size before decoding.
    bytes: u64,
    /// XXH3-64 of the bytes before decoding, hexadecimal.
    content_hash: String,
    warnings: Vec<JsonMessage>,
}

/// A page or chapter of the source.
#[derive(Serialize)]
struct JsonLandmark {
    /// `page` or `chapter`.
    mark: &'static str,
    /// From 1.
    number: u32,
    /// The first character of it.
    start: usize,
}

#[derive(Serialize)]
struct JsonEncoding {
    name: &'static str,
    /// Why that one: `bom`, `utf8`, `utf8-damaged`, `utf16-test`, `declared`,
    /// `detected`, `given`, `format`.
    chosen: &'static str,
    /// How many U+FFFD stand for bytes that mean nothing in it.
    replaced: usize,
}

/// An error or a warning.
#[derive(Serialize)]
pub(in crate::cli) struct JsonMessage {
    /// A stable name.
    pub kind: &'static str,
    /// In the language of `--lang`.
    pub message: String,
}

/// The exclusion rules, and their effect.
#[derive(Serialize)]
pub(in crate::cli) struct JsonExclusions {
    /// The scores by which order, counts and the exit code go: `without`, those after exclusion, or
    /// `whole`.
    scores: &'static str,
    quotations: bool,
    references: bool,
    /// How many base texts there are.
    base: usize,
    common: Option<usize>,
    patterns: Vec<String>,
    /// One for each of `documents`; `null` where it could not be read.
    of: Vec<Option<JsonDocumentExclusions>>,
}

/// The exclusions of a document.
#[derive(Serialize)]
pub(in crate::cli) struct JsonDocumentExclusions {
    /// White space not counted.
    pub chars: u64,
    /// Characters of the whole text.
    pub of: u64,
    /// The fingerprint of the remainder.
    pub fingerprint: Option<String>,
    pub stretches: Vec<JsonExcluded>,
    /// Patterns that would take too much work on this document, and were not applied to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_applied: Vec<String>,
}

#[derive(Serialize)]
pub(in crate::cli) struct JsonExcluded {
    start: usize,
    end: usize,
    /// `quotation`, `reference`, `base`, `common`, `pattern`.
    why: Vec<&'static str>,
}

/// The head of a batch.
pub(in crate::cli) fn head<'a>(schema: &'static str, batch: &'a Batch, settings: &ResolvedSettings) -> JsonHead<'a> {
    let listed = |entry| JsonListed::Document(Box::new(of_batch(entry, settings)));
    let documents = batch.entries.iter().map(listed).collect();
    JsonHead { exclusions: exclusions(batch), ..head_of(schema, settings, batch.run, documents) }
}

/// The head of a result on these documents.
pub(in crate::cli) fn head_of<'a>(
    schema: &'static str,
    settings: &ResolvedSettings,
    run: RunLength,
    documents: Vec<JsonListed<'a>>,
) -> JsonHead<'a> {
    let (recipe, k) = (&settings.recipe, settings.k());
    JsonHead {
        schema,
        version: env!("CARGO_PKG_VERSION"),
        recipe: recipe.to_string(),
        bits: recipe.bits,
        k,
        chance_within_k: chance_within(k, recipe.bits),
        scale: SCALE,
        exact: recipe.sum == Sum::Fixed,
        run: JsonRunLength { han: run.han, words: run.words },
        note: "Similarity is not proof of copying.",
        exclusions: None,
        documents,
    }
}

/// A streamed document; `sketch` finds its sketch in the result.
pub(in crate::cli) fn streamed<'a, T>(
    streamed: &'a Streamed<T>,
    sketch: impl Fn(&T) -> Sketch,
    settings: &ResolvedSettings,
) -> JsonDocument<'a> {
    let seen = match &streamed.seen {
        Ok(StreamedValue { reading, landmarks, altered, made }) => Ok((*reading, &**landmarks, sketch(made), altered)),
        Err(failure) => Err(failure),
    };
    document(&streamed.source, &streamed.name, seen, settings)
}

fn of_batch<'a>(entry: &'a BatchEntry, settings: &ResolvedSettings) -> JsonDocument<'a> {
    if let (Some(text), Some(examined)) = (entry.text(), &entry.examined) {
        return document(
            &entry.source,
            &entry.name,
            Ok((text.reading, &LandmarkPosition::all(text), examined.sketch, examined.subject.altered())),
            settings,
        );
    }
    let failure = entry.failure().unwrap_or(Failure::Stopped);
    document(&entry.source, &entry.name, Err(&failure), settings)
}

fn document<'a>(
    source: &Source,
    name: &'a str,
    seen: Result<(Reading, &[LandmarkPosition], Sketch, &Altered), &Failure>,
    settings: &ResolvedSettings,
) -> JsonDocument<'a> {
    let outcome = match seen {
        Err(failure) => JsonOutcome::Failed {
            error: JsonMessage { kind: failure.kind(), message: failure.message(source, settings.lang) },
        },
        Ok((reading, landmarks, sketch, altered)) => {
            let Sketch { fingerprint, constant, tokens, features, n_eff } = sketch;
            let method = say::same_method(&settings.recipe, settings.lang);
            let warnings = say::warnings(name, &reading, &sketch, altered, &settings.recipe, settings.lang);
            let encoding = JsonEncoding {
                name: reading.encoding.name(),
                chosen: reading.chosen.key(),
                replaced: reading.replaced,
            };
            JsonOutcome::Seen(JsonHashed {
                bits: settings.recipe.bits,
                fingerprint: fingerprint.map(|f| f.to_string()),
                constant: constant && fingerprint.is_some(),
                tokens,
                features,
                n_eff,
                format: reading.format.key(),
                encoding,
                landmarks: landmarks
                    .iter()
                    .map(|place| JsonLandmark { mark: place.mark.key(), number: place.mark.number(), start: place.at })
                    .collect(),
                bytes: reading.bytes,
                content_hash: format!("{:016x}", reading.content_hash),
                warnings: warnings
                    .into_iter()
                    .map(|w| JsonMessage { kind: w.kind, message: w.message })
                    .chain(method.map(|message| JsonMessage { kind: "same-method", message }))
                    .collect(),
            })
        }
    };
    let kind = match source.plain() {
        Source::File(_) => "file",
        Source::Stdin | Source::Encoded(..) | Source::As(..) => "stdin",
        Source::Text { .. } | Source::Kept { .. } => "text",
        Source::Sample(_) => "sample",
    };
    JsonDocument { name, path: source.given(), source: kind, outcome }
}

/// The exclusions of a batch; `None` if nothing is excluded.
pub(in crate::cli) fn exclusions(batch: &Batch) -> Option<JsonExclusions> {
    let (remainders, exclusions) = (batch.all_remainders()?, batch.rules.exclusions());
    let of_one =
        |at: usize| Some(document_exclusions(&batch.document(at)?.text, remainders.get(at)?, &batch.rules.list));
    Some(JsonExclusions {
        scores: if batch.rules.whole { "whole" } else { "without" },
        quotations: exclusions.quotations,
        references: exclusions.references,
        base: exclusions.base.len(),
        common: exclusions.common,
        patterns: exclusions.patterns.iter().map(|pattern| Pattern::as_str(pattern).to_owned()).collect(),
        of: (0..batch.entries.len()).map(of_one).collect(),
    })
}

fn document_exclusions(text: &str, remainder: &Remainder, rules: &[ExclusionRule]) -> JsonDocumentExclusions {
    let mut offsets = CharOffsets::new(text);
    let stretch = |excluded: &ExcludedSpan| {
        let [start, end] = offsets.of(excluded.span);
        stretch(start, end, excluded.why)
    };
    JsonDocumentExclusions {
        chars: remainder.share.chars,
        of: remainder.share.of,
        fingerprint: remainder.subject.fingerprint.map(|fingerprint| fingerprint.to_string()),
        stretches: remainder.excluded.iter().map(stretch).collect(),
        not_applied: remainder.not_applied.iter().filter_map(|&rule| rules.get(rule)?.kind.pattern()).collect(),
    }
}

pub(in crate::cli) fn stretch(start: usize, end: usize, reasons: ExclusionReasons) -> JsonExcluded {
    JsonExcluded { start, end, why: reasons.all().map(ExclusionReason::key).collect() }
}
