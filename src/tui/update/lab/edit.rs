//! Keys, pastes and clicks while the lab's text is edited.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::{Effect, overlay};
use crate::{
    lab::{Change, LIMIT, State},
    locale::grouped,
    t,
    tui::model::{Model, Motion},
};

/// Takes a key in. All of them are the text's but Esc, and those that are no key of a text.
pub fn key(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    let alt = event.modifiers.contains(KeyModifiers::ALT);
    let selecting = event.modifiers.contains(KeyModifiers::SHIFT);
    let (width, page) = model.drawn.text;
    let page = page.max(1) as isize;
    let go = |motion: Motion| Keyed::Go(motion, selecting);
    let keyed = match event.code {
        KeyCode::Esc => {
            stop(model);
            return Vec::new();
        }
        KeyCode::Left if control || alt => go(Motion::WordLeft),
        KeyCode::Right if control || alt => go(Motion::WordRight),
        KeyCode::Home if control => go(Motion::Start),
        KeyCode::End if control => go(Motion::End),
        KeyCode::Left => go(Motion::Left),
        KeyCode::Right => go(Motion::Right),
        KeyCode::Up => go(Motion::Lines(-1)),
        KeyCode::Down => go(Motion::Lines(1)),
        KeyCode::PageUp => go(Motion::Lines(-page)),
        KeyCode::PageDown => go(Motion::Lines(page)),
        KeyCode::Home => go(Motion::LineStart),
        KeyCode::End => go(Motion::LineEnd),
        KeyCode::Backspace if control || alt => Keyed::Delete(Motion::WordLeft),
        KeyCode::Delete if control || alt => Keyed::Delete(Motion::WordRight),
        KeyCode::Backspace => Keyed::Delete(Motion::Left),
        KeyCode::Delete => Keyed::Delete(Motion::Right),
        KeyCode::Char('a') if control => Keyed::SelectAll,
        KeyCode::Char('w') if control => Keyed::Delete(Motion::WordLeft),
        KeyCode::Char('k') if control => Keyed::Delete(Motion::LineEnd),
        KeyCode::Char('u') if control => Keyed::Undo,
        KeyCode::Char('r') if control => Keyed::Redo,
        KeyCode::Char('x') if control => return cut(model, true),
        KeyCode::Char('y') if control => return cut(model, false),
        KeyCode::Enter => Keyed::Insert("\n".into()),
        KeyCode::Tab => Keyed::Insert("\t".into()),
        // A control character that a terminal hands on as a key is no text that anyone meant to type.
        KeyCode::Char(c) if !control && !alt && !c.is_control() => Keyed::Insert(c.to_string()),
        _ => return Vec::new(),
    };
    if let Keyed::Insert(text) = &keyed
        && !fits(model, text.len())
    {
        return Vec::new();
    }
    let Some(bench) = super::bench(model) else { return Vec::new() };
    match keyed {
        Keyed::Go(motion, selecting) => bench.editor.go(motion, selecting, width),
        Keyed::Delete(motion) => bench.editor.delete(motion, width),
        Keyed::Insert(text) => bench.editor.insert(&text),
        Keyed::SelectAll => bench.editor.select_all(),
        Keyed::Undo => _ = bench.editor.undo(),
        Keyed::Redo => _ = bench.editor.redo(),
    }
    edited(model);
    Vec::new()
}

/// What a key means.
enum Keyed {
    Go(Motion, bool),
    Delete(Motion),
    Insert(String),
    SelectAll,
    Undo,
    Redo,
}

/// Takes pasted text in, whole or not at all.
pub fn paste(model: &mut Model, text: &str) {
    // Terminals send a carriage return for every line end.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if fits(model, text.len())
        && let Some(bench) = super::bench(model)
    {
        bench.editor.insert(&text);
        edited(model);
    }
}

/// Whether so many bytes more still fit; says so where they do not.
fn fits(model: &mut Model, more: usize) -> bool {
    let lang = model.lang;
    let Some(bench) = model.bench() else { return false };
    let bytes = bench.editor.text().len() + more - bench.editor.selection().map_or(0, |selected| selected.len());
    if bytes > LIMIT {
        let limit = grouped(LIMIT as u64);
        model.notice = Some(t!(lang, "lab.too-long", bytes = grouped(bytes as u64), limit = limit));
    }
    bytes <= LIMIT
}

/// Puts what is selected on the clipboard, and takes it out of the text where `out`.
fn cut(model: &mut Model, out: bool) -> Vec<Effect> {
    let Some(bench) = model.bench() else { return Vec::new() };
    let Some(selected) = bench.editor.selection() else { return Vec::new() };
    let text = bench.editor.text()[selected].to_owned();
    let effects = overlay::copied(model, text);
    // What the clipboard does not take stays where it is.
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
    let Some(bench) = model.bench() else { return };
    let row = bench.history.row();
    if bench.editor.text() == *row.state.text {
        return;
    }
    let goes_on = matches!(row.change, Change::Edit(_))
        && model.lab.session == Some((model.shown_document(), bench.history.at()));
    let state = State { text: Arc::new(bench.editor.text().to_owned()), ..row.state.clone() };
    // While it goes on, an edit is told by what became of the text it began with.
    let began = if goes_on { row.parent } else { Some(bench.history.at()) };
    let began = began.and_then(|row| bench.history.rows().get(row)).map_or("", |row| row.state.text.as_str());
    let change = Change::edit(began, &state.text);
    let (shown, revision) = (model.shown_document(), model.lab.next_revision());
    let Some(bench) = super::bench(model) else { return };
    if goes_on {
        bench.history.amend(state, change);
        bench.revision = revision;
    } else {
        bench.push(state, change, revision);
    }
    let row = bench.history.at();
    model.lab.session = Some((shown, row));
    model.lab.states.selected = row;
}

/// Ends editing. Where nothing came of it, no row is left of it.
pub fn stop(model: &mut Model) {
    model.lab.editing = false;
    let Some((document, row)) = model.lab.session.take() else { return };
    let revision = model.lab.next_revision();
    let Some(bench) = model.lab.benches.get_mut(&document) else { return };
    let before = bench.history.row().parent.and_then(|parent| bench.history.rows().get(parent));
    if bench.history.at() == row && before.is_some_and(|before| before.state == bench.history.row().state) {
        bench.history.withdraw();
        bench.revision = revision;
        model.lab.states.selected = bench.history.at();
    }
}

/// The pointer is on a place of the text: the cursor goes there, and selects on the way where it is dragged.
pub fn point(model: &mut Model, at: usize, dragged: bool) {
    model.lab.pane = crate::tui::model::LabPane::Text;
    if let Some(bench) = super::bench(model) {
        bench.editor.put(at, dragged);
    }
}
