//! The prompt of a search on the screen that is shown. Each screen knows by itself how to search.

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    t,
    tui::{
        action::Action,
        model::{Drawn, Model, dialog::Dialog, effect::Effect},
        screen::{
            Screen, bits::update as bits, diff::update as diff, lab::update as lab, pipeline::update as pipeline,
        },
        update::typing::{paste_line, type_line},
        view::prompt,
        widget::Pen,
    },
};

/// The longest line that can be looked for, in characters: more is never meant.
const LONGEST_NEEDLE: usize = 200;

/// Something to look for, as typed so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct FindPrompt {
    typed: String,
}

impl Dialog for FindPrompt {
    fn draw(&self, _: &Model, pen: &mut Pen<'_>, _: &mut Drawn) {
        let lang = pen.lang;
        let (mut line, x) = prompt::line(pen, &format!("{} ", t!(lang, "overlay.find")), &self.typed);
        let (y, label) = (line.area.y, line.theme.label);
        line.text(x + 3, y, t!(lang, "overlay.find-keys"), label);
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, _: Option<Action>) -> Effect {
        match event.code {
            KeyCode::Enter => {
                model.workspace.dialogs.close();
                find(model, &self.typed);
            }
            KeyCode::Esc => model.workspace.dialogs.close(),
            _ => _ = type_line(&mut self.typed, event, LONGEST_NEEDLE),
        }
        None
    }

    fn types(&self) -> bool {
        true
    }

    fn paste(&mut self, model: &mut Model, text: &str) -> Effect {
        let line = text.lines().next().unwrap_or_default();
        let free = LONGEST_NEEDLE.saturating_sub(self.typed.chars().count());
        paste_line(&mut self.typed, line, LONGEST_NEEDLE);
        if line.chars().count() > free || text.lines().nth(1).is_some() {
            model.notify(t!(model.lang, "notice.paste-cut", limit = LONGEST_NEEDLE));
        }
        None
    }

    fn rows_typed(&self) -> Option<u16> {
        Some(1)
    }
}

/// Has the screen search. Each screen knows by itself how.
fn find(model: &mut Model, needle: &str) {
    if needle.is_empty() {
        return;
    }
    match model.workspace.screen {
        Screen::Pipeline => {
            needle.clone_into(&mut model.workspace.pipeline.needle);
            pipeline::find(model, needle, true, true);
        }
        Screen::Bits => bits::find(model, needle),
        Screen::Diff => diff::find(model, needle),
        Screen::Lab => {
            needle.clone_into(&mut model.workspace.lab.needle);
            lab::find(model, needle, true);
        }
        Screen::Overview | Screen::Library => {}
    }
}
