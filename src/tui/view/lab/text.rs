//! The text that is changed, with its cursor and what is selected.

use ratatui::layout::Rect;

use super::head;
use crate::{
    t,
    tui::{
        action::Action,
        model::{Drawn, LabPane, Model, Workbench},
        view::editor::{self, Cursor},
        widget::Pen,
    },
};

/// Draws the pane.
pub(super) fn draw(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let editing = model.workspace.editing();
    if editing {
        let x = pen.text(area.x, area.y, t!(lang, "lab.text"), theme.positive.patch(theme.strong));
        pen.text(x + 2, area.y, t!(lang, "lab.editing"), theme.alert);
    } else {
        let beside = if model.workspace.lab.pane == LabPane::Text {
            let [edit, presets] = [Action::Edit, Action::Presets].map(|action| model.key_of(action));
            t!(lang, "lab.text-keys", edit = edit, presets = presets)
        } else {
            t!(lang, "lab.text-beside").to_owned()
        };
        head(model, pen, area, LabPane::Text, t!(lang, "lab.text"), &beside);
    }
    let inside = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let shown = model.workspace.lab.pane == LabPane::Text;
    if shown {
        drawn.rows = usize::from(inside.height);
    }
    let cursor = match (shown, editing) {
        (false, _) => Cursor::Hidden,
        (true, false) => Cursor::Marked,
        (true, true) => Cursor::Typing,
    };
    editor::draw(&bench.editor, cursor, pen, inside, drawn);
}
