//! The documents of a batch beside all others: what each has from any of them, and what was decided of it.

use std::sync::Arc;

use super::Batch;
use crate::{
    compare::{
        Role, Thresholds,
        coverage::{FromOthers, TextSources, sources},
        exclusion::{ExcludedSpan, RemainderText},
        order::NameOrder,
        pair::{Pair, Subject},
        submissions::{Submission, submissions},
    },
    document::Document,
    review::{Decisions, SubmissionState, submissions::Submissions},
    simhash::{Stopped, Watch},
};

/// All documents of the batch, by the scores that count.
pub(crate) struct SubmissionsRequest {
    pairs: Arc<[Pair]>,
    from_others: Arc<[FromOthers]>,
    names: NameOrder,
    /// Those that are listed: they are of the batch, and long enough to hold a run.
    wanted: Vec<bool>,
    /// How many of the batch are not.
    unknown: usize,
    thresholds: Thresholds,
}

impl Batch {
    /// The documents of the batch, with what each has from any other.
    pub(crate) fn submissions(&self, k: u32) -> SubmissionsRequest {
        let own = |at: &usize| self.entries[*at].side == Role::Batch;
        let known = |at: usize| self.scored_subject(at).is_some_and(|subject| subject.windows().holds_runs());
        let mut wanted = vec![false; self.entries.len()];
        self.present().filter(own).for_each(|at| wanted[at] = known(at));
        let unknown = self.present().filter(own).filter(|&at| !wanted[at]).count();
        SubmissionsRequest {
            pairs: self.scored_pairs(),
            from_others: self.scored_from_others(),
            names: self.name_order(),
            wanted,
            unknown,
            thresholds: self.thresholds(k),
        }
    }
}

/// One document, and all that have some of it.
pub(crate) struct SourcesRequest {
    document: Arc<Document>,
    excluded: Vec<ExcludedSpan>,
    own: Arc<Subject>,
    others: Vec<(usize, Arc<Subject>)>,
}

/// A document with its sources marked in it.
#[derive(Debug)]
pub(crate) struct SourcesOfDocument {
    pub document: Arc<Document>,
    /// The stretches that do not count, in order.
    pub excluded: Vec<ExcludedSpan>,
    /// By the numbers of the documents; places are those of the whole text.
    pub found: TextSources,
}

impl Batch {
    /// The document with all that have some of it, by the scores that count; `None` without text.
    pub(crate) fn sources_of(&self, at: usize) -> Option<SourcesRequest> {
        let document = self.document(at)?.clone();
        let remainder = self.scored_remainders().and_then(|all| all.get(at));
        let excluded = remainder.map_or_else(Vec::new, |known| known.excluded.clone());
        let shares = |pair: &Pair| {
            let side = pair.documents().iter().position(|&document| document == at)?;
            (pair.edited()[side] > 0.0).then(|| pair.documents()[1 - side])
        };
        let pairs = self.scored_pairs();
        let others =
            pairs.iter().filter_map(shares).filter_map(|other| Some((other, self.scored_subject(other)?.clone())));
        let own = self.scored_subject(at)?.clone();
        Some(SourcesRequest { document, excluded, own, others: others.collect() })
    }
}

impl SourcesRequest {
    /// Finds them. Progress is counted in documents.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run(self, watch: &Watch) -> Result<SourcesOfDocument, Stopped> {
        watch.expect(self.others.len() as u64);
        let others = self.others.iter().map(|(at, subject)| (*at, &**subject.windows()));
        let mut found = sources(self.own.windows(), others, watch)?;
        let rest = RemainderText::new(&self.document.text, &self.excluded);
        for tile in &mut found.tiles {
            tile.span = rest.in_whole(tile.span);
        }
        Ok(SourcesOfDocument { document: self.document, excluded: self.excluded, found })
    }
}

impl SubmissionsRequest {
    /// Those with most from others first, each with its state in a review.
    pub(crate) fn run(&self, decisions: &Decisions) -> Submissions {
        let wanted = |at: usize| self.wanted.get(at).copied().unwrap_or_default();
        let all = submissions(&self.pairs, &self.from_others, &self.names, wanted);
        let mut states = vec![SubmissionState::default(); self.from_others.len()];
        for pair in &*self.pairs {
            let flagged = pair.near(self.thresholds.k) || pair.disagreement(self.thresholds).is_some();
            if flagged || decisions.pair(pair.documents()).is_some() {
                for at in pair.documents() {
                    if let Some(state) = states.get_mut(at) {
                        state.add(decisions, pair.documents(), flagged);
                    }
                }
            }
        }
        let of = |submission: Submission| (submission, states[submission.document]);
        Submissions { all: all.into_iter().map(of).collect(), unknown: self.unknown }
    }
}
