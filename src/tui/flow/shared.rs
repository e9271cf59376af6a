//! A text with its shared passages marked, laid out by itself: what screen 4 shows of each text in the mode of shared
//! text.

use super::{DiffSide, FlowColumn, FlowMark, Pieces, TextFlow, label};
use crate::{
    compare::{coverage::Tile, diff::ReadParagraph, exclusion::ExcludedSpan},
    simhash::Span,
    tui::model::{Model, Passages},
};

/// How one of the texts is laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedFlow<'a> {
    pub passages: &'a Passages,
    /// The exclusions of A and of B.
    pub excluded: [&'a [ExcludedSpan]; 2],
    pub side: DiffSide,
    /// How wide the text is, in cells.
    pub columns: u16,
    /// Passages are enclosed in `[3 … 3]`, that under the cursor in `{3 … 3}`, for terminals without colour.
    pub brackets: bool,
    /// Lines of hard-wrapped paragraphs are joined.
    pub join: bool,
    /// The index of the passage under the cursor.
    pub cursor: usize,
}

impl<'a> SharedFlow<'a> {
    /// Text A and text B as screen 4 lays them out, in columns of that width.
    pub(crate) fn both(model: &'a Model, passages: &'a Passages, columns: u16) -> [Self; 2] {
        let workspace = &model.workspace;
        let excluded = workspace.batch.excluded(passages.documents, [&passages.texts[0], &passages.texts[1]]);
        [DiffSide::A, DiffSide::B].map(|side| Self {
            passages,
            excluded,
            side,
            columns,
            brackets: model.brackets(),
            join: workspace.diff.join,
            cursor: workspace.shared.passage,
        })
    }
}

impl SharedFlow<'_> {
    /// The tiles that touch a stretch.
    fn tiles(&self, span: Span) -> &[Tile] {
        self.passages.shared.touching(self.side as usize, span)
    }

    /// The number of the passage that began before a byte and is not at its end there.
    pub(crate) fn begun_before(&self, byte: u32) -> Option<(u32, usize)> {
        let tile = self.tiles(Span { start: byte, end: byte + 1 }).first().filter(|tile| tile.span.start < byte)?;
        Some((self.passages.shared.number(tile.passage)?, tile.passage as usize))
    }
}

impl TextFlow for SharedFlow<'_> {
    fn paragraphs(&self) -> &[ReadParagraph] {
        &self.passages.paragraphs[self.side as usize]
    }

    fn side(&self) -> DiffSide {
        self.side
    }

    fn lay(&self, paragraph: usize) -> Option<FlowColumn> {
        let paragraph = self.passages.paragraphs[self.side as usize].get(paragraph)?;
        let texts = self.passages.texts.each_ref().map(|document| document.text.as_str());
        let mut pieces = Pieces::new(texts, self.excluded, [self.brackets, self.join]);
        let body = paragraph.body;
        let mut at = body.start;
        for tile in self.tiles(body) {
            let inside = Span { start: tile.span.start.max(body.start), end: tile.span.end.min(body.end) };
            pieces.push(Span { start: at, end: inside.start }, self.side, None);
            at = inside.end;
            let Some(number) = self.passages.shared.number(tile.passage) else {
                pieces.push(inside, self.side, None);
                continue;
            };
            let here = tile.passage as usize == self.cursor;
            let mark = |mark: FlowMark| Some((mark, tile.passage));
            if inside.start == tile.span.start {
                let open = if here { "{" } else { "[" };
                let text = if self.brackets { format!("{open}{number} ") } else { label(number) };
                pieces.lay(&text, inside.start, self.side, mark(FlowMark::Label));
            }
            for (part, edited) in self.passages.shared.altered_parts(self.side as usize, inside) {
                pieces.push(part, self.side, mark(if edited { FlowMark::Edited } else { FlowMark::Shared }));
            }
            if self.brackets && inside.end == tile.span.end {
                let close = if here { "}" } else { "]" };
                pieces.lay(&format!(" {number}{close}"), inside.end, self.side, mark(FlowMark::Label));
            }
        }
        pieces.push(Span { start: at, end: body.end }, self.side, None);
        let mut column = pieces.column(self.columns, &[]);
        column.numbers[self.side as usize] = paragraph.number;
        Some(column)
    }
}
