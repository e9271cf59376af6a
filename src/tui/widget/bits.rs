//! Rows of bits: the place of each column, its digit, its mark, its number. Must not know what a bit means.

use std::ops::Range;

use ratatui::style::Style;

use super::{Pen, large, large_width, ticks};
use crate::{simhash::Fingerprint, text::width};

/// The places of the columns of a fingerprint: rows of equal columns, separated by a gap every 8 or 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BitLayout {
    /// How many columns there are.
    pub bits: usize,
    /// Columns in a row.
    pub per_row: usize,
    /// How wide a column is, in cells.
    pub cell: u16,
    /// The gap between neighbours; 0 where columns touch.
    gap: u16,
    /// A gap of one cell after so many columns.
    group: usize,
}

impl BitLayout {
    /// The layout of `bits` columns in `max_width` cells: wide columns with room for their numbers up to 16 bits, one
    /// cell each above, in as few rows as fit. `per_row` is what the reader chose; `group` parts columns that touch.
    pub(crate) fn new(bits: usize, max_width: u16, per_row: Option<usize>, group: usize) -> Self {
        let bits = bits.max(1);
        if bits <= 16 && per_row.is_none() {
            for (cell, gap) in [(7, 2), (6, 2), (5, 1), (4, 1), (3, 1), (2, 1)] {
                let layout = Self { bits, per_row: bits, cell, gap, group: bits };
                if layout.width() <= max_width {
                    return layout;
                }
            }
        }
        let wanted = per_row.unwrap_or(bits).clamp(1, bits);
        let tried = [wanted, 64, 32, 16, 8, 4].into_iter().filter(|&n| n <= wanted);
        let mut layouts = tried.map(|per_row| Self { bits, per_row, cell: 1, gap: 0, group });
        let narrow = Self { bits, per_row: usize::from(max_width).clamp(1, bits), cell: 1, gap: 0, group: bits };
        layouts.find(|layout| layout.width() <= max_width).unwrap_or(narrow)
    }

    /// The layout in large print: columns of at least `least` cells, as many in a row as fit and, where that leaves at
    /// least half of these, make rows of equal length. One row is meant to be seen at a time.
    pub(crate) fn large(bits: usize, max_width: u16, least: u16) -> Self {
        const GAP: u16 = 2;
        let bits = bits.max(1);
        let fitting = usize::from((max_width + GAP) / (least + GAP)).max(1);
        let fitting = fitting.min(bits);
        let per_row = (fitting.div_ceil(2)..=fitting).rev().find(|page| bits.is_multiple_of(*page)).unwrap_or(fitting);
        let cell = ((max_width + GAP) / per_row as u16).saturating_sub(GAP).clamp(1, (least + 4).max(2));
        Self { bits, per_row, cell, gap: GAP, group: bits }
    }

    /// The row of a column.
    pub(crate) fn row_of(&self, column: usize) -> usize {
        (column / self.per_row).min(self.rows() - 1)
    }

    pub(crate) fn wide(&self) -> bool {
        self.cell > 1
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.bits.div_ceil(self.per_row)
    }

    /// A row with its left edge at `x`.
    pub(crate) fn at(self, x: u16, row: usize) -> BitRow {
        BitRow { layout: self, x, row }
    }

    /// The columns of a row.
    fn columns(&self, row: usize) -> Range<usize> {
        (row * self.per_row).min(self.bits)..((row + 1) * self.per_row).min(self.bits)
    }

    /// How far from the row's left edge a column begins, in cells.
    fn x(&self, column: usize) -> u16 {
        let at = column % self.per_row;
        at as u16 * (self.cell + self.gap) + (at / self.group) as u16
    }

    /// How wide a full row is, in cells.
    pub(crate) fn width(&self) -> u16 {
        self.x(self.per_row - 1) + self.cell
    }
}

/// A row of a layout at its place on the frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitRow {
    pub layout: BitLayout,
    x: u16,
    row: usize,
}

impl BitRow {
    pub(crate) fn columns(&self) -> Range<usize> {
        self.layout.columns(self.row)
    }

    pub(crate) fn start(&self) -> u16 {
        self.x
    }

    /// The column behind a full row.
    pub(crate) fn end(&self) -> u16 {
        self.x + self.layout.width()
    }

    /// The cells of a column.
    pub(crate) fn cells(&self, column: usize) -> Range<u16> {
        let left = self.x + self.layout.x(column);
        left..left + self.layout.cell
    }

    /// Writes a text in the middle of a column.
    pub(crate) fn write(&self, pen: &mut Pen<'_>, y: u16, column: usize, text: &str, style: Style) {
        let inset = self.layout.cell.saturating_sub(width(text) as u16) / 2;
        pen.text(self.cells(column).start + inset, y, text, style);
    }

    /// Draws a mark in the cell of a column that its digit has.
    pub(crate) fn mark(&self, pen: &mut Pen<'_>, y: u16, column: usize, (symbol, style): (&'static str, Style)) {
        pen.cell(self.middle(column), y, symbol, style);
    }

    /// Draws a mark for each column.
    pub(crate) fn marks(&self, pen: &mut Pen<'_>, y: u16, mark: impl Fn(usize) -> (&'static str, Style)) {
        self.columns().for_each(|column| self.mark(pen, y, column, mark(column)));
    }

    /// Draws a dot for each column.
    pub(crate) fn dots(&self, pen: &mut Pen<'_>, y: u16) {
        let dot = (pen.theme.marks.dot, pen.theme.rule);
        self.marks(pen, y, |_| dot);
    }

    /// Draws the digits. `style` may give a column another style than its digit has.
    pub(crate) fn digits(&self, pen: &mut Pen<'_>, y: u16, bits: Fingerprint, style: impl Fn(usize) -> Option<Style>) {
        let theme = pen.theme;
        self.marks(pen, y, |column| {
            let one = bits.bit(column);
            let plain = if one { theme.accent() } else { theme.label };
            (if one { "1" } else { "0" }, style(column).unwrap_or(plain))
        });
    }

    /// Writes a number in large digits in the middle of a column.
    pub(crate) fn write_large(&self, pen: &mut Pen<'_>, y: u16, column: usize, text: &str, style: Style) {
        let inset = self.layout.cell.saturating_sub(large_width(text)) / 2;
        large(pen, (self.cells(column).start + inset, y), text, style);
    }

    /// Draws the digits in large print.
    pub(crate) fn large_digits(
        &self,
        pen: &mut Pen<'_>,
        y: u16,
        bits: Fingerprint,
        style: impl Fn(usize) -> Option<Style>,
    ) {
        let theme = pen.theme;
        for column in self.columns() {
            let one = bits.bit(column);
            let plain = if one { theme.accent() } else { theme.label };
            self.write_large(pen, y, column, if one { "1" } else { "0" }, style(column).unwrap_or(plain));
        }
    }

    /// Draws a mark under each column that differs, a dot under the others.
    pub(crate) fn xor(&self, pen: &mut Pen<'_>, y: u16, xor: Fingerprint) {
        let theme = pen.theme;
        self.marks(
            pen,
            y,
            |column| {
                if xor.bit(column) { (theme.marks.up, theme.alert) } else { (theme.marks.dot, theme.rule) }
            },
        );
    }

    /// Draws the ± row of a feature: up where its bit is 1, down where it is 0.
    pub(crate) fn signs(&self, pen: &mut Pen<'_>, y: u16, hash: Fingerprint, style: impl Fn(usize) -> Option<Style>) {
        let theme = pen.theme;
        self.marks(pen, y, |column| {
            let one = hash.bit(column);
            let plain = if one { theme.positive } else { theme.negative };
            (if one { theme.marks.up } else { theme.marks.down }, style(column).unwrap_or(plain))
        });
    }

    /// Writes the number of every 16th column, or of every one where there is room.
    pub(crate) fn numbers(&self, pen: &mut Pen<'_>, y: u16, marked: &[usize]) {
        let wide = self.layout.wide();
        let every = if wide { 1 } else { 16 };
        let label = pen.theme.label;
        let at = |column: usize| if wide { self.middle(column) } else { self.cells(column).start };
        // Not right behind a number that is marked.
        let free = |column: &usize| wide || marked.iter().all(|marked| !(1..3).contains(&column.wrapping_sub(*marked)));
        let numbered = self.columns().filter(|column| column.is_multiple_of(every)).filter(free);
        ticks(pen, y, numbered.map(|column| (at(column), column.to_string(), label)));
        let mark = pen.theme.marked;
        for &column in marked.iter().filter(|column| self.columns().contains(column)) {
            pen.text(self.middle(column), y, &column.to_string(), mark);
        }
    }

    /// The cell of a column's digit.
    fn middle(&self, column: usize) -> u16 {
        self.cells(column).start + (self.layout.cell - 1) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_bits_fit_in_one_row_of_67_cells() {
        let layout = BitLayout::new(64, 80, None, 16);
        assert_eq!((layout.rows(), layout.width(), layout.x(16)), (1, 67, 17));
    }

    #[test]
    fn every_count_of_bits_fits_every_width() {
        for bits in 3..=128 {
            for width in [10, 30, 40, 67, 80, 120] {
                let layout = BitLayout::new(bits, width, None, 16);
                assert!(layout.width() <= width, "{bits} bits in {width}");
                let columns: Vec<usize> = (0..layout.rows()).flat_map(|row| layout.columns(row)).collect();
                assert_eq!(columns, (0..bits).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn large_print_shows_a_page_of_wide_columns() {
        let layout = BitLayout::large(64, 78, 16);
        assert_eq!((layout.per_row, layout.rows(), layout.row_of(63), layout.columns(1)), (4, 16, 15, 4..8));
        assert!(layout.width() <= 78 && layout.cell >= 16);
        assert_eq!(BitLayout::large(6, 78, 11).rows(), 1);
        assert_eq!((BitLayout::large(6, 78, 16).per_row, BitLayout::large(64, 118, 16).per_row), (3, 4));
        for bits in 3..=128 {
            for width in [10, 38, 78, 118] {
                for least in [1, 7, 17] {
                    let layout = BitLayout::large(bits, width, least.min(width));
                    assert!(layout.width() <= width, "{bits} bits of {least} in {width}");
                }
            }
        }
    }

    #[test]
    fn few_bits_are_wide() {
        assert!(BitLayout::new(6, 70, None, 16).wide());
        assert!(!BitLayout::new(32, 70, None, 16).wide());
    }
}
