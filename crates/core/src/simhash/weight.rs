//! The weights of features, and the features to keep.

use rayon::prelude::*;

use super::{
    accumulate::{Fixed, to_fixed},
    count::{Counter, FeatureCount},
    idf::{self, Idf, IdfSource},
    recipe::{Keep, MEAN_IDF, Weighting},
    segment::is_han,
};

use crate::room;

/// The number of features that is worth a thread.
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
    /// The features that are kept in the order in which floats are added; `None` if that is their own.
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
    let mut all: Vec<Weighed> =
        room::collected_in_parallel(counter.counts.par_iter().enumerate().with_min_len(MANY).map(one));
    let order = match weighting {
        Weighting::TfIdf(Keep::Top(n)) | Weighting::TfSqrtIdf(Keep::Top(n)) => {
            let mut order: Vec<u32> = room::collected(0..all.len() as u32);
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
    partial_sort(&weights, n).into_iter().map(|at| order[at as usize]).collect()
}

/// The numbers of the `n` heaviest, the heaviest first, as libstdc++'s `std::partial_sort` selects and orders them.
///
/// yanyiwu/simhash selects its keywords in this way, comparing only weights. The heap determines the order of equal
/// weights, and so which of them are among the N and the order in which floats are added; so it is reproduced step by
/// step here (GCC, `bits/stl_algo.h` and `bits/stl_heap.h`).
fn partial_sort(weights: &[f64], n: usize) -> Vec<u32> {
    let mut all: Vec<u32> = (0..weights.len() as u32).collect();
    let heap = Heap { weights };
    let n = n.min(all.len());
    let (top, rest) = all.split_at_mut(n);
    if top.is_empty() {
        return Vec::new();
    }
    for hole in (0..n / 2).rev() {
        let value = top[hole];
        heap.sink(top, hole, value);
    }
    for item in rest {
        if heap.before(*item, top[0]) {
            let value = std::mem::replace(item, top[0]);
            heap.sink(top, 0, value);
        }
    }
    for end in (1..n).rev() {
        top.swap(0, end);
        let value = top[0];
        heap.sink(&mut top[..end], 0, value);
    }
    all.truncate(n);
    all
}

/// Its root is the lightest of what is kept.
struct Heap<'a> {
    weights: &'a [f64],
}

impl Heap<'_> {
    fn before(&self, a: u32, b: u32) -> bool {
        self.weights[a as usize] > self.weights[b as usize]
    }

    /// Lets `hole` sink to the bottom along the children that come last, then `value` rise from there.
    fn sink(&self, heap: &mut [u32], top: usize, value: u32) {
        let mut hole = top;
        while 2 * hole + 2 < heap.len() {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            let child = if self.before(heap[right], heap[left]) { left } else { right };
            heap[hole] = heap[child];
            hole = child;
        }
        if 2 * hole + 2 == heap.len() {
            heap[hole] = heap[2 * hole + 1];
            hole = 2 * hole + 1;
        }
        while hole > top {
            let parent = (hole - 1) / 2;
            if !self.before(heap[parent], value) {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = value;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_weights_are_those_of_any_sort(weights in proptest::collection::vec(0u8..6, 0..60), n in 0usize..70) {
            let weights: Vec<f64> = weights.into_iter().map(f64::from).collect();
            let mut sorted = weights.clone();
            sorted.sort_by(|a, b| b.total_cmp(a));
            sorted.truncate(n);
            let top = partial_sort(&weights, n);
            let distinct: std::collections::BTreeSet<u32> = top.iter().copied().collect();
            prop_assert_eq!(distinct.len(), top.len());
            prop_assert_eq!(top.into_iter().map(|i| weights[i as usize]).collect::<Vec<_>>(), sorted);
        }
    }

    #[test]
    fn equal_weights_fall_as_in_gcc() {
        // The output of a program with std::partial_sort, built with GCC.
        assert_eq!(partial_sort(&[1.0; 7], 7), [3, 4, 1, 0, 5, 2, 6]);
        assert_eq!(partial_sort(&[1.0, 2.0, 1.0, 3.0, 1.0, 2.0, 2.0, 1.0], 5), [3, 1, 6, 5, 4]);
    }
}
