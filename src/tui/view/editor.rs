//! A text that is edited, with its cursor and what is selected: the lab's, and a note.

use ratatui::layout::{Position, Rect};

use crate::{
    text::clusters,
    tui::{
        model::{ClickTarget, Drawn, Editor},
        widget::Pen,
    },
};

/// How the cursor shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cursor {
    /// Not at all.
    Hidden,
    /// As a mark.
    Marked,
    /// As the terminal's own: input methods show what they compose at it.
    Typing,
}

/// Draws as much of the text as the room holds, the cursor in it.
pub(crate) fn draw(editor: &Editor, cursor: Cursor, pen: &mut Pen<'_>, inside: Rect, drawn: &mut Drawn) {
    let theme = pen.theme;
    // The cursor may be behind a full line.
    let columns = inside.width.saturating_sub(1).max(1);
    let rows = usize::from(inside.height);
    drawn.text = (columns, rows);
    if rows == 0 {
        return;
    }
    let selected = editor.selection();
    let shown = cursor != Cursor::Hidden;
    let typing = cursor == Cursor::Typing;
    for (line, y) in editor.window(columns, rows).into_iter().zip(inside.y..) {
        let mut x = inside.x;
        for cluster in clusters(editor.text().get(line.span.clone()).unwrap_or_default()) {
            let at = line.span.start + cluster.span.start;
            let mut style = if cluster.shown.is_source() { theme.text } else { theme.label };
            if selected.as_ref().is_some_and(|selected| selected.contains(&at)) {
                style = theme.found;
            }
            let cluster = cluster.fit((inside.x + columns).saturating_sub(x));
            drawn.click(x..x + u16::from(cluster.width), y, ClickTarget::Text(at));
            // The whole of a character is under the cursor.
            let here = shown && editor.cursor() == at;
            if here && typing {
                place(pen, x, y, drawn);
            }
            cluster.draw(pen.buffer, Position::new(x, y), if here && !typing { theme.cursor } else { style });
            x += u16::from(cluster.width);
        }
        drawn.click(x..inside.right(), y, ClickTarget::Text(line.span.end));
        if shown && line.holds(editor.cursor()) && editor.cursor() >= line.span.end {
            let x = x.min(inside.right().saturating_sub(1));
            if typing {
                place(pen, x, y, drawn);
            } else {
                pen.cell(x, y, " ", theme.cursor);
            }
        }
    }
}

fn place(pen: &Pen<'_>, x: u16, y: u16, drawn: &mut Drawn) {
    if pen.area.contains(Position::new(x, y)) {
        drawn.cursor = Some(Position::new(x, y));
    }
}
