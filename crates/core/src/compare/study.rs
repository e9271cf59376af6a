//! Recipes and distances measured on certain texts: the quality of a rule for near-duplicates ([`evaluation`]), and the
//! meaning of a distance among the texts ([`calibration`]).
//!
//! Evaluation and calibration use pairs labelled by a person, and families: documents that are versions of one text.
//! Pairs of different families count as unrelated, even if labelled otherwise. Intervals come from resampling the
//! families.

pub mod calibration;
pub mod evaluation;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{
    Groups,
    cluster::Sets,
    coverage::{Windows, shares},
};
use crate::simhash::{Stopped, Watch};

/// The label that a person gave a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A near-duplicate: to be called near.
    Near,
    /// Neither near nor far: a revision, a quotation at length. To call it near is neither right nor wrong.
    Mid,
    /// Not one: not to be called near.
    Far,
}

impl Label {
    /// True if a pair with this label should be called near; `None` if either answer is right.
    pub fn counts_as_near(self) -> Option<bool> {
        match self {
            Self::Near => Some(true),
            Self::Mid => None,
            Self::Far => Some(false),
        }
    }
}

/// Two documents, by number, with the label that a person gave them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelledPair {
    /// The numbers of the two documents, from 0.
    pub documents: [usize; 2],
    /// The relation between the two documents.
    pub label: Label,
}

/// From this share of either text on, two documents that have it in common are of one family. In versions of a book the
/// revisions of one chapter shared at least 0.13, and no two chapters more than 0.03.
pub const RELATED: f64 = 0.1;

/// The family of each document, numbered in the order of their first documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Families {
    of: Vec<usize>,
    count: usize,
}

impl Families {
    /// The families of this number of documents, joined by the `related` pairs.
    pub fn new(documents: usize, related: impl IntoIterator<Item = [usize; 2]>) -> Self {
        let mut sets = Sets::new(documents);
        for pair in related {
            sets.join(pair.map(|at| at as u32));
        }
        // In the order of their first documents.
        let (mut numbers, mut count) = (vec![None; documents], 0);
        let of = (0..documents as u32).map(|at| {
            *numbers[sets.root(at) as usize].get_or_insert_with(|| {
                count += 1;
                count - 1
            })
        });
        let of = of.collect();
        Self { of, count }
    }

    /// Joins documents by pairs labelled near or mid, and by the text they share ([`RELATED`]). A document that is
    /// `None` shares nothing.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub fn of_documents(
        documents: &[Option<&Windows>],
        pairs: &[LabelledPair],
        watch: &Watch,
    ) -> Result<Self, Stopped> {
        let shares = shares(documents, &Groups::all(documents.len()), watch)?;
        let labelled = pairs.iter().filter(|pair| pair.label != Label::Far).map(|pair| pair.documents);
        let sharing = (0..documents.len()).flat_map(|document| {
            let related = shares.of(document).iter().filter(|share| share.share >= RELATED);
            related.map(move |share| [document, share.other as usize])
        });
        Ok(Self::new(documents.len(), labelled.chain(sharing)))
    }

    /// Their number.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The family of a document.
    pub fn of(&self, document: usize) -> usize {
        self.of[document]
    }

    /// All pairs of documents of different families.
    #[cfg(test)]
    fn unrelated(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let pairs = (0..self.of.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        pairs.filter(|&[a, b]| self.of[a] != self.of[b])
    }

    /// Parts the families in two halves, the larger first; for each, whether it is in the second. The names of their
    /// first documents and the seed decide, so the same documents are parted the same way in any order.
    pub fn halves(&self, names: &[&str], seed: u64) -> Vec<bool> {
        let mut first = vec![""; self.count];
        for (&family, name) in self.of.iter().zip(names).rev() {
            first[family] = name;
        }
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by_key(|&family| (xxh3_64_with_seed(first[family].as_bytes(), seed), first[family]));
        let mut second = vec![false; self.count];
        order[self.count.div_ceil(2)..].iter().for_each(|&family| second[family] = true);
        second
    }
}

/// The number of resamples. The ends of a 95% interval are then the 25th value from either side.
pub const RESAMPLES: usize = 1000;

/// A 95% interval by the bootstrap (Efron 1979, percentile method) over `groups`: each resample draws as many groups as
/// there are, with replacement, and `measure` gets the number of draws of each group. The seed determines the draws.
/// `None` if `measure` has too few values.
pub fn bootstrap(groups: usize, seed: u64, mut measure: impl FnMut(&[u32]) -> Option<f64>) -> Option<[f64; 2]> {
    interval((0..RESAMPLES).filter_map(|resample| measure(&draws(groups, seed, resample))).collect())
}

/// The number of times each group is drawn for a resample.
fn draws(groups: usize, seed: u64, resample: usize) -> Vec<u32> {
    let mut drawn = vec![0; groups];
    for draw in 0..groups as u64 {
        let random = xxh3_64_with_seed(&[(resample as u64).to_le_bytes(), draw.to_le_bytes()].concat(), seed);
        drawn[((u128::from(random) * groups as u128) >> 64) as usize] += 1;
    }
    drawn
}

/// The 95% interval of the values of [`RESAMPLES`] resamples; `None` if most of them have no value, as the others make
/// no interval.
fn interval(mut values: Vec<f64>) -> Option<[f64; 2]> {
    if values.len() * 2 < RESAMPLES {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let cut = values.len() / 40;
    Some([values[cut], values[values.len() - 1 - cut]])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn related_documents_are_one_family() {
        let families = Families::new(6, [[4, 1], [0, 2], [2, 4]]);
        assert_eq!((0..6).map(|at| families.of(at)).collect::<Vec<_>>(), [0, 0, 0, 1, 0, 2]);
        assert_eq!(families.count(), 3);
        assert_eq!(families.unrelated().count(), 4 + 4 + 1);
        let second = families.halves(&["a", "b", "c", "d", "e", "f"], 1);
        assert_eq!(second.iter().filter(|&&second| second).count(), 1);
    }

    proptest! {
        #[test]
        fn no_family_is_in_two_parts_and_every_pair_is_related_or_not(
            documents in 1usize..12,
            related in prop::collection::vec([0usize..12, 0usize..12], 0..12),
            seed: u64,
        ) {
            let related: Vec<[usize; 2]> = related.into_iter().map(|pair| pair.map(|at| at % documents)).collect();
            let families = Families::new(documents, related.iter().copied());
            for &[a, b] in &related {
                prop_assert_eq!(families.of(a), families.of(b));
            }
            let within: usize = (0..families.count())
                .map(|family| (0..documents).filter(|&at| families.of(at) == family).count())
                .map(|size| size * (size - 1) / 2)
                .sum();
            prop_assert_eq!(families.unrelated().count() + within, documents * (documents - 1) / 2);
            let names: Vec<String> = (0..documents).map(|at| format!("{at}.txt")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let second = families.halves(&names, seed);
            prop_assert_eq!(second.len(), families.count());
            prop_assert_eq!(second.iter().filter(|&&second| second).count(), families.count() / 2);
            let numbers: BTreeSet<usize> = (0..documents).map(|at| families.of(at)).collect();
            prop_assert_eq!(numbers.into_iter().collect::<Vec<_>>(), (0..families.count()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_interval_of_a_share_is_about_the_normal_one() {
        // 300 of 1,000: 0.3 ± 1.96 √(0.3·0.7/1000) = 0.272 to 0.328.
        let share = |drawn: &[u32]| {
            let hits: u32 = drawn[..300].iter().sum();
            Some(f64::from(hits) / 1000.0)
        };
        let [low, high] = bootstrap(1000, 1, share).unwrap();
        assert!((low - 0.272).abs() < 0.005 && (high - 0.328).abs() < 0.005, "{low} {high}");
        assert_eq!(bootstrap(1000, 1, share), bootstrap(1000, 1, share));
        assert_eq!(bootstrap(3, 1, |_| None), None);
        assert_eq!(bootstrap(1, 7, |_| Some(0.5)), Some([0.5, 0.5]));
    }
}
