//! Plots of dots on two axes, and axes: their numbers, and marks below them. Must not know what the values mean.

use std::ops::Range;

use ratatui::{layout::Rect, style::Style};

use super::{Dots, Pen};
use crate::text::width;

/// Writes numbers along an axis from the left, without those that would touch the one before.
pub(crate) fn ticks<T: AsRef<str>>(pen: &mut Pen<'_>, y: u16, ticks: impl IntoIterator<Item = (u16, T, Style)>) {
    let mut free = 0;
    for (x, text, style) in ticks {
        if x >= free {
            free = pen.text(x, y, text.as_ref(), style) + 1;
        }
    }
}

/// The place of a text whose middle is at `x`, within the cells of an axis.
pub(crate) fn centred(x: u16, text: &str, axis: &Range<u16>) -> u16 {
    let cells = width(text) as u16;
    x.saturating_sub(cells / 2).clamp(axis.start, axis.end.saturating_sub(cells).max(axis.start))
}

/// A picture of dots with a scale for each axis. A point is a pair of values, from the left and from below.
#[derive(Debug)]
pub(crate) struct Plot {
    pub area: Rect,
    pub dots: Dots,
    /// On each axis the value at the first dot, another value, and how many dots are between them.
    scales: [[f64; 3]; 2],
}

impl Plot {
    /// A plot with these values at the left and at the right, at the bottom and at the top.
    pub(crate) fn new(area: Rect, [left, right]: [f64; 2], [bottom, top]: [f64; 2]) -> Self {
        let dots = Dots::new(area);
        let (width, height) = dots.size();
        Self { area, dots, scales: [[left, right, width - 1.0], [top, bottom, height - 1.0]] }
    }

    /// A plot of values from 0 on, so many cells apart.
    pub(crate) fn stepped(area: Rect, cell: u16, y: [f64; 2]) -> Self {
        let mut plot = Self::new(area, [0.0, 1.0], y);
        plot.scales[0][2] = 2.0 * f64::from(cell);
        plot
    }

    /// The dot of a point.
    pub(crate) fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let dot = |value, [first, last, dots]: [f64; 3]| (value - first) / (last - first) * dots;
        (dot(x, self.scales[0]), dot(y, self.scales[1]))
    }

    /// The cell of a point.
    pub(crate) fn cell(&self, point: (f64, f64)) -> (u16, u16) {
        self.dots.cell_of(self.at(point))
    }

    /// Draws a broken line across at a value: a dash of so many dots in every second cell.
    pub(crate) fn guide(&mut self, y: f64, dash: u32, style: Style) {
        let (_, y) = self.at((0.0, y));
        for x in (0..self.dots.size().0 as u32).filter(|x| x % 4 < dash) {
            self.dots.dot((x.into(), y), style);
        }
    }

    /// Draws the axis at the left, and the names of values before it and a gap.
    pub(crate) fn left_axis(&self, pen: &mut Pen<'_>, gap: u16, names: impl IntoIterator<Item = (f64, String, Style)>) {
        let x = self.area.x - 1;
        pen.upright(x, self.area.y..self.area.bottom());
        for (y, name, style) in names {
            pen.text_right(x - gap, self.cell((0.0, y)).1, &name, style);
        }
    }

    /// Draws a mark at a point.
    pub(crate) fn mark(&self, pen: &mut Pen<'_>, point: (f64, f64), symbol: &'static str, style: Style) {
        let (x, y) = self.cell(point);
        pen.cell(x, y, symbol, style);
    }

    /// The place of a text whose middle is at a value of the x axis, within the plot.
    pub(crate) fn centred(&self, x: f64, text: &str) -> u16 {
        centred(self.cell((x, 0.0)).0, text, &(self.area.x..self.area.right()))
    }
}

/// The places of the distances on a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub x: u16,
    distances: usize,
    /// Cells of a column.
    pub cell: u16,
    /// Distances in a column.
    pub group: usize,
    columns: usize,
}

impl Axis {
    /// For so many distances, each at most so many cells wide.
    pub(crate) fn new(x: u16, cells: u16, distances: usize, most: u16) -> Self {
        let cells = usize::from(cells.max(1));
        let group = distances.div_ceil(cells);
        let columns = distances.div_ceil(group);
        Self { x, distances, cell: (cells / columns).clamp(1, usize::from(most)) as u16, group, columns }
    }

    /// The first cell of the column of a distance; `None` above the last one.
    pub(crate) fn place(&self, hamming: u32) -> Option<u16> {
        let column = hamming as usize / self.group;
        (column < self.columns).then(|| self.x + column as u16 * self.cell)
    }

    /// Draws the numbers, and below them what is at some distances.
    pub(crate) fn draw(&self, pen: &mut Pen<'_>, y: u16, mut marks: Vec<AxisMark>) {
        let step = if 5 * usize::from(self.cell) / self.group < 5 { 10 } else { 5 };
        for hamming in (0..self.distances as u32).step_by(step) {
            if let Some(x) = self.place(hamming) {
                pen.text(x, y, &hamming.to_string(), pen.theme.label);
            }
        }
        marks.sort_by_key(|mark| mark.at);
        let marked: Vec<(u16, &AxisMark)> =
            marks.iter().filter_map(|mark| Some((self.place(mark.at)?, mark))).collect();
        for (x, mark) in &marked {
            pen.cell(*x, y + 1, pen.theme.marks.up, mark.style);
        }
        // If marks are too close, their words follow the last one, in the order of the marks.
        let mut free = 0;
        for (at, (x, mark)) in marked.iter().enumerate() {
            let next = marked.get(at + 1).map(|(next, _)| *next);
            let wide = width(&mark.text) as u16;
            let fits = next.is_none_or(|next| x + 2 + wide < next);
            let x = if fits { *x } else { next.unwrap_or(*x) };
            let x = (x + 2).min(pen.area.right().saturating_sub(wide)).max(free);
            free = pen.text(x, y + 1, &mark.text, mark.style) + 3;
        }
    }
}

/// Something at a distance, in words.
#[derive(Clone, Debug)]
pub(crate) struct AxisMark {
    pub at: u32,
    pub text: String,
    pub style: Style,
}
