//! Keys of the list of shared passages.

use super::{ScreenEffect, clipboard, diff, exclusion};
use crate::tui::{
    action::Action,
    model::{Dialog, Model, PassageOrder},
    screen::Screen,
};

/// Carries an action out.
pub(super) fn key(model: &mut Model, action: Option<Action>) -> Vec<ScreenEffect> {
    let Some(Dialog::Passages(documents, order, mut list)) = model.workspace.dialogs.last().cloned() else {
        return Vec::new();
    };
    let passages = model.workspace.passages_of(documents).cloned();
    let under = passages.as_ref().and_then(|passages| Some((passages, passages.at_row(list.selected, order)?)));
    match action {
        Some(Action::Back | Action::Quit | Action::Passages) => {
            model.workspace.dialogs.pop();
            return Vec::new();
        }
        Some(Action::Open) => {
            if let Some((_, at)) = under {
                model.workspace.dialogs.pop();
                model.workspace.select(documents);
                model.workspace.screen = Screen::Diff;
                diff::shared::show_passage(model, at);
            }
            return Vec::new();
        }
        Some(action @ (Action::MarkCommon | Action::MarkQuotation)) => {
            if let Some((passages, at)) = under {
                let (text, out) = (passages.text(at).to_owned(), passages.is_excluded(at));
                exclusion::mark_passage(model, &text, out, action);
            }
            return Vec::new();
        }
        Some(Action::Exclusions) => {
            return vec![ScreenEffect::Act(Action::Exclusions)];
        }
        Some(Action::Copy) => {
            return under.map_or_else(Vec::new, |(p, at)| clipboard::copy(model, p.text(at).to_owned()));
        }
        Some(Action::CopyAll) => {
            let all = passages
                .iter()
                .flat_map(|p| (0..p.total()).filter_map(move |row| p.at_row(row, order).map(|at| p.text(at))));
            let all = all.collect::<Vec<_>>().join("\n\n");
            return clipboard::copy(model, all);
        }
        Some(Action::Sort | Action::Layout) => {
            let order = if order == PassageOrder::Longest { PassageOrder::Place } else { PassageOrder::Longest };
            list = crate::tui::model::List::default();
            replace(model, order, list);
            return Vec::new();
        }
        Some(action) => {
            _ = list.motion(action, passages.map_or(0, |passages| passages.total()), model.workspace.drawn.rows);
        }
        None => {}
    }
    replace(model, order, list);
    Vec::new()
}

fn replace(model: &mut Model, order: PassageOrder, list: crate::tui::model::List) {
    if let Some(Dialog::Passages(_, old, at)) = model.workspace.dialogs.last_mut() {
        (*old, *at) = (order, list);
    }
}
