//! The two texts laid out in lines: what screen 4 shows from top to bottom.
//!
//! Only the items that are asked for are laid out, so a long text costs no more than what is seen of it. Knows the
//! diff and the text, nothing of themes or frames.

mod tiles;

pub(super) use tiles::TilesFlow;

use std::ops::Range;

use super::model::{DiffItem, DiffSide, Diffed, Model};
use crate::{
    compare::{
        coverage::SharedText,
        diff::{Diff, DiffRow, RowKind, joined_lines},
        exclusion::{ExcludedSpan, parts},
    },
    simhash::Span,
    text::{Wrap, WrappedLine},
};

/// How the texts are laid out.
#[derive(Clone, Copy, Debug)]
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
    /// The differences as screen 4 lays them out, in columns of that width.
    pub(super) fn of(model: &'a Model, diffed: &'a Diffed, columns: u16) -> Self {
        let workspace = &model.workspace;
        Self {
            diff: &diffed.diff,
            texts: diffed.texts(),
            items: &workspace.diff.items,
            columns,
            inline: model.inline(),
            brackets: model.brackets(),
            join: workspace.diff.join,
            excluded: workspace.batch.excluded(diffed.documents, [&diffed.texts[0], &diffed.texts[1]]),
            shared: workspace.shared_text_of(diffed).map(|passages| &passages.shared),
        }
    }

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
    pub(super) fn moved(&self, from: Place, by: isize) -> Place {
        moved(from, by, self.items.len(), |item| self.lay(item).height)
    }

    /// How many lines lie from one place down to another; `None` if it is above, or beyond `most` lines.
    pub(super) fn lines_between(&self, from: Place, to: Place, most: usize) -> Option<usize> {
        lines_between(from, to, most, |item| self.lay(item).height)
    }

    /// The line of an item on which a byte of a side's text is.
    pub(super) fn line_of(&self, item: usize, side: DiffSide, source: usize) -> usize {
        let laid = self.lay(item);
        laid.columns.iter().flatten().find_map(|column| column.line_of(side, source)).unwrap_or(0)
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
        for (part, place) in shared.parts(side as usize, self.texts[side as usize], span) {
            let mark = if place.is_some() { FlowMark::Elsewhere } else { mark };
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
        FlowColumn { numbers, kind, ..pieces.column(self.columns, &keep) }
    }
}

/// An item, or a paragraph, and a line in it.
pub(super) type Place = (usize, usize);

/// The place `by` lines further down among `len` items of these heights, kept inside.
fn moved((mut item, line): Place, by: isize, len: usize, height: impl Fn(usize) -> usize) -> Place {
    let mut line = line as isize + by;
    while line < 0 && item > 0 {
        item -= 1;
        line += height(item) as isize;
    }
    while item + 1 < len {
        let height = height(item) as isize;
        if line < height {
            break;
        }
        line -= height;
        item += 1;
    }
    (item, line.clamp(0, height(item) as isize - 1) as usize)
}

fn lines_between(from: Place, to: Place, most: usize, height: impl Fn(usize) -> usize) -> Option<usize> {
    if to < from {
        return None;
    }
    let mut lines = 0;
    for item in from.0..to.0 {
        lines += height(item);
        if lines > most + from.1 {
            return None;
        }
    }
    // A place from before the width changed may be beyond the lines that there are now.
    Some((lines + to.1).saturating_sub(from.1)).filter(|&n| n <= most)
}

/// The places of things in the width of screen 4, the same for whoever draws and whoever scrolls.
///
/// ```text
/// ▌  12  3 the text                           3▌│
/// gutter   text                               strip: number, block, part in view
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextLayout {
    /// How many texts are side by side.
    pub texts: u16,
    /// Cells before the text.
    pub gutter: u16,
    /// Cells of the text itself.
    pub columns: u16,
    /// Cells of a number on the strip.
    digits: u16,
    /// Cells of a text with its gutter and its strip.
    each: u16,
}

impl TextLayout {
    /// Cells before shared text: the bar, the paragraph, the number of a passage that began above.
    pub(super) const SHARED: u16 = 7;
    /// Before differences: the paragraph, the verdict, the sign.
    pub(super) const SIDE_BY_SIDE: u16 = 9;
    /// The same with the paragraphs of both texts.
    pub(super) const INLINE: u16 = 13;
    /// Cells between two texts, the rule among them.
    const BETWEEN: u16 = 3;
    /// Cells of the strip beside its numbers: the block, the part in view.
    const BLOCKS: u16 = 2;

    /// For so many texts with strips of so many numbers, in so many cells.
    pub(super) fn new(width: u16, texts: u16, gutter: u16, numbers: usize) -> Self {
        let digits = (numbers.max(1).ilog10() as u16 + 1).clamp(2, 3);
        let each = ((width + Self::BETWEEN) / texts).saturating_sub(Self::BETWEEN);
        let columns = each.saturating_sub(gutter + 1 + digits + Self::BLOCKS).max(1);
        Self { texts, gutter, columns, digits, each }
    }

    /// That of the differences of two documents.
    pub(super) fn of_differences(model: &Model, documents: [usize; 2]) -> Self {
        let (texts, gutter) = if model.inline() { (1, Self::INLINE) } else { (2, Self::SIDE_BY_SIDE) };
        let changes = model.workspace.results.diff_of(documents).map_or(0, |diffed| diffed.diff.changes_total());
        Self::new(model.screen_width(), texts, gutter, changes)
    }

    /// The left edges of the texts.
    pub(super) fn lefts(self) -> impl Iterator<Item = u16> {
        (0..self.texts).map(move |text| text * (self.each + Self::BETWEEN))
    }

    /// The column of the rule between two texts.
    pub(super) fn rule(self) -> Option<u16> {
        (self.texts > 1).then_some(self.each + 1)
    }

    /// The columns of the strip of the text that begins at `left`.
    pub(super) fn strip(self, left: u16) -> Range<u16> {
        left + self.each - self.digits - Self::BLOCKS..left + self.each
    }
}

/// How a piece of text is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlowMark {
    /// Only in A.
    Removed,
    /// Only in B.
    Added,
    /// In both texts, at different places.
    Moved,
    /// Not in any text: tells which of the moved blocks it is, or which passage begins.
    Label,
    /// In both texts, in the passage at the index that goes with it.
    Shared,
    /// In a passage that both texts share with small edits, but not the same in both.
    Edited,
    /// Part of a change, but elsewhere in the other text.
    Elsewhere,
}

/// A stretch of a laid-out text that comes from one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FlowPiece {
    /// The bytes in the laid-out text.
    pub range: Range<usize>,
    pub side: DiffSide,
    /// The first byte in the source text.
    pub source: usize,
    /// How it is marked, and by which hunk or passage.
    pub mark: Option<(FlowMark, u32)>,
    /// It is excluded from the scores.
    pub out: bool,
}

/// One column of an item.
#[derive(Clone, Debug)]
pub(super) struct FlowColumn {
    pub text: String,
    /// The sources of its parts, in order and without holes.
    pub pieces: Vec<FlowPiece>,
    pub lines: Vec<WrappedLine>,
    /// Paragraph numbers: of A and B when inline, else of its own side.
    pub numbers: [Option<u32>; 2],
    /// The sign in the gutter.
    pub kind: RowKind,
    /// The moved block that it is an end of.
    pub moved: Option<usize>,
}

impl FlowColumn {
    /// The line on which a byte of a side's text is.
    pub(super) fn line_of(&self, side: DiffSide, source: usize) -> Option<usize> {
        let piece = self.pieces.iter().rfind(|piece| piece.side == side && piece.source <= source)?;
        let at = piece.range.start + (source - piece.source).min(piece.range.len().saturating_sub(1));
        Some(self.lines.iter().rposition(|line| line.span.start <= at).unwrap_or(0))
    }
}

/// Pieces laid one behind the other.
struct Pieces<'a> {
    texts: [&'a str; 2],
    excluded: [&'a [ExcludedSpan]; 2],
    brackets: bool,
    /// Lines of hard-wrapped paragraphs are joined.
    join: bool,
    list: Vec<FlowPiece>,
    text: String,
}

impl<'a> Pieces<'a> {
    /// None yet, of these texts with these exclusions.
    fn new(texts: [&'a str; 2], excluded: [&'a [ExcludedSpan]; 2], [brackets, join]: [bool; 2]) -> Self {
        Self { texts, excluded, brackets, join, list: Vec::new(), text: String::new() }
    }

    /// Adds a stretch of a side's text.
    fn push(&mut self, span: Span, side: DiffSide, mark: Option<(FlowMark, u32)>) {
        if span.is_empty() {
            return;
        }
        let brackets = match mark {
            Some((FlowMark::Removed, _)) if self.brackets => Some(("[-", "-]")),
            Some((FlowMark::Added, _)) if self.brackets => Some(("{+", "+}")),
            Some((FlowMark::Elsewhere, _)) if self.brackets => Some(("[=", "=]")),
            Some((FlowMark::Edited, _)) if self.brackets => Some(("~", "~")),
            _ => None,
        };
        if let Some((open, _)) = brackets {
            self.push_piece(open, span.start, side, mark, false);
        }
        for (part, out) in parts(span, self.excluded[side as usize]) {
            if out && self.brackets {
                self.push_piece("[x ", part.start, side, mark, true);
                self.push_text(part, side, mark, true);
                self.push_piece(" x]", part.end, side, mark, true);
            } else {
                self.push_text(part, side, mark, out);
            }
        }
        if let Some((_, close)) = brackets {
            self.push_piece(close, span.end, side, mark, false);
        }
    }

    /// Adds text of a side, its lines joined if they are to be.
    fn push_text(&mut self, span: Span, side: DiffSide, mark: Option<(FlowMark, u32)>, out: bool) {
        let text = self.texts[side as usize];
        if !self.join {
            return self.push_piece(span.of(text), span.start, side, mark, out);
        }
        for (part, shown) in joined_lines(text, span) {
            self.push_piece(shown.unwrap_or(part.of(text)), part.start, side, mark, out);
        }
    }

    /// Adds a label that is in no text, at a byte of a side.
    fn lay(&mut self, text: &str, source: u32, side: DiffSide, mark: Option<(FlowMark, u32)>) {
        self.push_piece(text, source, side, mark, false);
    }

    fn push_piece(&mut self, text: &str, source: u32, side: DiffSide, mark: Option<(FlowMark, u32)>, out: bool) {
        let start = self.text.len();
        self.text.push_str(text);
        self.list.push(FlowPiece { range: start..start + text.len(), side, source: source as usize, mark, out });
    }

    /// The column that they make, so many cells wide; lines are not broken in `keep` where that can be avoided.
    fn column(self, cells: u16, keep: &[Range<usize>]) -> FlowColumn {
        let lines = Wrap::new(cells).keep(keep).lines(&self.text);
        let Self { list: pieces, text, .. } = self;
        FlowColumn { text, pieces, lines, numbers: [None; 2], kind: RowKind::Equal, moved: None }
    }
}
