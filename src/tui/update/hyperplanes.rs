//! The keys of the dialog of hyperplanes: it is stepped through as screen 2 is, with that screen's keys.

use crossterm::event::KeyEvent;

use super::{Effect, lesson, to_clipboard};
use crate::tui::{action::Action, keymap::KeyPress, model::Model, screen::Screen};

/// The turn of B at one key, in degrees.
const DEGREES: i16 = 5;

/// Handles a key; `action` is what it does on the screen below.
pub(super) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    if matches!(action, Some(Action::Geometry | Action::Back | Action::Quit)) {
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
    let action = action.filter(|action| action.moves()).or_else(of_steps);
    let step = model.workspace.hyperplanes.step();
    let hyperplanes = &mut model.workspace.hyperplanes;
    match action {
        Some(Action::StepForward | Action::Right | Action::Down) => hyperplanes.go(step + 1),
        Some(Action::StepBack | Action::Left | Action::Up) => hyperplanes.go(step - 1),
        Some(Action::StageForward | Action::FeatureForward) => hyperplanes.double(true),
        Some(Action::StageBack | Action::FeatureBack) => hyperplanes.double(false),
        Some(Action::StepFirst | Action::First) => hyperplanes.go(1),
        Some(Action::StepLast | Action::Last) => hyperplanes.go(usize::MAX),
        Some(Action::Play) => play(model),
        Some(Action::Slower) => hyperplanes.turn(-DEGREES),
        Some(Action::Faster) => hyperplanes.turn(DEGREES),
        Some(Action::NextPane | Action::PreviousPane) => hyperplanes.switch(),
        Some(Action::Next) => another(model, 1),
        Some(Action::Previous) => another(model, u64::MAX),
        Some(Action::Copy | Action::CopyAll) => return copy(model),
        _ => {}
    }
    None
}

/// Plays the hyperplanes, from the first if all are drawn; or stops playing.
fn play(model: &mut Model) {
    if model.workspace.hyperplanes.done() {
        model.workspace.hyperplanes.go(1);
    } else if model.play.still {
        model.workspace.hyperplanes.grow();
    }
    model.play.on = !model.play.on && !model.play.still;
}

/// Draws the next hyperplanes while playing; stops after the last one.
pub(super) fn tick(model: &mut Model) {
    if model.pace().is_none() {
        return;
    }
    model.workspace.hyperplanes.grow();
    model.play.on = !model.workspace.hyperplanes.done();
}

/// Changes the seed of the random hyperplanes.
fn another(model: &mut Model, by: u64) {
    model.workspace.hyperplanes.random = true;
    model.workspace.hyperplanes.seed = model.workspace.hyperplanes.seed.wrapping_add(by);
}

/// Copies a line for each hyperplane drawn: its number, the bits of A and B, how many separate them so far.
fn copy(model: &mut Model) -> Effect {
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
