//! The configuration file with its keymap, the environment variables, and the values of all settings.

use std::fs;

use toml::{Table, Value};

use super::program::{OLD_DEFAULT, Workspace, rows, text};

/// The output of `config show`, which is a configuration file itself; fails on any warning.
fn shown(workspace: &Workspace, variables: &[(String, String)]) -> Table {
    let done = workspace.run_with("config show", variables);
    assert_eq!((done.code, &*done.err), (0, ""), "{variables:?}");
    done.out.parse().unwrap_or_else(|error| panic!("{error}\n{}", done.out))
}

/// A value as a list of words, however it is written.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().flat_map(words).collect(),
        Value::String(text) => text.split(',').map(str::to_owned).collect(),
        Value::Integer(number) => vec![number.to_string()],
        Value::Boolean(is) => vec![is.to_string()],
        other => panic!("no setting is {other:?}"),
    }
}

fn variable(name: &str, value: &str) -> (String, String) {
    (format!("SIMSCOPE_{}", name.to_uppercase().replace('-', "_")), value.to_owned())
}

#[test]
fn a_file_with_every_setting_and_every_action_is_read_without_warnings() {
    let workspace = Workspace::new();
    workspace.add("settings.toml", "config.toml");
    let shown = shown(&workspace, &[variable("config", "settings.toml")]);
    let file: Table = text("config.toml").parse().expect("TOML");
    assert_eq!(file.len(), 26, "25 settings and the keys");
    for (name, value) in &file {
        match value {
            Value::Table(places) => {
                for (place, actions) in places {
                    for (action, keys) in actions.as_table().expect("a table") {
                        assert_eq!(words(&shown[name][place][action]), words(keys), "{place}: {action}");
                    }
                }
            }
            // Shown with the parts that override it.
            _ if name == "recipe" => assert_eq!(shown[name].as_str(), Some("chars:3;fold=nfkc;binary;md5;96;ge")),
            value => assert_eq!(words(&shown[name]), words(value), "{name}"),
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_configuration_file_keeps_its_path() {
    let workspace = Workspace::new();
    workspace.add(".user/config/simscope/config.toml", "config.toml");
    assert_eq!(shown(&workspace, &[])["sort"].as_str(), Some("cosine"));
    assert_eq!(shown(&workspace, &[variable("config", "none")])["sort"].as_str(), Some("rank"));
}

#[test]
fn the_template_of_config_init_is_read_with_and_without_comment_signs() {
    let workspace = Workspace::new();
    workspace.add("settings.toml", "config-init.toml");
    let settings = [variable("config", "settings.toml")];
    let defaults = shown(&workspace, &[variable("config", "none")]);
    assert_eq!(shown(&workspace, &settings), defaults);
    let bare = |line: &str| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).unwrap_or(line).to_owned();
    let all: Vec<String> = text("config-init.toml").lines().map(bare).collect();
    fs::write(workspace.path().join("settings.toml"), all.join("\n")).expect("written");
    let mut said = shown(&workspace, &settings);
    assert!(said.remove("keys").is_some_and(|keys| keys["overview"]["histogram"][0].as_str() == Some("H")));
    // A recipe that is written holds, though another is the default by now.
    for (name, written) in [("recipe", OLD_DEFAULT), ("fold", "none"), ("weight", "tfidf:all@zh-en-1")] {
        assert_eq!(said.insert(name.into(), defaults[name].clone()), Some(written.into()), "{name}");
    }
    assert_eq!(said, defaults);
}

#[test]
fn every_value_of_every_setting_is_read_from_the_environment() {
    let workspace = Workspace::new();
    let mut settings: Vec<(String, Vec<String>)> = Vec::new();
    for row in rows("settings.tsv") {
        let value: String = serde_json::from_str(&row[1]).expect("a text");
        match settings.last_mut() {
            Some((name, values)) if *name == row[0] => values.push(value),
            _ => settings.push((row[0].clone(), vec![value])),
        }
    }
    assert_eq!(settings.len(), 25);
    let most = settings.iter().map(|(_, values)| values.len()).max().unwrap_or_default();
    for n in 0..most {
        let said: Vec<(&str, &str)> =
            settings.iter().filter_map(|(name, values)| Some((&**name, &**values.get(n)?))).collect();
        let variables: Vec<(String, String)> = said.iter().map(|(name, value)| variable(name, value)).collect();
        let shown = shown(&workspace, &variables);
        for (name, value) in said {
            let found = words(&shown[name]);
            match name {
                // Shown with the parts that override it, and with the versions of these.
                "recipe" => assert_eq!(found, ["words@unicode-17.0;fold=none;tf;xxh3-64;8;gt"], "{n}"),
                "tokens" => assert_eq!(found[0].split('@').next(), Some(value)),
                "exclude-pattern" => assert_eq!(found.join("\n"), value),
                _ => assert_eq!(found.join(","), value, "{name}"),
            }
        }
    }
}

#[test]
fn other_variables_and_spellings_are_read() {
    let workspace = Workspace::new();
    for (variable, value, name, shows) in [
        ("NO_COLOR", "1", "color", Value::from("never")),
        ("REDUCE_MOTION", "1", "motion", false.into()),
        ("REDUCE_MOTION", "0", "motion", true.into()),
        ("SIMSCOPE_ASCII", "1", "ascii", true.into()),
        ("SIMSCOPE_ASCII", "yes", "ascii", true.into()),
        ("SIMSCOPE_ASCII", "on", "ascii", true.into()),
        ("SIMSCOPE_CACHE", "0", "cache", false.into()),
        ("SIMSCOPE_CACHE", "no", "cache", false.into()),
        ("SIMSCOPE_CACHE", "off", "cache", false.into()),
    ] {
        assert_eq!(shown(&workspace, &[(variable.into(), value.into())])[name], shows, "{variable}={value}");
    }
}
