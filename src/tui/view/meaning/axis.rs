//! Distances from 0 on along a line, with their numbers and marks below.

use ratatui::style::Style;

use crate::{text::width, tui::widget::Pen};

/// The places of the distances on a line.
pub(super) struct Axis {
    pub(super) x: u16,
    distances: usize,
    /// Cells of a column.
    pub(super) cell: u16,
    /// Distances in a column.
    pub(super) group: usize,
    columns: usize,
}

impl Axis {
    /// For so many distances, each at most so many cells wide.
    pub(super) fn new(x: u16, cells: u16, distances: usize, most: u16) -> Self {
        let cells = usize::from(cells.max(1));
        let group = distances.div_ceil(cells);
        let columns = distances.div_ceil(group);
        Self { x, distances, cell: (cells / columns).clamp(1, usize::from(most)) as u16, group, columns }
    }

    /// The first cell of the column of a distance; `None` above the last one.
    pub(super) fn place(&self, hamming: u32) -> Option<u16> {
        let column = hamming as usize / self.group;
        (column < self.columns).then(|| self.x + column as u16 * self.cell)
    }

    /// Draws the numbers, and below them what is at some distances.
    pub(super) fn draw(&self, pen: &mut Pen<'_>, y: u16, mut marks: Vec<AxisMark>) {
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
pub(super) struct AxisMark {
    pub(super) at: u32,
    pub(super) text: String,
    pub(super) style: Style,
}
