//! The order of lists of pairs: most shared text first.
//!
//! The screens, the command line and the reports use the same definition. It uses the given scores: those of the whole
//! texts, or those after exclusions.

use rayon::prelude::*;

use super::{
    Thresholds,
    pair::{Pair, Sharing},
};

/// A criterion by which pairs are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The strength of evidence, descending: the larger of two numbers of steps, for the larger share and for the
    /// longest [rare passage](Pair::rare). So a page lifted into a long text is not lost among small shares.
    Evidence {
        /// The width of a step of the share, in percent.
        step: u32,
    },
    /// The larger share, from high to low, in tenths of a percent, as lists show it.
    Share,
    /// The longest passage, from long to short.
    Longest,
    /// Near-duplicates before other pairs.
    Near,
    /// Hamming distance, ascending; pairs without one come last.
    Hamming,
    /// The name of A, then that of B.
    Name,
}

/// The criteria; each decides between pairs that are equal by those before it. Without any text only the distance and
/// the names differ.
pub const ORDER: [Criterion; 6] = [
    Criterion::Evidence { step: 5 },
    Criterion::Share,
    Criterion::Longest,
    Criterion::Near,
    Criterion::Hamming,
    Criterion::Name,
];

/// The documents in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct NameOrder(Vec<u32>);

impl NameOrder {
    /// Equal names stay in the order of the documents.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.collect();
        let mut sorted: Vec<usize> = (0..names.len()).collect();
        sorted.sort_by_key(|&document| names[document]);
        let mut places = vec![0; names.len()];
        for (place, document) in (0..).zip(sorted) {
            places[document] = place;
        }
        Self(places)
    }

    /// The place of a document among all; its number where it has no name.
    pub(super) fn place(&self, document: usize) -> u32 {
        self.0.get(document).copied().unwrap_or(document as u32)
    }
}

impl Criterion {
    /// The number of bits of the value, and the value, which is smaller for a pair that comes first.
    fn value(self, pair: &Pair, at: Thresholds, names: &NameOrder) -> (u32, u128) {
        match self {
            Self::Evidence { step } => {
                let steps = (share(pair, at) * 100.0 / f64::from(step)) as u32;
                (7, u128::from(100 - steps.max(pair.rare.into()).min((100 / step).saturating_sub(1))))
            }
            Self::Share => (10, u128::from(1000 - (share(pair, at) * 1000.0).round() as u32)),
            Self::Longest => (32, u128::from(u32::MAX - pair.longest)),
            Self::Near => (1, u128::from(!pair.near(at.k))),
            Self::Hamming => (8, u128::from(pair.hamming().unwrap_or(u8::MAX.into()))),
            Self::Name => {
                let [a, b] = pair.documents().map(|document| u128::from(names.place(document)));
                (64, a << 32 | b)
            }
        }
    }
}

/// The share that a pair is ordered by. A near-duplicate whose shared text cannot be known counts as one that shares
/// much, since near texts mostly do; identical files share all they have.
fn share(pair: &Pair, at: Thresholds) -> f64 {
    match pair.sharing {
        _ if pair.identical && pair.hamming().is_some() => 1.0,
        Sharing::Unknown | Sharing::Short if pair.near(at.k) => at.texts.least_share(),
        _ => pair.most_shared(),
    }
}

/// Smaller for a pair that comes first.
fn key(pair: &Pair, at: Thresholds, names: &NameOrder) -> u128 {
    ORDER.iter().fold(0, |key, criterion| {
        let (bits, value) = criterion.value(pair, at, names);
        key << bits | value
    })
}

/// The numbers of pairs in order; `pairs` are in the order of their documents.
pub fn ordered(pairs: &[Pair], at: Thresholds, names: &NameOrder) -> Vec<u32> {
    let keyed = pairs.par_iter().zip(0..pairs.len() as u32);
    // Pairs of documents with the same names stay in the order of the documents.
    let mut keys: Vec<(u128, u32)> = keyed.map(|(pair, number)| (key(pair, at, names), number)).collect();
    keys.par_sort_unstable();
    keys.into_iter().map(|(_, number)| number).collect()
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;

    use super::*;

    fn pair(documents: [usize; 2], hamming: u32, percent: u32) -> Pair {
        let coverage = [0.0, f64::from(percent) / 100.0];
        let mut pair = Pair::new(documents, Some(hamming));
        (pair.coverage, pair.sharing) = (coverage, Sharing::Known);
        pair
    }

    fn in_order(pairs: &[Pair], names: &[&str]) -> Vec<(Option<u32>, [usize; 2])> {
        let order = ordered(pairs, Thresholds::default(), &NameOrder::of(names.iter().copied()));
        order.into_iter().map(|at| pairs[at as usize]).map(|pair| (pair.hamming(), pair.documents())).collect()
    }

    #[test]
    fn shared_text_comes_before_distance() {
        let pairs = [pair([0, 1], 0, 58), pair([0, 2], 19, 100), pair([1, 2], 2, 97), pair([1, 3], 9, 0)];
        let expected = [(Some(19), [0, 2]), (Some(2), [1, 2]), (Some(0), [0, 1]), (Some(9), [1, 3])];
        assert_eq!(in_order(&pairs, &[]), expected);
    }

    #[test]
    fn a_long_passage_is_as_much_as_a_share() {
        // Two steps: as 10 to 15 percent. The share decides between them.
        for (percent, first) in [(9, [0, 1]), (10, [0, 2]), (15, [0, 2])] {
            let mut lifted = pair([0, 1], 31, 1);
            lifted.rare = 2;
            let pairs = [lifted, pair([0, 2], 30, percent)];
            assert_eq!(in_order(&pairs, &[])[0].1, first, "{percent}%");
        }
        let mut long = pair([0, 2], 31, 3);
        long.longest = 200;
        assert_eq!(in_order(&[pair([0, 1], 4, 3), long], &[])[0].1, [0, 2], "of equal shares");
    }

    #[test]
    fn names_decide_between_equals() {
        let pairs = [pair([0, 1], 9, 20), pair([0, 2], 9, 20), pair([1, 2], 9, 20)];
        let named = in_order(&pairs, &["c.txt", "b.txt", "a.txt"]).into_iter().map(|(_, documents)| documents);
        assert_eq!(named.collect::<Vec<_>>(), [[1, 2], [0, 2], [0, 1]]);
    }

    #[test]
    fn near_pairs_without_known_text_are_not_last() {
        let short = |hamming| Pair::new([0, 1], Some(hamming));
        let mut same = short(0);
        same.identical = true;
        let pairs = [pair([0, 2], 9, 40), pair([0, 3], 20, 65), short(2), same];
        let order: Vec<_> = in_order(&pairs, &[]).into_iter().map(|(hamming, _)| hamming).collect();
        assert_eq!(order, [Some(0), Some(20), Some(2), Some(9)]);
        let far = [short(30), short(2), Pair::new([0, 1], None), short(4)];
        let order: Vec<_> = in_order(&far, &[]).into_iter().map(|(hamming, _)| hamming).collect();
        assert_eq!(order, [Some(2), Some(4), Some(30), None], "fingerprints alone: by distance");
    }

    /// The order written as a comparison, criterion by criterion.
    fn compared(a: &Pair, b: &Pair, k: u32, names: &[&str]) -> Ordering {
        let name = |pair: &Pair| pair.documents().map(|document| names[document]);
        let share = |pair: &Pair| share(pair, Thresholds::at(k));
        let step = |pair: &Pair| ((share(pair) * 20.0) as u32).min(19).max(pair.rare.into());
        let shown = |pair: &Pair| (share(pair) * 1000.0).round() as u32;
        let distance = |pair: &Pair| pair.hamming().unwrap_or(u32::MAX);
        (step(b).cmp(&step(a)))
            .then(shown(b).cmp(&shown(a)))
            .then(b.longest.cmp(&a.longest))
            .then(b.near(k).cmp(&a.near(k)))
            .then(distance(a).cmp(&distance(b)))
            .then(name(a).cmp(&name(b)))
    }

    fn pairs() -> impl Strategy<Value = Vec<Pair>> {
        let pair = (
            [0usize..6, 0..6],
            proptest::option::of(0u32..129),
            0u32..101,
            0usize..3,
            (0u8..5, 0u32..3, any::<bool>()),
        );
        let made = |(documents, hamming, percent, sharing, (rare, longest, identical)): (_, _, u32, usize, _)| {
            let mut pair = Pair::new(documents, hamming);
            pair.coverage[0] = f64::from(percent) / 100.0;
            pair.sharing = [Sharing::Known, Sharing::Short, Sharing::Unknown][sharing];
            (pair.identical, pair.rare, pair.longest) = (identical, rare, longest);
            pair
        };
        proptest::collection::vec(pair.prop_map(made), 0..60)
    }

    proptest! {
        #[test]
        fn pairs_are_ordered_by_the_criteria_and_equals_stay(
            pairs in pairs(),
            names in Just(["a", "b", "c", "d", "e", "f"]).prop_shuffle(),
            k in 0u32..129,
        ) {
            let mut expected: Vec<u32> = (0..pairs.len() as u32).collect();
            // A stable sort.
            expected.sort_by(|&a, &b| compared(&pairs[a as usize], &pairs[b as usize], k, &names));
            prop_assert_eq!(ordered(&pairs, Thresholds::at(k), &NameOrder::of(names.into_iter())), expected);
        }
    }
}
