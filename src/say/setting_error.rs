//! Messages on wrong settings: place, error, allowed values.

use super::recipe_error;
use crate::{
    config::{SettingError, SettingErrorKind},
    locale::Lang,
    t,
};

/// One line. Names come in as a person wrote them; whoever shows the line makes them safe.
pub fn setting_error(SettingError { place, kind }: &SettingError, lang: Lang) -> String {
    let what = match kind {
        SettingErrorKind::Unreadable(reason) => t!(lang, "setting-error.unreadable", reason = reason),
        SettingErrorKind::Special(what) => {
            let what = lang.find(&format!("special-file.{}", what.key())).unwrap_or_default();
            t!(lang, "setting-error.special", what = what)
        }
        SettingErrorKind::Syntax(reason) => t!(lang, "setting-error.syntax", reason = reason),
        SettingErrorKind::Unknown { name, like: Some(like) } => {
            t!(lang, "setting-error.unknown-like", name = name, like = like)
        }
        SettingErrorKind::Unknown { name, like: None } => t!(lang, "setting-error.unknown", name = name),
        SettingErrorKind::Value { key, given } => {
            t!(lang, "setting-error.value", key = key.name(), given = given, allowed = key.allowed())
        }
        SettingErrorKind::Recipe(_, error) => recipe_error(error, lang),
        // As the command line says it.
        SettingErrorKind::Pattern(error) => error.to_string(),
        SettingErrorKind::NoTable(name) => t!(lang, "setting-error.no-table", name = name),
        SettingErrorKind::NoKeys(action) => t!(lang, "setting-error.no-keys", action = action),
        SettingErrorKind::NotAKey { action, key } => {
            t!(lang, "setting-error.not-a-key", action = action, key = format!("{key:?}"))
        }
        SettingErrorKind::Taken { key, action, by, screen } => {
            t!(lang, "setting-error.taken", key = key, action = action, by = by, screen = screen)
        }
        SettingErrorKind::Needed(action) => t!(lang, "setting-error.needed", action = action),
    };
    t!(lang, "setting-error.form", place = place, what = what)
}
