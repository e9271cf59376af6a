//! The two texts laid out in lines: what screen 4 shows from top to bottom.
//!
//! Only the items that are asked for are laid out, so a long text costs no more than what is seen of it. Knows the
//! diff and the text, nothing of themes or frames.

use std::ops::Range;

mod layout;
mod pieces;
mod shared;

use super::model::{DiffItem, DiffSide};
use crate::{
    compare::{
        coverage::SharedText,
        diff::{Diff, DiffRow, RowKind},
        exclusion::ExcludedSpan,
    },
    simhash::Span,
};
use pieces::Pieces;
pub(super) use {
    layout::TextLayout,
    pieces::{FlowColumn, FlowMark},
    shared::{SharedFlow, SharedPlace},
};

/// How the texts are laid out.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four independent choices")]
pub(super) struct Flow<'a> {
    pub diff: &'a Diff,
    /// The texts of A and B.
    pub texts: [&'a str; 2],
    /// The items of the list, top to bottom.
    pub items: &'a [DiffItem],
    /// How wide a column of text is, in cells.
    pub columns: u16,
    /// One column for both, or one for each.
    pub inline: bool,
    /// Lines end only where the text has line feeds.
    pub unbroken: bool,
    /// Changed words are enclosed in `[-…-]` and `{+…+}`, exclusions in `[x … x]`, for terminals without colour.
    pub brackets: bool,
    /// Lines of hard-wrapped paragraphs are joined.
    pub join: bool,
    /// The exclusions of A and of B.
    pub excluded: [&'a [ExcludedSpan]; 2],
    /// The shared passages of both, once they are known.
    pub shared: Option<&'a SharedText>,
}

/// An item laid out: a column for each side, or one for both.
#[derive(Clone, Debug)]
pub(super) struct FlowItem {
    /// The columns; `None` where a side has nothing here.
    pub columns: Vec<Option<FlowColumn>>,
    /// Lines, the longer column's.
    pub height: usize,
}

impl<'a> Flow<'a> {
    /// Lays one item out. A fold takes one line and has no columns.
    pub(super) fn lay(&self, item: usize) -> FlowItem {
        let columns = match self.items.get(item) {
            Some(DiffItem::Row(row)) => match self.diff.rows.get(*row as usize) {
                Some(row) if self.inline => vec![Some(self.inline(row))],
                Some(row) => vec![self.side(row, DiffSide::A), self.side(row, DiffSide::B)],
                None => Vec::new(),
            },
            Some(DiffItem::Fold(_)) | None => Vec::new(),
        };
        let height = columns.iter().flatten().map(|c| c.lines.len()).max().unwrap_or(1).max(1);
        FlowItem { columns, height }
    }

    /// The place `by` lines further down (up where negative), kept inside.
    pub(super) fn moved(&self, (mut item, line): (usize, usize), by: isize) -> (usize, usize) {
        let mut line = line as isize + by;
        while line < 0 && item > 0 {
            item -= 1;
            line += self.lay(item).height as isize;
        }
        while item + 1 < self.items.len() {
            let height = self.lay(item).height as isize;
            if line < height {
                break;
            }
            line -= height;
            item += 1;
        }
        let height = self.lay(item).height as isize;
        (item, line.clamp(0, height - 1) as usize)
    }

    /// How many lines lie from one place down to another; at most `most`.
    pub(super) fn lines_between(&self, from: (usize, usize), to: (usize, usize), most: usize) -> Option<usize> {
        if to < from {
            return None;
        }
        let mut lines = 0;
        for item in from.0..to.0 {
            lines += self.lay(item).height;
            if lines > most + from.1 {
                return None;
            }
        }
        Some(lines + to.1 - from.1).filter(|&n| n <= most)
    }

    /// The line of an item on which a byte of a side's text is.
    pub(super) fn line_of(&self, item: usize, side: DiffSide, source: usize) -> usize {
        let laid = self.lay(item);
        laid.columns.iter().flatten().find_map(|column| column.line_of(side, source)).unwrap_or(0)
    }

    /// The cell, counted from the start of its line, at which a byte of a side's text is.
    pub(super) fn cell_of(&self, item: usize, side: DiffSide, source: usize) -> u16 {
        let laid = self.lay(item);
        for column in laid.columns.iter().flatten() {
            if let Some(at) = column.offset_of(side, source) {
                let line = column.lines.iter().rfind(|line| line.span.start <= at);
                let before = line.map(|line| line.clusters(&column.text).take_while(|cluster| cluster.span.end <= at));
                return before.map_or(0, |before| before.map(|cluster| u16::from(cluster.width)).sum());
            }
        }
        0
    }

    fn paragraph(&self, side: DiffSide, n: Option<u32>) -> Option<(Span, Option<u32>)> {
        let paragraph = self.diff.paragraphs[side as usize].get(n? as usize)?;
        Some((paragraph.body, paragraph.number))
    }

    fn hunks(&self, row: &DiffRow) -> impl Iterator<Item = (u32, &'a crate::compare::diff::Hunk)> {
        let diff = self.diff;
        row.hunks.clone().filter_map(move |h| Some((h, diff.hunks.get(h as usize)?)))
    }

    fn side(&self, row: &DiffRow, side: DiffSide) -> Option<FlowColumn> {
        let (body, number) = self.paragraph(side, if side == DiffSide::A { row.a } else { row.b })?;
        let mut numbers = [None; 2];
        numbers[side as usize] = number;
        if let Some(moved) = self.diff.move_of_row(row) {
            return Some(FlowColumn {
                moved: Some(moved),
                ..self.column(self.moved_text(row, side, moved), numbers, row.kind)
            });
        }
        let mut pieces = self.pieces();
        let mut at = body.start;
        for (hunk, change) in self.hunks(row) {
            let (span, mark) = match side {
                DiffSide::A => (change.a, FlowMark::Removed),
                DiffSide::B => (change.b, FlowMark::Added),
            };
            pieces.push(Span { start: at, end: span.start }, side, None);
            self.push_change(&mut pieces, span, side, (mark, hunk));
            at = at.max(span.end);
        }
        pieces.push(Span { start: at, end: body.end }, side, None);
        Some(self.column(pieces, numbers, row.kind))
    }

    /// One side of a change; text that occurs elsewhere in the other text is not marked as removed or added.
    fn push_change(&self, pieces: &mut Pieces<'a>, span: Span, side: DiffSide, (mark, hunk): (FlowMark, u32)) {
        let Some(shared) = self.shared else { return pieces.push(span, side, Some((mark, hunk))) };
        for (part, passage) in shared.parts(side as usize, self.texts[side as usize], span) {
            let mark = if passage.is_some() { FlowMark::Elsewhere } else { mark };
            pieces.push(part, side, Some((mark, hunk)));
        }
    }

    /// A paragraph of a moved block: its label, then the text with what was edited on the way.
    fn moved_text(&self, row: &DiffRow, side: DiffSide, moved: usize) -> Pieces<'a> {
        let mut pieces = self.pieces();
        let hunk = row.hunks.start;
        let parts = self.diff.inline(row);
        let [Some(first), Some(last)] = [parts.first(), parts.last()] else { return pieces };
        let label = moved + 1;
        let open = if self.brackets { format!("<m{label} ") } else { format!("m{label} ") };
        pieces.lay(&open, first.span.start, side, Some((FlowMark::Label, hunk)));
        for part in &parts {
            let mark = match (part.hunk, side) {
                (None, _) => FlowMark::Moved,
                (Some(_), DiffSide::A) => FlowMark::Removed,
                (Some(_), DiffSide::B) => FlowMark::Added,
            };
            pieces.push(part.span, side, Some((mark, hunk)));
        }
        if self.brackets {
            pieces.lay(&format!(" m{label}>"), last.span.end, side, Some((FlowMark::Label, hunk)));
        }
        pieces
    }

    fn inline(&self, row: &DiffRow) -> FlowColumn {
        if self.diff.move_of_row(row).is_some()
            && let Some(column) = self.side(row, if row.a.is_some() { DiffSide::A } else { DiffSide::B })
        {
            return column;
        }
        let number = |side, at| self.paragraph(side, at).and_then(|(_, number)| number);
        let mut pieces = self.pieces();
        for part in self.diff.inline(row) {
            let (side, mark) =
                if part.side == 0 { (DiffSide::A, FlowMark::Removed) } else { (DiffSide::B, FlowMark::Added) };
            match part.hunk {
                Some(hunk) => self.push_change(&mut pieces, part.span, side, (mark, hunk)),
                None => pieces.push(part.span, side, None),
            }
        }
        self.column(pieces, [number(DiffSide::A, row.a), number(DiffSide::B, row.b)], row.kind)
    }

    fn pieces(&self) -> Pieces<'a> {
        Pieces::new(self.texts, self.excluded, [self.brackets, self.join])
    }

    fn column(&self, pieces: Pieces<'a>, numbers: [Option<u32>; 2], kind: RowKind) -> FlowColumn {
        let changed = |mark: Option<(FlowMark, u32)>| matches!(mark, Some((FlowMark::Removed | FlowMark::Added, _)));
        let keep: Vec<Range<usize>> = pieces.list.iter().filter(|p| changed(p.mark)).map(|p| p.range.clone()).collect();
        FlowColumn { numbers, kind, ..pieces.column(if self.unbroken { u16::MAX } else { self.columns }, &keep) }
    }
}
