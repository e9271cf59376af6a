//! The result of two programs that write at once, of undo and of drafts; and that no note is lost.

use proptest::prelude::*;

use super::*;
use crate::review::{Decisions, Files};

fn target(n: u8) -> Target {
    let file = |path: String| FileId { path, size: 1, hash: u64::from(n) };
    Target::pair(&file(format!("a{n}")), &file("b".into()))
}

fn id(session: u64, number: u64) -> EventId {
    EventId { session, number }
}

fn state(events: Vec<(EventId, ReviewEvent)>) -> ReviewState {
    let mut state = ReviewState::default();
    for (id, event) in events {
        state.apply(EventRecord { at: Timestamp::now(), id, event });
    }
    state
}

fn verdict(verdict: Verdict) -> ReviewEvent {
    ReviewEvent::Change(ReviewChange::Verdict { of: target(0), verdict: Some(verdict) })
}

fn note(text: &str, over: &[EventId]) -> ReviewEvent {
    ReviewEvent::Change(ReviewChange::Note { of: target(0), text: text.into(), over: over.into() })
}

fn draft(text: &str, over: &[EventId]) -> ReviewEvent {
    ReviewEvent::Change(ReviewChange::Draft { of: target(0), text: text.into(), over: over.into() })
}

#[test]
fn the_last_verdict_that_counts_is_current() {
    let two = vec![(id(1, 1), verdict(Verdict::Copy)), (id(2, 1), verdict(Verdict::Cleared))];
    let given = |events| state(events).of(&target(0)).verdict.map(|given| given.verdict);
    assert_eq!(given(two.clone()), Some(Verdict::Cleared));
    let undone = |of| [two.clone(), vec![(id(1, 2), ReviewEvent::Undo { of })]].concat();
    assert_eq!(given(undone(id(2, 1))), Some(Verdict::Copy));
    assert_eq!(given(undone(id(1, 1))), Some(Verdict::Cleared), "what another wrote after it stands");
    let redone = [undone(id(2, 1)), vec![(id(1, 3), ReviewEvent::Redo { of: id(2, 1) })]].concat();
    assert_eq!(given(redone), Some(Verdict::Cleared));
}

#[test]
fn two_notes_that_did_not_see_each_other_are_both_kept() {
    let both = vec![(id(1, 1), note("one", &[])), (id(2, 1), note("two", &[]))];
    assert_eq!(state(both.clone()).of(&target(0)).note().as_deref(), Some("one\n\ntwo"));
    let writing = state(both.clone()).of(&target(0)).note_input();
    assert_eq!(writing, NoteInput { text: "one\n\ntwo".into(), over: vec![id(1, 1), id(2, 1)], draft: false });
    let merged = [both, vec![(id(1, 2), note("both", &writing.over))]].concat();
    assert_eq!(state(merged.clone()).of(&target(0)).note().as_deref(), Some("both"));
    let undone = [merged, vec![(id(1, 3), ReviewEvent::Undo { of: id(1, 2) })]].concat();
    assert_eq!(state(undone).of(&target(0)).note().as_deref(), Some("one\n\ntwo"));
    let gone = vec![(id(1, 1), note("one", &[])), (id(1, 2), note("", &[id(1, 1)]))];
    assert_eq!(state(gone).of(&target(0)), Decision::default());
}

#[test]
fn a_draft_is_found_until_it_is_saved() {
    let typed = vec![(id(1, 1), draft("o", &[])), (id(1, 2), draft("on", &[])), (id(2, 1), draft("mine", &[]))];
    let writing = state(typed.clone()).of(&target(0)).note_input();
    assert_eq!((&*writing.text, writing.draft), ("on\n\nmine", true));
    let saved = [typed.clone(), vec![(id(1, 3), note("one", &[]))]].concat();
    let decision = state(saved).of(&target(0));
    assert_eq!((decision.note().as_deref(), &*decision.drafts[0].text), (Some("one"), "mine"));
    // Another opening goes on with both.
    let taken = [typed.clone(), vec![(id(3, 1), draft("on and mine", &writing.over))]].concat();
    assert_eq!(state(taken.clone()).of(&target(0)).drafts.len(), 1);
    let saved = [taken, vec![(id(3, 2), note("all", &[]))]].concat();
    assert!(!state(saved).of(&target(0)).note_input().draft);
    let dropped = [typed, vec![(id(3, 1), draft("", &writing.over))]].concat();
    assert!(state(dropped).of(&target(0)).is_empty());
}

#[test]
fn a_verdict_carries_what_the_numbers_were_made_with() {
    let with = |k| ReviewSettings {
        program: "1".into(),
        recipe: "r".into(),
        k,
        run: [13, 8],
        exclusions: vec![],
        reading: 1,
        reviewer: String::new(),
    };
    let events = vec![
        (id(1, 1), ReviewEvent::Settings(with(3))),
        (id(2, 1), ReviewEvent::Settings(with(5))),
        (id(1, 2), verdict(Verdict::Copy)),
    ];
    let state = state(events);
    assert_eq!(state.of(&target(0)).verdict.unwrap().settings.unwrap().k, 3);
    assert_eq!(state.settings().unwrap().k, 5);
}

fn events() -> impl Strategy<Value = Vec<(EventId, ReviewEvent)>> {
    let change = (0..3u8, 0..4u8, 0..3u64, "[a灯]{0,2}").prop_map(|(of, kind, over, text)| {
        let (of, over) = (target(of), if over == 0 { vec![] } else { vec![id(over, 1)] });
        ReviewEvent::Change(match kind {
            0 => ReviewChange::Verdict { of, verdict: Some(Verdict::Copy) },
            1 => ReviewChange::Verdict { of, verdict: None },
            2 => ReviewChange::Note { of, text, over },
            _ => ReviewChange::Draft { of, text, over },
        })
    });
    let undo = (1..3u64, 1..9u64).prop_map(|(session, number)| ReviewEvent::Undo { of: id(session, number) });
    let redo = (1..3u64, 1..9u64).prop_map(|(session, number)| ReviewEvent::Redo { of: id(session, number) });
    let event = prop_oneof![4 => change, 1 => undo, 1 => redo];
    prop::collection::vec((1..3u64, event), 0..24).prop_map(|events| {
        let mut numbers = [0; 3];
        let number = |(session, event): (u64, ReviewEvent)| {
            numbers[session as usize] += 1;
            (id(session, numbers[session as usize]), event)
        };
        events.into_iter().map(number).collect()
    })
}

proptest! {
    /// Undoing an event and doing it again is nothing, wherever the two lines are.
    #[test]
    fn undo_and_redo_are_nothing(events in events(), which in 0..24usize) {
        let before = state(events.clone());
        let Some(&(of, _)) = events.get(which) else { return Ok(()) };
        prop_assume!(before.change(of).is_some());
        let after = [events, vec![(id(9, 1), ReviewEvent::Undo { of }), (id(9, 2), ReviewEvent::Redo { of })]].concat();
        let mut without_times = [before.all(), state(after).all()];
        for (_, decision) in without_times.iter_mut().flatten() {
            decision.verdict.iter_mut().for_each(|given| given.at = Timestamp::of(std::time::UNIX_EPOCH));
            let noted = decision.notes.iter_mut().chain(&mut decision.drafts);
            noted.for_each(|noted| noted.at = Timestamp::of(std::time::UNIX_EPOCH));
        }
        prop_assert_eq!(&without_times[0], &without_times[1]);
    }

    /// No text is lost but by a note or a draft that was written over it, or by undo.
    #[test]
    fn every_note_is_kept_or_was_written_over(events in events()) {
        let state = state(events.clone());
        let decision: Vec<EventId> = state.all().iter().flat_map(|(_, s)| s.notes.iter().map(|n| n.id)).collect();
        for (of, event) in &events {
            let ReviewEvent::Change(ReviewChange::Note { of: target, text, .. }) = event else { continue };
            let over = events.iter().any(|(by, event)| {
                let ReviewEvent::Change(ReviewChange::Note { of: on, over, .. }) = event else { return false };
                on == target && over.contains(of) && state.change(*by).is_some()
            });
            let counts = state.change(*of).is_some() && !text.is_empty() && !over;
            prop_assert_eq!(decision.contains(of), counts, "{}", of);
        }
    }
}

fn file(path: &str) -> FileId {
    FileId { path: path.into(), size: 1, hash: path.len() as u64 }
}

fn matched(changes: Vec<ReviewChange>, now: [&str; 2]) -> Vec<AlignmentPoint> {
    let mut state = ReviewState::default();
    for (change, number) in changes.into_iter().zip(1..) {
        state.apply(EventRecord {
            at: Timestamp::now(),
            id: EventId { session: 1, number },
            event: ReviewEvent::Change(change),
        });
    }
    Decisions::new(&state, &Files::new(now.map(file).into())).points([0, 1]).to_vec()
}

#[test]
fn points_turn_with_their_files() {
    let (a, bb) = (file("a"), file("bb"));
    let [point, back] = [[4, 9], [9, 4]].map(|numbers| AlignmentPoint { numbers, says: numbers.map(u64::from) });
    for change in [ReviewChange::align(point, [&a, &bb], true), ReviewChange::align(back, [&bb, &a], true)] {
        assert_eq!(matched(vec![change.clone()], ["a", "bb"]), [point]);
        assert_eq!(matched(vec![change], ["bb", "a"]), [back]);
    }
}

#[test]
fn a_point_goes_though_its_numbers_moved_and_another_that_says_the_same_stays() {
    let (a, bb) = (file("a"), file("bb"));
    let point = |numbers| AlignmentPoint { numbers, says: [1, 2] };
    let change = |numbers, on| ReviewChange::align(point(numbers), [&a, &bb], on);
    let points = |changes| matched(changes, ["a", "bb"]);
    assert_eq!(points(vec![change([1, 1], true), change([3, 4], false)]), []);
    let two = vec![change([1, 1], true), change([5, 6], true)];
    assert_eq!(points(two.clone()), [point([1, 1]), point([5, 6])]);
    assert_eq!(points([two, vec![change([5, 6], false)]].concat()), [point([1, 1])]);
}
