//! The prompt for the name of the reviewer, over the dialog of a verdict. It is kept for the review, in the user's own
//! state; the setting is for all reviews.

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    config::LONGEST_NAME,
    t,
    tui::{
        action::Action,
        model::{Drawn, Model, dialog::Dialog, effect::Effect},
        update::typing::{paste_line, type_line},
        view::prompt,
        widget::Pen,
    },
};

/// A name, as typed so far.
#[derive(Debug)]
pub(crate) struct ReviewerPrompt {
    typed: String,
}

impl ReviewerPrompt {
    /// With the present name, to be edited.
    pub(crate) fn new(model: &Model) -> Self {
        Self { typed: model.workspace.review.as_ref().map_or_else(String::new, |review| review.reviewer().to_owned()) }
    }
}

impl Dialog for ReviewerPrompt {
    fn draw(&self, _: &Model, pen: &mut Pen<'_>, _: &mut Drawn) {
        let lang = pen.lang;
        let keys = t!(lang, "reviewing.reviewer-keys");
        prompt::line_with_keys(pen, &format!("{} ", t!(lang, "reviewing.reviewer")), &self.typed, keys);
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, _: Option<Action>) -> Effect {
        match event.code {
            KeyCode::Enter => {
                if let Some(review) = &mut model.workspace.review {
                    review.typed_reviewer = Some(self.typed.trim().to_owned());
                }
                model.workspace.dialogs.close();
            }
            KeyCode::Esc => model.workspace.dialogs.close(),
            _ => _ = type_line(&mut self.typed, event, LONGEST_NAME),
        }
        None
    }

    fn types(&self) -> bool {
        true
    }

    fn paste(&mut self, _: &mut Model, text: &str) -> Effect {
        paste_line(&mut self.typed, text.lines().next().unwrap_or_default(), LONGEST_NAME);
        None
    }

    fn rows_typed(&self) -> Option<u16> {
        Some(1)
    }
}
