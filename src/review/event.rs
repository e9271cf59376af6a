//! The events of a review, as values. The journal writes and reads them, and `state` is folded from them.
//!
//! Serde derives the tags of a journal from the names here; `#[serde(rename)]` keeps a tag where the name is another.

use std::{fmt, slice};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{Alignment, Exclusion, FileId, Target, Timestamp, Verdict};
use crate::compare::diff::AlignmentPoint;

/// Identifies an event. Nothing in it shows who wrote the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId {
    /// A random number, drawn when the journal was opened.
    pub session: u64,
    /// Counts the events of the session, from 1.
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

/// The settings under which the numbers of a review were computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewSettings {
    /// Version of this program.
    pub program: String,
    /// The recipe's line, which names the versions of tokenizer and table.
    pub recipe: String,
    /// The threshold, in bits.
    pub k: u32,
    /// The least length of a shared run, in Han characters and in words.
    pub run: [u32; 2],
    /// One line for each rule of exclusion.
    pub exclusions: Vec<String>,
    /// Version of the reading in which shared text was found,
    /// [`READING_VERSION`](crate::compare::coverage::READING_VERSION).
    pub reading: u32,
}

/// An action of a reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum ReviewChange {
    /// Gives a verdict, or removes it.
    Verdict { of: Target, verdict: Option<Verdict> },
    /// Gives several pairs one verdict, or removes theirs: all or none.
    Verdicts { of: Vec<Target>, verdict: Option<Verdict> },
    /// Writes a note; an empty one removes it.
    Note {
        of: Target,
        text: String,
        /// The notes and drafts that it replaces: those that its writer saw.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over: Vec<EventId>,
    },
    /// Saves an unfinished note; an empty one removes it.
    Draft {
        of: Target,
        text: String,
        /// The drafts that it replaces, beside the writer's own.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over: Vec<EventId>,
    },
    /// Aligns two paragraphs of a pair, or undoes that.
    Align {
        of: Target,
        /// The first is of the target's first file.
        paragraphs: Alignment,
        on: bool,
    },
    /// Excludes text of all documents, or includes it again.
    #[serde(rename = "omit")]
    Exclude {
        /// All exclusions of one action.
        #[serde(rename = "what")]
        exclusions: Vec<Exclusion>,
        /// Whether they apply from now on; `None` removes them from the list.
        on: Option<bool>,
    },
}

impl ReviewChange {
    /// Aligns two paragraphs of two files; `on` is false to undo that.
    pub(crate) fn align(point: AlignmentPoint, [a, b]: [&FileId; 2], on: bool) -> Self {
        let of = Target::pair(a, b);
        let alignment = Alignment::new(point);
        let paragraphs = if of.files[0] == *a { alignment } else { alignment.mirrored() };
        Self::Align { of, paragraphs, on }
    }

    /// The exclusions that it changes, and whether they apply from then on.
    pub(crate) fn exclusions(&self) -> Option<(&[Exclusion], Option<bool>)> {
        if let Self::Exclude { exclusions, on } = self { Some((exclusions, *on)) } else { None }
    }

    /// The files, or the places in them; none for the review as a whole.
    pub fn of(&self) -> &[Target] {
        match self {
            Self::Verdict { of, .. } | Self::Note { of, .. } | Self::Draft { of, .. } | Self::Align { of, .. } => {
                slice::from_ref(of)
            }
            Self::Verdicts { of, .. } => of,
            Self::Exclude { .. } => &[],
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ReviewEvent {
    Change(ReviewChange),
    /// The event no longer counts.
    Undo(EventId),
    /// The event counts again.
    Redo(EventId),
    /// Holds for the later events of the same session.
    Settings(ReviewSettings),
    /// The name of an event that this version does not know.
    Unknown(String),
}

/// An event with its time and number.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRecord {
    pub at: Timestamp,
    pub id: EventId,
    pub event: ReviewEvent,
}
