//! Shared passages with their places in characters and paragraphs, for whoever no longer has the texts.

use super::{
    char_offsets::OffsetTable,
    coverage::passages::{PairPassage, bare},
    diff::Numbers,
};
use crate::simhash::Span;

/// At most so many places of a passage are given for each text.
const MOST_PLACES: usize = 100;

/// A passage that occurs in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedPassage {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassagePlace {
    /// Its first character, and the one after its last.
    pub chars: [usize; 2],
    /// The number of the paragraph that it begins in.
    pub paragraph: u32,
}

/// The same passages, located.
pub fn located(passages: &[PairPassage], texts: [&str; 2]) -> Vec<LocatedPassage> {
    let spans = |side: usize| passages.iter().flat_map(move |passage| passage.places[side].iter().take(MOST_PLACES));
    let chars = [0, 1].map(|side| OffsetTable::new(texts[side], spans(side).copied()));
    let numbers = texts.map(Numbers::new);
    let places = |side: usize, spans: &[Span]| {
        let place = |span: &Span| PassagePlace {
            chars: chars[side].of(*span),
            paragraph: numbers[side].at(bare(texts[side], *span).start),
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
