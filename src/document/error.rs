//! Why a text could not be read, or may not be all or not what was meant.

use std::{fmt, io};

use crate::files::SpecialFile;

/// Why a text could not be read. `say` has the sentences; `place` is safe to show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// Nothing has this name.
    NotFound {
        /// The file or source, in full; safe to show.
        place: String,
    },
    /// A folder, where a file was asked for.
    IsFolder {
        /// The file or source, in full; safe to show.
        place: String,
    },
    /// The system forbids it.
    PermissionDenied {
        /// The file or source, in full; safe to show.
        place: String,
    },
    /// Not text in any encoding known here.
    Binary {
        /// The file or source, in full; safe to show.
        place: String,
    },
    /// More than is read at all.
    TooLarge {
        /// The file or source, in full; safe to show.
        place: String,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// Its text and the work on it would take more memory than the budget has left.
    OverBudget {
        /// The file or source, in full; safe to show.
        place: String,
        /// The size of the text, in bytes.
        text: u64,
        /// The memory that is needed, in bytes.
        needed: u64,
        /// The memory that is left, in bytes.
        left: u64,
    },
    /// The system refused memory for the work on it.
    NoMemory {
        /// The file or source, in full; safe to show.
        place: String,
        /// How much was asked for, in bytes.
        bytes: u64,
    },
    /// Not a file that has an end.
    Special {
        /// The file or source, in full; safe to show.
        place: String,
        /// The kind of file that it is.
        what: SpecialFile,
    },
    /// Symbolic links that lead to each other.
    LinkLoop {
        /// The file or source, in full; safe to show.
        place: String,
    },
    /// A file that is more than its text, and whose text cannot be had.
    Refused {
        /// The file or source, in full; safe to show.
        place: String,
        /// What stopped the extraction.
        why: ExtractError,
    },
    /// Anything else the system had to say.
    Io {
        /// The file or source, in full; safe to show.
        place: String,
        /// In the system's words.
        reason: String,
    },
}

/// Why the text of a document cannot be taken out of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ExtractError {
    /// A password is needed.
    Encrypted,
    /// Not what it should be inside.
    Broken,
    /// A zip archive of another kind.
    NotADocument,
    /// Word before 2007 and its like.
    OldOffice,
    /// Not part of this build of the program.
    NoPdf,
    /// More than anyone nests.
    TooDeep,
    /// More than is unpacked.
    TooMuch,
    /// It took too long.
    TooSlow,
    /// The process that read it ended by itself.
    Crashed,
    /// The process that should read it did not start.
    NoChild,
    /// Nobody wanted it any more.
    Stopped,
}

impl ExtractError {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Encrypted,
        Self::Broken,
        Self::NotADocument,
        Self::OldOffice,
        Self::NoPdf,
        Self::TooDeep,
        Self::TooMuch,
        Self::TooSlow,
        Self::Crashed,
        Self::NoChild,
        Self::Stopped,
    ];

    /// A stable name for files and translations.
    pub fn key(self) -> &'static str {
        match self {
            Self::Encrypted => "encrypted",
            Self::Broken => "broken",
            Self::NotADocument => "not-a-document",
            Self::OldOffice => "old-office",
            Self::NoPdf => "no-pdf",
            Self::TooDeep => "too-deep",
            Self::TooMuch => "too-much",
            Self::TooSlow => "too-slow",
            Self::Crashed => "crashed",
            Self::NoChild => "no-child",
            Self::Stopped => "stopped",
        }
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
            Self::OverBudget { .. } => "over-budget",
            Self::NoMemory { .. } => "no-memory",
            Self::Special { .. } => "special",
            Self::LinkLoop { .. } => "link-loop",
            Self::Refused { why, .. } => why.key(),
            Self::Io { .. } => "io",
        }
    }

    /// The place of the error, in full.
    pub fn place(&self) -> &str {
        match self {
            Self::NotFound { place }
            | Self::IsFolder { place }
            | Self::PermissionDenied { place }
            | Self::Binary { place }
            | Self::TooLarge { place, .. }
            | Self::OverBudget { place, .. }
            | Self::NoMemory { place, .. }
            | Self::Special { place, .. }
            | Self::LinkLoop { place }
            | Self::Refused { place, .. }
            | Self::Io { place, .. } => place,
        }
    }

    /// The error of the system for `place`, which is safe to show.
    pub(crate) fn from_io(place: String, error: &io::Error) -> Self {
        if let Some(what) = SpecialFile::of_error(error) {
            return Self::Special { place, what };
        }
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

/// In MB, rounded up.
pub(crate) fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// ELOOP and its like: `io::ErrorKind` has a name for it, but not a stable one.
const LINK_LOOP: i32 = if cfg!(windows) {
    1921
} else if cfg!(any(target_os = "linux", target_os = "android")) {
    40
} else {
    62
};

/// A reason why a text may not be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ReadWarning {
    /// The name says another format than the content.
    Misnamed,
    /// The file ends too early or is malformed; the text is the part before that.
    Cut,
    /// Parts of it could not be read; the text is what the others hold.
    Missing,
    /// There is no text in it at all, though it is of a kind that holds more than text: pictures of pages, perhaps.
    NoText,
}

/// A set of warnings.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ReadWarnings(u8);

impl ReadWarning {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Self; 4] = [Self::Misnamed, Self::Cut, Self::Missing, Self::NoText];

    /// A stable name for files and translations.
    pub fn key(self) -> &'static str {
        match self {
            Self::Misnamed => "misnamed",
            Self::Cut => "cut",
            Self::Missing => "missing",
            Self::NoText => "no-text",
        }
    }
}

impl ReadWarnings {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Adds one where there is reason to.
    pub(crate) fn add_if(&mut self, reason: bool, warning: ReadWarning) {
        if reason {
            self.0 |= 1 << warning as u8;
        }
    }

    /// Those of these names; `None` where a name is none of theirs.
    pub(crate) fn of_keys<'a>(keys: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut warnings = Self::NONE;
        for key in keys {
            warnings.add_if(true, ReadWarning::ALL.into_iter().find(|warning| warning.key() == key)?);
        }
        Some(warnings)
    }

    /// Whether it is among them.
    pub fn has(self, warning: ReadWarning) -> bool {
        self.0 & (1 << warning as u8) != 0
    }

    /// Those there are, in the order of [`ReadWarning::ALL`].
    pub fn iter(self) -> impl Iterator<Item = ReadWarning> {
        ReadWarning::ALL.into_iter().filter(move |&warning| self.has(warning))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for ReadWarnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set() {
        let mut warnings = ReadWarnings::NONE;
        warnings.add_if(true, ReadWarning::NoText);
        warnings.add_if(false, ReadWarning::Missing);
        warnings.add_if(true, ReadWarning::Misnamed);
        assert_eq!(warnings.iter().collect::<Vec<_>>(), [ReadWarning::Misnamed, ReadWarning::NoText]);
        assert_eq!(format!("{warnings:?}"), "{Misnamed, NoText}");
        assert!(!warnings.is_empty() && ReadWarnings::NONE.is_empty());
    }
}
