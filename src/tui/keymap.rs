//! The keys, read from `assets/keymap.toml`: which key does what where, and what the bottom line offers.
//!
//! Knows actions and screens, and what the settings say of keys. Footer and help read the same map, so they cannot say
//! what is not so.

mod remap;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, fmt, str::FromStr};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;

use super::{action::Action, screen::Screen};

/// A key with its modifiers, as the keymap writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct KeyPress {
    code: KeyCode,
    control: bool,
}

/// The contents of `assets/keymap.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeymapFile {
    everywhere: BTreeMap<Action, Vec<String>>,
    overview: BTreeMap<Action, Vec<String>>,
    pipeline: BTreeMap<Action, Vec<String>>,
    bits: BTreeMap<Action, Vec<String>>,
    diff: BTreeMap<Action, Vec<String>>,
    lab: BTreeMap<Action, Vec<String>>,
    library: BTreeMap<Action, Vec<String>>,
    footer: BTreeMap<String, Vec<Vec<Action>>>,
    task: Vec<Task>,
}

/// Actions that serve one task, as the help groups them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Task {
    pub name: String,
    pub actions: Vec<Action>,
}

/// The keys of everywhere and of each screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Keymap {
    everywhere: Vec<(Action, Vec<KeyPress>)>,
    screens: BTreeMap<Screen, Vec<(Action, Vec<KeyPress>)>>,
    /// By the name of a screen, and of a mode with entries of its own.
    footers: BTreeMap<String, Vec<Vec<Action>>>,
    tasks: Vec<Task>,
}

impl Keymap {
    /// Reads a keymap.
    ///
    /// # Errors
    /// The error in the file, with its line; or the name that is no key.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let KeymapFile { everywhere, overview, pipeline, bits, diff, lab, library, footer, task } =
            toml::from_str(text).map_err(|e| e.to_string())?;
        let mut map = Self { everywhere: bindings(everywhere)?, footers: footer, tasks: task, ..Self::default() };
        let tables = [overview, pipeline, bits, diff, lab, library];
        for (screen, table) in Screen::ALL.into_iter().zip(tables) {
            map.screens.insert(screen, bindings(table)?);
        }
        Ok(map)
    }

    /// The keymap that comes with the program.
    pub(super) fn built_in() -> Self {
        // A test reads it; an error could only leave the program without keys, not break it.
        Self::read(include_str!("../../assets/keymap.toml")).unwrap_or_default()
    }

    /// The action of `key` on `screen`.
    pub(super) fn action(&self, screen: Screen, key: KeyPress) -> Option<Action> {
        let own = self.own(screen);
        let holds = |(_, keys): &&(Action, Vec<KeyPress>)| keys.contains(&key);
        // A binding of the screen replaces all keys that the action has everywhere.
        let elsewhere = self.everywhere.iter().filter(|(action, _)| !own.iter().any(|(a, _)| a == action));
        own.iter().find(holds).or(elsewhere.into_iter().find(holds)).map(|(action, _)| *action)
    }

    /// A screen's own table.
    fn own(&self, screen: Screen) -> &[(Action, Vec<KeyPress>)] {
        self.screens.get(&screen).map_or(&[], Vec::as_slice)
    }

    /// The keys of `action` on `screen`, first the one to name.
    pub(super) fn keys(&self, screen: Screen, action: Action) -> &[KeyPress] {
        let tables = self.screens.get(&screen).into_iter().chain([&self.everywhere]);
        tables.flatten().find(|(a, _)| *a == action).map_or(&[], |(_, keys)| keys)
    }

    /// The entries of the bottom line of a screen, or of a mode of it; actions that share a label form one group.
    pub(super) fn footer(&self, name: &str) -> &[Vec<Action>] {
        self.footers.get(name).map_or(&[], Vec::as_slice)
    }

    /// The tasks, in the order in which the help has them.
    pub(super) fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The actions of everywhere, then those of the screen, in the order of the file's tables.
    pub(super) fn actions(&self, screen: Screen) -> (Vec<Action>, Vec<Action>) {
        let names = |table: &[(Action, Vec<KeyPress>)]| table.iter().map(|(action, _)| *action).collect::<Vec<_>>();
        let own: Vec<Action> = names(self.own(screen));
        let everywhere = names(&self.everywhere).into_iter().filter(|action| !own.contains(action)).collect();
        (everywhere, own)
    }
}

fn bindings(table: BTreeMap<Action, Vec<String>>) -> Result<Vec<(Action, Vec<KeyPress>)>, String> {
    let keys = |names: Vec<String>| names.iter().map(|name| name.parse()).collect::<Result<Vec<KeyPress>, String>>();
    table.into_iter().map(|(action, names)| Ok((action, keys(names)?))).collect()
}

const NAMES: [(&str, KeyCode); 15] = [
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Space", KeyCode::Char(' ')),
    ("Tab", KeyCode::Tab),
    ("Shift-Tab", KeyCode::BackTab),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
];

impl From<KeyEvent> for KeyPress {
    fn from(event: KeyEvent) -> Self {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        let code = match event.code {
            // Terminals differ in whether Shift-Tab comes as its own key.
            KeyCode::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            KeyCode::Char(c) if control => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        Self { code, control }
    }
}

impl FromStr for KeyPress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (control, name) = match text.strip_prefix("Ctrl-") {
            Some(name) if !name.is_empty() => (true, name),
            _ => (false, text),
        };
        let mut chars = name.chars();
        let code = match (chars.next(), chars.next()) {
            // As it arrives: Ctrl and a letter is the same with Shift.
            (Some(c), None) if control => Some(KeyCode::Char(c.to_ascii_lowercase())),
            (Some(c), None) if !c.is_control() => Some(KeyCode::Char(c)),
            _ => NAMES.iter().find(|(n, _)| *n == name).map(|(_, code)| *code).or_else(|| function_key(name)),
        };
        code.map(|code| Self { code, control }).ok_or_else(|| format!("{text:?} is not the name of a key"))
    }
}

/// F1 to F12.
fn function_key(name: &str) -> Option<KeyCode> {
    let number = name.strip_prefix('F')?.parse().ok().filter(|n| (1..=12).contains(n))?;
    (format!("F{number}") == name).then_some(KeyCode::F(number))
}

impl fmt::Display for KeyPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.control {
            f.write_str("Ctrl-")?;
        }
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, KeyCode::F(n)) => write!(f, "F{n}"),
            (None, code) => write!(f, "{code}"),
        }
    }
}
