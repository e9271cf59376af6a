//! Keys of screen 2 while it shows both texts of the pair.

use super::{ScreenEffect, clipboard};
use crate::{
    say, t,
    tui::{action::Action, model::Model},
};

/// Shows both texts, or one again; says why where there is no pair.
pub(super) fn toggle(model: &mut Model) {
    let two = &mut model.workspace.two_texts;
    two.on = !two.on;
    model.session.play.on = false;
    if two.on && model.workspace.pair().is_none() {
        model.workspace.two_texts.on = false;
        model.workspace.notice = Some(t!(model.session.lang, "two-texts.no-pair").into());
    }
    model.workspace.pipeline.on_column = true;
}

/// Brings the rows in line with the traces of the pair; whether these are known.
pub(super) fn follow(model: &mut Model) -> bool {
    let workspace = &mut model.workspace;
    let Some(documents) = workspace.pair() else { return false };
    let Some(detail) = workspace.results.detail_of(documents).cloned() else { return false };
    let (generation, order) = (workspace.results.compared(), workspace.pipeline.order);
    workspace.two_texts.refresh(documents, generation, order, detail.traces.each_ref().map(|trace| &**trace));
    generation == workspace.batch.generation
}

/// Carries an action out that is about both texts; `None` where it means what it means for one.
pub(super) fn act(model: &mut Model, action: Action) -> Option<Vec<ScreenEffect>> {
    let rows = model.workspace.drawn.rows;
    let two = &mut model.workspace.two_texts;
    let last = two.walk.last();
    let begins = matches!(action, Action::StepForward | Action::FeatureForward | Action::StageForward);
    let at = two.step.unwrap_or(last);
    match action {
        _ if begins && two.step.is_none() => two.step = Some(0),
        Action::StepBack | Action::FeatureBack => two.step = Some(at.saturating_sub(1)),
        Action::StepForward | Action::FeatureForward => two.step = Some((at + 1).min(last)),
        Action::StageBack => two.step = Some(two.walk.stage_before(at)),
        Action::StageForward => two.step = Some(two.walk.next_stage(at)),
        Action::StepFirst => two.step = Some(0),
        Action::StepLast => two.step = Some(last),
        Action::Play => play(model),
        Action::Back if two.step.is_some() => {
            two.step = None;
            model.session.play.on = false;
        }
        Action::Back if !model.workspace.pipeline.needle.is_empty() => model.workspace.pipeline.needle.clear(),
        Action::Back => toggle(model),
        Action::Copy => {
            let text = said(model).unwrap_or_default();
            return Some(clipboard::copy(model, text));
        }
        _ if two.list.motion(action, two.walk.rows().len(), rows) => {}
        _ => return None,
    }
    Some(Vec::new())
}

/// Puts the cursor on the next row in which a feature of either text has `needle` in its name; the present row counts
/// where `here`.
pub(super) fn find(model: &mut Model, needle: &str, forward: bool, here: bool) {
    let Some(detail) = model.workspace.pair().and_then(|pair| model.workspace.results.detail_of(pair)).cloned() else {
        return;
    };
    let lower = needle.to_lowercase();
    let (two, rows) = (&mut model.workspace.two_texts, model.workspace.drawn.rows);
    let holds = |&row: &usize| {
        let features = two.walk.rows().get(row).map(|row| row.features).unwrap_or_default();
        let names = features.into_iter().zip(&detail.traces).filter_map(|(f, trace)| Some(trace.name(f? as usize)));
        names.into_iter().any(|name| name.to_lowercase().contains(&lower))
    };
    let (at, all) = (two.list.selected, two.walk.rows().len());
    let found = match (forward, here) {
        (true, true) => (at..all).chain(0..at).find(holds),
        (true, false) => (at + 1..all).chain(0..all.min(at + 1)).find(holds),
        (false, _) => (0..at).rev().chain((at..all).rev()).find(holds),
    };
    match found {
        Some(row) => two.list.select(row, all, rows),
        None => model.workspace.notice = Some(t!(model.session.lang, "notice.not-found", needle = needle)),
    }
}

/// The step in a sentence.
fn said(model: &Model) -> Option<String> {
    let detail = model.workspace.results.detail_of(model.workspace.pair()?)?;
    let two = &model.workspace.two_texts;
    let traces = detail.traces.each_ref().map(|trace| &**trace);
    Some(say::two_texts(traces, &two.walk, &two.state, two.step.is_none(), model.session.lang))
}

/// Plays the steps, from the start if all are done; or stops playing. If motion is turned off, it is one step.
fn play(model: &mut Model) {
    let (play, two) = (&mut model.session.play, &mut model.workspace.two_texts);
    let done = two.step.is_none_or(|step| step >= two.walk.last());
    if play.still {
        two.step = Some(if done { 0 } else { two.step.unwrap_or(0) + 1 });
        return;
    }
    play.on = !play.on;
    if play.on && done {
        two.step = Some(0);
    }
}

/// The next step, where steps follow by themselves; after the last one they rest.
pub(super) fn tick(model: &mut Model) {
    if model.pace().is_none() {
        return;
    }
    let stride = model.stride();
    let two = &mut model.workspace.two_texts;
    let at = two.step.unwrap_or(0);
    let step = (at + stride).min(two.walk.next_stage(at).max(at + 1));
    two.step = Some(step.min(two.walk.last()));
    model.session.play.on = step < two.walk.last();
}
