//! The question whether a review that came with a folder is accepted.

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    t,
    text::clean,
    tui::{
        action::Action,
        journal::JournalCommand,
        model::{
            Drawn, List, Model, OpenReview,
            dialog::Dialog,
            effect::{Effect, Request},
        },
        view::frame::{answers, frame, picker_keys},
        widget::{Pen, lines_of},
    },
};

/// How many answers there are: only look, accept.
const ANSWERS: usize = 2;
const ACCEPT: usize = 1;
/// The most rules that are listed.
const RULES: usize = 6;

/// Whether what came with the folder is accepted.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReceivedDialog {
    list: List,
}

/// Opens the question, which the reader has then seen.
pub(crate) fn ask(model: &mut Model) {
    if let Some(received) = model.workspace.review.as_mut().and_then(|review| review.received.as_mut()) {
        received.asked = true;
        model.workspace.dialogs.open(ReceivedDialog::default());
    }
}

impl Dialog for ReceivedDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let Some(received) = model.workspace.review.as_ref().and_then(|review| review.received.as_ref()) else {
            return;
        };
        let inside = pen.area.width.saturating_sub(4);
        let share = model.workspace.results.received_share.get(&(model.workspace.batch.generation, received.revision));
        let summary = received.parts.summary(share.copied(), lang);
        let rules = rules(&received.rules, model);
        let offered = if received.parts.whole {
            [("received.look", "received.look-beside"), ("received.accept", "received.accept-beside")]
        } else {
            [("received.leave-off", "received.leave-off-beside"), ("received.accept", "received.accept-rules-beside")]
        };
        let said = lines_of(&summary, inside);
        let listed = rules.len() as u16 + u16::from(!rules.is_empty());
        let title = lang.text(if received.parts.whole { "received.title" } else { "received.title-rules" });
        let mut dialog = frame(pen, said + 1 + listed + offered.len() as u16 + 1, title, &picker_keys(model));
        let Pen { theme, area, .. } = dialog;
        let mut y = area.y + dialog.paragraph(area.x, area.y, said, &summary, theme.text) + 1;
        for rule in &rules {
            dialog.text_until(area.x + 2, y, area.right(), rule, theme.label);
            y += 1;
        }
        y += u16::from(!rules.is_empty());
        answers(&mut dialog, drawn, y, (&offered, lang), &self.list);
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        match (action, event.code) {
            (_, KeyCode::Enter) => return self.pick(model, self.list.selected),
            (Some(Action::Back | Action::Quit), _) => return self.pick(model, 0),
            (Some(action), _) => _ = self.list.motion(action, ANSWERS, ANSWERS),
            _ => {}
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        model.workspace.dialogs.close();
        if row == ACCEPT {
            return Some(Request::Keep(JournalCommand::Accept).into());
        }
        let (lang, key) = (model.lang, model.key_of(Action::Verdict));
        let whole = model.workspace.review.as_ref().is_some_and(OpenReview::is_received);
        model.notify(if whole {
            t!(lang, "received.kept-apart", key)
        } else {
            t!(lang, "received.rules-off", key = model.key_of(Action::Exclusions))
        });
        None
    }
}

/// The first rules, and how many more there are.
fn rules(all: &[String], model: &Model) -> Vec<String> {
    let shown = if all.len() > RULES { RULES - 1 } else { all.len() };
    let mut lines: Vec<String> =
        all[..shown].iter().map(|rule| clean(&model.workspace.redacted(rule)).into_owned()).collect();
    if all.len() > shown {
        lines.push(t!(model.lang, "received.more-rules", n = all.len() - shown));
    }
    lines
}
