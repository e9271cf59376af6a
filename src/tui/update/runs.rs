//! The keys of the dialog of runs: they are stepped through as screen 2 is, with that screen's keys.

use crossterm::event::KeyEvent;

use super::{Effect, lesson, to_clipboard};
use crate::tui::{
    action::Action,
    keymap::KeyPress,
    model::{Model, runs_known},
    screen::Screen,
};

/// Handles a key; `action` is what it does on the screen below.
pub(super) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    if matches!(action, Some(Action::WatchRuns | Action::Back | Action::Quit)) {
        model.workspace.dialogs.pop();
        model.play.on = false;
        return None;
    }
    // On a page of a lesson these two turn pages.
    if let Some(action @ (Action::Next | Action::Previous)) = action
        && lesson::act(model, action)
    {
        return None;
    }
    let of_steps = || model.keymap.action(Screen::Pipeline, KeyPress::from(event));
    let action = action.filter(|action| action.moves()).or_else(of_steps)?;
    let known = model.workspace.results.runs.value().map_or(&[][..], Vec::as_slice);
    let runs = &mut model.workspace.runs;
    let fallen = runs.fallen();
    match action {
        Action::StepForward | Action::FeatureForward => runs.go((fallen + 1).min(runs_known(known))),
        Action::StepBack | Action::FeatureBack => runs.go(fallen.saturating_sub(1)),
        Action::StepFirst | Action::First | Action::StageBack => runs.go(0),
        Action::StepLast | Action::Last | Action::StageForward => runs.go(usize::MAX),
        Action::Left | Action::Right => runs.turn(action == Action::Right, known),
        Action::Slower | Action::Faster => model.play.change(action == Action::Faster),
        Action::Play => play(model),
        Action::Copy | Action::CopyAll => return copy(model),
        _ => {}
    }
    None
}

/// Goes on, from the start if all have fallen; or stops.
fn play(model: &mut Model) {
    let (play, runs) = (&mut model.play, &mut model.workspace.runs);
    if runs.done() {
        runs.go(0);
    }
    if play.still {
        runs.go(runs.fallen() + 1);
    }
    play.on = !play.on && !play.still;
}

/// The next part of a fall.
pub(super) fn tick(model: &mut Model) {
    let known = model.workspace.results.runs.value().map_or(0, |texts| runs_known(texts));
    model.workspace.runs.fall(known);
    model.play.on &= !model.workspace.runs.done();
}

/// Copies the distances: a line for each text.
fn copy(model: &mut Model) -> Effect {
    let runs = &model.workspace.runs;
    let texts = model.workspace.results.runs.value()?;
    let line = |(&document, text): (&usize, &crate::lab::Robustness)| {
        let distances = text.points.get(runs.point)?.distances.iter().map(ToString::to_string);
        Some(format!("{}\t{}", model.workspace.batch.name(document), distances.collect::<Vec<_>>().join("\t")))
    };
    let lines: Vec<String> = runs.documents.iter().zip(texts).filter_map(line).collect();
    to_clipboard(model, lines.join("\n"))
}
