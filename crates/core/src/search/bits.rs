//! Fingerprints as numbers no wider than they need be: 64 bits or 128.

use std::ops::{BitAnd, BitOr, BitXor};

use crate::simhash::Fingerprint;

/// A number with bits to compare.
pub(super) trait Bits:
    Copy + Ord + Send + Sync + Into<u128> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The most bits it has.
    const MOST: u8;

    fn new(value: u128) -> Self;

    /// The number of bits that differ.
    fn hamming(self, other: Self) -> u32;

    /// `width` bits, 1 to 32, from bit `from` on, counted from the least significant.
    fn part(self, from: u32, width: u32) -> usize;

    /// The number without these bits: those above come down.
    fn without(self, from: u32, width: u32) -> Self;

    /// The highest bit of each of the `blocks` lowest blocks of 16 bits.
    fn heads(blocks: u32) -> Self;

    /// Sets the head of the lowest block that is 0, and of no block below it; the other bits are undefined.
    fn empty_block(self) -> Self;
}

macro_rules! bits {
    ($number:ty) => {
        impl Bits for $number {
            const MOST: u8 = <$number>::BITS as u8;

            fn new(value: u128) -> Self {
                value as $number
            }

            fn hamming(self, other: Self) -> u32 {
                (self ^ other).count_ones()
            }

            fn part(self, from: u32, width: u32) -> usize {
                (self >> from) as usize & ((1 << width) - 1)
            }

            fn without(self, from: u32, width: u32) -> Self {
                let below = self & ((1 << from) - 1);
                self.checked_shr(from + width).unwrap_or(0) << from | below
            }

            fn heads(blocks: u32) -> Self {
                (0..blocks).fold(0, |heads, block| heads | 0x8000 << (16 * block))
            }

            fn empty_block(self) -> Self {
                // A 1 in every block: taking it from 0 borrows, from anything else it leaves the head as it was.
                const ONES: $number = <$number>::MAX / 0xffff;
                self.wrapping_sub(ONES) & !self
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// The fingerprints as numbers.
pub(super) fn numbers<T: Bits>(fingerprints: impl IntoIterator<Item = Fingerprint>) -> Vec<T> {
    fingerprints.into_iter().map(|fingerprint| T::new(fingerprint.value())).collect()
}
