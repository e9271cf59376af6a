//! Leaving the lesson or the program, where work may be unsaved.

use super::lesson;
use crate::{
    t,
    tui::model::{Dialog, List, Model},
};

/// Asks what is to become of unsaved work, or quits where there is none. Asked twice, it goes.
pub(crate) fn leave(model: &mut Model) {
    let asked = matches!(model.workspace.dialogs.last(), Some(Dialog::Leave(_)));
    let lab = &mut model.workspace.lab;
    if asked || !lab.unsaved() {
        close(model);
    } else if model.workspace.lesson.is_some() && lab.drafts.is_some() {
        // The text of a lesson is kept as a draft, without a question.
        lab.editing = false;
        lab.leaving = true;
    } else {
        lab.editing = false;
        model.workspace.dialogs.push(Dialog::Leave(List::default()));
    }
}

/// The answers to the question about unsaved work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeaveAnswer {
    /// It is here next time.
    Keep,
    Discard,
    /// The program stays.
    Stay,
}

impl LeaveAnswer {
    /// In the order in which they are offered.
    const ALL: [Self; ANSWERS] = [Self::Keep, Self::Discard, Self::Stay];
}

pub(crate) const ANSWERS: usize = 3;

/// The answer in that row.
pub(crate) fn answer(model: &mut Model, row: usize) {
    model.workspace.dialogs.pop();
    let lab = &mut model.workspace.lab;
    match LeaveAnswer::ALL.get(row) {
        Some(LeaveAnswer::Keep) if lab.drafts.is_none() => {
            model.notify(t!(model.lang, "lab.no-folder"));
        }
        Some(LeaveAnswer::Keep) => lab.leaving = true,
        Some(LeaveAnswer::Discard) => {
            let all: Vec<usize> = lab.benches.keys().copied().collect();
            for at in all {
                let revision = lab.next_revision();
                if let Some(bench) = lab.benches.get_mut(&at)
                    && bench.history.open(0)
                {
                    bench.revision = revision;
                }
            }
            lab.leaving = true;
        }
        _ => {}
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
