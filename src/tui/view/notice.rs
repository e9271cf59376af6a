//! The notice at the bottom of every screen: the result of the last action, until the next key. It must not know where a
//! notice comes from.

use ratatui::layout::Rect;

use crate::tui::{
    model::{Dialog, Drawn, Model},
    widget::{Pen, lines_of},
};

const MOST_ROWS: u16 = 4;

/// Draws the notice in the bottom line, or over the one that is typed there. A longer one covers as many of the last rows
/// as it needs, with a rule above.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Some(notice) = &model.workspace.notice else { return };
    let typed = match model.workspace.dialogs.last() {
        Some(Dialog::Find(_) | Dialog::Command(_) | Dialog::Filter(_)) => true,
        // The dialog shows the error in its pattern itself.
        Some(Dialog::Exclusions(leaving)) if leaving.error.is_some() => return,
        Some(Dialog::Exclusions(leaving)) => leaving.typed.is_some(),
        _ => false,
    };
    let area = pen.area;
    let bottom = area.bottom().saturating_sub(u16::from(typed));
    let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let rows = lines_of(notice, inside.width).clamp(1, MOST_ROWS);
    let top = bottom.saturating_sub(rows);
    // A notice of one line has the rule of the bottom line above it.
    let rule = u16::from(rows > 1);
    let covered = Rect { y: top.saturating_sub(rule), height: rows + rule, ..area };
    pen.within(covered).clear();
    if rule > 0 {
        pen.rule(covered.y);
    }
    let style = pen.theme.alert;
    pen.within(inside).paragraph(inside.x, top, rows, notice, style);
    drawn.targets.retain(|(place, _)| place.bottom() <= covered.y || place.y >= bottom);
    drawn.cursor = drawn.cursor.filter(|at| at.y < covered.y || at.y >= bottom);
}
