//! A pair as a row of the report, and what was decided on it.

use serde::Serialize;

use super::is_false;
use crate::{
    locale::Lang,
    review::{Timestamp, Verdict},
    t,
};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportPair {
    /// Rank among the listed pairs.
    pub number: usize,
    /// The number of document A.
    pub a: usize,
    /// The number of document B.
    pub b: usize,
    /// Hamming distance, in bits.
    pub hamming: Option<u32>,
    pub near_duplicate: bool,
    /// The files are equal byte for byte.
    pub identical: bool,
    /// `shared-not-near` or `near-not-shared`.
    pub disagreement: Option<&'static str>,
    /// Share of A that occurs in B; `None` if a text is missing.
    pub a_in_b: Option<f64>,
    /// Share of B that occurs in A; `None` if a text is missing.
    pub b_in_a: Option<f64>,
    /// Length of the longest shared passage, in characters; `None` if a text is missing.
    pub longest: Option<u64>,
    /// The exact cosine of the two weight vectors.
    pub cosine: Option<f64>,
    /// `None` if nothing is excluded.
    #[serde(rename = "rest")]
    pub remainder: Option<RemainderFigures>,
    /// The number of the cluster of both.
    pub cluster: Option<u32>,
    #[serde(flatten)]
    pub decision: ReportDecision,
    /// There is a verdict or a note, on the pair or on one of its changes.
    #[serde(skip)]
    pub is_decided: bool,
}

/// A pair after exclusion.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct RemainderFigures {
    /// Hamming distance, in bits.
    pub hamming: Option<u32>,
    pub near_duplicate: bool,
    /// `shared-not-near` or `near-not-shared`.
    pub disagreement: Option<&'static str>,
    /// Share of A that occurs in B.
    pub a_in_b: f64,
    /// Share of B that occurs in A.
    pub b_in_a: f64,
    /// Length of the longest shared passage, in characters.
    pub longest: u64,
}

/// The verdict and the note of a reader.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ReportDecision {
    pub verdict: Option<Verdict>,
    pub verdict_at: Option<Timestamp>,
    /// The numbers of the documents that changed after the verdict.
    pub changed_since: Vec<usize>,
    pub note: Option<String>,
    /// Both came with the folder, and are not accepted.
    #[serde(skip_serializing_if = "is_false")]
    pub received: bool,
}

/// The figures of a pair, whole or after exclusion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairFigures {
    /// Hamming distance, in bits.
    pub hamming: Option<u32>,
    pub near: bool,
    /// `shared-not-near` or `near-not-shared`.
    pub disagreement: Option<&'static str>,
    /// Share of A that occurs in B, and of B that occurs in A.
    pub shares: [Option<f64>; 2],
    /// Length of the longest shared passage, in characters.
    pub longest: Option<u64>,
}

impl PairFigures {
    /// The pair is to be looked at.
    pub(crate) fn is_flagged(self) -> bool {
        self.near || self.disagreement.is_some()
    }
}

impl ReportPair {
    /// The figures after exclusion; `None` if nothing is excluded.
    pub(crate) fn after_exclusion(&self) -> Option<PairFigures> {
        self.remainder.map(|after| PairFigures {
            hamming: after.hamming,
            near: after.near_duplicate,
            disagreement: after.disagreement,
            shares: [Some(after.a_in_b), Some(after.b_in_a)],
            longest: Some(after.longest),
        })
    }

    /// The figures of the whole texts.
    pub(crate) fn whole(&self) -> PairFigures {
        PairFigures {
            hamming: self.hamming,
            near: self.near_duplicate,
            disagreement: self.disagreement,
            shares: [self.a_in_b, self.b_in_a],
            longest: self.longest,
        }
    }
}

impl ReportDecision {
    pub(crate) fn is_empty(&self) -> bool {
        self.verdict.is_none() && self.note.is_none()
    }

    /// The verdict in a word, in brackets if it was received.
    pub(crate) fn label(&self, lang: Lang) -> Option<String> {
        let label = self.verdict?.label(lang);
        Some(if self.received { t!(lang, "received.mark", mark = label) } else { label.to_owned() })
    }
}
