//! Where the reader is on screen 1.

use std::sync::Arc;

use super::List;
use crate::review::filter::Filter;

/// Screen 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverviewState {
    pub list: List,
    pub sort: Sort,
    /// Which of them stand in the list; `None` for all.
    pub filter: Option<Arc<Filter>>,
    /// More pairs are coming than the batch's own: who still stands at the top stays there.
    pub top: bool,
    /// The pair to select as soon as it stands in the list.
    pub wanted: Option<[usize; 2]>,
    /// The list goes by what is left of the documents, as soon as that is known.
    pub by_remainder: bool,
    /// What stands in the main pane where there is room for one only.
    pub pane: MainPane,
}

/// An order of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Near-duplicates, then pairs where the signals disagree, then by distance.
    #[default]
    Rank,
    Distance,
    /// By the larger coverage.
    Shared,
    /// By the longest shared passage.
    Longest,
    Cosine,
    /// By the order of the documents.
    Documents,
    /// By the reader's verdict; those without one last.
    Verdict,
}

/// What stands in the main pane of a narrow screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MainPane {
    #[default]
    Pairs,
    Matrix,
    Histogram,
}

impl Sort {
    /// All of them, in the order of the picker.
    pub(crate) const ALL: [Self; 7] =
        [Self::Rank, Self::Distance, Self::Shared, Self::Longest, Self::Cosine, Self::Documents, Self::Verdict];

    /// The order that the settings call so; ranked where there is none.
    pub(crate) fn of(name: &str) -> Self {
        let at = Self::NAMES.iter().position(|known| *known == name).unwrap_or(0);
        Self::ALL[at]
    }

    /// What the settings call them.
    const NAMES: [&str; 7] = ["rank", "distance", "shared", "longest", "cosine", "documents", "verdict"];
}
