//! How much each feature counts.

use rayon::prelude::*;

use super::{
    accumulate::{Fixed, to_fixed},
    count::{Counter, FeatureCount},
    idf::{self, Idf, IdfSource},
    partial_sort,
    recipe::{Keep, MEAN_IDF, Weighting},
    segment::is_han,
};

/// So many features are worth a thread of their own.
pub(crate) const MANY: usize = 4096;

/// A feature's weight and the idf that went into it.
pub(crate) struct Weighed {
    pub(crate) weight: Fixed,
    /// Before it was rounded, for sums of floats.
    pub(crate) float: f64,
    pub(crate) idf: Option<Idf>,
}

/// The weights of all features.
pub(crate) struct Weights {
    /// One a feature, in their order. Features beyond the top N weigh 0.
    pub(crate) all: Vec<Weighed>,
    /// The features that are kept in the order in which floats are added; `None` where that is their own.
    pub(crate) order: Option<Vec<u32>>,
}

/// Weighs all features.
pub(crate) fn weigh(counter: &Counter, weighting: Weighting) -> Weights {
    let one = |(at, count): (usize, &FeatureCount)| {
        let tf = f64::from(count.tf);
        let name = || count.name.of(&counter.names);
        let idf = match weighting {
            Weighting::TfIdf(_)
            | Weighting::TfSqrtIdf(_)
            | Weighting::MinTfSqrtIdf(_)
            | Weighting::TfIdfPow(_)
            | Weighting::LogTfIdf => Some(idf::table().look_up(name(), Some(count.key))),
            Weighting::Keyword(_) => Some(keyword_idf(name(), count.key)),
            _ => None,
        };
        let value = idf.map_or(0.0, |idf| idf.value);
        let weight = match weighting {
            Weighting::Tf => tf,
            Weighting::TfIdf(_) | Weighting::Keyword(_) => tf * value,
            // `sqrt` is exact to the last bit on every platform (IEEE 754); `ln` and `pow` are not, so they come from
            // libm.
            Weighting::TfSqrtIdf(_) => tf * value.sqrt(),
            Weighting::MinTfSqrtIdf(most) => tf.min(f64::from(most)) * value.sqrt(),
            Weighting::TfIdfPow(hundredths) => tf * libm::pow(value, f64::from(hundredths) / 100.0),
            Weighting::LogTf => 1.0 + libm::log(tf),
            Weighting::LogTfIdf => (1.0 + libm::log(tf)) * value,
            Weighting::Binary => 1.0,
            Weighting::Given(_) => counter.given.get(at).map_or(0.0, |given| given.weight),
        };
        Weighed { weight: to_fixed(weight), float: weight, idf }
    };
    let mut all: Vec<Weighed> = counter.counts.par_iter().enumerate().with_min_len(MANY).map(one).collect();
    let order = match weighting {
        Weighting::TfIdf(Keep::Top(n)) | Weighting::TfSqrtIdf(Keep::Top(n)) => {
            let mut order: Vec<u32> = (0..all.len() as u32).collect();
            // Stable, and features are in the order of their first places: so ties fall by first place.
            order.sort_by_key(|&i| std::cmp::Reverse(all[i as usize].weight));
            order.truncate(n as usize);
            Some(order)
        }
        Weighting::Given(Keep::Top(n)) | Weighting::Keyword(Keep::Top(n)) => Some(heaviest(counter, &all, n as usize)),
        Weighting::Keyword(Keep::All) => Some(heaviest(counter, &all, all.len())),
        _ => None,
    };
    if let Some(order) = order.as_ref().filter(|order| order.len() < all.len()) {
        let mut kept = vec![false; all.len()];
        for &i in order {
            kept[i as usize] = true;
        }
        for (weighed, _) in all.iter_mut().zip(kept).filter(|(_, kept)| !kept) {
            weighed.weight = 0;
        }
    }
    Weights { all, order }
}

/// cppjieba's table is one of Han words; every other word gets its mean.
fn keyword_idf(word: &str, key: u64) -> Idf {
    let idf = idf::table().look_up(word, Some(key));
    let listed = idf.from == IdfSource::Table && word.starts_with(is_han);
    if listed { idf } else { Idf { value: MEAN_IDF, from: IdfSource::Mean } }
}

/// The `n` heaviest as yanyiwu/simhash selects them: out of a map, that is by the bytes of their names.
fn heaviest(counter: &Counter, all: &[Weighed], n: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..all.len() as u32).collect();
    order.sort_by_key(|&i| counter.counts[i as usize].name.of(&counter.names));
    let weights: Vec<f64> = order.iter().map(|&i| all[i as usize].float).collect();
    partial_sort::heaviest(&weights, n).into_iter().map(|at| order[at as usize]).collect()
}
