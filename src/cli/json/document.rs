//! The documents at the head of every result: what they are, what was made of them, what is excluded from them.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Lazy, joined, present};
use crate::{
    batch::{
        Batch, BatchEntry, CharOffsets, Failure, Remainder,
        stream::{LandmarkPosition, Streamed, StreamedValue},
    },
    cli::settings::ResolvedSettings,
    compare::{
        coverage::RunLength,
        distance::chance_within,
        exclusion::{ExcludedShare, ExcludedSpan, ExclusionReason, ExclusionReasons, Pattern},
    },
    document::{Reading, Source},
    review::ExclusionRule,
    say,
    simhash::{Altered, Fingerprint, SCALE, Sketch, Sum},
};

/// An error or a warning: a stable name, and a sentence in the language of `--lang`.
pub(super) fn message(kind: &str, message: &str) -> Value {
    json!({ "kind": kind, "message": message })
}

/// The head of a result: its recipe and its documents, made while they are written.
#[derive(Serialize)]
pub(in crate::cli) struct JsonHead<D> {
    #[serde(flatten)]
    of_all: Value,
    documents: D,
}

/// The head of a batch.
pub(in crate::cli) fn head(schema: &str, batch: &Batch, settings: &ResolvedSettings) -> JsonHead<impl Serialize> {
    let documents = Lazy(|| batch.entries.iter().map(|entry| of_batch(entry, settings)));
    head_of(schema, settings, batch.run, exclusions(batch).as_ref(), documents)
}

/// The head of a result on these documents.
pub(in crate::cli) fn head_of<D: Serialize>(
    schema: &str,
    settings: &ResolvedSettings,
    run: RunLength,
    exclusions: Option<&Value>,
    documents: D,
) -> JsonHead<D> {
    let (recipe, k) = (&settings.recipe, settings.k());
    let head = json!({
        "schema": schema,
        "version": env!("CARGO_PKG_VERSION"),
        "recipe": recipe.to_string(),
        "bits": recipe.bits,
        "k": k,
        // Of two random fingerprints.
        "chance_within_k": chance_within(k, recipe.bits),
        // Integers divided by this are weights and sums.
        "scale": SCALE,
        // A recipe that adds floats (`sum=f64`) has sums rounded.
        "exact": recipe.sum == Sum::Fixed,
        "run": { "han": run.han, "words": run.words },
        "note": "Similarity is not proof of copying.",
        "exclusions": exclusions,
    });
    JsonHead { of_all: present(head, &["exclusions"]), documents }
}

/// A streamed document; `sketch` finds its sketch in the result.
pub(in crate::cli) fn streamed<T>(
    streamed: &Streamed<T>,
    sketch: impl Fn(&T) -> Sketch,
    settings: &ResolvedSettings,
) -> Value {
    let seen = match &streamed.seen {
        Ok(StreamedValue { reading, landmarks, altered, made }) => Ok((*reading, &**landmarks, sketch(made), altered)),
        Err(failure) => Err(failure),
    };
    document(&streamed.source, &streamed.name, seen, settings)
}

fn of_batch(entry: &BatchEntry, settings: &ResolvedSettings) -> Value {
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

/// A document: what was made of it, or why nothing could be.
fn document(
    source: &Source,
    name: &str,
    seen: Result<(Reading, &[LandmarkPosition], Sketch, &Altered), &Failure>,
    settings: &ResolvedSettings,
) -> Value {
    let kind = match source.plain() {
        Source::File(_) => "file",
        Source::Text { .. } | Source::Kept { .. } => "text",
        Source::Sample(_) => "sample",
        _ => "stdin",
    };
    let known = json!({ "name": name, "path": source.given(), "source": kind });
    let (reading, landmarks, sketch, altered) = match seen {
        Ok(seen) => seen,
        Err(failure) => {
            let error = message(failure.kind(), &failure.message(source, settings.lang));
            return joined(known, json!({ "error": error }));
        }
    };
    let Sketch { fingerprint, constant, tokens, features, n_eff } = sketch;
    let landmark = |LandmarkPosition { mark, at }: &LandmarkPosition| {
        let (mark, number) = (mark.key(), mark.number());
        json!({ "mark": mark, "number": number, "start": at })
    };
    let method = say::same_method(&settings.recipe, settings.lang);
    let warnings = say::warnings(name, &reading, &sketch, altered, &settings.recipe, settings.lang);
    let warnings = warnings
        .into_iter()
        .map(|warning| message(warning.kind, &warning.message))
        .chain(method.map(|method| message("same-method", &method)));
    let hashed = json!({
        "bits": settings.recipe.bits,
        // `null` where a text has no features, if the reproduced system does not give a constant for it.
        "fingerprint": fingerprint.map(|f| f.to_string()),
        "constant": constant && fingerprint.is_some(),
        "tokens": tokens,
        "features": features,
        "n_eff": n_eff,
        "format": reading.format.key(),
        "encoding": {
            "name": reading.encoding.name(),
            "chosen": reading.chosen.key(),
            "replaced": reading.replaced,
        },
        "landmarks": landmarks.iter().map(landmark).collect::<Value>(),
        "bytes": reading.bytes,
        "content_hash": format!("{:016x}", reading.content_hash),
        "warnings": warnings.collect::<Value>(),
    });
    joined(known, present(hashed, &["landmarks"]))
}

/// The exclusion rules of a batch, and their effect on each document, `null` where it could not be read; `None` if
/// nothing is excluded.
pub(in crate::cli) fn exclusions(batch: &Batch) -> Option<Value> {
    let (remainders, exclusions) = (batch.all_remainders()?, batch.rules.exclusions());
    let of_one =
        |at: usize| Some(document_exclusions(&batch.document(at)?.text, remainders.get(at)?, &batch.rules.list));
    Some(json!({
        // The scores by which order, counts and the exit code go.
        "scores": if batch.rules.whole { "whole" } else { "without" },
        "quotations": exclusions.quotations,
        "references": exclusions.references,
        "base": exclusions.base.len(),
        "common": exclusions.common,
        "patterns": exclusions.patterns.iter().map(Pattern::as_str).collect::<Value>(),
        "of": (0..batch.entries.len()).map(of_one).collect::<Value>(),
    }))
}

fn document_exclusions(text: &str, remainder: &Remainder, rules: &[ExclusionRule]) -> Value {
    let mut offsets = CharOffsets::new(text);
    let stretch = |excluded: &ExcludedSpan| {
        let [start, end] = offsets.of(excluded.span);
        (start, end, excluded.why)
    };
    let stretches = remainder.excluded.iter().map(stretch);
    let not_applied = remainder.not_applied.iter().filter_map(|&rule| rules.get(rule)?.kind.pattern());
    excluded(remainder.share, remainder.subject.fingerprint, stretches, &not_applied.collect::<Vec<_>>())
}

/// The exclusions of a document: how many of its characters, the fingerprint of the remainder, each stretch, and the
/// patterns that would take too much work on it.
pub(in crate::cli) fn excluded(
    share: ExcludedShare,
    fingerprint: Option<Fingerprint>,
    stretches: impl Iterator<Item = (usize, usize, ExclusionReasons)>,
    not_applied: &[String],
) -> Value {
    let stretches = stretches.map(|(start, end, reasons)| {
        let why: Vec<&str> = reasons.all().map(ExclusionReason::key).collect();
        json!({ "start": start, "end": end, "why": why })
    });
    let excluded = json!({
        "chars": share.chars,
        "of": share.of,
        "fingerprint": fingerprint.map(|fingerprint| fingerprint.to_string()),
        "stretches": stretches.collect::<Value>(),
        "not_applied": not_applied,
    });
    present(excluded, &["not_applied"])
}
