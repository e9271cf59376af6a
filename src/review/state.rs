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

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
    sync::Arc,
};

use super::{
    FileId, Stamp, Target, Verdict,
    journal::{Change, Event, Id, Line, Settings},
};

/// A verdict that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub verdict: Verdict,
    pub at: Stamp,
    /// The two files as they were then.
    pub files: [FileId; 2],
    /// What the numbers were made with then, where that is known.
    pub settings: Option<Arc<Settings>>,
    /// Which event gave it.
    pub id: Id,
}

/// A note or a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// Its number, for [`Change::Note`] to name it.
    pub id: Id,
    /// When it was written.
    pub at: Stamp,
    /// The text, as it was written.
    pub text: String,
    /// The two files as they were then.
    pub files: [FileId; 2],
}

/// All that stands of one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub verdict: Option<Given>,
    /// The notes, in the order in which they were written; more than one where two programs wrote at once.
    pub notes: Vec<Noted>,
    /// What was being written, by this program or by others, now or before they were stopped.
    pub drafts: Vec<Noted>,
}

/// What to begin with where somebody is about to write a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    pub text: String,
    /// What it will stand in the place of.
    pub over: Vec<Id>,
    /// It is a draft that was never saved.
    pub draft: bool,
}

/// What stands between two notes or drafts of one target.
const BETWEEN: &str = "\n\n";

impl Standing {
    /// The text of all notes; `None` where there is none.
    pub fn note(&self) -> Option<String> {
        let texts: Vec<&str> = self.notes.iter().map(|note| &*note.text).collect();
        (!texts.is_empty()).then(|| texts.join(BETWEEN))
    }

    /// What to begin with where somebody is about to write: the drafts if there are any, else the note.
    pub fn writing(&self) -> Writing {
        let draft = !self.drafts.is_empty();
        let shown = if draft { &self.drafts } else { &self.notes };
        let text = shown.iter().map(|noted| &*noted.text).collect::<Vec<_>>().join(BETWEEN);
        Writing { text, over: self.notes.iter().chain(&self.drafts).map(|noted| noted.id).collect(), draft }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.verdict.is_none() && self.notes.is_empty() && self.drafts.is_empty()
    }

    /// Takes in the next change; `counts` where it is not undone. The notes that it is written over.
    fn take<'r>(&mut self, record: &'r Record, mirrored: bool, counts: bool) -> &'r [Id] {
        let Record { id, at, change, settings } = record;
        let Some(of) = change.of() else { return &[] };
        let mut files = of.files.clone();
        if mirrored {
            files.reverse();
        }
        match change {
            Change::Verdict { verdict, .. } if counts => {
                let (id, at, settings) = (*id, at.clone(), settings.clone());
                self.verdict = verdict.map(|verdict| Given { verdict, at, files, settings, id });
            }
            Change::Verdict { .. } | Change::Align { .. } | Change::Omit { .. } => {}
            Change::Note { text, over: before, .. } => {
                // A draft that became a note is one no more, whatever becomes of the note.
                self.drafts.retain(|draft| draft.id.session != id.session && !before.contains(&draft.id));
                if counts {
                    self.notes.push(Noted { id: *id, at: at.clone(), text: text.clone(), files });
                    return before;
                }
            }
            Change::Draft { text, over: before, .. } => {
                self.drafts.retain(|draft| draft.id.session != id.session && !before.contains(&draft.id));
                if !text.is_empty() {
                    self.drafts.push(Noted { id: *id, at: at.clone(), text: text.clone(), files });
                }
            }
        }
        &[]
    }
}

/// A change with its place among the lines.
#[derive(Clone, Debug)]
struct Record {
    at: Stamp,
    id: Id,
    change: Change,
    settings: Option<Arc<Settings>>,
}

/// What the lines of a journal come to.
#[derive(Clone, Debug, Default)]
pub struct State {
    records: Vec<Record>,
    undone: HashSet<Id>,
    settings: HashMap<u64, Arc<Settings>>,
    last: Option<Arc<Settings>>,
    unknown: usize,
}

impl State {
    /// Takes in the next line.
    pub fn take(&mut self, line: Line) {
        let Line { at, id, event } = line;
        match event {
            Event::Change(change) => {
                let settings = self.settings.get(&id.session).cloned();
                self.records.push(Record { at, id, change, settings });
            }
            Event::Undo(of) => _ = self.undone.insert(of),
            Event::Redo(of) => _ = self.undone.remove(&of),
            Event::Settings(settings) => {
                let settings = Arc::new(settings);
                self.last = Some(settings.clone());
                self.settings.insert(id.session, settings);
            }
            Event::Unknown(_) => self.unknown += 1,
        }
    }

    /// All that stands of a target, told by the paths of its files and its words.
    pub fn of(&self, target: &Target) -> Standing {
        let wanted = target.place();
        let found = self.fold(|target| (target.place() == wanted).then_some(((), false)));
        found.into_iter().map(|(.., standing)| standing).next().unwrap_or_default()
    }

    /// All that stands, each with the files as they were at the last word on them; in the order in which the first word
    /// on each was written.
    pub fn all(&self) -> Vec<(Target, Standing)> {
        let found = self.fold(|target| Some((target.place(), false)));
        found.into_iter().map(|(_, target, standing)| (target, standing)).filter(|(_, s)| !s.is_empty()).collect()
    }

    /// What stands of each target, where `key` says which events are of the same one, and whether an event is to be seen
    /// from the other side. With the last of the targets that came together.
    pub(super) fn fold<K: Eq + Hash + Clone>(
        &self,
        key: impl Fn(&Target) -> Option<(K, bool)>,
    ) -> Vec<(K, Target, Standing)> {
        let mut places: HashMap<K, usize> = HashMap::new();
        let mut found: Vec<(K, Target, Standing)> = Vec::new();
        let mut over: HashSet<(usize, Id)> = HashSet::new();
        for record in &self.records {
            let Some(of) = record.change.of() else { continue };
            let Some((key, mirrored)) = key(of) else { continue };
            let at = *places.entry(key.clone()).or_insert_with(|| {
                found.push((key, of.clone(), Standing::default()));
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
    pub(super) fn counting(&self) -> impl Iterator<Item = (usize, Id, &Change)> {
        let counting = self.records.iter().enumerate().filter(|(_, record)| !self.undone.contains(&record.id));
        counting.map(|(at, record)| (at, record.id, &record.change))
    }

    /// The event of that number, while it counts.
    pub fn change(&self, id: Id) -> Option<&Change> {
        let record = self.records.iter().rfind(|record| record.id == id)?;
        (!self.undone.contains(&id)).then_some(&record.change)
    }

    /// Whether the first event was written after the second.
    pub(super) fn is_after(&self, one: Id, other: Id) -> bool {
        let place = |id| self.records.iter().position(|record| record.id == id);
        place(one) > place(other)
    }

    /// What the numbers were last made with by whoever wrote.
    pub fn settings(&self) -> Option<&Settings> {
        self.last.as_deref()
    }

    /// How many events of kinds that this version does not know were skipped.
    pub fn unknown(&self) -> usize {
        self.unknown
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn target(n: u8) -> Target {
        let file = |path: String| FileId { path, size: 1, hash: u64::from(n) };
        Target::pair(&file(format!("a{n}")), &file("b".into()))
    }

    fn id(session: u64, number: u64) -> Id {
        Id { session, number }
    }

    fn state(events: Vec<(Id, Event)>) -> State {
        let mut state = State::default();
        for (id, event) in events {
            state.take(Line { at: Stamp::now(), id, event });
        }
        state
    }

    fn verdict(verdict: Verdict) -> Event {
        Event::Change(Change::Verdict { of: target(0), verdict: Some(verdict) })
    }

    fn note(text: &str, over: &[Id]) -> Event {
        Event::Change(Change::Note { of: target(0), text: text.into(), over: over.into() })
    }

    fn draft(text: &str, over: &[Id]) -> Event {
        Event::Change(Change::Draft { of: target(0), text: text.into(), over: over.into() })
    }

    #[test]
    fn the_last_verdict_that_counts_stands() {
        let two = vec![(id(1, 1), verdict(Verdict::Copy)), (id(2, 1), verdict(Verdict::Cleared))];
        let given = |events| state(events).of(&target(0)).verdict.map(|given| given.verdict);
        assert_eq!(given(two.clone()), Some(Verdict::Cleared));
        let undone = |of| [two.clone(), vec![(id(1, 2), Event::Undo(of))]].concat();
        assert_eq!(given(undone(id(2, 1))), Some(Verdict::Copy));
        assert_eq!(given(undone(id(1, 1))), Some(Verdict::Cleared), "what another wrote after it stands");
        let redone = [undone(id(2, 1)), vec![(id(1, 3), Event::Redo(id(2, 1)))]].concat();
        assert_eq!(given(redone), Some(Verdict::Cleared));
    }

    #[test]
    fn two_notes_that_did_not_see_each_other_both_stand() {
        let both = vec![(id(1, 1), note("one", &[])), (id(2, 1), note("two", &[]))];
        assert_eq!(state(both.clone()).of(&target(0)).note().as_deref(), Some("one\n\ntwo"));
        let writing = state(both.clone()).of(&target(0)).writing();
        assert_eq!(writing, Writing { text: "one\n\ntwo".into(), over: vec![id(1, 1), id(2, 1)], draft: false });
        let merged = [both, vec![(id(1, 2), note("both", &writing.over))]].concat();
        assert_eq!(state(merged.clone()).of(&target(0)).note().as_deref(), Some("both"));
        let undone = [merged, vec![(id(1, 3), Event::Undo(id(1, 2)))]].concat();
        assert_eq!(state(undone).of(&target(0)).note().as_deref(), Some("one\n\ntwo"));
        let gone = vec![(id(1, 1), note("one", &[])), (id(1, 2), note("", &[id(1, 1)]))];
        assert_eq!(state(gone).of(&target(0)), Standing::default());
    }

    #[test]
    fn a_draft_is_found_until_it_is_saved() {
        let typed = vec![(id(1, 1), draft("o", &[])), (id(1, 2), draft("on", &[])), (id(2, 1), draft("mine", &[]))];
        let writing = state(typed.clone()).of(&target(0)).writing();
        assert_eq!((&*writing.text, writing.draft), ("on\n\nmine", true));
        let saved = [typed.clone(), vec![(id(1, 3), note("one", &[]))]].concat();
        let standing = state(saved).of(&target(0));
        assert_eq!((standing.note().as_deref(), &*standing.drafts[0].text), (Some("one"), "mine"));
        // Another opening goes on with both.
        let taken = [typed.clone(), vec![(id(3, 1), draft("on and mine", &writing.over))]].concat();
        assert_eq!(state(taken.clone()).of(&target(0)).drafts.len(), 1);
        let saved = [taken, vec![(id(3, 2), note("all", &[]))]].concat();
        assert!(!state(saved).of(&target(0)).writing().draft);
        let dropped = [typed, vec![(id(3, 1), draft("", &writing.over))]].concat();
        assert!(state(dropped).of(&target(0)).is_empty());
    }

    #[test]
    fn a_verdict_carries_what_the_numbers_were_made_with() {
        let with = |k| Settings { program: "1".into(), recipe: "r".into(), k, run: [13, 8], exclusions: vec![] };
        let events = vec![
            (id(1, 1), Event::Settings(with(3))),
            (id(2, 1), Event::Settings(with(5))),
            (id(1, 2), verdict(Verdict::Copy)),
        ];
        let state = state(events);
        assert_eq!(state.of(&target(0)).verdict.unwrap().settings.unwrap().k, 3);
        assert_eq!(state.settings().unwrap().k, 5);
    }

    fn events() -> impl Strategy<Value = Vec<(Id, Event)>> {
        let change = (0..3u8, 0..4u8, 0..3u64, "[a灯]{0,2}").prop_map(|(of, kind, over, text)| {
            let (of, over) = (target(of), if over == 0 { vec![] } else { vec![id(over, 1)] });
            Event::Change(match kind {
                0 => Change::Verdict { of, verdict: Some(Verdict::Copy) },
                1 => Change::Verdict { of, verdict: None },
                2 => Change::Note { of, text, over },
                _ => Change::Draft { of, text, over },
            })
        });
        let undo = (1..3u64, 1..9u64).prop_map(|(session, number)| Event::Undo(id(session, number)));
        let redo = (1..3u64, 1..9u64).prop_map(|(session, number)| Event::Redo(id(session, number)));
        let event = prop_oneof![4 => change, 1 => undo, 1 => redo];
        prop::collection::vec((1..3u64, event), 0..24).prop_map(|events| {
            let mut numbers = [0; 3];
            let number = |(session, event): (u64, Event)| {
                numbers[session as usize] += 1;
                (id(session, numbers[session as usize]), event)
            };
            events.into_iter().map(number).collect()
        })
    }

    proptest! {
        /// Undoing an event and doing it again is nothing, wherever the two lines stand.
        #[test]
        fn undo_and_redo_are_nothing(events in events(), which in 0..24usize) {
            let before = state(events.clone());
            let Some(&(of, _)) = events.get(which) else { return Ok(()) };
            prop_assume!(before.change(of).is_some());
            let after = [events, vec![(id(9, 1), Event::Undo(of)), (id(9, 2), Event::Redo(of))]].concat();
            let mut times_left_out = [before.all(), state(after).all()];
            for (_, standing) in times_left_out.iter_mut().flatten() {
                standing.verdict.iter_mut().for_each(|given| given.at = Stamp::of(std::time::UNIX_EPOCH));
                let noted = standing.notes.iter_mut().chain(&mut standing.drafts);
                noted.for_each(|noted| noted.at = Stamp::of(std::time::UNIX_EPOCH));
            }
            prop_assert_eq!(&times_left_out[0], &times_left_out[1]);
        }

        /// No text is lost but by a note or a draft that was written over it, or by undo.
        #[test]
        fn every_note_stands_or_was_written_over(events in events()) {
            let state = state(events.clone());
            let standing: Vec<Id> = state.all().iter().flat_map(|(_, s)| s.notes.iter().map(|n| n.id)).collect();
            for (of, event) in &events {
                let Event::Change(Change::Note { of: target, text, .. }) = event else { continue };
                let over = events.iter().any(|(by, event)| {
                    matches!(event, Event::Change(Change::Note { of: on, over, .. }) if on == target && over.contains(of))
                        && state.change(*by).is_some()
                });
                let counts = state.change(*of).is_some() && !text.is_empty() && !over;
                prop_assert_eq!(standing.contains(of), counts, "{}", of);
            }
        }
    }
}
