//! The sources of texts, those that come with the program among them, and their bytes.

use std::{
    fs,
    io::{self, IsTerminal, Read},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use super::{Encoding, Format, ReadError, SpecialFile, visible::safe_path};
use crate::files::{descriptor, open_below, open_given};

/// The most that is read of one document, in bytes.
pub const LIMIT: u64 = 256 << 20;

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
    /// A file that was found in a folder. It is opened only if it lies below one of these, whose paths are canonical:
    /// a link may have taken its place since.
    Found(Box<Self>, Arc<[PathBuf]>),
    /// One of these whose bytes are in that encoding, as somebody said.
    Encoded(Box<Self>, Encoding),
    /// One of these that is in that format, as somebody said.
    As(Box<Self>, Format),
}

impl Source {
    /// The source itself, without what is known or said of it.
    pub fn plain(&self) -> &Self {
        match self {
            Self::Found(source, _) | Self::Encoded(source, _) | Self::As(source, _) => source.plain(),
            source => source,
        }
    }

    /// The source without a given encoding or format.
    pub(crate) fn unsaid(&self) -> &Self {
        match self {
            Self::Encoded(source, _) | Self::As(source, _) => source.unsaid(),
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
            Self::Found(source, _) | Self::Encoded(source, _) | Self::As(source, _) => source.name(),
        }
    }

    /// The full path or name, for messages. Safe to show.
    pub fn place(&self) -> String {
        match self {
            Self::File(path) if path.as_os_str().is_empty() => "(empty file name)".to_owned(),
            Self::File(path) | Self::Kept { path, .. } => safe_path(path),
            Self::Stdin => "standard input".to_owned(),
            Self::Text { .. } | Self::Sample(_) => self.name(),
            Self::Found(source, _) | Self::Encoded(source, _) | Self::As(source, _) => source.place(),
        }
    }

    /// It as it was given, for files: a path, `-` for standard input, a name. Not safe to show.
    pub(crate) fn given(&self) -> String {
        match self.plain() {
            Self::File(path) | Self::Kept { path, .. } => path.to_string_lossy().into_owned(),
            Self::Text { .. } | Self::Sample(_) => self.name(),
            _ => "-".to_owned(),
        }
    }

    /// Its size before it is read, in bytes; 0 if it cannot be known.
    pub(crate) fn size(&self) -> u64 {
        match self.plain() {
            Self::File(path) => fs::metadata(path).map_or(0, |meta| meta.len()),
            Self::Text { text, .. } | Self::Kept { text, .. } => text.len() as u64,
            Self::Sample(sample) => sample.text().len() as u64,
            _ => 0,
        }
    }

    /// The bytes of a file or of standard input. Never waits for a FIFO, never reads more than [`LIMIT`].
    pub(super) fn bytes(&self) -> Result<Vec<u8>, ReadError> {
        let failed = |error: &io::Error| ReadError::from_io(self.place(), error);
        // Standard input is not opened a second time by a name: that fails on sockets, which some programs hand to
        // their children.
        let Some(path) = self.file().filter(|path| descriptor(path) != Some(0)) else {
            let stdin = io::stdin();
            if stdin.is_terminal() {
                // The screens read the keys from the same terminal, and neither would get all of them.
                return Err(ReadError::Special { place: self.place(), what: SpecialFile::Terminal });
            }
            return read_up_to(LIMIT, 0, stdin.lock()).map_err(|e| failed(&e));
        };
        let file = match self.unsaid() {
            Self::Found(_, roots) => open_below(path, roots),
            _ => open_given(path),
        };
        let file = file.map_err(|error| {
            // A folder that may not be looked into is another matter.
            let folder = (error.kind() == io::ErrorKind::IsADirectory).then(|| fs::read_dir(path).err()).flatten();
            failed(&folder.unwrap_or(error))
        })?;
        let length = file.metadata().map_err(|e| failed(&e))?.len();
        if length > LIMIT {
            return Err(ReadError::TooLarge { place: self.place(), limit: LIMIT });
        }
        read_up_to(LIMIT, length, file).map_err(|e| failed(&e))
    }

    /// The folders and the name, outermost first, safe to show; `./a` and `a` have the same.
    pub(super) fn parts(&self) -> Vec<String> {
        match self {
            Self::File(path) | Self::Kept { path, .. } => {
                path.components().filter(|part| *part != Component::CurDir).map(safe_path).collect()
            }
            Self::Sample(_) => vec!["samples".to_owned(), self.name()],
            Self::Stdin | Self::Text { .. } => vec![self.name()],
            Self::Found(source, _) | Self::Encoded(source, _) | Self::As(source, _) => source.parts(),
        }
    }
}

/// All of `from`, or one byte more than `limit`, by which the caller sees that there was too much.
fn read_up_to(limit: u64, expected: u64, from: impl Read) -> io::Result<Vec<u8>> {
    // The file may have grown since its size was asked, and files in /proc claim to be empty.
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(expected.min(limit) as usize + 1)?;
    from.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A text that comes with the program, to look at before one has texts of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sample {
    /// A lighthouse, in Chinese.
    LighthouseZh,
    /// The same with a few words changed.
    LighthouseZhEdited,
    /// The tea road, in English.
    TeaRoadEn,
    /// The same, revised.
    TeaRoadEnRevised,
    /// A harbour, in English.
    HarbourEn,
    /// The same with a few words changed.
    HarbourEnEdited,
    /// A night market, in Chinese; like none of the others.
    NightMarketZh,
    /// Glass frogs, in English; like none of the others.
    GlassFrogsEn,
}

impl Sample {
    /// All of them; neighbours 0 and 1, 2 and 3, 4 and 5 are versions of one text.
    pub const ALL: [Self; 8] = [
        Self::LighthouseZh,
        Self::LighthouseZhEdited,
        Self::TeaRoadEn,
        Self::TeaRoadEnRevised,
        Self::HarbourEn,
        Self::HarbourEnEdited,
        Self::NightMarketZh,
        Self::GlassFrogsEn,
    ];

    /// Those that are opened first for a reader of Chinese: the near-duplicates are in that language.
    pub const CHINESE: [Self; 6] = [
        Self::LighthouseZh,
        Self::LighthouseZhEdited,
        Self::TeaRoadEn,
        Self::TeaRoadEnRevised,
        Self::NightMarketZh,
        Self::GlassFrogsEn,
    ];

    /// Likewise for any other reader.
    pub const ENGLISH: [Self; 6] = [
        Self::HarbourEn,
        Self::HarbourEnEdited,
        Self::TeaRoadEn,
        Self::TeaRoadEnRevised,
        Self::GlassFrogsEn,
        Self::NightMarketZh,
    ];

    /// A stable name, as in `lighthouse-zh`.
    pub fn key(self) -> &'static str {
        let name = self.file_name();
        name.strip_suffix(".txt").unwrap_or(name)
    }

    /// As in `lighthouse-zh.txt`.
    pub fn file_name(self) -> &'static str {
        self.file().0
    }

    /// The whole text, with LF line ends.
    pub fn text(self) -> &'static str {
        self.file().1
    }

    fn file(self) -> (&'static str, &'static str) {
        macro_rules! file {
            ($name:literal) => {
                ($name, include_str!(concat!("../../assets/samples/", $name)))
            };
        }
        match self {
            Self::LighthouseZh => file!("lighthouse-zh.txt"),
            Self::LighthouseZhEdited => file!("lighthouse-zh-edited.txt"),
            Self::TeaRoadEn => file!("tea-road-en.txt"),
            Self::TeaRoadEnRevised => file!("tea-road-en-revised.txt"),
            Self::HarbourEn => file!("harbour-en.txt"),
            Self::HarbourEnEdited => file!("harbour-en-edited.txt"),
            Self::NightMarketZh => file!("night-market-zh.txt"),
            Self::GlassFrogsEn => file!("glass-frogs-en.txt"),
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

    #[test]
    fn reading_stops_one_byte_after_the_limit() {
        for (text, read) in [("", ""), ("four", "four"), ("five!", "five!"), ("too much", "too m")] {
            assert_eq!(read_up_to(4, 0, text.as_bytes()).unwrap(), read.as_bytes());
        }
        assert_eq!(read_up_to(4, 0, io::repeat(b'a')).unwrap().len(), 5);
    }
}
