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
        SettingErrorKind::Unreadable(reason) => t!(lang, "setting-fault.unreadable", reason = reason),
        SettingErrorKind::Special(what) => {
            let what = lang.find(&format!("special-file.{}", what.key())).unwrap_or_default();
            t!(lang, "setting-fault.special", what = what)
        }
        SettingErrorKind::Syntax(reason) => t!(lang, "setting-fault.syntax", reason = reason),
        SettingErrorKind::Unknown { name, like: Some(like) } => {
            t!(lang, "setting-fault.unknown-like", name = name, like = like)
        }
        SettingErrorKind::Unknown { name, like: None } => t!(lang, "setting-fault.unknown", name = name),
        SettingErrorKind::Value { key, given } => {
            t!(lang, "setting-fault.value", key = key.name(), given = given, allowed = key.allowed())
        }
        SettingErrorKind::Recipe(_, error) => recipe_error(error, lang),
        // As the command line says it.
        SettingErrorKind::Pattern(error) => error.to_string(),
        SettingErrorKind::NoTable(name) => t!(lang, "setting-fault.no-table", name = name),
        SettingErrorKind::NoKeys(action) => t!(lang, "setting-fault.no-keys", action = action),
        SettingErrorKind::NotAKey { action, key } => {
            t!(lang, "setting-fault.not-a-key", action = action, key = format!("{key:?}"))
        }
        SettingErrorKind::Taken { key, action, by, screen } => {
            t!(lang, "setting-fault.taken", key = key, action = action, by = by, screen = screen)
        }
        SettingErrorKind::Needed(action) => t!(lang, "setting-fault.needed", action = action),
    };
    t!(lang, "setting-fault.form", place = place, what = what)
}
