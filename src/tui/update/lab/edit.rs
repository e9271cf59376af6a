//! Keys, pastes and clicks while the lab's text is edited.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent};

use super::super::{
    ScreenEffect, clipboard,
    typing::{Keyed, pasted},
};
use crate::{
    lab::{HistoryChange, HistoryState, LIMIT},
    locale::grouped,
    t,
    tui::model::{Model, Motion},
};

/// Handles a key. All of them are the text's but Esc, and those that are no key of a text.
pub(crate) fn key(model: &mut Model, event: KeyEvent) -> Vec<ScreenEffect> {
    if event.code == KeyCode::Esc {
        stop(model);
        return Vec::new();
    }
    let (width, page) = model.workspace.drawn.text;
    match Keyed::of(event, page) {
        None => {}
        Some(Keyed::Copy(out)) => return cut(model, out),
        Some(Keyed::Insert(text)) if !fits(model, text.len()) => {}
        Some(keyed) => {
            if let Some(bench) = super::bench(model) {
                keyed.apply(&mut bench.editor, width);
                edited(model);
            }
        }
    }
    Vec::new()
}

/// Takes pasted text in, whole or not at all.
pub(crate) fn paste(model: &mut Model, text: &str) {
    let text = pasted(text);
    if fits(model, text.len())
        && let Some(bench) = super::bench(model)
    {
        bench.editor.insert(&text);
        edited(model);
    }
}

/// Whether so many bytes more still fit; says so where they do not.
fn fits(model: &mut Model, more: usize) -> bool {
    let lang = model.session.lang;
    let Some(bench) = model.workspace.bench() else { return false };
    let bytes = bench.editor.text().len() + more - bench.editor.selection().map_or(0, |selected| selected.len());
    if bytes > LIMIT {
        let limit = grouped(LIMIT as u64);
        model.workspace.notice = Some(t!(lang, "lab.too-long", bytes = grouped(bytes as u64), limit = limit));
    }
    bytes <= LIMIT
}

/// Puts what is selected on the clipboard, and takes it out of the text where `out`.
fn cut(model: &mut Model, out: bool) -> Vec<ScreenEffect> {
    let Some(bench) = model.workspace.bench() else { return Vec::new() };
    let Some(selected) = bench.editor.selection() else { return Vec::new() };
    let text = bench.editor.text()[selected].to_owned();
    let effects = clipboard::copy(model, text);
    // Text too long for the clipboard is not cut out.
    if out
        && !effects.is_empty()
        && let Some(bench) = super::bench(model)
    {
        bench.editor.delete(Motion::Left, 1);
        edited(model);
    }
    effects
}

/// The text may be another now: one row of the history from where editing began to where it stops.
fn edited(model: &mut Model) {
    let Some(bench) = model.workspace.bench() else { return };
    let row = bench.history.row();
    if bench.editor.text() == *row.state.text {
        return;
    }
    let goes_on = matches!(row.change, HistoryChange::Edit(_))
        && model.workspace.lab.session == Some((model.workspace.shown_document(), bench.history.at()));
    let state = HistoryState { text: Arc::new(bench.editor.text().to_owned()), ..row.state.clone() };
    // While an edit is open, its text is compared with the text it began with.
    let began = if goes_on { row.parent } else { Some(bench.history.at()) };
    let began = began.and_then(|row| bench.history.rows().get(row)).map_or("", |row| row.state.text.as_str());
    let change = HistoryChange::edit(began, &state.text);
    let (shown, revision) = (model.workspace.shown_document(), model.workspace.lab.next_revision());
    let Some(bench) = super::bench(model) else { return };
    if goes_on {
        bench.history.amend(state, change);
        bench.revision = revision;
    } else {
        bench.push(state, change, revision);
    }
    let row = bench.history.at();
    model.workspace.lab.session = Some((shown, row));
    model.workspace.lab.states.selected = row;
}

/// Ends editing. An edit without a change leaves no row.
pub(crate) fn stop(model: &mut Model) {
    model.workspace.lab.editing = false;
    let Some((document, row)) = model.workspace.lab.session.take() else { return };
    let revision = model.workspace.lab.next_revision();
    let Some(bench) = model.workspace.lab.benches.get_mut(&document) else { return };
    let before = bench.history.row().parent.and_then(|parent| bench.history.rows().get(parent));
    if bench.history.at() == row && before.is_some_and(|before| before.state == bench.history.row().state) {
        bench.history.withdraw();
        bench.revision = revision;
        model.workspace.lab.states.selected = bench.history.at();
    }
}

/// The pointer is on a place of the text: the cursor goes there, and selects on the way where it is dragged.
pub(crate) fn point(model: &mut Model, at: usize, dragged: bool) {
    model.workspace.lab.pane = crate::tui::model::LabPane::Text;
    if let Some(bench) = super::bench(model) {
        bench.editor.put_cursor(at, dragged);
    }
}
