//! What lies somewhere in a text, with its place in characters: the library counts in bytes, programs that read JSON
//! in characters.

use std::time::{Duration, Instant};

use super::shape::{Differences, Hunk, Passage, Stretch};
use crate::{
    compare::{
        coverage,
        diff::{HunkKind, Side, diff},
    },
    simhash::{Span, segments},
};

/// How long the search for the differences of a pair may take before it settles for coarser ones.
const BUDGET: Duration = Duration::from_secs(10);

/// The differences of two texts.
pub(super) fn differences(texts: [&str; 2]) -> Differences<'_> {
    let [a, b] = texts;
    let deadline = Instant::now() + BUDGET;
    let (cut_a, cut_b) = rayon::join(|| segments(a), || segments(b));
    let diff = diff(Side { text: a, segments: &cut_a }, Side { text: b, segments: &cut_b }, Some(deadline));
    let mut places = texts.map(Places::new);
    let hunks = diff.hunks.iter().map(|hunk| Hunk {
        kind: match hunk.kind {
            HunkKind::Punctuation => "punctuation",
            HunkKind::Word => "word",
            HunkKind::Phrase => "phrase",
            HunkKind::Removed => "removed",
            HunkKind::Added => "added",
        },
        a: places[0].stretch(hunk.a),
        b: places[1].stretch(hunk.b),
    });
    Differences { hunks: Some(hunks.collect()), hunks_complete: Some(diff.complete) }
}

/// The passages as places in characters.
pub(super) fn passages(passages: &[coverage::Passage], text: &str) -> Vec<Passage> {
    let mut places = Places::new(text);
    let passage = |passage: &coverage::Passage| {
        let [start, end] = [passage.span.start, passage.span.end].map(|byte| places.at(byte));
        Passage { start, end, chars: passage.chars }
    };
    passages.iter().map(passage).collect()
}

/// Turns places in bytes into places in characters, for bytes in ascending order.
struct Places<'a> {
    text: &'a str,
    byte: usize,
    chars: usize,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, byte: 0, chars: 0 }
    }

    fn stretch(&mut self, span: Span) -> Stretch<'a> {
        let [start, end] = [span.start, span.end].map(|byte| self.at(byte));
        Stretch { start, end, text: span.of(self.text) }
    }

    fn at(&mut self, byte: u32) -> usize {
        let byte = byte as usize;
        self.chars += self.text.get(self.byte..byte).map_or(0, |passed| passed.chars().count());
        self.byte = self.byte.max(byte);
        self.chars
    }
}
