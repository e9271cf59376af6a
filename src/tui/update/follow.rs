//! After every event: what is shown is brought in step with what is known, and what is missing is asked for.
//!
//! `update` changes the model; this compares what the model shows with what it has, once. So no key has to remember to
//! start a computation, and a stale result is known by the generation it carries.

use super::{Request, ScreenEffect, begin};
use crate::tui::{
    model::{Dialog, Model, TracedNumber},
    work,
};

/// Brings what is shown in step with what is known, and asks for what is missing.
pub(super) fn follow(model: &mut Model) -> Vec<ScreenEffect> {
    model.workspace.batch.stay_hidden(model.session.lang);
    super::lab::settle(model);
    let mut jobs = work::follow(model);
    let fresh = model.workspace.batch.archive.as_mut().and_then(|archive| archive.fresh.take());
    let mut effects: Vec<ScreenEffect> = fresh.map(|from| Request::Watch(from).into()).into_iter().collect();
    effects.extend(super::review::follow(model));
    super::received::follow(model);
    effects.extend(work::keep(&mut model.workspace).map(|job| begin(&mut model.workspace, job).into()));
    super::lab::leave_when_kept(model);
    refresh(model);
    jobs.extend(work::follow_cursor(model));
    let number = model.workspace.number;
    effects.extend(jobs.into_iter().map(|job| Request::Start(number, job).into()));
    effects
}

fn refresh(model: &mut Model) {
    if model.workspace.two_texts.on {
        super::two_texts::follow(model);
    }
    super::lesson::follow_task(model);
    let shown = model.workspace.shown_document();
    let examined = model.workspace.batch.examined(shown);
    if let Some((generation, trace)) = examined.and_then(|e| Some((e.generation, e.trace()?.clone()))) {
        let traced = model.workspace.dialogs.iter().rev().find_map(|dialog| match dialog {
            Dialog::Formula(TracedNumber::Column { column, .. }, _) => Some(*column),
            _ => None,
        });
        model.workspace.pipeline.refresh(shown, generation, &trace, traced);
        if model.workspace.lesson.as_ref().is_some_and(|reading| !reading.placed) {
            super::lesson::place(model);
            model.workspace.pipeline.refresh(shown, generation, &trace, traced);
            super::lesson::place_column(model);
        }
    }
    let Some(documents) = model.workspace.pair() else { return };
    if let Some(detail) = model.workspace.results.detail_of(documents).cloned()
        && let Some(reasons) = &detail.comparison.bits
    {
        model.workspace.bits.refresh(model.workspace.results.compared(), &detail, reasons);
    }
    if model.workspace.dialogs.contains(&Dialog::Geometry)
        && let Some(detail) = model.workspace.results.detail_of(documents).cloned()
    {
        model.workspace.hyperplanes.refresh(model.workspace.results.compared(), &detail);
    }
    super::diff::shared::follow(model);
    if let Some(diffed) = model.workspace.results.diff_of(documents).cloned() {
        model.workspace.diff.refresh(&diffed);
        super::diff::wake(model);
    }
}
