//! Keys of the dialog on which documents are chosen.

use std::{
    collections::BTreeSet,
    mem,
    path::{Path, PathBuf},
};

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    leaving,
    typing::{paste_line, type_line},
};
use crate::{
    compare::{Groups, Role},
    document::{SkippedFile, Source},
    locale::{Lang, grouped},
    say, t,
    tui::{
        action::Action,
        model::{
            ApplyError, Browser, BrowserPurpose, Dialog, FolderItem, FolderRow, FolderScan, List, Model,
            effect::{Effect, Request},
        },
    },
};

pub(crate) fn open(model: &mut Model, purpose: BrowserPurpose) {
    model.workspace.results.folder.forget();
    let browser = Browser::new(purpose, &model.workspace.batch, model.workspace.shown_document());
    model.workspace.dialogs.push(Dialog::Browser(Box::new(browser)));
}

pub(crate) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    let workspace = &mut model.workspace;
    let Some(Dialog::Browser(browser)) = workspace.dialogs.last_mut() else { return None };
    if browser.typing {
        type_in(browser, event);
        return None;
    }
    let (rows, height) = (browser.rows().len(), workspace.drawn.rows);
    match (event.code, action) {
        (KeyCode::Char(' '), _) => {
            browser.mark();
            // On a folder the cursor stays, since its contents are counted there and Enter opens it.
            if browser.of_batch || matches!(browser.row(), Some(FolderRow::Item(FolderItem { bytes: Some(_), .. }))) {
                step(browser, Action::Down, rows, workspace.batch.entries.len(), height);
            }
        }
        (KeyCode::Enter, _) => return enter(model),
        (KeyCode::Char('s'), _) if workspace.batch.has_archive() => {
            browser.purpose = match browser.purpose {
                BrowserPurpose::Batch => BrowserPurpose::Archive,
                BrowserPurpose::Archive => BrowserPurpose::Batch,
                BrowserPurpose::Review => BrowserPurpose::Review,
            };
        }
        (KeyCode::Backspace, _) | (_, Some(Action::Left)) => {
            if let Some(above) = browser.folder.parent().map(Path::to_owned) {
                go(model, above);
            }
        }
        (_, Some(Action::ReviewFolder)) if browser.purpose == BrowserPurpose::Review => {
            browser.stop();
            let shown = browser.folder.clone();
            return review(model, vec![shown]);
        }
        (_, Some(Action::NextPane | Action::PreviousPane)) if browser.purpose != BrowserPurpose::Review => {
            browser.of_batch = !browser.of_batch;
        }
        (KeyCode::Char('/'), _) if !browser.of_batch => browser.typing = true,
        (_, Some(Action::Back)) if !browser.filter.is_empty() => browser.filter.clear(),
        (_, Some(Action::Back | Action::Quit | Action::AddDocuments)) => {
            browser.stop();
            workspace.dialogs.pop();
        }
        (_, Some(action)) => step(browser, action, rows, workspace.batch.entries.len(), height),
        _ => {}
    }
    None
}

/// A click on a row: the cursor goes there; on the row of the cursor, it is as Enter.
pub(crate) fn pick(model: &mut Model, row: usize) -> Effect {
    let Some(Dialog::Browser(browser)) = model.workspace.dialogs.last_mut() else { return None };
    let list = if browser.of_batch { &mut browser.documents } else { &mut browser.list };
    if list.selected == row {
        return if browser.of_batch || matches!(browser.row(), Some(FolderRow::Item(FolderItem { bytes: Some(_), .. })))
        {
            browser.mark();
            None
        } else {
            enter(model)
        };
    }
    list.selected = row;
    None
}

/// Moves the cursor of the list that is shown.
pub(crate) fn step(browser: &mut Browser, action: Action, rows: usize, documents: usize, height: usize) {
    if browser.of_batch {
        browser.documents.motion(action, documents, height);
    } else {
        browser.list.motion(action, rows, height);
    }
}

fn type_in(browser: &mut Browser, event: KeyEvent) {
    match event.code {
        KeyCode::Enter => browser.typing = false,
        KeyCode::Esc => {
            browser.typing = false;
            browser.filter.clear();
        }
        _ => _ = type_line(&mut browser.filter, event, LONGEST),
    }
    browser.list = List::default();
}

/// No name of a file is longer.
const LONGEST: usize = 255;

/// Takes pasted text into the filter.
pub(crate) fn paste(browser: &mut Browser, text: &str) {
    if browser.typing {
        paste_line(&mut browser.filter, text, LONGEST);
        browser.list = List::default();
    }
}

/// Opens the folder under the cursor; elsewhere, does what was marked, or what is under the cursor if nothing was.
fn enter(model: &mut Model) -> Effect {
    let Some(Dialog::Browser(browser)) = model.workspace.dialogs.last_mut() else { return None };
    let folder = match browser.row() {
        _ if browser.of_batch => None,
        // It is to be added whole, not opened.
        Some(FolderRow::Item(FolderItem { path, .. })) if browser.taken.contains_key(path) => None,
        Some(FolderRow::Above(folder)) => Some(folder.to_owned()),
        Some(FolderRow::Item(FolderItem { bytes: None, path, .. })) => Some(path.clone()),
        _ => None,
    };
    if let Some(folder) = folder {
        go(model, folder);
        return None;
    }
    if browser.idle() {
        browser.mark();
    }
    if browser.idle() {
        return None;
    }
    if browser.purpose == BrowserPurpose::Review {
        browser.stop();
        let chosen = browser.taken.keys().chain(&browser.added).cloned().collect();
        return review(model, chosen);
    }
    let added = browser.coming();
    let side = if browser.purpose == BrowserPurpose::Archive { Role::Archive } else { Role::Batch };
    if browser.walking() {
        browser.refused = Some(ApplyError::Walking);
        return None;
    }
    let sides = model.workspace.batch.entries.iter().map(|entry| entry.side).chain(added.iter().map(|_| side));
    let pairs = Groups::new(sides.collect(), 0).pairs();
    if pairs > Groups::HELD {
        browser.refused = Some(ApplyError::TooMany(pairs));
        return None;
    }
    let mut toggled = mem::take(&mut browser.toggled);
    let said = skipped(browser, model.lang);
    model.workspace.dialogs.pop();
    // The samples make way for what is the reader's own.
    if !added.is_empty() && toggled.is_empty() && model.of_samples() {
        toggled = model.workspace.batch.present().collect();
    }
    if !said.is_empty() {
        model.workspace.dialogs.push(Dialog::Messages(said));
    }
    change(model, added, &toggled, side)
}

/// Closes the screens, to be opened again over a review of these files and folders.
fn review(model: &mut Model, chosen: Vec<PathBuf>) -> Effect {
    model.workspace.dialogs.pop();
    model.to_review = chosen;
    leaving::leave(model);
    None
}

/// The files skipped in the folders, the first of them one to a line.
fn skipped(browser: &Browser, lang: Lang) -> Vec<String> {
    const LISTED: usize = 10;
    let failed = browser.taken.values().filter_map(|taken| match taken {
        FolderScan::Failed(why) => Some(why.clone()),
        _ => None,
    });
    let all: Vec<&SkippedFile> = browser.skipped().collect();
    let lines = all.iter().take(LISTED).map(|out| say::skipped_file(out, lang));
    let more = (all.len() > LISTED).then(|| t!(lang, "cli.skipped-more", n = grouped((all.len() - LISTED) as u64)));
    failed.chain(lines).chain(more).collect()
}

fn go(model: &mut Model, folder: PathBuf) {
    model.workspace.results.folder.forget();
    if let Some(Dialog::Browser(browser)) = model.workspace.dialogs.last_mut() {
        browser.enter(folder);
    }
}

/// Has documents come and go.
fn change(model: &mut Model, added: BTreeSet<PathBuf>, toggled: &BTreeSet<usize>, side: Role) -> Effect {
    let gone =
        toggled.iter().filter(|&&at| model.workspace.batch.entries.get(at).is_some_and(|entry| !entry.aside)).count();
    let come = added.len() + toggled.len() - gone;
    model.workspace.batch.toggle(toggled.iter().copied());
    let from = model.workspace.batch.entries.len();
    model.workspace.batch.add(added.into_iter().map(Source::File).collect(), side);
    let [come, gone] = [come, gone].map(|n| grouped(n as u64));
    model.notify(t!(model.lang, "browser.done", come, gone));
    if from == model.workspace.batch.entries.len() { None } else { Some(Request::Watch(from).into()) }
}
