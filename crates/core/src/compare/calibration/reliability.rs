//! Whether probabilities hold: predicted against observed on pairs that were not used to fit them.
//!
//! The expected calibration error is the mean difference between the two over the distances, each weighted by its pairs
//! (Naeini, Cooper and Hauskrecht 2015). Even right probabilities have one above 0, since few pairs are at each distance;
//! how much that makes is simulated.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Posterior;
use crate::compare::evaluation::bootstrap;

/// The seed of resamples and simulated labels.
const SEED: u64 = 1;
/// How often labels are simulated.
const SIMULATIONS: u64 = 200;

/// A labelled pair to try probabilities on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriedPair {
    /// The Hamming distance of the two.
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

/// How well probabilities hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// By distance, of those that occur.
    pub at: Vec<ReliabilityAt>,
    /// The expected calibration error.
    pub error: f64,
    /// Its 95 % interval, by the bootstrap over families.
    pub interval: [f64; 2],
    /// The error that right probabilities would have on so few pairs, on average.
    pub sampling: f64,
}

impl Reliability {
    /// Tries probabilities on pairs; `None` if there are none.
    pub fn new(posterior: &Posterior, pairs: &[TriedPair]) -> Option<Self> {
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
            let label = |pair: &TriedPair| {
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

/// The number of pairs and of near ones at each distance, with each family as often as `times` says.
fn tally(
    pairs: &[TriedPair],
    times: impl Fn(usize) -> u64,
    mut near: impl FnMut(&TriedPair) -> bool,
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
    use super::*;
    use crate::compare::calibration::{Prior, Probability};

    fn posterior(near: &[f64]) -> Posterior {
        let at = |&near: &f64| Probability { near, interval: [near, near], related: 1.0 - near, unrelated: 0.0 };
        Posterior::of(Prior::ASSUMED, near.iter().map(at).collect())
    }

    #[test]
    fn the_error_is_the_mean_difference() {
        let pair = |hamming, near, family| TriedPair { hamming, near, family };
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
        let pairs: Vec<TriedPair> =
            (0..400).map(|n| TriedPair { hamming: n % 4, near: n / 4 % 10 < 5, family: n as usize }).collect();
        let found = Reliability::new(&posterior(&[0.5; 4]), &pairs).unwrap();
        assert!(found.error < 1e-12 && found.sampling > 0.02 && found.sampling < 0.06, "{found:?}");
    }
}
