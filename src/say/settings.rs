//! What is said of settings that are wrong: where, what, and what is allowed.

use super::wrong_recipe;
use crate::{
    config::{Fault, Problem},
    locale::Lang,
    t,
};

/// What is wrong with a setting, in a line. Names that a person wrote come in raw; whoever shows it makes them safe.
pub fn wrong_setting(Fault { place, problem }: &Fault, lang: Lang) -> String {
    let what = match problem {
        Problem::Unreadable(reason) => t!(lang, "setting-fault.unreadable", reason = reason),
        Problem::Syntax(reason) => t!(lang, "setting-fault.syntax", reason = reason),
        Problem::Unknown { name, like: Some(like) } => {
            t!(lang, "setting-fault.unknown-like", name = name, like = like)
        }
        Problem::Unknown { name, like: None } => t!(lang, "setting-fault.unknown", name = name),
        Problem::Value { key, given } => {
            t!(lang, "setting-fault.value", key = key.name(), given = given, allowed = key.allowed())
        }
        Problem::Recipe(_, error) => wrong_recipe(error, lang),
        // As the command line says it.
        Problem::Pattern(error) => error.to_string(),
        Problem::NoTable(name) => t!(lang, "setting-fault.no-table", name = name),
        Problem::NoKeys(action) => t!(lang, "setting-fault.no-keys", action = action),
        Problem::NotAKey { action, key } => {
            t!(lang, "setting-fault.not-a-key", action = action, key = format!("{key:?}"))
        }
        Problem::Taken { key, action, by, screen } => {
            t!(lang, "setting-fault.taken", key = key, action = action, by = by, screen = screen)
        }
        Problem::Needed(action) => t!(lang, "setting-fault.needed", action = action),
    };
    t!(lang, "setting-fault.form", place = place, what = what)
}
