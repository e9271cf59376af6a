//! The words of a stretch of text, with one number for each different word, the same on both sides.

use std::{collections::HashMap, ops::Range};

use super::{Side, piece, space};
use crate::simhash::Span;

/// A word, or a gap, beyond this many bytes is cut into words of this length.
const LONGEST: usize = 1024;

/// A word in its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// Where it stands.
    pub span: Span,
    /// The same for the same word, counted from 0.
    pub id: u32,
}

/// Numbers words.
#[derive(Default)]
pub(super) struct Dictionary<'t> {
    ids: HashMap<&'t str, u32>,
    weights: Vec<u32>,
}

impl<'t> Dictionary<'t> {
    /// The number of `word`.
    pub fn id(&mut self, word: &'t str) -> u32 {
        *self.ids.entry(word).or_insert_with(|| {
            self.weights.push(word.chars().map(|c| if c < '\u{2E80}' { 1 } else { 2 }).sum());
            self.weights.len() as u32 - 1
        })
    }

    /// About how many cells a word takes on a screen: what it weighs when likeness is measured.
    pub fn weight(&self, id: u32) -> u32 {
        self.weights.get(id as usize).copied().unwrap_or(0)
    }

    /// How many different words there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// What `words` weigh together.
    pub fn weigh(&self, words: &[Word]) -> u64 {
        words.iter().map(|word| u64::from(self.weight(word.id))).sum()
    }
}

/// Calls `visit` with the span of each word in `span`; a stretch without words is taken as one.
///
/// Stops when `visit` says so.
pub(super) fn each(side: Side<'_>, span: Span, mut visit: impl FnMut(Span) -> bool) {
    let body = piece::body(side.text, span);
    let mut none = true;
    let first = side.segments.partition_point(|segment| segment.span.end <= body.start);
    for segment in side.segments[first..].iter().take_while(|segment| segment.span.start < body.end) {
        let inside = Span { start: segment.span.start.max(body.start), end: segment.span.end.min(body.end) };
        if segment.is_word() || inside.len() > LONGEST {
            none = false;
            if !chop(side.text, inside, &mut visit) {
                return;
            }
        }
    }
    if none && !space::is_blank(body.of(side.text)) {
        chop(side.text, body, &mut visit);
    }
}

fn chop(text: &str, span: Span, visit: &mut impl FnMut(Span) -> bool) -> bool {
    let Range { mut start, end } = span.range();
    while end - start > LONGEST {
        let mut cut = start + LONGEST;
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        if !visit(Span::new(start, cut)) {
            return false;
        }
        start = cut;
    }
    visit(Span::new(start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::segments;

    fn words(text: &str) -> Vec<String> {
        let segments = segments(text);
        let mut all = Vec::new();
        each(Side { text, segments: &segments }, Span::new(0, text.len()), |span| {
            all.push(span.of(text).to_owned());
            true
        });
        all
    }

    #[test]
    fn words_and_what_stands_for_them() {
        assert_eq!(words(" SimHash 算法, 64\n"), ["SimHash", "算法", "64"]);
        assert_eq!(words("* * *\n\n"), ["* * *"]);
        assert_eq!(words(" \n"), [""; 0]);
        assert_eq!(words(&"x".repeat(2_100)).len(), 3);
        assert_eq!(words(&format!("a{}b", "-".repeat(2_000))).len(), 4);
    }

    #[test]
    fn the_same_word_has_the_same_number() {
        let mut dictionary = Dictionary::default();
        let ids: Vec<u32> = ["汉明", "word", "汉明"].into_iter().map(|word| dictionary.id(word)).collect();
        assert_eq!(ids, [0, 1, 0]);
        assert_eq!((dictionary.weight(0), dictionary.weight(1), dictionary.len()), (4, 4, 2));
    }
}
