//! The accumulator: for each bit column, the sum of +weight where the feature's bit is 1 and −weight where it is 0.
//!
//! Weights are multiples of 2⁻¹⁶ stored as integers, so the sums are exact and the same for any order, thread count and
//! machine. Columns are numbered from the left.

#[cfg(feature = "dispatch")]
use multiversion::multiversion;

use super::fingerprint::bit_of;

/// A weight or a column sum, in multiples of 2⁻¹⁶.
pub type Fixed = i64;

/// The number of units of [`Fixed`] in 1.
pub const SCALE: Fixed = 1 << 16;

/// The nearest multiple of 2⁻¹⁶.
pub fn to_fixed(value: f64) -> Fixed {
    (value * SCALE as f64).round() as Fixed
}

/// The number represented by a fixed-point value.
pub fn from_fixed(value: Fixed) -> f64 {
    value as f64 / SCALE as f64
}

/// The number of rows summed in 32-bit lanes before they are carried over, so few that weights below [`LANE_LIMIT`]
/// cannot overflow.
const BLOCK: usize = 64;
const LANE_LIMIT: Fixed = i32::MAX as Fixed / BLOCK as Fixed;

/// From this number of rows on, setting up tables pays.
const MANY: usize = 400;

/// Sums rows of (hash of `width` bits, weight) into `width` columns.
///
/// ```
/// use simscope_core::simhash::{SCALE, accumulate};
/// // Article 002: CSDN 100101 with weight 4, 博客 101011 with weight 5.
/// let rows = [(0b100101, 4 * SCALE), (0b101011, 5 * SCALE)];
/// let sums: Vec<i64> = accumulate(rows, 6).iter().map(|v| v / SCALE).collect();
/// assert_eq!(sums, [9, -9, 1, -1, 1, 9]);
/// ```
pub fn accumulate(rows: impl IntoIterator<Item = (u128, Fixed)>, width: u8) -> Vec<Fixed> {
    let rows = rows.into_iter();
    let Ones { columns, total } = match (rows.size_hint().0, width) {
        (0..MANY, _) => few(rows, width),
        (_, 0..=64) => many::<8>(rows),
        _ => many::<16>(rows),
    };
    (0..usize::from(width)).rev().map(|bit| 2 * columns[bit] - total).collect()
}

/// A column is (sum over ones) − (sum over zeros) = 2·(sum over ones) − total, so only the ones are added.
struct Ones {
    /// The sum over ones of each bit, the least significant first.
    columns: [Fixed; 128],
    /// The sum over all rows.
    total: Fixed,
}

/// Row by row, in 32-bit lanes where the weight allows it.
fn few(rows: impl Iterator<Item = (u128, Fixed)>, width: u8) -> Ones {
    let mut ones = Ones { columns: [0; 128], total: 0 };
    let mut block = Vec::with_capacity(BLOCK);
    for (hash, weight) in rows {
        ones.total += weight;
        if weight.abs() < LANE_LIMIT {
            block.push((hash, weight as i32));
            if block.len() == BLOCK {
                add_block(&block, &mut ones.columns, width);
                block.clear();
            }
        } else {
            for (bit, sum) in ones.columns.iter_mut().enumerate().take(usize::from(width)) {
                *sum += weight * (hash >> bit & 1) as Fixed;
            }
        }
    }
    add_block(&block, &mut ones.columns, width);
    ones
}

/// Adds rows of small weights in 32-bit lanes, half a machine word of bits at a time.
#[cfg_attr(feature = "dispatch", multiversion(targets("x86_64+avx2")))]
fn add_block(block: &[(u128, i32)], ones: &mut [Fixed; 128], width: u8) {
    for (part, sums) in ones.chunks_exact_mut(32).enumerate().take(usize::from(width).div_ceil(32)) {
        let mut lanes = [0i32; 32];
        for &(hash, weight) in block {
            let bits = (hash >> (32 * part)) as u32;
            // Compared, not shifted: the comparison needs no variable shift and is vectorised on every x86-64.
            for (bit, lane) in lanes.iter_mut().enumerate() {
                *lane += if bits & 1 << bit != 0 { weight } else { 0 };
            }
        }
        for (sum, lane) in sums.iter_mut().zip(lanes) {
            *sum += Fixed::from(lane);
        }
    }
}

/// Byte by byte: a row's weight is added once for each byte of its hash, to what all rows with that byte in that place
/// weigh together; only in the end are those 256 sums a byte shared out to its eight columns.
fn many<const BYTES: usize>(rows: impl Iterator<Item = (u128, Fixed)>) -> Ones {
    let mut tables = [[0; 256]; BYTES];
    let mut total = 0;
    for (hash, weight) in rows {
        total += weight;
        for (table, byte) in tables.iter_mut().zip(hash.to_le_bytes()) {
            table[usize::from(byte)] += weight;
        }
    }
    let mut columns = [0; 128];
    for (table, columns) in tables.iter_mut().zip(columns.chunks_exact_mut(8)) {
        // Folded at the highest bit: its ones are the upper half, which then counts as the lower half does.
        for (bit, column) in columns.iter_mut().enumerate().rev() {
            let (zeros, ones) = table[..2 << bit].split_at_mut(1 << bit);
            *column = ones.iter().sum();
            zeros.iter_mut().zip(ones).for_each(|(zero, one)| *zero += *one);
        }
    }
    Ones { columns, total }
}

/// The contribution of one feature to one column: +weight where its bit is 1, −weight where it is 0.
pub fn signed(hash: u128, width: u8, column: usize, weight: Fixed) -> Fixed {
    if bit_of(hash, width, column) { weight } else { -weight }
}

/// Rows from one checkpoint to the next: few enough to add them in microseconds.
const STRIDE: usize = 512;

/// Sums over the first rows of a list, for every number of rows at once: for stepping through the sum.
#[derive(Clone, Debug, Default)]
pub struct PrefixSums {
    rows: Vec<(u128, Fixed)>,
    width: u8,
    /// The sums before row 0, [`STRIDE`], 2 · [`STRIDE`] and so on.
    checkpoints: Vec<Vec<Fixed>>,
}

impl PrefixSums {
    /// From rows of (hash of `width` bits, weight).
    pub fn new(rows: Vec<(u128, Fixed)>, width: u8) -> Self {
        let mut sums = vec![0; usize::from(width)];
        let mut checkpoints = Vec::with_capacity(rows.len() / STRIDE + 1);
        for block in rows.chunks(STRIDE) {
            checkpoints.push(sums.clone());
            add(&mut sums, block, width);
        }
        Self { rows, width, checkpoints }
    }

    /// The sums of the first `n` rows, or of all if there are fewer; leftmost column first.
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

    /// The definition, read aloud.
    fn naive(rows: &[(u128, Fixed)], width: u8) -> Vec<Fixed> {
        let mut sums = vec![0; usize::from(width)];
        for &(hash, weight) in rows {
            for (column, sum) in sums.iter_mut().enumerate() {
                *sum += signed(hash, width, column, weight);
            }
        }
        sums
    }

    fn rows() -> impl Strategy<Value = Vec<(u128, Fixed)>> {
        let weight = prop_oneof![-40 * SCALE..40 * SCALE, -(1i64 << 40)..1 << 40];
        proptest::collection::vec((any::<u128>(), weight), 0..2 * MANY)
    }

    proptest! {
        #[test]
        fn equals_the_definition(rows in rows(), width in 3u8..=128) {
            prop_assert_eq!(accumulate(rows.iter().copied(), width), naive(&rows, width));
        }

        #[test]
        fn is_linear_and_knows_no_order(rows in rows(), cut in 0..2 * MANY, width in 3u8..=128) {
            let cut = cut.min(rows.len());
            let left = accumulate(rows[..cut].iter().copied(), width);
            let right = accumulate(rows[cut..].iter().copied(), width);
            let sum: Vec<_> = left.iter().zip(&right).map(|(l, r)| l + r).collect();
            prop_assert_eq!(accumulate(rows.iter().rev().copied(), width), sum);
        }
    }

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
