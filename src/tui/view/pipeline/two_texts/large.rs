//! Both texts in large print: the columns about the cursor, one text above the other.
//!
//! ```text
//!  A    ██        ▄▄
//!     ───────────────
//!       +3   −1   +1
//!  B    ██
//!     ───────────────
//!       +3   −1   −1
//!         xor      ▲
//!       0    1    2
//! ```

use ratatui::layout::Rect;

use super::{TwoTraces, bits_row, falling, rows, sums, xor};
use crate::{
    simhash::SCALE,
    tui::{
        model::{ClickTarget, Drawn, Model},
        widget::{BitLayout, Pen, column_numbers},
    },
};

/// Cells before the columns.
const LABEL: u16 = 9;
/// The least rows of a chart.
const CHART: u16 = 3;

/// Draws the sums, the bits and the XOR.
pub(super) fn draw(model: &Model, both: &TwoTraces<'_>, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let digits = (model.workspace.two_texts.most / SCALE).to_string().len() as u16;
    let bits = usize::from(both.traces[0].recipe.bits);
    let layout = BitLayout::large(bits, area.width.saturating_sub(LABEL), digits + 3);
    let row = layout.row_of(model.workspace.pipeline.column);
    let x = area.x + LABEL;
    // Each text has its sums and its bits, below a chart where there is room; under both are the XOR and the numbers.
    let each = area.height.saturating_sub(2) / 2;
    let chart = each.saturating_sub(2);
    for text in 0..2u16 {
        let mut y = area.y + text * each;
        let which = usize::from(text);
        if chart >= CHART {
            let odd = chart - (chart + 1) % 2;
            sums(model, both, which, pen, Rect::new(x, y, layout.width(), odd), (&layout, row));
            falling(model, both, which, pen, (x, y, y + odd / 2), (&layout, row));
            y += chart;
        }
        rows::numbers(model, both, which, (&layout, row), pen, (x, y));
        bits_row(model, both, which, pen, (area.x, x, y + 1), (&layout, row));
    }
    let y = area.y + 2 * each;
    pen.text(area.x, y, "A xor B", pen.theme.label);
    xor(model.workspace.two_texts.step.is_none() || both.shown[0].rows > 0, both, pen, (x, y), (&layout, row));
    column_numbers(pen, (x, y + 1), &layout, row, model.workspace.marked_columns());
    for column in layout.row(row) {
        let cells = Rect::new(x + layout.x(column), area.y, layout.cell, area.height);
        drawn.targets.push((cells, ClickTarget::Column(column)));
    }
}
