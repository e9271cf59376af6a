//! `simscope config`: the settings shown, or a file for them.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use clap::Subcommand;
use serde_json::{Value, json};

use super::{
    Code, CommandError,
    arguments::TextOrJson,
    json, print, print_error, print_setting_errors,
    rights::CommandRights,
    settings::{ResolvedSettings, ScreenFlags},
    start::Startup,
};
use crate::{
    config::{self, Config, SettingKey},
    document::{guard, safe_name, safe_path},
    say, t, tui,
};

/// `simscope config`.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Print the path of the settings file
    Path,
    /// Print every setting with its value and source, and the restrictions on the process that parses documents
    Show {
        /// Output format
        #[arg(long, value_name = "FORM", value_enum, default_value_t)]
        format: TextOrJson,
        #[command(flatten)]
        settings: Box<ScreenFlags>,
    },
    /// Write a settings file with all defaults, commented out, unless it exists
    Init,
}

pub(super) fn run(command: &ConfigCommand, start: Startup) -> Result<Code, CommandError> {
    // Whoever wants a file made knows that there is none.
    let start = match command {
        ConfigCommand::Init => start,
        ConfigCommand::Path => start.warned(),
        ConfigCommand::Show { settings, .. } => start.with((**settings).clone()).warned(),
    };
    let settings = &start.resolve(&[])?;
    let lang = settings.lang;
    let Some(file) = &settings.config.file else {
        if let ConfigCommand::Show { format, .. } = command {
            return Ok(print(Code::Done, lang, |out| show(out, settings, *format)));
        }
        return Err(CommandError::Failed(t!(lang, "cli.no-file").into()));
    };
    Ok(match command {
        ConfigCommand::Path => print(Code::Done, lang, |out| writeln!(out, "{}", safe_path(file))),
        ConfigCommand::Show { format, .. } => {
            // Only the screens heed keys, so only here they are looked at without screens.
            print_setting_errors(&tui::wrong_keys(&settings.config), lang);
            print(Code::Done, lang, |out| show(out, settings, *format))
        }
        ConfigCommand::Init => {
            let name = safe_path(file);
            match config::write_new(file, &config::template()) {
                Ok(()) => print(Code::Done, lang, |out| writeln!(out, "{}", t!(lang, "cli.written", file = name))),
                // A folder of its path may be the name of a file, too.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && file.exists() => {
                    print_error(&t!(lang, "cli.file-is-there", file = name));
                    Code::Error
                }
                Err(error) => {
                    print_error(&t!(lang, "cli.not-written", file = name, reason = error));
                    Code::Error
                }
            }
        }
    })
}

/// Writes every setting and what confines the child process that parses documents.
fn show(out: &mut dyn Write, settings: &ResolvedSettings, format: TextOrJson) -> io::Result<()> {
    let measures = guard::measures();
    // This one needs no more than others.
    let command = CommandRights::default().keep_only();
    if format == TextOrJson::Json {
        let setting = |key: SettingKey| {
            let (value, origin) = value(key, settings);
            (key.name(), json!({ "value": value, "origin": origin }))
        };
        // In alphabetical order.
        let all: BTreeMap<&str, Value> = SettingKey::ALL.into_iter().map(setting).collect();
        let measures = measures.as_ref().map(|all| all.iter().map(|(measure, degree)| (measure.key(), degree.key())));
        let written = json!({
            "schema": "simscope/config/1",
            // Be it there or not; `null` where there is to be none.
            "file": settings.config.file.as_deref().map(|file| file.to_string_lossy()),
            "settings": all,
            // `null` where no child process starts.
            "confinement": measures.map(Iterator::collect::<BTreeMap<&str, &str>>),
            "command_confinement": command.key(),
        });
        return json::write(out, 2, &written);
    }
    show_settings(out, settings)?;
    writeln!(out, "\n# {}", say::confinement(measures.as_ref(), settings.lang))?;
    writeln!(out, "# {}", say::command_rights(command, settings.lang))
}

/// Writes every setting as a file has it, and behind it where it was said.
fn show_settings(out: &mut dyn Write, settings: &ResolvedSettings) -> io::Result<()> {
    let config = &settings.config;
    let lines: Vec<(String, String)> = SettingKey::ALL.into_iter().map(|key| line(key, settings)).collect();
    let longest = lines.iter().map(|(line, _)| line.len()).filter(|&len| len <= LONG).max().unwrap_or(0);
    for (line, origin) in lines {
        writeln!(out, "{line:longest$}  # {}", safe_name(&origin))?;
    }
    bindings(out, config)
}

/// A line no longer than this has its comment in a column.
const LONG: usize = 40;

fn line(key: SettingKey, settings: &ResolvedSettings) -> (String, String) {
    let (text, origin) = value(key, settings);
    (format!("{} = {}", key.name(), config::written(key, &text)), origin)
}

/// The value of a setting, and where it was said.
fn value(key: SettingKey, settings: &ResolvedSettings) -> (String, String) {
    let config = &settings.config;
    let text = match key {
        SettingKey::Recipe => settings.recipe.to_string(),
        SettingKey::K => settings.k().to_string(),
        _ => config.text(key).into(),
    };
    let origin = match config.get(key) {
        _ if key == SettingKey::K && config.k_of_recipe().is_some() => "recipe".into(),
        Some(value) => value.origin.to_string(),
        None => "default".into(),
    };
    (text, origin)
}

fn bindings(out: &mut dyn Write, config: &Config) -> io::Result<()> {
    let mut before = "";
    for binding in &config.bindings {
        if binding.place != before {
            writeln!(out, "\n[keys.{}]", safe_name(&binding.place))?;
            before = &binding.place;
        }
        let line = format!("{} = {:?}", binding.action, binding.keys);
        writeln!(out, "{}  # {}", safe_name(&line), binding.at)?;
    }
    Ok(())
}
