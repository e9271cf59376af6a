//! One document laid out by itself, each passage that another document has marked with the number of that source.

use super::{DiffSide, FlowColumn, FlowMark, Pieces, TextFlow, label};
use crate::{compare::diff::ReadParagraph, simhash::Span, tui::model::Sourced};

/// How the document is laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourcesFlow<'a> {
    pub of: &'a Sourced,
    /// How wide the text is, in cells.
    pub columns: u16,
    /// Passages are enclosed in `[2 … 2]`, that under the cursor in `{2 … 2}`, for terminals without colour.
    pub brackets: bool,
    /// The index of the tile under the cursor.
    pub cursor: usize,
}

impl TextFlow for SourcesFlow<'_> {
    fn paragraphs(&self) -> &[ReadParagraph] {
        &self.of.paragraphs
    }

    fn side(&self) -> DiffSide {
        DiffSide::A
    }

    fn lay(&self, paragraph: usize) -> Option<FlowColumn> {
        let paragraph = self.of.paragraphs.get(paragraph)?;
        let text = self.of.sources.document.text.as_str();
        let mut pieces = Pieces::new([text; 2], [&self.of.sources.excluded, &[]], [self.brackets, true]);
        let body = paragraph.body;
        let (tiles, mut at) = (&self.of.sources.found.tiles, body.start);
        let first = tiles.partition_point(|tile| tile.span.end <= body.start);
        for (index, tile) in (first..).zip(&tiles[first..]).take_while(|(_, tile)| tile.span.start < body.end) {
            let inside = Span { start: tile.span.start.max(body.start), end: tile.span.end.min(body.end) };
            pieces.push(Span { start: at, end: inside.start }, DiffSide::A, None);
            at = inside.end;
            let (number, index32) = (tile.source as u32 + 1, index as u32);
            let is_here = index == self.cursor;
            if inside.start == tile.span.start {
                let open = if is_here { "{" } else { "[" };
                let text = if self.brackets { format!("{open}{number} ") } else { label(number) };
                pieces.lay(&text, inside.start, DiffSide::A, Some((FlowMark::Label, index32)));
            }
            pieces.push(inside, DiffSide::A, Some((FlowMark::Shared, index32)));
            if self.brackets && inside.end == tile.span.end {
                let close = if is_here { "}" } else { "]" };
                pieces.lay(&format!(" {number}{close}"), inside.end, DiffSide::A, Some((FlowMark::Label, index32)));
            }
        }
        pieces.push(Span { start: at, end: body.end }, DiffSide::A, None);
        let mut column = pieces.column(self.columns, &[]);
        column.numbers[0] = paragraph.number;
        Some(column)
    }
}
