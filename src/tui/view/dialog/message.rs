//! Dialogs of one field or one message: the prompt of a search, and the errors in the settings.

use ratatui::layout::Rect;

use super::frame::frame;
use crate::{
    t,
    text::truncate_start,
    tui::{
        model::Model,
        widget::{Pen, lines_of},
    },
};

/// Draws the prompt in the bottom line, in the place of the keys.
pub(super) fn find(model: &Model, typed: &str, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let y = pen.area.bottom() - 1;
    let mut line = pen.within(Rect { y, height: 1, ..pen.area });
    line.clear();
    let x = line.text(1, y, t!(model.session.lang, "overlay.find"), theme.label) + 1;
    // The end of the typed text is always visible.
    let max_width = line.area.right().saturating_sub(x + 2);
    let x = line.text(x, y, &truncate_start(typed, usize::from(max_width)), theme.strong);
    line.text(x, y, " ", theme.cursor);
    line.text(x + 3, y, t!(model.session.lang, "overlay.find-keys"), theme.label);
}

/// Draws the errors in the settings, as many as fit.
pub(super) fn errors(model: &Model, lines: &[String], pen: &mut Pen<'_>) {
    let lang = model.session.lang;
    let max_width = pen.area.width.saturating_sub(4);
    let wanted: u16 = lines.iter().map(|line| lines_of(line, max_width)).sum();
    let title = t!(lang, "setting-error.title");
    let mut dialog = frame(pen, wanted.saturating_add(1), title, t!(lang, "setting-error.keys"));
    let (theme, area) = (dialog.theme, dialog.area);
    let mut y = area.y;
    for line in lines {
        y += dialog.paragraph(area.x, y, area.bottom().saturating_sub(y), line, theme.error);
    }
}
