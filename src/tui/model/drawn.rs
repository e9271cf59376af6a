//! The places of things in the last frame, as the view returned them, and the cursor of a list that is longer than its
//! pane. Clicks and page lengths are read from here, so the layout is written once.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::{LabPane, Pane};
use crate::tui::action::Action;

/// The places of things in a frame, so that a click finds its target and a page knows its length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawn {
    /// Places that answer to a click, in order of drawing: of two that overlap, the later wins.
    pub targets: Vec<(Rect, ClickTarget)>,
    /// How many rows the main list showed.
    pub rows: usize,
    /// How long the topmost overlay's list was.
    pub length: usize,
    /// How many cells wide a text column was on the diff screen.
    pub columns: u16,
    /// How many cells wide the lab's text was, and how many rows of it were shown.
    pub text: (u16, usize),
    /// The place of the text cursor, for the terminal to show it.
    pub cursor: Option<Position>,
}

/// The meaning of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClickTarget {
    /// An action, as by its key.
    Do(Action),
    /// Row n of the screen's list.
    Row(usize),
    /// Row n of an overlay's list.
    Choice(usize),
    /// Bit column n.
    Column(usize),
    Step(usize),
    /// The pair of these two documents.
    Pair(usize, usize),
    /// A flipped bit's row in the table.
    Flipped(usize),
    /// A row of screen 6's clusters.
    Cluster(usize),
    /// A row of its passages.
    Passage(usize),
    /// A choice in a row of the dialog on which the review is handed over; behind the last row, to write it.
    Choose(usize, usize),
    /// A place of the whole text, in thousandths.
    Place(u16),
    /// A pane of screen 3.
    Pane(Pane),
    /// A pane of screen 5.
    LabPane(LabPane),
    /// A row of the lab's history.
    State(usize),
    /// A place in the lab's text, in bytes.
    Text(usize),
}

/// The cursor and the scroll position of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct List {
    /// The row under the cursor.
    pub selected: usize,
    /// The first row shown, as far as the cursor allows.
    pub offset: usize,
}

impl List {
    /// The rows that a pane of that height shows, the cursor always among them.
    pub(crate) fn window(&self, len: usize, height: usize) -> Range<usize> {
        let selected = self.selected.min(len.saturating_sub(1));
        let least = (selected + 1).saturating_sub(height);
        let start = self.offset.clamp(least, selected.max(least)).min(len.saturating_sub(height));
        start..len.min(start + height)
    }

    /// Scrolls a text of `len` positions. How long it is, is known where it is drawn; there the position is kept
    /// inside.
    pub(crate) fn scroll(&mut self, action: Action, len: usize, height: usize) {
        self.motion(action, usize::MAX >> 1, height);
        let last = len.saturating_sub(1);
        self.selected = if action == Action::Last { last } else { self.selected.min(last) };
    }

    /// Moves the cursor in a list of `len` rows, `height` of which are shown. False where the action is not a motion.
    pub(crate) fn motion(&mut self, action: Action, len: usize, height: usize) -> bool {
        let page = height.max(1);
        let last = len.saturating_sub(1);
        self.selected = match action {
            Action::Down => self.selected + 1,
            Action::Up => self.selected.saturating_sub(1),
            Action::First => 0,
            Action::Last => last,
            Action::HalfDown => self.selected + page.div_ceil(2),
            Action::HalfUp => self.selected.saturating_sub(page.div_ceil(2)),
            Action::PageDown => self.selected + page,
            Action::PageUp => self.selected.saturating_sub(page),
            _ => return false,
        }
        .min(last);
        self.offset = self.window(len, height).start;
        true
    }

    /// Puts the cursor on a row.
    pub(crate) fn select(&mut self, row: usize, len: usize, height: usize) {
        self.selected = row.min(len.saturating_sub(1));
        self.offset = self.window(len, height).start;
    }
}

/// The next of `all` places in a ring, or the one before.
pub(crate) fn next_of(at: usize, all: usize, forward: bool) -> usize {
    (at + if forward { 1 } else { all - 1 }) % all
}

/// The next of `all` rows that fits, or the one before, round and round: the row `at` is the last that is tried.
pub(crate) fn find_around(at: usize, all: usize, forward: bool, fits: impl Fn(&usize) -> bool) -> Option<usize> {
    if forward {
        (at + 1..all).chain(0..all.min(at + 1)).find(fits)
    } else {
        (0..at).rev().chain((at..all).rev()).find(fits)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_cursor_is_always_shown(
            selected in 0usize..60, offset in 0usize..60, len in 1usize..50, height in 1usize..20,
        ) {
            let list = List { selected, offset };
            let window = list.window(len, height);
            prop_assert!(window.contains(&selected.min(len - 1)));
            prop_assert_eq!(window.len(), len.min(height));
        }
    }
}
