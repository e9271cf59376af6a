//! The pairs that a report lists, and those of them that it compares in detail.

use crate::{
    compare::pair,
    locale::Lang,
    review::{Decisions, ReviewedPair, filter::Filter},
    t,
};

/// Which of the listed pairs are looked at closely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DetailedPairs {
    /// Near-duplicates.
    Near,
    /// Near-duplicates, pairs where the two signals disagree, and pairs with a verdict or a note.
    #[default]
    Flagged,
    /// All.
    All,
    /// None.
    None,
}

#[derive(Clone, Debug)]
pub(crate) enum ListedPairs {
    /// Pairs that match the filter.
    By(Filter),
    /// Pairs with a verdict or a note, on the pair or on one of its changes.
    Decided,
    /// The pair of these two documents.
    One([usize; 2]),
}

impl ListedPairs {
    pub(super) fn holds(&self, reviewed: &ReviewedPair<'_>) -> bool {
        match self {
            Self::By(filter) => filter.holds(reviewed),
            Self::Decided => reviewed.decisions.is_decided(reviewed.pair.documents()),
            Self::One(documents) => reviewed.pair.documents() == *documents,
        }
    }

    /// In words; empty if all pairs are listed.
    pub(super) fn description(&self, hidden: bool, lang: Lang) -> String {
        match self {
            Self::By(filter) if hidden => filter.nameless().to_string(),
            Self::By(filter) => filter.to_string(),
            Self::Decided => t!(lang, "report.listed-decided").into(),
            Self::One(_) => t!(lang, "report.listed-one").into(),
        }
    }
}

impl DetailedPairs {
    pub(crate) fn holds(self, pair: &pair::Pair, k: u32, decisions: &Decisions) -> bool {
        match self {
            Self::None => false,
            Self::Near => pair.near(k),
            Self::Flagged => pair.near(k) || pair.disagreement(k).is_some() || decisions.is_decided(pair.documents()),
            Self::All => true,
        }
    }
}
