//! Places in characters, and shared passages with theirs and their paragraphs, for whoever no longer has the texts: the
//! program counts in bytes, programs that read JSON in characters.

use serde::Serialize;

use crate::{
    compare::{
        coverage::passages::{PairPassage, bare},
        diff::Numbers,
    },
    simhash::Span,
};

/// At most so many places of a passage are given for each text.
const MOST_PLACES: usize = 100;

/// A passage that occurs in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocatedPassage {
    /// In characters, white space not counted.
    pub chars: u64,
    /// At how many places it occurs in A and in B.
    pub counts: [u32; 2],
    /// The first of these.
    pub places: [Vec<PassagePlace>; 2],
    /// Its first place in A, in bytes.
    pub first: Span,
}

/// A place of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PassagePlace {
    /// Its first character.
    pub start: usize,
    /// The character after its last.
    pub end: usize,
    /// The number of the paragraph that it begins in.
    pub paragraph: u32,
}

/// The same passages, located.
pub(crate) fn located(passages: &[PairPassage], texts: [&str; 2]) -> Vec<LocatedPassage> {
    let spans = |side: usize| passages.iter().flat_map(move |passage| passage.places[side].iter().take(MOST_PLACES));
    let chars = [0, 1].map(|side| OffsetTable::new(texts[side], spans(side).copied()));
    let numbers = texts.map(Numbers::new);
    let places = |side: usize, spans: &[Span]| {
        let place = |span: &Span| {
            let [start, end] = chars[side].of(*span);
            PassagePlace { start, end, paragraph: numbers[side].at(bare(texts[side], *span).start) }
        };
        spans.iter().take(MOST_PLACES).map(place).collect()
    };
    let one = |passage: &PairPassage| LocatedPassage {
        chars: passage.chars,
        counts: passage.counts,
        places: [0, 1].map(|side| places(side, &passage.places[side])),
        first: passage.places[0].first().copied().unwrap_or(Span { start: 0, end: 0 }),
    };
    passages.iter().map(one).collect()
}

/// Turns offsets in bytes into offsets in characters, for bytes in ascending order.
pub(crate) struct CharOffsets<'a> {
    text: &'a str,
    byte: usize,
    chars: usize,
}

impl<'a> CharOffsets<'a> {
    /// Of a text, from its start.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, byte: 0, chars: 0 }
    }

    fn at(&mut self, byte: u32) -> usize {
        let byte = byte as usize;
        self.chars += self.text.get(self.byte..byte).map_or(0, |passed| passed.chars().count());
        self.byte = self.byte.max(byte);
        self.chars
    }

    /// The first character of a span, and the one after its last.
    pub(crate) fn of(&mut self, span: Span) -> [usize; 2] {
        [self.at(span.start), self.at(span.end)]
    }
}

/// Offsets in characters for offsets in bytes, in any order.
pub(crate) struct OffsetTable(Vec<(u32, usize)>);

impl OffsetTable {
    /// Of the ends of `spans`.
    pub(crate) fn new(text: &str, spans: impl Iterator<Item = Span>) -> Self {
        let mut bytes: Vec<u32> = spans.flat_map(|span| [span.start, span.end]).collect();
        bytes.sort_unstable();
        bytes.dedup();
        let mut offsets = CharOffsets::new(text);
        Self(bytes.into_iter().map(|byte| (byte, offsets.at(byte))).collect())
    }

    /// The first character of one of these spans, and the one after its last.
    pub(crate) fn of(&self, span: Span) -> [usize; 2] {
        let at = |byte: u32| self.0.binary_search_by_key(&byte, |&(byte, _)| byte).map_or(0, |at| self.0[at].1);
        [at(span.start), at(span.end)]
    }
}
