//! Word shingles: each stretch of w words of a text, and how much of the two sets of them is shared.
//!
//! Broder, *On the resemblance and containment of documents*, 1997. A shingle is known by a 64-bit hash of its words,
//! each in the form NFKC and in lower case; gaps between words do not count. That two of a million different shingles
//! have one hash happens once in 37 million such texts.

use std::cmp::Ordering;

use xxhash_rust::xxh3::xxh3_64;

use super::folded;
use crate::simhash::{Span, for_each_segment};

/// How many words a shingle has.
pub const WORDS: usize = 3;

/// The common part of two sets of shingles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shingles {
    /// How many different ones A and B have.
    pub sizes: [usize; 2],
    /// How many occur in both.
    pub shared: usize,
}

/// The hashes of a text's shingles, in rising order, each once. Empty under [`WORDS`] words.
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

    /// How many different ones the two have together.
    pub fn union(&self) -> usize {
        self.sizes[0] + self.sizes[1] - self.shared
    }

    /// Shared over all, 0 to 1; `None` where a text is too short to have any.
    pub fn jaccard(&self) -> Option<f64> {
        (!self.sizes.contains(&0)).then(|| self.shared as f64 / self.union() as f64)
    }
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
}
