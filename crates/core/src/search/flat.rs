//! A list of fingerprints, to be compared one by one: the scan that every index is measured by.

use std::{error::Error, fmt};

#[cfg(feature = "dispatch")]
use multiversion::multiversion;

use super::bits::{Bits, numbers};
use crate::simhash::Fingerprint;

/// Fingerprints of one width, known by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flat {
    width: u8,
    values: Values,
}

/// A fingerprint of another width than the others, or than the plan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WidthError {
    /// The number of the fingerprint, from 0.
    pub number: usize,
    /// Its width in bits.
    pub bits: u8,
    /// The expected width in bits.
    pub wanted: u8,
}

impl Error for WidthError {}

impl fmt::Display for WidthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, bits, wanted } = self;
        write!(
            f,
            "fingerprint {number} has {bits} bits, and the index is one of {wanted}; give fingerprints of one recipe"
        )
    }
}

/// A fingerprint within k of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// The distance from the query, in bits.
    pub hamming: u32,
    /// The number of the fingerprint, from 0.
    pub number: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
}

impl Flat {
    /// A list of fingerprints that all have `width` bits. Each takes 8 bytes, or 16 above 64 bits.
    ///
    /// # Errors
    /// [`WidthError`] if one has another width.
    pub fn new(width: u8, fingerprints: &[Fingerprint]) -> Result<Self, WidthError> {
        if let Some(number) = fingerprints.iter().position(|fingerprint| fingerprint.width() != width) {
            return Err(WidthError { number, bits: fingerprints[number].width(), wanted: width });
        }
        let all = fingerprints.iter().copied();
        let values = if width <= u64::MOST { Values::Narrow(numbers(all)) } else { Values::Wide(numbers(all)) };
        Ok(Self { width, values })
    }

    /// An empty list for fingerprints of `width` bits.
    pub fn empty(width: u8) -> Self {
        let values = if width <= u64::MOST { Values::Narrow(Vec::new()) } else { Values::Wide(Vec::new()) };
        Self { width, values }
    }

    /// Adds a fingerprint at the end. One of another width is cut to the last bits, or begins with zeros.
    pub fn push(&mut self, fingerprint: Fingerprint) {
        let value = Fingerprint::new(fingerprint.value(), self.width).value();
        match &mut self.values {
            Values::Narrow(values) => values.push(Bits::new(value)),
            Values::Wide(values) => values.push(value),
        }
    }

    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// The width of a fingerprint, in bits.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of fingerprints.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A fingerprint by its number, from 0.
    pub fn get(&self, number: usize) -> Option<Fingerprint> {
        let value = match &self.values {
            Values::Narrow(values) => (*values.get(number)?).into(),
            Values::Wide(values) => *values.get(number)?,
        };
        Some(Fingerprint::new(value, self.width))
    }

    /// The fingerprints within `k` of `query`, found by comparing it with all: the nearest first, ties by number.
    pub fn within(&self, query: Fingerprint, k: u32) -> Vec<Hit> {
        self.within_from(0, query, k)
    }

    /// As [`within`](Self::within), of those from this number on.
    pub(super) fn within_from(&self, from: usize, query: Fingerprint, k: u32) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut push = |at, hamming| hits.push(Hit { hamming, number: from + at });
        match &self.values {
            Values::Narrow(values) => scan(&values[from..], query, k, &mut push),
            Values::Wide(values) => scan(&values[from..], query, k, &mut push),
        }
        hits.sort_unstable();
        hits
    }
}

/// The number compared without a branch, and again one by one if one of them may be a hit.
const CHUNK: usize = 256;

/// Calls `hit` with the index and the distance of every value within `k` of `query`.
///
/// If k bits cannot reach every block of 16 (k up to 3 of 64 bits), a hit has a block without a difference, and the
/// other way round that is rare: one in 16,000 by chance. To find such blocks takes fewer instructions than to count
/// bits, and a processor with wide registers does several at once.
#[cfg_attr(feature = "dispatch", multiversion(targets("x86_64+avx2+popcnt")))]
pub(super) fn scan<T: Bits>(values: &[T], query: Fingerprint, k: u32, hit: &mut impl FnMut(usize, u32)) {
    let blocks = u32::from(query.width()).div_ceil(16);
    let query = T::new(query.value());
    let heads = T::heads(blocks);
    for (chunk, first) in values.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
        let any = if k < blocks {
            chunk.iter().fold(T::new(0), |any, &value| any | (value ^ query).empty_block()) & heads != T::new(0)
        } else {
            chunk.iter().fold(false, |any, &value| any | (value.hamming(query) <= k))
        };
        if any {
            for (&value, at) in chunk.iter().zip(first..) {
                let hamming = value.hamming(query);
                if hamming <= k {
                    hit(at, hamming);
                }
            }
        }
    }
}
