//! What is typed in the bottom line, and over it the candidates for the next word.

use ratatui::layout::Rect;

use super::{frame::frame, parts::choice};
use crate::{
    t,
    text::{truncate_start, width},
    tui::{
        model::{ClickTarget, Drawn, InputLine, List},
        widget::{Pen, fits, lines_of, widest},
    },
};

/// The most candidates that are shown.
const CANDIDATES: usize = 8;
/// Cells of the widest candidate before what stands beside it.
const NAMES: u16 = 38;

/// Draws the candidates for a line, each with what stands beside it and its keys, and below them what is wrong with the
/// line. The title and what is said where there are none are texts of the locale.
pub(crate) fn candidates(
    pen: &mut Pen<'_>,
    drawn: &mut Drawn,
    texts: [&'static str; 2],
    line: &InputLine,
    rows: &[[String; 3]],
) {
    let [title, nothing] = texts.map(|text| pen.lang.text(text));
    let error = line.error.as_deref().unwrap_or_default();
    let below = if error.is_empty() { 0 } else { lines_of(error, pen.area.width.saturating_sub(4)) };
    // As high whatever is typed, so that nothing jumps.
    let mut dialog = frame(pen, CANDIDATES as u16 + 1, title, "");
    let Pen { theme, area, .. } = dialog;
    let height = usize::from(area.height.saturating_sub(below + 1)).min(CANDIDATES);
    let picked = line.picked.as_ref().map(|(at, _)| *at);
    let window = List { selected: picked.unwrap_or(0), offset: 0 }.window(rows.len(), height);
    let names = widest(rows.iter().map(|[name, ..]| name)).min(NAMES);
    for (row, y) in window.clone().zip(area.y..) {
        let [name, beside, keys] = &rows[row];
        let style = choice(&mut dialog, drawn, (area, y), ClickTarget::Choice(row), picked == Some(row));
        dialog.text_until(area.x + 2, y, area.x + 2 + names, name, style);
        let end = area.right().saturating_sub(width(keys) as u16 + 2);
        dialog.text_until(area.x + names + 4, y, end, beside, theme.label);
        dialog.text_right(area.right(), y, keys, theme.positive);
    }
    let (last, hidden) = (area.bottom().saturating_sub(1), rows.len() - window.len());
    if !error.is_empty() {
        dialog.paragraph(area.x, area.bottom().saturating_sub(below), below, error, theme.error);
    } else if rows.is_empty() {
        dialog.text(area.x, area.y, nothing, theme.label);
    } else if hidden > 0 {
        dialog.text(area.x + 2, last, &t!(dialog.lang, "command.more", n = hidden), theme.label);
    }
}

/// Draws the line, of which the end is always visible: there something is typed; the keys at its right end, if there is
/// room for them.
pub(crate) fn line(pen: &mut Pen<'_>, lead: &str, typed: &str, keys: &str) {
    let (theme, y) = (pen.theme, pen.area.bottom() - 1);
    let mut line = pen.within(Rect { y, height: 1, ..pen.area });
    line.clear();
    let x = line.text(1, y, lead, theme.label);
    let max_width = usize::from(line.area.right().saturating_sub(x + 2));
    let x = line.text(x, y, &truncate_start(typed, max_width), theme.strong);
    line.text(x, y, " ", theme.cursor);
    if fits(x + 4, keys, line.area.right()) {
        line.text_right(line.area.right() - 1, y, keys, theme.label);
    }
}
