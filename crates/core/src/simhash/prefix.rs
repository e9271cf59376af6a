//! The accumulator after any number of features, at once, for whoever steps through the sum.
//!
//! Knows rows of (hash, weight), and nothing of the screens or lessons that step.

use super::accumulate::{Fixed, accumulate};

/// Rows from one checkpoint to the next: few enough to add them in microseconds.
const STRIDE: usize = 512;

/// Sums over the first rows of a list, for every number of rows.
#[derive(Clone, Debug, Default)]
pub struct PrefixSums {
    rows: Vec<(u128, Fixed)>,
    width: u8,
    /// The sums before row 0, [`STRIDE`], 2 · [`STRIDE`] and so on.
    checkpoints: Vec<Vec<Fixed>>,
}

impl PrefixSums {
    /// Of rows of (hash of `width` bits, weight).
    pub fn new(rows: Vec<(u128, Fixed)>, width: u8) -> Self {
        let mut sums = vec![0; usize::from(width)];
        let mut checkpoints = Vec::with_capacity(rows.len() / STRIDE + 1);
        for block in rows.chunks(STRIDE) {
            checkpoints.push(sums.clone());
            add(&mut sums, block, width);
        }
        Self { rows, width, checkpoints }
    }

    /// The sums of the first `n` rows, of all where there are fewer; leftmost column first.
    pub fn at(&self, n: usize) -> Vec<Fixed> {
        let n = n.min(self.rows.len());
        // A checkpoint is the start of a block, so the last block may also be asked for whole.
        let block = (n / STRIDE).min(self.checkpoints.len().saturating_sub(1));
        let Some(checkpoint) = self.checkpoints.get(block) else { return vec![0; usize::from(self.width)] };
        let mut sums = checkpoint.clone();
        add(&mut sums, &self.rows[block * STRIDE..n], self.width);
        sums
    }
}

fn add(sums: &mut [Fixed], rows: &[(u128, Fixed)], width: u8) {
    let more = accumulate(rows.iter().copied(), width);
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_step_is_the_sum_of_the_rows_before_it(
            rows in proptest::collection::vec((any::<u128>(), -1000i64..1000), 0..3 * STRIDE),
            at in 0..4 * STRIDE,
            width in 3u8..=128,
        ) {
            let sums = PrefixSums::new(rows.clone(), width);
            let first = rows.into_iter().take(at);
            prop_assert_eq!(sums.at(at), accumulate(first, width));
        }
    }

    #[test]
    fn the_end_of_a_block_is_both_its_end_and_the_next_ones_start() {
        let rows: Vec<(u128, Fixed)> = (0..2 * STRIDE as u128).map(|i| (i, 1 + i as Fixed)).collect();
        let sums = PrefixSums::new(rows.clone(), 64);
        for n in [0, 1, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE - 1, 2 * STRIDE, 2 * STRIDE + 1] {
            assert_eq!(sums.at(n), accumulate(rows.iter().copied().take(n), 64), "{n}");
        }
    }
}
