//! Keys of screen 1.

use super::{Effect, overlay};
use crate::tui::{
    action::Action,
    model::{MainPane, Model},
    screen::Screen,
};

/// Carries an action out.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let len = model.desk.listing.len();
    match action {
        Action::Open if len > 0 => model.screen = Screen::Diff,
        Action::Open => model.screen = Screen::Pipeline,
        Action::Next | Action::Previous => flagged(model, action == Action::Next),
        Action::Sort | Action::Passages | Action::Profiles | Action::Geometry => overlay::open(model, action),
        Action::Matrix => toggle(model, MainPane::Matrix),
        Action::Histogram => toggle(model, MainPane::Histogram),
        Action::NextPane | Action::PreviousPane => {
            model.overview.pane = match (model.overview.pane, action == Action::NextPane) {
                (MainPane::Pairs, true) | (MainPane::Histogram, false) => MainPane::Matrix,
                (MainPane::Matrix, true) | (MainPane::Pairs, false) => MainPane::Histogram,
                (MainPane::Histogram, true) | (MainPane::Matrix, false) => MainPane::Pairs,
            };
        }
        Action::Back => model.overview.pane = MainPane::Pairs,
        Action::Copy | Action::CopyAll => {
            let all = action == Action::CopyAll;
            let selected = model.overview.list.selected;
            let rows = if all { 0..len } else { selected..(selected + 1).min(len) };
            let lines: Vec<String> = rows
                .filter_map(|row| model.desk.listed(row))
                .map(|pair| {
                    let [a, b] = pair.documents.map(|i| model.desk.name(i));
                    let hamming = pair.hamming.map_or_else(String::new, |h| h.to_string());
                    let [ab, ba] = pair.coverage;
                    format!("{a}\t{b}\t{hamming}\t{ab:.4}\t{ba:.4}")
                })
                .collect();
            return overlay::copied(model, lines.join("\n"));
        }
        _ => {
            model.overview.list.motion(action, len, model.drawn.rows);
        }
    }
    Vec::new()
}

fn toggle(model: &mut Model, pane: MainPane) {
    model.overview.pane = if model.overview.pane == pane { MainPane::Pairs } else { pane };
}

/// The next pair that is near or where the signals disagree.
fn flagged(model: &mut Model, forward: bool) {
    let (len, k) = (model.desk.listing.len(), model.k);
    let flagged =
        |&row: &usize| model.desk.listed(row).is_some_and(|pair| pair.near(k) || pair.disagreement(k).is_some());
    let selected = model.overview.list.selected;
    let found = if forward {
        (selected + 1..len).chain(0..selected.min(len)).find(flagged)
    } else {
        (0..selected.min(len)).rev().chain((selected + 1..len).rev()).find(flagged)
    };
    if let Some(row) = found {
        model.overview.list.select(row, len, model.drawn.rows);
    }
}
