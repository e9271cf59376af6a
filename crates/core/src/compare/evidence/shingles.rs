//! Word shingles: the stretches of w words of a text, the overlap of two sets of them, and its estimate by MinHash.
//!
//! Broder, *On the resemblance and containment of documents*, 1997. A shingle is identified by a 64-bit hash of its
//! words, each in NFKC and lower case; gaps between words do not count. Two of a million distinct shingles have the
//! same hash once in 37 million texts.

use std::cmp::Ordering;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::folded;
use crate::simhash::{Span, Stopped, Watch, for_each_segment};

/// The number of words in a shingle.
pub const WORDS: usize = 3;

/// The common part of two sets of shingles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shingles {
    /// The numbers of distinct shingles in A and in B.
    pub sizes: [usize; 2],
    /// The number that occurs in both.
    pub shared: usize,
}

/// The hashes of a text's shingles, in ascending order, each once. Empty under [`WORDS`] words.
pub(super) fn set(text: &str) -> Vec<u64> {
    let mut word = String::new();
    let mut words = Vec::new();
    for_each_segment(text, Span::new(0, text.len()), |segment| {
        if segment.is_word() {
            word.clear();
            word.extend(folded(segment.span.of(text)));
            words.push(xxh3_64(word.as_bytes()));
        }
    });
    let shingle = |words: &[u64]| xxh3_64(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>());
    let mut all: Vec<u64> = words.windows(WORDS).map(shingle).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Shingles {
    pub(super) fn new([a, b]: &[Vec<u64>; 2]) -> Self {
        let (mut i, mut j, mut shared) = (0, 0, 0);
        while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
            match x.cmp(y) {
                Ordering::Less => i += 1,
                Ordering::Greater => j += 1,
                Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
            }
        }
        Self { sizes: [a.len(), b.len()], shared }
    }

    /// The number of distinct shingles in the two texts together.
    pub fn union(&self) -> usize {
        self.sizes[0] + self.sizes[1] - self.shared
    }

    /// The shared share of all shingles, 0 to 1; `None` if a text is too short to have any.
    pub fn jaccard(&self) -> Option<f64> {
        (!self.sizes.contains(&0)).then(|| self.shared as f64 / self.union() as f64)
    }
}

/// The number of hash functions.
pub const HASHES: usize = 128;
const SEED: u64 = 0x5349_4D53_434F_5045;
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The share of equal minima over many hash functions, which estimates the Jaccard resemblance of two sets.
///
/// Broder, 1997: under one random order of all shingles, the least shingle of A is that of B with a chance of exactly
/// |A ∩ B| / |A ∪ B|. The orders come from a fixed seed: a shingle's hash is mixed with the nth number that
/// `SplitMix64` (Steele, Lea and Flood, 2014) generates from it. So the estimate is the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinHash {
    /// The number of hash functions for which the minima of A and B are equal.
    pub equal: usize,
    /// The estimate: `equal` over [`HASHES`]; `None` if a text has no shingles.
    pub estimate: Option<f64>,
    /// The standard error of an estimate with this number of hash functions: √(J(1−J)/n), with the exact J, which is
    /// known here.
    pub error: Option<f64>,
}

impl MinHash {
    pub(super) fn new(sets: &[Vec<u64>; 2], jaccard: Option<f64>, watch: &Watch) -> Result<Self, Stopped> {
        if jaccard.is_none() {
            return Ok(Self { equal: 0, estimate: None, error: None });
        }
        let least = |set: &[u64], seed: u64| set.iter().map(|&shingle| mix(shingle ^ seed)).min();
        let equal = (0..HASHES as u64).into_par_iter().map(|n| {
            watch.check()?;
            let seed = mix(SEED.wrapping_add(n.wrapping_mul(GOLDEN)));
            Ok(usize::from(least(&sets[0], seed) == least(&sets[1], seed)))
        });
        let equal = equal.sum::<Result<usize, Stopped>>()?;
        let error = jaccard.map(|share| (share * (1.0 - share) / HASHES as f64).sqrt());
        Ok(Self { equal, estimate: Some(equal as f64 / HASHES as f64), error })
    }
}

/// The output function of `SplitMix64`: any two numbers have different results.
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shingles(a: &str, b: &str) -> Shingles {
        Shingles::new(&[a, b].map(set))
    }

    #[test]
    fn figures_by_hand() {
        // a b c, b c d, c d a, d a b; a b c, b c x.
        let found = shingles("A b, c d. a b", "a b c ｘ");
        assert_eq!((found.sizes, found.shared, found.union()), ([4, 2], 1, 5));
        assert_eq!(found.jaccard(), Some(0.2));
        assert_eq!(shingles("灯塔 上 的 灯 亮了", "灯塔上的灯，亮了。").jaccard(), Some(1.0), "gaps do not count");
        assert_eq!(shingles("one two", "one two").jaccard(), None, "under three words there is no shingle");
    }

    #[test]
    fn order_counts_and_sides_may_be_swapped() {
        let (a, b) = ("one two three four five", "five four three two one");
        assert_eq!(shingles(a, b).shared, 0);
        let there = shingles(a, "one two three four six");
        let back = shingles("one two three four six", a);
        assert_eq!((there.shared, there.jaccard()), (back.shared, back.jaccard()));
    }

    fn estimate(a: Vec<u64>, b: Vec<u64>, jaccard: f64) -> MinHash {
        MinHash::new(&[a, b], Some(jaccard), &Watch::default()).unwrap()
    }

    #[test]
    fn the_published_numbers_of_splitmix64() {
        // The first outputs for the seed 1234567, as in the reference code.
        let outputs: Vec<u64> = (0..3).map(|n: u64| mix(1_234_567u64.wrapping_add(n.wrapping_mul(GOLDEN)))).collect();
        assert_eq!(outputs, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn equal_sets_are_equal_and_disjoint_ones_are_not() {
        let some = |from: u64| (from..from + 300).map(mix).collect::<Vec<_>>();
        assert_eq!(estimate(some(0), some(0), 1.0).equal, HASHES);
        assert_eq!(estimate(some(0), some(1_000), 0.0).equal, 0);
    }

    #[test]
    fn estimates_scatter_as_their_standard_error_says() {
        let mut squares = 0.0;
        let runs = 60;
        for n in 0..runs {
            // Two sets of 400, the last 100 to 300 of A being the first of B.
            let (start, shared) = (n * 10_000, 100 + n * 200 / runs);
            let a: Vec<u64> = (start..start + 400).map(mix).collect();
            let b: Vec<u64> = (start + 400 - shared..start + 800 - shared).map(mix).collect();
            let jaccard = shared as f64 / (800 - shared) as f64;
            let found = estimate(a, b, jaccard);
            let off = (found.estimate.unwrap() - jaccard) / found.error.unwrap();
            assert!(off.abs() < 4.0, "{off} standard errors at {jaccard}");
            squares += off * off;
        }
        let spread = (squares / runs as f64).sqrt();
        assert!((0.75..1.25).contains(&spread), "{spread} is about 1");
    }
}
