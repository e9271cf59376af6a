//! Keys of the help.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::{
    action::Action,
    model::{Dialog, HelpPage, List, Model},
};

/// The longest words, in characters.
const LONGEST: usize = 60;

/// Handles a key.
pub(super) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) {
    let workspace = &mut model.workspace;
    let (drawn, Some(Dialog::Help(page))) = (&workspace.drawn, workspace.dialogs.last_mut()) else { return };
    if page.typing {
        type_in(page, event);
        return;
    }
    match (event.code, action) {
        (KeyCode::Char('/'), _) => page.typing = true,
        (_, Some(Action::Back)) if !page.words.is_empty() => *page = HelpPage::default(),
        (_, Some(Action::Back | Action::Quit | Action::Help)) => _ = workspace.dialogs.pop(),
        (_, Some(action)) => page.list.scroll(action, drawn.length, drawn.rows),
        _ => {}
    }
}

fn type_in(page: &mut HelpPage, event: KeyEvent) {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Enter => page.typing = false,
        KeyCode::Esc => *page = HelpPage::default(),
        KeyCode::Backspace => _ = page.words.pop(),
        KeyCode::Char('u') if control => page.words.clear(),
        KeyCode::Char(c) if !control => paste(page, c.encode_utf8(&mut [0; 4])),
        _ => {}
    }
    page.list = List::default();
}

/// Takes text into the words that are searched.
pub(super) fn paste(page: &mut HelpPage, text: &str) {
    if !page.typing {
        return;
    }
    let free = LONGEST.saturating_sub(page.words.chars().count());
    page.words.extend(text.chars().filter(|c| !c.is_control()).take(free));
}
