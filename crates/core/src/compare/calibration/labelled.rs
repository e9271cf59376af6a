//! Pairs that somebody labelled, in place of edits.

use super::Prior;

/// From this number of labelled pairs on they are used.
pub const LEAST_LABELLED: u64 = 60;
/// A class with fewer labelled pairs stays as the edits say.
pub const LEAST_OF_CLASS: u64 = 10;

/// How many labelled pairs there are of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelledPairs {
    /// Labelled near, or with a verdict that says so.
    pub near: u64,
    /// Labelled as in between, or far in spite of text they share.
    pub related: u64,
    /// Labelled far, with no family in common. They are counted with all unrelated pairs.
    pub unrelated: u64,
    /// Ignored, as they are labelled in two ways.
    pub contradictory: u64,
}

impl LabelledPairs {
    /// The pairs that count.
    pub fn total(&self) -> u64 {
        self.near + self.related + self.unrelated
    }

    /// The shares of the classes; `None` if there are no pairs.
    pub fn shares(&self) -> Option<Prior> {
        let total = self.total() as f64;
        Prior::new([self.near, self.related, self.unrelated].map(|pairs| pairs as f64 / total)).ok()
    }

    /// Whether there are enough to be used.
    pub fn enough(&self) -> bool {
        self.total() >= LEAST_LABELLED
    }

    /// Whether near pairs are the labelled ones.
    pub fn near_used(&self) -> bool {
        self.enough() && self.near >= LEAST_OF_CLASS
    }

    /// Whether related pairs are the labelled ones.
    pub fn related_used(&self) -> bool {
        self.enough() && self.related >= LEAST_OF_CLASS
    }
}
