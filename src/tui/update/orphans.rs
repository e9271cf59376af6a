//! Keys of the list of verdicts and notes that have lost what they were of, and what is to be known for it.

use super::{ScreenEffect, clipboard};
use crate::tui::{
    action::Action,
    model::{Dialog, Lost, Model, Orphan},
    screen::Screen,
};

/// Carries an action out.
pub(super) fn key(model: &mut Model, action: Option<Action>) -> Vec<ScreenEffect> {
    let rows = model.workspace.drawn.rows;
    let Some(review) = &model.workspace.review else { return Vec::new() };
    let all = review.orphans.clone();
    let Some(Dialog::Orphans(list)) = model.workspace.dialogs.last_mut() else { return Vec::new() };
    let under = all.get(list.selected.min(all.len().saturating_sub(1)));
    match action {
        Some(Action::Back | Action::Quit | Action::Orphans) => _ = model.workspace.dialogs.pop(),
        Some(Action::Open) => {
            let Some(orphan) = under else { return Vec::new() };
            match orphan.pair.filter(|&pair| model.workspace.batch.pair(pair).is_some()) {
                Some(pair) => {
                    model.workspace.dialogs.pop();
                    model.workspace.show(pair);
                    if orphan.lost == Lost::Words {
                        model.workspace.screen = Screen::Diff;
                    }
                }
                None => model.workspace.notice = model.session.lang.find("orphans.no-pair").map(Into::into),
            }
        }
        Some(Action::Copy) => {
            let note = under.and_then(Orphan::note).map(|(note, _)| model.workspace.redacted(&note).into_owned());
            return note.map_or_else(Vec::new, |note| clipboard::copy(model, note));
        }
        Some(action) => _ = list.motion(action, all.len(), rows),
        None => {}
    }
    Vec::new()
}
