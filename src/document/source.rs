//! The sources of texts.

use std::{
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use super::{Encoding, Format, Sample, visible::safe_name};
use crate::files::descriptor;

/// The source of a text. Everything that is needed to read it (again).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A file, or a pipe that the shell names as one (`/dev/fd/N`, as in `<(command)`).
    File(PathBuf),
    /// Standard input, to its end.
    Stdin,
    /// A text given as such.
    Text {
        /// Which of those that were given, from 1.
        nth: usize,
        /// The text as it was given.
        text: Arc<str>,
    },
    /// A text that a library keeps of a file. The file is not opened.
    Kept {
        /// The file when its text was kept.
        path: PathBuf,
        /// The text, as it was extracted.
        text: Arc<str>,
    },
    /// A text that comes with the program.
    Sample(Sample),
    /// One of these whose bytes are in that encoding, as somebody said.
    Encoded(Box<Self>, Encoding),
    /// One of these that is in that format, as somebody said.
    As(Box<Self>, Format),
}

impl Source {
    /// The source itself, without a given encoding or format.
    pub fn plain(&self) -> &Self {
        match self {
            Self::Encoded(source, _) | Self::As(source, _) => source.plain(),
            source => source,
        }
    }

    /// The file, where it is one.
    pub fn file(&self) -> Option<&Path> {
        match self.plain() {
            Self::File(path) => Some(path),
            _ => None,
        }
    }

    /// The encoding that somebody said it has.
    pub(crate) fn said_encoding(&self) -> Option<Encoding> {
        match self {
            Self::Encoded(_, encoding) => Some(*encoding),
            Self::As(source, _) => source.said_encoding(),
            _ => None,
        }
    }

    /// The format that somebody said it has.
    pub(crate) fn said_format(&self) -> Option<Format> {
        match self {
            Self::As(_, format) => Some(*format),
            Self::Encoded(source, _) => source.said_format(),
            _ => None,
        }
    }

    /// The format that its name says it has.
    pub(crate) fn named_format(&self) -> Option<Format> {
        match self.plain() {
            Self::File(path) => Format::of(path.extension()?.to_str()?),
            _ => None,
        }
    }

    /// Whether reading takes the text away, as from a pipe.
    pub fn is_read_once(&self) -> bool {
        match self.plain() {
            Self::File(path) => descriptor(path).is_some(),
            source => *source == Self::Stdin,
        }
    }

    /// A name for it, safe to show: the file's name without its folders, `stdin`, `text 1`.
    pub fn name(&self) -> String {
        match self {
            // "63" would say nothing.
            Self::File(path) if descriptor(path).is_some() => self.place(),
            Self::File(_) | Self::Kept { .. } => self.parts().pop().unwrap_or_else(|| self.place()),
            Self::Stdin => "stdin".to_owned(),
            Self::Text { nth, .. } => format!("text {nth}"),
            Self::Sample(sample) => sample.file_name().to_owned(),
            Self::Encoded(source, _) | Self::As(source, _) => source.name(),
        }
    }

    /// The full path or name, for messages. Safe to show.
    pub fn place(&self) -> String {
        match self {
            Self::File(path) if path.as_os_str().is_empty() => "(empty file name)".to_owned(),
            Self::File(path) | Self::Kept { path, .. } => safe_name(&path.to_string_lossy()),
            Self::Stdin => "standard input".to_owned(),
            Self::Text { .. } | Self::Sample(_) => self.name(),
            Self::Encoded(source, _) | Self::As(source, _) => source.place(),
        }
    }

    /// It as it was given, for files: a path, `-` for standard input, a name. Not safe to show.
    pub(crate) fn given(&self) -> String {
        match self.plain() {
            Self::File(path) | Self::Kept { path, .. } => path.to_string_lossy().into_owned(),
            Self::Stdin | Self::Encoded(..) | Self::As(..) => "-".to_owned(),
            Self::Text { .. } | Self::Sample(_) => self.name(),
        }
    }

    /// The folders and the name, outermost first, safe to show; `./a` and `a` have the same.
    pub(super) fn parts(&self) -> Vec<String> {
        match self {
            Self::File(path) | Self::Kept { path, .. } => path
                .components()
                .filter(|part| *part != Component::CurDir)
                .map(|part| safe_name(&part.as_os_str().to_string_lossy()))
                .collect(),
            Self::Sample(_) => vec!["samples".to_owned(), self.name()],
            Self::Stdin | Self::Text { .. } => vec![self.name()],
            Self::Encoded(source, _) | Self::As(source, _) => source.parts(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_places() {
        let table = [
            ("dir/a.txt", "a.txt", "dir/a.txt"),
            ("./a.txt", "a.txt", "./a.txt"),
            ("..", "..", ".."),
            (".", ".", "."),
            ("/", "/", "/"),
            ("", "(empty file name)", "(empty file name)"),
            ("/dev/fd/63", "/dev/fd/63", "/dev/fd/63"),
            ("/dev/shm/a.txt", "a.txt", "/dev/shm/a.txt"),
            ("x/\u{1b}[31mred", "^[[31mred", "x/^[[31mred"),
        ];
        for (path, name, place) in table {
            let source = Source::File(path.into());
            assert_eq!((&*source.name(), &*source.place()), (name, place));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_not_utf8_is_shown() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        let source = Source::File(OsStr::from_bytes(b"d\xE9j\xE0 vu.txt").into());
        assert_eq!(source.name(), "d\u{FFFD}j\u{FFFD} vu.txt");
    }
}
