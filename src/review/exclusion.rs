//! What a reader has left out of the texts of a review, in the form in which a journal keeps it.

use serde::{Deserialize, Serialize};

use super::FileId;

/// One thing to be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Exclusion {
    Quotations,
    /// Lists of references.
    References,
    /// Passages that stand in many documents.
    Common {
        /// In at least so many.
        least: usize,
    },
    /// What matches a pattern.
    Pattern {
        /// The regular expression.
        pattern: String,
    },
    /// A passage marked by hand, wherever it stands.
    Passage {
        text: String,
        /// It was taken for a quotation, not for common text.
        quotation: bool,
    },
    /// A stretch marked by hand, in one place.
    Place {
        /// In this file.
        file: FileId,
        text: String,
        /// Where they stand for the n-th time, counted from 0.
        nth: usize,
        /// It was taken for a quotation, not for common text.
        quotation: bool,
    },
}

impl Exclusion {
    /// Whether both are of the same thing: a later one takes the place of an earlier one.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Quotations, Self::Quotations)
            | (Self::References, Self::References)
            | (Self::Common { .. }, Self::Common { .. }) => true,
            (Self::Pattern { pattern: a }, Self::Pattern { pattern: b })
            | (Self::Passage { text: a, .. }, Self::Passage { text: b, .. }) => a == b,
            (Self::Place { file: f, text: a, nth: n, .. }, Self::Place { file: g, text: b, nth: m, .. }) => {
                (&f.path, a, n) == (&g.path, b, m)
            }
            _ => false,
        }
    }

    /// Its words or its pattern, where it has any.
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Pattern { pattern } => Some(pattern),
            Self::Passage { text, .. } | Self::Place { text, .. } => Some(text),
            Self::Quotations | Self::References | Self::Common { .. } => None,
        }
    }
}

/// What is kept of one thing that is to be left out, or was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExclusionStatus {
    pub what: Exclusion,
    /// Whether it is left out; it may be known and off.
    pub on: bool,
    /// It was said since this opening of the journal, by whoever.
    pub since: bool,
}

/// Takes in what was said next: of one thing the last word stands. With `on` as in `ReviewChange::Omit`.
pub fn update_exclusions(all: &mut Vec<ExclusionStatus>, what: &[Exclusion], on: Option<bool>, since: bool) {
    for what in what {
        let known = all.iter().position(|known| known.what.is(what));
        match (known, on.map(|on| ExclusionStatus { what: what.clone(), on, since })) {
            (Some(at), None) => _ = all.remove(at),
            (Some(at), Some(omitted)) => all[at] = omitted,
            (None, Some(omitted)) => all.push(omitted),
            (None, None) => {}
        }
    }
}
