//! Why a text could not be read.

use std::{fmt, io};

use thiserror::Error;

/// Why a text could not be read. Each message says what, where, and what to do about it; `place` is safe to show.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// Nothing has this name.
    #[error("{place}: there is no such file; check the spelling and the folder")]
    NotFound {
        /// Where.
        place: String,
    },
    /// A folder, where a file was asked for.
    #[error("{place}: this is a folder, not a text; name the files in it")]
    IsFolder {
        /// Where.
        place: String,
    },
    /// The system forbids it.
    #[error("{place}: you may not read this file; change its permissions, or copy it to where you may")]
    PermissionDenied {
        /// Where.
        place: String,
    },
    /// Not text in any encoding known here.
    #[error("{place}: this is not plain text (it holds bytes that no text has); save it as plain text first")]
    Binary {
        /// Where.
        place: String,
    },
    /// More than is read at all.
    #[error("{place}: larger than {} MB, the most that is read; split it into parts", limit >> 20)]
    TooLarge {
        /// Where.
        place: String,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// Not a file that has an end.
    #[error("{place}: this is a {what}, not a file; {}", what.advice())]
    Special {
        /// Where.
        place: String,
        /// What it is instead.
        what: SpecialFile,
    },
    /// Symbolic links that lead to each other.
    #[error("{place}: its symbolic links lead in a circle; name the file itself, or repair the links")]
    LinkLoop {
        /// Where.
        place: String,
    },
    /// Anything else the system had to say.
    #[error("{place}: cannot be read ({reason}); see whether other programs can open it")]
    Io {
        /// Where.
        place: String,
        /// In the system's words.
        reason: String,
    },
}

/// What was found in place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecialFile {
    /// A FIFO.
    NamedPipe,
    /// A Unix socket.
    Socket,
    /// A disk, a sound card, `/dev/zero`.
    Device,
    /// Standard input, with a person at the other end.
    Terminal,
    /// Something this program has no name for.
    Unknown,
}

impl SpecialFile {
    /// A stable name for files and translations.
    pub fn key(self) -> &'static str {
        match self {
            Self::NamedPipe => "named-pipe",
            Self::Socket => "socket",
            Self::Device => "device",
            Self::Terminal => "terminal",
            Self::Unknown => "unknown",
        }
    }

    fn advice(self) -> &'static str {
        match self {
            Self::NamedPipe => "read it from standard input: simscope - < pipe",
            Self::Terminal => "name a file, or pipe a text into it",
            Self::Socket | Self::Device | Self::Unknown => "save what you want to look at as a file first",
        }
    }
}

impl fmt::Display for SpecialFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NamedPipe => "named pipe",
            Self::Socket => "socket",
            Self::Device => "device",
            Self::Terminal => "terminal",
            Self::Unknown => "special file",
        })
    }
}

impl ReadError {
    /// A stable name for the kind of error, for files and translations.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "not-found",
            Self::IsFolder { .. } => "is-folder",
            Self::PermissionDenied { .. } => "permission-denied",
            Self::Binary { .. } => "binary",
            Self::TooLarge { .. } => "too-large",
            Self::Special { .. } => "special",
            Self::LinkLoop { .. } => "link-loop",
            Self::Io { .. } => "io",
        }
    }

    /// Where it went wrong, in full.
    pub fn place(&self) -> &str {
        match self {
            Self::NotFound { place }
            | Self::IsFolder { place }
            | Self::PermissionDenied { place }
            | Self::Binary { place }
            | Self::TooLarge { place, .. }
            | Self::Special { place, .. }
            | Self::LinkLoop { place }
            | Self::Io { place, .. } => place,
        }
    }

    /// From what the system said.
    pub(super) fn from_io(place: String, error: &io::Error) -> Self {
        match error.kind() {
            _ if error.raw_os_error() == Some(LINK_LOOP) => Self::LinkLoop { place },
            // A file where a folder should be, as in `a.txt/b.txt`: nothing has this name.
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::NotFound { place },
            io::ErrorKind::IsADirectory => Self::IsFolder { place },
            io::ErrorKind::PermissionDenied => Self::PermissionDenied { place },
            _ => Self::Io { place, reason: error.to_string() },
        }
    }
}

/// ELOOP and its like: `io::ErrorKind` has a name for it, but not a stable one.
const LINK_LOOP: i32 = if cfg!(windows) {
    1921
} else if cfg!(any(target_os = "linux", target_os = "android")) {
    40
} else {
    62
};
