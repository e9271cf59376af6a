//! The events of a review, as values. The journal writes and reads them, and `state` is folded from them.
//!
//! Serde derives the tags of a journal from the names here; `#[serde(rename)]` keeps a tag where the name is another.

use std::{fmt, slice, time::SystemTime};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{Exclusion, Target, Verdict, target::hex};
use crate::{compare::diff::AlignmentPoint, document::safe_name, files::rfc3339};

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
    /// What the reader is called, in their own words. Nobody checked it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reviewer: String,
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
    #[cfg(test)]
    pub(crate) fn align(point: AlignmentPoint, [a, b]: [&super::FileId; 2], on: bool) -> Self {
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum ReviewEvent {
    /// The event no longer counts.
    Undo { of: EventId },
    /// The event counts again.
    Redo { of: EventId },
    /// Holds for the later events of the same session.
    Settings(ReviewSettings),
    /// The name of an event that this version does not know.
    #[serde(skip)]
    Unknown(String),
    #[serde(untagged)]
    Change(ReviewChange),
}

/// An event with its time and number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventRecord {
    pub at: Timestamp,
    pub id: EventId,
    #[serde(flatten)]
    pub event: ReviewEvent,
}

/// A time in UTC, such as `2026-11-21T14:28:15Z`. For reading: the order of events is that of the journal's lines,
/// since the clocks of two machines do not agree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(String);

impl Timestamp {
    pub fn now() -> Self {
        Self::of(SystemTime::now())
    }

    /// A time before 1970 is from a wrong clock, and counts as 1970.
    pub fn of(time: SystemTime) -> Self {
        Self(rfc3339(time))
    }

    /// The form in files.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Date and time to the minute, for reading; a text that is no time as it is.
    pub fn shown(&self) -> String {
        let form = |(at, c): (usize, char)| match at {
            4 | 7 => c == '-',
            10 => c == 'T',
            13 | 16 => c == ':',
            _ => c.is_ascii_digit(),
        };
        match (self.0.get(..10), self.0.get(11..16)) {
            (Some(day), Some(minute)) if self.0.chars().take(16).enumerate().all(form) => format!("{day} {minute} UTC"),
            _ => safe_name(&self.0),
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alignment {
    a: AlignedParagraph,
    b: AlignedParagraph,
}

/// A paragraph, by its number and the hash of its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct AlignedParagraph {
    number: u32,
    #[serde(with = "hex")]
    says: u64,
}

impl Alignment {
    #[cfg(test)]
    pub(super) fn new(point: AlignmentPoint) -> Self {
        let paragraph = |side: usize| AlignedParagraph { number: point.numbers[side], says: point.says[side] };
        Self { a: paragraph(0), b: paragraph(1) }
    }

    pub(super) fn point(self) -> AlignmentPoint {
        let sides = [self.a, self.b];
        AlignmentPoint { numbers: sides.map(|side| side.number), says: sides.map(|side| side.says) }
    }

    pub(super) fn mirrored(self) -> Self {
        Self { a: self.b, b: self.a }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        let table = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_795_271_295, "2026-11-21T14:28:15Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ];
        for (seconds, text) in table {
            assert_eq!(Timestamp::of(UNIX_EPOCH + Duration::from_secs(seconds)).as_str(), text);
        }
        assert_eq!(Timestamp::of(UNIX_EPOCH + Duration::from_secs(60)).shown(), "1970-01-01 00:01 UTC");
        assert_eq!(Timestamp("\u{1b}[2J and more than ten".into()).shown(), "^[[2J and more than ten");
    }
}
