//! A document: what it is, what was made of it, its keywords. Knows no pair.

use serde::Serialize;
use serde_json::{Map, Value};

/// The document's keywords beside those of a list.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonKeywords<'a> {
    /// The fingerprint of the list.
    pub fingerprint: Option<String>,
    /// Between that and the fingerprint of the document.
    pub hamming: Option<u32>,
    /// How many words both have with the same weight.
    pub same: usize,
    pub only_here: &'a [String],
    pub only_in_list: &'a [String],
    pub weights: Vec<JsonKeywordWeight<'a>>,
}

/// A word that weighs otherwise in the list.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonKeywordWeight<'a> {
    pub word: &'a str,
    pub here: i64,
    pub in_list: i64,
}

/// A document of this run, or one whose fingerprint was made before.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::cli::json) enum JsonListed<'a> {
    Document(Box<JsonDocument<'a>>),
    Stored(JsonStored<'a>),
}

/// The output of `simscope hash` for a document, with the file it comes from.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonStored<'a> {
    pub name: &'a str,
    #[serde(rename = "stored")]
    pub file: &'a str,
    #[serde(flatten)]
    pub members: &'a Map<String, Value>,
}

/// A document: what was made of it, or why nothing could be.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonDocument<'a> {
    /// What texts call it; no two alike.
    pub name: &'a str,
    /// As it was given; `-` for standard input.
    pub path: String,
    /// `file`, `stdin`, `text` or `sample`.
    pub source: &'static str,
    #[serde(flatten)]
    pub outcome: JsonOutcome,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::cli::json) enum JsonOutcome {
    Seen(JsonHashed),
    Failed { error: JsonMessage },
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonHashed {
    pub bits: u8,
    /// Hexadecimal; `null` where a text has no features.
    pub fingerprint: Option<String>,
    /// The fingerprint is only the constant that the reproduced system gives for a text without features.
    pub constant: bool,
    pub tokens: u64,
    pub features: usize,
    pub n_eff: f64,
    /// The file type: `text`, `html`, `docx`, `odt`, `epub`, `rtf`, `pdf`.
    pub format: &'static str,
    pub encoding: JsonEncoding,
    /// The starts of pages or chapters of the source; only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub landmarks: Vec<JsonLandmark>,
    /// Size before decoding.
    pub bytes: u64,
    /// XXH3-64 of the bytes before decoding, hexadecimal.
    pub content_hash: String,
    pub warnings: Vec<JsonMessage>,
}

/// A page or chapter of the source.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonLandmark {
    /// `page` or `chapter`.
    pub mark: &'static str,
    /// From 1.
    pub number: u32,
    /// The first character of it.
    pub start: usize,
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonEncoding {
    pub name: &'static str,
    /// Why that one: `bom`, `utf8`, `utf8-damaged`, `utf16-test`, `declared`,
    /// `detected`, `given`, `format`.
    pub chosen: &'static str,
    /// How many U+FFFD stand for bytes that mean nothing in it.
    pub replaced: usize,
}

/// An error or a warning.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonMessage {
    /// A stable name.
    pub kind: &'static str,
    /// In the language of `--lang`.
    pub message: String,
}
