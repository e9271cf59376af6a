//! The exclusions of a review, as a journal stores them.

use serde::{Deserialize, Serialize};

use super::{BaseText, FileId};

/// Text that a rule or a mark excludes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Exclusion {
    Quotations,
    /// Lists of references.
    References,
    /// Passages that occur in many documents.
    Common {
        /// The least number of documents.
        least: usize,
    },
    /// Passages of a base text.
    Base(BaseText),
    Pattern {
        /// The regular expression.
        pattern: String,
    },
    /// A passage marked by hand, wherever it occurs.
    Passage {
        text: String,
        /// Marked as a quotation, otherwise as common text.
        quotation: bool,
    },
    /// A passage marked by hand, at one place.
    Place {
        file: FileId,
        text: String,
        /// Which of its occurrences in the file, from 0.
        nth: usize,
        /// Marked as a quotation, otherwise as common text.
        quotation: bool,
    },
}

impl Exclusion {
    /// Whether both exclude the same, whatever their settings: the later one replaces the earlier one.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Quotations, Self::Quotations)
            | (Self::References, Self::References)
            | (Self::Common { .. }, Self::Common { .. }) => true,
            (Self::Base(one), Self::Base(other)) => one.file.path == other.file.path,
            (Self::Pattern { pattern: a }, Self::Pattern { pattern: b })
            | (Self::Passage { text: a, .. }, Self::Passage { text: b, .. }) => a == b,
            (Self::Place { file: f, text: a, nth: n, .. }, Self::Place { file: g, text: b, nth: m, .. }) => {
                (&f.path, a, n) == (&g.path, b, m)
            }
            _ => false,
        }
    }

    /// The marked text or the pattern.
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Pattern { pattern } => Some(pattern),
            Self::Passage { text, .. } | Self::Place { text, .. } => Some(text),
            Self::Quotations | Self::References | Self::Common { .. } | Self::Base(_) => None,
        }
    }
}

/// An exclusion of the list, on or off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExclusionStatus {
    pub exclusion: Exclusion,
    pub on: bool,
}

/// Applies a change to the list: the last one on an exclusion holds. `on` as in `ReviewChange::Exclude`.
pub(crate) fn update_exclusions(all: &mut Vec<ExclusionStatus>, exclusions: &[Exclusion], on: Option<bool>) {
    for exclusion in exclusions {
        let known = all.iter().position(|known| known.exclusion.is(exclusion));
        match (known, on.map(|on| ExclusionStatus { exclusion: exclusion.clone(), on })) {
            (Some(at), None) => _ = all.remove(at),
            (Some(at), Some(status)) => all[at] = status,
            (None, Some(status)) => all.push(status),
            (None, None) => {}
        }
    }
}
