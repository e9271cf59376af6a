//! The meaning of a distance among certain texts: how close unrelated ones come, how far small edits go, and how probable it is
//! that a pair at that distance is a near-duplicate.
//!
//! Three classes of pairs. *Near*: one text is the other with small edits. *Related*: one is a rewritten version of the
//! other. *Unrelated*: texts of different families, of which one version each is looked at. Distances of unrelated pairs
//! are counted, and their tail is modelled by the exact cosines ([`Unrelated`]). Those of the other two classes come from
//! edits of the texts themselves, or from pairs that somebody labelled, if there are enough. With a [`Prior`] this makes
//! probabilities ([`Posterior`]); there are none without.
//!
//! Pure numbers: knows fingerprints and vectors; must not know files, documents, or how edits are made.

mod distances;
mod isotonic;
mod labelled;
mod mixture;
mod posterior;
mod prior;
mod reliability;
mod unrelated;

pub use distances::Distances;
pub use labelled::{LEAST_LABELLED, LEAST_OF_CLASS, LabelledPairs};
pub use posterior::{Posterior, Probability};
pub use prior::{Prior, PriorError};
pub use reliability::{Reliability, ReliabilityAt, TriedPair};
pub use unrelated::{
    ClosestPair, CountedPairs, GROUPS, LEAST_OBSERVED, MOST_PAIRS, Unrelated, UnrelatedPairs, groups, unrelated_pairs,
};

use std::{error::Error, fmt};

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
    /// So many have a fingerprint, and it takes two.
    FewTexts(usize),
    /// So many documents are all versions of one text, so no pair is unrelated.
    OneFamily(usize),
    /// All are too short for any edit, and there are too few labelled pairs.
    TooShort,
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
            Self::Stopped => fmt::Display::fmt(&Stopped, f),
        }
    }
}

impl Error for CalibrationError {}

/// The meaning of a distance among the texts it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// It holds for fingerprints of this recipe alone.
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
    /// Their families, of which one document each was looked at.
    pub families: usize,
    /// The families whose text is mostly Chinese.
    pub han: usize,
    /// A digest of the texts.
    pub digest: u64,
    /// The seed of the edits and of the sample.
    pub seed: u64,
    /// The pairs of unrelated documents that were looked at: all, or a sample.
    pub pairs: u64,
    /// They are a sample.
    pub sampled: bool,
}

/// A weakness of a calibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// Fewer than [`LEAST_FAMILIES`] families.
    FewFamilies(usize),
    /// All texts are Chinese: the figures hold for Chinese texts.
    OnlyChinese,
    /// None is Chinese: the figures hold for texts in alphabetic scripts.
    NoChinese,
}

/// One kind of edit, and how far it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
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
pub struct GroupDistances {
    /// Pairs of unrelated documents with one in the group; those with both count twice.
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
    /// From its parts; `None` if a list is not of the width of the recipe, or there is no pair of some class.
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

    /// The same with other shares assumed.
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

    /// How probable each class is at each distance. Takes milliseconds, for the intervals.
    pub fn posterior(&self, prior: Prior) -> Posterior {
        Posterior::new(self, prior)
    }
}
