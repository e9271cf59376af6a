//! The lines of a journal, and the marks by which a whole one is known from a torn one.
//!
//! A line is a JSON object that begins with `"sum"`, the XXH3 of all that follows the comma behind it, and ends in a line
//! feed. What another version of this program wrote and this one does not know is [`Event::Unknown`].

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::review::{Alignment, Omission, Stamp, Target, Verdict};

/// The version of the form that this program writes.
pub(super) const VERSION: u64 = 1;

/// The number of an event: which opening of a journal wrote it, and which of its events it is. The first part is chance
/// and says nothing of who it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    /// Which opening of the journal.
    pub session: u64,
    /// From 1.
    pub number: u64,
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}-{}", self.session, self.number)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'d> Deserialize<'d> for Id {
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
pub struct Settings {
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
pub enum Change {
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
        over: Vec<Id>,
    },
    /// Keeps a note that is still being written; an empty one lets it go.
    Draft {
        of: Target,
        /// What there is of it.
        text: String,
        /// The drafts in whose place it stands, beside the writer's own.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over: Vec<Id>,
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
        what: Vec<Omission>,
        /// Whether it is left out from now on; `None` where it is not even known any more.
        on: Option<bool>,
    },
}

impl Change {
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
pub enum Event {
    /// A reader did something.
    Change(Change),
    /// An event no longer counts.
    Undo(Id),
    /// It counts again.
    Redo(Id),
    /// What the numbers were made with from here on, for the events of the same opening.
    Settings(Settings),
    /// Something that this version does not know; its name.
    Unknown(String),
}

/// An event with its time and number.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub at: Stamp,
    pub id: Id,
    pub event: Event,
}

/// What stands in a line of the file.
#[derive(Debug, PartialEq)]
pub(super) enum Read {
    /// The head of a journal, of that version.
    Head(u64),
    Event(Box<Line>),
    /// Neither: torn, damaged, or no journal at all.
    Damaged,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum Other {
    Undo { of: Id },
    Redo { of: Id },
    Settings(Settings),
}

#[derive(Serialize, Deserialize)]
struct Framed<T> {
    at: Stamp,
    id: Id,
    #[serde(flatten)]
    event: T,
}

impl Line {
    /// As it is written, line feed included. What is not known is not written again: it is in the file already.
    pub(super) fn write(&self) -> String {
        let (at, id) = (self.at.clone(), self.id);
        let other = |event: Other| serde_json::to_string(&Framed { at: at.clone(), id, event });
        let body = match &self.event {
            Event::Change(change) => serde_json::to_string(&Framed { at: at.clone(), id, event: change.clone() }),
            Event::Undo(of) => other(Other::Undo { of: *of }),
            Event::Redo(of) => other(Other::Redo { of: *of }),
            Event::Settings(settings) => other(Other::Settings(settings.clone())),
            Event::Unknown(_) => return String::new(),
        };
        // Strings, numbers and lists: there is nothing in them that JSON cannot hold.
        seal(&body.unwrap_or_default())
    }
}

/// The first line of a file; of one that does not lie beside its folders, with their names.
pub(super) fn head(folders: Option<&[String]>) -> String {
    let mut head = serde_json::json!({ "journal": "simscope review", "version": VERSION });
    if let Some(folders) = folders {
        head["folders"] = folders.into();
    }
    seal(&head.to_string())
}

/// Whether a line that is none may be a head that was torn off.
pub(super) fn may_be_head(line: &[u8]) -> bool {
    line.starts_with(PREFIX.as_bytes()) || PREFIX.as_bytes().starts_with(line)
}

/// Puts the sum of an object in front of it.
pub(super) fn seal(object: &str) -> String {
    let rest = object.strip_prefix('{').unwrap_or_default();
    format!("{PREFIX}{:016x}\",{rest}\n", xxh3_64(rest.as_bytes()))
}

const PREFIX: &str = "{\"sum\":\"";

/// What stands in a line, which comes without its line feed.
pub(super) fn read(line: &[u8]) -> Read {
    let Some(value) = unseal(line) else { return Read::Damaged };
    if let Some(version) = value.get("version").and_then(Value::as_u64).filter(|_| value.get("journal").is_some()) {
        return Read::Head(version);
    }
    let framed = |value: &Value| Some((value.get("at")?.as_str()?.to_owned(), value.get("id")?.clone()));
    let Some((at, id)) = framed(&value) else { return Read::Damaged };
    let (Ok(at), Ok(id)) = (serde_json::from_value(at.into()), serde_json::from_value(id)) else {
        return Read::Damaged;
    };
    let name = value.get("do").and_then(Value::as_str).unwrap_or_default().to_owned();
    let event = match &*name {
        // A kind that is known may say something that is not, such as a verdict of a later version.
        "verdict" | "note" | "draft" | "align" | "omit" => serde_json::from_value(value).ok().map(Event::Change),
        _ => serde_json::from_value(value).ok().map(|other| match other {
            Other::Undo { of } => Event::Undo(of),
            Other::Redo { of } => Event::Redo(of),
            Other::Settings(settings) => Event::Settings(settings),
        }),
    };
    Read::Event(Box::new(Line { at, id, event: event.unwrap_or(Event::Unknown(name)) }))
}

fn unseal(line: &[u8]) -> Option<Value> {
    let line = std::str::from_utf8(line).ok()?;
    let (sum, rest) = line.strip_prefix(PREFIX)?.split_once("\",")?;
    let sum = u64::from_str_radix(sum, 16).ok().filter(|_| sum.len() == 16)?;
    (xxh3_64(rest.as_bytes()) == sum).then(|| serde_json::from_str(line).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compare::diff::Point,
        review::{FileId, Hunk, Words},
    };

    fn target() -> Target {
        let [a, b] = ["a.txt", "夜/b.txt"].map(|path| FileId { path: path.into(), size: 9, hash: u64::MAX });
        Target::hunk(&a, &b, &Hunk { a: Words::of("旧\u{1b}"), b: Words::of("新\u{202e}"), nth: 1 })
    }

    fn lines() -> Vec<Line> {
        let id = Id { session: 7, number: 1 };
        let settings =
            Settings { program: "0".into(), recipe: "r".into(), k: 3, run: [13, 8], exclusions: vec!["x".into()] };
        let omit = |what, on| Event::Change(Change::Omit { what: vec![what, Omission::References], on });
        let events = [
            Event::Change(Change::Verdict { of: target(), verdict: Some(Verdict::Common) }),
            Event::Change(Change::Verdict { of: target(), verdict: None }),
            Event::Change(Change::Note { of: target(), text: "a\n\"灯\"\u{0}\u{2028}".into(), over: vec![id] }),
            Event::Change(Change::Draft { of: target(), text: String::new(), over: vec![] }),
            Event::Change(Alignment::change(Point { numbers: [1, 2], says: [7; 2] }, target().files.each_ref(), true)),
            omit(Omission::Common { least: 4 }, Some(false)),
            omit(Omission::Pattern { pattern: "^第\\d+页$".into() }, Some(true)),
            omit(
                Omission::Place { file: target().files[0].clone(), text: "旧\u{1b}".into(), nth: 1, quotation: true },
                None,
            ),
            Event::Undo(id),
            Event::Redo(id),
            Event::Settings(settings),
        ];
        let line = |(number, event)| Line { at: Stamp::now(), id: Id { session: u64::MAX, number }, event };
        (1..).zip(events).map(line).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        for line in lines() {
            let text = line.write();
            let inner = text.strip_suffix('\n').unwrap();
            assert!(!inner.contains('\n'));
            assert_eq!(read(inner.as_bytes()), Read::Event(Box::new(line)));
            let value: Value = serde_json::from_str(inner).unwrap();
            assert_eq!(value["sum"].as_str().unwrap().len(), 16, "any program can read it");
        }
        assert_eq!(read(head(None).trim_end().as_bytes()), Read::Head(1));
        assert_eq!(read(head(Some(&["/x".into()])).trim_end().as_bytes()), Read::Head(1));
    }

    #[test]
    fn a_torn_line_is_none_wherever_it_is_torn_and_a_changed_byte_is_seen() {
        for line in lines() {
            let text = line.write();
            let bytes = text.trim_end().as_bytes();
            for end in 0..bytes.len() {
                assert_eq!(read(&bytes[..end]), Read::Damaged, "{end}");
                let mut changed = bytes.to_vec();
                changed[end] ^= 1;
                assert_eq!(read(&changed), Read::Damaged, "{end}");
            }
        }
    }

    #[test]
    fn what_a_later_version_says_is_unknown_and_no_damage() {
        let id = "00000000000000ff-12";
        for (body, name) in [
            (format!(r#"{{"at":"x","id":"{id}","do":"vote","of":3}}"#), "vote"),
            (format!(r#"{{"at":"x","id":"{id}","do":"verdict","of":{{}},"verdict":"maybe"}}"#), "verdict"),
            (format!(r#"{{"at":"x","id":"{id}"}}"#), ""),
        ] {
            let Read::Event(line) = read(seal(&body).trim_end().as_bytes()) else { panic!("{body}") };
            assert_eq!((line.event, line.id.number), (Event::Unknown(name.into()), 12));
        }
        let more = lines()[0].write().replacen("\"do\"", "\"colour\":\"blue\",\"do\"", 1);
        let resealed = seal(&format!("{{{}", more.trim_end().split_once("\",").unwrap().1));
        assert_eq!(read(resealed.trim_end().as_bytes()), Read::Event(Box::new(lines().swap_remove(0))));
    }
}
