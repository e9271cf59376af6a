//! The longest n sentences of a text as its signature: by this method, texts with equal signatures are equal.
//!
//! Article 000 describes it as the method of a search engine, with n = 3. The details are ours: sentences end at full
//! stops and at the ends of paragraphs, as in the diff, and are compared in NFKC and lower case, without whitespace. A
//! sentence that occurs twice counts once, and sentences of equal length are ordered by their text, so the signature
//! does not depend on their places.

use std::{cmp::Reverse, collections::HashMap};

use xxhash_rust::xxh3::xxh3_64;

use super::folded;
use crate::{
    compare::diff::{paragraphs, sentences},
    simhash::Span,
};

/// The number of sentences in a signature.
pub const LONGEST: usize = 3;

/// A sentence of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignatureSentence {
    /// The first place of the sentence.
    pub span: Span,
    /// The number of characters, without whitespace.
    pub chars: usize,
    /// True if it is in the signature of the other text too.
    pub shared: bool,
}

/// The signatures of two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestSentences {
    /// The sentences of A and of B, the longest first; fewer than [`LONGEST`] where a text has no more.
    pub sentences: [Vec<SignatureSentence>; 2],
    /// XXH3-64 of the sentences in compared form, joined by line feeds; `None` if there is none.
    pub hashes: [Option<u64>; 2],
}

impl LongestSentences {
    pub(super) fn new(texts: [&str; 2]) -> Self {
        let found = texts.map(longest);
        let mark = |side: usize| {
            let shared = |text: &String| found[1 - side].iter().any(|(_, other)| other == text);
            let of = |(span, text): &(Span, String)| SignatureSentence {
                span: *span,
                chars: text.chars().count(),
                shared: shared(text),
            };
            found[side].iter().map(of).collect()
        };
        let hash = |side: usize| {
            let texts: Vec<&str> = found[side].iter().map(|(_, text)| text.as_str()).collect();
            (!texts.is_empty()).then(|| xxh3_64(texts.join("\n").as_bytes()))
        };
        Self { sentences: [mark(0), mark(1)], hashes: [hash(0), hash(1)] }
    }

    /// The number of sentences that occur in both signatures.
    pub fn equal(&self) -> usize {
        self.sentences[0].iter().filter(|sentence| sentence.shared).count()
    }

    /// The largest possible number: that of the longer signature.
    pub fn of(&self) -> usize {
        self.sentences[0].len().max(self.sentences[1].len())
    }

    /// Returns true if the signatures are the same.
    pub fn same(&self) -> bool {
        self.hashes[0].is_some() && self.hashes[0] == self.hashes[1]
    }
}

/// The longest sentences with their text as it is compared.
fn longest(text: &str) -> Vec<(Span, String)> {
    let mut all: HashMap<String, Span> = HashMap::new();
    for paragraph in paragraphs(text) {
        for span in sentences(text, paragraph) {
            let sentence: String = folded(span.of(text)).filter(|c| !c.is_whitespace()).collect();
            if sentence.chars().any(char::is_alphanumeric) {
                all.entry(sentence).or_insert(span);
            }
        }
    }
    let mut all: Vec<(Span, String)> = all.into_iter().map(|(text, span)| (span, text)).collect();
    all.sort_by_cached_key(|(_, text)| (Reverse(text.chars().count()), text.clone()));
    all.truncate(LONGEST);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(a: &str, b: &str) -> LongestSentences {
        LongestSentences::new([a, b])
    }

    #[test]
    fn the_longest_three_wherever_they_occur() {
        let a =
            "短句。灯塔的看守人点亮了灯。夜里的海是黑色的，风也大。\n\n这一句比别的句子都要长一些，所以排在最前面。";
        let b = "这一句比别的句子都要长一些， 所以排在最前面。夜里的海是黑色的，风也大。\n\n灯塔的看守人点亮了灯。好。";
        let found = signature(a, b);
        let texts: Vec<&str> = found.sentences[0].iter().map(|s| s.span.of(a)).collect();
        assert_eq!(
            texts,
            ["这一句比别的句子都要长一些，所以排在最前面。", "夜里的海是黑色的，风也大。", "灯塔的看守人点亮了灯。"]
        );
        assert!(found.same(), "white space and places do not count");
        assert_eq!((found.equal(), found.of()), (3, 3));
    }

    #[test]
    fn one_word_in_a_long_sentence_makes_another_signature() {
        let found =
            signature("The keeper lit the lamp at dusk. It was cold.", "The keeper lit the lamp at dawn. It was cold.");
        assert_eq!((found.equal(), found.of(), found.same()), (1, 2, false));
        let empty = signature("", "—— …… \n\n。");
        assert_eq!((empty.hashes, empty.of(), empty.same()), ([None, None], 0, false));
    }
}
