//! Where the reader is on screen 1.

use std::cmp::Ordering;

use super::List;
use crate::compare::pair::Pair;

/// Screen 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overview {
    /// The pairs.
    pub list: List,
    /// Their order.
    pub sort: Sort,
    /// What stands in the main pane where there is room for one only.
    pub pane: MainPane,
}

/// An order of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Near-duplicates, then pairs where the signals disagree, then by distance.
    #[default]
    Rank,
    /// By distance.
    Distance,
    /// By the larger coverage.
    Shared,
    /// By cosine.
    Cosine,
    /// By the order of the documents.
    Documents,
}

/// What stands in the main pane of a narrow screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MainPane {
    /// The pairs.
    #[default]
    Pairs,
    /// The matrix.
    Matrix,
    /// The histogram.
    Histogram,
}

impl Sort {
    /// All of them, in the order of the picker.
    pub const ALL: [Self; 5] = [Self::Rank, Self::Distance, Self::Shared, Self::Cosine, Self::Documents];

    /// The order that the settings call so; ranked where there is none.
    pub fn of(name: &str) -> Self {
        let at = Self::NAMES.iter().position(|known| *known == name).unwrap_or(0);
        Self::ALL[at]
    }

    /// What the settings call them.
    const NAMES: [&str; 5] = ["rank", "distance", "shared", "cosine", "documents"];

    /// How two pairs stand to each other; what is equal stays in the order of the documents.
    pub fn compare(self, a: &Pair, b: &Pair, k: u32) -> Ordering {
        let distance = |p: &Pair| p.hamming.unwrap_or(u32::MAX);
        let cosine = |p: &Pair| p.cosine.unwrap_or(-1.0);
        match self {
            Self::Rank => a.rank(b, k),
            Self::Distance => distance(a).cmp(&distance(b)),
            Self::Shared => b.most_covered().total_cmp(&a.most_covered()),
            Self::Cosine => cosine(b).total_cmp(&cosine(a)),
            Self::Documents => Ordering::Equal,
        }
    }
}
