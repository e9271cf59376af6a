//! The JSON, as types: what each object holds, in the order in which it is written. Here stands what each command
//! writes; what that is made of stands in the modules. Knows nothing of how it is filled.
//!
//! Weights and column sums are integers; divided by `scale` they are the numbers of the screens. Columns (`bit`) are
//! counted from the left, most significant bit first, from 0. Places in texts are counted in characters (Unicode code
//! points) of the decoded text, with LF line ends and without byte order mark.

mod differences;
mod document;
mod left_out;
mod pair;
mod profiles;

use serde::{Serialize, Serializer};

pub(super) use differences::{Differences, Hunk, Move, Place, Shared, Spacing, Stretch};
pub(super) use document::{Document, Encoding, Keywords, Landmark, Listed, Outcome, Seen, Stored, Told, Weight};
pub(super) use left_out::{Excluded, LeftOut, OfDocument, Without};
pub(super) use pair::{Bit, Contribution, Coverage, Crossing, Pair, Passage, Rest};
pub(super) use profiles::{Profile, Reason, Step};

use super::evidence::Found;

/// An entry of the array that `simscope hash` writes.
#[derive(Serialize)]
pub(super) struct Hash<'a> {
    pub schema: &'static str,
    pub recipe: String,
    #[serde(flatten)]
    pub document: Document<'a>,
    /// Only where something is to be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<OfDocument>,
    /// Only with `--keywords`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keywords: Option<Keywords<'a>>,
}

/// What `simscope compare --profiles` writes.
#[derive(Serialize)]
pub(super) struct Profiles<'a> {
    #[serde(flatten)]
    pub head: Head<'a>,
    /// The recipe first; empty where a document could not be read.
    pub profiles: Vec<Profile>,
}

/// What `simscope compare` writes.
#[derive(Serialize)]
pub(super) struct Compare<'a, P> {
    #[serde(flatten)]
    pub head: Head<'a>,
    pub pairs: P,
}

/// A line of `simscope compare --format jsonl`.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    pub schema: &'static str,
    pub recipe: &'a str,
    /// The names of A and B.
    pub name_a: &'a str,
    pub name_b: &'a str,
    #[serde(flatten)]
    pub pair: Pair<'a>,
}

/// What `simscope matrix` writes.
#[derive(Serialize)]
pub(super) struct Matrix<'a, D, W> {
    #[serde(flatten)]
    pub head: Head<'a>,
    /// A row for each document, in it a distance for each; `null` where one has no fingerprint.
    pub distances: D,
    /// The same without what was left out; only where something was to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distances_without: Option<W>,
}

/// What `simscope diff --format json` writes. Where a document could not be read, there are no differences.
#[derive(Serialize)]
pub(super) struct Diff<'a> {
    #[serde(flatten)]
    pub head: Head<'a>,
    pub hamming: Option<u32>,
    pub near_duplicate: Option<bool>,
    /// The pair without what was left out; only where something was to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<Without>,
    /// The texts are the same, whatever the bytes of the files are.
    pub same_text: Option<bool>,
    #[serde(flatten)]
    pub differences: Differences<'a>,
    /// Blocks of paragraphs that stand at another place, by their place in A.
    pub moves: Option<Vec<Move<'a>>>,
    /// Differences in white space alone, in order.
    pub spacing: Option<Vec<Spacing<'a>>>,
    /// The passages that both share, the longest first.
    pub passages: Option<Vec<Shared<'a>>>,
}

/// What `simscope explain` writes.
#[derive(Serialize)]
pub(super) struct Explain<'a> {
    #[serde(flatten)]
    pub head: Head<'a>,
    /// What there is to say of the pair.
    pub sentences: Vec<Sentence>,
    /// The passages that both share, the longest first; `null` where a document could not be read.
    pub passages: Option<Vec<Shared<'a>>>,
    /// `null` where a document could not be read.
    pub pair: Option<Pair<'a>>,
    /// Only with `--evidence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Found>,
}

/// What comparing was done with.
#[derive(Serialize)]
pub(super) struct Head<'a> {
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
    pub run: Run,
    /// What no number here says.
    pub note: &'static str,
    /// Only where something was to be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusions: Option<LeftOut>,
    pub documents: Vec<Listed<'a>>,
}

#[derive(Serialize)]
pub(super) struct Run {
    pub han: u32,
    pub words: u32,
}

#[derive(Serialize)]
pub(super) struct Sentence {
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
