//! Questions to a finished [`Diff`]: the spans in order, a text with a change undone, what to fold.

use std::ops::Range;

use super::{Diff, HunkKind, Moved, RowKind};
use crate::{room, simhash::Span};

impl Diff {
    /// All changes, including whitespace: spans in A and in B, in order on both sides.
    pub fn changes(&self) -> impl Iterator<Item = [Span; 2]> {
        let mut hunks = self.hunks.iter().map(|hunk| [hunk.a, hunk.b]).peekable();
        let mut spacing = self.spacing.iter().map(|spacing| [spacing.a, spacing.b]).peekable();
        let place = |spans: &[Span; 2]| (spans[0].start, spans[1].start);
        std::iter::from_fn(move || {
            let hunk_first = match (hunks.peek(), spacing.peek()) {
                (Some(hunk), Some(spacing)) => place(hunk) < place(spacing),
                (hunk, _) => hunk.is_some(),
            };
            if hunk_first { hunks.next() } else { spacing.next() }
        })
    }

    /// Text B made from text A: A with each change replaced by the text of B. By the law of this module, the result is
    /// `b`.
    pub fn rebuild(&self, a: &str, b: &str) -> String {
        let mut made = String::with_capacity(b.len());
        let mut at = 0;
        for [in_a, in_b] in self.changes() {
            made.push_str(a.get(at..in_a.start as usize).unwrap_or(""));
            made.push_str(in_b.of(b));
            at = in_a.end as usize;
        }
        made.push_str(a.get(at..).unwrap_or(""));
        made
    }

    /// Text B with the words of A restored for one hunk.
    ///
    /// A changed stretch is replaced by that of A. A removed paragraph is restored at its place with its line end (one
    /// is added if it would run into a neighbour); an added paragraph is removed, with its line end and the blank lines
    /// after it. So except for whitespace, the result is B with `hunk.b` replaced by the text of `hunk.a`. For either
    /// end of a moved block, the whole move is undone, including its edits. The result is `b` if there is no such hunk.
    pub fn without(&self, a: &str, b: &str, hunk: usize) -> String {
        if let Some(moved) = self.move_of(hunk).and_then(|at| self.moved.get(at)) {
            return self.without_move(a, b, moved);
        }
        let Some(change) = self.hunks.get(hunk) else { return b.to_owned() };
        let whole = |side: usize| self.whole(side, hunk as u32..hunk as u32 + 1);
        match change.kind {
            HunkKind::Added => replaced(b, whole(1).unwrap_or(change.b), ""),
            HunkKind::Removed => put_back(a, whole(0).unwrap_or(change.a), b, change.b.start as usize),
            _ => replaced(b, change.b, change.a.of(a)),
        }
    }

    /// All of the paragraphs of hunks that follow each other on one side.
    fn whole(&self, side: usize, hunks: Range<u32>) -> Option<Span> {
        let paragraph = |hunk: u32| {
            let row = self.rows.get(self.hunks.get(hunk as usize)?.row as usize)?;
            self.paragraphs[side].get([row.a, row.b][side]? as usize)
        };
        let [first, last] = [paragraph(hunks.start)?, paragraph(hunks.end.checked_sub(1)?)?];
        Some(Span { start: first.span.start, end: last.span.end })
    }

    fn without_move(&self, a: &str, b: &str, moved: &Moved) -> String {
        let place = self.hunks.get(moved.removed.start as usize).map_or(0, |hunk| hunk.b.start as usize);
        let (Some(from), Some(to)) = (self.whole(0, moved.removed.clone()), self.whole(1, moved.added.clone())) else {
            return b.to_owned();
        };
        // The later place is changed first, so that the other one stays valid.
        if place >= to.end as usize {
            replaced(&put_back(a, from, b, place), to, "")
        } else {
            put_back(a, from, &replaced(b, to, ""), place)
        }
    }

    /// Rows that can be folded away: runs of at least two equal rows, leaving `context` equal rows before and after
    /// each row that is not. Empty if nothing changed, because the whole text is then shown.
    pub fn folds(&self, context: usize) -> Vec<Range<u32>> {
        let mut folds = Vec::new();
        let mut at = 0;
        for run in self.rows.chunk_by(|x, y| (x.kind == RowKind::Equal) == (y.kind == RowKind::Equal)) {
            let (first, end) = (at, at + run.len());
            at = end;
            let start = if first == 0 { 0 } else { first.saturating_add(context) };
            let stop = if end == self.rows.len() { end } else { end.saturating_sub(context) };
            if run[0].kind == RowKind::Equal && run.len() < self.rows.len() && start.saturating_add(2) <= stop {
                folds.push(start as u32..stop as u32);
            }
        }
        folds
    }

    /// The same differences with the sides swapped.
    pub(super) fn mirrored(mut self) -> Self {
        self.paragraphs.reverse();
        self.chars.reverse();
        for row in &mut self.rows {
            std::mem::swap(&mut row.a, &mut row.b);
            row.kind = match row.kind {
                RowKind::Removed => RowKind::Added,
                RowKind::Added => RowKind::Removed,
                kind => kind,
            };
        }
        for hunk in &mut self.hunks {
            std::mem::swap(&mut hunk.a, &mut hunk.b);
            hunk.kind = match hunk.kind {
                HunkKind::Removed => HunkKind::Added,
                HunkKind::Added => HunkKind::Removed,
                kind => kind,
            };
        }
        for spacing in &mut self.spacing {
            std::mem::swap(&mut spacing.a, &mut spacing.b);
        }
        let mut all = std::mem::take(&mut self.moved);
        for moved in &mut all {
            std::mem::swap(&mut moved.removed, &mut moved.added);
            moved.edits.iter_mut().for_each(|edit| std::mem::swap(&mut edit.a, &mut edit.b));
        }
        self.set_moved(all);
        self
    }
}

fn replaced(text: &str, span: Span, by: &str) -> String {
    let [before, after] =
        [text.get(..span.start as usize), text.get(span.end as usize..)].map(Option::unwrap_or_default);
    room::concat(&[before, by, after])
}

/// `b` with a paragraph of `a` put in at `at`.
fn put_back(a: &str, paragraph: Span, b: &str, at: usize) -> String {
    let open = |text: &str| !text.is_empty() && !text.ends_with(['\n', '\r']);
    let before_in_a = a.get(..paragraph.start as usize).unwrap_or("");
    let (before, after) = b.split_at_checked(at).unwrap_or((b, ""));
    let text = paragraph.of(a);
    // A piece of a long paragraph has no line ends of its own.
    let first = if open(before) && !open(before_in_a) { "\n" } else { "" };
    let last = if open(text) && paragraph.end as usize == a.len() && !after.is_empty() { "\n" } else { "" };
    room::concat(&[before, first, text, last, after])
}
