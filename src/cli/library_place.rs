//! Where a library is: its name, its URL with the password from outside of it, or what the settings say.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, ErrorKind, Read},
    path::Path,
    sync::OnceLock,
};

use super::{CommandError, chinese, print_error, start::Startup};
use crate::{config::SettingKey, document::safe_name, files, locale::Lang, say, store::LibraryPlace, t, url};

/// The password of a server, from outside of the URL of a library. It comes before the file.
const PASSWORD: &str = "SIMSCOPE_REDIS_PASSWORD";
/// The file that has it, for what passes secrets on as files.
const PASSWORD_FILE: &str = "SIMSCOPE_REDIS_PASSWORD_FILE";
/// A password is shorter.
const LONGEST_PASSWORD: u64 = 64 << 10;

/// Read once, since a pipe gives it only once.
static KNOWN_PASSWORD: OnceLock<String> = OnceLock::new();

/// The arguments without users and passwords of URLs: whatever repeats an argument, repeats none. Warns of passwords.
pub(super) fn without_accounts(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let (mut of_text, mut warned) = (false, false);
    let mut all: Vec<OsString> = arguments.into_iter().collect();
    for argument in &mut all {
        let Some(text) = argument.to_str() else { continue };
        // A text is a document, whatever it begins with.
        let is_text = std::mem::replace(&mut of_text, text == "--text") || text.starts_with("--text=");
        let at = text.find('=').filter(|_| text.starts_with("--")).map_or(0, |at| at + 1);
        if let Some((url, has_password)) = (!is_text).then(|| url::take_account(&text[at..])).flatten() {
            warned |= has_password;
            *argument = format!("{}{url}", &text[..at]).into();
        }
    }
    if warned {
        print_error(t!(chinese::lang_of(&all), "library-file.account"));
    }
    all
}

/// The place of the library of that name or URL, or of the one that the settings name; `None` if there is no place for
/// one.
///
/// # Errors
/// An error in the URL, or a password that cannot be read.
pub(super) fn place_of_name(name: Option<&OsStr>, start: &Startup) -> Result<Option<LibraryPlace>, CommandError> {
    let name = name.unwrap_or_else(|| start.setting(SettingKey::Library).as_ref());
    let of = |password: Option<&str>| {
        let place = LibraryPlace::of(name, password);
        place.map_err(|error| CommandError::Failed(say::library_url_error(error, start.lang).into()))
    };
    let place = of(None)?;
    // A file with a password is of no concern to a library in a file.
    if place.as_ref().is_some_and(LibraryPlace::lacks_password) {
        of(password(start.lang)?.as_deref())
    } else {
        Ok(place)
    }
}

/// The password in the environment, or in the file that is named there; `None` where there is neither.
///
/// # Errors
/// The file cannot be read, or has no password.
fn password(lang: Lang) -> Result<Option<String>, CommandError> {
    if let Ok(password) = env::var(PASSWORD) {
        return Ok(Some(password));
    }
    let Some(file) = env::var_os(PASSWORD_FILE).filter(|file| !file.is_empty()) else { return Ok(None) };
    if let Some(password) = KNOWN_PASSWORD.get() {
        return Ok(Some(password.clone()));
    }
    let password = read_password(Path::new(&file));
    password.map(|password| Some(KNOWN_PASSWORD.get_or_init(|| password).clone())).map_err(|reason| {
        let file = safe_name(&file.to_string_lossy());
        CommandError::Failed(t!(lang, "library-file.password-file", file, reason))
    })
}

/// The file; a pipe too, as a shell names one in place of `<(command)`, or one with a name. It is waited for.
fn open_waiting(file: &Path) -> io::Result<File> {
    if files::is_pipe(file.metadata()?.file_type()) {
        return File::open(file);
    }
    files::open(file)
}

/// The only line of a file, without its end.
fn read_password(file: &Path) -> io::Result<String> {
    let mut password = String::new();
    open_waiting(file)?.take(LONGEST_PASSWORD + 1).read_to_string(&mut password)?;
    let password = password.strip_suffix('\n').unwrap_or(&password);
    let password = password.strip_suffix('\r').unwrap_or(password);
    let sound = (1..=LONGEST_PASSWORD).contains(&(password.len() as u64)) && !password.contains('\n');
    if sound { Ok(password.to_owned()) } else { Err(ErrorKind::InvalidData.into()) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_end_of_the_line_is_no_part_of_a_password() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("password");
        let read = |bytes: &[u8]| {
            fs::write(&file, bytes).unwrap();
            read_password(&file).ok()
        };
        for bytes in ["s3 cret", "s3 cret\n", "s3 cret\r\n"] {
            assert_eq!(read(bytes.as_bytes()).as_deref(), Some("s3 cret"), "{bytes:?}");
        }
        assert_eq!(read(b" s3\t\n").as_deref(), Some(" s3\t"), "nothing else is cut");
        for bytes in [&b""[..], b"\n", b"a\nb\n", b"\xff", &vec![b'a'; LONGEST_PASSWORD as usize + 1]] {
            assert_eq!(read(bytes), None);
        }
        assert!(read_password(folder.path()).is_err() && read_password(&folder.path().join("none")).is_err());
    }
}
