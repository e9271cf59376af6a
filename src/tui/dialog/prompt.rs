//! The prompt of one line in the bottom row: of a search on the screen that is shown, and of the name of the reviewer
//! over the dialog of a verdict.

use crossterm::event::KeyEvent;

use crate::{
    config::LONGEST_NAME,
    tui::{
        action::Action,
        model::{Drawn, InputLine, LineKey, Model, dialog::Dialog, effect::Effect},
        screen::{
            Screen, bits::update as bits, diff::update as diff, lab::update as lab, pipeline::update as pipeline,
        },
        view::prompt,
        widget::Pen,
    },
};

#[derive(Debug)]
pub(crate) struct Prompt {
    line: InputLine,
    /// The texts of the locale before the line and behind it.
    texts: [&'static str; 2],
    /// What is done with the line.
    enter: fn(&mut Model, &str),
}

impl Prompt {
    pub(crate) fn find() -> Self {
        Self { line: InputLine::default(), texts: ["overlay.find", "overlay.find-keys"], enter: find }
    }

    /// With the present name, to be edited. It is kept for the review, in the user's own state; the setting is for all
    /// reviews.
    pub(crate) fn reviewer(model: &Model) -> Self {
        let present = model.workspace.review.as_ref().map_or("", |review| review.reviewer());
        let line = InputLine::new(present, LONGEST_NAME);
        Self { line, texts: ["reviewing.reviewer", "reviewing.reviewer-keys"], enter: name_reviewer }
    }
}

impl Dialog for Prompt {
    fn draw(&self, _: &Model, pen: &mut Pen<'_>, _: &mut Drawn) {
        let [lead, keys] = self.texts.map(|text| pen.lang.text(text));
        prompt::line(pen, &format!("{lead} "), &self.line.text, keys);
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, _: Option<Action>) -> Effect {
        let done = self.line.key(event)?;
        if done != LineKey::Changed {
            model.workspace.dialogs.close();
        }
        if done == LineKey::Done {
            (self.enter)(model, &self.line.text);
        }
        None
    }

    fn line(&self) -> Option<&InputLine> {
        Some(&self.line)
    }

    fn line_mut(&mut self) -> Option<&mut InputLine> {
        Some(&mut self.line)
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

fn name_reviewer(model: &mut Model, name: &str) {
    if let Some(review) = &mut model.workspace.review {
        review.typed_reviewer = Some(name.trim().to_owned());
    }
}
