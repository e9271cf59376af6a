//! Which pairs a report lists, and which of these it looks at closely. Knows nothing of what is said of them.

use crate::{
    compare::pair,
    locale::Lang,
    review::{Matched, Seen, filter::Filter},
    t,
};

/// Which of the listed pairs are looked at closely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Which {
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

/// Which pairs are listed.
#[derive(Clone, Debug)]
pub enum Listed {
    /// Those that a filter lets through.
    By(Filter),
    /// Those of which the reader decided something, as a whole or at some place.
    Decided,
    /// That of these two documents.
    One([usize; 2]),
}

impl Listed {
    /// Whether a pair is among them.
    pub(super) fn holds(&self, seen: &Seen<'_>) -> bool {
        match self {
            Self::By(filter) => filter.holds(seen),
            Self::Decided => seen.matched.decided(seen.pair.documents()),
            Self::One(documents) => seen.pair.documents() == *documents,
        }
    }

    /// In words; empty where that is all pairs.
    pub(super) fn said(&self, hidden: bool, lang: Lang) -> String {
        match self {
            Self::By(filter) if hidden => filter.nameless().to_string(),
            Self::By(filter) => filter.to_string(),
            Self::Decided => t!(lang, "report.listed-decided").into(),
            Self::One(_) => t!(lang, "report.listed-one").into(),
        }
    }
}

impl Which {
    /// Whether a pair is among them.
    pub fn holds(self, pair: &pair::Pair, k: u32, matched: &Matched) -> bool {
        match self {
            Self::None => false,
            Self::Near => pair.near(k),
            Self::Flagged => pair.near(k) || pair.disagreement(k).is_some() || matched.decided(pair.documents()),
            Self::All => true,
        }
    }
}
