//! Rows of cells under the titles of their columns. It must not know what is listed.

use std::{borrow::Cow, ops::Range};

use ratatui::{layout::Rect, style::Style};

use super::{Pen, across, widest};
use crate::{
    locale::Lang,
    table::{Align, Cell, Column, Field, Tone, Value, Width, lay},
    text::{truncate_end, truncate_middle},
    tui::theme::Theme,
};

/// Columns with their places on the lines of a list.
#[derive(Debug)]
pub(crate) struct Grid {
    columns: Vec<Column>,
    places: Vec<Range<u16>>,
    lang: Lang,
}

impl Grid {
    /// Lays out columns on the cells of an area.
    pub(crate) fn new(columns: impl IntoIterator<Item = Column>, area: Rect, lang: Lang) -> Self {
        let columns: Vec<Column> = columns.into_iter().collect();
        let places = lay(&columns, area.width);
        let places = places.into_iter().map(|place| area.x + place.start..area.x + place.end).collect();
        Self { columns, places, lang }
    }

    /// The same; columns of a fixed width are at least as wide as their titles.
    pub(crate) fn titled(columns: impl IntoIterator<Item = Column>, area: Rect, lang: Lang) -> Self {
        let widened = |column: Column| match column.width {
            Width::Fixed(least) => {
                Column { width: Width::Fixed(least.max(widest([lang.text(column.title)]))), ..column }
            }
            _ => column,
        };
        Self::new(columns.into_iter().map(widened), area, lang)
    }

    /// The cells of a column; empty if it is dropped.
    pub(crate) fn place(&self, column: usize) -> Range<u16> {
        self.places.get(column).cloned().unwrap_or_default()
    }

    /// The cells of the bar, likewise.
    pub(crate) fn bar(&self) -> Range<u16> {
        let bar = self.columns.iter().position(|column| matches!(column.width, Width::Bar { .. }));
        bar.map(|bar| self.place(bar)).unwrap_or_default()
    }

    /// The width of the texts of a column, without the numbers before them.
    pub(crate) fn text_width(&self, column: usize) -> usize {
        let lead = self.columns.get(column).map_or(0, lead);
        self.place(column).len().saturating_sub(usize::from(lead))
    }

    /// Draws the titles, over the texts where numbers precede them.
    pub(crate) fn head(&self, pen: &mut Pen<'_>, y: u16) {
        let label = pen.theme.label;
        for (column, place) in self.columns.iter().zip(&self.places).filter(|(_, place)| !place.is_empty()) {
            let title = self.lang.text(column.title);
            match column.align {
                Align::Left => pen.text_until(place.start + lead(column), y, place.end, title, label),
                Align::Right => pen.text_right(place.end, y, title, label),
            };
        }
    }

    /// A line to draw cells on, from the first column to the last.
    pub(crate) fn line<'l, 'p>(&'l self, pen: &'l mut Pen<'p>, y: u16) -> GridLine<'l, 'p> {
        GridLine { grid: self, pen, y, column: 0 }
    }

    /// Draws a row, with a cell for each column.
    pub(crate) fn row<'c>(&self, pen: &mut Pen<'_>, y: u16, cells: impl IntoIterator<Item = Cell<'c>>, selected: bool) {
        let mut line = self.line(pen, y);
        cells.into_iter().take(self.columns.len()).for_each(|cell| line.put(&cell, selected));
    }

    /// Draws a row of a list with these columns, and as many as the grid has behind them.
    pub(crate) fn fields<R>(&self, pen: &mut Pen<'_>, y: u16, fields: &[Field<R>], row: &R, selected: bool) {
        self.row(pen, y, fields.iter().map(|field| (field.cell)(row, self.lang)), selected);
    }
}

/// A row under construction: each call draws one cell and moves on to the next column.
#[derive(Debug)]
pub(crate) struct GridLine<'l, 'p> {
    grid: &'l Grid,
    pen: &'l mut Pen<'p>,
    y: u16,
    column: usize,
}

impl GridLine<'_, '_> {
    /// Draws a cell; a plain one of a row that is selected is strong.
    pub(crate) fn put(&mut self, cell: &Cell<'_>, selected: bool) {
        let theme = self.pen.theme;
        let style = style(theme, cell.tone, selected);
        let width = self.grid.columns.get(self.column).map(|column| column.width);
        match &cell.value {
            Value::Share(share) if matches!(width, Some(Width::Bar { .. })) => {
                self.bar(share.unwrap_or(0.0), if cell.tone == Tone::Plain { theme.bar } else { style });
            }
            Value::Document(number, name) => self.numbered(*number, name, style),
            value => {
                let text = value.shown().unwrap_or(Cow::Borrowed(theme.marks.none));
                // Names that begin alike differ at their ends.
                if matches!(width, Some(Width::Text { .. })) {
                    self.name(&text, style);
                } else {
                    self.cell(&text, style);
                }
            }
        }
    }

    /// Draws a text. Words are cut at the end to the width of the column; numbers are never cut.
    pub(crate) fn cell(&mut self, text: &str, style: Style) {
        self.cut(text, style, truncate_end);
    }

    /// Draws a text, cut in the middle.
    pub(crate) fn name(&mut self, text: &str, style: Style) {
        self.cut(text, style, truncate_middle);
    }

    /// Draws a bar for a share from 0 to 1.
    pub(crate) fn bar(&mut self, share: f64, style: Style) {
        let place = self.next();
        across(self.pen, place.start, self.y, place.len() as u16, share, style);
    }

    /// Leaves a cell empty.
    pub(crate) fn skip(&mut self) {
        self.next();
    }

    /// Draws a number of a document and its name, which must fit.
    fn numbered(&mut self, number: usize, name: &str, style: Style) {
        let column = self.grid.columns.get(self.column);
        let (digits, lead) = column.map_or((0, 0), |column| (column.digits.unwrap_or(0), lead(column)));
        let place = self.next();
        if !place.is_empty() {
            self.pen.text_right(place.start + digits, self.y, &number.to_string(), self.pen.theme.label);
            self.pen.text_until(place.start + lead, self.y, place.end, name, style);
        }
    }

    fn cut<'t>(&mut self, text: &'t str, style: Style, cut: fn(&'t str, usize) -> Cow<'t, str>) {
        let align = self.grid.columns.get(self.column).map(|column| column.align);
        let place = self.next();
        match align {
            Some(Align::Left) => _ = self.pen.text(place.start, self.y, &cut(text, place.len()), style),
            Some(Align::Right) if !place.is_empty() => _ = self.pen.text_right(place.end, self.y, text, style),
            _ => {}
        }
    }

    fn next(&mut self) -> Range<u16> {
        self.column += 1;
        self.grid.place(self.column - 1)
    }
}

/// Cells of the number before each text, and of the space between them.
fn lead(column: &Column) -> u16 {
    column.digits.map_or(0, |digits| digits + 1)
}

fn style(theme: &Theme, tone: Tone, selected: bool) -> Style {
    match tone {
        Tone::Plain if selected => theme.strong,
        Tone::Plain => theme.text,
        Tone::Note => theme.label,
        Tone::Alert => theme.alert,
        Tone::Finding => theme.alert.patch(theme.strong),
        Tone::Decided => theme.positive,
    }
}
