//! The review as the journal thread last reported it, and the verdict or note that is being given. Saves nothing
//! itself.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use super::{Editor, List, Orphan, PairPlaces};
use crate::{
    compare::diff::AlignmentPoint,
    review::{
        Decision, Decisions, EventId, ExclusionRule, ExclusionRules, ExclusionStatus, Files, HunkId, ReviewSettings,
        Target, Verdict, journal::Received,
    },
    simhash::Recipe,
};

#[derive(Clone, Debug, Default)]
pub(crate) struct OpenReview {
    /// Verdicts and notes, by the numbers of the documents.
    pub matched: Arc<Decisions>,
    /// The files they are of.
    pub files: Arc<Files>,
    /// Points of alignment as the journal has them, by pair.
    pub points: BTreeMap<[usize; 2], Vec<AlignmentPoint>>,
    /// The exclusion rules as the journal has them.
    pub rules: Vec<ExclusionRule>,
    /// The exclusions of the last report of the journal thread.
    pub omitted: Vec<ExclusionStatus>,
    /// How many orders it was given about what is shown already, which is that and points.
    pub ahead: u64,
    /// The default path of a report, without its extension, if one folder is reviewed.
    pub beside: Option<PathBuf>,
    /// The path of the journal, for display.
    pub place: String,
    /// Decisions on things that changed or are gone, as far as known.
    pub orphans: Arc<[Orphan]>,
    /// The places of pairs at which something was decided, as they are now.
    pub places: PairPlaces,
    /// Increases with every change of the decisions; the list of pairs may depend on it.
    pub revision: u64,
    /// How many changes are not saved.
    pub unsaved: usize,
    /// The reader was warned on leaving that changes are unsaved.
    pub warned: bool,
    /// The parts that came with the folder and are not accepted.
    pub received: Option<ReceivedReview>,
    /// The generation whose files the journal thread knows.
    pub sent_generation: u64,
    /// The recipe for which the journal was asked for a calibration, and whether the review was accepted then.
    pub asked_calibration: Option<(Recipe, bool)>,
    /// The number of the calibration that the journal has.
    pub kept_calibration: u64,
    /// The settings that the journal thread knows.
    pub settings: Option<ReviewSettings>,
}

/// Parts of a review that came with the folder and are not accepted.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReceivedReview {
    pub parts: Received,
    /// A line for each of its rules.
    pub rules: Vec<String>,
    /// Counts what was received, for results that depend on it.
    pub revision: u64,
    /// The reader was asked.
    pub asked: bool,
}

/// The subject of a verdict or a note.
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
    pub of: VerdictSubject,
    pub list: List,
}

/// The subject of a verdict that is being given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VerdictSubject {
    /// One, and the other that the reader can switch to.
    One(ReviewSubject, Option<ReviewSubject>),
    /// The marked pairs that are listed.
    Marked {
        pairs: Vec<[usize; 2]>,
        /// The number of marked pairs that the filter hides.
        hidden: usize,
    },
}

impl VerdictDialog {
    /// Each verdict, and none.
    pub(crate) const ROWS: usize = Verdict::ALL.len() + 1;

    /// The digit of a row: verdicts from 1, none is 0.
    pub(crate) fn digit_of(row: usize) -> usize {
        (row + 1) % Self::ROWS
    }
}

/// A note that is being written.
#[derive(Clone, Debug)]
pub(crate) struct NoteDialog {
    pub of: ReviewSubject,
    /// The other subject that the reader can switch to.
    pub other: Option<ReviewSubject>,
    /// The subject as the journal names it.
    pub target: Target,
    pub editor: Editor,
    /// The text when the dialog was opened.
    pub before: String,
    /// The events of the journal that the note replaces.
    pub over: Vec<EventId>,
    /// It began as a draft that was never saved.
    pub recovered: bool,
}

impl OpenReview {
    /// A review without decisions; the default path of its report is `beside`.
    pub(crate) fn new(rules: &ExclusionRules, beside: Option<PathBuf>) -> Self {
        Self { rules: rules.list.clone(), beside, ..Self::default() }
    }

    /// Whether all of it came with the folder and is not accepted.
    pub(crate) fn is_received(&self) -> bool {
        self.received.as_ref().is_some_and(|received| received.parts.whole)
    }

    /// The decision on a subject.
    pub(crate) fn decision(&self, of: &ReviewSubject) -> Option<&Decision> {
        match &of.hunk {
            None => self.matched.pair(of.pair),
            Some((_, hunk)) => self.matched.hunk(of.pair, hunk),
        }
    }

    /// The subject as the journal names it; `None` until the journal knows the files.
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
