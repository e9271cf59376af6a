//! The probability of each class of pairs at each distance, by Bayes' rule, and the accuracy of these probabilities on
//! other pairs.
//!
//! A smaller distance never makes a near-duplicate less probable: isotonic regression makes the probabilities of
//! *near*, and of *near or related*, fall with the distance, each distance weighted by its expected frequency. So the
//! three probabilities stay between 0 and 1 and add up to 1. The interval is that of *near*, by the bootstrap over
//! groups of families.
//!
//! The expected calibration error is the mean difference between predicted and observed shares over the distances, each
//! weighted by its pairs (Naeini, Cooper and Hauskrecht 2015). Even correct probabilities have an error above 0,
//! because few pairs are at each distance; its size is simulated.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Calibration, GroupDistances, Prior, unrelated::shares};
use crate::compare::study::{RESAMPLES, bootstrap, draws, interval};

/// The seed of resamples and simulated labels.
const SEED: u64 = 1;
/// The number of simulations of labels.
const SIMULATIONS: u64 = 200;

/// The probability of each class at each distance, under a prior.
#[derive(Clone, Debug, PartialEq)]
pub struct Posterior {
    /// The shares that were assumed.
    pub prior: Prior,
    at: Vec<Probability>,
}

/// The probability of each class at one distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    /// One text is the other with small edits.
    pub near: f64,
    /// The 95% interval of `near`.
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

    /// At one distance; `None` above the width of the fingerprint.
    pub fn at(&self, hamming: u32) -> Option<Probability> {
        self.at.get(hamming as usize).copied()
    }

    /// At each distance from 0 on.
    pub fn all(&self) -> &[Probability] {
        &self.at
    }
}

/// For each distance, how probable *near* and *near or related* are, with each group drawn as often as said; `None` if
/// a class has no pairs.
fn curve(groups: &[GroupDistances], drawn: &[u32], joint: u32, prior: Prior) -> Option<Vec<[f64; 2]>> {
    let long = groups.first()?.expected.len();
    let near = class(groups, drawn, long, |group| group.near.counts())?;
    let related = class(groups, drawn, long, |group| group.related.counts())?;
    // A pair is drawn as often as both its documents are. To first order that is once for each time that either is
    // drawn more often than expected, so a group that is drawn d times counts 2d − 1 times.
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

/// The sequence that never rises and has the least weighted squared distance from `values`, by pool adjacent violators
/// (Ayer et al. 1955). A value of weight 0 takes the result before it, or the first one.
fn falling(values: &[f64], weights: &[f64]) -> Vec<f64> {
    // Runs of one result each: their weighted sum, weight and length.
    let mut pools: Vec<(f64, f64, usize)> = Vec::with_capacity(values.len());
    let mut before = 0;
    for (&value, &weight) in values.iter().zip(weights) {
        if weight <= 0.0 {
            match pools.last_mut() {
                Some((.., length)) => *length += 1,
                None => before += 1,
            }
            continue;
        }
        let mut pool = (value * weight, weight, 1);
        while let Some(&(sum, weight, length)) = pools.last()
            && sum / weight <= pool.0 / pool.1
        {
            pool = (pool.0 + sum, pool.1 + weight, pool.2 + length);
            pools.pop();
        }
        pools.push(pool);
    }
    let Some(first) = pools.first_mut() else { return vec![0.0; values.len()] };
    first.2 += before;
    pools.into_iter().flat_map(|(sum, weight, length)| std::iter::repeat_n(sum / weight, length)).collect()
}

/// A labelled pair to try probabilities on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldOutPair {
    /// The Hamming distance of the two documents.
    pub hamming: u32,
    /// It is labelled near.
    pub near: bool,
    /// The number of its family.
    pub family: usize,
}

/// Predicted and observed shares of near pairs at one distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReliabilityAt {
    /// The Hamming distance that the others are of.
    pub hamming: u32,
    /// The pairs that are so far apart.
    pub pairs: u64,
    /// The probability of near that was predicted.
    pub predicted: f64,
    /// The share of the pairs that are labelled near.
    pub observed: f64,
}

/// The accuracy of probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// By distance, of those that occur.
    pub at: Vec<ReliabilityAt>,
    /// The expected calibration error.
    pub error: f64,
    /// Its 95% interval, by the bootstrap over families.
    pub interval: [f64; 2],
    /// The error that right probabilities would have on so few pairs, on average.
    pub sampling: f64,
}

impl Reliability {
    /// Tries probabilities on pairs; `None` if there are none.
    pub fn new(posterior: &Posterior, pairs: &[HeldOutPair]) -> Option<Self> {
        let predicted = |hamming: u32| posterior.at(hamming).map_or(0.0, |at| at.near);
        let once = |_: usize| 1;
        let at = tally(pairs, once, |pair| pair.near).into_iter().zip(0..);
        let at: Vec<ReliabilityAt> = at
            .filter(|((pairs, _), _)| *pairs > 0)
            .map(|((pairs, near), hamming)| {
                let observed = near as f64 / pairs as f64;
                ReliabilityAt { hamming, pairs, predicted: predicted(hamming), observed }
            })
            .collect();
        let error = error(&tally(pairs, once, |pair| pair.near), predicted)?;
        let families = pairs.iter().map(|pair| pair.family + 1).max()?;
        let resampled =
            |drawn: &[u32]| self::error(&tally(pairs, |family| u64::from(drawn[family]), |pair| pair.near), predicted);
        let interval = bootstrap(families, SEED, resampled)?;
        let simulated = (0..SIMULATIONS).filter_map(|run| {
            let mut number = 0;
            let label = |pair: &HeldOutPair| {
                number += 1;
                let random = xxh3_64_with_seed(&[run, number].map(u64::to_le_bytes).concat(), SEED);
                // 53 bits are exact in a float.
                predicted(pair.hamming) * (1u64 << 53) as f64 > (random >> 11) as f64
            };
            self::error(&tally(pairs, once, label), predicted)
        });
        let sampling = simulated.sum::<f64>() / SIMULATIONS as f64;
        Some(Self { at, error, interval, sampling })
    }
}

/// The number of pairs and of near ones at each distance, with each family counted `times` times.
fn tally(
    pairs: &[HeldOutPair],
    times: impl Fn(usize) -> u64,
    mut near: impl FnMut(&HeldOutPair) -> bool,
) -> Vec<(u64, u64)> {
    let long = pairs.iter().map(|pair| pair.hamming as usize + 1).max().unwrap_or(0);
    let mut tally = vec![(0, 0); long];
    for pair in pairs {
        let (times, at) = (times(pair.family), &mut tally[pair.hamming as usize]);
        at.0 += times;
        at.1 += if near(pair) { times } else { 0 };
    }
    tally
}

fn error(tally: &[(u64, u64)], predicted: impl Fn(u32) -> f64) -> Option<f64> {
    let all: u64 = tally.iter().map(|(pairs, _)| pairs).sum();
    let differences =
        (0..).zip(tally).map(|(hamming, &(pairs, near))| (near as f64 - pairs as f64 * predicted(hamming)).abs());
    (all > 0).then(|| differences.sum::<f64>() / all as f64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        compare::study::calibration::{Distances, Origin},
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

    /// The regression by the min–max formula (Robertson, Wright and Dykstra 1988), in cubic time.
    fn naive(values: &[f64], weights: &[f64]) -> Vec<f64> {
        let mean = |from: usize, to: usize| {
            let sum: f64 = (from..=to).map(|at| values[at] * weights[at]).sum();
            sum / weights[from..=to].iter().sum::<f64>()
        };
        let at = |at: usize| {
            let most = |to: usize| (0..=at).map(|from| mean(from, to)).fold(f64::INFINITY, f64::min);
            (at..values.len()).map(most).fold(f64::NEG_INFINITY, f64::max)
        };
        (0..values.len()).map(at).collect()
    }

    proptest! {
        #[test]
        fn it_is_what_the_formula_says(points in prop::collection::vec((0.0f64..1.0, 0.01f64..9.0), 0..12)) {
            let (values, weights): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
            let (found, expected) = (falling(&values, &weights), naive(&values, &weights));
            prop_assert_eq!(found.len(), expected.len());
            prop_assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9), "{:?} {:?}", found, expected);
        }

        #[test]
        fn it_never_rises_whatever_the_weights(points in prop::collection::vec((0.0f64..1.0, 0.0f64..2.0), 1..40)) {
            let (values, weights): (Vec<f64>, Vec<f64>) =
                points.into_iter().map(|(value, weight)| (value, (weight - 1.0).max(0.0))).unzip();
            let found = falling(&values, &weights);
            prop_assert_eq!(found.len(), values.len());
            prop_assert!(found.windows(2).all(|two| two[0] >= two[1] - 1e-12));
        }
    }

    #[test]
    fn values_without_weight_take_what_is_beside_them() {
        assert_eq!(falling(&[9.0, 0.5, 7.0, 0.2], &[0.0, 1.0, 0.0, 1.0]), [0.5, 0.5, 0.5, 0.2]);
        assert_eq!(falling(&[1.0, 2.0], &[0.0, 0.0]), [0.0, 0.0]);
    }

    fn posterior(near: &[f64]) -> Posterior {
        let at = |&near: &f64| Probability { near, interval: [near, near], related: 1.0 - near, unrelated: 0.0 };
        Posterior { prior: Prior::ASSUMED, at: near.iter().map(at).collect() }
    }

    #[test]
    fn the_error_is_the_mean_difference() {
        let pair = |hamming, near, family| HeldOutPair { hamming, near, family };
        let pairs = [pair(0, true, 0), pair(0, true, 1), pair(2, true, 2), pair(2, false, 3)];
        let found = Reliability::new(&posterior(&[0.9, 0.5, 0.3]), &pairs).unwrap();
        // Half of the pairs are 0.1 off, half 0.2.
        assert!((found.error - 0.15).abs() < 1e-12);
        assert_eq!(found.at.iter().map(|at| (at.hamming, at.pairs)).collect::<Vec<_>>(), [(0, 2), (2, 2)]);
        assert!(found.interval[0] <= found.error && found.error <= found.interval[1]);
        assert_eq!(Reliability::new(&posterior(&[0.9]), &[]), None);
    }

    #[test]
    fn right_probabilities_have_the_error_of_sampling() {
        let pairs: Vec<HeldOutPair> =
            (0..400).map(|n| HeldOutPair { hamming: n % 4, near: n / 4 % 10 < 5, family: n as usize }).collect();
        let found = Reliability::new(&posterior(&[0.5; 4]), &pairs).unwrap();
        assert!(found.error < 1e-12 && found.sampling > 0.02 && found.sampling < 0.06, "{found:?}");
    }
}
