//! Finds and reads the configuration file.

use std::{
    env,
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
};

use directories::ProjectDirs;

use super::{Config, SettingError, SettingErrorKind, SettingPlace, error::shown, parse};
use crate::files::{self, Disk, Placing, SpecialFile, create_folders, write_all};

/// Means no file. A file of that name is given as `./none`.
pub(crate) const NONE: &str = "none";

/// The variable that names the file.
const VARIABLE: &str = "SIMSCOPE_CONFIG";

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
    let name = shown(&path);
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
