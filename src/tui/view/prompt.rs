//! What is typed in the bottom line, and over it the candidates for the next word.

use ratatui::layout::Rect;

use crate::{
    t,
    text::truncate_start,
    tui::widget::{Pen, fits},
};

/// The most candidates that are shown.
pub(crate) const CANDIDATES: usize = 8;
/// Cells of the widest candidate before what stands beside it.
pub(crate) const NAMES: u16 = 38;

/// Says in the last row how many candidates are not shown.
pub(crate) fn more(hidden: usize, dialog: &mut Pen<'_>) {
    if hidden > 0 {
        let area = dialog.area;
        let text = t!(dialog.lang, "command.more", n = hidden);
        dialog.text(area.x + 2, area.bottom().saturating_sub(1), &text, dialog.theme.label);
    }
}

/// Draws the line, of which the end is always visible: there something is typed. Returns the pen on it, and the column
/// of the cursor.
pub(crate) fn line<'p>(pen: &'p mut Pen<'_>, lead: &str, typed: &str) -> (Pen<'p>, u16) {
    let (theme, y) = (pen.theme, pen.area.bottom() - 1);
    let mut line = pen.within(Rect { y, height: 1, ..pen.area });
    line.clear();
    let x = line.text(1, y, lead, theme.label);
    let max_width = usize::from(line.area.right().saturating_sub(x + 2));
    let x = line.text(x, y, &truncate_start(typed, max_width), theme.strong);
    line.text(x, y, " ", theme.cursor);
    (line, x)
}

/// Draws the line with the keys at its right end, if there is room for them.
pub(crate) fn line_with_keys(pen: &mut Pen<'_>, lead: &str, typed: &str, keys: &str) {
    let (mut line, x) = line(pen, lead, typed);
    let (area, label) = (line.area, line.theme.label);
    if fits(x + 4, keys, area.right()) {
        line.text_right(area.right() - 1, area.y, keys, label);
    }
}
