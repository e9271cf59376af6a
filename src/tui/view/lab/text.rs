//! The text that is changed, with its cursor and what is selected.

use ratatui::layout::{Position, Rect};

use super::head;
use crate::{
    t,
    text::clusters,
    tui::{
        action::Action,
        model::{Drawn, LabPane, Model, Target, Workbench},
        widget::Pen,
    },
};

/// Draws the pane.
pub fn draw(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.lang);
    let editing = model.editing();
    if editing {
        let x = pen.text(area.x, area.y, t!(lang, "lab.text"), theme.positive.patch(theme.strong));
        pen.text(x + 2, area.y, t!(lang, "lab.editing"), theme.call);
    } else {
        let beside = if model.lab.pane == LabPane::Text {
            let [edit, presets] = [Action::Edit, Action::Presets].map(|action| model.key_of(action));
            t!(lang, "lab.text-keys", edit = edit, presets = presets)
        } else {
            t!(lang, "lab.text-beside").to_owned()
        };
        head(model, pen, area, LabPane::Text, t!(lang, "lab.text"), &beside);
    }
    let room = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    // The cursor may stand behind a full line.
    let columns = room.width.saturating_sub(1).max(1);
    let rows = usize::from(room.height);
    drawn.text = (columns, rows);
    if model.lab.pane == LabPane::Text {
        drawn.rows = rows;
    }
    if rows == 0 {
        return;
    }
    let editor = &bench.editor;
    let selected = editor.selection();
    let shown = model.lab.pane == LabPane::Text;
    for (line, y) in editor.window(columns, rows).into_iter().zip(room.y..) {
        let mut x = room.x;
        for cluster in clusters(editor.text().get(line.span.clone()).unwrap_or_default()) {
            let at = line.span.start + cluster.span.start;
            let mut style = if cluster.shown.is_source() { theme.text } else { theme.label };
            if selected.as_ref().is_some_and(|selected| selected.contains(&at)) {
                style = theme.found;
            }
            let cluster = cluster.fit((room.x + columns).saturating_sub(x));
            let cells = Rect::new(x, y, u16::from(cluster.width), 1);
            drawn.targets.push((cells, Target::Text(at)));
            // The whole of a character is under the cursor.
            let here = shown && editor.cursor() == at;
            if here {
                cursor(pen, x, y, editing, drawn);
            }
            cluster.draw(pen.buffer, Position::new(x, y), if here && !editing { theme.cursor } else { style });
            x += u16::from(cluster.width);
        }
        let behind = Rect::new(x, y, room.right().saturating_sub(x), 1);
        drawn.targets.push((behind, Target::Text(line.span.end)));
        if shown && line.holds(editor.cursor()) && editor.cursor() >= line.span.end {
            if !editing {
                pen.cell(x.min(room.right() - 1), y, " ", theme.cursor);
            }
            cursor(pen, x.min(room.right() - 1), y, editing, drawn);
        }
    }
}

/// While something is typed the cursor is the terminal's own: input methods show what they compose at it.
fn cursor(pen: &mut Pen<'_>, x: u16, y: u16, editing: bool, drawn: &mut Drawn) {
    if editing && pen.area.contains(Position::new(x, y)) {
        drawn.cursor = Some(Position::new(x, y));
    }
}
