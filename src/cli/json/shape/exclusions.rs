//! The exclusions of documents, and pairs after exclusion.

use serde::Serialize;

/// The exclusion rules, and their effect.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonExclusions {
    /// The scores by which order, counts and the exit code go: `without`, those after exclusion, or
    /// `whole`.
    pub scores: &'static str,
    pub quotations: bool,
    pub references: bool,
    /// How many base texts there are.
    pub base: usize,
    pub common: Option<usize>,
    pub patterns: Vec<String>,
    /// One for each of `documents`; `null` where it could not be read.
    pub of: Vec<Option<JsonDocumentExclusions>>,
}

/// The exclusions of a document.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonDocumentExclusions {
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
pub(in crate::cli::json) struct JsonExcluded {
    pub start: usize,
    pub end: usize,
    /// `quotation`, `reference`, `base`, `common`, `pattern`.
    pub why: Vec<&'static str>,
}

/// A pair after exclusion.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonWithout {
    pub hamming: Option<u32>,
    pub near_duplicate: bool,
    pub disagreement: Option<&'static str>,
    pub cosine: Option<f64>,
    pub a_in_b: f64,
    pub b_in_a: f64,
}
