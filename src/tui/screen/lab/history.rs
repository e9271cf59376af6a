//! The states of a changed text, to go back to and forward again.

use std::{collections::BTreeSet, sync::Arc};

use crate::simhash::Recipe;

/// Everything that decides the fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HistoryState {
    /// The changed text.
    pub text: Arc<String>,
    /// The keys of the features that are excluded.
    pub excluded: BTreeSet<u64>,
    /// The recipe that both the text and the original go through.
    pub recipe: Recipe,
}

/// The states in the order in which they were made, one of which is the present one.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The original first; at least that.
    states: Vec<HistoryState>,
    at: usize,
}

/// The most states that are kept.
const STATES: usize = 200;
/// The most bytes of text that are kept, as long as there is more than one state besides the original.
const BYTES: usize = 64 << 20;

impl History {
    /// A history that begins with `original`.
    pub(crate) fn new(original: HistoryState) -> Self {
        Self { states: vec![original], at: 0 }
    }

    /// How many states there are, those that were undone among them.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of the present state; the original is 0.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The present state.
    pub(crate) fn state(&self) -> &HistoryState {
        // `at` is a state's number, and there is always the original.
        &self.states[self.at]
    }

    /// The text as it was read.
    pub(crate) fn original(&self) -> &Arc<String> {
        &self.states[0].text
    }

    /// Whether the present state is not the original: another text, or excluded features.
    pub(crate) fn differs(&self) -> bool {
        let HistoryState { text, excluded, .. } = self.state();
        !excluded.is_empty() || !Arc::ptr_eq(text, self.original()) && text != self.original()
    }

    /// Adds a state after the present one, in the place of those that were undone.
    pub(crate) fn push(&mut self, state: HistoryState) {
        self.states.truncate(self.at + 1);
        self.states.push(state);
        let bytes = |states: &[HistoryState]| states.iter().map(|state| state.text.len()).sum::<usize>();
        while self.states.len() > 3 && (self.states.len() > STATES || bytes(&self.states) > BYTES) {
            self.states.remove(1);
        }
        self.at = self.states.len() - 1;
    }

    /// Adds a state beside the present one, which stays: undo goes to it, or redo from the original.
    pub(crate) fn insert(&mut self, state: HistoryState) {
        let place = self.at.max(1);
        self.states.insert(place, state);
        self.at += usize::from(self.at > 0);
    }

    /// Replaces the present state, as long as the same change goes on.
    pub(crate) fn amend(&mut self, state: HistoryState) {
        self.states[self.at] = state;
    }

    /// Removes the present state if it is the one before again; whether it was.
    pub(crate) fn withdraw(&mut self) -> bool {
        let same = self.at > 0 && self.states[self.at] == self.states[self.at - 1];
        if same {
            self.states.remove(self.at);
            self.at -= 1;
        }
        same
    }

    /// Goes back to the state before; false if it is the original.
    pub(crate) fn undo(&mut self) -> bool {
        let back = self.at > 0;
        self.at -= usize::from(back);
        back
    }

    /// Goes forward again; false if nothing was undone.
    pub(crate) fn redo(&mut self) -> bool {
        let forward = self.at + 1 < self.states.len();
        self.at += usize::from(forward);
        forward
    }

    /// Goes back to the original.
    pub(crate) fn restart(&mut self) {
        self.at = 0;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lab::LIMIT;

    fn state(text: &str) -> HistoryState {
        HistoryState { text: Arc::new(text.into()), excluded: BTreeSet::new(), recipe: Recipe::default() }
    }

    proptest! {
        /// Steps: 0 to 4 a new state, 5 undo, 6 redo, 7 a state before the present one.
        #[test]
        fn undone_and_done_again_is_as_before(steps in proptest::collection::vec(0usize..8, 1..80)) {
            let mut history = History::new(state("original"));
            for (n, step) in steps.into_iter().enumerate() {
                match step {
                    0..5 => history.push(state(&n.to_string())),
                    5 => _ = history.undo(),
                    6 => _ = history.redo(),
                    _ if history.at() > 0 => history.insert(state(&n.to_string())),
                    _ => {}
                }
                let before = (history.at(), history.state().clone());
                if history.undo() {
                    prop_assert_eq!(history.at() + 1, before.0);
                    prop_assert!(history.redo());
                }
                prop_assert_eq!((history.at(), history.state().clone()), before);
            }
            while history.undo() {}
            prop_assert_eq!(history.state().text.as_str(), "original");
        }
    }

    #[test]
    fn many_states_are_not_kept_for_ever_and_the_way_back_stays() {
        let mut history = History::new(state("original"));
        let large = "x".repeat(LIMIT);
        for n in 0..300 {
            let text = if n < 40 { format!("{n}{large}") } else { n.to_string() };
            history.push(state(&text));
        }
        assert!(history.len() <= 200);
        assert!(history.states.iter().map(|state| state.text.len()).sum::<usize>() <= 64 << 20);
        assert_eq!(history.state().text.as_str(), "299");
        assert!(history.undo());
        assert_eq!(history.state().text.as_str(), "298");
        while history.undo() {}
        assert_eq!(history.state().text.as_str(), "original");
    }

    #[test]
    fn a_change_that_came_to_nothing_leaves_no_state() {
        let mut history = History::new(state("a"));
        history.push(state("b"));
        assert!(history.differs());
        history.amend(state("a"));
        assert!(!history.differs(), "the text is the original's");
        assert!(history.withdraw());
        assert_eq!((history.len(), history.at()), (1, 0));
        assert!(!history.withdraw());
        assert_eq!(history.len(), 1, "the original stays");
    }
}
