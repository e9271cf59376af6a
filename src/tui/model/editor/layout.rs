//! The lines of an edited text: the visible ones, the line of the cursor, and the way up and down. Lays out one
//! paragraph at a time, near the place that is shown, so that the length of a text costs nothing. A very long paragraph
//! is laid out in pieces, as if each piece ended a line.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::Editor;
use crate::text::{Wrap, clusters};

/// A line as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditorLine {
    /// The bytes that the line shows.
    pub span: Range<usize>,
    /// The first byte of the next line; white space and a line feed may lie between.
    pub next: usize,
    /// It ends a paragraph.
    pub last: bool,
}

impl EditorLine {
    /// Whether a place is on this line; that between two lines of a paragraph is on the second.
    pub(crate) fn holds(&self, at: usize) -> bool {
        at >= self.span.start && at < self.next
    }

    /// The last place on it.
    fn end(&self, text: &str) -> usize {
        if self.last || self.span.end < self.next {
            return self.span.end;
        }
        let clusters = clusters(text.get(self.span.clone()).unwrap_or_default());
        clusters.last().map_or(self.span.start, |cluster| self.span.start + cluster.span.start)
    }
}

/// A paragraph without its line feed, or a piece of a long one.
#[derive(Clone, Copy, Debug)]
pub(super) struct EditorParagraph {
    pub start: usize,
    pub end: usize,
    /// The first byte of the next paragraph.
    pub next: usize,
}

/// The longest piece, in bytes.
const PIECE: usize = 16 << 10;

impl Editor {
    /// The paragraph a place is in.
    pub(super) fn paragraph(&self, at: usize) -> EditorParagraph {
        let bytes = self.text.as_bytes();
        let at = at.min(bytes.len());
        let begin = memrchr(b'\n', &bytes[..at]).map_or(0, |feed| feed + 1);
        let border = |piece: usize| self.border(begin + piece * PIECE);
        let mut piece = (at - begin) / PIECE;
        // A border may lie a little before its place.
        if border(piece + 1) <= at {
            piece += 1;
        }
        let (start, cut) = (border(piece), border(piece + 1));
        match memchr(b'\n', &bytes[at..cut.max(at)]) {
            Some(feed) => EditorParagraph { start, end: at + feed, next: at + feed + 1 },
            None if cut >= bytes.len() => EditorParagraph { start, end: bytes.len(), next: bytes.len() + 1 },
            // The line feed may come right behind.
            None if bytes[cut] == b'\n' => EditorParagraph { start, end: cut, next: cut + 1 },
            None => EditorParagraph { start, end: cut, next: cut },
        }
    }

    /// The lines of a paragraph.
    fn lines(&self, paragraph: &EditorParagraph, width: u16) -> Vec<EditorLine> {
        let lines = Wrap::new(width).lines(&self.text[paragraph.start..paragraph.end]);
        let start = |at: usize| lines.get(at).map_or(paragraph.next, |line| paragraph.start + line.span.start);
        let laid = |(at, line): (usize, &crate::text::WrappedLine)| EditorLine {
            span: paragraph.start + line.span.start..paragraph.start + line.span.end,
            next: start(at + 1),
            last: at + 1 == lines.len() && paragraph.next > paragraph.end,
        };
        lines.iter().enumerate().map(laid).collect()
    }

    /// The paragraph the cursor is in, its lines, and which of them holds it.
    fn here(&self, width: u16) -> (EditorParagraph, Vec<EditorLine>, usize) {
        let paragraph = self.paragraph(self.cursor);
        let lines = self.lines(&paragraph, width);
        let line = lines.iter().rposition(|line| line.span.start <= self.cursor).unwrap_or(0);
        (paragraph, lines, line)
    }

    /// The line the cursor is on.
    pub(super) fn line(&self, width: u16) -> Range<usize> {
        let (_, lines, line) = self.here(width);
        lines.get(line).map_or(self.cursor..self.cursor, |line| line.span.clone())
    }

    /// The last place of that line.
    pub(super) fn line_end(&self, width: u16) -> usize {
        let (_, lines, line) = self.here(width);
        lines.get(line).map_or(self.cursor, |line| line.end(&self.text).max(self.cursor.min(line.span.end)))
    }

    /// The column of the cursor, in cells.
    pub(super) fn column(&self, width: u16) -> u16 {
        let start = self.line(width).start;
        let before = clusters(self.text.get(start..self.cursor).unwrap_or_default());
        before.map(|cluster| u16::from(cluster.width)).fold(0, u16::saturating_add).min(width)
    }

    /// The place `by` lines down, or up if negative, in the column that the cursor keeps to.
    pub(super) fn lines_away(&self, by: isize, width: u16) -> usize {
        let goal = self.goal.unwrap_or_else(|| self.column(width));
        let (mut paragraph, mut lines, line) = self.here(width);
        let mut line = line as isize + by;
        while line < 0 {
            if paragraph.start == 0 {
                return 0;
            }
            paragraph = self.paragraph(paragraph.start - 1);
            lines = self.lines(&paragraph, width);
            line += lines.len() as isize;
        }
        while line >= lines.len() as isize {
            if paragraph.end >= self.text.len() {
                return self.text.len();
            }
            line -= lines.len() as isize;
            paragraph = self.paragraph(paragraph.next);
            lines = self.lines(&paragraph, width);
        }
        let Some(line) = lines.get(line as usize) else { return self.cursor };
        let mut column = 0;
        for cluster in clusters(&self.text[line.span.clone()]) {
            column += u16::from(cluster.width);
            if column > goal {
                return (line.span.start + cluster.span.start).min(line.end(&self.text));
            }
        }
        line.end(&self.text)
    }

    /// The lines visible in `rows` rows of that width, top first; the cursor is always on one of them.
    pub(crate) fn window(&self, width: u16, rows: usize) -> Vec<EditorLine> {
        let (top, line) = self.top_for(width, rows);
        self.from((top, line), width, rows)
    }

    /// Keeps what is seen where it is.
    pub(crate) fn settle(&mut self, width: u16, rows: usize) {
        self.top = self.top_for(width, rows);
    }

    fn from(&self, (top, skip): (usize, usize), width: u16, rows: usize) -> Vec<EditorLine> {
        let mut shown: Vec<EditorLine> = Vec::with_capacity(rows);
        let mut paragraph = self.paragraph(self.border(top));
        let mut skip = skip;
        loop {
            shown.extend(self.lines(&paragraph, width).into_iter().skip(skip).take(rows - shown.len()));
            skip = 0;
            if shown.len() >= rows || paragraph.end >= self.text.len() {
                return shown;
            }
            paragraph = self.paragraph(paragraph.next);
        }
    }

    /// The top of what is to be seen: as it was, unless the cursor would be outside.
    fn top_for(&self, width: u16, rows: usize) -> (usize, usize) {
        let rows = rows.max(1);
        let start = self.paragraph(self.border(self.top.0)).start;
        let top = (start, if start == self.top.0 { self.top.1 } else { 0 });
        let (paragraph, _, line) = self.here(width);
        let here = (paragraph.start, line);
        if here < top {
            return here;
        }
        if self.from(top, width, rows).iter().any(|line| line.holds(self.cursor)) {
            return top;
        }
        // The cursor is below: its line becomes the last one.
        let (mut start, mut above) = here;
        let mut missing = rows - 1;
        while above < missing && start > 0 {
            missing -= above + 1;
            let paragraph = self.paragraph(start - 1);
            start = paragraph.start;
            above = self.lines(&paragraph, width).len() - 1;
        }
        (start, above.saturating_sub(missing))
    }
}
