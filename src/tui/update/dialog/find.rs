//! The prompt of a search, and the screen that searches. Each screen knows by itself how to search.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::{bits, diff, lab, pipeline};
use crate::{
    t,
    tui::{
        model::{Dialog, Model},
        screen::Screen,
    },
};

/// The longest line that can be looked for, in characters: more is never meant.
const LONGEST: usize = 200;

/// Handles a key.
pub(super) fn key(model: &mut Model, event: KeyEvent) {
    let Some(Dialog::Find(typed)) = model.workspace.dialogs.last_mut() else { return };
    match event.code {
        KeyCode::Enter => {
            let needle = typed.clone();
            model.workspace.dialogs.pop();
            find(model, &needle);
        }
        KeyCode::Esc => _ = model.workspace.dialogs.pop(),
        KeyCode::Backspace => _ = typed.pop(),
        KeyCode::Char('u') if event.modifiers.contains(KeyModifiers::CONTROL) => typed.clear(),
        KeyCode::Char(c) if !event.modifiers.contains(KeyModifiers::CONTROL) && typed.chars().count() < LONGEST => {
            typed.push(c);
        }
        _ => {}
    }
}

/// Takes pasted text in, if this is where something is typed.
pub(super) fn paste(model: &mut Model, text: &str) {
    let Some(Dialog::Find(typed)) = model.workspace.dialogs.last_mut() else { return };
    let free = LONGEST.saturating_sub(typed.chars().count());
    let line = text.lines().next().unwrap_or_default();
    typed.extend(line.chars().filter(|c| !c.is_control()).take(free));
    if line.chars().count() > free || text.lines().nth(1).is_some() {
        model.workspace.notice = Some(t!(model.session.lang, "notice.paste-cut", limit = LONGEST));
    }
}

fn find(model: &mut Model, needle: &str) {
    if needle.is_empty() {
        return;
    }
    match model.workspace.screen {
        Screen::Pipeline => {
            needle.clone_into(&mut model.workspace.pipeline.needle);
            pipeline::find(model, needle, true, true);
        }
        Screen::Bits => bits::find(model, needle),
        Screen::Diff => diff::find(model, needle),
        Screen::Lab => {
            needle.clone_into(&mut model.workspace.lab.needle);
            lab::find(model, needle, true);
        }
        Screen::Overview | Screen::Library => {}
    }
}
