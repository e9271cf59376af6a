//! Writes on a frame, inside one area. The only way to the cells: everything it writes is made safe first.

use std::ops::Range;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
};

use crate::{
    locale::Lang,
    text::{Wrap, clusters, truncate_end, width},
    tui::theme::Theme,
};

/// A pen on an area of a frame. Coordinates are those of the frame; what lies outside the area is not drawn.
#[derive(Debug)]
pub(crate) struct Pen<'a> {
    pub buffer: &'a mut Buffer,
    /// The cells it may write to.
    pub area: Rect,
    pub theme: &'a Theme,
    pub lang: Lang,
}

impl<'a> Pen<'a> {
    /// A pen on all of `area`.
    pub(crate) fn new(buffer: &'a mut Buffer, area: Rect, theme: &'a Theme, lang: Lang) -> Self {
        Self { area: area.intersection(buffer.area), buffer, theme, lang }
    }

    /// The same pen on a smaller area.
    pub(crate) fn within(&mut self, area: Rect) -> Pen<'_> {
        Pen { area: area.intersection(self.area), buffer: self.buffer, ..*self }
    }

    /// A pen on an area and on what is left of it, where the mark of a selected row is.
    pub(crate) fn with_edge(&mut self, area: Rect) -> Pen<'_> {
        self.within(Rect { x: 0, width: area.right(), ..area })
    }

    /// Writes `text` from `x` to the right. Returns the column behind it.
    pub(crate) fn text(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        self.text_until(x, y, self.area.right(), text, style)
    }

    /// Writes `text` from `x` as far as `end`, with an ellipsis where it is cut. Returns the column behind it.
    pub(crate) fn text_until(&mut self, x: u16, y: u16, end: u16, text: &str, style: Style) -> u16 {
        let end = end.min(self.area.right());
        let mut at = x;
        for cluster in clusters(&truncate_end(text, usize::from(end.saturating_sub(x)))) {
            if y >= self.area.y && y < self.area.bottom() && at >= self.area.x {
                cluster.draw(self.buffer, Position::new(at, y), style);
            }
            at += u16::from(cluster.width);
        }
        at
    }

    /// Writes `text` so that it ends before `end`. Returns the column where it begins.
    pub(crate) fn text_right(&mut self, end: u16, y: u16, text: &str, style: Style) -> u16 {
        let x = end.saturating_sub(width(text) as u16);
        self.text(x, y, text, style);
        x
    }

    /// Writes several texts one behind the other.
    pub(crate) fn line(&mut self, x: u16, y: u16, parts: &[(&str, Style)]) -> u16 {
        parts.iter().fold(x, |x, (text, style)| self.text(x, y, text, *style))
    }

    /// Wraps `text` into lines from (x, y), as wide as the area and at most `rows` of them; where there are more, the
    /// last that is shown ends in an ellipsis. Returns how many it took.
    pub(crate) fn paragraph(&mut self, x: u16, y: u16, rows: u16, text: &str, style: Style) -> u16 {
        self.styled_paragraph((x, y), [rows, 1], text, |_| style)
    }

    /// Wraps `text` into lines from (x, y) as far as the area reaches. Returns how many it took.
    pub(crate) fn fill(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        self.paragraph(x, y, self.area.bottom().saturating_sub(y), text, style)
    }

    /// A paragraph with a style for each place in `text`, in bytes, and a line in every row, every second one, ….
    pub(crate) fn styled_paragraph(
        &mut self,
        (x, y): (u16, u16),
        [rows, every]: [u16; 2],
        text: &str,
        style: impl Fn(usize) -> Style,
    ) -> u16 {
        let max_width = self.area.right().saturating_sub(x);
        let lines = Wrap::new(max_width).lines(text);
        let shown = usize::from(rows.min(self.area.bottom().saturating_sub(y)).div_ceil(every));
        for (n, (line, y)) in lines.iter().take(shown).zip((y..).step_by(every.into())).enumerate() {
            if n + 1 == shown && shown < lines.len() {
                // Two cells more than there are, so that the mark of a cut follows.
                let last = format!("{}  ", text.get(line.span.clone()).unwrap_or_default());
                let cells = line.width.saturating_add(1).min(max_width);
                self.text(x, y, &truncate_end(&last, usize::from(cells)), style(line.span.start));
            } else {
                line.draw(text, self.buffer, Position::new(x, y), |cluster| style(cluster.span.start));
            }
        }
        (lines.len() as u16 * every).min(rows)
    }

    pub(crate) fn cell(&mut self, x: u16, y: u16, symbol: &'static str, style: Style) {
        if self.area.contains(Position::new(x, y)) {
            self.buffer[(x, y)].set_symbol(symbol).set_style(style);
        }
    }

    /// A thin rule across the area.
    pub(crate) fn rule(&mut self, y: u16) {
        for x in self.area.x..self.area.right() {
            self.cell(x, y, self.theme.marks.rule, self.theme.rule);
        }
    }

    /// The axis below a plot.
    pub(crate) fn axis(&mut self, plot: Rect) {
        self.within(Rect { y: plot.bottom(), height: 1, ..plot }).rule(plot.bottom());
    }

    /// A thin upright.
    pub(crate) fn upright(&mut self, x: u16, rows: Range<u16>) {
        for y in rows {
            self.cell(x, y, self.theme.marks.upright, self.theme.rule);
        }
    }

    /// Lays a style over a stretch of a row.
    pub(crate) fn tint(&mut self, x: Range<u16>, y: u16, style: Style) {
        let area = Rect::new(x.start, y, x.end.saturating_sub(x.start), 1).intersection(self.area);
        self.buffer.set_style(area, style);
    }

    /// The ground of the row under the cursor, and the mark before it, from the area's left edge to `end`.
    pub(crate) fn selected(&mut self, y: u16, end: u16, alert: bool) {
        self.tint(self.area.x..end, y, self.theme.selected);
        let mark = if self.theme.coloured { self.theme.marks.selected } else { ">" };
        self.cell(self.area.x, y, mark, if alert { self.theme.alert } else { self.theme.positive });
    }

    /// The ground of the row under the cursor in a list of choices, and `>` before it.
    pub(crate) fn pointer(&mut self, area: Rect, y: u16) {
        self.tint(area.x..area.right(), y, self.theme.selected);
        self.text(area.x, y, ">", self.theme.positive);
    }

    /// Empties the area.
    pub(crate) fn clear(&mut self) {
        for position in self.area.positions() {
            self.buffer[position].reset();
        }
    }

    /// A label in capitals with a half-sentence beside it. Returns the column behind.
    pub(crate) fn head(&mut self, x: u16, y: u16, label: &str, beside: &str) -> u16 {
        let x = self.text(x, y, label, self.theme.strong);
        if beside.is_empty() { x } else { self.text(x + 2, y, beside, self.theme.label) }
    }
}

/// The width of the widest of several texts, in cells.
pub(crate) fn widest<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> u16 {
    texts.into_iter().map(|text| width(text.as_ref())).max().unwrap_or(0) as u16
}

pub(crate) fn fits(x: u16, text: &str, end: u16) -> bool {
    usize::from(x) + width(text) <= usize::from(end)
}

/// How many lines `text` takes in `max_width` cells.
pub(crate) fn lines_of(text: &str, max_width: u16) -> u16 {
    Wrap::new(max_width).lines(text).len() as u16
}
