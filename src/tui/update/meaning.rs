//! Keys of the pane that says what HD means among the documents.

use super::{Effect, ScreenEffect};
use crate::tui::{
    action::Action,
    model::{Dialog, MeaningPage, MeaningTab, Model, distances, moved},
};

/// The classes whose shares are moved.
const CLASSES: usize = 3;

/// Opens the pane with the cursor on the distance of the selected pair.
pub(super) fn open(model: &mut Model) -> Dialog {
    let mut page = MeaningPage::default();
    // Ask again for results whose computation was stopped.
    model.workspace.results.posterior.retry();
    model.workspace.results.measurement.retry();
    page.list.selected = model.workspace.selected_hamming().unwrap_or(model.workspace.k) as usize;
    Dialog::Meaning(page)
}

pub(super) fn key(model: &mut Model, action: Option<Action>) -> Effect {
    let Some(Dialog::Meaning(page)) = model.workspace.dialogs.last_mut() else { return None };
    match (action, page.tab) {
        (Some(Action::Back | Action::Quit | Action::Meaning), _) => _ = model.workspace.dialogs.pop(),
        (Some(action @ (Action::MoreK | Action::LessK)), _) => return Some(ScreenEffect::Act(action)),
        (Some(Action::NextPane | Action::PreviousPane), MeaningTab::Distances) => page.tab = MeaningTab::Thresholds,
        (Some(Action::NextPane | Action::PreviousPane), MeaningTab::Thresholds) => page.tab = MeaningTab::Distances,
        (Some(action), MeaningTab::Distances) => distances_key(model, action),
        (Some(action), MeaningTab::Thresholds) => thresholds_key(model, action),
        (None, _) => {}
    }
    None
}

fn distances_key(model: &mut Model, action: Action) {
    let rows = model.workspace.drawn.rows;
    let Some(Dialog::Meaning(page)) = model.workspace.dialogs.last_mut() else { return };
    let state = &mut model.workspace.meaning;
    match action {
        Action::Next => page.class = (page.class + 1) % CLASSES,
        Action::Previous => page.class = (page.class + CLASSES - 1) % CLASSES,
        Action::Left | Action::Right => state.prior = moved(state.prior, page.class, action == Action::Right),
        Action::Open => state.wanted = true,
        action => {
            let len = model.workspace.batch.calibration.as_deref().map_or(0, distances);
            page.list.motion(action, len, rows);
        }
    }
}

fn thresholds_key(model: &mut Model, action: Action) {
    let rows = model.workspace.drawn.rows;
    let Some(Dialog::Meaning(page)) = model.workspace.dialogs.last_mut() else { return };
    let (tasks, measurement) = (&model.workspace.tasks, &mut model.workspace.results.measurement);
    match action {
        // A computation that was stopped begins again.
        Action::Open if !tasks.computes(measurement) => measurement.retry(),
        action => {
            let len = measurement.value().map_or(0, |measured| measured.recipes.len());
            page.recipes.motion(action, len, rows);
        }
    }
}
