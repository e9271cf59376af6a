//! The differences of two texts and their shared passages, with places. Knows no number of a pair.

use serde::Serialize;

/// The differences of the texts; `null` if `--diff auto` omits them.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonDifferences<'a> {
    /// The changes, in order.
    pub hunks: Option<Vec<JsonHunk<'a>>>,
    /// `false` where time ran out: the hunks are right, but coarser.
    pub hunks_complete: Option<bool>,
}

/// A change that a reader would mark.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonHunk<'a> {
    /// `punctuation`, `word`, `phrase`, `removed` or `added`.
    pub kind: &'static str,
    pub a: JsonSpan<'a>,
    pub b: JsonSpan<'a>,
    /// The moved block that it is an end of: `m1`, `m2` and so on. It is one change with all hunks of that name.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub moved: Option<String>,
    /// The bits of B that change when the words of A are put back; `null` where that was not computed.
    pub bits_moved: Option<Vec<u8>>,
    /// The distance after that.
    pub hamming_without: Option<u32>,
}

/// A block of paragraphs that was moved to another place.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonMove<'a> {
    /// `m1`, `m2` and so on.
    pub label: String,
    /// The numbers of its first and last paragraph in A and in B.
    pub paragraphs_a: [u32; 2],
    pub paragraphs_b: [u32; 2],
    /// The places of its hunks in `hunks`, from 0: the first and the last where it was taken out, and put in.
    pub removed: [u32; 2],
    pub added: [u32; 2],
    /// Edits inside the moved block.
    pub edits: Vec<JsonSpacing<'a>>,
}

/// A passage that both texts share.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonShared<'a> {
    /// White space not counted.
    pub chars: u64,
    /// The number of its places in A.
    pub count_a: u32,
    pub count_b: u32,
    /// The first hundred of these.
    pub places_a: Vec<JsonPlace>,
    pub places_b: Vec<JsonPlace>,
    /// As it stands first in A.
    pub text: &'a str,
}

/// A place of a passage.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonPlace {
    pub start: usize,
    pub end: usize,
    /// The number of the paragraph that it begins in.
    pub paragraph: u32,
}

/// A difference in white space.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonSpacing<'a> {
    pub a: JsonSpan<'a>,
    pub b: JsonSpan<'a>,
}

/// Some of a text; empty where something was inserted or taken out.
#[derive(Serialize)]
pub(in crate::cli::json) struct JsonSpan<'a> {
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
