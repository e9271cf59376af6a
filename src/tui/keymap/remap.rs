//! The keys that the settings bind to actions, applied to the keymap that comes with the program.
//!
//! All of them are laid over at once, so that two actions can swap their keys. Then bindings that do not go together
//! are undone, the last given first: one key for two actions on one screen; no key for what must always be at hand.

use super::{KeyPress, Keymap};
use crate::{
    config::{Binding, SettingError, SettingErrorKind, unknown},
    tui::{action::Action, screen::Screen},
};

/// The table of everywhere.
const EVERYWHERE: &str = "everywhere";

/// The actions that need a key on every screen.
const NEEDED: [Action; 2] = [Action::Help, Action::Quit];

/// A binding understood.
#[derive(Clone)]
struct Bound<'a> {
    from: &'a Binding,
    /// `None` for everywhere.
    screen: Option<Screen>,
    action: Action,
    keys: Vec<KeyPress>,
}

impl Keymap {
    /// The keymap that comes with the program with these bindings, and the errors in them. Wrong bindings are skipped.
    pub(crate) fn remapped(bindings: &[Binding]) -> (Self, Vec<SettingError>) {
        let built_in = Self::built_in();
        let mut errors = Vec::new();
        let mut bound = Vec::new();
        for from in bindings {
            match built_in.understand(from) {
                Ok(understood) => bound.push(understood),
                Err(kind) => errors.push(SettingError::new(from.at.clone(), kind)),
            }
        }
        while !bound.is_empty() {
            let mut map = built_in.clone();
            for bound in &bound {
                map.bind(bound);
            }
            let Some((at, kind)) = map.clash(&bound) else { return (map, errors) };
            let removed = bound.remove(at);
            errors.push(SettingError::new(removed.from.at.clone(), kind));
        }
        (built_in, errors)
    }

    fn understand<'a>(&self, from: &'a Binding) -> Result<Bound<'a>, SettingErrorKind> {
        let screen = match from.place.as_str() {
            EVERYWHERE => None,
            place => match Screen::ALL.into_iter().find(|screen| screen.key() == place) {
                Some(screen) => Some(screen),
                None => return Err(unknown(place, Screen::ALL.iter().map(|s| s.key()).chain([EVERYWHERE]))),
            },
        };
        let mut known: Vec<Action> = self.everywhere.iter().map(|(action, _)| *action).collect();
        known.extend(screen.into_iter().flat_map(|screen| self.own(screen)).map(|(action, _)| *action));
        let Some(action) = Action::find(&from.action).filter(|action| known.contains(action)) else {
            return Err(no_action(&from.action, known));
        };
        let mut keys: Vec<KeyPress> = Vec::new();
        for name in &from.keys {
            let not_a_key = |_| SettingErrorKind::NotAKey { action: from.action.clone(), key: name.clone() };
            let key = name.parse().map_err(not_a_key)?;
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        if keys.is_empty() && NEEDED.contains(&action) {
            return Err(SettingErrorKind::Needed(from.action.clone()));
        }
        if action == Action::Interrupt {
            // The one that every terminal program ends by.
            let always = KeyPress::from(crossterm::event::KeyEvent::new(
                crossterm::event::KeyCode::Char('c'),
                crossterm::event::KeyModifiers::CONTROL,
            ));
            if !keys.contains(&always) {
                keys.push(always);
            }
        }
        Ok(Bound { from, screen, action, keys })
    }

    fn bind(&mut self, bound: &Bound<'_>) {
        let table = match bound.screen {
            Some(screen) => self.screens.entry(screen).or_default(),
            None => &mut self.everywhere,
        };
        match table.iter_mut().find(|(action, _)| *action == bound.action) {
            Some((_, keys)) => keys.clone_from(&bound.keys),
            None => table.push((bound.action, bound.keys.clone())),
        }
    }

    /// A binding by which a key has two meanings on one screen: the later of the two.
    fn clash(&self, bound: &[Bound<'_>]) -> Option<(usize, SettingErrorKind)> {
        for screen in Screen::ALL {
            let (everywhere, own) = self.actions(screen);
            let all: Vec<_> =
                own.into_iter().chain(everywhere).map(|action| (action, self.keys(screen, action))).collect();
            for (n, &(one, keys)) in all.iter().enumerate() {
                for &(other, others) in &all[n + 1..] {
                    let Some(key) = keys.iter().find(|key| others.contains(key)) else { continue };
                    let said = |action: Action| {
                        let here = |b: &Bound<'_>| b.action == action && b.screen.is_none_or(|s| s == screen);
                        bound.iter().rposition(here)
                    };
                    let (at, action, by) = match (said(one), said(other)) {
                        (None, None) => continue,
                        (a, b) if a > b => (a?, one, other),
                        (_, b) => (b?, other, one),
                    };
                    let kind = SettingErrorKind::Taken {
                        key: key.to_string(),
                        action: action.name(),
                        by: by.name(),
                        screen: screen.key().into(),
                    };
                    return Some((at, kind));
                }
            }
        }
        None
    }
}

fn no_action(name: &str, known: Vec<Action>) -> SettingErrorKind {
    let names: Vec<String> = known.into_iter().map(Action::name).collect();
    unknown(name, names.iter().map(String::as_str))
}
