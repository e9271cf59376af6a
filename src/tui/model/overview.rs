//! Where the reader is on screen 1.

use std::sync::Arc;

use rayon::prelude::*;

use super::List;
use crate::compare::pair::{self, Pair, Subject};

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

    /// Sorts. The cosine is of `subjects`, by the numbers of the documents.
    pub fn apply(self, pairs: &mut [Pair], k: u32, subjects: &[Option<Arc<Subject>>]) {
        let distance = |p: &Pair| p.hamming().unwrap_or(u32::MAX);
        match self {
            Self::Rank => pairs.sort_by(|a, b| a.rank(b, k)),
            Self::Distance => pairs.sort_by_key(|p| (distance(p), p.documents())),
            Self::Shared => {
                pairs.sort_by(|a, b| {
                    b.most_covered().total_cmp(&a.most_covered()).then(a.documents().cmp(&b.documents()))
                });
            }
            Self::Cosine => {
                let cosine = |pair: &Pair| {
                    let [a, b] = pair.documents().map(|at| subjects.get(at)?.as_deref());
                    pair::cosine(a?, b?)
                };
                let mut keyed: Vec<(f64, Pair)> =
                    pairs.par_iter().map(|pair| (cosine(pair).unwrap_or(-1.0), *pair)).collect();
                keyed.par_sort_by(|(x, a), (y, b)| y.total_cmp(x).then(a.documents().cmp(&b.documents())));
                pairs.iter_mut().zip(keyed).for_each(|(pair, (_, next))| *pair = next);
            }
            Self::Documents => pairs.sort_by_key(Pair::documents),
        }
    }
}
