//! The state of screen 1: cursor, order, filter and pane. Holds no pair.

use std::{collections::BTreeSet, sync::Arc};

use super::List;
use crate::review::filter::Filter;

/// The state of screen 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverviewState {
    pub list: List,
    pub sort: Sort,
    /// `None` lists all pairs.
    pub filter: Option<Arc<Filter>>,
    /// The marked pairs, also those that the filter hides.
    pub marked: BTreeSet<[usize; 2]>,
    /// Another list is coming that was not asked for: a cursor on the first row stays on the first row.
    pub top: bool,
    /// The pair to select as soon as it is listed.
    pub wanted: Option<[usize; 2]>,
    /// The main pane of a narrow screen.
    pub pane: MainPane,
}

/// An order of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    /// By the larger share in steps, then near before not near, then by distance.
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

/// The panes that a narrow screen shows one at a time.
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

    /// The names in the settings, in the order of [`ALL`](Self::ALL).
    const NAMES: [&str; 7] = ["rank", "distance", "shared", "longest", "cosine", "documents", "verdict"];
}
