//! Cuts a text into words and the gaps between them.
//!
//! Segments are a *partition* of the text: joined in order they give it back, byte for byte. They are the same under
//! every recipe, so the diff and the coverage stand on them whatever the fingerprint is made of.
//! Runs of Han characters are cut by jieba (dictionary and hidden Markov model), everything else at the word
//! boundaries of Unicode Standard Annex 29. Text without Han characters never loads the dictionary.

use std::{iter, mem, ops::Range, sync::OnceLock};

use jieba_rs::Jieba;
use memchr::memchr;
use unicode_segmentation::UnicodeSegmentation;

/// A stretch of a text, in bytes, at character boundaries. Texts are at most 4 GiB long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From byte offsets.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// As a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The slice of `text`; empty where the span does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// In bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// What a [`Segment`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// A word of Han characters, cut by jieba.
    Han,
    /// A word by Unicode Standard Annex 29 that holds at least one letter or digit.
    Word,
    /// White space, punctuation, symbols and whatever else stands between words.
    Gap,
}

/// One piece of the partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: SegmentKind,
}

impl Segment {
    /// Whether it is a word, of either kind.
    pub fn is_word(self) -> bool {
        self.kind != SegmentKind::Gap
    }
}

/// The partition of `text`.
///
/// ```
/// use simscope::simhash::segments;
/// let text = "SimHash 算法, 64 bits";
/// let pieces: Vec<&str> = segments(text).iter().map(|s| s.span.of(text)).collect();
/// assert_eq!(pieces, ["SimHash", " ", "算法", ", ", "64", " ", "bits"]);
/// ```
pub fn segments(text: &str) -> Vec<Segment> {
    let mut all: Vec<Segment> = Vec::new();
    let mut end = 0;
    for piece in pieces(text) {
        for_each_word(text, piece, |word| {
            if word.span.start > end {
                all.push(Segment { span: Span { start: end, end: word.span.start }, kind: SegmentKind::Gap });
            }
            end = word.span.end;
            all.push(word);
        });
    }
    if (end as usize) < text.len() {
        all.push(Segment { span: Span::new(end as usize, text.len()), kind: SegmentKind::Gap });
    }
    all
}

/// How long a piece is wanted, in bytes, and how far behind that a good place to cut is looked for.
const PIECE: usize = 256 << 10;
const PATIENCE: usize = 768 << 10;

/// Parts `text` where no word can cross, so that pieces can be cut one after the other or side by side with the same
/// words, and jieba never sees a very long string (its memory grows with the length).
///
/// A piece ends after a line feed; without one in reach, between a Han character and something else or between a
/// space and a letter; without those, at a fixed distance.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    iter::from_fn(move || {
        (start < text.len()).then(|| {
            let end = end_of_piece(text, start);
            mem::replace(&mut start, end)..end
        })
    })
}

fn end_of_piece(text: &str, start: usize) -> usize {
    let wanted = floor(text, start + PIECE);
    if wanted == text.len() {
        return wanted;
    }
    let reach = &text[wanted..floor(text, wanted + PATIENCE)];
    if let Some(at) = memchr(b'\n', reach.as_bytes()) {
        return wanted + at + 1;
    }
    let safe =
        |(last, next): (char, char)| is_han(last) != is_han(next) || (last == ' ' && next.is_ascii_alphanumeric());
    let pairs = reach.char_indices().zip(reach.chars().skip(1));
    let cut = pairs.map(|((at, last), next)| (at + last.len_utf8(), (last, next))).find(|&(_, pair)| safe(pair));
    wanted + cut.map_or(reach.len(), |(at, _)| at)
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Calls `visit` for each word that lies in `piece`, in order.
pub(crate) fn for_each_word(text: &str, piece: Range<usize>, mut visit: impl FnMut(Segment)) {
    let mut at = piece.start;
    while at < piece.end {
        let rest = &text[at..piece.end];
        let elsewhere = rest.find(is_han).unwrap_or(rest.len());
        for (start, word) in rest[..elsewhere].unicode_word_indices() {
            let start = at + start;
            visit(Segment { span: Span::new(start, start + word.len()), kind: SegmentKind::Word });
        }
        at += elsewhere;
        let rest = &rest[elsewhere..];
        let han = rest.find(|c| !is_han(c)).unwrap_or(rest.len());
        if han > 0 {
            for token in load_dictionary().cut(&rest[..han], true) {
                let span = Span::new(at + token.byte_start, at + token.byte_end);
                visit(Segment { span, kind: SegmentKind::Han });
            }
        }
        at += han;
    }
}

/// Whether `c` is a character that jieba cuts.
pub fn is_han(c: char) -> bool {
    // The first test answers for all of Latin, Greek, Cyrillic, Arabic and punctuation.
    c >= '\u{3400}'
        && matches!(c,
            '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{2A6DF}' | '\u{2A700}'..='\u{2EBEF}' | '\u{2F800}'..='\u{2FA1F}'
            | '\u{30000}'..='\u{323AF}')
}

/// Loads jieba's dictionary, once, for all later cuts. Takes about a tenth of a second the first time.
pub fn load_dictionary() -> &'static Jieba {
    static JIEBA: OnceLock<Jieba> = OnceLock::new();
    JIEBA.get_or_init(Jieba::new)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mixed() -> impl Strategy<Value = String> {
        let part = prop_oneof!["[a-z]{1,8}", "[0-9.,]{1,5}", "[一-龥]{1,9}", "\\PC{0,6}", "[ \n,。“”]{1,2}"];
        proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn segments_are_a_partition(text in mixed()) {
            let all = segments(&text);
            let joined: String = all.iter().map(|s| s.span.of(&text)).collect();
            prop_assert_eq!(joined, text);
            prop_assert!(all.windows(2).all(|w| w[0].is_word() || w[1].is_word()), "two gaps in a row");
        }
    }

    #[test]
    fn long_lines_are_parted_where_no_word_crosses() {
        let text = "海明距离 distance,".repeat(60_000);
        let parts: Vec<_> = pieces(&text).collect();
        assert!(parts.len() > 3 && parts.iter().all(|p| p.len() <= PIECE + PATIENCE));
        let words = |range: Range<usize>| {
            let mut words = Vec::new();
            for_each_word(&text, range, |s| words.push(s));
            words
        };
        let whole = words(0..text.len());
        assert_eq!(parts.into_iter().flat_map(words).collect::<Vec<_>>(), whole);
    }

    #[test]
    fn a_run_without_any_place_to_cut_is_cut_at_a_fixed_distance() {
        let text = "长".repeat(500_000);
        let parts: Vec<_> = pieces(&text).collect();
        assert!(parts.iter().all(|p| p.len() <= PIECE + PATIENCE));
        assert_eq!(parts.last().map(|p| p.end), Some(text.len()));
    }

    #[test]
    fn words_keep_their_apostrophes_and_numbers_their_points() {
        let text = "isn't 3.14 中文2024年";
        let words: Vec<_> = segments(text).into_iter().filter(|s| s.is_word()).map(|s| s.span.of(text)).collect();
        assert_eq!(words, ["isn't", "3.14", "中文", "2024", "年"]);
    }
}
