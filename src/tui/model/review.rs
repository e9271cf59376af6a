//! The review as the journal thread last reported it, the verdict or note that is being given, and decisions that have
//! lost what they were of: none of them is ever dropped. Saves nothing itself.

use std::{cmp::Reverse, collections::BTreeMap, path::PathBuf, sync::Arc};

use super::Results;
use crate::{
    batch::Batch,
    review::{
        Decision, Decisions, ExclusionRule, ExclusionRules, ExclusionStatus, FileId, Files, HunkId, ReviewSettings,
        Target, Timestamp, journal::Received,
    },
    simhash::Recipe,
};

#[derive(Clone, Debug, Default)]
pub(crate) struct OpenReview {
    /// Verdicts and notes, by the numbers of the documents.
    pub matched: Arc<Decisions>,
    /// The files they are of.
    pub files: Arc<Files>,
    /// The exclusion rules as the journal has them.
    pub rules: Vec<ExclusionRule>,
    /// The exclusions of the last report of the journal thread.
    pub omitted: Vec<ExclusionStatus>,
    /// How many orders it was given about exclusions, which are shown already.
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
    /// What the reader is called, by the setting; empty if it says nothing.
    pub usual_reviewer: String,
    /// By what they typed for this review, which counts before that.
    pub typed_reviewer: Option<String>,
    /// A verdict goes on to the next undecided pair.
    pub goes_on: bool,
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

impl OpenReview {
    /// A review without decisions; the default path of its report is `beside`.
    pub(crate) fn new(rules: &ExclusionRules, beside: Option<PathBuf>) -> Self {
        Self { rules: rules.list.clone(), beside, ..Self::default() }
    }

    /// What the reader is called, in their own words; empty if they did not say.
    pub(crate) fn reviewer(&self) -> &str {
        self.typed_reviewer.as_deref().unwrap_or(&self.usual_reviewer)
    }

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

/// Decisions on something that changed or is gone.
#[derive(Clone, Debug)]
pub(crate) struct Orphan {
    pub lost: Lost,
    /// The pair, where it still exists.
    pub pair: Option<[usize; 2]>,
    /// The two files: indices in the batch, or the former paths.
    pub files: [Result<usize, String>; 2],
    /// The place in them; `None` for the pair as a whole.
    pub hunk: Option<HunkId>,
    pub decision: Decision,
}

/// The reason why a decision is an orphan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lost {
    /// A file is not there any more.
    File,
    /// The files are there, but not the words of the change.
    Words,
    /// A file was changed since.
    Changed,
}

/// The places of a pair as they are now, with the hashes of the bytes of its files.
pub(crate) type PairPlaces = BTreeMap<[usize; 2], ([u64; 2], Arc<[HunkId]>)>;

impl Orphan {
    /// All of them, as far as is known: places are looked for in the background.
    pub(crate) fn all(
        (matched, files, places): (&Decisions, &Files, &PairPlaces),
        batch: &Batch,
        results: &Results,
    ) -> Vec<Self> {
        let mut all = Vec::new();
        for gone in matched.missing() {
            let of = |file: &FileId| files.find(file).ok_or_else(|| file.path.clone());
            all.push(Self {
                lost: Lost::File,
                pair: None,
                files: gone.target.files.each_ref().map(of),
                hunk: gone.target.hunk.clone(),
                decision: gone.decision.clone(),
            });
        }
        for pair in matched.pairs() {
            let orphan = |lost, hunk: Option<&HunkId>, decision: &Decision| Self {
                lost,
                pair: Some(pair),
                files: pair.map(Ok),
                hunk: hunk.cloned(),
                decision: decision.clone(),
            };
            if let Some(decision) = matched.pair(pair).filter(|decision| matched.is_outdated(pair, decision)) {
                all.push(orphan(Lost::Changed, None, decision));
            }
            let Some(now) = now(places, batch, results, pair) else { continue };
            let gone = matched.orphans(pair, &now).into_iter();
            all.extend(gone.map(|(hunk, decision)| orphan(Lost::Words, Some(hunk), decision)));
        }
        all.sort_by_key(|orphan| (orphan.lost, orphan.pair, Reverse(orphan.at().map(|at| at.as_str().to_owned()))));
        all
    }

    /// When the last word on it was written, by the clocks of those who wrote.
    pub(crate) fn at(&self) -> Option<&Timestamp> {
        let Decision { verdict, notes, drafts } = &self.decision;
        let noted = notes.iter().chain(drafts).map(|noted| &noted.at);
        verdict.iter().map(|given| &given.at).chain(noted).max_by_key(|at| at.as_str())
    }

    /// The note, and whether it is an unsaved draft.
    pub(crate) fn note(&self) -> Option<(String, bool)> {
        let writing = self.decision.note_input();
        let saved = self.decision.note().map(|note| (note, false));
        saved.or_else(|| writing.draft.then_some((writing.text, true)))
    }
}

/// The places of a pair, where they are known of the texts as they are.
fn now(places: &PairPlaces, batch: &Batch, results: &Results, pair: [usize; 2]) -> Option<Vec<HunkId>> {
    let (of, hunks) = places.get(&pair)?;
    if contents(batch, pair)? != *of {
        return None;
    }
    // Points of alignment make other hunks, exclusions other passages.
    let shown = results.diff_of(pair).into_iter().flat_map(|diffed| diffed.places.iter());
    let passages = results.passages.value().filter(|passages| passages.documents == pair);
    let passages = passages.into_iter().flat_map(|passages| passages.ids());
    Some(hunks.iter().chain(shown).chain(passages).cloned().collect())
}

/// The hashes of the bytes of two documents, once both are read.
pub(crate) fn contents(batch: &Batch, pair: [usize; 2]) -> Option<[u64; 2]> {
    let [a, b] = pair.map(|at| batch.document(at).map(|document| document.reading.content_hash));
    Some([a?, b?])
}
