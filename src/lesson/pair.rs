//! Two texts summed side by side: the features they have in common first, then those that differ, then the bits.
//!
//! A step adds a row of each text to its sums, or reads a bit of both. Rows of both texts move both sums alike; after
//! them only the rows of the words that differ are left, which is why similar texts have similar bits.

use std::{cell::OnceCell, cmp::Reverse, collections::HashMap};

use crate::simhash::{Fixed, Order, PrefixSums, Trace};

/// A row of each text, by the index of its feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairRow {
    /// `None` where that text has none left.
    pub features: [Option<usize>; 2],
    pub kind: PairRowKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairRowKind {
    /// The same feature with the same weight.
    Same,
    /// The same feature with another weight.
    Weight,
    /// A feature that the other text has not, with the one in its place there, if there is one.
    Apart,
}

/// A step of two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PairStep {
    /// No row is added yet.
    #[default]
    Start,
    /// A row of each is added, from 0.
    Row(usize),
    /// A bit of each is read, from the left.
    Bit(usize),
}

/// All steps of two texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairWalk {
    rows: Vec<PairRow>,
    same: usize,
    bits: usize,
    /// Computed when a step first needs them.
    sums: OnceCell<[PrefixSums; 2]>,
}

/// Everything that is computed after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PairState {
    /// The step's number.
    pub at: usize,
    pub step: PairStep,
    /// Rows that are added.
    pub rows: usize,
    /// The sums of both, leftmost column first.
    pub sums: [Vec<Fixed>; 2],
    /// Bits that are read, from the left.
    pub read: usize,
}

/// The features of a text that the other has not, each with its place: the last feature before it that both have, by
/// first occurrence, and how many such features there are between.
fn places<'a>(trace: &'a Trace, in_other: &'a HashMap<u64, usize>) -> impl Iterator<Item = (usize, (u64, usize))> + 'a {
    let (mut shared, mut between) = (0, 0);
    trace.order(Order::Place).into_iter().filter_map(move |f| {
        let feature = trace.features.get(f)?;
        if in_other.contains_key(&feature.key) {
            (shared, between) = (feature.key, 0);
            return None;
        }
        between += 1;
        Some((f, (shared, between)))
    })
}

impl PairWalk {
    /// The walk through two traces of one recipe. The features of A are in the order given, a permutation of all; those
    /// that differ come with the greatest difference first.
    pub(crate) fn new(traces: [&Trace; 2], order: &[usize]) -> Self {
        let [a, b] = traces;
        let in_b: HashMap<u64, usize> = (0..).zip(&b.features).map(|(at, feature)| (feature.key, at)).collect();
        let in_a: HashMap<u64, usize> = (0..).zip(&a.features).map(|(at, feature)| (feature.key, at)).collect();
        let weight = |trace: &Trace, f: usize| trace.features.get(f).map_or(0, |feature| feature.weight);
        let (mut same, mut changed, mut only_a) = (Vec::new(), Vec::new(), Vec::new());
        for &f in order {
            let Some(feature) = a.features.get(f) else { continue };
            match in_b.get(&feature.key) {
                None => only_a.push(f),
                Some(&g) if weight(b, g) == feature.weight => same.push((f, g)),
                Some(&g) => changed.push((f, g)),
            }
        }
        changed.sort_by_key(|&(f, g)| Reverse((weight(a, f) - weight(b, g)).abs()));
        let row = |kind| move |(f, g)| PairRow { features: [Some(f), Some(g)], kind };
        // Words that replace each other come after the same words that both texts have.
        let mut replaced: HashMap<(u64, usize), usize> = places(b, &in_a).map(|(g, place)| (place, g)).collect();
        let of_a: HashMap<usize, (u64, usize)> = places(a, &in_b).collect();
        let partner = |f: usize| Some((f, of_a.get(&f).and_then(|place| replaced.remove(place))));
        let mut apart: Vec<[Option<usize>; 2]> =
            only_a.into_iter().filter_map(partner).map(|(f, g)| [Some(f), g]).collect();
        apart.extend(replaced.into_values().map(|g| [None, Some(g)]));
        let of = |trace, f: Option<usize>| f.map_or(0, |f| weight(trace, f).abs());
        apart.sort_by_key(|&[f, g]| (Reverse(of(a, f).max(of(b, g))), f.is_none(), f, g));
        let apart = apart.into_iter().map(|features| PairRow { features, kind: PairRowKind::Apart });
        let bits = usize::from(a.recipe.bits);
        let shared = same.len();
        let rows = same.into_iter().map(row(PairRowKind::Same));
        let rows = rows.chain(changed.into_iter().map(row(PairRowKind::Weight))).chain(apart).collect();
        Self { rows, same: shared, bits, sums: OnceCell::new() }
    }

    pub(crate) fn rows(&self) -> &[PairRow] {
        &self.rows
    }

    /// How many rows are the same in both; they come first.
    pub(crate) fn same(&self) -> usize {
        self.same
    }

    /// The number of the last step.
    pub(crate) fn last(&self) -> usize {
        self.rows.len() + self.bits
    }

    pub(crate) fn step(&self, at: usize) -> PairStep {
        match at.min(self.last()) {
            0 => PairStep::Start,
            at if at <= self.rows.len() => PairStep::Row(at - 1),
            at => PairStep::Bit(at - 1 - self.rows.len()),
        }
    }

    /// The last step of each part: nothing, the rows of both texts, those that differ, the bits.
    fn ends(&self) -> [usize; 4] {
        [0, self.same, self.rows.len(), self.last()]
    }

    /// The end of the part after a step, or the last step of all.
    pub(crate) fn next_stage(&self, at: usize) -> usize {
        self.ends().into_iter().find(|&end| end > at).unwrap_or(self.last())
    }

    /// The end of the part before a step.
    pub(crate) fn stage_before(&self, at: usize) -> usize {
        self.ends().into_iter().rev().find(|&end| end < at).unwrap_or(0)
    }

    /// The state after step `at` of the traces it was made of, or after the last one where there are fewer.
    pub(crate) fn state(&self, traces: [&Trace; 2], at: usize) -> PairState {
        let at = at.min(self.last());
        let rows = at.min(self.rows.len());
        // If floats are summed, only all of them together are what the recipe says.
        let sums = if rows == self.rows.len() {
            traces.map(|trace| trace.sums.clone())
        } else {
            let sums = self.sums.get_or_init(|| [0, 1].map(|text| self.prefix_sums(traces[text], text)));
            [sums[0].at(rows), sums[1].at(rows)]
        };
        PairState { at, step: self.step(at), rows, sums, read: at - rows }
    }

    fn prefix_sums(&self, trace: &Trace, text: usize) -> PrefixSums {
        // A text that has no row left adds nothing.
        let row = |row: &PairRow| {
            let feature = row.features[text].and_then(|f| trace.features.get(f));
            feature.map_or((0, 0), |feature| (feature.hash, feature.weight))
        };
        PrefixSums::new(self.rows.iter().map(row).collect(), trace.recipe.bits)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::simhash::{Recipe, accumulate, trace};

    fn text() -> impl Strategy<Value = String> {
        proptest::collection::vec(proptest::sample::select(vec!["a", "b", "c", "lamp", "stove", "灯", "炉"]), 0..30)
            .prop_map(|words| words.join(" "))
    }

    #[test]
    fn words_that_replace_each_other_share_a_row() {
        let recipe: Recipe = "words;fold=none;tf;xxh3-64;8;gt".parse().unwrap();
        let [a, b] = ["the shop opens on Monday at nine", "the shop opens not on Friday at nine sharp"]
            .map(|text| trace(text, &recipe).unwrap());
        let walk = PairWalk::new([&a, &b], &a.order(Order::Place));
        let apart = walk.rows().iter().filter(|row| row.kind == PairRowKind::Apart);
        let names = apart.map(|row| [row.features[0].map(|f| a.name(f)), row.features[1].map(|f| b.name(f))]);
        assert_eq!(
            names.collect::<Vec<_>>(),
            [[Some("Monday"), Some("Friday")], [None, Some("not")], [None, Some("sharp")]]
        );
    }

    proptest! {
        #[test]
        fn rows_are_all_features_once_those_of_both_first_and_the_sums_are_those_of_the_rows(
            a in text(), b in text(), bits in 3u8..=64,
        ) {
            let recipe = Recipe { bits, ..Recipe::default() };
            let traces = [trace(&a, &recipe).unwrap(), trace(&b, &recipe).unwrap()];
            let traces = [&traces[0], &traces[1]];
            let walk = PairWalk::new(traces, &traces[0].order(Order::Weight));
            for (text, trace) in traces.into_iter().enumerate() {
                let mut all: Vec<usize> = walk.rows().iter().filter_map(|row| row.features[text]).collect();
                all.sort_unstable();
                prop_assert_eq!(all, (0..trace.features.len()).collect::<Vec<_>>());
            }
            for (at, row) in walk.rows().iter().enumerate() {
                let [f, g] = [0, 1].map(|text| {
                    row.features[text].map(|f| &traces[text].features[f]).map(|f| (f.key, f.weight))
                });
                prop_assert_eq!(row.kind == PairRowKind::Same, f == g);
                prop_assert_eq!(row.kind == PairRowKind::Same, at < walk.same());
                if row.kind == PairRowKind::Weight {
                    prop_assert_eq!(f.map(|f| f.0), g.map(|g| g.0));
                }
            }
            for at in 0..=walk.last() {
                let state = walk.state(traces, at);
                for (text, trace) in traces.into_iter().enumerate() {
                    let rows = walk.rows()[..state.rows].iter().filter_map(|row| row.features[text]);
                    let rows = rows.map(|f| &trace.features[f]).map(|f| (f.hash, f.weight));
                    prop_assert_eq!(&state.sums[text], &accumulate(rows, bits));
                }
                if state.rows <= walk.same() {
                    prop_assert_eq!(&state.sums[0], &state.sums[1]);
                }
                prop_assert!(walk.next_stage(at) > at || at == walk.last());
                prop_assert!(walk.stage_before(at) < at || at == 0);
            }
        }
    }
}
