//! The places of things in the last frame, as the view returned them. Draws nothing.
//!
//! Clicks and page lengths are read from here, so the layout is written once.

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
