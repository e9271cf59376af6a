//! A changed text compared with its original: the flipped bits, the bits at risk, and the features that decide them.
//!
//! The result is exact, because a column sum is linear in the weights: excluding a feature subtracts its row from the
//! sums. Features are excluded only from the changed text, never from the original.

use std::{cmp::Reverse, collections::BTreeSet, sync::Arc};

use crate::simhash::{Feature, Fingerprint, Fixed, Trace, from_fixed, signed};

/// A changed text (B) against its original (A).
#[derive(Debug)]
pub struct Trial {
    /// The original, A.
    pub original: Arc<Trace>,
    /// The changed text, B, with all its features.
    pub trace: Arc<Trace>,
    /// The keys of the features that are excluded from B.
    pub excluded: BTreeSet<u64>,
    /// B's column sums without them.
    pub sums: Vec<Fixed>,
    /// √Σw² of B without them.
    pub norm: f64,
    /// The fingerprints of A and of B; `None` for a text without features, or with all of them excluded.
    pub fingerprints: [Option<Fingerprint>; 2],
    /// The bits that differ, weakest in B first.
    pub flipped: Vec<Flipped>,
    /// The columns of B with the smallest margins.
    pub risk: Vec<Risk>,
    /// The effect of each feature of B, in the order of the trace.
    pub effects: Vec<FeatureEffect>,
}

/// A bit that differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flipped {
    /// The column, from 0 at the left.
    pub bit: usize,
    /// The column sums in A and in B.
    pub v: [Fixed; 2],
    /// The margin of each, |V| / √Σw².
    pub margin: [f64; 2],
}

/// A column with a small margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Risk {
    /// The column, from 0 at the left.
    pub bit: usize,
    /// Its sum in B.
    pub v: Fixed,
    /// Its margin, |V| / √Σw².
    pub margin: f64,
    /// The number of features of B that decide the bit alone: without one of them, the bit flips.
    pub deciders: usize,
}

/// The effect of a feature of B.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FeatureEffect {
    /// Its share of the weight of all features, excluded ones too, 0 to 1.
    pub share: f64,
    /// The columns that flip if only this feature is excluded; for an excluded feature, if only it is included again.
    pub bits: u128,
}

impl FeatureEffect {
    /// The number of columns that it flips.
    pub fn count(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// The columns that it flips, leftmost first, in a fingerprint of `width` bits.
    pub fn columns(self, width: u8) -> impl Iterator<Item = usize> {
        Fingerprint::new(self.bits, width).columns()
    }
}

/// The number of columns that are listed as at risk.
const AT_RISK: usize = 16;

impl Trial {
    /// Tries the changed text, traced by the original's recipe, without the features whose keys are `excluded`.
    pub fn new(original: Arc<Trace>, trace: Arc<Trace>, excluded: BTreeSet<u64>) -> Self {
        let width = trace.recipe.bits;
        let out: Vec<bool> = trace.features.iter().map(|feature| excluded.contains(&feature.key)).collect();
        let mut sums = trace.sums.clone();
        let mut squares = 0.0;
        for (feature, &out) in trace.features.iter().zip(&out) {
            if out {
                add_row(&mut sums, feature, width, -1);
            } else {
                squares += from_fixed(feature.weight).powi(2);
            }
        }
        let some_out = out.contains(&true);
        let none_left = some_out && !out.contains(&false);
        let fingerprint = match trace.sketch.fingerprint {
            Some(_) if none_left => None,
            Some(_) if some_out => Some(trace.signs(&sums)),
            whole => whole,
        };
        let norm = squares.sqrt();
        let fingerprints = [original.sketch.fingerprint, fingerprint];
        let mut trial = Self {
            original,
            trace,
            excluded,
            sums,
            norm,
            fingerprints,
            flipped: Vec::new(),
            risk: Vec::new(),
            effects: Vec::new(),
        };
        if fingerprint.is_some() {
            trial.effects = trial.effects(&out);
            trial.risk = trial.at_risk();
        }
        trial.flipped = trial.differing();
        trial
    }

    /// The Hamming distance in bits; `None` if either has no fingerprint.
    pub fn hamming(&self) -> Option<u32> {
        let [a, b] = self.fingerprints;
        Some(a?.hamming(b?))
    }

    /// The number of features excluded from B.
    pub fn excluded_features(&self) -> usize {
        self.trace.features.iter().filter(|feature| self.excluded.contains(&feature.key)).count()
    }

    fn margin(&self, v: Fixed) -> f64 {
        if self.norm > 0.0 { from_fixed(v.abs()) / self.norm } else { 0.0 }
    }

    fn differing(&self) -> Vec<Flipped> {
        let [Some(a), Some(b)] = self.fingerprints else { return Vec::new() };
        let flipped = |bit: usize| {
            let of = |sums: &[Fixed]| sums.get(bit).copied().unwrap_or(0);
            let v = [of(&self.original.sums), of(&self.sums)];
            Flipped { bit, v, margin: [self.original.margin(bit), self.margin(v[1])] }
        };
        let mut all: Vec<Flipped> = a.xor(b).columns().map(flipped).collect();
        all.sort_by_key(|flipped| (flipped.v[1].abs(), flipped.bit));
        all
    }

    /// The effect of each feature.
    fn effects(&self, out: &[bool]) -> Vec<FeatureEffect> {
        let width = self.trace.recipe.bits;
        let before = self.trace.signs(&self.sums);
        // Most features are too light to turn any column, and the lightest column says so at once.
        let least = self.sums.iter().map(|v| v.abs()).min().unwrap_or(0);
        let all: f64 = self.trace.features.iter().map(|feature| from_fixed(feature.weight.abs())).sum();
        let held = |(feature, &out): (&Feature, &bool)| {
            let share = if all > 0.0 { from_fixed(feature.weight.abs()) / all } else { 0.0 };
            if feature.weight.abs() < least {
                return FeatureEffect { share, bits: 0 };
            }
            let mut sums = self.sums.clone();
            add_row(&mut sums, feature, width, if out { 1 } else { -1 });
            FeatureEffect { share, bits: self.trace.signs(&sums).xor(before).value() }
        };
        self.trace.features.iter().zip(out).map(held).collect()
    }

    fn at_risk(&self) -> Vec<Risk> {
        let width = self.trace.recipe.bits;
        let mut deciders = vec![0; width.into()];
        for (feature, held) in self.trace.features.iter().zip(&self.effects) {
            if !self.excluded.contains(&feature.key) {
                held.columns(width).for_each(|bit| deciders[bit] += 1);
            }
        }
        let risk = |(bit, &v): (usize, &Fixed)| Risk { bit, v, margin: self.margin(v), deciders: deciders[bit] };
        let mut all: Vec<Risk> = self.sums.iter().enumerate().map(risk).collect();
        all.sort_by_key(|risk| (risk.v.abs(), risk.bit));
        all.truncate(AT_RISK);
        all
    }

    /// B's features, heaviest first; ties by first place.
    pub fn order(&self) -> Vec<usize> {
        let features = &self.trace.features;
        let mut all: Vec<usize> = (0..features.len()).collect();
        all.sort_by_key(|&f| Reverse(features[f].weight.abs()));
        all
    }
}

/// Adds `times` a feature's row to column sums.
fn add_row(sums: &mut [Fixed], feature: &Feature, width: u8, times: Fixed) {
    for (column, sum) in sums.iter_mut().enumerate() {
        *sum += signed(feature.hash, width, column, feature.weight * times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::{Recipe, sketch, trace};

    fn tried(a: &str, b: &str, excluded: &[&str]) -> Trial {
        let recipe: Recipe = "space;fold=none;tf;xxh3-64;64;gt".parse().unwrap();
        let [a, b] = [a, b].map(|text| Arc::new(trace(text, &recipe).unwrap()));
        let key = |name: &&str| (0..b.features.len()).find(|&f| b.name(f) == *name).map(|f| b.features[f].key).unwrap();
        let excluded = excluded.iter().map(key).collect();
        Trial::new(a, b, excluded)
    }

    #[test]
    fn an_excluded_word_is_the_text_without_it() {
        let trial = tried("a b c d e e e", "a b c d e e e", &["e", "b"]);
        let recipe = &trial.trace.recipe;
        let without = sketch("a c d", recipe).unwrap();
        assert_eq!(trial.fingerprints[1], without.fingerprint);
        assert_eq!((trial.excluded_features(), trial.hamming()), (2, Some(trial.flipped.len() as u32)));
    }

    #[test]
    fn the_bits_a_feature_holds_are_those_that_flip_without_it() {
        let text = "one two three four five five five six six seven";
        let whole = tried(text, text, &[]);
        let mut held = 0;
        for (f, of) in whole.effects.iter().enumerate() {
            let name = whole.trace.name(f).to_owned();
            let without = tried(text, text, &[&name]);
            let flipped: BTreeSet<usize> = without.flipped.iter().map(|flipped| flipped.bit).collect();
            assert_eq!(of.columns(64).collect::<BTreeSet<_>>(), flipped, "{name}");
            // Included again it flips the same bits.
            assert_eq!(without.effects[f].bits, of.bits, "{name}");
            held += of.count();
        }
        assert!(held > 0, "some bit hangs on one word");
        let deciders: usize = whole.risk.iter().map(|risk| risk.deciders).sum();
        assert!(deciders > 0 && whole.risk.windows(2).all(|two| two[0].v.abs() <= two[1].v.abs()));
    }

    #[test]
    fn shares_are_of_the_whole() {
        let trial = tried("a b b", "a b b", &["a"]);
        let shares: Vec<f64> = trial.effects.iter().map(|held| held.share).collect();
        assert!((shares[0] - 1.0 / 3.0).abs() < 1e-12 && (shares[1] - 2.0 / 3.0).abs() < 1e-12, "{shares:?}");
    }

    #[test]
    fn nothing_left_is_no_fingerprint() {
        for trial in [tried("a b", "", &[]), tried("a b", "  ", &[]), tried("a b", "a b", &["a", "b"])] {
            assert_eq!((trial.fingerprints[1], trial.hamming()), (None, None));
            assert!(trial.flipped.is_empty() && trial.risk.is_empty());
        }
        assert_eq!(tried("", "a", &[]).hamming(), None);
    }
}
