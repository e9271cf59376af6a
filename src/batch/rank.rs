//! All pairs of a batch.

use std::sync::Arc;

use super::{Batch, GivenPairs, given::OtherDistance};
use crate::{
    compare::{
        Groups,
        pair::{Pair, Subject, compare_all},
    },
    document::Document,
    simhash::{Stopped, Watch},
};

/// Documents to be compared with each other.
pub(crate) struct RankRequest {
    generation: u64,
    documents: Vec<Option<RankedDocument>>,
    groups: Groups,
    /// Pairs whose distances are still to be checked.
    given: Option<GivenPairs>,
}

/// A document prepared for comparing.
struct RankedDocument {
    /// `None` where only its fingerprint is known.
    document: Option<Arc<Document>>,
    /// Size and content hash, where those are known.
    bytes: Option<(u64, u64)>,
    subject: Arc<Subject>,
}

/// The pairs of a generation.
#[derive(Debug)]
pub(crate) struct Ranking {
    /// The generation of the documents.
    pub generation: u64,
    /// In the order of the documents.
    pub pairs: Arc<[Pair]>,
    /// The given distances that are others, if they were checked now.
    other: Option<Arc<[OtherDistance]>>,
}

impl RankedDocument {
    fn identical(&self, other: &Self) -> bool {
        match (&self.document, &other.document) {
            (Some(a), Some(b)) => a.same_bytes(b),
            _ => self.bytes.is_some() && self.bytes == other.bytes,
        }
    }
}

impl Batch {
    /// Every two documents that can be compared now.
    pub(crate) fn rank(&self) -> RankRequest {
        let documents = self.entries.iter().map(|entry| {
            let document = entry.text().cloned();
            let examined = entry.examined.as_ref().filter(|e| e.generation == self.generation && !entry.aside)?;
            let there = document.is_some() || entry.record.is_some();
            there.then(|| RankedDocument { document, bytes: entry.bytes(), subject: examined.subject.clone() })
        });
        let given = self.given.as_ref().filter(|given| given.other.is_none()).cloned();
        RankRequest { generation: self.generation, documents: documents.collect(), groups: self.groups(), given }
    }

    /// Installs the pairs; whether they are of the present generation.
    pub(crate) fn install_ranking(&mut self, Ranking { generation, pairs, other }: Ranking) -> bool {
        let current = generation == self.generation;
        if current {
            self.pairs = pairs;
            self.ranked = generation;
            if let (Some(given), Some(other)) = (&mut self.given, other) {
                given.other = Some(other);
            }
        }
        current
    }
}

impl RankRequest {
    /// All documents prepared for comparing.
    pub(crate) fn subjects(&self) -> Vec<Option<Arc<Subject>>> {
        self.documents.iter().map(|compared| Some(compared.as_ref()?.subject.clone())).collect()
    }

    /// Compares them. Progress is counted in pairs.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run(&self, watch: &Watch) -> Result<Ranking, Stopped> {
        let identical = |i: usize, j: usize| {
            self.documents[i].as_ref().zip(self.documents[j].as_ref()).is_some_and(|(a, b)| a.identical(b))
        };
        let pairs = compare_all(&self.subjects(), &self.groups, identical, watch)?;
        let other = self.given.as_ref().map(|given| given.checked(&pairs));
        Ok(Ranking { generation: self.generation, pairs: pairs.into(), other })
    }
}
