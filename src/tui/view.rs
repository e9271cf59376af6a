//! (model, frame) → a drawing. Changes nothing; what it showed where comes back as [`Drawn`].
//!
//! ```text
//! simscope  1 Overview  2 Pipeline  3 Bits  4 Diff            jieba · tf·√idf · xxh3-64 · V>0 · k 3
//! ───────────────────────────────────────────────────────────────────────────────────────────────
//! the screen's own line
//!
//! the screen's own picture
//! ───────────────────────────────────────────────────────────────────────────────────────────────
//! j k pair   Enter open   s sort   ? help   q quit
//! ```

mod bits;
mod browser;
mod command;
mod dialog;
mod diff;
mod editor;
mod evidence;
mod exclusion;
mod exhibit;
mod exporting;
mod filtering;
mod footer;
mod formula;
mod geometry;
mod header;
mod lab;
mod lesson;
mod library;
mod manual;
mod meaning;
mod names;
mod notice;
mod orphans;
mod overview;
mod passages;
mod pipeline;
mod profiles;
mod progress;
mod received;
mod review;
mod runs;

use ratatui::{Frame, layout::Rect};

use super::{
    model::{Drawn, Model},
    screen::Screen,
    theme::Theme,
    widget::Pen,
};
use crate::{t, text::mark_hidden};

/// The smallest size, in columns and rows, at which a screen is drawn.
const LEAST: (u16, u16) = (40, 10);

/// Draws the model.
pub(super) fn draw(model: &Model, theme: &Theme, frame: &mut Frame<'_>) -> Drawn {
    let area = frame.area();
    let drawn = draw_all(model, Pen::new(frame.buffer_mut(), area, theme));
    mark_hidden(frame.buffer_mut());
    if let Some(cursor) = drawn.cursor {
        frame.set_cursor_position(cursor);
    }
    drawn
}

fn draw_all(model: &Model, mut pen: Pen<'_>) -> Drawn {
    let (area, theme) = (pen.area, pen.theme);
    let mut drawn = Drawn::default();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = t!(model.session.lang, "frame.too-small", width = LEAST.0, height = LEAST.1);
        pen.paragraph(0, 0, area.height, &text, theme.text);
        return drawn;
    }
    header::draw(model, &mut pen, &mut drawn);
    footer::draw(model, &mut pen, &mut drawn);
    let body = Rect::new(1, 2, area.width - 2, area.height - 4);
    let body = lesson::draw(model, &mut pen, body, &mut drawn);
    let mut inner = pen.within(Rect { x: 0, width: body.right() + 1, ..body });
    match model.workspace.screen {
        Screen::Pipeline if lesson::exhibit(model, &mut inner, body) => {}
        Screen::Overview => overview::draw(model, &mut inner, body, &mut drawn),
        Screen::Pipeline => pipeline::draw(model, &mut inner, body, &mut drawn),
        Screen::Bits => bits::draw(model, &mut inner, body, &mut drawn),
        Screen::Diff => diff::draw(model, &mut inner, body, &mut drawn),
        Screen::Lab => lab::draw(model, &mut inner, body, &mut drawn),
        Screen::Library => library::draw(model, &mut inner, body, &mut drawn),
    }
    if let Some(dialog) = model.workspace.dialogs.last() {
        // Only what lies on top answers to a click.
        drawn.targets.clear();
        // The dialogs that pages open leave the page of a lesson visible beside it.
        let beside = model.workspace.lesson.is_some() && dialog.of_pages();
        let free = if beside { Rect { x: 0, width: body.right() + 1, ..body } } else { area };
        dialog::draw(model, dialog, &mut pen.within(free), &mut drawn);
    }
    notice::draw(model, &mut pen, &mut drawn);
    drawn
}

/// The sign between the names of a pair.
fn between(theme: &Theme) -> String {
    format!("  {}  ", theme.marks.times)
}
