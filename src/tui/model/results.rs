//! The background results of a workspace, each in its slot. [`work`](crate::tui::work) says how each is computed and
//! from what.

use std::{collections::HashMap, path::PathBuf, sync::Arc};

use super::{
    ArchiveQuery, ArchiveView, Diffed, Evidenced, IndexView, IndexViewKey, LibraryHead, LibraryQuery, LibraryView,
    ListQuery, MeasuredWays, MeasurementKey, Passages, PosteriorKey, Slot, WaysQuery,
};
use crate::{
    batch::{LookupQuery, Measurement, PairDetail, Revision},
    compare::{HunkEffect, calibration::Posterior, profiles::Opinion},
    lab::Robustness,
    simhash::Span,
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
    pub diff: Slot<DocumentPair, Arc<Diffed>>,
    /// The effect of one hunk on the bits, for a generation.
    pub effect: Slot<(DocumentPair, u32, u64), ()>,
    /// Those found so far of the present differences, by hunk, each with its generation.
    pub effects: HashMap<u32, (u64, HunkEffect)>,
    /// The passages that a pair shares, for the hashes of its bytes and the revision of the exclusions.
    pub passages: Slot<(DocumentPair, [u64; 2], Option<Revision>), Arc<Passages>>,
    /// In how many other documents a passage occurs.
    pub holder: Slot<PassageKey, ()>,
    /// Those found so far of the present pair.
    pub holders: HashMap<PassageKey, u32>,
    /// A pair under every profile, for a generation.
    pub profiles: Slot<(DocumentPair, u64), Vec<Opinion>>,
    /// A pair by other methods, for a generation.
    pub evidence: Slot<(DocumentPair, u64), Arc<Evidenced>>,
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
    /// One document looked up in the tables of the archive.
    pub archive_view: Slot<ArchiveQuery, Arc<ArchiveView>>,
    /// The library as a whole, for a revision.
    pub library_head: Slot<u64, Arc<Result<LibraryHead, StoreError>>>,
    /// One document looked up in the library.
    pub library_view: Slot<LibraryQuery, Arc<Result<LibraryView, StoreError>>>,
    /// The ways to look up in the library, measured.
    pub ways: Slot<WaysQuery, Arc<Result<MeasuredWays, StoreError>>>,
    /// Documents that are being added to the library, by the number of the request.
    pub adding: Slot<u64, ()>,
    /// A state of the lab's text, for a revision and a generation.
    pub trial: Slot<(u64, u64), ()>,
    /// A row of the lab's history.
    pub row: Slot<(), ()>,
    /// How many replaced words the lab's text tolerates, for a document, a generation and a revision.
    pub curve: Slot<(usize, u64, u64), Robustness>,
    /// The robustness of the texts whose runs are watched.
    pub runs: Slot<RunsKey, Vec<Robustness>>,
}

/// Documents with their revision in the lab, and the generation.
pub(crate) type RunsKey = (Vec<(usize, u64)>, u64);

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
    pub(crate) fn evidence_of(&self, documents: DocumentPair) -> Option<&Arc<Evidenced>> {
        self.evidence.value().filter(|_| self.evidence.key().is_some_and(|(of, _)| *of == documents))
    }
}
