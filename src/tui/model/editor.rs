//! A text that is edited: cursor, selection, undo. Places are bytes of the text, at the borders of clusters. Draws
//! nothing.
//!
//! Not the crate ratatui-textarea: it breaks no line as Chinese is broken, drops control characters or hands them on
//! instead of showing them, counts neither clusters nor the ambiguous characters of a terminal that draws them wide,
//! and wraps the whole text again at every key. Here only what is seen is laid out, by [`Wrap`](crate::text::Wrap) as
//! everywhere else ([`layout`]).
//!
//! The cursor seen while editing is the terminal's own, so input methods show what they compose in its place.

mod layout;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::{lab::border, simhash::segments, text::clusters};

/// A text with a cursor in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Editor {
    text: String,
    cursor: usize,
    /// The other end of the selection; it reaches to the cursor.
    anchor: Option<usize>,
    /// The column that going up and down keeps to, in cells.
    goal: Option<u16>,
    /// The paragraph at the top, by its first byte, and which of its lines.
    top: (usize, usize),
    done: Vec<TextEdit>,
    undone: Vec<TextEdit>,
}

/// Something was put in the place of something.
#[derive(Clone, Debug)]
struct TextEdit {
    at: usize,
    removed: String,
    inserted: String,
    /// The cursor before the edit.
    cursor: usize,
    /// Characters typed behind it join this edit.
    open: bool,
}

/// A way to move the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// A cluster back.
    Left,
    /// A cluster on.
    Right,
    /// A word back.
    WordLeft,
    /// A word on.
    WordRight,
    /// So many lines up, or down where above 0.
    Lines(isize),
    /// To the beginning of the line.
    LineStart,
    /// To the end of the line.
    LineEnd,
    /// To the beginning of the text.
    Start,
    /// To the end of the text.
    End,
}

/// So many bytes of what was undone or can be are kept.
const KEPT: usize = 16 << 20;
/// A word is looked for in so many bytes around the cursor, and a cluster in a few of them.
const AROUND: usize = 4 << 10;

impl Editor {
    /// An editor with the cursor at the beginning of the text.
    pub(crate) fn new(text: &str) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    /// The selection; `None` if it is empty.
    pub(crate) fn selection(&self) -> Option<Range<usize>> {
        let anchor = self.anchor.filter(|&anchor| anchor != self.cursor)?;
        Some(anchor.min(self.cursor)..anchor.max(self.cursor))
    }

    /// Has the text be another, brought about elsewhere; the cursor goes to `at`. Nothing before it can be undone.
    pub(crate) fn replace(&mut self, text: &str, at: usize) {
        let top = self.top;
        *self = Self::new(text);
        self.cursor = self.border(at);
        self.top = (self.paragraph(self.border(top.0)).start, 0);
    }

    /// The nearest border of a character at or before a place.
    fn border(&self, at: usize) -> usize {
        border(&self.text, at)
    }

    /// Puts text in the place of what is selected.
    pub(crate) fn insert(&mut self, text: &str) {
        let place = self.selection().unwrap_or(self.cursor..self.cursor);
        let typed = place.is_empty() && text.chars().nth(1).is_none();
        let word = text.chars().all(char::is_alphanumeric);
        if let Some(last) = self.done.last_mut()
            && typed
            && last.open
            && last.removed.is_empty()
            && last.at + last.inserted.len() == place.start
        {
            self.text.insert_str(place.start, text);
            last.inserted.push_str(text);
            last.open = word;
            self.cursor = place.start + text.len();
            self.moved();
            return;
        }
        self.edit(place, text, typed && word);
    }

    /// Takes out what is selected; with nothing selected, what lies between the cursor and where the motion leads.
    pub(crate) fn delete(&mut self, motion: Motion, width: u16) {
        let place = self.selection().unwrap_or_else(|| {
            let to = self.leads(motion, width);
            to.min(self.cursor)..to.max(self.cursor)
        });
        if !place.is_empty() {
            self.edit(place, "", false);
        }
    }

    fn edit(&mut self, place: Range<usize>, text: &str, open: bool) {
        let edit = TextEdit {
            at: place.start,
            removed: self.text[place.clone()].to_owned(),
            inserted: text.to_owned(),
            cursor: self.cursor,
            open,
        };
        self.text.replace_range(place.clone(), text);
        self.cursor = place.start + text.len();
        self.undone.clear();
        self.done.push(edit);
        let mut bytes: usize = self.done.iter().map(|edit| edit.removed.len() + edit.inserted.len()).sum();
        while bytes > KEPT && self.done.len() > 1 {
            let edit = self.done.remove(0);
            bytes -= edit.removed.len() + edit.inserted.len();
        }
        self.moved();
    }

    /// The cursor is elsewhere: nothing is selected any more, no column kept to.
    fn moved(&mut self) {
        self.anchor = None;
        self.goal = None;
        self.undone.clear();
    }

    /// Takes the last edit back; false where there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(mut edit) = self.done.pop() else { return false };
        self.text.replace_range(edit.at..edit.at + edit.inserted.len(), &edit.removed);
        (self.cursor, self.anchor, self.goal) = (edit.cursor, None, None);
        edit.open = false;
        self.undone.push(edit);
        self.last_is_closed();
        true
    }

    /// Redoes an edit; false if none was undone.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(edit) = self.undone.pop() else { return false };
        self.text.replace_range(edit.at..edit.at + edit.removed.len(), &edit.inserted);
        (self.cursor, self.anchor, self.goal) = (edit.at + edit.inserted.len(), None, None);
        self.done.push(edit);
        true
    }

    fn last_is_closed(&mut self) {
        self.done.iter_mut().last().into_iter().for_each(|edit| edit.open = false);
    }

    /// Moves the cursor in a text laid out in lines of that width; selects on the way where `selecting`.
    pub(crate) fn go(&mut self, motion: Motion, selecting: bool, width: u16) {
        let goal = match motion {
            Motion::Lines(_) => Some(self.goal.unwrap_or_else(|| self.column(width))),
            _ => None,
        };
        let to = match (motion, self.selection()) {
            // Without a selection to widen, the way out of one leads to its end.
            (Motion::Left, Some(selected)) if !selecting => selected.start,
            (Motion::Right, Some(selected)) if !selecting => selected.end,
            _ => {
                self.goal = goal;
                self.leads(motion, width)
            }
        };
        self.anchor = selecting.then(|| self.anchor.unwrap_or(self.cursor));
        (self.cursor, self.goal) = (to, goal);
        self.last_is_closed();
    }

    /// Puts the cursor there; selects from where it was, where `selecting`.
    pub(crate) fn put_cursor(&mut self, at: usize, selecting: bool) {
        self.anchor = selecting.then(|| self.anchor.unwrap_or(self.cursor));
        self.cursor = self.border(at);
        self.goal = None;
        self.last_is_closed();
    }

    /// Selects all of it.
    pub(crate) fn select_all(&mut self) {
        (self.anchor, self.cursor, self.goal) = (Some(0), self.text.len(), None);
    }

    fn leads(&self, motion: Motion, width: u16) -> usize {
        match motion {
            Motion::Left => self.before(),
            Motion::Right => self.behind(),
            Motion::WordLeft => self.word_before(),
            Motion::WordRight => self.word_behind(),
            Motion::Lines(by) => self.lines_away(by, width),
            Motion::LineStart => self.line(width).start,
            Motion::LineEnd => self.line_end(width),
            Motion::Start => 0,
            Motion::End => self.text.len(),
        }
    }

    /// The start of the cluster before the cursor.
    fn before(&self) -> usize {
        let from = self.border(self.cursor.saturating_sub(AROUND / 8));
        clusters(&self.text[from..self.cursor]).last().map_or(self.cursor, |cluster| from + cluster.span.start)
    }

    /// The end of the cluster behind the cursor.
    fn behind(&self) -> usize {
        let to = self.border(self.cursor + AROUND / 8);
        clusters(&self.text[self.cursor..to]).next().map_or(self.cursor, |cluster| self.cursor + cluster.span.end)
    }

    fn word_before(&self) -> usize {
        let from = self.border(self.cursor.saturating_sub(AROUND));
        let words = segments(&self.text[from..self.cursor]);
        let word = words.into_iter().rev().find(|segment| segment.is_word());
        word.map_or(from, |word| from + word.span.range().start)
    }

    fn word_behind(&self) -> usize {
        let to = self.border(self.cursor + AROUND);
        let words = segments(&self.text[self.cursor..to]);
        words.into_iter().find(|segment| segment.is_word()).map_or(to, |word| self.cursor + word.span.range().end)
    }
}
