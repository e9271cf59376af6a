//! How probable each class of pairs is at each distance, by Bayes' rule.
//!
//! A smaller distance never makes a near-duplicate less probable: the probabilities of *near*, and of *near or related*,
//! are made to fall with the distance by isotonic regression, each distance weighted by how often it is expected. So
//! the three stay between 0 and 1 and add up to 1. The interval is of *near*, by the bootstrap over groups of families.

use super::{Calibration, GroupDistances, Prior, isotonic::falling, unrelated::shares};
use crate::compare::evaluation::{RESAMPLES, draws, interval};

/// The seed of the resamples.
const SEED: u64 = 1;

/// How probable each class is at each distance, under a prior.
#[derive(Clone, Debug, PartialEq)]
pub struct Posterior {
    /// The shares that were assumed.
    pub prior: Prior,
    at: Vec<Probability>,
}

/// How probable each class is at one distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    /// One text is the other with small edits.
    pub near: f64,
    /// The 95 % interval of `near`.
    pub interval: [f64; 2],
    /// One text is a rewritten version of the other.
    pub related: f64,
    /// The texts have nothing to do with each other.
    pub unrelated: f64,
}

impl Posterior {
    pub(super) fn new(calibration: &Calibration, prior: Prior) -> Self {
        let groups = calibration.groups();
        let joint = calibration.unrelated().joint;
        let once = vec![1; groups.len()];
        let curve = curve(groups, &once, joint, prior).unwrap_or_default();
        let mut near = vec![Vec::new(); curve.len()];
        for resample in 0..RESAMPLES {
            let resampled = self::curve(groups, &draws(groups.len(), SEED, resample), joint, prior);
            for (values, [probability, _]) in near.iter_mut().zip(resampled.unwrap_or_default()) {
                values.push(probability);
            }
        }
        let at = curve.into_iter().zip(near).map(|([near, either], values)| Probability {
            near,
            interval: interval(values).unwrap_or([0.0, 1.0]),
            related: either - near,
            unrelated: 1.0 - either,
        });
        Self { prior, at: at.collect() }
    }

    #[cfg(test)]
    pub(super) fn of(prior: Prior, at: Vec<Probability>) -> Self {
        Self { prior, at }
    }

    /// At one distance; `None` above the width of the fingerprint.
    pub fn at(&self, hamming: u32) -> Option<Probability> {
        self.at.get(hamming as usize).copied()
    }

    /// At each distance from 0 on.
    pub fn all(&self) -> &[Probability] {
        &self.at
    }
}

/// For each distance, how probable *near* and *near or related* are, with each group drawn as often as said; `None` where
/// a class has no pairs.
fn curve(groups: &[GroupDistances], drawn: &[u32], joint: u32, prior: Prior) -> Option<Vec<[f64; 2]>> {
    let long = groups.first()?.expected.len();
    let near = class(groups, drawn, long, |group| group.near.counts())?;
    let related = class(groups, drawn, long, |group| group.related.counts())?;
    // A pair is drawn as often as both its documents are. To first order that is once for each time that either is drawn
    // more often than expected, so a group that is drawn d times counts 2d − 1 times.
    let twice: Vec<f64> = drawn.iter().map(|&times| 2.0 * f64::from(times) - 1.0).collect();
    let unrelated = shares(groups, &twice, joint)?;
    let (mut masses, mut nears, mut eithers) = (Vec::new(), Vec::new(), Vec::new());
    for ((near, related), unrelated) in near.into_iter().zip(related).zip(unrelated) {
        let [near, related, unrelated] = [near * prior.near, related * prior.related, unrelated * prior.unrelated];
        let mass = near + related + unrelated;
        let of = |part: f64| if mass > 0.0 { part / mass } else { 0.0 };
        masses.push(mass);
        nears.push(of(near));
        eithers.push(of(near + related));
    }
    let (nears, eithers) = (falling(&nears, &masses), falling(&eithers, &masses));
    let both = nears.into_iter().zip(eithers);
    // Their order is kept but for rounding.
    Some(
        both.map(|(near, either)| (near.clamp(0.0, 1.0), either.clamp(0.0, 1.0))).map(|(n, e)| [n, e.max(n)]).collect(),
    )
}

/// The share of the pairs of a class at each distance.
fn class<'a>(
    groups: &'a [GroupDistances],
    drawn: &[u32],
    long: usize,
    counts: impl Fn(&'a GroupDistances) -> &'a [u64],
) -> Option<Vec<f64>> {
    let mut sum = vec![0.0; long];
    for (group, &times) in groups.iter().zip(drawn).filter(|(_, times)| **times > 0) {
        sum.iter_mut().zip(counts(group)).for_each(|(sum, &count)| *sum += count as f64 * f64::from(times));
    }
    let all: f64 = sum.iter().sum();
    (all > 0.0).then(|| sum.into_iter().map(|count| count / all).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        compare::calibration::{Distances, Origin},
        simhash::Recipe,
    };

    fn calibration(groups: Vec<GroupDistances>) -> Option<Calibration> {
        let recipe: Recipe = "words;fold=none;tf;xxh3-64;8;gt".parse().unwrap();
        let origin = Origin { documents: 9, families: 9, han: 0, digest: 0, seed: 0, pairs: 36, sampled: false };
        Calibration::new(recipe, origin, Vec::new(), None, groups)
    }

    fn group() -> impl Strategy<Value = GroupDistances> {
        let counts = || prop::collection::vec(0u64..300, 9).prop_map(Distances::from_counts);
        let expected = prop::collection::vec(0.0f64..300.0, 9);
        (counts(), expected, counts(), counts()).prop_map(|(unrelated, expected, near, related)| GroupDistances {
            unrelated,
            expected,
            near,
            related,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn near_falls_with_the_distance_and_the_classes_add_up_to_one(
            groups in prop::collection::vec(group(), 1..5),
            near in 0.0f64..1.0,
            rest in 0.0f64..1.0,
        ) {
            let prior = Prior::new([near, (1.0 - near) * rest, (1.0 - near) * (1.0 - rest)]).unwrap();
            let Some(calibration) = calibration(groups) else { return Ok(()) };
            let posterior = calibration.posterior(prior);
            prop_assert_eq!(posterior.all().len(), 9);
            for one in posterior.all() {
                prop_assert!([one.near, one.related, one.unrelated].iter().all(|share| (0.0..=1.0).contains(share)));
                prop_assert!((one.near + one.related + one.unrelated - 1.0).abs() < 1e-9);
                prop_assert!(0.0 <= one.interval[0] && one.interval[0] <= one.interval[1] && one.interval[1] <= 1.0);
            }
            for two in posterior.all().windows(2) {
                prop_assert!(two[0].near >= two[1].near - 1e-12 && two[0].unrelated <= two[1].unrelated + 1e-12);
            }
            let within: Vec<f64> = (0..9).map(|k| calibration.unrelated().share_within(k)).collect();
            prop_assert!(within.is_sorted() && (within[8] - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_rarer_class_is_less_probable() {
        let counts = |at: usize| Distances::from_counts((0..9).map(|h| if h == at { 500 } else { 10 }).collect());
        let expected: Vec<f64> = counts(6).counts().iter().map(|&pairs| pairs as f64 / 2.0).collect();
        let group = GroupDistances { unrelated: counts(6), expected, near: counts(1), related: counts(4) };
        let calibration = calibration(vec![group.clone(), group]).unwrap();
        let unrelated = calibration.unrelated();
        let counted = unrelated.observed.share_within(unrelated.joint).unwrap();
        assert!((unrelated.share_within(unrelated.joint) - counted).abs() < 1e-9, "the tail meets the counts");
        let at = |prior: &str| calibration.posterior(prior.parse().unwrap()).at(1).unwrap();
        let (often, seldom) = (at("50:25:25"), at("1:1:98"));
        assert!(often.near > 0.9 && seldom.near < often.near, "{often:?} {seldom:?}");
        assert!(
            often.interval.iter().all(|end| (end - often.near).abs() < 1e-12),
            "two groups that are alike leave nothing to chance"
        );
        assert!(at("0:50:50").near < 1e-12);
    }
}
