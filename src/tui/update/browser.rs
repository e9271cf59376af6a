//! Keys of the sheet on which documents are chosen.

use std::{
    collections::BTreeSet,
    mem,
    path::{Path, PathBuf},
    sync::Arc,
};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Effect;
use crate::{
    compare::Side,
    document::Source,
    locale::grouped,
    t,
    tui::{
        action::Action,
        job::Job,
        model::{Browser, Found, List, Model, Overlay, Row},
    },
};

/// Opens it.
pub fn open(model: &mut Model) {
    model.asked.folder = None;
    let browser = Browser::new(&model.desk, model.shown_document());
    model.overlays.push(Overlay::Browser(Box::new(browser)));
}

/// What a folder holds, once it is known.
pub fn found(model: &mut Model, folder: &Path, found: Result<Vec<Found>, String>) {
    let shown = model.overlays.iter_mut().find_map(|overlay| match overlay {
        Overlay::Browser(browser) if browser.folder == folder => Some(browser),
        _ => None,
    });
    if let Some(browser) = shown {
        browser.found = Some(found);
    }
}

/// The folder that is shown, where nobody looked yet what it holds.
pub fn follow(model: &mut Model) -> Option<Effect> {
    let folder = model.overlays.iter().find_map(|overlay| match overlay {
        Overlay::Browser(browser) if browser.found.is_none() => Some(browser.folder.clone()),
        _ => None,
    });
    let folder = folder?;
    if model.asked.folder.as_ref() == Some(&folder) {
        return None;
    }
    model.asked.folder = Some(folder.clone());
    Some(Effect::Start(model.desk.number, Job::Browse { folder }, Arc::default()))
}

/// Takes a key in.
pub fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Vec<Effect> {
    let Some(Overlay::Browser(browser)) = model.overlays.last_mut() else { return Vec::new() };
    if browser.typing {
        type_in(browser, event);
        return Vec::new();
    }
    let (rows, height) = (browser.rows().len(), model.drawn.rows);
    match (event.code, action) {
        (KeyCode::Char(' '), _) => {
            browser.mark();
            step(browser, Action::Down, rows, model.desk.entries.len(), height);
        }
        (KeyCode::Enter, _) => return enter(model),
        (KeyCode::Backspace, _) | (_, Some(Action::Left)) => {
            if let Some(above) = browser.folder.parent().map(Path::to_owned) {
                go(model, above);
            }
        }
        (_, Some(Action::NextPane | Action::PreviousPane)) => browser.of_desk = !browser.of_desk,
        (KeyCode::Char('/'), _) if !browser.of_desk => browser.typing = true,
        (_, Some(Action::Back)) if !browser.filter.is_empty() => browser.filter.clear(),
        (_, Some(Action::Back | Action::Quit | Action::AddDocuments)) => _ = model.overlays.pop(),
        (_, Some(action)) => step(browser, action, rows, model.desk.entries.len(), height),
        _ => {}
    }
    Vec::new()
}

/// A click on a row: the cursor goes there; on the row of the cursor, it is as Enter.
pub fn pick(model: &mut Model, row: usize) -> Vec<Effect> {
    let Some(Overlay::Browser(browser)) = model.overlays.last_mut() else { return Vec::new() };
    let list = if browser.of_desk { &mut browser.documents } else { &mut browser.list };
    if list.selected == row {
        return if browser.of_desk || matches!(browser.row(), Some(Row::Item(Found { bytes: Some(_), .. }))) {
            browser.mark();
            Vec::new()
        } else {
            enter(model)
        };
    }
    list.selected = row;
    Vec::new()
}

/// Moves the cursor of the list that is shown.
pub fn step(browser: &mut Browser, action: Action, rows: usize, documents: usize, height: usize) {
    if browser.of_desk {
        browser.documents.motion(action, documents, height);
    } else {
        browser.list.motion(action, rows, height);
    }
}

fn type_in(browser: &mut Browser, event: KeyEvent) {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Enter => browser.typing = false,
        KeyCode::Esc => {
            browser.typing = false;
            browser.filter.clear();
        }
        KeyCode::Backspace => _ = browser.filter.pop(),
        KeyCode::Char('u') if control => browser.filter.clear(),
        KeyCode::Char(c) if !control && browser.filter.chars().count() < LONGEST => browser.filter.push(c),
        _ => {}
    }
    browser.list = List::default();
}

/// No name of a file is longer.
const LONGEST: usize = 255;

/// Takes pasted text into the filter.
pub fn paste(browser: &mut Browser, text: &str) {
    if browser.typing {
        let room = LONGEST.saturating_sub(browser.filter.chars().count());
        browser.filter.extend(text.chars().filter(|c| !c.is_control()).take(room));
        browser.list = List::default();
    }
}

/// Opens the folder under the cursor; elsewhere, does what was marked, or what is under the cursor if nothing was.
fn enter(model: &mut Model) -> Vec<Effect> {
    let Some(Overlay::Browser(browser)) = model.overlays.last_mut() else { return Vec::new() };
    let folder = match browser.row() {
        _ if browser.of_desk => None,
        Some(Row::Above(folder)) => Some(folder.to_owned()),
        Some(Row::Item(Found { bytes: None, path, .. })) => Some(path.clone()),
        _ => None,
    };
    if let Some(folder) = folder {
        go(model, folder);
        return Vec::new();
    }
    if browser.idle() {
        browser.mark();
    }
    if browser.idle() {
        return Vec::new();
    }
    let (added, toggled) = (mem::take(&mut browser.added), mem::take(&mut browser.toggled));
    model.overlays.pop();
    change(model, added, &toggled)
}

fn go(model: &mut Model, folder: PathBuf) {
    model.asked.folder = None;
    if let Some(Overlay::Browser(browser)) = model.overlays.last_mut() {
        browser.enter(folder);
    }
}

/// Has documents come and go.
fn change(model: &mut Model, added: BTreeSet<PathBuf>, toggled: &BTreeSet<usize>) -> Vec<Effect> {
    let gone = toggled.iter().filter(|&&at| model.desk.entries.get(at).is_some_and(|entry| !entry.aside)).count();
    let come = added.len() + toggled.len() - gone;
    model.desk.toggle(toggled.iter().copied());
    let from = model.desk.entries.len();
    model.desk.add(added.into_iter().map(Source::File).collect(), Side::Batch);
    let [come, gone] = [come, gone].map(|n| grouped(n as u64));
    model.notice = Some(t!(model.lang, "browser.done", come = come, gone = gone));
    if from == model.desk.entries.len() { Vec::new() } else { vec![Effect::Watch(from)] }
}
