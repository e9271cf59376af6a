//! Fills the JSON objects with results of the library. It must not compute anything a second way.

use std::sync::Arc;

use super::{
    super::{
        arguments::{DiffWhen, EFFECTS},
        changes::fingerprints,
        fingerprints::{FingerprintList, FingerprintOrigin, FingerprintPair, ListedFingerprint},
        hashed::KeywordComparison,
        settings::ResolvedSettings,
    },
    exclude,
    places::{self, passages},
    shape::{
        JsonBit, JsonContribution, JsonCoverage, JsonCrossing, JsonDifferences, JsonDocument, JsonEncoding, JsonHashed,
        JsonHead, JsonKeywordWeight, JsonKeywords, JsonLandmark, JsonListed, JsonMessage, JsonOutcome, JsonPair,
        JsonProfile, JsonProfileStep, JsonReason, JsonRest, JsonRunLength, JsonSentence, JsonShorter, JsonStored,
    },
};
use crate::{
    batch::{
        Batch, BatchEntry, Failure, PairDetail,
        stream::{self, LandmarkPosition, Streamed},
    },
    compare::{
        BitReasons, Comparison, FlippedBit,
        coverage::RunLength,
        distance::{chance_within, cosine_interval, cosine_of},
        pair::Disagreement,
        profiles::{Opinion, RecipePart},
    },
    document::{self as text, Reading, Source},
    say,
    simhash::{Altered, SCALE, Sketch, Sum},
};

/// How much to write of each pair.
#[derive(Clone, Copy)]
pub(super) struct PairOptions {
    /// The most contributions of a bit.
    pub top: usize,
    /// Which pairs have differences.
    pub diff: DiffWhen,
}

/// The head of a batch.
pub(super) fn head<'a>(schema: &'static str, batch: &'a Batch, settings: &ResolvedSettings) -> JsonHead<'a> {
    let listed = |entry| JsonListed::Document(Box::new(of_batch(entry, settings)));
    let documents = batch.entries.iter().map(listed).collect();
    JsonHead { exclusions: exclude::exclusions(batch), ..compared(schema, settings, batch.run, documents) }
}

/// The head of fingerprints without texts.
pub(super) fn head_of_fingerprints<'a>(schema: &'static str, fingerprints: &'a FingerprintList) -> JsonHead<'a> {
    let listed = |print: &'a ListedFingerprint| match &print.origin {
        FingerprintOrigin::Document(entry) => {
            JsonListed::Document(Box::new(streamed(entry, |sketch| *sketch, &fingerprints.settings)))
        }
        FingerprintOrigin::Stored(stored) => {
            JsonListed::Stored(JsonStored { name: &print.name, file: &stored.file, members: &stored.members })
        }
    };
    compared(schema, &fingerprints.settings, RunLength::default(), fingerprints.all.iter().map(listed).collect())
}

fn compared<'a>(
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

/// The head of a diff.
pub(super) fn head_of_two<'a>(
    schema: &'static str,
    entries: &'a [Streamed<(Arc<text::Document>, Sketch)>],
    settings: &ResolvedSettings,
) -> JsonHead<'a> {
    let listed = |entry| JsonListed::Document(Box::new(streamed(entry, |(_, sketch): &(_, Sketch)| *sketch, settings)));
    compared(schema, settings, RunLength::default(), entries.iter().map(listed).collect())
}

/// A streamed document; `sketch` finds its sketch in the result.
pub(super) fn streamed<'a, T>(
    streamed: &'a Streamed<T>,
    sketch: impl Fn(&T) -> Sketch,
    settings: &ResolvedSettings,
) -> JsonDocument<'a> {
    let seen = match &streamed.seen {
        Ok(stream::StreamedValue { reading, landmarks, altered, made }) => {
            Ok((*reading, &**landmarks, sketch(made), altered))
        }
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

/// The sentences on a pair.
pub(super) fn sentences(detail: &PairDetail, batch: &Batch, settings: &ResolvedSettings) -> Vec<JsonSentence> {
    let said = batch.sentences(detail, batch.names(&detail.comparison.pair), settings.lang);
    said.into_iter().map(|s| JsonSentence { topic: s.topic.key(), text: s.text }).collect()
}

/// A document's keywords beside those of a list.
pub(super) fn keywords(comparison: &KeywordComparison) -> JsonKeywords<'_> {
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

/// The verdict of each profile on the two documents of a batch.
pub(super) fn opinions(opinions: &[Opinion], batch: &Batch, settings: &ResolvedSettings) -> Vec<JsonProfile> {
    let (k, lang) = (settings.k(), settings.lang);
    let names = [0, 1].map(|at| batch.name(at));
    let profile = |(n, opinion): (usize, &Opinion)| {
        let [a, b] = opinion.sketches;
        let hex = |sketch: Sketch| sketch.fingerprint.map(|f| f.to_string());
        let constant = |sketch: Sketch| sketch.constant && sketch.fingerprint.is_some();
        let step = |step: &crate::compare::profiles::RecipeStep| JsonProfileStep {
            part: step.part.key(),
            hamming: step.hamming,
            bits: step.bits,
        };
        JsonProfile {
            profile: opinion.profile,
            recipe: opinion.recipe.to_string(),
            bit_for_bit: say::same_method(&opinion.recipe, lang).is_none(),
            bits: opinion.recipe.bits,
            fingerprint_a: hex(a),
            fingerprint_b: hex(b),
            constant_a: constant(a),
            constant_b: constant(b),
            hamming: opinion.hamming,
            near_duplicate: opinion.near(k),
            why: (n > 0).then(|| JsonReason {
                text: say::profile(opinion, &opinions[0], k, names, lang),
                parts: opinion.steps.iter().map(step).collect(),
                decisive: opinion.decisive(&opinions[0], k).into_iter().map(RecipePart::key).collect(),
            }),
        }
    };
    opinions.iter().enumerate().map(profile).collect()
}

pub(super) fn pair<'a>(detail: &'a PairDetail, batch: &Batch, options: PairOptions) -> JsonPair<'a> {
    let comparison = &detail.comparison;
    let (pair, k) = (comparison.pair, comparison.k);
    let bits = comparison.bits.as_ref();
    let [coverage_a, coverage_b] = &comparison.coverage;
    let [text_a, text_b] = detail.texts();
    JsonPair {
        a: pair.documents()[0],
        b: pair.documents()[1],
        hamming: pair.hamming(),
        hamming_as_read: comparison.hamming_as_read,
        k,
        near_duplicate: pair.near(k),
        identical: Some(pair.identical),
        disagreement: pair.disagreement(batch.thresholds(k)).map(Disagreement::key),
        cosine: comparison.cosine,
        cosine_from_bits: bits.map(|bits| bits.cosine),
        cosine_interval: bits.map(|bits| [bits.interval.0, bits.interval.1]),
        length_ratio: comparison.length_ratio(),
        shorter: Some(shorter(comparison)),
        coverage: Some(JsonCoverage {
            a_in_b: coverage_a.share,
            b_in_a: coverage_b.share,
            passages_a: passages(&coverage_a.passages, text_a),
            passages_b: passages(&coverage_b.passages, text_b),
        }),
        without: exclude::pair(&pair, batch, k),
        flipped_bits: bits.map_or_else(Vec::new, |bits| {
            bits.flipped.iter().map(|flipped| bit(detail, bits, flipped, options.top)).collect()
        }),
        crossing: bits.and_then(|bits| {
            let crossing = bits.crossing.as_ref()?;
            let by = if bits.joint.hamming() > k { "undo" } else { "leave" };
            Some(JsonCrossing { by, features: names(detail, &crossing.features), hamming: crossing.hamming })
        }),
        differences: match options.diff {
            DiffWhen::Never => None,
            DiffWhen::Auto if !pair.near(k) => Some(JsonDifferences { hunks: None, hunks_complete: None }),
            DiffWhen::Auto | DiffWhen::Always => {
                let sketches = detail.sides().map(|trace| trace.sketch);
                let (both, recipe) = (fingerprints(&sketches), &detail.traces[0].recipe);
                Some(places::differences([&detail.documents[0], &detail.documents[1]], both, recipe, EFFECTS))
            }
        },
    }
}

fn shorter(comparison: &Comparison) -> JsonShorter {
    let (chars, documents) = (comparison.chars, comparison.pair.documents());
    let side = usize::from(chars[1] < chars[0]);
    JsonShorter { document: documents[side], chars: chars[side], shared: comparison.coverage[side].share }
}

/// A pair of fingerprints alone: whatever needs a text is `null`.
pub(super) fn distance(
    FingerprintPair { documents: [a, b], hamming }: FingerprintPair,
    fingerprints: &FingerprintList,
) -> JsonPair<'static> {
    let (k, width) = (fingerprints.settings.k(), fingerprints.settings.recipe.bits);
    let [x, y] = [a, b].map(|at| fingerprints.all[at].fingerprint);
    let columns = x.zip(y).into_iter().flat_map(|(x, y)| x.xor(y).columns().collect::<Vec<_>>());
    JsonPair {
        a,
        b,
        hamming,
        hamming_as_read: None,
        k,
        near_duplicate: hamming.is_some_and(|hamming| hamming <= k),
        identical: None,
        disagreement: None,
        cosine: None,
        cosine_from_bits: hamming.map(|hamming| cosine_of(hamming, width)),
        cosine_interval: hamming.map(|hamming| cosine_interval(hamming, width).into()),
        length_ratio: None,
        shorter: None,
        coverage: None,
        without: None,
        flipped_bits: columns.map(|bit| JsonBit { bit, ..JsonBit::default() }).collect(),
        crossing: None,
        differences: None,
    }
}

fn bit<'a>(detail: &'a PairDetail, bits: &BitReasons, flipped: &FlippedBit, top: usize) -> JsonBit<'a> {
    let column = usize::from(flipped.bit);
    let moves = |feature: u32| bits.joint.contribution(feature, column);
    let moving: Vec<u32> = bits.joint.by_change().iter().copied().filter(|&feature| moves(feature) != 0).collect();
    let (listed, rest) = moving.split_at(top.min(moving.len()));
    let contribution = |&feature: &u32| {
        let [w_a, w_b] = bits.joint.features[feature as usize].weight;
        JsonContribution { feature: detail.feature(feature), w_a, w_b, moves: moves(feature) }
    };
    JsonBit {
        bit: flipped.bit,
        v_a: Some(flipped.v[0]),
        v_b: Some(flipped.v[1]),
        margin_a: Some(flipped.margin[0]),
        margin_b: Some(flipped.margin[1]),
        contributions: Some(listed.iter().map(contribution).collect()),
        rest: Some(JsonRest { features: rest.len(), moves: rest.iter().map(|&feature| moves(feature)).sum() }),
        undo: Some(names(detail, &flipped.undo.features)),
        undo_hamming: Some(flipped.undo.hamming),
    }
}

fn names<'a>(detail: &'a PairDetail, features: &[u32]) -> Vec<&'a str> {
    features.iter().map(|&feature| detail.feature(feature)).collect()
}
