//! Keys of the pane that says what HD means among the documents.

use super::ScreenEffect;
use crate::tui::{
    action::Action,
    model::{Dialog, MeaningPage, Model, distances, moved},
};

/// The classes whose shares are moved.
const CLASSES: usize = 3;

/// Opens the pane with the cursor on the distance of the selected pair.
pub(super) fn open(model: &mut Model) -> Dialog {
    let mut page = MeaningPage::default();
    // Ask again for results whose computation was stopped.
    model.workspace.results.posterior.retry();
    page.list.selected = model.workspace.selected_hamming().unwrap_or(model.workspace.k) as usize;
    Dialog::Meaning(page)
}

/// Handles a key.
pub(super) fn key(model: &mut Model, action: Option<Action>) -> Vec<ScreenEffect> {
    let rows = model.workspace.drawn.rows;
    let Some(Dialog::Meaning(page)) = model.workspace.dialogs.last_mut() else { return Vec::new() };
    let state = &mut model.workspace.meaning;
    match action {
        Some(Action::Back | Action::Quit | Action::Meaning) => _ = model.workspace.dialogs.pop(),
        Some(action @ (Action::MoreK | Action::LessK)) => return vec![ScreenEffect::Act(action)],
        Some(Action::Next) => page.class = (page.class + 1) % CLASSES,
        Some(Action::Previous) => page.class = (page.class + CLASSES - 1) % CLASSES,
        Some(action @ (Action::Left | Action::Right)) => {
            state.prior = moved(state.prior, page.class, action == Action::Right);
        }
        Some(Action::Open) => state.wanted = true,
        Some(action) => {
            let len = model.workspace.batch.calibration.as_deref().map_or(0, distances);
            page.list.motion(action, len, rows);
        }
        None => {}
    }
    Vec::new()
}
