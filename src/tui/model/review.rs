//! What stands of the review, as far as the keeper told, and what is being written.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use super::{Editor, List, Orphan, PairPlaces};
use crate::{
    compare::diff::AlignmentPoint,
    review::{
        Decision, Decisions, EventId, ExclusionRule, ExclusionRules, ExclusionStatus, Files, HunkId, ReviewSettings,
        Target,
    },
};

#[derive(Clone, Debug, Default)]
pub(crate) struct OpenReview {
    /// Verdicts and notes, by the numbers of the documents.
    pub matched: Arc<Decisions>,
    /// The files they are of.
    pub files: Arc<Files>,
    /// Paragraphs that were set beside each other, as the keeper knows it, by pair.
    pub points: BTreeMap<[usize; 2], Vec<AlignmentPoint>>,
    /// What is to be left out, as the keeper knows it.
    pub rules: Vec<ExclusionRule>,
    /// What the keeper said of that last.
    pub omitted: Vec<ExclusionStatus>,
    /// How many orders it was given about what is shown already, which is that and points.
    pub ahead: u64,
    /// Where a report of it would lie, without its ending, where it is of one folder.
    pub beside: Option<PathBuf>,
    /// Where they are kept, as it is to be shown.
    pub place: String,
    /// What has lost what it was of, as far as is known.
    pub orphans: Arc<[Orphan]>,
    /// The places of pairs at which something was decided, as they are now.
    pub places: PairPlaces,
    /// Counts what stands; another list may come of it.
    pub revision: u64,
    /// How many changes are not saved.
    pub unsaved: usize,
    /// The reader was told so on leaving.
    pub warned: bool,
    /// The generation under which the keeper was last told of the files.
    pub sent_generation: u64,
    /// The settings that the keeper was last told of.
    pub settings: Option<ReviewSettings>,
}

/// What a verdict or a note is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReviewSubject {
    /// The two documents.
    pub pair: [usize; 2],
    /// One place of theirs, with its number; `None` for the pair as a whole.
    pub hunk: Option<(usize, HunkId)>,
}

/// A verdict that is being given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VerdictDialog {
    pub of: ReviewSubject,
    /// Of what else it could be.
    pub other: Option<ReviewSubject>,
    pub list: List,
}

/// A note that is being written.
#[derive(Clone, Debug)]
pub(crate) struct NoteDialog {
    pub of: ReviewSubject,
    /// Of what else it could be.
    pub other: Option<ReviewSubject>,
    /// What it is of, for the journal.
    pub target: Target,
    pub editor: Editor,
    /// What it was when it was opened.
    pub before: String,
    /// What it will stand in the place of.
    pub over: Vec<EventId>,
    /// It began as a draft that was never saved.
    pub recovered: bool,
}

impl OpenReview {
    /// Of which nothing is known yet but what is left out; a report of it would lie at `beside`.
    pub(crate) fn new(rules: &ExclusionRules, beside: Option<PathBuf>) -> Self {
        Self { rules: rules.list.clone(), beside, ..Self::default() }
    }

    /// What stands of it.
    pub(crate) fn standing(&self, of: &ReviewSubject) -> Option<&Decision> {
        match &of.hunk {
            None => self.matched.pair(of.pair),
            Some((_, hunk)) => self.matched.hunk(of.pair, hunk),
        }
    }

    /// What it is for the journal; `None` until the files are known there.
    pub(crate) fn target(&self, of: &ReviewSubject) -> Option<Target> {
        let [a, b] = of.pair.map(|at| self.files.get(at));
        let (a, b) = (a?, b?);
        Some(match &of.hunk {
            None => Target::pair(a, b),
            Some((_, hunk)) => Target::hunk(a, b, hunk),
        })
    }
}

impl PartialEq for NoteDialog {
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of && self.editor.text() == other.editor.text()
    }
}

impl Eq for NoteDialog {}
