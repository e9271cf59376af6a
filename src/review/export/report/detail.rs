//! A pair in detail, as the report has it: sentences, shared passages, differences, decisions on single changes.

use serde::Serialize;

use super::{Location, ReportColumn, ReportDecision};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportDetail {
    /// The number of the pair.
    pub pair: usize,
    #[serde(rename = "said")]
    pub sentences: Vec<TopicSentence>,
    /// Hamming distance in the normalised reading, if a text has characters that deceive the eye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hamming_as_read: Option<u32>,
    /// A and B; only A if the texts are identical, none if they share nothing.
    #[serde(rename = "texts")]
    pub columns: Vec<ReportColumn>,
    /// The longest shared passages, in the order of A.
    pub passages: Vec<ReportPassage>,
    /// The number of document A.
    pub passages_of: usize,
    /// Shared passages that are not listed.
    pub more_passages: usize,
    /// Shared passages that the columns do not show, for want of room.
    pub hidden_passages: usize,
    /// `None` if the pair is not near and the report is for reading.
    pub differences: Option<ReportDifferences>,
    /// Decisions on single changes.
    #[serde(rename = "spots")]
    pub hunks: Vec<DecidedHunk>,
    /// Decisions on changes whose words no longer occur.
    pub orphans: Vec<DecidedHunk>,
}

/// A sentence on a pair.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TopicSentence {
    /// A stable name.
    pub topic: &'static str,
    /// The topic as it is shown.
    pub label: String,
    pub text: String,
}

/// A passage of A that occurs whole in B.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportPassage {
    /// Among all shared passages of the pair, in the order of A; `None` if it is excluded.
    pub number: Option<u32>,
    /// The beginning of the text.
    pub text: String,
    /// The passage is longer than `text`.
    pub cut: bool,
    /// Length in characters, without white space.
    pub chars: u64,
    /// The place in A.
    pub here: Location,
    /// The place in B.
    pub there: Location,
    #[serde(rename = "left_out")]
    pub excluded: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ReportDifferences {
    /// The number of changes.
    pub changes: usize,
    /// Paragraphs, in order.
    pub rows: Vec<ReportRow>,
    /// Changes that are not in `rows` for want of space.
    pub more_changes: usize,
    /// False if time ran out: the changes are coarser than they could be.
    pub complete: bool,
    /// The pair is a near-duplicate at the threshold.
    pub near: bool,
}

/// A paragraph of the differences, or several equal ones.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ReportRow {
    /// `equal`, `changed`, `removed`, `added` or `folded`.
    pub kind: &'static str,
    pub a: Option<Location>,
    pub b: Option<Location>,
    /// The number of its move, if it occurs elsewhere in the other text: both ends have the same.
    pub moved: Option<usize>,
    /// Empty for `folded`.
    pub parts: Vec<DiffPart>,
    /// The number of paragraphs of `folded`.
    #[serde(skip_serializing_if = "is_zero")]
    pub paragraphs: usize,
}

fn is_zero<T: Default + PartialEq>(n: &T) -> bool {
    *n == T::default()
}

/// A part of a paragraph.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DiffPart {
    #[serde(rename = "change")]
    pub kind: PartKind,
    /// The number of its change, from 1.
    pub number: Option<usize>,
    #[serde(rename = "left_out", skip_serializing_if = "std::ops::Not::not")]
    pub excluded: bool,
    pub text: String,
    /// The place in the other text, if the part is not in the same place there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<Location>,
    /// Characters between this part and the next that are omitted, without white space.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PartKind {
    /// In both texts.
    Same,
    /// In A only.
    Removed,
    /// In B only.
    Added,
    /// In A here, and elsewhere in B.
    AlsoInB,
    /// In B here, and elsewhere in A.
    AlsoInA,
}

/// A change with a decision.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DecidedHunk {
    /// The number of the change, if its words still occur.
    pub change: Option<usize>,
    /// The number of the passage, if the decision is on a passage and its words still occur.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage: Option<u32>,
    /// The decision is on a shared passage.
    #[serde(skip)]
    pub is_passage: bool,
    /// The words of A.
    pub a: String,
    /// The words of B; empty for a passage.
    pub b: String,
    #[serde(flatten)]
    pub decision: ReportDecision,
}

impl ReportRow {
    /// The numbers of its changes, each once.
    pub(in crate::review::export) fn changes(&self) -> Vec<usize> {
        let changed = self.parts.iter().filter(|part| part.kind != PartKind::Same);
        let mut numbers: Vec<usize> = changed.filter_map(|part| part.number).collect();
        numbers.dedup();
        numbers
    }
}
