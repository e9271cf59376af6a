//! How much each feature counts.

use rayon::prelude::*;

use super::{
    accumulate::{Fixed, to_fixed},
    count::{Count, Counter},
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

/// Weighs all features, in their order. What top N leaves out weighs 0.
pub(crate) fn weigh(counter: &Counter, weighting: Weighting) -> Vec<Weighed> {
    let one = |(at, count): (usize, &Count)| {
        let tf = f64::from(count.tf);
        let idf = matches!(weighting, Weighting::TfIdf(_) | Weighting::TfSqrtIdf(_))
            .then(|| idf::table().look_up(count.name.of(&counter.names), Some(count.key)));
        let value = idf.map_or(0.0, |idf| idf.value);
        let weight = match weighting {
            Weighting::Tf => tf,
            Weighting::TfIdf(_) => tf * value,
            // `sqrt` is exact to the last bit on every platform (IEEE 754); `ln` is not, so it comes from libm.
            Weighting::TfSqrtIdf(_) => tf * value.sqrt(),
            Weighting::LogTf => 1.0 + libm::log(tf),
            Weighting::Binary => 1.0,
            Weighting::Given => counter.given.get(at).map_or(0.0, |given| given.weight),
        };
        Weighed { weight: to_fixed(weight), idf }
    };
    let mut all: Vec<Weighed> = counter.counts.par_iter().enumerate().with_min_len(MANY).map(one).collect();
    if let Weighting::TfIdf(Keep::Top(n)) | Weighting::TfSqrtIdf(Keep::Top(n)) = weighting {
        let mut order: Vec<usize> = (0..all.len()).collect();
        // Stable, and features stand in the order of their first places: so ties fall by first place.
        order.sort_by_key(|&i| std::cmp::Reverse(all[i].weight));
        for &i in order.iter().skip(n as usize) {
            all[i].weight = 0;
        }
    }
    all
}
