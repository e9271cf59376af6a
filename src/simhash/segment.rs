//! Cuts a text into words and the gaps between them.
//!
//! Segments are a *partition* of the text: joined in order they give it back, byte for byte. They are the same under
//! every recipe, so the diff and the coverage stand on them whatever the fingerprint is made of.
//! Runs of Han characters are cut by jieba (dictionary and hidden Markov model), everything else at the word
//! boundaries of Unicode Standard Annex 29. Text without Han characters never loads the dictionary.

use std::{ops::Range, sync::OnceLock};

use jieba_rs::Jieba;
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

/// A run of Han characters longer than this many bytes is cut here before jieba sees it, since jieba's memory grows
/// with the length of what it is given.
const LONGEST_RUN: usize = 1 << 20;

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
    for_each_segment(text, |segment| match all.last_mut() {
        // Neighbouring gaps are one gap, so that a partition does not depend on where UAX 29 parts punctuation.
        Some(last) if !last.is_word() && !segment.is_word() => last.span.end = segment.span.end,
        _ => all.push(segment),
    });
    all
}

/// Calls `visit` for each piece of the partition, in order; gaps may come in several pieces.
pub(crate) fn for_each_segment(text: &str, mut visit: impl FnMut(Segment)) {
    let mut rest = 0;
    while rest < text.len() {
        let end = rest + text[rest..].find(is_han).unwrap_or(text.len() - rest);
        cut_elsewhere(text, rest..end, &mut visit);
        rest = end + text[end..].find(|c| !is_han(c)).unwrap_or(text.len() - end);
        cut_han(text, end..rest, &mut visit);
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

fn cut_han(text: &str, run: Range<usize>, visit: &mut impl FnMut(Segment)) {
    let mut start = run.start;
    while start < run.end {
        let mut end = run.end.min(start + LONGEST_RUN);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let piece = &text[start..end];
        let mut at = start;
        for token in load_dictionary().cut(piece, true) {
            let next = at + token.word.len();
            visit(Segment { span: Span::new(at, next), kind: SegmentKind::Han });
            at = next;
        }
        start = end;
    }
}

fn cut_elsewhere(text: &str, stretch: Range<usize>, visit: &mut impl FnMut(Segment)) {
    for (at, piece) in text[stretch.clone()].split_word_bound_indices() {
        let start = stretch.start + at;
        let kind = if piece.chars().any(char::is_alphanumeric) { SegmentKind::Word } else { SegmentKind::Gap };
        visit(Segment { span: Span::new(start, start + piece.len()), kind });
    }
}
