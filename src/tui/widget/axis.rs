//! Numbers along the axis of a chart; distances from 0 on, with marks below them.

use std::ops::Range;

use ratatui::style::Style;

use super::Pen;
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
