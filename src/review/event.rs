//! The events of a review, as values. The journal writes and reads them; what they amount to is in `state`.
//!
//! Serde derives the tags of a journal from the names here: whatever is renamed keeps its old tag by `#[serde(rename)]`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{Alignment, Exclusion, FileId, Target, Timestamp, Verdict};
use crate::compare::diff::AlignmentPoint;

/// The number of an event: which opening of a journal wrote it, and which of its events it is. The first part is chance
/// and says nothing of who it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId {
    /// Which opening of the journal.
    pub session: u64,
    /// From 1.
    pub number: u64,
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}-{}", self.session, self.number)
    }
}

impl Serialize for EventId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'d> Deserialize<'d> for EventId {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let parts = text.split_once('-').and_then(|(session, number)| {
            Some(Self { session: u64::from_str_radix(session, 16).ok()?, number: number.parse().ok()? })
        });
        parts.ok_or_else(|| D::Error::custom("an event's number is 16 digits, a hyphen and a number"))
    }
}

/// What the numbers of a review were made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewSettings {
    /// Version of this program.
    pub program: String,
    /// The recipe's line, which names the versions of tokenizer and table.
    pub recipe: String,
    /// The largest distance called near.
    pub k: u32,
    /// How long a shared run must be, in Han characters and in words.
    pub run: [u32; 2],
    /// What was left out, a line for each rule; empty where nothing was.
    #[serde(default)]
    pub exclusions: Vec<String>,
}

/// What a reader does to a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum ReviewChange {
    /// Decides, or takes a decision back.
    Verdict {
        of: Target,
        /// What it is to be.
        verdict: Option<Verdict>,
    },
    /// Writes a note; an empty one is none.
    Note {
        of: Target,
        /// All of it, in any script, line feeds included.
        text: String,
        /// The notes and drafts in whose place it stands: those that its writer saw.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over: Vec<EventId>,
    },
    /// Keeps a note that is still being written; an empty one lets it go.
    Draft {
        of: Target,
        /// What there is of it.
        text: String,
        /// The drafts in whose place it stands, beside the writer's own.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over: Vec<EventId>,
    },
    /// Sets two paragraphs of a pair beside each other, or parts them again.
    Align {
        /// Of which pair.
        of: Target,
        /// Which; the first is of the target's first file.
        paragraphs: Alignment,
        /// Whether they stand beside each other from now on.
        on: bool,
    },
    /// Leaves something out of all texts.
    Omit {
        /// What; all that one action was of.
        what: Vec<Exclusion>,
        /// Whether it is left out from now on; `None` where it is not even known any more.
        on: Option<bool>,
    },
}

impl ReviewChange {
    /// Aligns two paragraphs of two files, or undoes that.
    pub(crate) fn align(point: AlignmentPoint, [a, b]: [&FileId; 2], on: bool) -> Self {
        let of = Target::pair(a, b);
        let alignment = Alignment::new(point);
        let paragraphs = if of.files[0] == *a { alignment } else { alignment.mirrored() };
        Self::Align { of, paragraphs, on }
    }

    /// Of which files or place it is; `None` where it is of the review as a whole.
    pub fn of(&self) -> Option<&Target> {
        match self {
            Self::Verdict { of, .. } | Self::Note { of, .. } | Self::Draft { of, .. } | Self::Align { of, .. } => {
                Some(of)
            }
            Self::Omit { .. } => None,
        }
    }
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum ReviewEvent {
    /// A reader did something.
    Change(ReviewChange),
    /// An event no longer counts.
    Undo(EventId),
    /// It counts again.
    Redo(EventId),
    /// What the numbers were made with from here on, for the events of the same opening.
    Settings(ReviewSettings),
    /// Something that this version does not know; its name.
    Unknown(String),
}

/// An event with its time and number.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRecord {
    pub at: Timestamp,
    pub id: EventId,
    pub event: ReviewEvent,
}
