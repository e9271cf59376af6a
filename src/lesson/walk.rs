//! The steps between a text and its fingerprint, each computed by itself: none is replayed.
//!
//! A step does one thing: it reads a token, weighs a feature, hashes it, makes its row of ±weight, adds that row to the
//! sums, or reads the sign of a sum. Step 0 has done nothing yet; the last one leaves the fingerprint. Rows and sums
//! take turns, since no row is needed but by its sum.

use std::{cell::OnceCell, ops::Range};

use crate::simhash::{Fixed, PrefixSums, Trace, signed};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Nothing is done yet.
    Text,
    /// A token is read and counted.
    Tokens,
    /// A feature gets its weight.
    Weights,
    /// A feature gets its hash.
    Hashes,
    /// A feature's weight is written down with the signs of its bits.
    Rows,
    /// That row is added to the sums.
    Sums,
    /// The sign of a column's sum becomes a bit.
    Bits,
}

impl Stage {
    /// In the order of a walk.
    pub const ALL: [Self; 7] =
        [Self::Text, Self::Tokens, Self::Weights, Self::Hashes, Self::Rows, Self::Sums, Self::Bits];

    /// Its name in lesson files and texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Tokens => "tokens",
            Self::Weights => "weights",
            Self::Hashes => "hashes",
            Self::Rows => "rows",
            Self::Sums => "sums",
            Self::Bits => "bits",
        }
    }

    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkStep {
    pub stage: Stage,
    /// From 0: a token in the order of the text, a feature in the order of the walk, or a column.
    pub item: usize,
}

/// All steps of a trace, with its features in a chosen order.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    order: Vec<usize>,
    tokens: usize,
    bits: usize,
    /// Computed when a step first needs them.
    sums: OnceCell<PrefixSums>,
}

/// Everything that is computed after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkState {
    /// The step's number.
    pub at: usize,
    pub step: WalkStep,
    /// The feature of the step, as an index into the features of the trace.
    pub feature: Option<usize>,
    /// Tokens that are read.
    pub tokens: usize,
    /// Features with a weight.
    pub weighed: usize,
    /// Features with a hash.
    pub hashed: usize,
    /// Features with a row.
    pub rows: usize,
    /// Rows that are added to the sums.
    pub summed: usize,
    /// The sums, leftmost column first.
    pub sums: Vec<Fixed>,
    /// Bits that are read, from the left.
    pub read: usize,
}

impl Walk {
    /// The walk through `trace` with its features in that order: a permutation of all.
    pub fn new(trace: &Trace, order: Vec<usize>) -> Self {
        let (tokens, bits) = (trace.sketch.tokens as usize, usize::from(trace.recipe.bits));
        Self { order, tokens, bits, sums: OnceCell::new() }
    }

    /// The features in the order of the walk.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The number of the last step.
    pub fn last(&self) -> usize {
        self.range(Stage::Bits).end.saturating_sub(1)
    }

    /// The numbers of a stage's steps. Those of [`Stage::Rows`] and [`Stage::Sums`] are the same, since they take
    /// turns.
    pub fn range(&self, stage: Stage) -> Range<usize> {
        let features = self.order.len();
        let lengths = [1, self.tokens, features, features, 2 * features, self.bits];
        let place = match stage {
            Stage::Text => 0,
            Stage::Tokens => 1,
            Stage::Weights => 2,
            Stage::Hashes => 3,
            Stage::Rows | Stage::Sums => 4,
            Stage::Bits => 5,
        };
        let start = lengths[..place].iter().sum::<usize>();
        start..start + lengths[place]
    }

    /// The step of that number; the last one where there are fewer.
    pub fn step(&self, at: usize) -> WalkStep {
        let at = at.min(self.last());
        let found = Stage::ALL.into_iter().find(|&stage| self.range(stage).contains(&at)).unwrap_or(Stage::Text);
        let item = at - self.range(found).start;
        match found {
            Stage::Rows if item % 2 == 1 => WalkStep { stage: Stage::Sums, item: item / 2 },
            Stage::Rows => WalkStep { stage: Stage::Rows, item: item / 2 },
            stage => WalkStep { stage, item },
        }
    }

    /// The number of a step; `None` if the walk has no such step.
    pub fn find(&self, step: WalkStep) -> Option<usize> {
        let range = self.range(step.stage);
        if step.item >= range.len() {
            return None;
        }
        let at = match step.stage {
            Stage::Rows => range.start + 2 * step.item,
            Stage::Sums => range.start + 2 * step.item + 1,
            _ => range.start + step.item,
        };
        range.contains(&at).then_some(at)
    }

    /// The first step of the next stage, or the last step of all.
    pub fn next_stage(&self, at: usize) -> usize {
        let starts = Stage::ALL.into_iter().map(|stage| self.range(stage)).filter(|range| !range.is_empty());
        starts.map(|range| range.start).find(|&start| start > at).unwrap_or(self.last())
    }

    /// The first step of the stage, or of the one before if `at` is the first itself.
    pub fn stage_before(&self, at: usize) -> usize {
        let starts = Stage::ALL.into_iter().map(|stage| self.range(stage)).filter(|range| !range.is_empty());
        starts.map(|range| range.start).take_while(|&start| start < at).last().unwrap_or(0)
    }

    /// The same step for the next feature, or for the one before; one step where it is for none.
    pub fn by_feature(&self, at: usize, forward: bool) -> usize {
        let stride = if matches!(self.step(at).stage, Stage::Rows | Stage::Sums) { 2 } else { 1 };
        if forward { (at + stride).min(self.last()) } else { at.saturating_sub(stride) }
    }

    /// The state after step `at`, or after the last one if there are fewer.
    ///
    /// ```
    /// use simscope::{app::{Stage, Walk}, simhash::{Order, trace}};
    /// let recipe = "given;fold=none;given:all;xxh3-64;6;gt".parse()?;
    /// let trace = trace("CSDN\t4\t25\n博客\t5\t2b\n", &recipe)?;
    /// let walk = Walk::new(&trace, trace.order(Order::Place));
    /// let end = walk.state(&trace, walk.last());
    /// assert_eq!(end.sums, [9, -9, 1, -1, 1, 9].map(|v| v << 16));
    /// assert_eq!((end.step.stage, end.read), (Stage::Bits, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self, trace: &Trace, at: usize) -> WalkState {
        let at = at.min(self.last());
        let step = self.step(at);
        let done = |stage: Stage| {
            let range = self.range(stage);
            (at + 1).clamp(range.start, range.end) - range.start
        };
        let turns = done(Stage::Rows);
        let summed = turns / 2;
        let feature = match step.stage {
            Stage::Text | Stage::Bits => None,
            Stage::Tokens => trace.token(step.item).map(|(_, feature)| feature),
            _ => self.order.get(step.item).copied(),
        };
        // If floats are summed, only the whole sum is the one that the recipe defines.
        let sums = if summed == self.order.len() {
            trace.sums.clone()
        } else {
            self.sums.get_or_init(|| trace.sums_along(&self.order)).at(summed)
        };
        WalkState {
            at,
            step,
            feature,
            tokens: done(Stage::Tokens),
            weighed: done(Stage::Weights),
            hashed: done(Stage::Hashes),
            rows: turns.div_ceil(2),
            summed,
            sums,
            read: done(Stage::Bits),
        }
    }
}

impl WalkState {
    /// The sum of a column before the step, which differs from that after it only where a row was added.
    pub fn before(&self, trace: &Trace, column: usize) -> Fixed {
        let now = self.sums.get(column).copied().unwrap_or(0);
        match self.feature.and_then(|feature| trace.features.get(feature)) {
            Some(f) if self.step.stage == Stage::Sums => now - signed(f.hash, trace.recipe.bits, column, f.weight),
            _ => now,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::simhash::{Order, Recipe, accumulate, trace};

    fn text() -> impl Strategy<Value = String> {
        proptest::collection::vec(proptest::sample::select(vec!["a", "b", "c", "lamp", "stove", "灯", "炉"]), 0..40)
            .prop_map(|words| words.join(" "))
    }

    fn walk(text: &str, bits: u8, order: Order) -> (Trace, Walk) {
        let recipe = Recipe { bits, ..Recipe::default() };
        let trace = trace(text, &recipe).unwrap();
        let walk = Walk::new(&trace, trace.order(order));
        (trace, walk)
    }

    proptest! {
        #[test]
        fn a_state_is_the_fold_of_all_steps_before_it(text in text(), bits in 3u8..=64, order in 0..4usize) {
            let order = [Order::Weight, Order::Place, Order::Count, Order::Name][order];
            let (trace, walk) = walk(&text, bits, order);
            let mut seen = Vec::new();
            let (mut weighed, mut hashed, mut rows) = (0, 0, Vec::new());
            let mut summed = Vec::new();
            let mut read = 0;
            for at in 0..=walk.last() {
                let WalkStep { stage, item } = walk.step(at);
                match stage {
                    Stage::Text => {}
                    Stage::Tokens => seen.push(trace.token(item).unwrap().1),
                    Stage::Weights => weighed += 1,
                    Stage::Hashes => hashed += 1,
                    Stage::Rows => rows.push(walk.order()[item]),
                    Stage::Sums => summed.push(*rows.last().unwrap()),
                    Stage::Bits => read += 1,
                }
                let state = walk.state(&trace, at);
                prop_assert_eq!(state.at, at);
                prop_assert_eq!((state.tokens, state.weighed, state.hashed), (seen.len(), weighed, hashed));
                prop_assert_eq!((state.rows, state.summed, state.read), (rows.len(), summed.len(), read));
                let fold = summed.iter().map(|&f| (trace.features[f].hash, trace.features[f].weight));
                prop_assert_eq!(&state.sums, &accumulate(fold, bits));
                for feature in 0..trace.features.len() {
                    let among = seen.iter().filter(|&&f| f == feature).count();
                    prop_assert_eq!(trace.tf_among(feature, seen.len()), among);
                    prop_assert_eq!(feature < trace.features_among(seen.len()), among > 0);
                }
            }
        }

        #[test]
        fn the_last_step_is_what_the_fast_path_gives(text in text(), bits in 3u8..=64) {
            let (trace, walk) = walk(&text, bits, Order::Weight);
            let end = walk.state(&trace, usize::MAX);
            let sketch = crate::simhash::sketch(&text, &trace.recipe).unwrap();
            prop_assert_eq!(sketch.fingerprint, (!trace.features.is_empty()).then(|| trace.signs(&end.sums)));
            prop_assert_eq!(end.read, usize::from(bits));
        }

        #[test]
        fn forth_and_back_is_nowhere(text in text(), at in 0..600usize) {
            let (trace, walk) = walk(&text, 16, Order::Weight);
            let at = at.min(walk.last());
            prop_assert_eq!(walk.find(walk.step(at)), Some(at));
            let there = walk.state(&trace, at);
            if at < walk.last() {
                walk.state(&trace, at + 1);
                prop_assert_eq!(walk.state(&trace, walk.state(&trace, at + 1).at - 1), there.clone());
            }
            prop_assert!(walk.stage_before(at) < at.max(1) && walk.next_stage(at) > at.min(walk.last() - 1));
            for column in 0..16 {
                let before = walk.state(&trace, at.saturating_sub(1));
                prop_assert_eq!(there.before(&trace, column), before.sums[column]);
            }
        }
    }

    #[test]
    fn a_text_without_tokens_has_only_its_bits_to_read() {
        let (trace, walk) = walk("", 6, Order::Weight);
        assert_eq!(walk.last(), 6);
        assert_eq!(walk.step(1), WalkStep { stage: Stage::Bits, item: 0 });
        assert_eq!(walk.state(&trace, 3).sums, [0; 6]);
        assert_eq!(walk.find(WalkStep { stage: Stage::Rows, item: 0 }), None);
    }
}
