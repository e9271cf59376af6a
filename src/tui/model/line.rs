//! A line that is typed: its text, the completion that is shown in place of it, and what is wrong with it. The cursor
//! is always at the end.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::next_of;

/// The most characters of a line that has no limit of its own.
const LONGEST: usize = 400;

#[derive(Clone, Debug)]
pub(crate) struct InputLine {
    pub text: String,
    /// The most characters that can be typed.
    longest: usize,
    /// The completion that is shown, and its place among all.
    pub picked: Option<(usize, String)>,
    pub error: Option<String>,
}

/// What a key did to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKey {
    /// It is as it is meant.
    Done,
    Changed,
    Left,
}

impl Default for InputLine {
    fn default() -> Self {
        Self::new("", LONGEST)
    }
}

impl InputLine {
    pub(crate) fn new(text: &str, longest: usize) -> Self {
        Self { text: text.to_owned(), longest, picked: None, error: None }
    }

    /// The completion that is chosen, or the text.
    pub(crate) fn shown(&self) -> &str {
        self.picked.as_ref().map_or(&self.text, |(_, line)| line)
    }

    /// Has the line be this, typed to its end.
    pub(crate) fn set(&mut self, text: &str) {
        *self = Self::new(text, self.longest);
    }

    /// The effect of a key; `None` of one that is for something else.
    pub(crate) fn key(&mut self, event: KeyEvent) -> Option<LineKey> {
        let mut text = self.shown().to_owned();
        let changed = edit(&mut text, event, self.longest);
        match event.code {
            KeyCode::Esc => return Some(LineKey::Left),
            KeyCode::Enter => self.set(&text),
            _ if changed => self.set(&text),
            _ => return None,
        }
        Some(if changed { LineKey::Changed } else { LineKey::Done })
    }

    /// Shows the next of the completions of the text, or the one before; the only one is taken at once.
    pub(crate) fn complete(&mut self, completions: &[String], forward: bool) {
        self.error = None;
        let n = completions.len();
        match completions {
            [] => {}
            [only] => self.set(only),
            all => {
                let at = match &self.picked {
                    Some((at, _)) => next_of(*at, n, forward),
                    None if forward => 0,
                    None => n - 1,
                };
                self.picked = Some((at, all[at].clone()));
            }
        }
    }

    /// Appends the first line of pasted text, as far as it fits. Returns the greatest length if not all of it did.
    pub(crate) fn paste(&mut self, pasted: &str) -> Option<usize> {
        // Terminals send a carriage return for a line end.
        let line = pasted.trim_start_matches(['\r', '\n']).split(['\r', '\n']).next().unwrap_or_default();
        let mut text = self.shown().to_owned();
        let all = text.chars().count() + line.chars().count();
        append(&mut text, line, self.longest);
        self.set(&text);
        (all > self.longest || line.len() < pasted.len()).then_some(self.longest)
    }
}

/// A key in a line that is typed, of at most so many characters. False if it changes nothing.
pub(crate) fn edit(line: &mut String, event: KeyEvent, longest: usize) -> bool {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Backspace => _ = line.pop(),
        KeyCode::Char('u') if control => line.clear(),
        KeyCode::Char('w') if control => line.truncate(line.trim_end().rfind(' ').map_or(0, |at| at + 1)),
        KeyCode::Char(c) if !control && !c.is_control() && line.chars().count() < longest => line.push(c),
        _ => return false,
    }
    true
}

/// Appends pasted text to a line, without control characters and as far as it fits.
pub(crate) fn append(line: &mut String, text: &str, longest: usize) {
    let free = longest.saturating_sub(line.chars().count());
    line.extend(text.chars().filter(|c| !c.is_control()).take(free));
}
