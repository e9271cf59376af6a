//! The result of a recipe for two documents, and why it disagrees with another.

use serde::Serialize;

/// The result of a recipe for the two documents.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "the names and values of the JSON")]
pub(in crate::cli::json) struct JsonProfile {
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
    pub why: Option<JsonReason>,
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonReason {
    /// In the language of `--lang`.
    pub text: String,
    /// The results of the first recipe with one part of this one in place of its own.
    pub parts: Vec<JsonProfileStep>,
    /// The parts that alone turn the verdict, or the one that alone brings the distance closest.
    pub decisive: Vec<&'static str>,
}

#[derive(Serialize)]
pub(in crate::cli::json) struct JsonProfileStep {
    /// `tokens`, `weight`, `hash` or `tie`.
    pub part: &'static str,
    pub hamming: Option<u32>,
    pub bits: u8,
}
