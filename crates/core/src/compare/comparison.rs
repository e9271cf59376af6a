//! One pair in detail: everything that the screens and the command line show.

use super::{
    attribution::{Joint, Undo},
    coverage::{Coverage, coverage},
    diff::Diff,
    distance::{cosine_interval, cosine_of},
    pair::{self, Pair, Subject},
};
use crate::simhash::{CountError, Fingerprint, Fixed, Pipeline, Recipe, Stopped, Trace, Watch};

/// A pair with the reasons for its distance.
#[derive(Debug)]
pub struct Comparison {
    /// The pair as listed.
    pub pair: Pair,
    /// The exact cosine of the two weight vectors; `None` if one is empty.
    pub cosine: Option<f64>,
    /// Characters of A and of B that are compared: letters, digits and ideographs.
    pub chars: [u64; 2],
    /// The coverage of A in B, and of B in A.
    pub coverage: [Coverage; 2],
    /// Why bits differ; `None` if a document has no fingerprint.
    pub bits: Option<BitReasons>,
    /// The k for which the reasons were computed.
    pub k: u32,
    /// The distance in the reading in which shared text is found (a recipe's `fold=case+nfkc+han+skeleton`), if a text
    /// has look-alike or invisible characters. [`Comparison::new`] does not have the texts and leaves it empty.
    pub hamming_as_read: Option<u32>,
}

/// Why the bits of two fingerprints differ.
#[derive(Debug)]
pub struct BitReasons {
    /// All features of both, and the sums.
    pub joint: Joint,
    /// The bits that differ, weakest first.
    pub flipped: Vec<FlippedBit>,
    /// The features that contributed most to the bits that differ.
    pub strongest: Vec<usize>,
    /// A set of features whose change carries the distance across k: to within k or, if it is within, above k. An upper
    /// bound of the smallest such set; `None` if none was found.
    pub crossing: Option<Undo>,
    /// The cosine that corresponds to the distance, and its 95% interval.
    pub cosine: f64,
    /// Lower end first.
    pub interval: (f64, f64),
}

/// A bit that differs.
#[derive(Debug)]
pub struct FlippedBit {
    /// The column, from 0 at the left.
    pub bit: usize,
    /// The column sums in A and in B.
    pub v: [Fixed; 2],
    /// The distance of each from flipping: |V| / √Σw².
    pub margin: [f64; 2],
    /// The smallest set of features whose undoing restores the bit.
    pub undo: Undo,
}

impl Comparison {
    /// Computes the details of a pair.
    pub fn new(pair: Pair, traces: [&Trace; 2], subjects: [&Subject; 2], k: u32) -> Self {
        let bits = pair.hamming().map(|_| BitReasons::new(traces, k));
        let cosine = pair::cosine(subjects[0], subjects[1]);
        let [a, b] = subjects.map(Subject::windows);
        let chars = [a.chars(), b.chars()];
        Self { pair, cosine, chars, coverage: coverage(a, b), bits, k, hamming_as_read: None }
    }

    /// The length of the shorter text divided by that of the longer, 0 to 1; `None` if both are empty.
    pub fn length_ratio(&self) -> Option<f64> {
        let [a, b] = self.chars;
        (a.max(b) > 0).then(|| a.min(b) as f64 / a.max(b) as f64)
    }
}

impl BitReasons {
    fn new([a, b]: [&Trace; 2], k: u32) -> Self {
        let joint = Joint::new(a, b);
        let differing = joint.fingerprints[0].xor(joint.fingerprints[1]);
        let mut flipped: Vec<FlippedBit> = differing
            .columns()
            .map(|bit| {
                let v = [a, b].map(|t| t.sums.get(bit).copied().unwrap_or(0));
                FlippedBit { bit, v, margin: [a.margin(bit), b.margin(bit)], undo: joint.undo_bit(bit) }
            })
            .collect();
        // Weakest: where the smaller step would have kept the bit.
        let weight = |f: &FlippedBit| f.v[0].abs().min(f.v[1].abs());
        flipped.sort_by_key(|f| (weight(f), f.bit));
        let hamming = joint.hamming();
        let crossing = if hamming > k { joint.undo_to(k) } else { joint.exclude_to(k) };
        let (cosine, interval) = (cosine_of(hamming, joint.width()), cosine_interval(hamming, joint.width()));
        Self { strongest: joint.strongest(), joint, flipped, crossing, cosine, interval }
    }
}

/// The effect of one hunk of a diff on the bits: the text is hashed again with the words of A restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HunkEffect {
    /// The bits of B that change when A's words are restored, from the left.
    pub moved: Vec<usize>,
    /// The resulting distance to A; `None` if no fingerprint is left to compare.
    pub hamming: Option<u32>,
}

impl HunkEffect {
    /// Computes the effect of the hunk with that number, from 0, between texts with these fingerprints.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
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
