//! A text with numbered passages marked, laid out by itself: each text of a pair in the mode of shared text, and a
//! document whose passages have the numbers of their sources.

use std::slice;

use super::{DiffSide, FlowColumn, FlowMark, Pieces, Place, lines_between, moved};
use crate::{
    compare::{diff::ReadParagraph, exclusion::ExcludedSpan},
    document::Document,
    simhash::Span,
    tui::model::{Model, Passages, Sourced},
};

/// How a text is laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TilesFlow<'a> {
    /// The texts of A and of B; of a document by itself, twice the same.
    texts: [&'a str; 2],
    excluded: [&'a [ExcludedSpan]; 2],
    pub side: DiffSide,
    pub paragraphs: &'a [ReadParagraph],
    marked: Marked<'a>,
    /// How wide the text is, in cells.
    columns: u16,
    /// Passages are enclosed in `[3 … 3]`, that under the cursor in `{3 … 3}`, for terminals without colour.
    brackets: bool,
    /// Lines of hard-wrapped paragraphs are joined.
    join: bool,
    /// The index of what is under the cursor: a passage, or a tile of the sources.
    pub cursor: usize,
}

/// What is marked.
#[derive(Clone, Copy, Debug)]
enum Marked<'a> {
    /// The passages of a pair.
    Passages(&'a Passages),
    /// What a document has from its sources.
    Sources(&'a Sourced),
}

/// A stretch that is marked.
struct FlowTile {
    span: Span,
    /// `None` where it is excluded.
    number: Option<u32>,
    /// The index of its passage, or its own among those of the sources.
    at: u32,
}

impl<'a> TilesFlow<'a> {
    /// Text A and text B as screen 4 lays them out, in columns of that width.
    pub(crate) fn both(model: &'a Model, passages: &'a Passages, columns: u16) -> [Self; 2] {
        let workspace = &model.workspace;
        let documents: [&Document; 2] = [&passages.texts[0], &passages.texts[1]];
        [DiffSide::A, DiffSide::B].map(|side| Self {
            texts: documents.map(|document| document.text.as_str()),
            excluded: workspace.batch.excluded(passages.documents, documents),
            side,
            paragraphs: &passages.paragraphs[side as usize],
            marked: Marked::Passages(passages),
            columns,
            brackets: model.brackets(),
            join: workspace.diff.join,
            cursor: workspace.shared.passage,
        })
    }

    /// A document with its sources, in so many columns.
    pub(crate) fn sources(model: &Model, of: &'a Sourced, columns: u16, cursor: usize) -> Self {
        Self {
            texts: [&of.sources.document.text; 2],
            excluded: [&of.sources.excluded, &[]],
            side: DiffSide::A,
            paragraphs: &of.paragraphs,
            marked: Marked::Sources(of),
            columns,
            brackets: model.brackets(),
            join: true,
            cursor,
        }
    }

    /// The tiles that touch a stretch.
    fn tiles(&self, span: Span) -> Vec<FlowTile> {
        match self.marked {
            Marked::Passages(passages) => {
                let tiles = passages.shared.touching(self.side as usize, span).iter();
                let number = |passage| passages.shared.number(passage);
                tiles.map(|t| FlowTile { span: t.span, number: number(t.passage), at: t.passage }).collect()
            }
            Marked::Sources(of) => {
                let tiles = &of.sources.found.tiles;
                let first = tiles.partition_point(|tile| tile.span.end <= span.start);
                let tiles = (first..).zip(&tiles[first..]).take_while(|(_, tile)| tile.span.start < span.end);
                tiles.map(|(at, t)| FlowTile { span: t.span, number: self.number(at as u32), at: at as u32 }).collect()
            }
        }
    }

    /// The number that is at a tile with this index.
    pub(crate) fn number(&self, at: u32) -> Option<u32> {
        match self.marked {
            Marked::Passages(passages) => passages.shared.number(at),
            Marked::Sources(of) => of.sources.found.tiles.get(at as usize).map(|tile| tile.source as u32 + 1),
        }
    }

    /// The places of what is under the cursor.
    pub(crate) fn here(&self) -> &'a [Span] {
        let places = match self.marked {
            Marked::Passages(passages) => {
                let passage = passages.get(self.cursor).filter(|passage| passage.number.is_some());
                passage.map(|passage| &*passage.shared.places[self.side as usize])
            }
            Marked::Sources(of) => of.sources.found.tiles.get(self.cursor).map(|tile| slice::from_ref(&tile.span)),
        };
        places.unwrap_or_default()
    }

    /// The number of the passage that began before a byte and is not at its end there, and whether it is under the
    /// cursor.
    pub(crate) fn begun_before(&self, byte: u32) -> Option<(u32, bool)> {
        let tiles = self.tiles(Span { start: byte, end: byte + 1 });
        let tile = tiles.first().filter(|tile| tile.span.start < byte)?;
        Some((tile.number?, tile.at as usize == self.cursor))
    }

    /// Lays a paragraph out.
    pub(crate) fn lay(&self, paragraph: usize) -> Option<FlowColumn> {
        let paragraph = self.paragraphs.get(paragraph)?;
        let mut pieces = Pieces::new(self.texts, self.excluded, [self.brackets, self.join]);
        let body = paragraph.body;
        let mut at = body.start;
        for tile in self.tiles(body) {
            let inside = Span { start: tile.span.start.max(body.start), end: tile.span.end.min(body.end) };
            pieces.push(Span { start: at, end: inside.start }, self.side, None);
            at = inside.end;
            let Some(number) = tile.number else {
                pieces.push(inside, self.side, None);
                continue;
            };
            let brackets = if tile.at as usize == self.cursor { ["{", "}"] } else { ["[", "]"] };
            let mark = |mark: FlowMark| Some((mark, tile.at));
            if inside.start == tile.span.start {
                let text = if self.brackets { format!("{}{number} ", brackets[0]) } else { label(number) };
                pieces.lay(&text, inside.start, self.side, mark(FlowMark::Label));
            }
            let parts = match self.marked {
                Marked::Passages(passages) => passages.shared.altered_parts(self.side as usize, inside),
                Marked::Sources(_) => vec![(inside, false)],
            };
            for (part, edited) in parts {
                pieces.push(part, self.side, mark(if edited { FlowMark::Edited } else { FlowMark::Shared }));
            }
            if self.brackets && inside.end == tile.span.end {
                pieces.lay(&format!(" {number}{}", brackets[1]), inside.end, self.side, mark(FlowMark::Label));
            }
        }
        pieces.push(Span { start: at, end: body.end }, self.side, None);
        let mut column = pieces.column(self.columns, &[]);
        column.numbers[self.side as usize] = paragraph.number;
        Some(column)
    }

    fn height(&self, paragraph: usize) -> usize {
        self.lay(paragraph).map_or(1, |column| column.lines.len().max(1))
    }

    /// The place `by` lines further down (up if negative), kept inside.
    pub(crate) fn moved(&self, from: Place, by: isize) -> Place {
        moved(from, by, self.paragraphs.len(), |paragraph| self.height(paragraph))
    }

    /// The place `by` lines away; a distance that reaches over either end is not walked.
    pub(crate) fn scrolled(&self, top: Place, by: isize, rows: usize) -> Place {
        let last = self.paragraphs.len().saturating_sub(1);
        let end = self.moved((last, 0), isize::MAX / 2);
        let to = match by {
            ..=-1_000_000 => (0, 0),
            1_000_000.. => (last, usize::MAX),
            by => self.moved(top, by),
        };
        to.min(self.moved(end, 1 - rows as isize))
    }

    /// The first line of so many rows on which a byte of the text is seen: this one if it is, else a third above it.
    pub(crate) fn showing(&self, byte: u32, top: Place, rows: usize) -> Place {
        let at = self.place_of(byte);
        match self.lines_between(top, at, rows.saturating_sub(2)) {
            Some(_) => top,
            None => self.moved(at, -(rows as isize / 3)),
        }
    }

    /// How many lines lie from one place down to another; `None` if it is above, or beyond `most` lines.
    pub(crate) fn lines_between(&self, from: Place, to: Place, most: usize) -> Option<usize> {
        lines_between(from, to, most, |paragraph| self.height(paragraph))
    }

    /// The place of a byte of the text.
    pub(crate) fn place_of(&self, byte: u32) -> Place {
        let at = self.paragraphs.partition_point(|paragraph| paragraph.body.start <= byte).saturating_sub(1);
        let line = self.lay(at).and_then(|column| column.line_of(self.side, byte as usize));
        (at, line.unwrap_or(0))
    }

    /// The first byte of a line.
    pub(crate) fn byte_of(&self, (paragraph, line): Place) -> u32 {
        let byte = self.lay(paragraph).and_then(|column| {
            let start = column.lines.get(line)?.span.start;
            let piece = column.pieces.iter().find(|piece| piece.range.end > start)?;
            Some(piece.source + start.saturating_sub(piece.range.start))
        });
        let body = self.paragraphs.get(paragraph).map_or(0, |paragraph| paragraph.body.start);
        byte.map_or(body, |byte| byte as u32)
    }
}

/// The number of a passage in an even number of cells, so that wide characters behind it keep their columns.
fn label(number: u32) -> String {
    let digits = number.to_string();
    if digits.len().is_multiple_of(2) { digits } else { digits + " " }
}
