//! Two documents compared: the distance, what they share, and why their bits differ.

use serde::Serialize;
use serde_json::{Value, json};

use super::places::{self, JsonDifferences, JsonPassage};
use crate::{
    batch::{Batch, PairDetail},
    cli::{
        arguments::{DiffWhen, EFFECTS, EvidenceArguments},
        changes::fingerprints,
        settings::ResolvedSettings,
    },
    compare::{
        BitReasons, Comparison, FlippedBit,
        distance::{cosine_interval, cosine_of},
        pair::{Disagreement, Pair, cosine},
    },
    simhash::Fingerprint,
};

/// The schema of [`JsonCompare`].
pub(in crate::cli) const COMPARE: &str = "simscope/compare/3";

/// What `simscope compare` writes.
#[derive(Serialize)]
pub(in crate::cli) struct JsonCompare<H, P> {
    #[serde(flatten)]
    pub head: H,
    pub pairs: P,
}

/// A line of `simscope compare --format jsonl`.
#[derive(Serialize)]
pub(in crate::cli) struct JsonPairLine<'a> {
    schema: &'static str,
    recipe: &'a str,
    /// The names of A and B.
    name_a: &'a str,
    name_b: &'a str,
    #[serde(flatten)]
    pair: JsonPair<'a>,
}

impl<'a> JsonPairLine<'a> {
    pub(in crate::cli) fn new(recipe: &'a str, [name_a, name_b]: [&'a str; 2], pair: JsonPair<'a>) -> Self {
        Self { schema: "simscope/pair/3", recipe, name_a, name_b, pair }
    }
}

/// Two documents compared.
#[derive(Default, Serialize)]
pub(in crate::cli) struct JsonPair<'a> {
    /// Index into `documents`.
    a: usize,
    b: usize,
    /// `null` where one has no fingerprint.
    hamming: Option<u32>,
    /// The distance in the normalised reading; `null` unless a text is altered, or one alone is in Traditional script.
    hamming_as_read: Option<u32>,
    k: u32,
    near_duplicate: bool,
    /// Byte for byte the same; `null` where a text is not there.
    identical: Option<bool>,
    /// `shared-not-near`, `near-not-shared`, or `null`.
    disagreement: Option<&'static str>,
    /// The cosine of the two weight vectors; `null` if one is empty.
    cosine: Option<f64>,
    /// The cosine that the distance implies.
    cosine_from_bits: Option<f64>,
    /// Its 95% interval, lower end first.
    cosine_interval: Option<[f64; 2]>,
    /// The length of the shorter text by that of the longer, in characters, 0 to 1; `null` where a text is not there.
    length_ratio: Option<f64>,
    /// The shorter text; `null` where a text is not there.
    shorter: Option<Value>,
    /// `null` where a text is not there.
    coverage: Option<JsonCoverage>,
    /// The same after exclusion; only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<Value>,
    /// The weakest first.
    flipped_bits: Vec<JsonBit<'a>>,
    /// What would bring the distance across k; an upper bound of the smallest such change.
    crossing: Option<Value>,
    /// Only where `--diff` is not `never`.
    #[serde(flatten)]
    differences: Option<JsonDifferences<'a>>,
}

/// The parts of one text that are in the other too, each there perhaps in several pieces.
#[derive(Serialize)]
struct JsonCoverage {
    a_in_b: f64,
    b_in_a: f64,
    /// Word for word or with small edits.
    a_in_b_edited: f64,
    b_in_a_edited: f64,
    /// Characters of the longest passage.
    longest: u32,
    passages_a: Vec<JsonPassage>,
    passages_b: Vec<JsonPassage>,
}

/// A bit that differs. Without a text, its number is all that is known.
#[derive(Default, Serialize)]
struct JsonBit<'a> {
    bit: usize,
    v_a: Option<i64>,
    v_b: Option<i64>,
    /// |V| / √Σw².
    margin_a: Option<f64>,
    margin_b: Option<f64>,
    /// The features that move the sum, the strongest first.
    contributions: Option<Vec<JsonContribution<'a>>>,
    /// Those beyond `--top`; with them `moves` add up to `v_b - v_a`.
    rest: Option<Value>,
    /// The smallest set of features whose undoing restores the bit.
    undo: Option<Vec<&'a str>>,
    /// The distance after that.
    undo_hamming: Option<u32>,
}

#[derive(Serialize)]
struct JsonContribution<'a> {
    feature: &'a str,
    w_a: i64,
    w_b: i64,
    /// Its part in `v_b - v_a`.
    moves: i64,
}

/// A pair, of each bit with as many contributions as are wanted, else `top`.
pub(in crate::cli) fn json_pair<'a>(
    detail: &'a PairDetail,
    batch: &Batch,
    evidence: EvidenceArguments,
    top: usize,
) -> JsonPair<'a> {
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
            a_in_b_edited: coverage_a.edited(),
            b_in_a_edited: coverage_b.edited(),
            longest: pair.longest,
            passages_a: places::passages(&coverage_a.passages, text_a),
            passages_b: places::passages(&coverage_b.passages, text_b),
        }),
        without: without(&pair, batch, k),
        flipped_bits: bits.map_or_else(Vec::new, |bits| {
            bits.flipped.iter().map(|flipped| bit(detail, bits, flipped, evidence.top.unwrap_or(top))).collect()
        }),
        crossing: bits.and_then(|bits| {
            let crossing = bits.crossing.as_ref()?;
            // Changes undone in B bring the distance within k, or features removed from B bring it above.
            let by = if bits.joint.hamming() > k { "undo" } else { "leave" };
            let features = names(detail, &crossing.features);
            Some(json!({ "by": by, "features": features, "hamming": crossing.hamming }))
        }),
        differences: match evidence.diff {
            DiffWhen::Never => None,
            DiffWhen::Auto if !pair.near(k) => Some(JsonDifferences::default()),
            DiffWhen::Auto | DiffWhen::Always => {
                let sketches = detail.sides().map(|trace| trace.sketch);
                let (both, recipe) = (fingerprints(&sketches), &detail.traces[0].recipe);
                Some(places::differences([&detail.documents[0], &detail.documents[1]], both, recipe, EFFECTS))
            }
        },
    }
}

/// A pair of fingerprints alone: whatever needs a text is `null`.
pub(in crate::cli) fn json_distance(
    pair: &Pair,
    [x, y]: [Option<Fingerprint>; 2],
    settings: &ResolvedSettings,
) -> JsonPair<'static> {
    let ([a, b], hamming) = (pair.documents(), pair.hamming());
    let (k, width) = (settings.k(), settings.recipe.bits);
    let columns = x.zip(y).into_iter().flat_map(|(x, y)| x.xor(y).columns().collect::<Vec<_>>());
    JsonPair {
        a,
        b,
        hamming,
        k,
        near_duplicate: pair.near(k),
        cosine_from_bits: hamming.map(|hamming| cosine_of(hamming, width)),
        cosine_interval: hamming.map(|hamming| cosine_interval(hamming, width).into()),
        flipped_bits: columns.map(|bit| JsonBit { bit, ..JsonBit::default() }).collect(),
        ..JsonPair::default()
    }
}

/// The shorter text of a pair, A if both are as long: its letters, digits and ideographs, and its share that occurs in
/// the other.
fn shorter(comparison: &Comparison) -> Value {
    let (chars, documents) = (comparison.chars, comparison.pair.documents());
    let side = usize::from(chars[1] < chars[0]);
    json!({ "document": documents[side], "chars": chars[side], "shared": comparison.coverage[side].share })
}

/// A pair without the excluded text; `None` if nothing is excluded.
pub(in crate::cli) fn without(pair: &Pair, batch: &Batch, k: u32) -> Option<Value> {
    let (remainders, documents) = (batch.all_remainders()?, pair.documents());
    let without = remainders.pair(documents)?;
    let [a, b] = documents.map(|at| remainders.get(at));
    Some(json!({
        "hamming": without.hamming(),
        "near_duplicate": without.near(k),
        "disagreement": without.disagreement(batch.thresholds(k)).map(Disagreement::key),
        "cosine": cosine(&a?.subject, &b?.subject),
        "a_in_b": without.coverage[0],
        "b_in_a": without.coverage[1],
        "a_in_b_edited": without.edited()[0],
        "b_in_a_edited": without.edited()[1],
        "longest": without.longest,
    }))
}

fn bit<'a>(detail: &'a PairDetail, bits: &BitReasons, flipped: &FlippedBit, top: usize) -> JsonBit<'a> {
    let column = flipped.bit;
    let (moving, (rest, rest_moves)) = bits.joint.moving(column, top);
    let contribution = |&feature: &usize| {
        let [w_a, w_b] = bits.joint.features[feature].weight;
        JsonContribution { feature: detail.feature(feature), w_a, w_b, moves: bits.joint.contribution(feature, column) }
    };
    JsonBit {
        bit: flipped.bit,
        v_a: Some(flipped.v[0]),
        v_b: Some(flipped.v[1]),
        margin_a: Some(flipped.margin[0]),
        margin_b: Some(flipped.margin[1]),
        contributions: Some(moving.iter().map(contribution).collect()),
        rest: Some(json!({ "features": rest, "moves": rest_moves })),
        undo: Some(names(detail, &flipped.undo.features)),
        undo_hamming: Some(flipped.undo.hamming),
    }
}

fn names<'a>(detail: &'a PairDetail, features: &[usize]) -> Vec<&'a str> {
    features.iter().map(|&feature| detail.feature(feature)).collect()
}
