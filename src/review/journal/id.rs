//! The id of a review.

use std::fmt;

use xxhash_rust::xxh3::xxh3_128;

use crate::files::{parse_id, random_id};

/// Identifies a review, wherever its folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReviewId(u128);

impl ReviewId {
    /// A random id; `None` if the system has no random numbers to give.
    pub(super) fn random() -> Option<Self> {
        random_id().map(Self)
    }

    /// The id of a review that has none in its header.
    pub(super) fn of_first_event(line: &[u8]) -> Self {
        Self(xxh3_128(line))
    }

    pub(super) fn number(self) -> u128 {
        self.0
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        parse_id(text).map(Self)
    }
}

impl fmt::Display for ReviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
