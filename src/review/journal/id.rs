//! The id of a review.

use std::fmt;

use xxhash_rust::xxh3::xxh3_128;

/// Identifies a review, wherever its folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReviewId(u128);

impl ReviewId {
    /// A random id; `None` if the system has no random numbers to give.
    pub(super) fn random() -> Option<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(Self(u128::from_le_bytes(bytes)))
    }

    /// The id of a review that has none in its header.
    pub(super) fn of_first_event(line: &[u8]) -> Self {
        Self(xxh3_128(line))
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        digits(text).map(Self)
    }
}

impl fmt::Display for ReviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A number of 32 hexadecimal digits.
pub(super) fn digits(text: &str) -> Option<u128> {
    u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32)
}
