//! Errors in the settings, or what was skipped, for the reader to take note of.

use crossterm::event::KeyEvent;

use crate::{
    t,
    tui::{
        action::Action,
        model::{Drawn, Model, dialog::Dialog, effect::Effect},
        view::frame::frame,
        widget::{Pen, lines_of},
    },
};

/// Messages, until a key is pressed.
#[derive(Clone, Debug)]
pub(crate) struct Messages(pub Vec<String>);

impl Dialog for Messages {
    /// Draws as many as fit.
    fn draw(&self, _: &Model, pen: &mut Pen<'_>, _: &mut Drawn) {
        let lang = pen.lang;
        let max_width = pen.area.width.saturating_sub(4);
        let wanted: u16 = self.0.iter().map(|line| lines_of(line, max_width)).sum();
        let title = t!(lang, "setting-error.title");
        let mut dialog = frame(pen, wanted.saturating_add(1), title, t!(lang, "setting-error.keys"));
        let Pen { theme, area, .. } = dialog;
        let mut y = area.y;
        for line in &self.0 {
            y += dialog.fill(area.x, y, line, theme.error);
        }
    }

    fn key(&mut self, model: &mut Model, _: KeyEvent, _: Option<Action>) -> Effect {
        model.workspace.dialogs.close();
        None
    }
}
