//! Offsets in characters: the library counts in bytes, programs that read JSON in characters.

use crate::simhash::Span;

/// Turns offsets in bytes into offsets in characters, for bytes in ascending order.
pub struct CharOffsets<'a> {
    text: &'a str,
    byte: usize,
    chars: usize,
}

impl<'a> CharOffsets<'a> {
    /// Of a text, from its start.
    pub fn new(text: &'a str) -> Self {
        Self { text, byte: 0, chars: 0 }
    }

    pub(crate) fn at(&mut self, byte: u32) -> usize {
        let byte = byte as usize;
        self.chars += self.text.get(self.byte..byte).map_or(0, |passed| passed.chars().count());
        self.byte = self.byte.max(byte);
        self.chars
    }

    /// The first character of a span, and the one after its last.
    pub fn of(&mut self, span: Span) -> [usize; 2] {
        [self.at(span.start), self.at(span.end)]
    }
}

/// Offsets in characters for offsets in bytes, in any order.
pub struct OffsetTable(Vec<(u32, usize)>);

impl OffsetTable {
    /// Of the ends of `spans`.
    pub fn new(text: &str, spans: impl Iterator<Item = Span>) -> Self {
        let mut bytes: Vec<u32> = spans.flat_map(|span| [span.start, span.end]).collect();
        bytes.sort_unstable();
        bytes.dedup();
        let mut offsets = CharOffsets::new(text);
        Self(bytes.into_iter().map(|byte| (byte, offsets.at(byte))).collect())
    }

    /// The first character of one of these spans, and the one after its last.
    pub fn of(&self, span: Span) -> [usize; 2] {
        let at = |byte: u32| self.0.binary_search_by_key(&byte, |&(byte, _)| byte).map_or(0, |at| self.0[at].1);
        [at(span.start), at(span.end)]
    }
}
