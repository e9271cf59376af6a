//! Leaving the lesson or the program, and the question about unsaved work.

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    t,
    tui::{
        action::Action,
        model::{Drawn, List, Model, dialog::Dialog, effect::Effect},
        update::lesson,
        view::frame::{answers, frame, picker_keys},
        widget::Pen,
    },
};

/// What can become of unsaved work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeaveAnswer {
    /// It is here next time.
    Keep,
    Discard,
    /// The program stays.
    Stay,
}

/// The answers in the order in which they are offered, and their texts.
const ANSWERS: [LeaveAnswer; 3] = [LeaveAnswer::Keep, LeaveAnswer::Discard, LeaveAnswer::Stay];
const TEXTS: [(&str, &str); 3] = [
    ("lab.leave-keep", "lab.leave-keep-beside"),
    ("lab.leave-discard", "lab.leave-discard-beside"),
    ("lab.leave-stay", ""),
];

/// The question what is to become of unsaved work.
#[derive(Clone, Debug, Default)]
struct LeaveDialog {
    list: List,
}

impl Dialog for LeaveDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let mut dialog = frame(pen, TEXTS.len() as u16 + 1, t!(lang, "lab.leave"), &picker_keys(model));
        let y = dialog.area.y;
        answers(&mut dialog, drawn, y, (&TEXTS, lang), &self.list);
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        match (action, event.code) {
            (_, KeyCode::Enter) => return self.pick(model, self.list.selected),
            (Some(Action::Back | Action::Quit), _) => model.workspace.dialogs.close(),
            (Some(action), _) => _ = self.list.motion(action, ANSWERS.len(), ANSWERS.len()),
            _ => {}
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        model.workspace.dialogs.close();
        let lab = &mut model.workspace.lab;
        match ANSWERS.get(row) {
            Some(LeaveAnswer::Keep) if lab.drafts.is_none() => {
                model.notify(t!(model.lang, "lab.no-folder"));
            }
            Some(LeaveAnswer::Keep) => lab.leaving = true,
            Some(LeaveAnswer::Discard) => {
                let all: Vec<usize> = lab.benches.keys().copied().collect();
                for at in all {
                    let revision = lab.next_revision();
                    if let Some(bench) = lab.benches.get_mut(&at) {
                        bench.history.restart();
                        bench.revision = revision;
                    }
                }
                lab.leaving = true;
            }
            _ => {}
        }
        None
    }
}

/// Asks what is to become of unsaved work, or quits where there is none. Asked twice, it goes.
pub(crate) fn leave(model: &mut Model) {
    let asked = model.workspace.dialogs.find::<LeaveDialog>().is_some();
    let lab = &mut model.workspace.lab;
    if asked || !lab.unsaved() {
        close(model);
    } else if model.workspace.lesson.is_some() && lab.drafts.is_some() {
        // The text of a lesson is kept as a draft, without a question.
        lab.editing = false;
        lab.leaving = true;
    } else {
        lab.editing = false;
        model.workspace.dialogs.open(LeaveDialog::default());
    }
}

/// Leaves where that only waited for the drafts to be written.
pub(crate) fn leave_when_kept(model: &mut Model) {
    let lab = &model.workspace.lab;
    let kept = lab.drafts.is_none() || lab.benches.values().all(|bench| bench.draft.kept == bench.revision);
    if lab.leaving && kept {
        close(model);
    }
}

/// Leaves the lesson, or ends the program where there is none to leave.
fn close(model: &mut Model) {
    if lesson::leave(model) {
        return;
    }
    if let Some(review) = model.workspace.review.as_mut().filter(|review| review.unsaved > 0 && !review.warned) {
        review.warned = true;
        let unsaved = review.unsaved;
        model.notify(t!(model.lang, "reviewing.would-lose", n = unsaved));
        return;
    }
    if model.workspace.writes_report() && !model.workspace.sent_warned {
        model.workspace.sent_warned = true;
        model.notify(t!(model.lang, "exporting.would-lose"));
        return;
    }
    model.quit = true;
}
