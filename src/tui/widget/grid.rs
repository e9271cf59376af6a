//! Rows of cells under the titles of their columns. It must not know what is listed.

use std::{borrow::Cow, ops::Range};

use ratatui::style::Style;

use super::{Pen, across};
use crate::{
    locale::Lang,
    table::{Align, Cell, Column, Tone, Value, Width, lay},
    text::truncate_end,
};

/// Columns with their places on the lines of a list.
#[derive(Debug)]
pub struct Grid {
    columns: Vec<Column>,
    places: Vec<Range<u16>>,
    lang: Lang,
}

impl Grid {
    /// Lays out columns on `width` cells from `x` on.
    pub fn new(columns: impl IntoIterator<Item = Column>, x: u16, width: u16, lang: Lang) -> Self {
        let columns: Vec<Column> = columns.into_iter().collect();
        let places = lay(&columns, width).into_iter().map(|place| x + place.start..x + place.end).collect();
        Self { columns, places, lang }
    }

    /// The cells of a column; empty if it is dropped.
    pub fn place(&self, column: usize) -> Range<u16> {
        self.places.get(column).cloned().unwrap_or_default()
    }

    /// The cells of the bar, likewise.
    pub fn bar(&self) -> Range<u16> {
        let bar = self.columns.iter().position(|column| matches!(column.width, Width::Bar { .. }));
        bar.map(|bar| self.place(bar)).unwrap_or_default()
    }

    /// The width of the texts of a column, without the numbers before them.
    pub fn text_width(&self, column: usize) -> usize {
        let lead = self.columns.get(column).map_or(0, lead);
        self.place(column).len().saturating_sub(usize::from(lead))
    }

    /// Draws the titles.
    pub fn head(&self, pen: &mut Pen<'_>, y: u16) {
        for (column, place) in self.columns.iter().zip(&self.places).filter(|(_, place)| !place.is_empty()) {
            let title = self.lang.text(column.title);
            match column.align {
                Align::Left => pen.text(place.start + lead(column), y, title, pen.theme.label),
                Align::Right => pen.text_right(place.end, y, title, pen.theme.label),
            };
        }
    }

    /// Draws a row, with a cell for each column.
    pub fn row<'c>(&self, pen: &mut Pen<'_>, y: u16, cells: impl IntoIterator<Item = Cell<'c>>, selected: bool) {
        for ((column, place), cell) in self.columns.iter().zip(&self.places).zip(cells) {
            if !place.is_empty() {
                self.cell(pen, (column, place), y, &cell, selected);
            }
        }
    }

    fn cell(
        &self,
        pen: &mut Pen<'_>,
        (column, place): (&Column, &Range<u16>),
        y: u16,
        cell: &Cell<'_>,
        selected: bool,
    ) {
        let theme = pen.theme;
        let style = style(pen, cell.tone, selected);
        if let (Width::Bar { .. }, Value::Share(share)) = (column.width, &cell.value) {
            let style = if cell.tone == Tone::Plain { theme.bar } else { style };
            return across(pen, place.start, y, place.len() as u16, share.unwrap_or(0.0), style);
        }
        let mut start = place.start;
        if let (Some(digits), Value::Document(number, _)) = (column.digits, &cell.value) {
            pen.text_right(start + digits, y, &number.to_string(), theme.label);
            start += lead(column);
        }
        let text = cell.value.shown(self.lang).unwrap_or(Cow::Borrowed(theme.marks.none));
        match column.align {
            Align::Left => {
                let text = truncate_end(&text, usize::from(place.end.saturating_sub(start)));
                pen.text(start, y, &text, style);
            }
            Align::Right => _ = pen.text_right(place.end, y, &text, style),
        }
    }
}

/// Cells of the number before each text, and of the space between them.
fn lead(column: &Column) -> u16 {
    column.digits.map_or(0, |digits| digits + 1)
}

fn style(pen: &Pen<'_>, tone: Tone, selected: bool) -> Style {
    let theme = pen.theme;
    match tone {
        Tone::Plain if selected => theme.strong,
        Tone::Plain => theme.text,
        Tone::Note => theme.label,
        Tone::Alert => theme.call,
        Tone::Finding => theme.call.patch(theme.strong),
        Tone::Decided => theme.positive,
    }
}
