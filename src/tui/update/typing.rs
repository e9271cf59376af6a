//! The keys of an edited text. Must not know which text it is.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::model::{Editor, Motion};

/// An operation on a text.
pub(crate) enum Keyed {
    /// Moves the cursor, or selects on the way.
    Go(Motion, bool),
    /// Takes out what is selected or what the motion passes.
    Delete(Motion),
    /// Puts this in.
    Insert(String),
    SelectAll,
    /// Takes the last edit back.
    Undo,
    /// Redoes the last undone edit.
    Redo,
    /// Copies what is selected, and takes it out where true.
    Copy(bool),
}

impl Keyed {
    /// The operation of a key; `None` if the key is not one of an edited text. `page` is the number of visible rows.
    pub(crate) fn of(event: KeyEvent, page: usize) -> Option<Self> {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        let alt = event.modifiers.contains(KeyModifiers::ALT);
        let selecting = event.modifiers.contains(KeyModifiers::SHIFT);
        let page = page.max(1) as isize;
        let go = |motion: Motion| Self::Go(motion, selecting);
        Some(match event.code {
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
            KeyCode::Backspace if control || alt => Self::Delete(Motion::WordLeft),
            KeyCode::Delete if control || alt => Self::Delete(Motion::WordRight),
            KeyCode::Backspace => Self::Delete(Motion::Left),
            KeyCode::Delete => Self::Delete(Motion::Right),
            KeyCode::Char('a') if control => Self::SelectAll,
            KeyCode::Char('w') if control => Self::Delete(Motion::WordLeft),
            KeyCode::Char('k') if control => Self::Delete(Motion::LineEnd),
            KeyCode::Char('u') if control => Self::Undo,
            KeyCode::Char('r') if control => Self::Redo,
            KeyCode::Char('x') if control => Self::Copy(true),
            KeyCode::Char('y') if control => Self::Copy(false),
            KeyCode::Enter => Self::Insert("\n".into()),
            KeyCode::Tab => Self::Insert("\t".into()),
            // A control character that a terminal hands on as a key is no text that anyone meant to type.
            KeyCode::Char(c) if !control && !alt && !c.is_control() => Self::Insert(c.to_string()),
            _ => return None,
        })
    }

    /// Does it, in a text laid out in lines of that width. Nothing is copied here: that is for the screen to do.
    pub(crate) fn apply(&self, editor: &mut Editor, width: u16) {
        match self {
            Self::Go(motion, selecting) => editor.go(*motion, *selecting, width),
            Self::Delete(motion) => editor.delete(*motion, width),
            Self::Insert(text) => editor.insert(text),
            Self::SelectAll => editor.select_all(),
            Self::Undo => _ = editor.undo(),
            Self::Redo => _ = editor.redo(),
            Self::Copy(_) => {}
        }
    }
}

/// Pasted text with line feeds: terminals send a carriage return for every line end.
pub(crate) fn pasted(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
