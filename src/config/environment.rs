//! What the environment says.

use super::{Config, Fault, Key, Kind, Origin, Place};

/// The settings that variables say, and what is wrong with them. `variable` gives the value of a variable; an empty
/// one says nothing.
///
/// `NO_COLOR` (<https://no-color.org>) and `REDUCE_MOTION` are heard too; the variable of simscope's own wins over them.
pub(crate) fn of_environment(variable: impl Fn(&str) -> Option<String>) -> (Config, Vec<Fault>) {
    let (mut config, mut faults) = (Config::default(), Vec::new());
    let said = |name: &str| variable(name).filter(|text| !text.is_empty());
    for (name, key, text) in [("NO_COLOR", Key::Color, "never"), ("REDUCE_MOTION", Key::Motion, "false")] {
        if said(name).is_some_and(|said| name == "NO_COLOR" || said != "0") {
            // Cannot fail: both are values that are allowed.
            _ = config.say(key, text, Origin::Environment(name.into()));
        }
    }
    for key in Key::ALL {
        let name = key.variable();
        let Some(text) = said(&name) else { continue };
        let text = match (key.kind(), text.as_str()) {
            (Kind::Switch, "1" | "yes" | "on") => "true",
            (Kind::Switch, "0" | "no" | "off") => "false",
            (_, text) => text,
        };
        if let Err(problem) = config.say(key, text, Origin::Environment(name.clone())) {
            faults.push(Fault::new(Place::Variable(name), problem));
        }
    }
    (config, faults)
}
