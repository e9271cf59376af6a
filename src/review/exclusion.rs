//! The exclusions of a review, as a journal stores them.

use std::collections::HashMap;

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

/// The identity of an exclusion, whatever its settings.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum ExclusionKey<'a> {
    Quotations,
    References,
    Common,
    Base(&'a str),
    Pattern(&'a str),
    Passage(&'a str),
    Place { path: &'a str, text: &'a str, nth: usize },
}

impl Exclusion {
    /// Whether both exclude the same, whatever their settings: the later one replaces the earlier one.
    pub fn is(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    pub(super) fn key(&self) -> ExclusionKey<'_> {
        match self {
            Self::Quotations => ExclusionKey::Quotations,
            Self::References => ExclusionKey::References,
            Self::Common { .. } => ExclusionKey::Common,
            Self::Base(base) => ExclusionKey::Base(&base.file.path),
            Self::Pattern { pattern } => ExclusionKey::Pattern(pattern),
            Self::Passage { text, .. } => ExclusionKey::Passage(text),
            Self::Place { file, text, nth, .. } => ExclusionKey::Place { path: &file.path, text, nth: *nth },
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

/// Applies changes to the list in their order: the last one on an exclusion holds. `on` as in `ReviewChange::Exclude`.
pub(crate) fn update_exclusions<'a>(
    all: &[ExclusionStatus],
    changes: impl Iterator<Item = (&'a [Exclusion], Option<bool>)>,
) -> Vec<ExclusionStatus> {
    let mut list: Vec<Option<(&Exclusion, bool)>> =
        all.iter().map(|known| Some((&known.exclusion, known.on))).collect();
    let known = all.iter().enumerate().map(|(at, known)| (known.exclusion.key(), at));
    let mut index: HashMap<ExclusionKey<'_>, usize> = known.collect();
    for (exclusions, on) in changes {
        for exclusion in exclusions {
            match (index.get(&exclusion.key()), on) {
                (Some(&at), Some(on)) => list[at] = Some((exclusion, on)),
                (Some(&at), None) => {
                    list[at] = None;
                    index.remove(&exclusion.key());
                }
                (None, Some(on)) => {
                    index.insert(exclusion.key(), list.len());
                    list.push(Some((exclusion, on)));
                }
                (None, None) => {}
            }
        }
    }
    let kept = list.into_iter().flatten();
    kept.map(|(exclusion, on)| ExclusionStatus { exclusion: exclusion.clone(), on }).collect()
}
