//! The words of a stretch of text, with one number for each different word, the same on both sides.

use std::{
    collections::HashMap,
    hash::{BuildHasher, Hasher, RandomState},
    ops::Range,
};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{piece, space};
use crate::{
    room,
    simhash::{Span, for_each_segment},
};

/// A word, or a gap, beyond this many bytes is cut into words of this length.
const LONGEST: usize = 1024;

/// A word in its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// Its bytes in the text.
    pub span: Span,
    /// The number of the word, the same for the same word, from 0.
    pub id: u32,
}

/// The different words of both sides, each with a number from 0.
pub(super) struct Dictionary<'t> {
    ids: HashMap<&'t str, u32, Seed>,
    weights: Vec<u32>,
}

/// Hashes short strings several times faster than the standard hasher; seeded, so that no text can be made whose
/// words all fall together. Numbers are given in the order of first appearance, so the seed changes no result.
pub(super) struct Seed(u64);

impl Default for Seed {
    fn default() -> Self {
        Self(RandomState::new().hash_one(()))
    }
}

impl BuildHasher for Seed {
    type Hasher = Xxh3;

    fn build_hasher(&self) -> Xxh3 {
        Xxh3(self.0)
    }
}

/// The state between two writes is the seed of the next.
pub(super) struct Xxh3(u64);

impl Hasher for Xxh3 {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64_with_seed(bytes, self.0);
    }

    /// `str` ends with such a byte; nothing follows it here.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<'t> Dictionary<'t> {
    /// Empty; the first word gets number 0.
    pub(super) fn new() -> Self {
        Self { ids: HashMap::default(), weights: Vec::new() }
    }

    /// The number of `word`.
    pub(super) fn id(&mut self, word: &'t str) -> u32 {
        room::room_in(&mut self.ids);
        *self.ids.entry(word).or_insert_with(|| {
            room::push(&mut self.weights, word.chars().map(|c| if c < '\u{2E80}' { 1 } else { 2 }).sum());
            self.weights.len() as u32 - 1
        })
    }

    /// About how many cells a word takes on a screen: what it weighs when likeness is measured.
    pub(super) fn weight(&self, id: u32) -> u32 {
        self.weights.get(id as usize).copied().unwrap_or(0)
    }

    /// The number of distinct words.
    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The total weight of `words`.
    pub(super) fn weigh(&self, words: &[Word]) -> u64 {
        words.iter().map(|word| u64::from(self.weight(word.id))).sum()
    }
}

/// The weight that two lists of words share, as multisets.
pub(super) fn shared(lists: [&[Word]; 2], dictionary: &Dictionary<'_>) -> u64 {
    let weight = |id: u32| u64::from(dictionary.weight(id));
    if lists[0].len() > dictionary.len() / 8 {
        let mut counts = room::filled(0u32, dictionary.len());
        lists[0].iter().for_each(|word| counts[word.id as usize] += 1);
        let taken = lists[1].iter().filter(|word| {
            let count = &mut counts[word.id as usize];
            let is_left = *count > 0;
            *count = count.saturating_sub(1);
            is_left
        });
        return taken.map(|word| weight(word.id)).sum();
    }
    // Two short lists in a large vocabulary.
    let [a, b] = lists.map(|words| {
        let mut ids: Vec<u32> = words.iter().map(|word| word.id).collect();
        ids.sort_unstable();
        ids
    });
    let (mut at_a, mut at_b, mut sum) = (0, 0, 0);
    while let (Some(&x), Some(&y)) = (a.get(at_a), b.get(at_b)) {
        if x == y {
            sum += weight(x);
        }
        at_a += usize::from(x <= y);
        at_b += usize::from(y <= x);
    }
    sum
}

/// Calls `visit` with the span of each word in a paragraph, which may come in pieces; a piece without words counts as
/// one word.
///
/// Each piece is segmented separately, so that equal pieces have the same words. Stops when `visit` returns false.
pub(super) fn each(text: &str, pieces: impl Iterator<Item = Span>, mut visit: impl FnMut(Span) -> bool) {
    let mut none = true;
    let mut goes_on = true;
    let mut whole: Option<Span> = None;
    for piece in pieces {
        let body = piece::body(text, piece);
        whole = Some(Span { end: body.end, ..whole.unwrap_or(body) });
        for_each_segment(text, body, |segment| {
            if goes_on && (segment.is_word() || segment.span.len() > LONGEST) {
                none = false;
                goes_on = chop(text, segment.span, &mut visit);
            }
        });
        if !goes_on {
            return;
        }
    }
    if let Some(body) = whole.filter(|body| none && !space::is_blank(body.of(text))) {
        chop(text, body, &mut visit);
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

#[cfg(all(test, feature = "chinese"))]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        each(text, [Span::new(0, text.len())].into_iter(), |span| {
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
    fn a_piece_has_the_same_words_whatever_comes_before_it() {
        let text = "研究生命起源的学者";
        let all = |pieces: &[(usize, usize)]| {
            let mut words = Vec::new();
            let pieces = pieces.iter().map(|&(start, end)| Span::new(start, end));
            each(text, pieces, |span| {
                words.push(span.of(text));
                true
            });
            words
        };
        let alone = all(&[(9, text.len())]);
        assert_eq!(all(&[(0, 9), (9, text.len())]), [vec!["研究生"], alone].concat());
        assert_ne!(all(&[(0, text.len())])[0], "研究生", "or this shows nothing");
    }

    #[test]
    fn shared_words_are_counted_the_same_in_both_ways() {
        let word = |id: u32| Word { span: Span::new(0, 0), id };
        let mut few = Dictionary::new();
        let mut many = Dictionary::new();
        for id in 0..100 {
            let name: &'static str = ["a", "bb", "ccc"].get(id).copied().unwrap_or("");
            few.id(name);
            many.id(Box::leak(format!("{name}{}", if id < 3 { "" } else { "x" }.repeat(id)).into_boxed_str()));
        }
        let [a, b] = [[0, 1, 1, 2].map(word), [1, 1, 1, 2].map(word)];
        assert_eq!((few.len(), many.len()), (4, 100));
        assert_eq!((shared([&a, &b], &few), shared([&a, &b], &many)), (7, 7));
    }

    #[test]
    fn the_same_word_has_the_same_number() {
        let mut dictionary = Dictionary::new();
        let ids: Vec<u32> = ["汉明", "word", "汉明"].into_iter().map(|word| dictionary.id(word)).collect();
        assert_eq!(ids, [0, 1, 0]);
        assert_eq!((dictionary.weight(0), dictionary.weight(1), dictionary.len()), (4, 4, 2));
    }
}
