//! The password of a server, from outside of the URL of a library.

use std::{
    env,
    fs::File,
    io,
    io::{ErrorKind, Read},
    path::Path,
    sync::OnceLock,
};

use crate::{cli::CommandError, document::safe_name, files, locale::Lang, t};

/// The password itself. It comes before the file.
const PASSWORD: &str = "SIMSCOPE_REDIS_PASSWORD";
/// The file that has it, for what passes secrets on as files.
const FILE: &str = "SIMSCOPE_REDIS_PASSWORD_FILE";
/// A password is shorter.
const LONGEST: u64 = 64 << 10;

/// Read once, since a pipe gives it only once.
static KNOWN: OnceLock<String> = OnceLock::new();

/// The password in the environment, or in the file that is named there; `None` where there is neither.
///
/// # Errors
/// The file cannot be read, or has no password.
pub(super) fn given(lang: Lang) -> Result<Option<String>, CommandError> {
    if let Ok(password) = env::var(PASSWORD) {
        return Ok(Some(password));
    }
    let Some(file) = env::var_os(FILE).filter(|file| !file.is_empty()) else { return Ok(None) };
    if let Some(password) = KNOWN.get() {
        return Ok(Some(password.clone()));
    }
    let password = read(Path::new(&file));
    password.map(|password| Some(KNOWN.get_or_init(|| password).clone())).map_err(|reason| {
        let file = safe_name(&file.to_string_lossy());
        CommandError::Failed(t!(lang, "library-file.password-file", file = file, reason = reason))
    })
}

/// The file; a pipe too, as a shell names one in place of `<(command)`, or one with a name. It is waited for.
fn open(file: &Path) -> io::Result<File> {
    if files::is_pipe(file.metadata()?.file_type()) {
        return File::open(file);
    }
    files::open(file)
}

/// The only line of a file, without its end.
fn read(file: &Path) -> io::Result<String> {
    let mut password = String::new();
    open(file)?.take(LONGEST + 1).read_to_string(&mut password)?;
    let password = password.strip_suffix('\n').unwrap_or(&password);
    let password = password.strip_suffix('\r').unwrap_or(password);
    let sound = (1..=LONGEST).contains(&(password.len() as u64)) && !password.contains('\n');
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
            read(&file).ok()
        };
        for bytes in ["s3 cret", "s3 cret\n", "s3 cret\r\n"] {
            assert_eq!(read(bytes.as_bytes()).as_deref(), Some("s3 cret"), "{bytes:?}");
        }
        assert_eq!(read(b" s3\t\n").as_deref(), Some(" s3\t"), "nothing else is cut");
        for bytes in [&b""[..], b"\n", b"a\nb\n", b"\xff", &vec![b'a'; LONGEST as usize + 1]] {
            assert_eq!(read(bytes), None);
        }
        assert!(super::read(folder.path()).is_err() && super::read(&folder.path().join("none")).is_err());
    }
}
