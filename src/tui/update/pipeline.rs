//! Keys of screen 2.

use super::{Effect, overlay};
use crate::{
    simhash::from_fixed,
    t,
    tui::{
        action::Action,
        model::{List, Model, Overlay, Traced},
        screen::Screen,
    },
};

/// Carries an action out.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let document = model.shown_document();
    let Some(trace) = model.desk.trace(document).cloned() else { return Vec::new() };
    let width = usize::from(trace.recipe.bits);
    let rows = model.drawn.rows;
    let place = &mut model.pipeline;
    let all = place.sorted.len();
    match action {
        Action::Left | Action::Right => {
            let to = if action == Action::Left { place.column.saturating_sub(1) } else { place.column + 1 };
            place.column = to.min(width.saturating_sub(1));
            place.on_column = true;
        }
        Action::StepBack => place.position = Some(place.position.unwrap_or(all).saturating_sub(1)),
        Action::StepForward => place.position = place.position.map(|p| p + 1),
        Action::Open => {
            let traced = match place.feature() {
                Some(feature) if !place.on_column => Traced::Feature { document, feature },
                _ => Traced::Column { document, column: place.column, position: place.position },
            };
            model.overlays.push(Overlay::Formula(traced, List::default()));
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
        Action::Sort | Action::Find => overlay::open(model, action),
        Action::Back if place.needle.is_empty() && place.position.is_none() => model.screen = Screen::Overview,
        Action::Back => {
            place.needle.clear();
            place.position = None;
        }
        Action::Copy => {
            let digits = width.div_ceil(4);
            let text = place.feature().and_then(|f| Some((f, trace.features.get(f)?))).map(|(f, feature)| {
                let weight = from_fixed(feature.weight);
                format!("{}\t{}\t{weight}\t{:0digits$x}", trace.name(f), feature.tf, feature.hash)
            });
            return overlay::copied(model, text.unwrap_or_default());
        }
        Action::CopyAll => {
            let text = trace.sketch.fingerprint.map(|f| f.to_string());
            return overlay::copied(model, text.unwrap_or_default());
        }
        _ => {
            if place.list.motion(action, all, rows) {
                place.on_column = false;
            }
        }
    }
    Vec::new()
}

/// The next bit that differs from the other document of the pair.
fn flipped(model: &mut Model, width: usize, forward: bool) {
    let Some(documents) = model.pair() else { return };
    let [Some(a), Some(b)] = documents.map(|i| model.desk.fingerprint(i)) else { return };
    let differing = a.xor(b);
    let at = model.pipeline.column;
    let found = if forward {
        (at + 1..width).chain(0..at).find(|&c| differing.bit(c))
    } else {
        (0..at).rev().chain((at + 1..width).rev()).find(|&c| differing.bit(c))
    };
    if let Some(column) = found {
        model.pipeline.column = column;
        model.pipeline.on_column = true;
    }
}

/// Puts the cursor on the next feature whose name holds `needle`; the present one counts where `here`.
pub fn find(model: &mut Model, needle: &str, forward: bool, here: bool) {
    let document = model.shown_document();
    let Some(trace) = model.desk.trace(document).cloned() else { return };
    let place = &mut model.pipeline;
    let all = place.sorted.len();
    let at = place.list.selected.min(all.saturating_sub(1));
    let lower = needle.to_lowercase();
    let holds = |&row: &usize| trace.name(place.sorted[row] as usize).to_lowercase().contains(&lower);
    let found = match (forward, here) {
        (true, true) => (at..all).chain(0..at).find(holds),
        (true, false) => (at + 1..all).chain(0..all.min(at + 1)).find(holds),
        (false, _) => (0..at).rev().chain((at..all).rev()).find(holds),
    };
    if let Some(row) = found {
        place.list.select(row, all, model.drawn.rows);
        place.on_column = false;
    } else {
        model.notice = Some(t!(model.lang, "notice.not-found", needle = needle));
    }
}
