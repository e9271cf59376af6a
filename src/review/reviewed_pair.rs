//! A compared pair with its decision, for filters.

use std::borrow::Cow;

use super::{
    Decision, Decisions, Verdict,
    filter::{Flag, PairFacts},
};
use crate::compare::{
    Thresholds,
    pair::{Pair, Sharing},
};

/// A pair, and the sources of the facts that a filter may test.
pub(crate) struct ReviewedPair<'a> {
    pub pair: &'a Pair,
    pub thresholds: Thresholds,
    /// The names of all documents, [folded](super::filter::fold).
    pub names: &'a [String],
    pub decisions: &'a Decisions,
    /// The exact cosine of a pair.
    pub cosine: &'a dyn Fn(&Pair) -> Option<f64>,
    /// The number of a document's cluster, from 1.
    pub cluster: &'a dyn Fn(usize) -> Option<u32>,
    /// Whether a document has characters that deceive the eye.
    pub altered: &'a dyn Fn(usize) -> bool,
}

impl ReviewedPair<'_> {
    fn decision(&self) -> Option<&Decision> {
        self.decisions.pair(self.pair.documents())
    }
}

impl PairFacts for ReviewedPair<'_> {
    fn name(&self, side: usize) -> &str {
        self.names.get(self.pair.documents()[side]).map_or("", String::as_str)
    }

    fn hamming(&self) -> Option<u32> {
        self.pair.hamming()
    }

    fn coverage(&self) -> Option<[f64; 2]> {
        self.pair.shares()
    }

    fn longest(&self) -> Option<u64> {
        (self.pair.sharing == Sharing::Known).then_some(self.pair.longest.into())
    }

    fn cosine(&self) -> Option<f64> {
        (self.cosine)(self.pair)
    }

    fn verdict(&self) -> Option<Verdict> {
        self.decision()?.verdict.as_ref().map(|given| given.verdict)
    }

    fn note(&self) -> Option<Cow<'_, str>> {
        self.decision()?.note().map(Cow::Owned)
    }

    fn cluster(&self) -> Option<u32> {
        let [a, b] = self.pair.documents().map(self.cluster);
        a.filter(|_| a == b)
    }

    fn is(&self, flag: Flag) -> bool {
        match flag {
            Flag::Near => self.pair.near(self.thresholds.k),
            Flag::Flagged => self.pair.disagreement(self.thresholds).is_some(),
            Flag::Identical => self.pair.identical,
            Flag::Altered => self.pair.documents().into_iter().any(self.altered),
            Flag::Changed => {
                let given = self.decision().and_then(|decision| decision.verdict.as_ref());
                given.is_some_and(|given| self.decisions.changed_since(self.pair.documents(), given) != [false; 2])
            }
        }
    }
}
