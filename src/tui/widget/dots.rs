//! Pictures of dots: each cell holds two by four of them, of one style.

use std::ops::RangeInclusive;

use ratatui::{layout::Rect, style::Style};

use super::Pen;

/// The bits of the dots of a cell, left column first, from the top.
const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// A picture in the making, in layers. Dots are counted from the upper left corner.
#[derive(Debug)]
pub(crate) struct Dots {
    area: Rect,
    cells: Vec<DotCell>,
    layer: u8,
}

/// The dots of a cell, all of one layer.
#[derive(Clone, Copy, Debug, Default)]
struct DotCell {
    set: u8,
    style: Style,
    layer: u8,
}

impl Dots {
    /// An empty picture for an area of a frame.
    pub(crate) fn new(area: Rect) -> Self {
        Self { cells: vec![DotCell::default(); area.area() as usize], layer: 0, area }
    }

    /// How many dots it is wide and high.
    pub(crate) fn size(&self) -> (f64, f64) {
        (f64::from(self.area.width) * 2.0, f64::from(self.area.height) * 4.0)
    }

    /// The cell of the frame in which a dot lies.
    pub(crate) fn cell_of(&self, (x, y): (f64, f64)) -> (u16, u16) {
        let cell = |at: f64, dots: f64| (at / dots).floor().max(0.0) as u16;
        (self.area.x + cell(x, 2.0), self.area.y + cell(y, 4.0))
    }

    /// Begins a layer on top: where it has dots, cells show nothing of what lies below, as a cell is of one style.
    pub(crate) fn lift(&mut self) {
        self.layer += 1;
    }

    /// Sets a dot; nothing outside.
    pub(crate) fn dot(&mut self, (x, y): (f64, f64), style: Style) {
        let (width, height) = self.size();
        if !(0.0..width).contains(&x) || !(0.0..height).contains(&y) {
            return;
        }
        let (column, row) = (x as usize, y as usize);
        let cell = &mut self.cells[row / 4 * usize::from(self.area.width) + column / 2];
        if cell.layer != self.layer {
            *cell = DotCell { layer: self.layer, ..DotCell::default() };
        }
        cell.style = style;
        cell.set |= BITS[column % 2][row % 4];
    }

    /// Draws a line.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), style: Style) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = dx.abs().max(dy.abs()).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let at = f64::from(step) / steps;
            self.dot((from.0 + dx * at, from.1 + dy * at), style);
        }
    }

    /// Draws the part of a circle between two angles, in radians from the right, against the clock.
    pub(crate) fn arc(&mut self, middle: (f64, f64), radius: f64, angles: RangeInclusive<f64>, style: Style) {
        let (from, to) = angles.into_inner();
        let steps = ((to - from) * radius).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let angle = from + (to - from) * f64::from(step) / steps;
            self.dot((middle.0 + radius * angle.cos(), middle.1 - radius * angle.sin()), style);
        }
    }

    /// Puts the picture on the frame; cells without dots stay as they are.
    pub(crate) fn draw(&self, pen: &mut Pen<'_>) {
        for (position, cell) in self.area.positions().zip(&self.cells) {
            if cell.set != 0 {
                pen.cell(position.x, position.y, pen.theme.marks.dots(cell.set), cell.style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::{
        config::ThemeName,
        locale::Lang,
        tui::theme::{Depth, Ground, Marks, Theme},
    };

    fn drawn(ascii: bool, make: impl Fn(&mut Dots)) -> Vec<String> {
        let area = Rect::new(0, 0, 4, 2);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::new(ThemeName::Auto, Depth::True, Ground::Dark).with_marks(if ascii {
            &Marks::ASCII
        } else {
            &Marks::UNICODE
        });
        let mut dots = Dots::new(area);
        make(&mut dots);
        dots.draw(&mut Pen::new(&mut buffer, area, &theme, Lang::En));
        (0..2).map(|y| (0..4).map(|x| buffer[(x, y)].symbol()).collect()).collect()
    }

    #[test]
    fn dots_stand_where_braille_has_them() {
        let rows = drawn(false, |dots| {
            dots.dot((0.0, 0.0), Style::new());
            dots.dot((7.9, 7.9), Style::new());
            dots.dot((8.0, 0.0), Style::new());
            dots.dot((-0.1, 0.0), Style::new());
        });
        assert_eq!(rows, ["⠁   ", "   ⢀"]);
    }

    #[test]
    fn lines_of_ascii_run_as_those_of_dots() {
        let falling = drawn(true, |dots| dots.line((0.0, 0.0), (7.0, 7.0), Style::new()));
        assert_eq!(falling, ["\\\\  ", "  \\\\"]);
        let rising = drawn(true, |dots| dots.line((0.0, 7.0), (7.0, 0.0), Style::new()));
        assert_eq!(rising, ["  //", "//  "]);
        let upright = drawn(true, |dots| dots.line((2.0, 0.0), (2.0, 7.0), Style::new()));
        assert_eq!(upright, [" |  ", " |  "]);
    }

    #[test]
    fn what_lies_on_top_takes_the_cell() {
        let rows = drawn(false, |dots| {
            dots.dot((0.0, 0.0), Style::new());
            dots.lift();
            dots.dot((1.0, 0.0), Style::new());
            dots.dot((1.0, 1.0), Style::new());
        });
        assert_eq!(rows[0], "⠘   ");
    }
}
