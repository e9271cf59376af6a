//! The effect of one hunk of a diff on the bits: the text is hashed again with the words of A put back.

use super::diff::Diff;
use crate::simhash::{CountError, Fingerprint, Pipeline, Recipe, Stopped, Watch};

/// The effect of one hunk on the bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HunkEffect {
    /// The bits of B that change when A's words are put back, from the left.
    pub moved: Vec<u8>,
    /// The distance to A then; `None` where no fingerprint is left to compare.
    pub hamming: Option<u32>,
}

impl HunkEffect {
    /// Computes it for the hunk with that number, from 0, between texts with these fingerprints.
    ///
    /// # Errors
    /// [`Stopped`] where the watch stopped it.
    pub fn new(
        diff: &Diff,
        [a, b]: [&str; 2],
        hunk: usize,
        [from, to]: [Fingerprint; 2],
        recipe: &Recipe,
        watch: &Watch,
    ) -> Result<Self, Stopped> {
        let after = match Pipeline::new(recipe).watched(watch).sketch(&diff.without(a, b, hunk)) {
            Ok(sketch) => sketch.comparable(),
            Err(CountError::Stopped(stopped)) => return Err(stopped),
            Err(CountError::Given(_) | CountError::NoChinese(_)) => None,
        };
        let moved = after.map_or_else(Vec::new, |after| to.xor(after).columns().collect());
        Ok(Self { moved, hamming: after.map(|after| after.hamming(from)) })
    }
}
