//! Settings from variables of the environment.

use super::{Config, SettingError, SettingKey, SettingOrigin, SettingPlace, ValueKind};

/// The settings of variables, and the errors in them. `variable` gives the value of a variable; an empty one is ignored.
///
/// `NO_COLOR` (<https://no-color.org>) and `REDUCE_MOTION` count too; a variable of simscope wins over them.
pub(crate) fn of_environment(variable: impl Fn(&str) -> Option<String>) -> (Config, Vec<SettingError>) {
    let (mut config, mut errors) = (Config::default(), Vec::new());
    let said = |name: &str| variable(name).filter(|text| !text.is_empty());
    for (name, key, text) in [("NO_COLOR", SettingKey::Color, "never"), ("REDUCE_MOTION", SettingKey::Motion, "false")]
    {
        if said(name).is_some_and(|said| name == "NO_COLOR" || said != "0") {
            // Cannot fail: both are values that are allowed.
            _ = config.set(key, text, SettingOrigin::Environment(name.into()));
        }
    }
    for key in SettingKey::ALL {
        let name = key.variable();
        let Some(text) = said(&name) else { continue };
        let text = match (key.kind(), text.as_str()) {
            (ValueKind::Switch, "1" | "yes" | "on") => "true",
            (ValueKind::Switch, "0" | "no" | "off") => "false",
            (_, text) => text,
        };
        if let Err(kind) = config.set(key, text, SettingOrigin::Environment(name.clone())) {
            errors.push(SettingError::new(SettingPlace::Variable(name), kind));
        }
    }
    (config, errors)
}
