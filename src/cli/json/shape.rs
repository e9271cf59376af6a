//! The JSON as types, members in the order in which they are written: here the values of the commands, in the modules
//! their parts. It must not know how they are filled.
//!
//! Weights and column sums are integers; divided by `scale` they are the numbers of the screens. Columns (`bit`) are
//! counted from the left, most significant bit first, from 0. Places in texts are counted in characters (Unicode code
//! points) of the decoded text, with LF line ends and without byte order mark.

mod differences;
mod document;
mod exclusions;
mod pair;
mod profiles;

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

pub(super) use differences::{JsonDifferences, JsonHunk, JsonMove, JsonPlace, JsonShared, JsonSpacing, JsonSpan};
pub(super) use document::{
    JsonDocument, JsonEncoding, JsonHashed, JsonKeywordWeight, JsonKeywords, JsonLandmark, JsonListed, JsonMessage,
    JsonOutcome, JsonStored,
};
pub(super) use exclusions::{JsonDocumentExclusions, JsonExcluded, JsonExclusions, JsonWithout};
pub(super) use pair::{
    JsonBit, JsonContribution, JsonCoverage, JsonCrossing, JsonPair, JsonPassage, JsonRest, JsonShorter,
};
pub(super) use profiles::{JsonProfile, JsonProfileStep, JsonReason};

use super::evidence::JsonEvidence;

/// What `simscope config show` writes.
#[derive(Serialize)]
pub(super) struct JsonConfig {
    pub schema: &'static str,
    /// The file of settings, be it there or not; `null` where there is to be none.
    pub file: Option<String>,
    /// By name, in alphabetical order.
    pub settings: BTreeMap<&'static str, JsonSetting>,
    /// Each measure and how far it is in force; `null` where no child process starts.
    pub confinement: Option<BTreeMap<&'static str, &'static str>>,
}

#[derive(Serialize)]
pub(super) struct JsonSetting {
    pub value: String,
    pub origin: String,
}

/// An entry of the array that `simscope hash` writes.
#[derive(Serialize)]
pub(super) struct JsonHash<'a> {
    pub schema: &'static str,
    pub recipe: String,
    #[serde(flatten)]
    pub document: JsonDocument<'a>,
    /// Only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<JsonDocumentExclusions>,
    /// Only with `--keywords`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keywords: Option<JsonKeywords<'a>>,
}

/// What `simscope compare --profiles` writes.
#[derive(Serialize)]
pub(super) struct JsonProfiles<'a> {
    #[serde(flatten)]
    pub head: JsonHead<'a>,
    /// The recipe first; empty where a document could not be read.
    pub profiles: Vec<JsonProfile>,
}

/// What `simscope compare` writes.
#[derive(Serialize)]
pub(super) struct JsonCompare<'a, P> {
    #[serde(flatten)]
    pub head: JsonHead<'a>,
    pub pairs: P,
}

/// A line of `simscope compare --format jsonl`.
#[derive(Serialize)]
pub(super) struct JsonPairLine<'a> {
    pub schema: &'static str,
    pub recipe: &'a str,
    /// The names of A and B.
    pub name_a: &'a str,
    pub name_b: &'a str,
    #[serde(flatten)]
    pub pair: JsonPair<'a>,
}

/// What `simscope matrix` writes.
#[derive(Serialize)]
pub(super) struct JsonMatrix<'a, D, W> {
    #[serde(flatten)]
    pub head: JsonHead<'a>,
    /// A row for each document, in it a distance for each; `null` where one has no fingerprint.
    pub distances: D,
    /// The same after exclusion; only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distances_without: Option<W>,
}

/// What `simscope diff --format json` writes. If a document could not be read, there are no differences.
#[derive(Serialize)]
pub(super) struct JsonDiff<'a> {
    #[serde(flatten)]
    pub head: JsonHead<'a>,
    pub hamming: Option<u32>,
    pub near_duplicate: Option<bool>,
    /// The pair after exclusion; only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<JsonWithout>,
    /// The texts are the same, whatever the bytes of the files are.
    pub same_text: Option<bool>,
    #[serde(flatten)]
    pub differences: JsonDifferences<'a>,
    /// Moved blocks of paragraphs, by their place in A.
    pub moves: Option<Vec<JsonMove<'a>>>,
    /// Differences in white space alone, in order.
    pub spacing: Option<Vec<JsonSpacing<'a>>>,
    /// The passages that both share, the longest first.
    pub passages: Option<Vec<JsonShared<'a>>>,
}

/// What `simscope explain` writes.
#[derive(Serialize)]
pub(super) struct JsonExplain<'a> {
    #[serde(flatten)]
    pub head: JsonHead<'a>,
    /// The findings on the pair.
    pub sentences: Vec<JsonSentence>,
    /// The passages that both share, the longest first; `null` where a document could not be read.
    pub passages: Option<Vec<JsonShared<'a>>>,
    /// `null` where a document could not be read.
    pub pair: Option<JsonPair<'a>>,
    /// Only with `--evidence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<JsonEvidence>,
}

#[derive(Serialize)]
pub(super) struct JsonHead<'a> {
    pub schema: &'static str,
    pub version: &'static str,
    pub recipe: String,
    pub bits: u8,
    pub k: u32,
    /// The chance that two random fingerprints are within k.
    pub chance_within_k: f64,
    /// Integers divided by this are weights and sums.
    pub scale: i64,
    /// Whether sums are exact; a recipe that adds floats (`sum=f64`) has them rounded.
    pub exact: bool,
    /// How long a run must be to count as shared.
    pub run: JsonRunLength,
    pub note: &'static str,
    /// Only if there are exclusion rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusions: Option<JsonExclusions>,
    pub documents: Vec<JsonListed<'a>>,
}

#[derive(Serialize)]
pub(super) struct JsonRunLength {
    pub han: u32,
    pub words: u32,
}

#[derive(Serialize)]
pub(super) struct JsonSentence {
    /// `rule`, `but`, `why`, `cosine` or `health`.
    pub topic: &'static str,
    /// In the language of `--lang`.
    pub text: String,
}

/// A list that is made while it is written.
pub(super) struct Lazy<F>(pub F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Lazy<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}
