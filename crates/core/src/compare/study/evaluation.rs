//! The ability of a rule to distinguish near-duplicates from other texts, on labelled pairs.
//!
//! Precision is the share of near pairs among the pairs called near; recall is the share of the near pairs called near;
//! F1 is the harmonic mean of precision and recall (van Rijsbergen 1979). A [`Study`] measures a recipe under many
//! seeds of its hash, because a single hash is a matter of luck.

mod seeds;

pub use seeds::{Collection, Measured, MeasuredAtK, MeasuredText, Plan, Split, Spread, Study, studies};

pub use super::{Families, Label, LabelledPair};
use crate::compare::{
    coverage::Coverage,
    pair::{Subject, cosine},
};

/// A labelled pair with the values of its signals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The label of the pair.
    pub label: Label,
    /// The distance; `None` if one of the two has no fingerprint.
    pub hamming: Option<u32>,
    /// The larger of its two coverages, 0 to 1.
    pub shared: f64,
    /// The larger share with small edits.
    pub edited: f64,
    /// The cosine of the two weight vectors; `None` if one of the two has no features.
    pub cosine: Option<f64>,
}

impl Judged {
    /// From two documents under a recipe, given their coverage.
    pub fn new(label: Label, [a, b]: [&Subject; 2], [of_a, of_b]: &[Coverage; 2]) -> Self {
        let (shared, edited) = (of_a.share.max(of_b.share), of_a.edited().max(of_b.edited()));
        let hamming = a.fingerprint.zip(b.fingerprint).map(|(a, b)| a.hamming(b));
        Self { label, hamming, shared, edited, cosine: cosine(a, b) }
    }
}

/// A rule that calls a pair near if any of these signals does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rule {
    /// The largest distance.
    pub k: Option<u32>,
    /// The least of the larger coverages.
    pub shared: Option<f64>,
    /// The least of these with small edits.
    pub edited: Option<f64>,
    /// The least cosine.
    pub cosine: Option<f64>,
}

/// The result of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The pairs to be called near.
    pub near: usize,
    /// The number of them that a rule calls near.
    pub near_called: usize,
    /// The pairs not to be called near.
    pub far: usize,
    /// The number of them that a rule calls near.
    pub far_called: usize,
}

impl Rule {
    /// A rule by distance only.
    pub fn within(k: u32) -> Self {
        Self { k: Some(k), ..Self::default() }
    }

    /// Returns true if the rule calls a pair near.
    pub fn calls(self, pair: &Judged) -> bool {
        let near = pair.hamming.zip(self.k).is_some_and(|(hamming, k)| hamming <= k);
        let shared = self.shared.is_some_and(|least| pair.shared >= least);
        let edited = self.edited.is_some_and(|least| pair.edited >= least);
        near || shared || edited || pair.cosine.zip(self.cosine).is_some_and(|(cosine, least)| cosine >= least)
    }
}

impl Score {
    /// The score of some pairs under a rule; those labelled [`Mid`](Label::Mid) do not count.
    ///
    /// ```
    /// use simscope_core::compare::evaluation::{Judged, Label, Rule, Score};
    /// let pair = |label, hamming, shared| {
    ///     Judged { label, hamming: Some(hamming), shared, edited: shared, cosine: None }
    /// };
    /// let near = [pair(Label::Near, 2, 0.9), pair(Label::Near, 9, 0.8)];
    /// let pairs = [near[0], near[1], pair(Label::Far, 3, 0.0), pair(Label::Mid, 1, 0.5)];
    /// let alone = Score::new(&pairs, Rule::within(3));
    /// assert_eq!((alone.precision(), alone.recall(), alone.f1()), (Some(0.5), Some(0.5), Some(0.5)));
    /// let both = Score::new(&pairs, Rule { shared: Some(0.5), ..Rule::within(3) });
    /// assert_eq!((both.recall(), both.far_called), (Some(1.0), 1));
    /// ```
    pub fn new<'a>(pairs: impl IntoIterator<Item = &'a Judged>, rule: Rule) -> Self {
        let mut score = Self::default();
        for pair in pairs {
            let called = usize::from(rule.calls(pair));
            match pair.label.counts_as_near() {
                Some(true) => {
                    score.near += 1;
                    score.near_called += called;
                }
                Some(false) => {
                    score.far += 1;
                    score.far_called += called;
                }
                None => {}
            }
        }
        score
    }

    /// The share of truly near pairs among those called near; `None` if none is called so.
    pub fn precision(&self) -> Option<f64> {
        share(self.near_called, self.near_called + self.far_called)
    }

    /// The share of the near pairs that are called near; `None` if there are none.
    pub fn recall(&self) -> Option<f64> {
        share(self.near_called, self.near)
    }

    /// 2·precision·recall / (precision + recall); `None` if there are no near pairs and none was called near.
    pub fn f1(&self) -> Option<f64> {
        share(2 * self.near_called, self.near + self.near_called + self.far_called)
    }
}

fn share(part: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

/// A threshold and what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProposedThreshold {
    /// In whole percentages, as in the settings.
    pub percent: u8,
    /// The pairs it calls near; pairs in between count as neither.
    pub score: Score,
}

/// For each signal the threshold with the best F1 on some pairs, the least of several; `None` if it finds no near pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProposedThresholds {
    /// The least of the larger shares with small edits, by which a pair shares much text.
    pub shared: Option<ProposedThreshold>,
    /// The least cosine.
    pub cosine: Option<ProposedThreshold>,
}

impl ProposedThresholds {
    /// Tries every whole percentage.
    pub fn new(pairs: &[Judged]) -> Self {
        Self {
            shared: best(pairs, |least| Rule { edited: Some(least), ..Rule::default() }),
            cosine: best(pairs, |least| Rule { cosine: Some(least), ..Rule::default() }),
        }
    }
}

fn best(pairs: &[Judged], rule: fn(f64) -> Rule) -> Option<ProposedThreshold> {
    let proposed = (1..=100).map(|percent| {
        let score = Score::new(pairs, rule(f64::from(percent) / 100.0));
        ProposedThreshold { percent, score }
    });
    let found = proposed.filter(|proposed| proposed.score.near_called > 0);
    found.reduce(|best, next| if next.score.f1() > best.score.f1() { next } else { best })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn judged() -> impl Strategy<Value = Vec<Judged>> {
        let label = prop_oneof![Just(Label::Near), Just(Label::Mid), Just(Label::Far)];
        let pair = (label, proptest::option::of(0u32..20), 0u8..5).prop_map(|(label, hamming, quarters)| Judged {
            label,
            hamming,
            shared: f64::from(quarters) / 4.0,
            edited: f64::from(quarters) / 4.0,
            cosine: None,
        });
        proptest::collection::vec(pair, 0..20)
    }

    proptest! {
        #[test]
        fn more_is_called_with_a_larger_k_or_a_second_signal(pairs in judged(), k in 0u32..20) {
            let score = |k, shared| Score::new(&pairs, Rule { shared, ..Rule::within(k) });
            let (less, more, both) = (score(k, None), score(k + 1, None), score(k, Some(0.5)));
            for wider in [more, both] {
                prop_assert!(less.near_called <= wider.near_called && less.far_called <= wider.far_called);
                prop_assert_eq!((less.near, less.far), (wider.near, wider.far));
            }
            if let (Some(p), Some(r), Some(f1)) = (less.precision(), less.recall(), less.f1()) {
                let expected = if p + r > 0.0 { 2.0 * p * r / (p + r) } else { 0.0 };
                prop_assert!((f1 - expected).abs() < 1e-12);
            }
        }

        #[test]
        fn what_is_in_between_does_not_count(pairs in judged(), k in 0u32..20) {
            let count = |label| pairs.iter().filter(|pair| pair.label == label).count();
            let score = Score::new(&pairs, Rule::within(k));
            prop_assert_eq!((score.near, score.far), (count(Label::Near), count(Label::Far)));
        }
    }

    #[test]
    fn of_nothing_nothing_is_said() {
        let none = Score::new(&[], Rule::within(3));
        assert_eq!((none.precision(), none.recall(), none.f1()), (None, None, None));
    }

    #[test]
    fn the_least_threshold_with_the_best_f1_is_proposed() {
        let pair = |label, shared, cosine| Judged { label, hamming: None, shared, edited: shared, cosine };
        let pairs = [
            pair(Label::Near, 0.82, Some(0.99)),
            pair(Label::Near, 0.9, Some(0.95)),
            pair(Label::Mid, 0.8, Some(1.0)),
            pair(Label::Far, 0.597, Some(0.97)),
            pair(Label::Far, 0.1, None),
        ];
        let ProposedThresholds { shared, cosine } = ProposedThresholds::new(&pairs);
        let shared = shared.unwrap();
        assert_eq!((shared.percent, shared.score.f1()), (60, Some(1.0)));
        let cosine = cosine.unwrap();
        assert_eq!(
            (cosine.percent, cosine.score.near_called, cosine.score.far_called),
            (1, 2, 1),
            "F1 0.8 beats 0.667"
        );
        assert_eq!(ProposedThresholds::new(&pairs[2..]), ProposedThresholds { shared: None, cosine: None });
    }
}
