//! The meaning of a distance among certain texts: the distances of unrelated texts and of small edits, and the
//! probability that a pair at that distance is a near-duplicate.
//!
//! Three classes of pairs. *Near*: one text is the other with small edits. *Related*: one is a rewritten version of the
//! other. *Unrelated*: texts of different families, one version of each. Distances of unrelated pairs are counted, and
//! their tail is modelled by the exact cosines ([`Unrelated`]). The distances of the other two classes come from edits
//! of the texts, or from labelled pairs if there are enough. Together with a [`Prior`], these give probabilities
//! ([`Posterior`]).
//!
//! The module uses fingerprints and vectors; it must not know files, documents, or the way edits are made.

mod posterior;
mod unrelated;

pub use posterior::{HeldOutPair, Posterior, Probability, Reliability, ReliabilityAt};
pub use unrelated::{
    ClosestPair, CountedPairs, GROUPS, LEAST_OBSERVED, MOST_PAIRS, Unrelated, groups, unrelated_pairs,
};

use std::{error::Error, fmt, str::FromStr};

use crate::simhash::{Recipe, Stopped};

/// Under this number of families the figures are weak: a single odd document changes them.
pub const LEAST_FAMILIES: usize = 50;
/// The largest share of unrelated pairs within the suggested threshold: 1 of 200,000, that is 2.5 pairs of a thousand
/// documents. By the same bound the default recipe was chosen.
pub const MOST_FALSE: f64 = 1.0 / 200_000.0;
/// The pairs of a thousand documents.
const PAIRS_OF_THOUSAND: f64 = 1000.0 * 999.0 / 2.0;

/// The reason that texts make no calibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalibrationError {
    /// This number of texts has a fingerprint, but two are needed.
    FewTexts(usize),
    /// All documents, of this number, are versions of one text, so no pair is unrelated.
    OneFamily(usize),
    /// All are too short for any edit, and there are too few labelled pairs.
    TooShort,
    /// A part of the labelled pairs has none to fit or to test on.
    FewLabels,
    /// It was stopped.
    Stopped,
}

impl From<Stopped> for CalibrationError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewTexts(n) => write!(f, "a calibration takes two texts with fingerprints or more, not {n}"),
            Self::OneFamily(n) => write!(f, "all {n} texts are versions of one text; add unrelated ones"),
            Self::TooShort => f.write_str("the texts are too short to be edited; add longer ones"),
            Self::FewLabels => f.write_str("a part of the labelled pairs has none to fit or to test on; label more"),
            Self::Stopped => fmt::Display::fmt(&Stopped, f),
        }
    }
}

impl Error for CalibrationError {}

/// The meaning of a distance among the texts it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The recipe of the fingerprints for which it is valid.
    pub recipe: Recipe,
    /// The texts and settings it was made from.
    pub origin: Origin,
    /// Small edits of the texts, each with its distances.
    pub edits: Vec<EditDistances>,
    /// The numbers of labelled pairs, if there were any.
    pub labelled: Option<LabelledPairs>,
    /// The shares that its reader assumes; [`Prior::ASSUMED`] until others are given.
    pub prior: Prior,
    groups: Vec<GroupDistances>,
    unrelated: Unrelated,
}

/// The texts and settings that a calibration was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The documents with a fingerprint.
    pub documents: usize,
    /// The number of their families; one document of each was used.
    pub families: usize,
    /// The families whose text is mostly Chinese.
    pub han: usize,
    /// A digest of the texts.
    pub digest: u64,
    /// The seed of the edits and of the sample.
    pub seed: u64,
    /// The examined pairs of unrelated documents: all, or a sample.
    pub pairs: u64,
    /// They are a sample.
    pub sampled: bool,
}

/// A weakness of a calibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// Fewer than [`LEAST_FAMILIES`] families.
    FewFamilies(usize),
    /// All texts are Chinese: the figures apply to Chinese texts.
    OnlyChinese,
    /// No text is Chinese: the figures apply to texts in alphabetic scripts.
    NoChinese,
}

/// One kind of edit, and how far it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct EditDistances {
    /// Its stable name.
    pub edit: String,
    /// Between each text and the edited one.
    pub distances: Distances,
    /// The texts that are too short for it.
    pub skipped: usize,
}

/// The distances of a group of families: what is drawn again and again for intervals.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct GroupDistances {
    /// Pairs of unrelated documents with one in the group; pairs with both in the group count twice.
    pub unrelated: Distances,
    /// The number of these at each distance that their cosines predict.
    pub expected: Vec<f64>,
    /// Near pairs: edits, or labelled ones.
    pub near: Distances,
    /// Related pairs: edits, or labelled ones.
    pub related: Distances,
}

impl Origin {
    /// The weaknesses of a calibration from this.
    pub fn cautions(&self) -> Vec<Caution> {
        let few = (self.families < LEAST_FAMILIES).then_some(Caution::FewFamilies(self.families));
        let language = match self.han {
            0 => Some(Caution::NoChinese),
            all if all == self.families => Some(Caution::OnlyChinese),
            _ => None,
        };
        few.into_iter().chain(language).collect()
    }
}

impl Calibration {
    /// From its parts; `None` if a list does not have the width of the recipe, or a class has no pair.
    pub fn new(
        recipe: Recipe,
        origin: Origin,
        edits: Vec<EditDistances>,
        labelled: Option<LabelledPairs>,
        groups: Vec<GroupDistances>,
    ) -> Option<Self> {
        let long = usize::from(recipe.bits) + 1;
        let whole = |group: &GroupDistances| {
            let lists = [&group.unrelated, &group.near, &group.related];
            lists.iter().all(|list| list.counts().len() == long)
                && group.expected.len() == long
                && group.expected.iter().all(|pairs| pairs.is_finite() && *pairs >= 0.0)
        };
        let edits_whole = edits.iter().all(|edit| edit.distances.counts().len() == long);
        if !edits_whole || !groups.iter().all(whole) {
            return None;
        }
        let unrelated = Unrelated::new(&groups, recipe.bits)?;
        let made = Self { recipe, origin, edits, labelled, prior: Prior::ASSUMED, groups, unrelated };
        let there = made.near().total() > 0 && made.related().total() > 0;
        there.then_some(made)
    }

    /// The same calibration with another prior.
    #[must_use]
    pub fn with_prior(self, prior: Prior) -> Self {
        Self { prior, ..self }
    }

    /// The groups of families, for storing.
    pub fn groups(&self) -> &[GroupDistances] {
        &self.groups
    }

    /// Pairs of unrelated documents.
    pub fn unrelated(&self) -> &Unrelated {
        &self.unrelated
    }

    /// Near pairs: small edits of all kinds together, or labelled pairs.
    pub fn near(&self) -> Distances {
        self.sum(|group| &group.near)
    }

    /// Related pairs: texts with a fifth of their words replaced, or labelled pairs.
    pub fn related(&self) -> Distances {
        self.sum(|group| &group.related)
    }

    fn sum(&self, of: impl Fn(&GroupDistances) -> &Distances) -> Distances {
        let mut sum = Distances::none(self.recipe.bits);
        self.groups.iter().for_each(|group| sum.extend(of(group)));
        sum
    }

    /// The share of the small edits of all kinds that stay within `k`; `None` if there are none.
    pub fn edits_within(&self, k: u32) -> Option<f64> {
        let mut all = Distances::none(self.recipe.bits);
        self.edits.iter().for_each(|edit| all.extend(&edit.distances));
        all.share_within(k)
    }

    /// The expected number of unrelated pairs within `k` among a thousand such documents.
    pub fn false_per_thousand(&self, k: u32) -> f64 {
        self.unrelated.share_within(k) * PAIRS_OF_THOUSAND
    }

    /// The largest threshold at which at most [`MOST_FALSE`] of the unrelated pairs are called near; `None` if there is
    /// none.
    pub fn suggested_k(&self) -> Option<u32> {
        (0..=u32::from(self.recipe.bits)).take_while(|&k| self.unrelated.share_within(k) <= MOST_FALSE).last()
    }

    /// The probability of each class at each distance. Takes milliseconds, for the intervals.
    pub fn posterior(&self, prior: Prior) -> Posterior {
        Posterior::new(self, prior)
    }
}

/// The assumed shares of the classes among the pairs; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Prior {
    /// One text is the other with small edits.
    pub near: f64,
    /// One text is a rewritten version of the other, or an earlier one.
    pub related: f64,
    /// The texts have nothing to do with each other.
    pub unrelated: f64,
}

/// The reason why shares are not a valid prior.
#[derive(Clone, Debug, PartialEq)]
pub enum PriorError {
    /// They are not three numbers of 0 or more with colons between them.
    Form,
    /// They add up neither to 1 nor to 100.
    Sum(f64),
}

/// Sums are compared to 1 and to 100 with this relative error, as 33.3:33.3:33.4 is meant to be exact.
const ROUNDING: f64 = 1e-6;

impl Prior {
    /// The default: of 100 pairs, one is a near-duplicate and one is related.
    pub const ASSUMED: Self = Self { near: 0.01, related: 0.01, unrelated: 0.98 };

    /// From shares that add up to 1 or to 100.
    ///
    /// # Errors
    /// [`PriorError`] for negative shares and other sums.
    pub fn new([near, related, unrelated]: [f64; 3]) -> Result<Self, PriorError> {
        if ![near, related, unrelated].iter().all(|share| share.is_finite() && *share >= 0.0) {
            return Err(PriorError::Form);
        }
        let sum = near + related + unrelated;
        let of = [1.0, 100.0].into_iter().find(|whole| (sum / whole - 1.0).abs() < ROUNDING);
        of.ok_or(PriorError::Sum(sum))?;
        Ok(Self { near: near / sum, related: related / sum, unrelated: unrelated / sum })
    }

    /// The three shares: near, related, unrelated.
    pub fn shares(&self) -> [f64; 3] {
        [self.near, self.related, self.unrelated]
    }
}

impl FromStr for Prior {
    type Err = PriorError;

    /// From `near:related:unrelated`.
    ///
    /// ```
    /// use simscope_core::compare::calibration::{Prior, PriorError};
    /// assert_eq!("1:1:98".parse(), Ok(Prior::ASSUMED));
    /// assert_eq!("0.5:0.25:0.25".parse::<Prior>().map(|prior| prior.near), Ok(0.5));
    /// assert_eq!("10:10:10".parse::<Prior>(), Err(PriorError::Sum(30.0)));
    /// assert_eq!("most".parse::<Prior>(), Err(PriorError::Form));
    /// ```
    fn from_str(text: &str) -> Result<Self, PriorError> {
        let shares: Vec<f64> = text.split(':').map(|share| share.trim().parse().unwrap_or(f64::NAN)).collect();
        let shares: [f64; 3] = shares.try_into().map_err(|_| PriorError::Form)?;
        Self::new(shares)
    }
}

impl fmt::Display for PriorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a prior is near:related:unrelated, three shares such as 1:1:98"),
            Self::Sum(sum) => write!(f, "the shares of a prior add up to 1 or to 100, not to {sum}"),
        }
    }
}

impl Error for PriorError {}

/// From this number of labelled pairs on they are used.
pub const LEAST_LABELLED: u64 = 60;
/// A class with fewer labelled pairs uses the edits.
pub const LEAST_OF_CLASS: u64 = 10;

/// The numbers of labelled pairs of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct LabelledPairs {
    /// Pairs labelled near, or with a verdict that counts as near.
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

    /// Returns true if there are enough to use.
    pub fn enough(&self) -> bool {
        self.total() >= LEAST_LABELLED
    }

    /// Returns true if near pairs are the labelled ones.
    pub fn near_used(&self) -> bool {
        self.enough() && self.near >= LEAST_OF_CLASS
    }

    /// Returns true if related pairs are the labelled ones.
    pub fn related_used(&self) -> bool {
        self.enough() && self.related >= LEAST_OF_CLASS
    }
}

/// The number of pairs at each Hamming distance, from 0 to the width of the fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Distances {
    counts: Vec<u64>,
}

impl Distances {
    /// No pair of fingerprints of that width.
    pub fn none(bits: u8) -> Self {
        Self { counts: vec![0; usize::from(bits) + 1] }
    }

    /// With the number of pairs at each distance.
    pub fn from_counts(counts: Vec<u64>) -> Self {
        Self { counts }
    }

    /// The number of pairs at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Counts a pair. A distance above the width counts as the width.
    pub fn add(&mut self, hamming: u32) {
        let last = self.counts.len().saturating_sub(1);
        if let Some(count) = self.counts.get_mut((hamming as usize).min(last)) {
            *count += 1;
        }
    }

    /// Counts the pairs of another list of the same width too.
    pub fn extend(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
    }

    /// The number of pairs.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The number of pairs at most so far apart.
    pub fn within(&self, k: u32) -> u64 {
        self.counts.iter().take(k as usize + 1).sum()
    }

    /// The share of the pairs within distance `k`; `None` if there are no pairs.
    pub fn share_within(&self, k: u32) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| self.within(k) as f64 / total as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_within_a_distance() {
        let mut distances = Distances::none(8);
        assert_eq!(distances.share_within(8), None);
        for hamming in [0, 2, 2, 99] {
            distances.add(hamming);
        }
        assert_eq!(distances.counts(), [1, 0, 2, 0, 0, 0, 0, 0, 1]);
        assert_eq!((distances.share_within(1), distances.share_within(8)), (Some(0.25), Some(1.0)));
        assert_eq!(distances.within(200), 4);
    }
}
