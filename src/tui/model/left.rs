//! What is left of the texts without what the rules leave out, as far as it is known.

use std::sync::Arc;

use super::Slot;
use crate::{
    compare::{
        exclusion::{Excluded, Share, Why, Without},
        pair::{Pair, Subject},
    },
    document::Document,
};

/// When something was left out: the generation of the documents, and the revision of the rules.
pub type Revision = (u64, u64);

/// What is left of a document.
#[derive(Debug)]
pub struct Rest {
    /// What is left out, in order.
    pub excluded: Vec<Excluded>,
    /// How much that is.
    pub share: Share,
    /// How much for each reason, in the order of [`Why::ALL`].
    pub by: [Share; Why::ALL.len()],
    /// Characters that each rule leaves out, in the order of the rules; those that are off leave none.
    pub rules: Vec<u64>,
    /// How many tokens are left.
    pub tokens: u64,
    /// The hash of the bytes that the text was made of.
    content: u64,
    /// What comparing needs of the rest.
    pub subject: Arc<Subject>,
}

/// What is left of two documents, and what the two are then.
#[derive(Debug)]
pub struct PairRest {
    /// When.
    pub revision: Revision,
    /// Of A and of B.
    pub of: [Arc<Rest>; 2],
    /// The pair of what is left.
    pub pair: Pair,
}

/// What is left of all documents.
#[derive(Debug)]
pub struct Rests {
    /// When.
    pub revision: Revision,
    /// Of each; `None` where there is no text.
    pub of: Vec<Option<Arc<Rest>>>,
    /// All pairs of what is left, in the order of the documents.
    pub pairs: Arc<[Pair]>,
}

impl Rests {
    /// The pair of what is left of two documents, the first before the second.
    pub fn pair(&self, documents: [usize; 2]) -> Option<&Pair> {
        self.pairs.get(self.pairs.binary_search_by_key(&documents, Pair::documents).ok()?)
    }
}

impl Rest {
    /// Of a document; `rules` are the characters that each rule leaves out.
    pub fn new(document: &Document, without: Without, rules: Vec<u64>) -> Self {
        let Without { excluded, share, by, rest } = without;
        let tokens = rest.trace.sketch.tokens;
        Self { excluded, share, by, rules, tokens, content: document.reading.content_hash, subject: rest.subject }
    }

    /// Whether it is of this text.
    pub fn is_of(&self, document: &Document) -> bool {
        self.content == document.reading.content_hash
    }
}

/// What is known of what is left of the documents.
#[derive(Debug, Default)]
pub struct Left {
    /// Of all.
    pub all: Slot<Revision, Arc<Rests>>,
    /// Of the pair that was looked at first.
    pub of_pair: Slot<([usize; 2], Revision), Arc<PairRest>>,
    /// The reader stopped it.
    pub stopped: Option<Revision>,
}

impl Left {
    /// The newest that is known of a pair, possibly of older rules.
    fn newest(&self, documents: [usize; 2], revision: Revision) -> Option<&Arc<PairRest>> {
        let stale = self.all.value().is_none_or(|all| all.revision != revision);
        self.of_pair.value().filter(|rest| rest.pair.documents() == documents && (stale || rest.revision == revision))
    }

    /// What is left of the documents of a pair, as far as known; possibly under older rules.
    pub fn of(&self, documents: [usize; 2], revision: Revision) -> [Option<&Arc<Rest>>; 2] {
        match (self.newest(documents, revision), self.all.value()) {
            (Some(rest), _) => rest.of.each_ref().map(Some),
            (None, Some(all)) => documents.map(|at| all.of.get(at)?.as_ref()),
            (None, None) => [None; 2],
        }
    }

    /// What is left of one document, as far as known; possibly under older rules.
    pub fn of_one(&self, at: usize, revision: Revision) -> Option<&Arc<Rest>> {
        let in_pair = self.of_pair.value().and_then(|rest| {
            let side = rest.pair.documents().iter().position(|&document| document == at)?;
            let stale = self.all.value().is_none_or(|all| all.revision != revision);
            (stale || rest.revision == revision).then(|| &rest.of[side])
        });
        in_pair.or_else(|| self.all.value()?.of.get(at)?.as_ref())
    }

    /// Of when what is known of a pair is.
    pub fn revision_of(&self, documents: [usize; 2], revision: Revision) -> Option<Revision> {
        let all = || self.all.value().map(|all| all.revision);
        self.newest(documents, revision).map(|rest| rest.revision).or_else(all)
    }

    /// The pair of what is left, and whether that is of the rules as they are; `revision` is theirs.
    pub fn pair(&self, documents: [usize; 2], revision: Revision) -> Option<(&Pair, bool)> {
        if let Some(rest) = self.newest(documents, revision) {
            return Some((&rest.pair, rest.revision == revision));
        }
        // Under another generation the documents' numbers may mean others.
        let all = self.all.value().filter(|all| all.revision.0 == revision.0)?;
        Some((all.pair(documents)?, all.revision == revision))
    }

    /// Forgets all of it, and stops what is being found.
    pub fn clear(&mut self) {
        self.all.clear();
        self.of_pair.clear();
        self.stopped = None;
    }
}
