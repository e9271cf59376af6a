//! Bars that measure along a row.

use ratatui::style::Style;

use super::Pen;

/// A bar from `x` to the right: `share` (0 to 1) of `cells`, in eighths of a cell; something is always seen of a share
/// above 0.
pub(crate) fn across(pen: &mut Pen<'_>, x: u16, y: u16, cells: u16, share: f64, style: Style) {
    let mut eighths = (share.clamp(0.0, 1.0) * f64::from(cells) * 8.0).round() as u16;
    if share > 0.0 {
        eighths = eighths.max(1);
    }
    for i in 0..cells {
        let part = eighths.saturating_sub(8 * i).min(8);
        if part > 0 {
            pen.cell(x + i, y, pen.theme.marks.left[usize::from(part)], style);
        }
    }
}

/// A line of `cells` cells of which `share` is done.
pub(crate) fn timeline(pen: &mut Pen<'_>, x: u16, y: u16, cells: u16, share: f64) {
    let done = (share.clamp(0.0, 1.0) * f64::from(cells)).round() as u16;
    let (positive, rule, marks) = (pen.theme.positive, pen.theme.rule, pen.theme.marks);
    for i in 0..cells {
        let (symbol, style) = if i < done { (marks.heavy_rule, positive) } else { (marks.rule, rule) };
        pen.cell(x + i, y, symbol, style);
    }
}
