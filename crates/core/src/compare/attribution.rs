//! Why a bit differs: exactly, since a column sum is linear in the weights.
//!
//! `V_B[i] − V_A[i] = Σ sign_i(f) · (w_B(f) − w_A(f))` over all features f of either text. To *undo* f means to set
//! `w_B(f)` to `w_A(f)`, for the bits only; a text with these weights need not exist. The distance afterwards is always
//! recomputed over all bits.

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use crate::{
    room,
    simhash::{Fingerprint, Fixed, Trace, signed},
};

/// A feature of either text, with its weights in the two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointFeature {
    /// Its row of bits.
    pub hash: u128,
    /// Its weight in A and in B; 0 if it does not occur.
    pub weight: [Fixed; 2],
    /// Its index among the features of A and of B, packed because a long pair has many features.
    pub index: [Option<u32>; 2],
}

impl JointFeature {
    /// `w_B − w_A`.
    pub fn change(&self) -> Fixed {
        self.weight[1] - self.weight[0]
    }
}

/// All features of two traces made with one recipe.
#[derive(Debug)]
pub struct Joint {
    /// Features of A in their order, then those only in B in theirs.
    pub features: Vec<JointFeature>,
    /// The column sums of A and of B.
    pub sums: [Vec<Fixed>; 2],
    /// The fingerprints of A and of B.
    pub fingerprints: [Fingerprint; 2],
    width: u8,
    /// True if a sum of exactly 0 is a 1.
    tie: bool,
    by_change: Arc<Vec<usize>>,
}

/// A set of features to undo or to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Indices into [`Joint::features`], in the order in which they were chosen.
    pub features: Vec<usize>,
    /// The distance afterwards, over all bits.
    pub hamming: u32,
}

/// A change to a feature, to see what the bits would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjust {
    /// Removed from both texts.
    Exclude,
    /// Given the weight in B that it has in A.
    Undo,
    /// Removed from B only.
    ExcludeFromB,
}

impl Joint {
    /// Joins two traces.
    pub fn new(a: &Trace, b: &Trace) -> Self {
        let mut features: Vec<JointFeature> = room::with_room(a.features.len());
        let mut slots = HashMap::new();
        for (side, trace) in [a, b].into_iter().enumerate() {
            for (i, feature) in trace.features.iter().enumerate() {
                room::room_in(&mut slots);
                let at = *slots.entry(feature.key).or_insert_with(|| {
                    room::push(&mut features, JointFeature { hash: feature.hash, weight: [0; 2], index: [None; 2] });
                    features.len() - 1
                });
                features[at].weight[side] = feature.weight;
                features[at].index[side] = Some(i as u32);
            }
        }
        let mut by_change: Vec<usize> = room::collected(0..features.len());
        // In place, and ties by number as they are.
        by_change.sort_unstable_by_key(|&f| (Reverse(features[f].change().abs()), f));
        let fingerprint = |t: &Trace| t.sketch.fingerprint.unwrap_or_else(|| t.signs(&t.sums));
        Self {
            features,
            sums: [a.sums.clone(), b.sums.clone()],
            fingerprints: [fingerprint(a), fingerprint(b)],
            width: a.recipe.bits,
            tie: a.signs(&[0; 3]).bit(0),
            by_change: by_change.into(),
        }
    }

    /// Width of the fingerprints, in bits.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of bits in which the two differ.
    pub fn hamming(&self) -> u32 {
        self.fingerprints[0].hamming(self.fingerprints[1])
    }

    /// The feature's name, from the traces that were joined.
    pub fn name<'a>(&self, feature: usize, traces: [&'a Trace; 2]) -> &'a str {
        let index = self.features.get(feature).map_or([None; 2], |f| f.index);
        match index {
            [Some(i), _] => traces[0].name(i as usize),
            [None, Some(i)] => traces[1].name(i as usize),
            [None, None] => "",
        }
    }

    /// The features that contributed most to the bits that differ, over all these bits, strongest first.
    pub fn strongest(&self) -> Vec<usize> {
        let (from, to) = (self.fingerprints[0], self.fingerprints[1]);
        let columns: Vec<usize> = from.xor(to).columns().collect();
        let push = |feature: usize| -> Fixed {
            let toward =
                |&c: &usize| if to.bit(c) { self.contribution(feature, c) } else { -self.contribution(feature, c) };
            columns.iter().map(toward).sum()
        };
        let pushes = (0..self.features.len()).map(|f| (push(f), f));
        let mut all: Vec<(Fixed, usize)> = room::collected(pushes.filter(|&(push, _)| push > 0));
        all.sort_unstable_by_key(|&(push, feature)| (Reverse(push), feature));
        all.into_iter().take(STRONGEST).map(|(_, feature)| feature).collect()
    }

    /// The feature's contribution to `V_B − V_A` in that column.
    pub fn contribution(&self, feature: usize, column: usize) -> Fixed {
        let feature = &self.features[feature];
        signed(feature.hash, self.width, column, feature.change())
    }

    /// All features by the size of their contribution to a column, largest first; ties by place. The order is the same
    /// for all columns, because only the sign of a contribution differs between them.
    pub fn by_change(&self) -> &Arc<Vec<usize>> {
        &self.by_change
    }

    /// The features that contribute to a column, the strongest first, at most `most`; for the others, their number and
    /// the sum of their contributions.
    pub fn moving(&self, column: usize, most: usize) -> (Vec<usize>, (usize, Fixed)) {
        let moves = |feature: usize| self.contribution(feature, column);
        let mut moving: Vec<usize> =
            room::collected(self.by_change.iter().copied().filter(|&feature| moves(feature) != 0));
        let rest = moving.split_off(most.min(moving.len()));
        (moving, (rest.len(), rest.into_iter().map(moves).sum()))
    }

    /// The column sums of A and B with some features adjusted.
    pub fn adjusted(&self, adjustments: impl IntoIterator<Item = (usize, Adjust)>) -> [Vec<Fixed>; 2] {
        let mut sums = self.sums.clone();
        let [a, b] = &mut sums;
        for (feature, adjust) in adjustments {
            let Some(joint) = self.features.get(feature) else { continue };
            match adjust {
                Adjust::Exclude => {
                    self.subtract_row(a, feature, joint.weight[0]);
                    self.subtract_row(b, feature, joint.weight[1]);
                }
                Adjust::Undo => self.subtract_row(b, feature, joint.change()),
                Adjust::ExcludeFromB => self.subtract_row(b, feature, joint.weight[1]),
            }
        }
        sums
    }

    /// Subtracts a feature's row, at that weight, from column sums.
    fn subtract_row(&self, sums: &mut [Fixed], feature: usize, weight: Fixed) {
        let hash = self.features.get(feature).map_or(0, |f| f.hash);
        for (column, sum) in sums.iter_mut().enumerate() {
            *sum -= signed(hash, self.width, column, weight);
        }
    }

    /// The fingerprint of column sums.
    pub fn signs(&self, sums: &[Fixed]) -> Fingerprint {
        Fingerprint::from_columns(sums.iter().map(|&v| self.is_one(v)))
    }

    /// The smallest set of features whose undoing gives the bit the value it has in A: the largest contributions first,
    /// which no other set can beat. Empty if the bit does not differ.
    pub fn undo_bit(&self, column: usize) -> Undo {
        let (Some(&from), Some(&to)) = (self.sums[0].get(column), self.sums[1].get(column)) else {
            return Undo { features: Vec::new(), hamming: self.hamming() };
        };
        let wanted = self.is_one(from);
        let mut v = to;
        let mut chosen = Vec::new();
        for &feature in self.by_change.iter() {
            if self.is_one(v) == wanted {
                break;
            }
            let moved = self.contribution(feature, column);
            if moved != 0 && (moved > 0) != wanted {
                v -= moved;
                chosen.push(feature);
            }
        }
        let hamming = self.hamming_after(&chosen);
        Undo { features: chosen, hamming }
    }

    /// A small set of features whose undoing brings the distance to at most `k`. The search is greedy, so the set is an
    /// upper bound of the smallest. `None` if the distance is within `k` already, or no set was found among the
    /// heaviest changes.
    pub fn undo_to(&self, k: u32) -> Option<Undo> {
        if self.hamming() <= k {
            return None;
        }
        let wanted = self.bits_of_a();
        let goal = |sums: &[Fixed]| {
            let mut wrong = Distances::new(sums, &wanted, |v, wanted| self.is_one(v) != wanted);
            let excess = wrong.of().len().saturating_sub(k as usize);
            cheapest(wrong.of(), excess)
        };
        let undo = self.greedy(JointFeature::change, goal, |h| h <= k);
        (undo.hamming <= k).then_some(undo)
    }

    /// A small set of features that, excluded from B, brings the distance above `k`. The search is greedy, so the set
    /// is an upper bound of the smallest. `None` if the distance is above `k` already, or no set was found that keeps
    /// any feature of B: without features it has no fingerprint and no distance.
    pub fn exclude_to(&self, k: u32) -> Option<Undo> {
        if self.hamming() > k {
            return None;
        }
        let other = self.bits_of_a();
        let goal = |sums: &[Fixed]| {
            let mut right = Distances::new(sums, &other, |v, other| self.is_one(v) == other);
            let differing = usize::from(self.width) - right.of().len();
            cheapest(right.of(), (k as usize + 1).saturating_sub(differing))
        };
        let undo = self.greedy(|f| f.weight[1], goal, |h| h > k);
        let all = self.features.iter().filter(|feature| feature.weight[1] != 0).count();
        (undo.hamming > k && undo.features.len() < all).then_some(undo)
    }

    /// Subtracts the `effect` of one feature after the other from B's sums, each time the one that minimises `goal`,
    /// until `done` or none is left; then restores the features that were not needed.
    fn greedy(
        &self,
        effect: impl Fn(&JointFeature) -> Fixed,
        goal: impl Fn(&[Fixed]) -> Fixed,
        done: impl Fn(u32) -> bool,
    ) -> Undo {
        let moving = (0..self.features.len()).filter(|&f| effect(&self.features[f]) != 0);
        let mut candidates: Vec<usize> = room::collected(moving);
        candidates.sort_unstable_by_key(|&f| (Reverse(effect(&self.features[f]).abs()), f));
        candidates.truncate(CANDIDATES);
        // Every candidate is tried in every round, so its row of ±effect is written down once.
        let row = |&feature: &usize| {
            let JointFeature { hash, .. } = self.features[feature];
            let weight = effect(&self.features[feature]);
            let row = (0..usize::from(self.width)).map(|column| signed(hash, self.width, column, weight)).collect();
            (feature, row)
        };
        let mut candidates: Vec<(usize, Vec<Fixed>)> = candidates.iter().map(row).collect();
        let mut sums = self.sums[1].clone();
        let mut tried = sums.clone();
        let mut chosen: Vec<(usize, Vec<Fixed>)> = Vec::new();
        while !done(self.hamming_of(&sums)) {
            let value = |(_, (_, row)): &(usize, &(usize, Vec<Fixed>))| {
                for ((tried, sum), moved) in tried.iter_mut().zip(&sums).zip(row) {
                    *tried = sum - moved;
                }
                goal(&tried)
            };
            // Taken even where it does not help at once, so that the search always arrives somewhere.
            let Some((at, _)) = candidates.iter().enumerate().min_by_key(value) else { break };
            let (feature, row) = candidates.remove(at);
            sums.iter_mut().zip(&row).for_each(|(sum, moved)| *sum -= moved);
            chosen.push((feature, row));
        }
        let mut needed = Vec::new();
        for (feature, row) in chosen {
            sums.iter_mut().zip(&row).for_each(|(sum, moved)| *sum += moved);
            if !done(self.hamming_of(&sums)) {
                sums.iter_mut().zip(&row).for_each(|(sum, moved)| *sum -= moved);
                needed.push(feature);
            }
        }
        Undo { features: needed, hamming: self.hamming_of(&sums) }
    }

    fn bits_of_a(&self) -> Vec<bool> {
        (0..usize::from(self.width)).map(|column| self.fingerprints[0].bit(column)).collect()
    }

    fn is_one(&self, sum: Fixed) -> bool {
        sum > 0 || (sum == 0 && self.tie)
    }

    fn hamming_of(&self, sums: &[Fixed]) -> u32 {
        self.fingerprints[0].hamming(self.signs(sums))
    }

    fn hamming_after(&self, undone: &[usize]) -> u32 {
        let mut sums = self.sums[1].clone();
        for &feature in undone {
            self.subtract_row(&mut sums, feature, self.features[feature].change());
        }
        self.hamming_of(&sums)
    }
}

/// The number of strongest features to name.
const STRONGEST: usize = 3;
/// The number of features that the greedy searches try, heaviest first.
const CANDIDATES: usize = 256;

/// The distances of some columns from flipping. It has no list on the heap, because the greedy searches make one for
/// each candidate in each round.
struct Distances {
    values: [Fixed; 128],
    len: usize,
}

impl Distances {
    /// Selects the columns whose sum, with that bit of A, is of interest.
    fn new(sums: &[Fixed], bits: &[bool], of_interest: impl Fn(Fixed, bool) -> bool) -> Self {
        let mut distances = Self { values: [0; 128], len: 0 };
        for (&v, &bit) in sums.iter().zip(bits) {
            // Written always and counted where it holds: quicker than a branch that nobody can predict.
            if let Some(place) = distances.values.get_mut(distances.len) {
                *place = v.abs() + 1;
            }
            distances.len += usize::from(of_interest(v, bit));
        }
        distances
    }

    fn of(&mut self) -> &mut [Fixed] {
        let len = self.len.min(self.values.len());
        &mut self.values[..len]
    }
}

/// The sum of the `n` least values; their order is lost.
fn cheapest(values: &mut [Fixed], n: usize) -> Fixed {
    if n < values.len() {
        values.select_nth_unstable(n);
    }
    values.iter().take(n).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::simhash::{Recipe, trace};

    fn traced(text: &str) -> Trace {
        let recipe: Recipe = "space;fold=none;tf;xxh3-64;64;gt".parse().unwrap();
        trace(text, &recipe).unwrap()
    }

    fn words() -> impl Strategy<Value = String> {
        proptest::collection::vec("[a-d]{1,2}", 1..60).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn contributions_sum_exactly(a in words(), b in words()) {
            let joint = Joint::new(&traced(&a), &traced(&b));
            for column in 0..64 {
                let sum: Fixed = (0..joint.features.len()).map(|f| joint.contribution(f, column)).sum();
                prop_assert_eq!(sum, joint.sums[1][column] - joint.sums[0][column]);
            }
        }

        #[test]
        fn undoing_the_set_restores_the_bit_and_one_less_does_not(a in words(), b in words()) {
            let joint = Joint::new(&traced(&a), &traced(&b));
            let differing = joint.fingerprints[0].xor(joint.fingerprints[1]);
            for column in differing.columns() {
                let undo = joint.undo_bit(column);
                let after = |features: &[usize]| {
                    let moved: Fixed = features.iter().map(|&f| joint.contribution(f, column)).sum();
                    joint.is_one(joint.sums[1][column] - moved)
                };
                let wanted = joint.fingerprints[0].bit(column);
                prop_assert_eq!(after(&undo.features), wanted);
                prop_assert_ne!(after(&undo.features[..undo.features.len() - 1]), wanted);
            }
        }

        #[test]
        fn crossing_k_is_what_it_says(a in words(), b in words(), k in 0u32..20) {
            let joint = Joint::new(&traced(&a), &traced(&b));
            // All changes undone is A itself, so with few features the search must arrive.
            let undo = joint.undo_to(k);
            prop_assert_eq!(undo.is_some(), joint.hamming() > k);
            if let Some(undo) = undo {
                prop_assert_eq!(joint.hamming_after(&undo.features), undo.hamming);
                prop_assert!(undo.hamming <= k);
            }
            if let Some(left) = joint.exclude_to(k) {
                prop_assert!(joint.hamming() <= k && left.hamming > k);
            }
        }

        #[test]
        fn an_exclusion_leaves_something(b in words(), k in 0u32..20) {
            let joint = Joint::new(&traced(&b), &traced(&b));
            if let Some(left) = joint.exclude_to(k) {
                prop_assert!(left.features.len() < traced(&b).features.len());
            }
        }

        #[test]
        fn leaving_features_out_equals_the_text_without_them(a in words(), b in words()) {
            let joint = Joint::new(&traced(&a), &traced(&b));
            let without = |text: &str| text.split(' ').filter(|&w| w != "a").collect::<Vec<_>>().join(" ");
            let key = |text: &str| traced(text).features.first().map(|f| f.hash);
            let is_gone = |&f: &usize| Some(joint.features[f].hash) == key("a");
            let gone: Vec<usize> = (0..joint.features.len()).filter(is_gone).collect();
            let sums = joint.adjusted(gone.into_iter().map(|f| (f, Adjust::Exclude)));
            prop_assert_eq!(&sums[0], &traced(&without(&a)).sums);
            prop_assert_eq!(&sums[1], &traced(&without(&b)).sums);
        }
    }
}
