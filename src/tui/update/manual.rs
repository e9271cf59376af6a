//! Keys of the reader of the manual.

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    manual::{self, Block},
    t,
    tui::{
        action::Action,
        model::{Dialog, ManualReader, Model, links},
        screen::Screen,
    },
};

/// Opens the manual at the page on the screen that is shown, before the list of topics.
pub(crate) fn open(model: &mut Model) {
    let mut reader = ManualReader::default();
    let number = Screen::ALL.iter().position(|screen| *screen == model.workspace.screen).unwrap_or(0);
    if let Some(topic) = manual::find("screens") {
        reader.go(Some(topic), 0);
        let blocks = manual::topics()[topic].blocks(model.lang);
        let second = |(_, block): &(usize, Block)| matches!(block, Block::Heading(2, _));
        if let Some((block, _)) = blocks.into_iter().enumerate().filter(second).nth(number) {
            show(&mut reader, model, block);
        }
    }
    model.workspace.dialogs.push(Dialog::Manual(Box::new(reader)));
}

/// Opens a topic.
///
/// # Errors
/// If there is none of that name, a message with the names.
pub(crate) fn open_topic(model: &mut Model, name: &str) -> Result<(), String> {
    let Some(topic) = manual::find(name) else {
        let names: Vec<&str> = manual::topics().iter().map(|topic| topic.name).collect();
        return Err(t!(model.lang, "manual.unknown", name, all = names.join(", ")));
    };
    let mut reader = ManualReader::default();
    reader.go(Some(topic), 0);
    model.workspace.dialogs.push(Dialog::Manual(Box::new(reader)));
    Ok(())
}

/// Scrolls to a block of the topic.
fn show(reader: &mut ManualReader, model: &Model, block: usize) {
    let lines = reader.lines(model.lang, model.size.0);
    reader.at.row = lines.iter().position(|line| line.block == block && !line.pieces.is_empty()).unwrap_or(0);
}

pub(crate) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) {
    // Taken out while the model is asked for its size and language.
    let Some(Dialog::Manual(mut reader)) = model.workspace.dialogs.pop() else { return };
    if handled(&mut reader, model, event, action) {
        model.workspace.dialogs.push(Dialog::Manual(reader));
    }
}

/// False if the reader is left.
fn handled(reader: &mut ManualReader, model: &mut Model, event: KeyEvent, action: Option<Action>) -> bool {
    if let Some(typed) = &mut reader.typed {
        match event.code {
            KeyCode::Esc => reader.typed = None,
            KeyCode::Backspace if typed.is_empty() => reader.typed = None,
            KeyCode::Backspace => _ = typed.pop(),
            KeyCode::Char(c) => typed.push(c),
            KeyCode::Enter => {
                reader.words = reader.typed.take().unwrap_or_default();
                reader.found = None;
                search(reader, model, true);
            }
            _ => {}
        }
        return true;
    }
    match (event.code, action) {
        (KeyCode::Char('/'), _) => reader.typed = Some(String::new()),
        (_, Some(Action::Quit | Action::Help | Action::Manual)) => return false,
        (_, Some(Action::Back | Action::Left)) => match reader.back.pop() {
            Some(place) => {
                reader.at = place;
                reader.link = None;
            }
            None => return false,
        },
        (_, Some(action @ (Action::Next | Action::Previous))) => search(reader, model, action == Action::Next),
        (_, Some(action @ (Action::NextPane | Action::PreviousPane))) => {
            next_link(reader, model, action == Action::NextPane);
        }
        (_, Some(Action::Open)) => follow(reader, model),
        (_, Some(action)) => scroll(reader, model, action),
        _ => {}
    }
    true
}

/// Turns the wheel.
pub(crate) fn wheel(model: &mut Model, action: Action) {
    let Some(Dialog::Manual(mut reader)) = model.workspace.dialogs.pop() else { return };
    scroll(&mut reader, model, action);
    model.workspace.dialogs.push(Dialog::Manual(reader));
}

/// Moves the cursor among the topics, or scrolls.
fn scroll(reader: &mut ManualReader, model: &Model, action: Action) {
    let rows = model.workspace.drawn.rows;
    let length = match reader.at.topic {
        None => manual::topics().len(),
        Some(_) => (reader.lines(model.lang, model.size.0).len() + 1).saturating_sub(rows.max(1)),
    };
    let mut list = reader.as_list();
    if list.motion(action, length, rows) {
        reader.at.row = list.selected;
    }
}

/// Goes to the next place with the words, in this topic or another.
fn search(reader: &mut ManualReader, model: &mut Model, forward: bool) {
    if reader.words.is_empty() {
        return;
    }
    let lang = model.lang;
    let here = || {
        let lines = reader.lines(lang, model.size.0);
        (reader.at.topic.unwrap_or(0), lines.get(reader.at.row).map_or(0, |line| line.block))
    };
    let from = reader.found.filter(|found| Some(found.0) == reader.at.topic).unwrap_or_else(here);
    match manual::search(&reader.words, from, forward, lang) {
        Some((topic, block)) => {
            if reader.at.topic != Some(topic) {
                reader.go(Some(topic), 0);
            }
            reader.found = Some((topic, block));
            show(reader, model, block);
        }
        None => model.notify(t!(lang, "manual.not-found", words = reader.words)),
    }
}

/// Puts the cursor on the next link: the first one in sight, if it was on none of these.
fn next_link(reader: &mut ManualReader, model: &Model, forward: bool) {
    let lines = reader.lines(model.lang, model.size.0);
    let links = links(&lines).all;
    let rows = model.workspace.drawn.rows.max(1);
    let seen = reader.at.row..reader.at.row + rows;
    let current = reader.link.filter(|&at| links.get(at).is_some_and(|(line, _)| seen.contains(line)));
    reader.link = match (current, forward) {
        (Some(at), true) => Some(at + 1).filter(|&at| at < links.len()).or(Some(at)),
        (Some(at), false) => Some(at.saturating_sub(1)),
        (None, true) => links.iter().position(|(line, _)| *line >= seen.start),
        (None, false) => links.iter().rposition(|(line, _)| *line < seen.end),
    };
    if let Some((line, _)) = reader.link.and_then(|at| links.get(at))
        && !seen.contains(line)
    {
        reader.at.row = line.saturating_sub(rows / 2).min((lines.len() + 1).saturating_sub(rows));
    }
}

/// Opens the topic under the cursor, or where the link leads.
fn follow(reader: &mut ManualReader, model: &mut Model) {
    if reader.at.topic.is_none() {
        let row = reader.at.row;
        reader.go(Some(row.min(manual::topics().len() - 1)), 0);
        return;
    }
    let lang = model.lang;
    let lines = reader.lines(lang, model.size.0);
    let links = links(&lines).all;
    let Some(target) = reader.link.and_then(|at| links.get(at)).map(|(_, target)| (*target).to_owned()) else { return };
    let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
    let topic = match file.strip_suffix(".md") {
        None if file.is_empty() => reader.at.topic,
        Some(name) => manual::find(name),
        None => None,
    };
    let Some(topic) = topic else {
        // It leads out of the manual.
        model.notify(target);
        return;
    };
    reader.go(Some(topic), 0);
    let named = |block: &Block| matches!(block, Block::Heading(_, text) if manual::anchor(text) == anchor);
    if let Some(block) = manual::topics()[topic].blocks(lang).iter().position(named) {
        show(reader, model, block);
    }
}

/// Opens the topic of a row that was clicked.
pub(crate) fn pick(model: &mut Model, row: usize) {
    let Some(Dialog::Manual(mut reader)) = model.workspace.dialogs.pop() else { return };
    if reader.at.topic.is_none() {
        reader.at.row = row;
    } else {
        reader.link = Some(row);
    }
    follow(&mut reader, model);
    model.workspace.dialogs.push(Dialog::Manual(reader));
}
