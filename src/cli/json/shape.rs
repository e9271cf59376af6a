//! The JSON, as types: what each object holds, in the order in which it is written.
//!
//! Weights and column sums are integers; divided by `scale` they are the numbers of the screens. Columns (`bit`) are
//! counted from the left, most significant bit first, from 0. Places in texts are counted in characters (Unicode code
//! points) of the decoded text, with LF line ends and without byte order mark.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

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
    pub without: Option<&'a OfDocument>,
    /// Only with `--keywords`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keywords: Option<Keywords<'a>>,
}

/// The document's keywords beside those of a list.
#[derive(Serialize)]
pub(super) struct Keywords<'a> {
    /// What the list gives.
    pub fingerprint: Option<String>,
    /// How far that is from the document's.
    pub hamming: Option<u32>,
    /// How many words both have with the same weight.
    pub same: usize,
    pub only_here: &'a [String],
    pub only_in_list: &'a [String],
    pub weights: Vec<Weight<'a>>,
}

/// A word that weighs otherwise in the list.
#[derive(Serialize)]
pub(super) struct Weight<'a> {
    pub word: &'a str,
    pub here: i64,
    pub in_list: i64,
}

/// What `simscope compare --profiles` writes.
#[derive(Serialize)]
pub(super) struct Profiles<'a> {
    #[serde(flatten)]
    pub head: Head<'a>,
    /// The recipe first; empty where a document could not be read.
    pub profiles: Vec<Profile>,
}

/// What a recipe says of the two documents.
#[derive(Serialize)]
#[expect(clippy::struct_field_names, clippy::struct_excessive_bools, reason = "the names and values of the JSON")]
pub(super) struct Profile {
    /// `null` for a recipe that is no profile.
    pub profile: Option<&'static str>,
    pub recipe: String,
    /// `false` where it follows a system's method and not its bits.
    pub bit_for_bit: bool,
    pub bits: u8,
    pub fingerprint_a: Option<String>,
    pub fingerprint_b: Option<String>,
    pub constant_a: bool,
    pub constant_b: bool,
    pub hamming: Option<u32>,
    pub near_duplicate: bool,
    /// Why it disagrees with the first; `null` for the first.
    pub why: Option<Reason>,
}

#[derive(Serialize)]
pub(super) struct Reason {
    /// In the language of `--lang`.
    pub text: String,
    /// What the first says with one part of this one's in place of its own.
    pub parts: Vec<Step>,
    /// The parts that alone turn the verdict, or the one that alone brings the distance closest.
    pub decisive: Vec<&'static str>,
}

#[derive(Serialize)]
pub(super) struct Step {
    /// `tokens`, `weight`, `hash` or `tie`.
    pub part: &'static str,
    pub hamming: Option<u32>,
    pub bits: u8,
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
    /// What A and B are called.
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
    /// Of simscope.
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

/// A document of this run, or one whose fingerprint was made before.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Listed<'a> {
    Document(Box<Document<'a>>),
    Stored(Stored<'a>),
}

/// What `simscope hash` wrote of a document, with the file it stands in.
#[derive(Serialize)]
pub(super) struct Stored<'a> {
    pub name: &'a str,
    #[serde(rename = "stored")]
    pub file: &'a str,
    #[serde(flatten)]
    pub members: &'a Map<String, Value>,
}

/// What was to be left out, and what that came to.
#[derive(Serialize)]
pub(super) struct LeftOut {
    pub quotations: bool,
    pub references: bool,
    /// How many base texts there are.
    pub base: usize,
    pub common: Option<usize>,
    pub patterns: Vec<String>,
    /// One for each of `documents`; `null` where it could not be read.
    pub of: Vec<Option<OfDocument>>,
}

/// What was left out of a document.
#[derive(Serialize)]
pub(in crate::cli) struct OfDocument {
    /// White space not counted.
    pub chars: u64,
    /// Of so many.
    pub of: u64,
    /// Of what is left.
    pub fingerprint: Option<String>,
    pub stretches: Vec<Excluded>,
}

#[derive(Serialize)]
pub(in crate::cli) struct Excluded {
    pub start: usize,
    pub end: usize,
    /// `quotation`, `reference`, `base`, `common`, `pattern`.
    pub why: Vec<&'static str>,
}

/// A pair without what was left out.
#[derive(Serialize)]
pub(super) struct Without {
    pub hamming: Option<u32>,
    pub near_duplicate: bool,
    pub disagreement: Option<&'static str>,
    pub cosine: Option<f64>,
    pub a_in_b: f64,
    pub b_in_a: f64,
}

#[derive(Serialize)]
pub(super) struct Run {
    pub han: u32,
    pub words: u32,
}

/// A document: what was made of it, or why nothing could be.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    /// What texts call it; no two alike.
    pub name: &'a str,
    /// As it was given; `-` for standard input.
    pub path: String,
    /// `file`, `stdin`, `text` or `sample`.
    pub source: &'static str,
    #[serde(flatten)]
    pub outcome: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Outcome {
    Seen(Seen),
    Failed { error: Error },
}

#[derive(Serialize)]
pub(super) struct Seen {
    pub bits: u8,
    /// Hexadecimal; `null` where a text has no features.
    pub fingerprint: Option<String>,
    /// The fingerprint is only the constant that the reproduced system gives for a text without features.
    pub constant: bool,
    pub tokens: u64,
    /// Distinct tokens.
    pub features: usize,
    pub n_eff: f64,
    /// What the file is: `text`, `html`, `docx`, `odt`, `epub`, `rtf`, `pdf`.
    pub format: &'static str,
    pub encoding: Encoding,
    /// Where pages or chapters of the source begin; only where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub landmarks: Vec<Landmark>,
    /// Size before decoding.
    pub bytes: u64,
    /// XXH3-64 of the bytes before decoding, hexadecimal.
    pub content_hash: String,
    pub warnings: Vec<Told>,
}

/// A page or chapter of the source.
#[derive(Serialize)]
pub(super) struct Landmark {
    /// `page` or `chapter`.
    pub mark: &'static str,
    /// From 1.
    pub number: u32,
    /// The first character of it.
    pub start: usize,
}

#[derive(Serialize)]
pub(super) struct Encoding {
    pub name: &'static str,
    /// Why that one: `bom`, `utf8`, `utf8-damaged`, `utf16-test`, `declared`,
    /// `detected`, `given`, `format`.
    pub chosen: &'static str,
    /// How many U+FFFD stand for bytes that mean nothing in it.
    pub replaced: usize,
}

/// An error is told in the same shape as a warning.
pub(super) type Error = Told;

#[derive(Serialize)]
pub(super) struct Told {
    /// A stable name.
    pub kind: &'static str,
    /// In the language of `--lang`.
    pub message: String,
}

#[derive(Serialize)]
pub(super) struct Sentence {
    /// `rule`, `but`, `why`, `cosine` or `health`.
    pub topic: &'static str,
    /// In the language of `--lang`.
    pub text: String,
}

/// Two documents compared.
#[derive(Serialize)]
pub(super) struct Pair<'a> {
    /// Index into `documents`.
    pub a: usize,
    pub b: usize,
    /// `null` where one has no fingerprint.
    pub hamming: Option<u32>,
    pub k: u32,
    pub near_duplicate: bool,
    /// Byte for byte the same; `null` where a text is not there.
    pub identical: Option<bool>,
    /// `shared-not-near`, `near-not-shared`, or `null`.
    pub disagreement: Option<&'static str>,
    /// Of the two weight vectors; `null` where one is empty.
    pub cosine: Option<f64>,
    /// What the distance stands for.
    pub cosine_from_bits: Option<f64>,
    /// Its 95 % interval, lower end first.
    pub cosine_interval: Option<[f64; 2]>,
    /// `null` where a text is not there.
    pub coverage: Option<Coverage>,
    /// The same without what was left out; only where something was to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<Without>,
    /// The weakest first.
    pub flipped_bits: Vec<Bit<'a>>,
    /// What would bring the distance across k; an upper bound of the smallest such change.
    pub crossing: Option<Crossing<'a>>,
    /// Only where `--diff` is not `never`.
    #[serde(flatten)]
    pub differences: Option<Differences<'a>>,
}

/// The differences of the texts; `null` where `--diff auto` leaves them out.
#[derive(Serialize)]
pub(super) struct Differences<'a> {
    /// What changed, in order.
    pub hunks: Option<Vec<Hunk<'a>>>,
    /// `false` where time ran out: the hunks are right, but coarser.
    pub hunks_complete: Option<bool>,
}

/// A change that a reader would mark.
#[derive(Serialize)]
pub(super) struct Hunk<'a> {
    /// `punctuation`, `word`, `phrase`, `removed` or `added`.
    pub kind: &'static str,
    pub a: Stretch<'a>,
    pub b: Stretch<'a>,
    /// The moved block that it is an end of: `m1`, `m2` and so on. It is one change with all hunks of that name.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub moved: Option<String>,
    /// The bits of B that change when the words of A are put back; `null` where that was not computed.
    pub bits_moved: Option<Vec<u8>>,
    /// The distance then.
    pub hamming_without: Option<u32>,
}

/// A block of paragraphs that stands at another place.
#[derive(Serialize)]
pub(super) struct Move<'a> {
    /// `m1`, `m2` and so on.
    pub label: String,
    /// The numbers of its first and last paragraph in A and in B.
    pub paragraphs_a: [u32; 2],
    pub paragraphs_b: [u32; 2],
    /// The places of its hunks in `hunks`, from 0: the first and the last where it was taken out, and put in.
    pub removed: [u32; 2],
    pub added: [u32; 2],
    /// What was edited on the way.
    pub edits: Vec<Spacing<'a>>,
}

/// A passage that stands in both texts.
#[derive(Serialize)]
pub(super) struct Shared<'a> {
    /// White space not counted.
    pub chars: u64,
    /// At how many places it stands.
    pub count_a: u32,
    pub count_b: u32,
    /// The first hundred of these.
    pub places_a: Vec<Place>,
    pub places_b: Vec<Place>,
    /// As it stands first in A.
    pub text: &'a str,
}

/// A place of a passage.
#[derive(Serialize)]
pub(super) struct Place {
    pub start: usize,
    pub end: usize,
    /// The number of the paragraph that it begins in.
    pub paragraph: u32,
}

/// What differs, of both texts.
#[derive(Serialize)]
pub(super) struct Spacing<'a> {
    pub a: Stretch<'a>,
    pub b: Stretch<'a>,
}

/// Some of a text; empty where something was inserted or taken out.
#[derive(Serialize)]
pub(super) struct Stretch<'a> {
    pub start: usize,
    pub end: usize,
    pub text: &'a str,
    /// The page of the source in which it begins; only where the source has pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The chapter, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct Coverage {
    /// The share of A that stands in B, 0 to 1.
    pub a_in_b: f64,
    pub b_in_a: f64,
    /// The stretches of A that stand in B.
    pub passages_a: Vec<Passage>,
    pub passages_b: Vec<Passage>,
}

#[derive(Serialize)]
pub(super) struct Passage {
    pub start: usize,
    pub end: usize,
    /// White space not counted.
    pub chars: u64,
}

/// A bit that differs. Where a text is not there, its number is all there is.
#[derive(Default, Serialize)]
#[expect(clippy::struct_field_names, reason = "`bit` is the name in the JSON")]
pub(super) struct Bit<'a> {
    pub bit: u8,
    pub v_a: Option<i64>,
    pub v_b: Option<i64>,
    /// |V| / √Σw².
    pub margin_a: Option<f64>,
    pub margin_b: Option<f64>,
    /// The features that move the sum, the strongest first.
    pub contributions: Option<Vec<Contribution<'a>>>,
    /// Those beyond `--top`; with them `moves` add up to `v_b - v_a`.
    pub rest: Option<Rest>,
    /// The smallest set of features whose undoing restores the bit.
    pub undo: Option<Vec<&'a str>>,
    /// The distance after that.
    pub undo_hamming: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct Contribution<'a> {
    pub feature: &'a str,
    pub w_a: i64,
    pub w_b: i64,
    /// What it adds to `v_b - v_a`.
    pub moves: i64,
}

#[derive(Serialize)]
pub(super) struct Rest {
    pub features: usize,
    pub moves: i64,
}

#[derive(Serialize)]
pub(super) struct Crossing<'a> {
    /// `undo`: changes undone in B bring the distance within k; `leave`: features left out of B bring it beyond.
    pub by: &'static str,
    pub features: Vec<&'a str>,
    /// The distance after that.
    pub hamming: u32,
}

/// A list that is made while it is written.
pub(super) struct Lazy<F>(pub F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Lazy<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}
