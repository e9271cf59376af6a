//! A page in pieces that the tokenizer can be given one after the other, with a bound on the attributes of a tag.
//!
//! The tokenizer compares each attribute with all before it in its tag, so a tag of 100,000 attributes costs seconds.
//! No attribute is text, so what is dropped beyond [`ATTRIBUTES`] is not missed. Tags are found by the rules of the
//! HTML standard (13.2.5), as far as they say where a tag or a comment begins and ends. Only the tokenizer's user knows
//! content that is no markup (of a script), and says so before each piece.

use memchr::{memchr, memmem};

use super::RAW;

/// How many attributes of a tag are kept; real tags have a dozen.
pub(super) const ATTRIBUTES: usize = 128;

/// How much the tokenizer is given at once, in bytes, but for a tag or comment that is longer: so it can be stopped
/// where there is too much.
const PIECE: usize = 64 << 10;

/// The remaining page.
pub(super) struct Pieces<'a> {
    rest: &'a str,
    /// `<![CDATA[` begins text, as in XML.
    xml: bool,
    /// How many attributes of a tag are kept.
    most: usize,
}

/// A part of the page, and the end of a tag for one whose attributes were too many.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub text: &'a str,
    pub close: &'static str,
}

impl<'a> Pieces<'a> {
    pub(super) fn of(page: &'a str, xml: bool, most: usize) -> Self {
        Self { rest: page, xml, most }
    }

    /// The next piece; `raw` is the element in whose content, which is no markup, the page is here.
    pub(super) fn next(&mut self, raw: Option<&str>) -> Option<Piece<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let mut at = raw.map_or(0, |name| end_tag(self.rest, name));
        while at < PIECE {
            match memchr(b'<', &self.rest.as_bytes()[at..]) {
                Some(before) if at + before < PIECE => at += before,
                _ => return Some(self.take(self.boundary(PIECE))),
            }
            at = match construct(&self.rest[at..], self.xml) {
                Construct::Text => at + 1,
                Construct::Until(end) => at + end,
                Construct::Tag { name } => {
                    let tag = Tag::of(&self.rest[at..], name, self.most);
                    if let Some(kept) = tag.kept {
                        let text = &self.rest[..at + kept];
                        self.rest = &self.rest[at + tag.end..];
                        return Some(Piece { text, close: tag.close });
                    }
                    let name = &self.rest[at + 1..at + name];
                    // The next text may be no markup, or be markup again.
                    if raw.is_some() || RAW.iter().any(|(raw, ..)| raw.eq_ignore_ascii_case(name)) {
                        return Some(self.take(at + tag.end));
                    }
                    at + tag.end
                }
            };
        }
        Some(self.take(at))
    }

    fn boundary(&self, at: usize) -> usize {
        (at.min(self.rest.len())..=self.rest.len())
            .find(|&at| self.rest.is_char_boundary(at))
            .unwrap_or(self.rest.len())
    }

    fn take(&mut self, end: usize) -> Piece<'a> {
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Piece { text, close: "" }
    }
}

/// The offset of the end tag of that name; the end of the text if there is none.
fn end_tag(text: &str, name: &str) -> usize {
    let bytes = text.as_bytes();
    let is_end = |at: &usize| {
        let after = &bytes[at + 2..];
        after.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && after.get(name.len()).is_none_or(|&byte| ends_name(byte))
    };
    memmem::find_iter(bytes, b"</").find(is_end).unwrap_or(text.len())
}

fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0C' | b' ')
}

/// What begins at a `<`.
enum Construct {
    Text,
    /// A comment, a doctype or the like: the offset behind it.
    Until(usize),
    /// A tag: the offset behind its name.
    Tag {
        name: usize,
    },
}

fn construct(text: &str, xml: bool) -> Construct {
    let bytes = text.as_bytes();
    let behind = |mark: &[u8], from: usize| {
        let found = bytes.get(from..).and_then(|bytes| memmem::find(bytes, mark));
        Construct::Until(found.map_or(bytes.len(), |at| from + at + mark.len()))
    };
    match bytes {
        [_, b'!', b'-', b'-', b'>', ..] => Construct::Until(5),
        [_, b'!', b'-', b'-', b'-', b'>', ..] => Construct::Until(6),
        [_, b'!', b'-', b'-', ..] => Construct::Until(comment(bytes)),
        [_, b'!', after @ ..] if xml && after.starts_with(b"[CDATA[") => behind(b"]]>", 9),
        [_, b'/', letter, ..] if letter.is_ascii_alphabetic() => Construct::Tag { name: name_end(bytes, 2) },
        [_, b'!' | b'?', ..] | [_, b'/', _, ..] => behind(b">", 2),
        [_, letter, ..] if letter.is_ascii_alphabetic() => Construct::Tag { name: name_end(bytes, 1) },
        _ => Construct::Text,
    }
}

/// The offset behind a comment that `bytes` begin with: `-->` and `--!>` end it.
fn comment(bytes: &[u8]) -> usize {
    let ends = memmem::find_iter(&bytes[4..], b"--").map(|at| at + 4);
    let ends = ends.filter_map(|at| match bytes.get(at + 2..) {
        Some([b'>', ..]) => Some(at + 3),
        // The dashes may be more than two.
        Some([b'!' | b'-', b'>', ..]) => Some(at + 4),
        _ => None,
    });
    ends.min().unwrap_or(bytes.len())
}

fn name_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|&byte| ends_name(byte)).map_or(bytes.len(), |at| from + at)
}

/// A tag as far as its end matters.
struct Tag {
    /// The offset behind it.
    end: usize,
    /// The offset behind the attributes that are kept, where they are not all.
    kept: Option<usize>,
    /// What ends it then.
    close: &'static str,
}

impl Tag {
    /// The tag that `text` begins with; its name ends at `at`.
    fn of(text: &str, mut at: usize, most: usize) -> Self {
        let bytes = text.as_bytes();
        let (mut attributes, mut kept) = (0, None);
        let mut close = " >";
        loop {
            while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
                at += 1;
            }
            match bytes.get(at..) {
                None | Some([]) => return Self { end: at, kept, close: "" },
                Some([b'>', ..]) => return Self { end: at + 1, kept, close },
                Some([b'/', after @ ..]) => {
                    close = if after.starts_with(b">") { "/>" } else { " >" };
                    at += 1;
                    continue;
                }
                Some(_) => {}
            }
            if attributes == most {
                kept = kept.or(Some(at));
            }
            attributes += 1;
            at = behind_attribute(bytes, at);
        }
    }
}

/// The offset behind the attribute that begins at `at`, with its value.
fn behind_attribute(bytes: &[u8], at: usize) -> usize {
    let spaces = |at: usize| bytes[at..].iter().take_while(|&&byte| is_space(byte)).count();
    // An equals sign at its beginning is part of the name.
    let name = bytes[at + 1..].iter().position(|&byte| ends_name(byte) || byte == b'=');
    let Some(name) = name.map(|length| at + 1 + length) else { return bytes.len() };
    let equals = name + spaces(name);
    if bytes.get(equals) != Some(&b'=') {
        return name;
    }
    let value = equals + 1 + spaces(equals + 1);
    match bytes.get(value) {
        Some(&quote @ (b'"' | b'\'')) => {
            memchr(quote, &bytes[value + 1..]).map_or(bytes.len(), |length| value + length + 2)
        }
        Some(b'>') | None => value,
        Some(_) => bytes[value..]
            .iter()
            .position(|&byte| is_space(byte) || byte == b'>')
            .map_or(bytes.len(), |length| value + length),
    }
}
