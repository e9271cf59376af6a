//! Offsets in characters: the library counts in bytes, programs that read JSON in characters.

use crate::simhash::Span;

/// Turns offsets in bytes into offsets in characters, for bytes in ascending order.
pub(super) struct CharOffsets<'a> {
    text: &'a str,
    byte: usize,
    chars: usize,
}

impl<'a> CharOffsets<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, byte: 0, chars: 0 }
    }

    pub(super) fn at(&mut self, byte: u32) -> usize {
        let byte = byte as usize;
        self.chars += self.text.get(self.byte..byte).map_or(0, |passed| passed.chars().count());
        self.byte = self.byte.max(byte);
        self.chars
    }

    /// The first character of a span, and the one after its last.
    pub(super) fn of(&mut self, span: Span) -> [usize; 2] {
        [self.at(span.start), self.at(span.end)]
    }
}
