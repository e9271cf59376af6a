//! Errors of journals, and notices on journals that can be used.

use std::{
    error::Error,
    fmt,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use crate::{document::safe_path, files::FileKind, locale::Lang, t};

/// Why a journal could not be read or written.
#[derive(Debug)]
pub enum JournalError {
    /// No folder for it.
    NoPlace,
    /// It cannot be read.
    Unreadable {
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// It is something else.
    Foreign { path: PathBuf },
    /// A link, a pipe or another thing has its name, or that of its folder.
    NotAFile { path: PathBuf, kind: FileKind },
    /// A later version made it.
    Newer {
        path: PathBuf,
        /// The version of its form.
        version: u64,
    },
    /// Nobody wrote so much by hand.
    TooLarge {
        path: PathBuf,
        /// In megabytes.
        limit: u64,
    },
    /// There is no room left in it.
    Crowded {
        path: PathBuf,
        /// In megabytes.
        limit: u64,
    },
    /// The review came with the folder, and is not accepted.
    NotAccepted,
    /// A note is too long.
    TooLong { limit: usize },
    /// The disk is full.
    Full {
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// It cannot be written.
    Unwritable {
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// Another program is at it.
    Busy { path: PathBuf },
    /// The disk knows no locks, so two programs could write into each other's lines.
    NoLock {
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
}

impl JournalError {
    /// An error of writing, by its kind.
    pub(super) fn writing(path: &Path, reason: io::Error) -> Self {
        let path = path.to_owned();
        match reason.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full { path, reason },
            _ => Self::Unwritable { path, reason },
        }
    }

    /// In a sentence that says what, where, and what to do about it.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::NoPlace => t!(lang, "journal.no-place").into(),
            Self::Unreadable { path, reason } => {
                t!(lang, "journal.unreadable", place = safe_path(path), reason)
            }
            Self::Foreign { path } => t!(lang, "journal.foreign", place = safe_path(path)),
            Self::NotAFile { path, kind } => {
                let what = lang.find(&format!("special-file.{}", kind.key())).unwrap_or_default();
                t!(lang, "journal.not-a-file", place = safe_path(path), what)
            }
            Self::Newer { path, version } => t!(lang, "journal.newer", place = safe_path(path), version),
            Self::TooLarge { path, limit } => t!(lang, "journal.too-large", place = safe_path(path), limit),
            Self::Crowded { path, limit } => t!(lang, "journal.crowded", place = safe_path(path), limit),
            Self::NotAccepted => t!(lang, "journal.not-accepted").into(),
            Self::TooLong { limit } => t!(lang, "journal.too-long", limit),
            Self::Full { path, reason } => t!(lang, "journal.full", place = safe_path(path), reason),
            Self::Unwritable { path, reason } => {
                t!(lang, "journal.unwritable", place = safe_path(path), reason)
            }
            Self::Busy { path } => t!(lang, "journal.busy", place = safe_path(path)),
            Self::NoLock { path, reason } => t!(lang, "journal.no-lock", place = safe_path(path), reason),
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl Error for JournalError {}

/// A notice on a journal that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A line is torn or damaged, as after a power cut or on a full disk. It stays in the file and is skipped.
    Damaged {
        path: PathBuf,
        /// Which line, from 1.
        line: u64,
    },
    /// Lines of kinds that this version does not know, skipped.
    Unknown { lines: usize },
    /// The file is another than before, as after a backup was put back; it was re-read.
    Replaced { path: PathBuf },
    /// The folder cannot be written, so the journal is elsewhere.
    Elsewhere { path: PathBuf },
    /// The file of a base text is gone; its runs were kept.
    BaseGone { name: String },
    /// The file of a base text is another text now; the runs of the old one were kept.
    BaseChanged { name: String },
    /// A base text was given again, and is another text now.
    BaseReplaced { name: String },
    /// The file of a base text is gone or another text, and no runs were kept, or those of another reading or length.
    BaseUseless { name: String },
    /// The runs of a base text could not be kept beside the journal.
    BaseNotKept {
        /// The system's reason.
        reason: String,
    },
    /// The file of accepted reviews could not be written, so the review is asked about again.
    NotRemembered {
        /// The system's reason.
        reason: String,
    },
    /// The file of accepted reviews could not be read, so no review is known.
    UnknownReviews {
        /// The system's reason.
        reason: String,
    },
    /// The shares of the last session were found in an older reading, so they may differ.
    OlderReading,
    /// The review has another recipe than the settings, and keeps it.
    KeepsRecipe { recipe: String },
    /// Fingerprints that were made before have another recipe than the review had, and theirs is used.
    LeavesRecipe { recipe: String },
}

impl Notice {
    /// In a sentence.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Damaged { path, line } => t!(lang, "journal.damaged", place = safe_path(path), line),
            Self::Unknown { lines: 1 } => t!(lang, "journal.unknown-one").into(),
            Self::Unknown { lines } => t!(lang, "journal.unknown", n = lines),
            Self::Replaced { path } => t!(lang, "journal.replaced", place = safe_path(path)),
            Self::Elsewhere { path } => t!(lang, "journal.elsewhere", place = safe_path(path)),
            Self::BaseGone { name } => t!(lang, "journal.base-gone", name),
            Self::BaseChanged { name } => t!(lang, "journal.base-changed", name),
            Self::BaseReplaced { name } => t!(lang, "journal.base-replaced", name),
            Self::BaseUseless { name } => t!(lang, "journal.base-useless", name),
            Self::BaseNotKept { reason } => t!(lang, "journal.base-not-kept", reason),
            Self::NotRemembered { reason } => t!(lang, "journal.not-remembered", reason),
            Self::UnknownReviews { reason } => t!(lang, "journal.unknown-reviews", reason),
            Self::OlderReading => t!(lang, "journal.older-reading").into(),
            Self::KeepsRecipe { recipe } => t!(lang, "journal.keeps-recipe", recipe),
            Self::LeavesRecipe { recipe } => t!(lang, "journal.leaves-recipe", recipe),
        }
    }
}
