//! Keys of screen 2.

use super::{ScreenEffect, clipboard, two_texts};
use crate::{
    say,
    simhash::from_fixed,
    t,
    tui::{
        action::Action,
        model::{Dialog, List, Model, TracedNumber},
        screen::Screen,
    },
};

/// Carries an action out.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<ScreenEffect> {
    if action == Action::TwoTexts {
        two_texts::toggle(model);
        return Vec::new();
    }
    if model.workspace.two_texts.on
        && let Some(effects) = two_texts::act(model, action)
    {
        return effects;
    }
    let document = model.workspace.shown_document();
    let Some(trace) = model.workspace.batch.trace(document).cloned() else { return Vec::new() };
    let width = usize::from(trace.recipe.bits);
    let rows = model.workspace.drawn.rows;
    let place = &mut model.workspace.pipeline;
    let all = place.walk.order().len();
    match action {
        Action::Left | Action::Right => {
            let to = if action == Action::Left { place.column.saturating_sub(1) } else { place.column + 1 };
            place.column = to.min(width.saturating_sub(1));
            place.on_column = true;
        }
        Action::Open => {
            let traced = match place.feature() {
                Some(feature) if !place.on_column => TracedNumber::Feature { document, feature },
                _ => TracedNumber::Column { document, column: place.column },
            };
            model.workspace.dialogs.push(Dialog::Formula(traced, List::default()));
        }
        Action::NextPane | Action::PreviousPane => place.on_column = !place.on_column,
        Action::Next | Action::Previous => {
            let needle = place.needle.clone();
            if needle.is_empty() {
                flipped(model, width, action == Action::Next);
            } else {
                find(model, &needle, action == Action::Next, false);
            }
        }
        Action::Sort | Action::Find | Action::Export => return vec![ScreenEffect::Open(action)],
        Action::Back if place.needle.is_empty() && place.step.is_none() => model.workspace.screen = Screen::Overview,
        Action::Back => {
            place.needle.clear();
            place.step = None;
            model.session.play.on = false;
        }
        Action::Play => play(model),
        Action::Slower | Action::Faster => model.session.play.change(action == Action::Faster),
        // While a step is shown, its numbers.
        Action::Copy if place.state.is_some() => {
            let text = place.state.as_ref().map(|state| say::columns(&trace, state, model.session.lang));
            return clipboard::copy(model, text.unwrap_or_default());
        }
        Action::Copy => {
            let digits = width.div_ceil(4);
            let text = place.feature().and_then(|f| Some((f, trace.features.get(f)?))).map(|(f, feature)| {
                let weight = from_fixed(feature.weight);
                format!("{}\t{}\t{weight}\t{:0digits$x}", trace.name(f), feature.tf, feature.hash)
            });
            return clipboard::copy(model, text.unwrap_or_default());
        }
        Action::CopyAll => {
            let text = trace.sketch.fingerprint.map(|f| f.to_string());
            return clipboard::copy(model, text.unwrap_or_default());
        }
        _ => {
            if let Some(step) = stepped(model, action) {
                model.workspace.pipeline.step = Some(step);
            } else if model.workspace.pipeline.list.motion(action, all, rows) {
                model.workspace.pipeline.on_column = false;
            }
        }
    }
    Vec::new()
}

/// The step that a stepping action leads to; `None` for any other action. If no step is shown all are done, and
/// stepping forward starts from the first.
fn stepped(model: &Model, action: Action) -> Option<usize> {
    let walk = &model.workspace.pipeline.walk;
    let begins = matches!(action, Action::StepForward | Action::FeatureForward | Action::StageForward);
    let at = match model.workspace.pipeline.step {
        None if begins => return Some(0),
        step => step.unwrap_or(usize::MAX).min(walk.last()),
    };
    let to = match action {
        Action::StepBack => at.saturating_sub(1),
        Action::StepForward => at + 1,
        Action::FeatureBack => walk.by_feature(at, false),
        Action::FeatureForward => walk.by_feature(at, true),
        Action::StageBack => walk.stage_before(at),
        Action::StageForward => walk.next_stage(at),
        Action::StepFirst => 0,
        Action::StepLast => walk.last(),
        _ => return None,
    };
    Some(to)
}

/// Plays the steps, from the start if all are done; or stops playing. If motion is turned off, it is one step.
fn play(model: &mut Model) {
    let last = model.workspace.pipeline.walk.last();
    let done = model.workspace.pipeline.step.is_none_or(|step| step >= last);
    if model.session.play.still {
        model.workspace.pipeline.step = Some(if done { 0 } else { model.workspace.pipeline.step.unwrap_or(0) + 1 });
        return;
    }
    model.session.play.on = !model.session.play.on;
    if model.session.play.on && done {
        model.workspace.pipeline.step = Some(0);
    }
}

/// The next step, where steps follow by themselves; after the last one they rest.
pub(super) fn tick(model: &mut Model) {
    if model.pace().is_none() {
        return;
    }
    let (walk, stride) = (&model.workspace.pipeline.walk, model.stride());
    let (at, last) = (model.workspace.pipeline.step.unwrap_or(0), walk.last());
    // No stage is begun in the middle.
    let step = (at + stride).min(walk.next_stage(at).max(at + 1));
    model.workspace.pipeline.step = Some(step.min(last));
    model.session.play.on = step < last;
}

/// The next bit that differs from the other document of the pair.
fn flipped(model: &mut Model, width: usize, forward: bool) {
    let Some(documents) = model.workspace.pair() else { return };
    let [Some(a), Some(b)] = documents.map(|i| model.workspace.batch.fingerprint(i)) else { return };
    let differing = a.xor(b);
    let at = model.workspace.pipeline.column;
    let found = if forward {
        (at + 1..width).chain(0..at).find(|&c| differing.bit(c))
    } else {
        (0..at).rev().chain((at + 1..width).rev()).find(|&c| differing.bit(c))
    };
    if let Some(column) = found {
        model.workspace.pipeline.column = column;
        model.workspace.pipeline.on_column = true;
    }
}

/// Puts the cursor on the next feature whose name holds `needle`; the present one counts where `here`.
pub(super) fn find(model: &mut Model, needle: &str, forward: bool, here: bool) {
    if model.workspace.two_texts.on {
        two_texts::find(model, needle, forward, here);
        return;
    }
    let document = model.workspace.shown_document();
    let Some(trace) = model.workspace.batch.trace(document).cloned() else { return };
    let place = &mut model.workspace.pipeline;
    let all = place.walk.order().len();
    let at = place.list.selected.min(all.saturating_sub(1));
    let lower = needle.to_lowercase();
    let holds = |&row: &usize| trace.name(place.walk.order()[row] as usize).to_lowercase().contains(&lower);
    let found = match (forward, here) {
        (true, true) => (at..all).chain(0..at).find(holds),
        (true, false) => (at + 1..all).chain(0..all.min(at + 1)).find(holds),
        (false, _) => (0..at).rev().chain((at..all).rev()).find(holds),
    };
    if let Some(row) = found {
        place.list.select(row, all, model.workspace.drawn.rows);
        place.on_column = false;
    } else {
        model.workspace.notice = Some(t!(model.session.lang, "notice.not-found", needle = needle));
    }
}
