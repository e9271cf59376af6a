//! The dialogs that play, of hyperplanes and of runs: they are stepped through as screen 2 is, with that screen's keys.

use crossterm::event::KeyEvent;

use super::{common::to_clipboard, lesson};
use crate::{
    lab::Robustness,
    tui::{
        action::Action,
        keymap::KeyPress,
        model::{Model, Steps, effect::Effect},
        screen::Screen,
    },
};

/// Handles a key of the dialog that `opener` opens, if it neither closes it nor turns the page of a lesson; `action` is
/// what it does on the screen below.
pub(crate) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>, opener: Action) -> Effect {
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
    let action = match action.filter(|action| action.moves()).or_else(of_steps)? {
        Action::First => Action::StepFirst,
        Action::Last => Action::StepLast,
        action => action,
    };
    if opener == Action::Geometry { hyperplanes(model, action) } else { runs(model, action) }
}

/// The turn of B at one key, in degrees.
const DEGREES: i16 = 5;

fn hyperplanes(model: &mut Model, action: Action) -> Effect {
    let hyperplanes = &mut model.workspace.hyperplanes;
    match action {
        Action::Right | Action::Down => hyperplanes.go(hyperplanes.step() + 1),
        Action::Left | Action::Up => hyperplanes.go(hyperplanes.step() - 1),
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
        _ => _ = model.step(action),
    }
    None
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

fn runs(model: &mut Model, action: Action) -> Effect {
    match action {
        Action::Left | Action::Right => {
            let known = model.workspace.results.runs.value().map_or(&[][..], Vec::as_slice);
            model.workspace.runs.turn(action == Action::Right, known);
        }
        Action::Slower | Action::Faster => model.play.change(action == Action::Faster),
        Action::Copy | Action::CopyAll => return copy_runs(model),
        _ => _ = model.step(action),
    }
    None
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
