//! The changes of a text, a row each, with the whole state after it to go back to.
//!
//! Undo goes to the state that a row came from, redo forward again. Nothing is lost by going back: a change from there
//! is a new row behind the others, which can still be opened.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    lab::{Preset, border},
    simhash::{Fingerprint, Recipe},
};

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

/// The change that led to a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HistoryChange {
    /// None: the text as it was read.
    Original,
    /// A draft of an earlier session, restored.
    Draft,
    /// An edit by hand: the words before and after it, or the beginning of either.
    Edit([String; 2]),
    /// A preset; with the words before and after if it changed one place, and the name of an appended document.
    Preset(Preset, Option<[String; 2]>, Option<String>),
    /// A feature excluded, by its name.
    Untick(String),
    /// An excluded feature included again, by its name.
    Tick(String),
    /// All features included again.
    Reset,
    /// The recipe changed.
    Recipe,
}

impl HistoryChange {
    /// The edit of one text into another: both without their common beginning and end.
    pub(crate) fn edit(before: &str, after: &str) -> Self {
        let same = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
        let start = border(before, same).min(border(after, same));
        let (before, after) = (&before[start..], &after[start..]);
        let same = before.bytes().rev().zip(after.bytes().rev()).take_while(|(a, b)| a == b).count();
        let ends =
            |text: &str| (text.len() - same..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
        let kept = |text: &str| text.len() - ends(text);
        let same = kept(before).min(kept(after));
        let begins = |text: &str| text[..text.len() - same].chars().take(EXCERPT).collect();
        Self::Edit([begins(before), begins(after)])
    }
}

/// The most characters of an edit that are kept in its row.
const EXCERPT: usize = 60;

/// A state and the change that led to it.
#[derive(Clone, Debug)]
pub(crate) struct HistoryRow {
    /// The state after the change.
    pub state: HistoryState,
    /// The change from its parent.
    pub change: HistoryChange,
    /// The number of the row it came from; `None` for the original.
    pub parent: Option<usize>,
    /// Fingerprint and distance, once they are known.
    pub result: Option<MeasuredState>,
}

/// The fingerprint of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeasuredState {
    /// The fingerprint; `None` for a text without features.
    pub fingerprint: Option<Fingerprint>,
    /// The Hamming distance to the original under the same recipe, in bits.
    pub hamming: Option<u32>,
}

/// The rows, one of which is the present one.
#[derive(Clone, Debug)]
pub(crate) struct History {
    rows: Vec<HistoryRow>,
    at: usize,
    /// The rows that undo came from, the nearest last.
    undone: Vec<usize>,
}

/// The most rows that are kept.
const ROWS: usize = 200;
/// The most bytes of text that are kept, as long as there is more than one state besides the original.
const BYTES: usize = 64 << 20;

impl History {
    /// A history that begins with `original`.
    pub(crate) fn new(original: HistoryState) -> Self {
        let row = HistoryRow { state: original, change: HistoryChange::Original, parent: None, result: None };
        Self { rows: vec![row], at: 0, undone: Vec::new() }
    }

    /// All rows; the first is the original.
    pub(crate) fn rows(&self) -> &[HistoryRow] {
        &self.rows
    }

    /// The number of the present row.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The present row.
    pub(crate) fn row(&self) -> &HistoryRow {
        // `at` is a row's number, and there is always the original.
        &self.rows[self.at]
    }

    /// The present state.
    pub(crate) fn state(&self) -> &HistoryState {
        &self.row().state
    }

    /// The text as it was read.
    pub(crate) fn original(&self) -> &Arc<String> {
        &self.rows[0].state.text
    }

    /// Whether the present state is not the original: another text, or excluded features.
    pub(crate) fn differs(&self) -> bool {
        let HistoryState { text, excluded, .. } = self.state();
        !excluded.is_empty() || !Arc::ptr_eq(text, self.original()) && text != self.original()
    }

    /// Adds a state behind the present one.
    pub(crate) fn push(&mut self, state: HistoryState, change: HistoryChange) {
        self.undone.clear();
        self.rows.push(HistoryRow { state, change, parent: Some(self.at), result: None });
        self.at = self.rows.len() - 1;
        self.forget();
    }

    /// Replaces the present state, as long as the same change goes on.
    pub(crate) fn amend(&mut self, state: HistoryState, change: HistoryChange) {
        if let Some(row) = self.rows.get_mut(self.at) {
            *row = HistoryRow { state, change, parent: row.parent, result: None };
        }
    }

    /// Removes the present row, the last one, whose change came to nothing.
    pub(crate) fn withdraw(&mut self) {
        if self.at > 0 && self.at + 1 == self.rows.len() {
            self.at = self.rows.pop().and_then(|row| row.parent).unwrap_or(0);
        }
    }

    /// Sets the result of the present state.
    pub(crate) fn note(&mut self, result: MeasuredState) {
        if let Some(row) = self.rows.get_mut(self.at) {
            row.result = Some(result);
        }
    }

    /// A row without a result, and its state; not the present one.
    pub(crate) fn unknown(&self) -> Option<(usize, &HistoryState)> {
        let unknown = |(at, row): &(usize, &HistoryRow)| row.result.is_none() && *at != self.at;
        self.rows.iter().enumerate().find(unknown).map(|(at, row)| (at, &row.state))
    }

    /// Sets the result of a row, if `state` is still that row's.
    pub(crate) fn note_row(&mut self, row: usize, state: &HistoryState, result: MeasuredState) {
        if let Some(row) = self.rows.get_mut(row).filter(|row| row.state == *state) {
            row.result = Some(result);
        }
    }

    /// Sets the result of the original, if this is its recipe.
    pub(crate) fn note_original(&mut self, recipe: &Recipe, result: MeasuredState) {
        if let Some(row) = self.rows.first_mut().filter(|row| row.state.recipe == *recipe) {
            row.result = Some(result);
        }
    }

    /// Goes back to the row that the present one came from; false if it is the original.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(parent) = self.row().parent else { return false };
        self.undone.push(self.at);
        self.at = parent;
        true
    }

    /// Goes forward again; false if nothing was undone.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(row) = self.undone.pop() else { return false };
        self.at = row;
        true
    }

    /// Makes that row the present one; false if there is none.
    pub(crate) fn open(&mut self, row: usize) -> bool {
        let there = row < self.rows.len() && row != self.at;
        if there {
            self.undone.clear();
            self.at = row;
        }
        there
    }

    /// The columns in which a row and the present one differ; `None` if a fingerprint is not known or the widths
    /// differ.
    pub(crate) fn between(&self, row: usize) -> Option<Vec<usize>> {
        let a = self.rows.get(row)?.result?.fingerprint?;
        let b = self.row().result?.fingerprint?;
        (a.width() == b.width()).then(|| a.xor(b).columns().collect())
    }

    /// Drops the oldest rows but the original and the present one, if there are too many.
    fn forget(&mut self) {
        let bytes = |rows: &[HistoryRow]| rows.iter().map(|row| row.state.text.len()).sum::<usize>();
        while self.rows.len() > 3 && (self.rows.len() > ROWS || bytes(&self.rows) > BYTES) {
            let parent = self.rows.remove(1).parent;
            for row in &mut self.rows {
                row.parent = match row.parent {
                    Some(1) => parent,
                    Some(other) if other > 1 => Some(other - 1),
                    other => other,
                };
            }
            self.at -= usize::from(self.at > 1);
        }
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

    #[test]
    fn an_edit_is_named_by_what_changed() {
        for (before, after, words) in [
            ("一二三", "一四三", ["二", "四"]),
            ("abc", "abc", ["", ""]),
            ("aa", "aaa", ["", "a"]),
            ("", "海", ["", "海"]),
            ("海上", "海", ["上", ""]),
            // Both begin with the same byte.
            ("丁", "七", ["丁", "七"]),
            ("x丁", "y丁", ["x", "y"]),
        ] {
            assert_eq!(
                HistoryChange::edit(before, after),
                HistoryChange::Edit(words.map(String::from)),
                "{before} {after}"
            );
        }
    }

    proptest! {
        /// Steps: 0 to 4 a new state, 5 undo, 6 redo, 7 and up open a row.
        #[test]
        fn undone_and_done_again_is_as_before(steps in proptest::collection::vec(0usize..12, 1..80)) {
            let mut history = History::new(state("original"));
            for (n, step) in steps.into_iter().enumerate() {
                match step {
                    0..5 => history.push(state(&n.to_string()), HistoryChange::Edit(Default::default())),
                    5 => _ = history.undo(),
                    6 => _ = history.redo(),
                    row => _ = history.open((row - 7) * 3),
                }
                let before = (history.at(), history.state().clone());
                if history.undo() {
                    prop_assert_eq!(Some(history.at()), history.rows()[before.0].parent);
                    prop_assert!(history.redo());
                }
                prop_assert_eq!((history.at(), history.state().clone()), before);
            }
            while history.undo() {}
            prop_assert_eq!(history.at(), 0, "every way back ends at the original");
            prop_assert_eq!(history.state().text.as_str(), "original");
        }
    }

    #[test]
    fn many_states_are_not_kept_for_ever_and_the_way_back_stays() {
        let mut history = History::new(state("original"));
        let large = "x".repeat(LIMIT);
        for n in 0..300 {
            let text = if n < 40 { format!("{n}{large}") } else { n.to_string() };
            history.push(state(&text), HistoryChange::Edit(Default::default()));
        }
        assert!(history.rows().len() <= 200);
        assert!(history.rows().iter().map(|row| row.state.text.len()).sum::<usize>() <= 64 << 20);
        assert_eq!(history.state().text.as_str(), "299");
        assert!(history.undo());
        assert_eq!(history.state().text.as_str(), "298");
        while history.undo() {}
        assert_eq!(history.state().text.as_str(), "original");
    }

    #[test]
    fn a_change_that_came_to_nothing_leaves_no_row() {
        let mut history = History::new(state("a"));
        history.push(state("b"), HistoryChange::Edit(Default::default()));
        assert!(history.differs());
        history.amend(state("a"), HistoryChange::edit("a", "a"));
        assert!(!history.differs(), "the text is the original's");
        history.withdraw();
        assert_eq!((history.rows().len(), history.at()), (1, 0));
        history.withdraw();
        assert_eq!(history.rows().len(), 1, "the original stays");
    }
}
