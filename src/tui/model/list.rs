//! The cursor of a list that is longer than its pane, and the ways round a list.

use std::ops::Range;

use crate::tui::action::Action;

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
