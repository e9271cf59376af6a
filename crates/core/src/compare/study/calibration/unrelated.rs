//! Distances of unrelated documents: counted, and in the tail predicted by their cosines.
//!
//! Two vectors at the angle θ are on different sides of a random hyperplane with probability θ/π (Charikar 2002). So
//! the distance of a pair is binomial with its own p = acos(cosine)/π, and the distances of all pairs are a mixture. A
//! single binomial with p = ½ is wrong by orders of magnitude in the tail, because texts in one language are never at
//! right angles.

use std::f64::consts::PI;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Distances, GroupDistances};
use crate::{
    compare::pair::{Subject, cosine},
    simhash::{Stopped, Watch},
};

/// The most groups that families are put in. Draws of groups make the intervals, and as many are enough for that.
pub const GROUPS: usize = 50;
/// Up to this number of pairs, all are examined; beyond it, a sample of this size, drawn with replacement.
pub const MOST_PAIRS: u64 = 10_000_000;
/// The counted share of pairs within a distance is used if at least this number of pairs is that close: its standard
/// error is then a tenth of it. Closer pairs follow the model. So the model is used no more than necessary: with few
/// high-weight words in a text, the bits depend on each other, and close pairs are more frequent than the model
/// predicts.
pub const LEAST_OBSERVED: u64 = 100;

/// The probability of each distance between unrelated documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Unrelated {
    /// The pairs that were counted at each distance.
    pub observed: Distances,
    /// The number at each distance that the cosines predict.
    pub expected: Vec<f64>,
    /// The total of pairs within this distance is as counted, distributed by the model; farther pairs are as counted.
    pub joint: u32,
    shares: Vec<f64>,
}

impl Unrelated {
    /// Adds up all groups; `None` if there are no pairs.
    pub(super) fn new(groups: &[GroupDistances], bits: u8) -> Option<Self> {
        let long = usize::from(bits) + 1;
        let once = vec![1.0; groups.len()];
        let mut counts = vec![0; long];
        for group in groups {
            counts.iter_mut().zip(group.unrelated.counts()).for_each(|(sum, count)| *sum += count);
        }
        // Every pair is in two groups, or twice in one.
        let observed = Distances::from_counts(counts.iter().map(|count| count / 2).collect());
        let expected = (0..long).map(|at| groups.iter().map(|group| group.expected[at]).sum::<f64>() / 2.0).collect();
        let joint = (0..=u32::from(bits)).find(|&k| observed.within(k) >= LEAST_OBSERVED);
        let joint = joint.unwrap_or(u32::from(bits) + 1);
        let shares = shares(groups, &once, joint)?;
        Some(Self { observed, expected, joint, shares })
    }

    /// The share of the pairs at each distance.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The share of the pairs that are at most so far apart.
    pub fn share_within(&self, k: u32) -> f64 {
        self.shares.iter().take(k as usize + 1).sum()
    }

    /// The mean distance of the pairs that were counted.
    pub fn mean(&self) -> f64 {
        let counts = self.observed.counts();
        let sum: u64 = (0..).zip(counts).map(|(hamming, count)| hamming * count).sum();
        sum as f64 / counts.iter().sum::<u64>().max(1) as f64
    }
}

/// The share of the pairs at each distance, with each group counted `times` times; `None` if there are no pairs.
pub(super) fn shares(groups: &[GroupDistances], times: &[f64], joint: u32) -> Option<Vec<f64>> {
    let long = groups.first()?.expected.len();
    let (mut counted, mut expected) = (vec![0.0; long], vec![0.0; long]);
    for (group, &times) in groups.iter().zip(times) {
        for at in 0..long {
            counted[at] += group.unrelated.counts()[at] as f64 * times;
            expected[at] += group.expected[at] * times;
        }
    }
    // Up to the joint the model says how the pairs counted there are spread.
    let within = (joint as usize + 1).min(long);
    let sum = |pairs: &[f64]| pairs[..within].iter().sum::<f64>();
    let is_counted = (joint as usize) < long && sum(&expected) > 0.0;
    let factor = if is_counted { sum(&counted) / sum(&expected) } else { 1.0 };
    let spread = expected[..within].iter().map(|pairs| pairs * factor);
    let mut shares: Vec<f64> = spread.chain(counted[within..].iter().copied()).map(|pairs| pairs.max(0.0)).collect();
    let all: f64 = shares.iter().sum();
    (all > 0.0).then(|| shares.iter_mut().for_each(|share| *share /= all))?;
    Some(shares)
}

/// The group of each family: random groups of equal size.
pub fn groups(families: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..families).collect();
    order.sort_by_key(|family| xxh3_64_with_seed(&family.to_le_bytes(), seed));
    let mut groups = vec![0; families];
    order.into_iter().enumerate().for_each(|(at, family)| groups[family] = at % GROUPS);
    groups
}

/// Pairs of documents, one a family, as they were counted.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedPairs {
    /// The counts of each group of families, without near and related pairs.
    pub groups: Vec<GroupDistances>,
    /// The number of examined pairs.
    pub pairs: u64,
    /// The pair with the largest cosine, which may be unlabelled versions of one text.
    pub closest: Option<ClosestPair>,
}

/// The closest of some pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPair {
    /// The numbers of the two documents, the smaller first.
    pub documents: [usize; 2],
    /// Their exact cosine.
    pub cosine: f64,
    /// Their Hamming distance.
    pub hamming: u32,
}

impl ClosestPair {
    /// The closer of two; of equal ones the first.
    fn or(self, other: Self) -> Self {
        let order = self.cosine.total_cmp(&other.cosine).then(other.documents.cmp(&self.documents));
        if order.is_lt() { other } else { self }
    }
}

/// Counts pairs of the documents, one a family, by group: all pairs up to [`MOST_PAIRS`], of more a sample by the seed.
/// Progress is counted in pairs.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn unrelated_pairs(
    subjects: &[&Subject],
    group_of: &[usize],
    bits: u8,
    seed: u64,
    watch: &Watch,
) -> Result<CountedPairs, Stopped> {
    let n = subjects.len();
    let all = n as u64 * (n as u64).saturating_sub(1) / 2;
    let sampled = all > MOST_PAIRS;
    let rows = if sampled { (MOST_PAIRS / DRAWS) as usize } else { n };
    watch.expect(all.min(MOST_PAIRS));
    let groups = group_of.iter().map(|group| group + 1).max().unwrap_or(0);
    let none = || Tally::new(groups, bits);
    let count = |mut tally: Tally, row: usize| {
        watch.check()?;
        let mut add = |pair: [usize; 2]| tally.add(pair, pair.map(|at| subjects[at]), pair.map(|at| group_of[at]));
        if sampled {
            drawn(row as u64, n, seed).for_each(&mut add);
            watch.advance(DRAWS);
        } else {
            (0..row).for_each(|a| add([a, row]));
            watch.advance(row as u64);
        }
        Ok(tally)
    };
    let tally = (0..rows).into_par_iter().try_fold(none, count).try_reduce(none, |a, b| Ok(a.and(&b)))?;
    Ok(CountedPairs { closest: tally.closest, groups: tally.pairs(bits), pairs: all.min(MOST_PAIRS) })
}

/// The pairs that are drawn at a time.
const DRAWS: u64 = 10_000;

/// The pairs of one row of draws among `n` documents, of which there are two or more.
fn drawn(row: u64, n: usize, seed: u64) -> impl Iterator<Item = [usize; 2]> {
    let below = |random: u64, n: usize| ((u128::from(random) * n as u128) >> 64) as usize;
    (0..DRAWS).map(move |draw| {
        let [a, b] = [0, 1].map(|side| xxh3_64_with_seed(&[row, draw, side].map(u64::to_le_bytes).concat(), seed));
        let (a, b) = (below(a, n), below(b, n - 1));
        // The others, without the first.
        [a, b + usize::from(b >= a)]
    })
}

/// Counts for each group: integers, so that their order does not matter.
struct Tally {
    steps: Vec<Vec<u32>>,
    observed: Vec<Distances>,
    closest: Option<ClosestPair>,
}

impl Tally {
    fn new(groups: usize, bits: u8) -> Self {
        Self { steps: vec![vec![0; STEPS]; groups], observed: vec![Distances::none(bits); groups], closest: None }
    }

    fn add(&mut self, mut documents: [usize; 2], [a, b]: [&Subject; 2], groups: [usize; 2]) {
        let Some((hamming, cosine)) = a.fingerprint.zip(b.fingerprint).map(|(a, b)| a.hamming(b)).zip(cosine(a, b))
        else {
            return;
        };
        documents.sort_unstable();
        let pair = ClosestPair { documents, cosine, hamming };
        self.closest = Some(self.closest.map_or(pair, |closest| closest.or(pair)));
        let step = step(cosine);
        for group in groups {
            self.steps[group][step] += 1;
            self.observed[group].add(hamming);
        }
    }

    fn and(mut self, other: &Self) -> Self {
        for (mine, others) in self.steps.iter_mut().zip(&other.steps) {
            mine.iter_mut().zip(others).for_each(|(count, more)| *count += more);
        }
        self.observed.iter_mut().zip(&other.observed).for_each(|(count, more)| count.extend(more));
        self.closest = self.closest.into_iter().chain(other.closest).reduce(ClosestPair::or);
        self
    }

    fn pairs(self, bits: u8) -> Vec<GroupDistances> {
        let none = || Distances::none(bits);
        let group = |(unrelated, steps): (Distances, &Vec<u32>)| GroupDistances {
            unrelated,
            expected: expected(steps, bits),
            near: none(),
            related: none(),
        };
        self.observed.into_iter().zip(&self.steps).map(group).collect()
    }
}

/// The number of steps between p = 0 and p = 1: pairs are counted by p, which is what makes millions of them cheap. A
/// step changes a probability at distance 0 of 64 bits by under 4% at p = 0.4.
const STEPS: usize = 2048;

/// The step of a pair with that cosine.
fn step(cosine: f64) -> usize {
    let p = libm::acos(cosine.clamp(-1.0, 1.0)) / PI;
    ((p * STEPS as f64) as usize).min(STEPS - 1)
}

/// The expected number of pairs at each distance from 0 to `bits`, given the number of pairs at each step.
fn expected(steps: &[u32], bits: u8) -> Vec<f64> {
    let mut expected = vec![0.0; usize::from(bits) + 1];
    for (step, &pairs) in steps.iter().enumerate().filter(|(_, pairs)| **pairs > 0) {
        let p = (step as f64 + 0.5) / STEPS as f64;
        for (sum, share) in expected.iter_mut().zip(binomial(bits, p)) {
            *sum += share * f64::from(pairs);
        }
    }
    expected
}

/// The probability of each number of hits in `n` trials, each with probability `p` between 0 and 1.
fn binomial(n: u8, p: f64) -> impl Iterator<Item = f64> {
    let n = f64::from(n);
    let odds = p / (1.0 - p);
    let first = libm::pow(1.0 - p, n);
    (0..=n as u32).scan(first, move |share, hits| {
        let now = *share;
        *share *= (n - f64::from(hits)) / (f64::from(hits) + 1.0) * odds;
        Some(now)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        compare::{Examined, coverage::RunLength},
        simhash::{Pipeline, Recipe},
    };

    fn subjects(n: usize) -> Vec<Arc<Subject>> {
        let recipe: Recipe = "words;fold=none;tf;xxh3-64;64;gt".parse().unwrap();
        let word = |text: usize, at: usize| xxh3_64_with_seed(&at.to_le_bytes(), text as u64 % 97) % 60;
        let text = |text: usize| (0..80).map(|at| format!("w{} ", word(text, at))).collect::<Vec<_>>().concat();
        (0..n)
            .map(|at| Examined::new(&text(at), &Pipeline::new(&recipe), RunLength::default()).unwrap().subject)
            .collect()
    }

    #[test]
    fn counts_do_not_depend_on_threads_and_agree_with_the_model() {
        let subjects = subjects(90);
        let subjects: Vec<&Subject> = subjects.iter().map(|subject| &**subject).collect();
        let group_of = groups(subjects.len(), 1);
        let count = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| unrelated_pairs(&subjects, &group_of, 64, 1, &Watch::default()).unwrap())
        };
        let counted = count(1);
        assert_eq!(counted, count(4));
        assert_eq!(counted.pairs, 90 * 89 / 2);
        let observed: u64 = counted.groups.iter().map(|group| group.unrelated.total()).sum();
        assert_eq!(observed, 2 * counted.pairs, "each pair is counted for both its documents");
        let mean = |of: &dyn Fn(&GroupDistances, usize) -> f64| {
            let at = |hd: usize| counted.groups.iter().map(|group| of(group, hd)).sum::<f64>();
            (0..=64).map(|hd| hd as f64 * at(hd)).sum::<f64>() / (0..=64).map(at).sum::<f64>()
        };
        let (seen, expected) =
            (mean(&|group, hd| group.unrelated.counts()[hd] as f64), mean(&|group, hd| group.expected[hd]));
        assert!((seen - expected).abs() < 0.5 && seen < 30.0, "{seen} {expected}");
        let closest = counted.closest.unwrap();
        assert!(closest.documents[0] < closest.documents[1] && closest.cosine > 0.3);
    }

    #[test]
    fn draws_are_even_and_of_two_documents() {
        let mut seen = [0; 5];
        for [a, b] in drawn(3, 5, 1) {
            assert_ne!(a, b);
            seen[a] += 1;
            seen[b] += 1;
        }
        assert!(seen.iter().all(|&times| (3700..4300).contains(&times)), "{seen:?}");
    }

    #[test]
    fn it_stops_when_asked_to() {
        let subjects = subjects(4);
        let subjects: Vec<&Subject> = subjects.iter().map(|subject| &**subject).collect();
        let watch = Watch::default();
        watch.stop();
        assert_eq!(unrelated_pairs(&subjects, &[0; 4], 64, 1, &watch), Err(Stopped));
    }

    #[test]
    fn a_binomial_adds_up_to_one_and_has_its_mean() {
        for (n, p) in [(64, 0.44), (128, 0.5), (3, 0.01), (64, 0.999)] {
            let shares: Vec<f64> = binomial(n, p).collect();
            let mean: f64 = shares.iter().enumerate().map(|(hits, share)| hits as f64 * share).sum();
            assert_eq!(shares.len(), usize::from(n) + 1);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{n} {p}");
            assert!((mean - f64::from(n) * p).abs() < 1e-6, "{n} {p} {mean}");
        }
    }

    #[test]
    fn right_angles_give_half_of_the_bits() {
        let mut steps = vec![0; STEPS];
        steps[step(0.0)] = 10;
        let expected = expected(&steps, 64);
        assert!((expected.iter().sum::<f64>() - 10.0).abs() < 1e-9);
        assert!((expected[32] / 10.0 - 0.0993).abs() < 0.001, "{}", expected[32]);
        assert_eq!((step(1.0), step(-1.0), step(2.0)), (0, STEPS - 1, 0));
    }
}
