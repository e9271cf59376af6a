//! A row as one text: A's words that went, then B's that came, in B's text.

use super::{Diff, DiffRow, RowKind};
use crate::simhash::Span;

/// A stretch of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlinePart {
    /// Which text it comes from: 0 for A, 1 for B.
    pub side: usize,
    /// Its place there. Never empty.
    pub span: Span,
    /// The hunk it is a side of, removed if of A, added if of B; `None` where the two texts are the same.
    pub hunk: Option<u32>,
}

impl Diff {
    /// The parts of a row, in order, without holes. Differences in white space alone are read from B.
    pub fn inline(&self, row: &DiffRow) -> Vec<InlinePart> {
        let body = |side: usize, at: Option<u32>| Some(self.paragraphs[side].get(at? as usize)?.body);
        let (side, body) = match (body(0, row.a), body(1, row.b)) {
            (_, Some(body)) => (1, body),
            (Some(body), None) => (0, body),
            (None, None) => return Vec::new(),
        };
        let mut parts = Vec::new();
        let mut push = |side, span: Span, hunk| {
            if !span.is_empty() {
                parts.push(InlinePart { side, span, hunk });
            }
        };
        if let Some(moved) = self.move_of_row(row).and_then(|at| self.moved.get(at)) {
            // Each end of an edited block shows its own words: they are the hunk's only where they differ.
            let mut at = body.start;
            for edit in &moved.edits {
                let span = [edit.a, edit.b][side];
                if body.start <= span.start && span.end <= body.end && !span.is_empty() {
                    push(side, Span { start: at, end: span.start }, None);
                    push(side, span, Some(row.hunks.start));
                    at = span.end;
                }
            }
            push(side, Span { start: at, end: body.end }, None);
            return parts;
        }
        if row.kind == RowKind::Removed {
            push(side, body, Some(row.hunks.start));
            return parts;
        }
        let mut at = body.start;
        for number in row.hunks.clone() {
            let Some(hunk) = self.hunks.get(number as usize) else { continue };
            push(1, Span { start: at, end: hunk.b.start }, None);
            push(0, hunk.a, Some(number));
            push(1, hunk.b, Some(number));
            at = at.max(hunk.b.end);
        }
        push(side, Span { start: at, end: body.end }, None);
        parts
    }
}
