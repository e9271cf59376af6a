//! The format of a journal's lines. Must not know files.
//!
//! A line is a JSON object and a line feed. Its first key is `"sum"`, the XXH3 of everything behind the next comma,
//! which tells a whole line from a torn one. An event of a later version is read as [`ReviewEvent::Unknown`].

use std::fmt;

use serde_json::Value;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::{
    files::{parse_id, random_id},
    review::{EventRecord, ReviewEvent},
};

/// Identifies a review, wherever its folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReviewId(u128);

impl ReviewId {
    /// A random id; `None` if the system has no random numbers to give.
    pub(super) fn random() -> Option<Self> {
        random_id().map(Self)
    }

    /// The id of a review that has none in its header.
    pub(super) fn of_first_event(line: &[u8]) -> Self {
        Self(xxh3_128(line))
    }

    pub(super) fn number(self) -> u128 {
        self.0
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        parse_id(text).map(Self)
    }
}

impl fmt::Display for ReviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The version of the format that this program writes.
pub(super) const VERSION: u64 = 1;

#[derive(Debug, PartialEq)]
pub(super) enum ParsedLine {
    /// The version of the format, and the id of the review.
    Header(u64, Option<ReviewId>),
    Event(Box<EventRecord>),
    /// Torn, damaged, or no line of a journal.
    Damaged,
}

impl EventRecord {
    /// The line with its line feed; empty for an unknown event, which is in the file already.
    pub(super) fn line(&self) -> String {
        if matches!(self.event, ReviewEvent::Unknown(_)) {
            return String::new();
        }
        // Strings, numbers and lists always have a JSON form.
        seal(&serde_json::to_string(self).unwrap_or_default())
    }
}

/// The first line of a file. A file that is not beside its folders has their names there, any other its id.
pub(super) fn header(folders: Option<&[String]>, id: Option<ReviewId>) -> String {
    let mut header = serde_json::Map::new();
    header.insert("journal".into(), "simscope review".into());
    header.insert("version".into(), VERSION.into());
    header.extend(id.map(|id| ("review".into(), id.to_string().into())));
    header.extend(folders.map(|folders| ("folders".into(), folders.into())));
    seal(&Value::Object(header).to_string())
}

/// Whether a damaged line may be a torn header. A power cut may leave zeros in the place of bytes that were written.
pub(super) fn may_be_header(line: &[u8]) -> bool {
    let mut line = line;
    while let [0, inner @ ..] | [inner @ .., 0] = line {
        line = inner;
    }
    line.starts_with(PREFIX.as_bytes()) || PREFIX.as_bytes().starts_with(line)
}

/// A JSON object as a line with its checksum.
pub(super) fn seal(object: &str) -> String {
    let rest = object.strip_prefix('{').unwrap_or_default();
    format!("{PREFIX}{:016x}\",{rest}\n", xxh3_64(rest.as_bytes()))
}

const PREFIX: &str = "{\"sum\":\"";

/// Parses a line without its line feed.
pub(super) fn parse(line: &[u8]) -> ParsedLine {
    let Some(value) = unseal(line) else { return ParsedLine::Damaged };
    if let Some(version) = value.get("version").and_then(Value::as_u64).filter(|_| value.get("journal").is_some()) {
        return ParsedLine::Header(version, value.get("review").and_then(Value::as_str).and_then(ReviewId::parse));
    }
    let framed = |value: &Value| Some((value.get("at")?.as_str()?.to_owned(), value.get("id")?.clone()));
    let Some((at, id)) = framed(&value) else { return ParsedLine::Damaged };
    let (Ok(at), Ok(id)) = (serde_json::from_value(at.into()), serde_json::from_value(id)) else {
        return ParsedLine::Damaged;
    };
    let name = value.get("do").and_then(Value::as_str).unwrap_or_default().to_owned();
    // A known event may have an unknown value, such as a verdict of a later version.
    let event = serde_json::from_value(value).unwrap_or(ReviewEvent::Unknown(name));
    ParsedLine::Event(Box::new(EventRecord { at, id, event }))
}

fn unseal(line: &[u8]) -> Option<Value> {
    let line = std::str::from_utf8(line).ok()?;
    let (sum, rest) = line.strip_prefix(PREFIX)?.split_once("\",")?;
    let sum = u64::from_str_radix(sum, 16).ok().filter(|_| sum.len() == 16)?;
    (xxh3_64(rest.as_bytes()) == sum).then(|| serde_json::from_str(line).ok())?
}

/// Parses a line with this object; an event is written and parsed again, and is the same.
pub(crate) fn reread(object: &str) {
    if let ParsedLine::Event(record) = parse(seal(object).trim_end_matches('\n').as_bytes()) {
        let line = record.line();
        match parse(line.trim_end_matches('\n').as_bytes()) {
            ParsedLine::Event(again) => assert_eq!(again.line(), line),
            ParsedLine::Damaged => assert!(line.is_empty(), "{line}"),
            ParsedLine::Header(..) => panic!("an event became a header: {line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compare::diff::AlignmentPoint,
        review::{
            EventId, Excerpt, Exclusion, FileId, HunkId, ReviewChange, ReviewSettings, Target, Timestamp, Verdict,
        },
    };

    fn target() -> Target {
        let [a, b] = ["a.txt", "夜/b.txt"].map(|path| FileId { path: path.into(), size: 9, hash: u64::MAX });
        Target::hunk(
            &a,
            &b,
            &HunkId { a: Excerpt::of("旧\u{1b}"), b: Excerpt::of("新\u{202e}"), nth: 1, shared: false },
        )
    }

    fn lines() -> Vec<EventRecord> {
        let id = EventId { session: 7, number: 1 };
        let settings = ReviewSettings {
            program: "0".into(),
            recipe: "r".into(),
            k: 3,
            run: [13, 8],
            exclusions: vec!["x".into()],
            reading: 1,
            reviewer: String::new(),
        };
        let update_exclusions =
            |what, on| ReviewEvent::Change(ReviewChange::Exclude { exclusions: vec![what, Exclusion::References], on });
        let events = [
            ReviewEvent::Change(ReviewChange::Verdict { of: target(), verdict: Some(Verdict::Common) }),
            ReviewEvent::Change(ReviewChange::Verdict { of: target(), verdict: None }),
            ReviewEvent::Change(ReviewChange::Note {
                of: target(),
                text: "a\n\"灯\"\u{0}\u{2028}".into(),
                over: vec![id],
            }),
            ReviewEvent::Change(ReviewChange::Draft { of: target(), text: String::new(), over: vec![] }),
            ReviewEvent::Change(ReviewChange::align(
                AlignmentPoint { numbers: [1, 2], says: [7; 2] },
                target().files.each_ref(),
                true,
            )),
            update_exclusions(Exclusion::Common { least: 4 }, Some(false)),
            update_exclusions(Exclusion::Pattern { pattern: "^第\\d+页$".into() }, Some(true)),
            update_exclusions(
                Exclusion::Place { file: target().files[0].clone(), text: "旧\u{1b}".into(), nth: 1, quotation: true },
                None,
            ),
            ReviewEvent::Undo { of: id },
            ReviewEvent::Redo { of: id },
            ReviewEvent::Settings(settings),
        ];
        let line =
            |(number, event)| EventRecord { at: Timestamp::now(), id: EventId { session: u64::MAX, number }, event };
        (1..).zip(events).map(line).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        for line in lines() {
            let text = line.line();
            let inner = text.strip_suffix('\n').unwrap();
            assert!(!inner.contains('\n'));
            assert_eq!(parse(inner.as_bytes()), ParsedLine::Event(Box::new(line)));
            let value: Value = serde_json::from_str(inner).unwrap();
            assert_eq!(value["sum"].as_str().unwrap().len(), 16, "any program can read it");
        }
        for id in [None, ReviewId::random()] {
            assert_eq!(parse(header(None, id).trim_end().as_bytes()), ParsedLine::Header(1, id));
        }
        assert_eq!(parse(header(Some(&["/x".into()]), None).trim_end().as_bytes()), ParsedLine::Header(1, None));
    }

    #[test]
    fn a_torn_line_is_none_wherever_it_is_torn_and_a_changed_byte_is_seen() {
        for line in lines() {
            let text = line.line();
            let bytes = text.trim_end().as_bytes();
            for end in 0..bytes.len() {
                assert_eq!(parse(&bytes[..end]), ParsedLine::Damaged, "{end}");
                let mut changed = bytes.to_vec();
                changed[end] ^= 1;
                assert_eq!(parse(&changed), ParsedLine::Damaged, "{end}");
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
            let ParsedLine::Event(line) = parse(seal(&body).trim_end().as_bytes()) else { panic!("{body}") };
            assert_eq!((line.event, line.id.number), (ReviewEvent::Unknown(name.into()), 12));
        }
        let more = lines()[0].line().replacen("\"do\"", "\"colour\":\"blue\",\"do\"", 1);
        let resealed = seal(&format!("{{{}", more.trim_end().split_once("\",").unwrap().1));
        assert_eq!(parse(resealed.trim_end().as_bytes()), ParsedLine::Event(Box::new(lines().swap_remove(0))));
    }
}
