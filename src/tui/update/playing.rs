//! The dialogs that play, of hyperplanes and of runs: they are stepped through as screen 2 is, with that screen's keys.

use crossterm::event::KeyEvent;

use super::{Effect, lesson, to_clipboard};
use crate::{
    lab::Robustness,
    tui::{
        action::Action,
        keymap::KeyPress,
        model::{Model, runs_known},
        screen::Screen,
    },
};

/// What a key does in the dialog that `opener` opens, if it neither closes it nor turns the page of a lesson; `action`
/// is what it does on the screen below.
fn stepping(model: &mut Model, event: KeyEvent, action: Option<Action>, opener: Action) -> Option<Action> {
    if action.is_some_and(|action| action == opener || action.leaves()) {
        model.workspace.dialogs.pop();
        model.play.on = false;
        return None;
    }
    if let Some(action @ (Action::Next | Action::Previous)) = action
        && lesson::act(model, action)
    {
        return None;
    }
    let of_steps = || model.keymap.action(Screen::Pipeline, KeyPress::from(event));
    action.filter(|action| action.moves()).or_else(of_steps)
}

/// The turn of B at one key, in degrees.
const DEGREES: i16 = 5;

/// Handles a key of the dialog of hyperplanes.
pub(super) fn hyperplanes_key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    let action = stepping(model, event, action, Action::Geometry)?;
    let (play, hyperplanes) = (&mut model.play, &mut model.workspace.hyperplanes);
    let step = hyperplanes.step();
    match action {
        Action::StepForward | Action::Right | Action::Down => hyperplanes.go(step + 1),
        Action::StepBack | Action::Left | Action::Up => hyperplanes.go(step - 1),
        Action::StageForward | Action::FeatureForward => hyperplanes.double(true),
        Action::StageBack | Action::FeatureBack => hyperplanes.double(false),
        Action::StepFirst | Action::First => hyperplanes.go(1),
        Action::StepLast | Action::Last => hyperplanes.go(usize::MAX),
        Action::Play => {
            // From the first if all are drawn.
            if hyperplanes.done() {
                hyperplanes.go(1);
            } else if play.still {
                hyperplanes.grow();
            }
            play.on = !play.on && !play.still;
        }
        Action::Slower => hyperplanes.turn(-DEGREES),
        Action::Faster => hyperplanes.turn(DEGREES),
        Action::NextPane | Action::PreviousPane => hyperplanes.switch(),
        // Another set of random hyperplanes.
        Action::Next | Action::Previous => {
            hyperplanes.random = true;
            let by = if action == Action::Next { 1 } else { u64::MAX };
            hyperplanes.seed = hyperplanes.seed.wrapping_add(by);
        }
        Action::Copy | Action::CopyAll => return copy_hyperplanes(model),
        _ => {}
    }
    None
}

/// Draws the next hyperplanes while playing; stops after the last one.
pub(super) fn tick_hyperplanes(model: &mut Model) {
    if model.pace().is_none() {
        return;
    }
    model.workspace.hyperplanes.grow();
    model.play.on = !model.workspace.hyperplanes.done();
}

/// Copies a line for each hyperplane drawn: its number, the bits of A and B, how many separate them so far.
fn copy_hyperplanes(model: &mut Model) -> Effect {
    let geometry = model.workspace.hyperplanes.geometry()?;
    let drawn = geometry.hyperplanes.iter().take(model.workspace.hyperplanes.step()).enumerate();
    let lines: Vec<String> = drawn
        .map(|(i, hyperplane)| {
            let [a, b] = hyperplane.bits.map(u8::from);
            format!("{}\t{a}\t{b}\t{}", i + 1, geometry.separating(i + 1))
        })
        .collect();
    to_clipboard(model, lines.join("\n"))
}

/// Handles a key of the dialog of runs.
pub(super) fn runs_key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    let action = stepping(model, event, action, Action::WatchRuns)?;
    let known = model.workspace.results.runs.value().map_or(&[][..], Vec::as_slice);
    let (play, runs) = (&mut model.play, &mut model.workspace.runs);
    let fallen = runs.fallen();
    match action {
        Action::StepForward | Action::FeatureForward => runs.go((fallen + 1).min(runs_known(known))),
        Action::StepBack | Action::FeatureBack => runs.go(fallen.saturating_sub(1)),
        Action::StepFirst | Action::First | Action::StageBack => runs.go(0),
        Action::StepLast | Action::Last | Action::StageForward => runs.go(usize::MAX),
        Action::Left | Action::Right => runs.turn(action == Action::Right, known),
        Action::Slower | Action::Faster => play.change(action == Action::Faster),
        Action::Play => {
            // From the start if all have fallen.
            if runs.done() {
                runs.go(0);
            }
            if play.still {
                runs.go(runs.fallen() + 1);
            }
            play.on = !play.on && !play.still;
        }
        Action::Copy | Action::CopyAll => return copy_runs(model),
        _ => {}
    }
    None
}

/// The next part of a fall.
pub(super) fn tick_runs(model: &mut Model) {
    let known = model.workspace.results.runs.value().map_or(0, |texts| runs_known(texts));
    model.workspace.runs.fall(known);
    model.play.on &= !model.workspace.runs.done();
}

/// Copies the distances: a line for each text.
fn copy_runs(model: &mut Model) -> Effect {
    let runs = &model.workspace.runs;
    let texts = model.workspace.results.runs.value()?;
    let line = |(&document, text): (&usize, &Robustness)| {
        let distances = text.points.get(runs.point)?.distances.iter().map(ToString::to_string);
        Some(format!("{}\t{}", model.workspace.batch.name(document), distances.collect::<Vec<_>>().join("\t")))
    };
    let lines: Vec<String> = runs.documents.iter().zip(texts).filter_map(line).collect();
    to_clipboard(model, lines.join("\n"))
}
