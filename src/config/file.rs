//! Parses a configuration file into settings and errors. Pure.

use std::{
    env,
    ffi::OsStr,
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use directories::ProjectDirs;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{Binding, Config, SettingError, SettingErrorKind, SettingKey, SettingOrigin, SettingPlace, ValueKind};
use crate::{
    document::safe_path,
    files::{self, Disk, Placing, SpecialFile, create_folders, write_all},
    url,
};

/// The table of keys of the keyboard.
const KEYS: &str = "keys";

/// Reads the text of a file. `file` is its name, safe to show. Values with errors are ignored; if the text is not
/// TOML, all are.
pub fn parse(text: &str, file: &str) -> (Config, Vec<SettingError>) {
    let mut parser = ConfigParser { text, file, config: Config::default(), errors: Vec::new() };
    match DeTable::parse(text) {
        Ok(table) => parser.table(table.get_ref()),
        Err(error) => {
            let at = error.span().unwrap_or(text.len()..text.len());
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            parser.error(&at, SettingErrorKind::Syntax(message));
        }
    }
    (parser.config, parser.errors)
}

struct ConfigParser<'a> {
    text: &'a str,
    file: &'a str,
    config: Config,
    errors: Vec<SettingError>,
}

impl ConfigParser<'_> {
    /// The line on which a stretch of the text begins.
    fn line(&self, at: &Range<usize>) -> usize {
        let before = self.text.as_bytes().get(..at.start).unwrap_or(self.text.as_bytes());
        1 + memchr::memchr_iter(b'\n', before).count()
    }

    fn place(&self, at: &Range<usize>) -> SettingPlace {
        SettingPlace::Line(self.file.into(), self.line(at))
    }

    fn error(&mut self, at: &Range<usize>, kind: SettingErrorKind) {
        self.errors.push(SettingError::new(self.place(at), kind));
    }

    fn table(&mut self, table: &DeTable<'_>) {
        // In the order of the text, which is the order in which errors are reported.
        for (name, value) in ordered(table) {
            if name.get_ref() == KEYS {
                match value.get_ref().as_table() {
                    Some(places) => self.places(places),
                    None => self.error(&name.span(), SettingErrorKind::NoTable(KEYS.into())),
                }
                continue;
            }
            if let Ok(key) = name.get_ref().parse::<SettingKey>() {
                self.value(key, &name.span(), value.get_ref());
            } else {
                self.error(&name.span(), no_setting(name.get_ref()));
            }
        }
    }

    fn value(&mut self, key: SettingKey, at: &Range<usize>, value: &DeValue<'_>) {
        let words = match value {
            DeValue::String(text) if !key.is_number() && key.kind() != ValueKind::Switch => {
                Ok(text.as_ref().to_owned())
            }
            DeValue::Boolean(is) if key.kind() == ValueKind::Switch => Ok(is.to_string()),
            DeValue::Integer(number) if key.is_number() => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| Ok(number.as_str().to_owned()), |number| Ok(number.to_string())),
            DeValue::Array(list) if matches!(key.kind(), ValueKind::AnyOf(_) | ValueKind::Patterns) => {
                let parted = if key.kind() == ValueKind::Patterns { "\n" } else { "," };
                let words = list.iter().map(|word| word.get_ref().as_str()).collect::<Option<Vec<_>>>();
                let words = words.map(|words| if words.is_empty() { key.default().into() } else { words.join(parted) });
                words.ok_or_else(|| written(value))
            }
            other => Err(written(other)),
        };
        let origin = SettingOrigin::File(self.file.into(), self.line(at));
        let said = match words {
            Ok(words) => self.config.set(key, &words, origin).map_err(|kind| match kind {
                // As it is in the file: a number has no quotation marks.
                SettingErrorKind::Value { key, .. } => {
                    SettingErrorKind::Value { key, given: url::hidden(&written(value)).into_owned() }
                }
                other => other,
            }),
            Err(given) => Err(SettingErrorKind::Value { key, given: url::hidden(&given).into_owned() }),
        };
        if let Err(kind) = said {
            self.error(at, kind);
        }
    }

    /// `[keys.overview]` and its like.
    fn places(&mut self, places: &DeTable<'_>) {
        for (place, table) in ordered(places) {
            let Some(table) = table.get_ref().as_table() else {
                self.error(&place.span(), SettingErrorKind::NoTable(format!("{KEYS}.{}", place.get_ref())));
                continue;
            };
            for (action, keys) in ordered(table) {
                let keys = match keys.get_ref() {
                    DeValue::String(key) => Some(vec![key.as_ref().to_owned()]),
                    DeValue::Array(keys) => {
                        keys.iter().map(|key| key.get_ref().as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
                    }
                    _ => None,
                };
                let (place, action, at) = (place.get_ref().as_ref(), action.get_ref().as_ref(), action.span());
                match keys {
                    Some(keys) => {
                        let at = self.place(&at);
                        self.config.bindings.push(Binding { place: place.into(), action: action.into(), keys, at });
                    }
                    None => self.error(&at, SettingErrorKind::NoKeys(action.into())),
                }
            }
        }
    }
}

type TableEntry<'a, 'i> = (&'a Spanned<std::borrow::Cow<'i, str>>, &'a Spanned<DeValue<'i>>);

fn ordered<'a, 'i>(table: &'a DeTable<'i>) -> Vec<TableEntry<'a, 'i>> {
    let mut entries: Vec<TableEntry<'a, 'i>> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}

/// A value as errors quote it.
fn written(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(is) => is.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(_) => "[…]".into(),
        DeValue::Table(_) => "{…}".into(),
    }
}

/// Settings that are no more, and what is said in their place.
const REPLACED: [(&str, &str); 8] = [
    ("tokens", "recipe = \"tokens=…\""),
    ("fold", "recipe = \"fold=…\""),
    ("weight", "recipe = \"weight=…\""),
    ("hash", "recipe = \"hash=…\""),
    ("bits", "recipe = \"bits=…\""),
    ("tie", "recipe = \"tie=…\""),
    ("run-han", "run = \"HAN,WORDS\""),
    ("run-words", "run = \"HAN,WORDS\""),
];

fn no_setting(name: &str) -> SettingErrorKind {
    match REPLACED.iter().find(|(old, _)| *old == name) {
        Some(&(_, by)) => SettingErrorKind::Replaced { name: name.into(), by },
        None => unknown(name, SettingKey::ALL.iter().map(|key| key.name()).chain([KEYS])),
    }
}

/// The error for an unknown name, with the known name most like it.
pub(crate) fn unknown<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> SettingErrorKind {
    SettingErrorKind::Unknown { name: name.into(), like: like(name, names).map(str::to_owned) }
}

/// The one of these names that is most like an unknown one, if it is like it.
pub(crate) fn like<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |other: &&str| (strsim::jaro_winkler(name, other) * 1000.0) as u32;
    names.max_by_key(likeness).filter(|other| likeness(other) >= LIKE)
}

/// The least Jaro-Winkler similarity for a suggestion, in thousandths.
const LIKE: u32 = 780;

/// Means no file. A file of that name is given as `./none`.
pub(crate) const NONE: &str = "none";

/// The variable that names the file.
const VARIABLE: &str = "SIMSCOPE_CONFIG";

/// The variable of a setting.
fn variable_of(setting: &str) -> String {
    format!("SIMSCOPE_{}", setting.to_ascii_uppercase().replace('-', "_"))
}

/// The longest file that is read, in bytes.
const LIMIT: u64 = 1 << 20;

/// The file: the one given, else the one that `SIMSCOPE_CONFIG` names, else `config.toml` in the platform's folder for
/// settings. `None` where there is to be none, or no such folder.
pub(crate) fn place(given: Option<&Path>) -> Option<PathBuf> {
    let variable = env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    match given.map(Path::to_owned).or(variable) {
        Some(path) if path.as_os_str() == OsStr::new(NONE) => None,
        Some(path) => Some(path),
        None => Some(ProjectDirs::from("", "", "simscope")?.config_dir().join("config.toml")),
    }
}

/// Reads the file that [`place`] finds. A missing file is an error only if somebody named it.
pub(crate) fn read(given: Option<&Path>) -> (Config, Vec<SettingError>) {
    let Some(path) = place(given) else { return (Config::default(), Vec::new()) };
    let named = given.is_some() || env::var_os(VARIABLE).is_some_and(|name| !name.is_empty());
    let name = safe_path(&path);
    let (config, errors) = match text(&path) {
        Ok(text) => parse(&text, &name),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !named => Default::default(),
        Err(error) => {
            let kind = SpecialFile::of_error(&error)
                .map_or_else(|| SettingErrorKind::Unreadable(error.to_string()), SettingErrorKind::Special);
            (Config::default(), vec![SettingError::new(SettingPlace::File(name), kind)])
        }
    };
    (Config { file: Some(path), ..config }, errors)
}

fn text(path: &Path) -> io::Result<String> {
    if path == Path::new("/dev/null") {
        return Ok(String::new());
    }
    let bytes = files::read(files::open_given(path)?, LIMIT).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => io::Error::new(error.kind(), "it is larger than 1 MB"),
        _ => error,
    })?;
    let text = String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
}

/// Writes a file that must not be there yet, with the folders above it.
///
/// # Errors
/// If it is there, or cannot be written.
pub(crate) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let disk = Disk::default();
    create_folders(&disk, path.parent().unwrap_or(Path::new("")), false)?;
    write_all(&disk, path, Placing::NEW, text.as_bytes())
}

/// The settings of variables, and the errors in them. `variable` gives the value of a variable; an empty one is
/// ignored.
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
        let name = variable_of(key.name());
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
    for (old, by) in REPLACED {
        let name = variable_of(old);
        if said(&name).is_some() {
            let kind = SettingErrorKind::Replaced { name: old.into(), by };
            errors.push(SettingError::new(SettingPlace::Variable(name), kind));
        }
    }
    (config, errors)
}
