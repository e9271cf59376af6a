//! Names of files in a list, as `find` prints them.

use std::path::PathBuf;

use super::{ReadError, Source, open};
use crate::files;

/// The separator of the names in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    /// A line end, LF or CRLF; so no name holds one.
    Line,
    /// NUL, which no name can hold.
    Null,
}

/// The names that a file or standard input lists, as they are: bytes that are not UTF-8 stay what they were (on Unix),
/// white space belongs to a name, and `-` is a file called so. Empty names are omitted.
///
/// # Errors
///
/// See [`ReadError`].
pub(crate) fn listed(list: &Source, separator: Separator) -> Result<Vec<PathBuf>, ReadError> {
    let bytes = match list.plain() {
        Source::File(path) => open::file(path)?,
        _ => open::stdin(list)?,
    };
    let names: Vec<&[u8]> = match separator {
        Separator::Null => bytes.split(|&byte| byte == 0).collect(),
        Separator::Line => {
            let lines = bytes.split(|&byte| byte == b'\n');
            lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect()
        }
    };
    Ok(names.into_iter().filter(|name| !name.is_empty()).map(|name| files::path_of(name.to_vec())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_text_between_separators() {
        let folder = tempfile::tempdir().unwrap();
        let names = |bytes: &[u8], separator| {
            let list = folder.path().join("list");
            std::fs::write(&list, bytes).unwrap();
            let all = listed(&Source::File(list), separator).unwrap();
            all.into_iter().map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("a b\r\n\n夜市.txt\n-".as_bytes(), Separator::Line), ["a b", "夜市.txt", "-"]);
        assert_eq!(names(b"a\nb\0\0c\r\n\0", Separator::Null), ["a\nb", "c\r\n"]);
        assert!(names(b"", Separator::Line).is_empty() && names(b"\n\n", Separator::Line).is_empty());
    }
}
