//! What was done to a text, a row a change; each row is a whole state to go back to.
//!
//! Undoing goes to the state a row came from, redoing forward again. Nothing is lost by going back: what is done from
//! there is a new row behind the others, and the rows that were left can still be opened.

use std::{collections::BTreeSet, sync::Arc};

use super::{Preset, border};
use crate::simhash::{Fingerprint, Recipe};

/// All that decides a fingerprint here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The text.
    pub text: Arc<String>,
    /// The keys of the features that are left out of it.
    pub left_out: BTreeSet<u64>,
    /// The recipe.
    pub recipe: Recipe,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing: the text as it was read.
    Original,
    /// Brought back from an earlier session.
    Draft,
    /// Edited by hand: what was there and what is there now, or how either begins.
    Edit([String; 2]),
    /// A change at one key; of one place, what was there and what is there now; of an appended document, its name.
    Preset(Preset, Option<[String; 2]>, Option<String>),
    /// A feature left out.
    Untick(String),
    /// A feature taken in again.
    Tick(String),
    /// All features taken in again.
    Reset,
    /// A setting is another.
    Recipe,
}

impl Change {
    /// An edit of one text into another.
    pub fn edit(before: &str, after: &str) -> Self {
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

/// So many characters of an edit are told.
const EXCERPT: usize = 60;

/// A row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The state.
    pub state: State,
    /// What led to it.
    pub change: Change,
    /// The row it came from; `None` for the original.
    pub parent: Option<usize>,
    /// What came out, once it is known.
    pub result: Option<Given>,
}

/// What came out of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The fingerprint; `None` for a text without features.
    pub fingerprint: Option<Fingerprint>,
    /// The distance to the original under the same recipe.
    pub hamming: Option<u32>,
}

/// The rows, and which of them is the present one.
#[derive(Clone, Debug)]
pub struct History {
    rows: Vec<Row>,
    at: usize,
    /// Where undoing came from, the nearest last.
    undone: Vec<usize>,
}

/// So many rows are kept.
const ROWS: usize = 200;
/// So many bytes of text are kept, where there is more than one state besides the original.
const BYTES: usize = 64 << 20;

impl History {
    /// Of an original.
    pub fn new(original: State) -> Self {
        let row = Row { state: original, change: Change::Original, parent: None, result: None };
        Self { rows: vec![row], at: 0, undone: Vec::new() }
    }

    /// All rows; the first is the original.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The number of the present row.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The present row.
    pub fn row(&self) -> &Row {
        // `at` is a row's number, and there is always the original.
        &self.rows[self.at]
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.row().state
    }

    /// The text as it was read.
    pub fn original(&self) -> &Arc<String> {
        &self.rows[0].state.text
    }

    /// Whether what is here is more than the original: another text, or features left out.
    pub fn differs(&self) -> bool {
        let State { text, left_out, .. } = self.state();
        !left_out.is_empty() || !Arc::ptr_eq(text, self.original()) && text != self.original()
    }

    /// A new state, from the present one.
    pub fn push(&mut self, state: State, change: Change) {
        self.undone.clear();
        self.rows.push(Row { state, change, parent: Some(self.at), result: None });
        self.at = self.rows.len() - 1;
        self.forget();
    }

    /// The present state is this after all, while what led to it still goes on.
    pub fn amend(&mut self, state: State, change: Change) {
        if let Some(row) = self.rows.get_mut(self.at) {
            *row = Row { state, change, parent: row.parent, result: None };
        }
    }

    /// Takes the present row, the last one, back: nothing came of it.
    pub fn withdraw(&mut self) {
        if self.at > 0 && self.at + 1 == self.rows.len() {
            self.at = self.rows.pop().and_then(|row| row.parent).unwrap_or(0);
        }
    }

    /// Notes what came out of the present state.
    pub fn note(&mut self, result: Given) {
        if let Some(row) = self.rows.get_mut(self.at) {
            row.result = Some(result);
        }
    }

    /// A row of which nothing is known yet, and its state; not the present one.
    pub fn unknown(&self) -> Option<(usize, &State)> {
        let unknown = |(at, row): &(usize, &Row)| row.result.is_none() && *at != self.at;
        self.rows.iter().enumerate().find(unknown).map(|(at, row)| (at, &row.state))
    }

    /// Notes what came out of a row's state, if it is still that row's.
    pub fn note_row(&mut self, row: usize, state: &State, result: Given) {
        if let Some(row) = self.rows.get_mut(row).filter(|row| row.state == *state) {
            row.result = Some(result);
        }
    }

    /// Notes what comes out of the original, if this is its recipe.
    pub fn note_original(&mut self, recipe: &Recipe, result: Given) {
        if let Some(row) = self.rows.first_mut().filter(|row| row.state.recipe == *recipe) {
            row.result = Some(result);
        }
    }

    /// Back to where the present row came from; false where it is the original.
    pub fn undo(&mut self) -> bool {
        let Some(parent) = self.row().parent else { return false };
        self.undone.push(self.at);
        self.at = parent;
        true
    }

    /// Forward again; false where nothing was undone.
    pub fn redo(&mut self) -> bool {
        let Some(row) = self.undone.pop() else { return false };
        self.at = row;
        true
    }

    /// Has that row be the present one; false where there is none.
    pub fn open(&mut self, row: usize) -> bool {
        let there = row < self.rows.len() && row != self.at;
        if there {
            self.undone.clear();
            self.at = row;
        }
        there
    }

    /// In how many bits a row and the present one differ; `None` where that is not known or the widths differ.
    pub fn between(&self, row: usize) -> Option<Vec<u8>> {
        let a = self.rows.get(row)?.result?.fingerprint?;
        let b = self.row().result?.fingerprint?;
        (a.width() == b.width()).then(|| a.xor(b).columns().collect())
    }

    /// Drops the oldest rows but the original and the present one, where there are too many.
    fn forget(&mut self) {
        let bytes = |rows: &[Row]| rows.iter().map(|row| row.state.text.len()).sum::<usize>();
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
    use super::*;

    #[test]
    fn an_edit_is_told_by_what_changed() {
        for (before, after, told) in [
            ("一二三", "一四三", ["二", "四"]),
            ("abc", "abc", ["", ""]),
            ("aa", "aaa", ["", "a"]),
            ("", "海", ["", "海"]),
            ("海上", "海", ["上", ""]),
            // Both begin with the same byte.
            ("丁", "七", ["丁", "七"]),
            ("x丁", "y丁", ["x", "y"]),
        ] {
            assert_eq!(Change::edit(before, after), Change::Edit(told.map(String::from)), "{before} {after}");
        }
    }
}
