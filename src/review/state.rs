//! What the lines of a journal come to.
//!
//! The order of the lines is the order of events; times are only shown. The rules:
//!
//! - **Verdict**: of one target, the last that counts stands.
//! - **Note**: it takes the place of those that its writer saw (`over`). Where two programs write a note of one target
//!   without having seen the other's, both stand, one under the other, until somebody writes one over both.
//! - **Draft**: one for each target and opening of a journal, the last. It is gone when its own opening saves a note of
//!   the target, or when somebody saves a note or keeps a draft over it.
//! - **Undo** takes an event out of the count, as if its line were not there, and **redo** takes it in again, where it
//!   was. So what another program wrote after it stands either way.

mod exclusions;
mod points;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
    sync::Arc,
};

use super::{EventId, EventRecord, FileId, ReviewChange, ReviewEvent, ReviewSettings, Target, Timestamp, Verdict};

/// A verdict that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenVerdict {
    pub verdict: Verdict,
    pub at: Timestamp,
    /// The two files as they were then.
    pub files: [FileId; 2],
    /// What the numbers were made with then, where that is known.
    pub settings: Option<Arc<ReviewSettings>>,
    /// Which event gave it.
    pub id: EventId,
}

/// A note or a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its number, for [`ReviewChange::Note`] to name it.
    pub id: EventId,
    /// When it was written.
    pub at: Timestamp,
    /// The text, as it was written.
    pub text: String,
    /// The two files as they were then.
    pub files: [FileId; 2],
}

/// All that stands of one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    pub verdict: Option<GivenVerdict>,
    /// The notes, in the order in which they were written; more than one where two programs wrote at once.
    pub notes: Vec<Note>,
    /// What was being written, by this program or by others, now or before they were stopped.
    pub drafts: Vec<Note>,
}

/// What to begin with where somebody is about to write a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteInput {
    pub text: String,
    /// What it will stand in the place of.
    pub over: Vec<EventId>,
    /// It is a draft that was never saved.
    pub draft: bool,
}

/// What stands between two notes or drafts of one target.
const BETWEEN: &str = "\n\n";

impl Decision {
    /// The text of all notes; `None` where there is none.
    pub fn note(&self) -> Option<String> {
        let texts: Vec<&str> = self.notes.iter().map(|note| &*note.text).collect();
        (!texts.is_empty()).then(|| texts.join(BETWEEN))
    }

    /// What to begin with where somebody is about to write: the drafts if there are any, else the note.
    pub fn writing(&self) -> NoteInput {
        let draft = !self.drafts.is_empty();
        let shown = if draft { &self.drafts } else { &self.notes };
        let text = shown.iter().map(|noted| &*noted.text).collect::<Vec<_>>().join(BETWEEN);
        NoteInput { text, over: self.notes.iter().chain(&self.drafts).map(|noted| noted.id).collect(), draft }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.verdict.is_none() && self.notes.is_empty() && self.drafts.is_empty()
    }

    /// Takes in the next change; `counts` where it is not undone. The notes that it is written over.
    fn take<'r>(&mut self, record: &'r Record, mirrored: bool, counts: bool) -> &'r [EventId] {
        let Record { id, at, change, settings } = record;
        let Some(of) = change.of() else { return &[] };
        let mut files = of.files.clone();
        if mirrored {
            files.reverse();
        }
        match change {
            ReviewChange::Verdict { verdict, .. } if counts => {
                let (id, at, settings) = (*id, at.clone(), settings.clone());
                self.verdict = verdict.map(|verdict| GivenVerdict { verdict, at, files, settings, id });
            }
            ReviewChange::Verdict { .. } | ReviewChange::Align { .. } | ReviewChange::Omit { .. } => {}
            ReviewChange::Note { text, over: before, .. } => {
                // A draft that became a note is one no more, whatever becomes of the note.
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

/// A change with its place among the lines.
#[derive(Clone, Debug)]
struct Record {
    at: Timestamp,
    id: EventId,
    change: ReviewChange,
    settings: Option<Arc<ReviewSettings>>,
}

/// What the lines of a journal come to.
#[derive(Clone, Debug, Default)]
pub struct ReviewState {
    records: Vec<Record>,
    undone: HashSet<EventId>,
    settings: HashMap<u64, Arc<ReviewSettings>>,
    last: Option<Arc<ReviewSettings>>,
    unknown: usize,
}

impl ReviewState {
    /// Takes in the next line.
    pub fn take(&mut self, line: EventRecord) {
        let EventRecord { at, id, event } = line;
        match event {
            ReviewEvent::Change(change) => {
                let settings = self.settings.get(&id.session).cloned();
                self.records.push(Record { at, id, change, settings });
            }
            ReviewEvent::Undo(of) => _ = self.undone.insert(of),
            ReviewEvent::Redo(of) => _ = self.undone.remove(&of),
            ReviewEvent::Settings(settings) => {
                let settings = Arc::new(settings);
                self.last = Some(settings.clone());
                self.settings.insert(id.session, settings);
            }
            ReviewEvent::Unknown(_) => self.unknown += 1,
        }
    }

    /// All that stands of a target, told by the paths of its files and its words.
    pub fn of(&self, target: &Target) -> Decision {
        let wanted = target.place();
        let found = self.fold(|target| (target.place() == wanted).then_some(((), false)));
        found.into_iter().map(|(.., standing)| standing).next().unwrap_or_default()
    }

    /// All that stands, each with the files as they were at the last word on them; in the order in which the first word
    /// on each was written.
    pub fn all(&self) -> Vec<(Target, Decision)> {
        let found = self.fold(|target| Some((target.place(), false)));
        found.into_iter().map(|(_, target, standing)| (target, standing)).filter(|(_, s)| !s.is_empty()).collect()
    }

    /// What stands of each target, where `key` says which events are of the same one, and whether an event is to be seen
    /// from the other side. With the last of the targets that came together.
    pub(super) fn fold<K: Eq + Hash + Clone>(
        &self,
        key: impl Fn(&Target) -> Option<(K, bool)>,
    ) -> Vec<(K, Target, Decision)> {
        let mut places: HashMap<K, usize> = HashMap::new();
        let mut found: Vec<(K, Target, Decision)> = Vec::new();
        let mut over: HashSet<(usize, EventId)> = HashSet::new();
        for record in &self.records {
            let Some(of) = record.change.of() else { continue };
            let Some((key, mirrored)) = key(of) else { continue };
            let at = *places.entry(key.clone()).or_insert_with(|| {
                found.push((key, of.clone(), Decision::default()));
                found.len() - 1
            });
            let (_, target, standing) = &mut found[at];
            target.clone_from(of);
            let counts = !self.undone.contains(&record.id);
            over.extend(standing.take(record, mirrored, counts).iter().map(|&id| (at, id)));
        }
        for (at, (.., standing)) in found.iter_mut().enumerate() {
            standing.notes.retain(|note| !over.contains(&(at, note.id)) && !note.text.is_empty());
        }
        found
    }

    /// How many changes there are, also those that do not count.
    pub(super) fn changes(&self) -> usize {
        self.records.len()
    }

    /// The changes that count, each with its place among all and with its number.
    pub(super) fn counting(&self) -> impl Iterator<Item = (usize, EventId, &ReviewChange)> {
        let counting = self.records.iter().enumerate().filter(|(_, record)| !self.undone.contains(&record.id));
        counting.map(|(at, record)| (at, record.id, &record.change))
    }

    /// The event of that number, while it counts.
    pub fn change(&self, id: EventId) -> Option<&ReviewChange> {
        let record = self.records.iter().rfind(|record| record.id == id)?;
        (!self.undone.contains(&id)).then_some(&record.change)
    }

    /// Whether the first event was written after the second.
    pub(super) fn is_after(&self, one: EventId, other: EventId) -> bool {
        let place = |id| self.records.iter().position(|record| record.id == id);
        place(one) > place(other)
    }

    /// What the numbers were last made with by whoever wrote.
    pub fn settings(&self) -> Option<&ReviewSettings> {
        self.last.as_deref()
    }

    /// How many events of kinds that this version does not know were skipped.
    pub fn unknown(&self) -> usize {
        self.unknown
    }
}
