//! A paragraph laid out: stretches of text and labels one behind the other, each of which knows where it comes from, and
//! the lines that they make.

use std::ops::Range;

use crate::{
    compare::{
        diff::{RowKind, joined_lines},
        exclusion::{ExcludedSpan, parts},
    },
    simhash::Span,
    text::{Wrap, WrappedLine},
    tui::model::DiffSide,
};

/// How a piece of text is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlowMark {
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
    /// Part of a change, but elsewhere in the other text.
    Elsewhere,
}

/// A stretch of a laid-out text that comes from one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FlowPiece {
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
pub(crate) struct FlowColumn {
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
    /// The byte of the laid-out text at which a byte of a side's text is.
    pub(crate) fn offset_of(&self, side: DiffSide, source: usize) -> Option<usize> {
        let piece = self.pieces.iter().rfind(|piece| piece.side == side && piece.source <= source)?;
        Some(piece.range.start + (source - piece.source).min(piece.range.len().saturating_sub(1)))
    }

    /// The line on which a byte of a side's text is.
    pub(crate) fn line_of(&self, side: DiffSide, source: usize) -> Option<usize> {
        let at = self.offset_of(side, source)?;
        Some(self.lines.iter().rposition(|line| line.span.start <= at).unwrap_or(0))
    }
}

/// Pieces laid one behind the other.
pub(super) struct Pieces<'a> {
    texts: [&'a str; 2],
    excluded: [&'a [ExcludedSpan]; 2],
    brackets: bool,
    /// Lines of hard-wrapped paragraphs are joined.
    join: bool,
    pub(super) list: Vec<FlowPiece>,
    text: String,
}

impl<'a> Pieces<'a> {
    /// None yet, of these texts with these exclusions.
    pub(super) fn new(texts: [&'a str; 2], excluded: [&'a [ExcludedSpan]; 2], [brackets, join]: [bool; 2]) -> Self {
        Self { texts, excluded, brackets, join, list: Vec::new(), text: String::new() }
    }

    /// Adds a stretch of a side's text.
    pub(super) fn push(&mut self, span: Span, side: DiffSide, mark: Option<(FlowMark, u32)>) {
        if span.is_empty() {
            return;
        }
        let brackets = match mark {
            Some((FlowMark::Removed, _)) if self.brackets => Some(("[-", "-]")),
            Some((FlowMark::Added, _)) if self.brackets => Some(("{+", "+}")),
            Some((FlowMark::Elsewhere, _)) if self.brackets => Some(("[=", "=]")),
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
    pub(super) fn lay(&mut self, text: &str, source: u32, side: DiffSide, mark: Option<(FlowMark, u32)>) {
        self.push_piece(text, source, side, mark, false);
    }

    fn push_piece(&mut self, text: &str, source: u32, side: DiffSide, mark: Option<(FlowMark, u32)>, out: bool) {
        let start = self.text.len();
        self.text.push_str(text);
        self.list.push(FlowPiece { range: start..start + text.len(), side, source: source as usize, mark, out });
    }

    /// The column that they make, so many cells wide; lines are not broken in `keep` where that can be avoided.
    pub(super) fn column(self, cells: u16, keep: &[Range<usize>]) -> FlowColumn {
        let lines = Wrap::new(cells).keep(keep).lines(&self.text);
        let Self { list: pieces, text, .. } = self;
        FlowColumn { text, pieces, lines, numbers: [None; 2], kind: RowKind::Equal, moved: None }
    }
}
