//! The background results of a workspace, each in its slot, and the computations that run.
//! [`work`](crate::tui::work) says how each is computed and from what.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    Diffed, IndexView, IndexViewKey, LibraryHead, LibraryQuery, LibraryView, ListQuery, MeasurementKey, Model,
    Passages, PosteriorKey,
};
use crate::{
    batch::{LookupQuery, Measurement, PairDetail, Revision, SourcesOfDocument},
    compare::{
        HunkEffect,
        calibration::Posterior,
        diff::{AlignmentPoint, ReadParagraph, Reading},
        evidence::Evidence,
        profiles::Opinion,
    },
    lab::Robustness,
    review::{HunkId, submissions::Submissions},
    say::time_left,
    simhash::{Span, Watch},
    store::StoreError,
};

/// Two documents, by their places in the batch.
type DocumentPair = [usize; 2];

/// A passage of a pair, for the documents of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PassageKey {
    pub documents: DocumentPair,
    /// Its first place in A.
    pub span: Span,
    pub generation: u64,
}

/// A document with its sources marked.
#[derive(Debug)]
pub(crate) struct Sourced {
    /// Its number.
    pub at: usize,
    pub sources: SourcesOfDocument,
    pub paragraphs: Vec<ReadParagraph>,
}

/// The slots. If a value lives elsewhere in the workspace, its slot holds only the key that was asked for.
#[derive(Debug, Default)]
pub(crate) struct Results {
    /// Documents read and examined, for a generation.
    pub prepare: Slot<u64, ()>,
    /// Documents whose files changed, read again.
    pub reload: Slot<(), ()>,
    /// All pairs, for a generation.
    pub ranking: Slot<u64, ()>,
    /// The list of pairs.
    pub listing: Slot<ListQuery, ()>,
    /// The archive of fingerprints.
    pub archive: Slot<(), ()>,
    /// The records of the archive near the batch.
    pub lookup: Slot<LookupQuery, ()>,
    /// The traces of documents that are looked at, for a generation.
    pub traces: Slot<(Vec<usize>, u64), ()>,
    /// The selected pair in detail, for a generation and k.
    pub comparison: Slot<(DocumentPair, u64, u32), Arc<PairDetail>>,
    /// All documents without what is excluded.
    pub remainders: Slot<Revision, ()>,
    /// The share of all text that the rules of a received review would exclude, for a generation and what was received.
    pub received_share: Slot<(u64, u64), f64>,
    /// The selected pair without what is excluded.
    pub pair_remainder: Slot<(DocumentPair, Revision), ()>,
    /// The differences of a pair.
    pub diff: Slot<DiffQuery, Arc<Diffed>>,
    /// The effect of one hunk on the bits, for a generation.
    pub effect: Slot<(DocumentPair, u32, u64), ()>,
    /// Those found so far of the present differences, by hunk, each with its generation.
    pub effects: HashMap<u32, (u64, HunkEffect)>,
    /// The passages that a pair shares.
    pub passages: Slot<PassagesQuery, Arc<Passages>>,
    /// In how many other documents a passage occurs.
    pub holder: Slot<PassageKey, ()>,
    /// Those found so far of the present pair.
    pub holders: HashMap<PassageKey, u32>,
    /// A pair under every profile, for a generation.
    pub profiles: Slot<(DocumentPair, u64), Vec<Opinion>>,
    /// All documents with what they have from others, for the list of pairs and a revision of the review.
    pub submissions: Slot<(ListQuery, u64), Arc<Submissions>>,
    /// One document with its sources marked, for the list of pairs.
    pub sources: Slot<(usize, ListQuery), Arc<Sourced>>,
    /// A pair by other methods, for a generation.
    pub evidence: Slot<(DocumentPair, u64), Arc<Evidence>>,
    /// A calibration of the documents, by its number.
    pub calibration: Slot<u64, ()>,
    /// The probabilities of the calibration.
    pub posterior: Slot<PosteriorKey, Arc<Posterior>>,
    /// F1 at each threshold on the labelled pairs.
    pub measurement: Slot<MeasurementKey, Arc<Measurement>>,
    /// The hunks of pairs that have verdicts on changes.
    pub places: Slot<(), ()>,
    /// A report that is being written.
    pub report: Slot<(), ()>,
    /// The contents of a folder.
    pub folder: Slot<PathBuf, ()>,
    /// All documents together, for screen 6.
    pub index_view: Slot<IndexViewKey, Arc<IndexView>>,
    /// The library as a whole, for a revision.
    pub library_head: Slot<u64, Arc<Result<LibraryHead, StoreError>>>,
    /// One document looked up in the library.
    pub library_view: Slot<LibraryQuery, Arc<Result<LibraryView, StoreError>>>,
    /// Documents that are being added to the library, by the number of the request.
    pub adding: Slot<u64, ()>,
    /// A state of the lab's text, for a revision and a generation.
    pub trial: Slot<(u64, u64), ()>,
    /// How many replaced words texts tolerate: that of the lab, or those of a page of a lesson.
    pub curve: Slot<CurveQuery, Vec<Robustness>>,
}

/// The inputs of differences: a pair, the hashes of its bytes, the reading, the paragraphs that a review aligns.
pub(crate) type DiffQuery = (DocumentPair, [u64; 2], Reading, Vec<AlignmentPoint>);

/// The inputs of passages: a pair, the hashes of its bytes, the revision of the exclusions, the decided passages.
type PassagesQuery = (DocumentPair, [u64; 2], Option<Revision>, Vec<HunkId>);

/// Documents with their revision in the lab, and the generation.
pub(crate) type CurveQuery = (Vec<(usize, u64)>, u64);

impl Results {
    /// The selected pair in detail, if it is these documents.
    pub(crate) fn detail_of(&self, documents: DocumentPair) -> Option<&Arc<PairDetail>> {
        self.comparison.value().filter(|detail| detail.comparison.pair.documents() == documents)
    }

    /// The generation of the pair in detail; 0 where there is none.
    pub(crate) fn compared(&self) -> u64 {
        self.comparison.key().map_or(0, |&(_, generation, _)| generation)
    }

    /// The differences, if they are of these documents.
    pub(crate) fn diff_of(&self, documents: DocumentPair) -> Option<&Arc<Diffed>> {
        self.diff.value().filter(|diffed| diffed.documents == documents)
    }

    /// The results of other methods for these documents, possibly of an older generation.
    pub(crate) fn evidence_of(&self, documents: DocumentPair) -> Option<&Arc<Evidence>> {
        self.evidence.value().filter(|_| self.evidence.key().is_some_and(|(of, _)| *of == documents))
    }
}

/// The place of a result `V` that is computed in the background for a key `K`: the key it was last asked for, and the
/// newest value with the key it is of. A value whose key is not the one asked for is stale and never installed.
#[derive(Debug)]
pub(crate) struct Slot<K, V> {
    asked: Option<K>,
    watch: Arc<Watch>,
    known: Option<(K, V)>,
}

impl<K, V> Default for Slot<K, V> {
    fn default() -> Self {
        Self { asked: None, watch: Arc::default(), known: None }
    }
}

impl<K: PartialEq, V> Slot<K, V> {
    /// Whether the result of `key` was not asked for yet.
    pub(crate) fn wants(&self, key: &K) -> bool {
        self.asked.as_ref() != Some(key)
    }

    /// The key that was last asked for.
    pub(crate) fn asked(&self) -> Option<&K> {
        self.asked.as_ref()
    }

    /// Records that `key` is asked for, and stops the computation before. Returns the watch of the one before and of
    /// the new one.
    pub(crate) fn ask(&mut self, key: K) -> [Arc<Watch>; 2] {
        self.asked = Some(key);
        self.watch.stop();
        let before = std::mem::take(&mut self.watch);
        [before, self.watch.clone()]
    }

    /// Installs the value of `key`; whether it is still the one asked for.
    pub(crate) fn install(&mut self, key: K, value: V) -> bool {
        let fresh = self.asked.as_ref() == Some(&key);
        if fresh {
            self.known = Some((key, value));
        }
        fresh
    }

    /// Asks again at the next look where no value came of the last request.
    pub(crate) fn retry(&mut self) {
        if self.asked.as_ref() != self.key() {
            self.asked = None;
        }
    }

    /// Asks again at the next look. A value that is known stays until then.
    pub(crate) fn forget(&mut self) {
        self.asked = None;
    }

    /// Stops the computation and drops the value.
    pub(crate) fn clear(&mut self) {
        self.watch.stop();
        *self = Self::default();
    }

    /// Progress of the computation asked for last, and the way to stop it.
    pub(crate) fn watch(&self) -> &Arc<Watch> {
        &self.watch
    }

    /// The newest value, possibly of an older key.
    pub(crate) fn value(&self) -> Option<&V> {
        self.known.as_ref().map(|(_, value)| value)
    }

    pub(crate) fn key(&self) -> Option<&K> {
        self.known.as_ref().map(|(key, _)| key)
    }

    /// The newest value, if it is of the key that was last asked for.
    pub(crate) fn current(&self) -> Option<&V> {
        self.known.as_ref().filter(|(known, _)| self.asked.as_ref() == Some(known)).map(|(_, value)| value)
    }

    /// The value of `key`.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.known.as_ref().filter(|(known, _)| known == key).map(|(_, value)| value)
    }
}

/// How a computation is seen while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskProgress {
    /// Not at all; the reader cannot stop it.
    Hidden,
    /// In the footer, with the text of this key of the locale.
    Footer(&'static str),
    /// In the pane that waits for it.
    Pane,
}

/// A computation that runs.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// How far it is, and the way to stop it.
    pub watch: Arc<Watch>,
    pub progress: TaskProgress,
    /// It has run for long enough to be shown.
    pub shown: bool,
    pub begun: Instant,
    /// The time left, as far as it can be estimated.
    pub left: Option<Duration>,
    /// Called at its end; the argument says whether the computation was stopped.
    pub ended: fn(&mut Model, bool),
}

/// The computations that run, in the order in which they began.
#[derive(Debug, Default)]
pub(crate) struct Tasks(Vec<Task>);

impl Tasks {
    /// Adds one, in the place of the one with the watch `before`. If that was shown, the new one is shown at once.
    pub(crate) fn begin(&mut self, mut task: Task, before: &Arc<Watch>) {
        if let Some(replaced) = self.end(before) {
            task.shown = replaced.shown;
        }
        self.0.push(task);
    }

    /// Takes out the one with that watch; `None` where another took its place.
    pub(crate) fn end(&mut self, watch: &Arc<Watch>) -> Option<Task> {
        let at = self.0.iter().position(|task| Arc::ptr_eq(&task.watch, watch))?;
        Some(self.0.remove(at))
    }

    pub(crate) fn computes<K: PartialEq, V>(&self, slot: &Slot<K, V>) -> bool {
        self.of(slot).is_some()
    }

    /// The computation of a slot.
    pub(crate) fn of<K: PartialEq, V>(&self, slot: &Slot<K, V>) -> Option<&Task> {
        self.0.iter().find(|task| Arc::ptr_eq(&task.watch, slot.watch()))
    }

    /// The one to tell of in the footer, and its text: the latest.
    pub(crate) fn in_footer(&self) -> impl Iterator<Item = (&Task, &'static str)> {
        self.0.iter().rev().filter_map(|task| match task.progress {
            TaskProgress::Footer(key) => Some((task, key)),
            _ => None,
        })
    }

    pub(crate) fn seen(&self) -> bool {
        self.0.iter().any(|task| task.progress != TaskProgress::Hidden)
    }

    /// Has all be shown, as they are at that time: they have run for long enough.
    pub(crate) fn show(&mut self, now: Instant) {
        for task in &mut self.0 {
            task.shown = true;
            task.left = time_left(task.watch.share(), now.saturating_duration_since(task.begun));
        }
    }

    /// Stops all that the reader can stop; whether anything was still running. A task that was asked to stop before and
    /// still runs, such as waiting for standard input, does not count.
    pub(crate) fn stop(&self) -> bool {
        let running = self.0.iter().filter(|task| task.progress != TaskProgress::Hidden && !task.watch.stopped());
        running.map(|task| task.watch.stop()).count() > 0
    }
}

#[cfg(test)]
mod tests {
    use super::Slot;

    #[test]
    fn the_latest_request_wins_and_stale_values_are_dropped() {
        let mut slot = Slot::default();
        let [_, first] = slot.ask(1);
        assert!(!slot.wants(&1) && slot.wants(&2));
        let [before, _] = slot.ask(2);
        assert!(before.stopped() && std::sync::Arc::ptr_eq(&before, &first));
        assert!(!slot.install(1, "one") && slot.value().is_none());
        assert!(slot.install(2, "two"));
        slot.ask(3);
        assert_eq!((slot.value(), slot.get(&2), slot.get(&3)), (Some(&"two"), Some(&"two"), None));
        slot.forget();
        assert!(slot.wants(&3) && slot.value().is_some());
    }
}
