//! How much each feature counts.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::{
    accumulate::{Fixed, to_fixed},
    count::Counter,
    idf::{self, Idf},
    recipe::{Keep, Weighting},
};

/// So many features are worth a thread of their own.
pub(crate) const MANY: usize = 4096;

/// A feature's weight and the idf that went into it.
pub(crate) struct Weighed {
    pub(crate) weight: Fixed,
    pub(crate) idf: Option<Idf>,
}

/// Weighs the features of one text, each by its number, so that not all weights need stand in memory at once.
pub(crate) struct Weigher<'a> {
    counter: &'a Counter,
    weighting: Weighting,
    /// The heaviest of those that top N leaves out.
    out: Option<(Reverse<Fixed>, usize)>,
}

impl<'a> Weigher<'a> {
    pub(crate) fn new(counter: &'a Counter, weighting: Weighting) -> Self {
        let mut weigher = Self { counter, weighting, out: None };
        if let Weighting::TfIdf(Keep::Top(n)) | Weighting::TfSqrtIdf(Keep::Top(n)) = weighting {
            let all = (0..counter.counts.len()).into_par_iter().with_min_len(MANY);
            // Features stand in the order of their first places: so ties fall by first place.
            let mut all: Vec<_> = all.map(|at| (Reverse(weigher.weigh(at).weight), at)).collect();
            if (n as usize) < all.len() {
                weigher.out = Some(*all.select_nth_unstable(n as usize).1);
            }
        }
        weigher
    }

    /// Weighs the feature with that number. What top N leaves out weighs 0.
    pub(crate) fn weigh(&self, at: usize) -> Weighed {
        let (counter, count) = (self.counter, &self.counter.counts[at]);
        let tf = f64::from(count.tf);
        let idf = matches!(self.weighting, Weighting::TfIdf(_) | Weighting::TfSqrtIdf(_))
            .then(|| idf::table().look_up(count.name.of(&counter.names), Some(count.key)));
        let value = idf.map_or(0.0, |idf| idf.value);
        let weight = to_fixed(match self.weighting {
            Weighting::Tf => tf,
            Weighting::TfIdf(_) => tf * value,
            // `sqrt` is exact to the last bit on every platform (IEEE 754); `ln` is not, so it comes from libm.
            Weighting::TfSqrtIdf(_) => tf * value.sqrt(),
            Weighting::LogTf => 1.0 + libm::log(tf),
            Weighting::Binary => 1.0,
            Weighting::Given => counter.given.get(at).map_or(0.0, |given| given.weight),
        });
        let left_out = self.out.is_some_and(|out| (Reverse(weight), at) >= out);
        Weighed { weight: if left_out { 0 } else { weight }, idf }
    }
}
