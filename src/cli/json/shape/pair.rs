//! Two documents compared: the distance, what they share, and why their bits differ.

use serde::Serialize;

use super::{JsonDifferences, JsonWithout};

/// Two documents compared.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonPair<'a> {
    /// Index into `documents`.
    pub a: usize,
    pub b: usize,
    /// `null` where one has no fingerprint.
    pub hamming: Option<u32>,
    /// The distance in the normalised reading; `null` unless a text is altered.
    pub hamming_as_read: Option<u32>,
    pub k: u32,
    pub near_duplicate: bool,
    /// Byte for byte the same; `null` where a text is not there.
    pub identical: Option<bool>,
    /// `shared-not-near`, `near-not-shared`, or `null`.
    pub disagreement: Option<&'static str>,
    /// The cosine of the two weight vectors; `null` if one is empty.
    pub cosine: Option<f64>,
    /// The cosine that the distance implies.
    pub cosine_from_bits: Option<f64>,
    /// Its 95 % interval, lower end first.
    pub cosine_interval: Option<[f64; 2]>,
    /// The length of the shorter text by that of the longer, in characters, 0 to 1; `null` where a text is not there.
    pub length_ratio: Option<f64>,
    /// The shorter text; `null` where a text is not there.
    pub shorter: Option<JsonShorter>,
    /// `null` where a text is not there.
    pub coverage: Option<JsonCoverage>,
    /// The same after exclusion; only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<JsonWithout>,
    /// The weakest first.
    pub flipped_bits: Vec<JsonBit<'a>>,
    /// What would bring the distance across k; an upper bound of the smallest such change.
    pub crossing: Option<JsonCrossing<'a>>,
    /// Only where `--diff` is not `never`.
    #[serde(flatten)]
    pub differences: Option<JsonDifferences<'a>>,
}

/// The shorter text of a pair, A if both are as long.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonShorter {
    /// Index into `documents`.
    pub document: usize,
    /// Letters, digits and ideographs.
    pub chars: u64,
    /// The share of it that occurs in the other, 0 to 1.
    pub shared: f64,
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonCoverage {
    /// The share of A that is in B, 0 to 1.
    pub a_in_b: f64,
    pub b_in_a: f64,
    /// The parts of A that are in B too, each there perhaps in several pieces.
    pub passages_a: Vec<JsonPassage>,
    pub passages_b: Vec<JsonPassage>,
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonPassage {
    pub start: usize,
    pub end: usize,
    /// White space not counted.
    pub chars: u64,
}

/// A bit that differs. Without a text, its number is all that is known.
#[derive(Default, Serialize)]
pub(in crate::cli::json) struct JsonBit<'a> {
    pub bit: u8,
    pub v_a: Option<i64>,
    pub v_b: Option<i64>,
    /// |V| / √Σw².
    pub margin_a: Option<f64>,
    pub margin_b: Option<f64>,
    /// The features that move the sum, the strongest first.
    pub contributions: Option<Vec<JsonContribution<'a>>>,
    /// Those beyond `--top`; with them `moves` add up to `v_b - v_a`.
    pub rest: Option<JsonRest>,
    /// The smallest set of features whose undoing restores the bit.
    pub undo: Option<Vec<&'a str>>,
    /// The distance after that.
    pub undo_hamming: Option<u32>,
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonContribution<'a> {
    pub feature: &'a str,
    pub w_a: i64,
    pub w_b: i64,
    /// Its part in `v_b - v_a`.
    pub moves: i64,
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonRest {
    pub features: usize,
    pub moves: i64,
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonCrossing<'a> {
    /// `undo`: changes undone in B bring the distance within k; `leave`: features removed from B bring it above.
    pub by: &'static str,
    pub features: Vec<&'a str>,
    /// The distance after that.
    pub hamming: u32,
}
