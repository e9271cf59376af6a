//! The state of a review: the fold of its events.
//!
//! Events are ordered as the lines of the journal; times are only shown. The rules:
//!
//! - **Verdict**: the last one on a target that counts holds.
//! - **Note**: it replaces the notes that its writer saw (`over`). If two programs write a note on one target and
//!   neither has seen the other's, both notes stay until somebody replaces both.
//! - **Draft**: each session has at most one on a target, its last. It ends when its own session saves a note on the
//!   target, or when somebody replaces it by a note or a draft.
//! - **Undo** ignores an event as if its line were absent; **redo** counts it again at its old place. Later events of
//!   other programs hold either way.

#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
    sync::Arc,
};

use super::{
    EventId, EventRecord, Exclusion, ExclusionStatus, FileId, ReviewChange, ReviewEvent, ReviewSettings, Target,
    Timestamp, Verdict, update_exclusions,
};
use crate::compare::diff::AlignmentPoint;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenVerdict {
    pub verdict: Verdict,
    pub at: Timestamp,
    /// The two files as they were at that time.
    pub files: [FileId; 2],
    /// The settings at that time, if known.
    pub settings: Option<Arc<ReviewSettings>>,
    pub id: EventId,
}

/// A note or a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// For the note that replaces it.
    pub id: EventId,
    pub at: Timestamp,
    pub text: String,
    /// The two files as they were at that time.
    pub files: [FileId; 2],
}

/// Verdict, notes and drafts of one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    pub verdict: Option<GivenVerdict>,
    /// In the order of their events; several if programs wrote at the same time.
    pub notes: Vec<Note>,
    /// Unfinished notes, of this program or of others, running or ended.
    pub drafts: Vec<Note>,
}

/// The text with which the editing of a note begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteInput {
    pub text: String,
    /// The notes and drafts that the edited note will replace.
    pub over: Vec<EventId>,
    /// The text is of drafts, not of saved notes.
    pub draft: bool,
}

const NOTE_SEPARATOR: &str = "\n\n";

impl Decision {
    /// The text of all notes; `None` if there are none.
    pub fn note(&self) -> Option<String> {
        let texts: Vec<&str> = self.notes.iter().map(|note| &*note.text).collect();
        (!texts.is_empty()).then(|| texts.join(NOTE_SEPARATOR))
    }

    /// The drafts if there are any, else the notes.
    pub fn note_input(&self) -> NoteInput {
        let draft = !self.drafts.is_empty();
        let shown = if draft { &self.drafts } else { &self.notes };
        let text = shown.iter().map(|noted| &*noted.text).collect::<Vec<_>>().join(NOTE_SEPARATOR);
        NoteInput { text, over: self.notes.iter().chain(&self.drafts).map(|noted| noted.id).collect(), draft }
    }

    /// Whether there is a verdict or a note; drafts do not count.
    pub fn is_given(&self) -> bool {
        self.verdict.is_some() || !self.notes.is_empty()
    }

    pub fn is_empty(&self) -> bool {
        self.verdict.is_none() && self.notes.is_empty() && self.drafts.is_empty()
    }

    /// Applies the next change, which is of that target; `counts` is false if it is undone. Returns the notes that it
    /// replaces.
    fn apply<'r>(&mut self, record: &'r ChangeRecord, of: &Target, mirrored: bool, counts: bool) -> &'r [EventId] {
        let ChangeRecord { id, at, change, settings } = record;
        let mut files = of.files.clone();
        if mirrored {
            files.reverse();
        }
        match change {
            ReviewChange::Verdict { verdict, .. } | ReviewChange::Verdicts { verdict, .. } if counts => {
                let (id, at, settings) = (*id, at.clone(), settings.clone());
                self.verdict = verdict.map(|verdict| GivenVerdict { verdict, at, files, settings, id });
            }
            ReviewChange::Verdict { .. }
            | ReviewChange::Verdicts { .. }
            | ReviewChange::Align { .. }
            | ReviewChange::Exclude { .. } => {}
            ReviewChange::Note { text, over: before, .. } => {
                // A draft that was saved as a note stays removed even if the note is undone.
                self.drafts.retain(|draft| draft.id.session != id.session && !before.contains(&draft.id));
                if counts {
                    self.notes.push(Note { id: *id, at: at.clone(), text: text.clone(), files });
                    return before;
                }
            }
            ReviewChange::Draft { text, over: before, .. } => {
                self.drafts.retain(|draft| draft.id.session != id.session && !before.contains(&draft.id));
                if !text.is_empty() {
                    self.drafts.push(Note { id: *id, at: at.clone(), text: text.clone(), files });
                }
            }
        }
        &[]
    }
}

#[derive(Clone, Debug)]
struct ChangeRecord {
    at: Timestamp,
    id: EventId,
    change: ReviewChange,
    settings: Option<Arc<ReviewSettings>>,
}

#[derive(Clone, Debug, Default)]
pub struct ReviewState {
    records: Vec<ChangeRecord>,
    undone: HashSet<EventId>,
    settings: HashMap<u64, Arc<ReviewSettings>>,
    last: Option<Arc<ReviewSettings>>,
    unknown: usize,
}

impl ReviewState {
    /// Applies the next event.
    pub fn apply(&mut self, EventRecord { at, id, event }: EventRecord) {
        match event {
            ReviewEvent::Change(change) => {
                let settings = self.settings.get(&id.session).cloned();
                self.records.push(ChangeRecord { at, id, change, settings });
            }
            ReviewEvent::Undo { of } => _ = self.undone.insert(of),
            ReviewEvent::Redo { of } => _ = self.undone.remove(&of),
            ReviewEvent::Settings(settings) => {
                let settings = Arc::new(settings);
                self.last = Some(settings.clone());
                self.settings.insert(id.session, settings);
            }
            ReviewEvent::Unknown(_) => self.unknown += 1,
        }
    }

    /// The decision on a target, which is found by the paths of its files and its words.
    pub fn of(&self, target: &Target) -> Decision {
        let wanted = target.place();
        let found = self.fold(|target| (target.place() == wanted).then_some(((), false)));
        found.into_iter().map(|(.., decision)| decision).next().unwrap_or_default()
    }

    /// All decisions, each with the files as they were at its last event; in the order of their first events.
    pub fn all(&self) -> Vec<(Target, Decision)> {
        let found = self.fold(|target| Some((target.place(), false)));
        found.into_iter().map(|(_, target, decision)| (target, decision)).filter(|(_, s)| !s.is_empty()).collect()
    }

    /// The decision for each key, with the last of its targets. `key` groups targets, and says whether the sides of a
    /// target are to be swapped; targets without one are ignored.
    pub(super) fn fold<K: Eq + Hash + Clone>(
        &self,
        key: impl Fn(&Target) -> Option<(K, bool)>,
    ) -> Vec<(K, Target, Decision)> {
        let mut places: HashMap<K, usize> = HashMap::new();
        let mut found: Vec<(K, Target, Decision)> = Vec::new();
        let mut over: HashSet<(usize, EventId)> = HashSet::new();
        for (record, of) in self.records.iter().flat_map(|record| record.change.of().iter().map(move |of| (record, of)))
        {
            let Some((key, mirrored)) = key(of) else { continue };
            let at = *places.entry(key.clone()).or_insert_with(|| {
                found.push((key, of.clone(), Decision::default()));
                found.len() - 1
            });
            let (_, target, decision) = &mut found[at];
            target.clone_from(of);
            let counts = !self.undone.contains(&record.id);
            over.extend(decision.apply(record, of, mirrored, counts).iter().map(|&id| (at, id)));
        }
        for (at, (.., decision)) in found.iter_mut().enumerate() {
            decision.notes.retain(|note| !over.contains(&(at, note.id)) && !note.text.is_empty());
        }
        found
    }

    /// The changes that count.
    pub(super) fn counting(&self) -> impl Iterator<Item = (EventId, &ReviewChange)> {
        let counting = self.records.iter().filter(|record| !self.undone.contains(&record.id));
        counting.map(|record| (record.id, &record.change))
    }

    /// The change of an event, while it counts.
    pub fn change(&self, id: EventId) -> Option<&ReviewChange> {
        let record = self.records.iter().rfind(|record| record.id == id)?;
        (!self.undone.contains(&id)).then_some(&record.change)
    }

    pub(super) fn is_after(&self, one: EventId, other: EventId) -> bool {
        let place = |id| self.records.iter().position(|record| record.id == id);
        place(one) > place(other)
    }

    /// The last settings in the journal, of any program.
    pub fn settings(&self) -> Option<&ReviewSettings> {
        self.last.as_deref()
    }

    /// The number of skipped events that this version does not know.
    pub fn unknown(&self) -> usize {
        self.unknown
    }

    /// The exclusions in the order of their first events.
    pub(super) fn exclusions(&self) -> Vec<ExclusionStatus> {
        update_exclusions(&[], self.counting().filter_map(|(_, change)| change.exclusions()))
    }

    /// The last event on an exclusion that counts.
    pub(super) fn last_event_on(&self, exclusion: &Exclusion) -> Option<EventId> {
        let is_on = |change: &ReviewChange| {
            change.exclusions().is_some_and(|(exclusions, _)| exclusions.iter().any(|one| one.is(exclusion)))
        };
        self.counting().filter(|(_, change)| is_on(change)).last().map(|(id, _)| id)
    }

    /// The points of each pair. `key` gives the pair of a target, and whether its sides are to be swapped.
    pub(super) fn points<K: Eq + Hash>(
        &self,
        key: impl Fn(&Target) -> Option<(K, bool)>,
    ) -> HashMap<K, Vec<AlignmentPoint>> {
        let mut all: HashMap<K, Vec<AlignmentPoint>> = HashMap::new();
        for (_, change) in self.counting() {
            let ReviewChange::Align { of, paragraphs, on } = change else { continue };
            let Some((key, mirrored)) = key(of) else { continue };
            let point = if mirrored { paragraphs.mirrored() } else { *paragraphs }.point();
            let points = all.entry(key).or_default();
            // Numbers move with the text, so a point is found by its words; its numbers tell it from equal paragraphs.
            let known = points.iter().position(|known| *known == point);
            let known = known.or_else(|| points.iter().position(|known| known.says == point.says && !on));
            match (known, on) {
                (Some(at), false) => _ = points.remove(at),
                (None, true) => points.push(point),
                _ => {}
            }
        }
        all.retain(|_, points| {
            points.sort_unstable_by_key(|point| point.numbers);
            !points.is_empty()
        });
        all
    }
}
