//! Segments a text into words and the gaps between them.
//!
//! Segments are a *partition* of the text: joined in order, they are the text, byte for byte. They are the same under
//! every recipe, so the words of the diff do not depend on the recipe. Runs of Han characters are segmented as by jieba
//! (dictionary and hidden Markov model), everything else at the word boundaries of Unicode Standard Annex 29. Without
//! the feature `chinese`, each Han character is a segment: enough for a diff, but not used for fingerprints.
//!
//! Texts are divided into pieces at places that no word can cross: after a line feed, at the edge of a Han run, between
//! a space and a letter. So pieces can be counted in parallel with the same result, and no very long run is segmented
//! at once. Texts with other tokens than words are divided only at line feeds, because a token between whitespace may
//! continue across a Han character.

mod class;
mod word;

use std::{iter, mem, ops::Range};

use class::Class;
use memchr::memchr;
use unicode_segmentation::UnicodeSegmentation;
use word::{after_ascii_signs, after_sign, is_word, sign, word};

#[cfg(feature = "chinese")]
use super::dictionary::Cutter;

/// A stretch of a text, in bytes, at character boundaries. Texts are at most 4 GiB long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Its first byte, counted from 0.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From byte offsets, below 4 GiB.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// As a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span moved by `by` bytes.
    pub(crate) fn moved(self, by: usize) -> Self {
        Self { start: self.start + by as u32, end: self.end + by as u32 }
    }

    /// The slice of `text`; empty if the span does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// The length in bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns true if it is empty.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// The kinds of [`Segment`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// A word of Han characters, cut as jieba does.
    Han,
    /// A word by Unicode Standard Annex 29 with at least one letter or digit.
    Word,
    /// Whitespace, punctuation, symbols and whatever else is between words.
    Gap,
}

/// One piece of the partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its place in the text.
    pub span: Span,
    /// Word or gap.
    pub kind: SegmentKind,
}

impl Segment {
    /// Returns true if it is a word, of either kind.
    pub fn is_word(self) -> bool {
        self.kind != SegmentKind::Gap
    }
}

/// The partition of `text`. Without the feature `chinese` each Han character is a word of its own.
///
/// ```
/// # #[cfg(feature = "chinese")] {
/// use simscope_core::simhash::segments;
/// let text = "SimHash 算法, 64 bits";
/// let pieces: Vec<&str> = segments(text).iter().map(|s| s.span.of(text)).collect();
/// assert_eq!(pieces, ["SimHash", " ", "算法", ", ", "64", " ", "bits"]);
/// # }
/// ```
pub fn segments(text: &str) -> Vec<Segment> {
    let mut all = Vec::new();
    for_each_segment(text, Span::new(0, text.len()), |segment| all.push(segment));
    all
}

/// Calls `visit` for each segment of a part of `text`, as if that part were the whole text.
pub fn for_each_segment(text: &str, part: Span, mut visit: impl FnMut(Segment)) {
    let gap = |start: u32, end: u32| Segment { span: Span { start, end }, kind: SegmentKind::Gap };
    let mut end = part.start;
    for piece in pieces(part.of(text)) {
        let start = part.start as usize;
        for_each_word(text, start + piece.start..start + piece.end, |word| {
            if word.span.start > end {
                visit(gap(end, word.span.start));
            }
            end = word.span.end;
            visit(word);
        });
    }
    if end < part.end {
        visit(gap(end, part.end));
    }
}

/// The wanted length of a piece in bytes, and of the range after it in which a good place to cut is sought.
const PIECE: usize = 256 << 10;
const PATIENCE: usize = 768 << 10;

/// Parts `text` where no word can cross, so that pieces can be cut one after the other or side by side with the same
/// words, and no run of Han characters is very long (the memory to cut it grows with its length).
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

/// Divides `text` only at line feeds, for tokens that may extend to the next one.
pub(crate) fn line_pieces(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    iter::from_fn(move || {
        (start < text.len()).then(|| {
            let rest = &text.as_bytes()[floor(text, start + PIECE)..];
            let end = text.len() - rest.len() + memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
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
///
/// Runs of Han characters go to the dictionary, and each stretch between them is segmented separately by UAX 29. Nearly
/// all other text is letters and punctuation, for which a small table is enough; the rest goes to the crate.
pub(crate) fn for_each_word(text: &str, piece: Range<usize>, mut visit: impl FnMut(Segment)) {
    let text = &text[..piece.end];
    let mut cutter = Cutter::default();
    let mut at = piece.start;
    while let Some(&byte) = text.as_bytes().get(at) {
        let mut cut = |at: usize| match word(text, at, |at| is_foreign_at(text, at)) {
            Some(word) => {
                if word.is_word {
                    visit(Segment { span: Span::new(at, word.end), kind: SegmentKind::Word });
                }
                word.end
            }
            None => any_words(text, at, &mut visit),
        };
        if is_word(byte) {
            at = cut(at);
        } else if let Some(next) = after_ascii_signs(text.as_bytes(), at) {
            at = next;
        } else if let Some(next) = after_sign(text, at).filter(|&next| !is_foreign_at(text, next)) {
            at = next;
        } else if is_han_at(text, at) {
            at = han_words(text, at, &mut cutter, &mut visit);
        } else if Class::at(text, at).0.begins_word() {
            at = cut(at);
        } else {
            // A sign before something beyond ASCII too, as that may be a mark that hangs on it.
            at = any_words(text, at, &mut visit);
        }
    }
}

/// Cuts from `at` to where rules begin to be enough. Returns where it stopped.
fn any_words(text: &str, at: usize, visit: &mut impl FnMut(Segment)) -> usize {
    let end = end_of_any(text, at);
    for (start, word) in text[at..end].unicode_word_indices() {
        visit(Segment { span: Span::new(at + start, at + start + word.len()), kind: SegmentKind::Word });
    }
    end
}

/// From `end` on where the next run of Han characters begins, or whitespace that ASCII follows: no word reaches over
/// either.
fn end_of_any(text: &str, mut end: usize) -> usize {
    while let Some(&byte) = text.as_bytes().get(end) {
        end = match byte {
            0x80.. if is_han_at(text, end) => break,
            0x80.. => end + length_at(text, end),
            b' ' | b'\t' | b'\n' | b'\r' => match after_sign(text, end) {
                Some(next) if text.as_bytes().get(next).is_some_and(|byte| !byte.is_ascii()) => next,
                _ => break,
            },
            _ => end + 1,
        };
    }
    end
}

/// The bytes of the character there.
fn length_at(text: &str, at: usize) -> usize {
    match text.as_bytes()[at] {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
    }
}

/// The stretches between the word boundaries of UAX 29 in `text`, each with its first byte; of spaces beyond ASCII in a
/// row there may be several.
pub(crate) fn between_boundaries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut at, mut any) = (0, (0, "".split_word_bound_indices()));
    iter::from_fn(move || {
        loop {
            if let Some((inner, piece)) = any.1.next() {
                return Some((any.0 + inner, piece));
            }
            let start = at;
            let byte = *text.as_bytes().get(at)?;
            let end = if is_han_at(text, at) {
                Some(at + length_at(text, at)).filter(|&end| !is_foreign_at(text, end))
            } else if is_word(byte) || !byte.is_ascii() && Class::at(text, at).0.begins_word() {
                word(text, at, |at| is_foreign_at(text, at)).map(|word| word.end)
            } else {
                let sign = if text[at..].starts_with("\r\n") { Some(at + 2) } else { after_sign(text, at) };
                sign.filter(|&end| !is_foreign_at(text, end))
            };
            if let Some(end) = end {
                at = end;
                return Some((start, &text[start..end]));
            }
            at = end_of_any(text, at + length_at(text, at));
            any = (start, text[start..at].split_word_bound_indices());
        }
    })
}

/// Segments the run of Han characters at `at`, and the following runs separated from it only by punctuation. Returns
/// the end of the last one.
fn han_words(text: &str, at: usize, cutter: &mut Cutter, visit: &mut impl FnMut(Segment)) -> usize {
    let mut start = at;
    loop {
        let length = cutter.cut(&text[start..], |word| {
            visit(Segment { span: Span::new(start + word.start, start + word.end), kind: SegmentKind::Han });
        });
        let end = start + length;
        start = iter::successors(Some(end), |&at| after_sign(text, at)).last().unwrap_or(end);
        if !is_han_at(text, start) {
            return end;
        }
    }
}

/// Without a dictionary each character is a word of its own.
#[cfg(not(feature = "chinese"))]
#[derive(Default)]
struct Cutter {}

#[cfg(not(feature = "chinese"))]
impl Cutter {
    /// Visits the first character of `text` and returns its length.
    #[allow(clippy::unused_self, reason = "the one with a dictionary has memory of its own")]
    fn cut(&mut self, text: &str, mut visit: impl FnMut(Range<usize>)) -> usize {
        let length = text.chars().next().map_or(0, char::len_utf8);
        visit(0..length);
        length
    }
}

/// Returns true if the character there is beyond what the rules can be applied to without the crate: neither ASCII nor
/// Han nor common punctuation, and in the table only as a mark that would hang on what is before it.
fn is_foreign_at(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(|byte| !byte.is_ascii())
        && !is_han_at(text, at)
        && sign(text, at).is_none()
        && !Class::at(text, at).0.begins_word()
}

fn is_han_at(text: &str, at: usize) -> bool {
    // The first byte answers for nearly all: no Han character begins with a lesser one.
    text.as_bytes().get(at).is_some_and(|&byte| byte >= 0xE3) && text[at..].starts_with(is_han)
}

/// Returns true if `c` is a character of Chinese words.
pub fn is_han(c: char) -> bool {
    // The first test answers for all of Latin, Greek, Cyrillic, Arabic and punctuation.
    c >= '\u{3400}'
        && matches!(c,
            '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{2A6DF}' | '\u{2A700}'..='\u{2EBEF}' | '\u{2F800}'..='\u{2FA1F}'
            | '\u{30000}'..='\u{323AF}')
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

    /// By jieba-rs, of which the cutter must be no different.
    #[cfg(feature = "chinese")]
    fn cut_han(run: &str) -> Vec<&str> {
        use crate::simhash::dictionary::tests::JIEBA;
        JIEBA.cut(run, true).into_iter().map(|token| token.word).collect()
    }

    #[cfg(not(feature = "chinese"))]
    fn cut_han(run: &str) -> Vec<&str> {
        run.split("").filter(|c| !c.is_empty()).collect()
    }

    /// Each stretch between runs of Han characters by the crate, each run by jieba-rs: no shortcuts.
    fn by_definition(text: &str) -> Vec<Segment> {
        let mut words = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let han = rest.starts_with(is_han);
            let run = &rest[..rest.find(|c| is_han(c) != han).unwrap_or(rest.len())];
            let mut push = |start, word: &str, kind| {
                words.push(Segment { span: Span::new(at + start, at + start + word.len()), kind });
            };
            if han {
                let mut start = 0;
                for word in cut_han(run) {
                    push(start, word, SegmentKind::Han);
                    start += word.len();
                }
            } else {
                run.unicode_word_indices().for_each(|(start, word)| push(start, word, SegmentKind::Word));
            }
            at += run.len();
        }
        words
    }

    /// Characters that the rules treat differently, each with neighbours that matter to it.
    fn delicate() -> impl Strategy<Value = String> {
        let one = prop_oneof![
            4 => prop::sample::select("abZ019_.,;:'\"- \t\n\r#/(".chars().collect::<Vec<_>>()),
            2 => prop::sample::select("中国海明距离年月，。：’“…—\u{3000}！；（】–".chars().collect::<Vec<_>>()),
            1 => prop::sample::select(
                "éßжαعकाไทก็한カターかｶ々〇٣אב\u{301}\u{cc6}\u{11630}\u{200d}\u{ad}\u{2060}🇨🇳👩👍🏽Ａ１．＇\u{85}\u{2028}\u{a0}"
                    .chars()
                    .collect::<Vec<_>>(),
            ),
        ];
        proptest::collection::vec(one, 0..24).prop_map(|chars| chars.into_iter().collect())
    }

    fn words(text: &str) -> Vec<Segment> {
        let mut words = Vec::new();
        for_each_word(text, 0..text.len(), |word| words.push(word));
        words
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]
        #[test]
        fn the_shortcuts_change_nothing(text in prop_oneof![delicate(), mixed()]) {
            prop_assert_eq!(words(&text), by_definition(&text));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]
        #[test]
        fn the_boundaries_are_those_of_the_crate(text in prop_oneof![delicate(), mixed()]) {
            let told = |(_, piece): &(usize, &str)| !piece.chars().all(|c| c.is_whitespace() && !"\r\n".contains(c));
            let found: Vec<_> = between_boundaries(&text).filter(told).collect();
            prop_assert_eq!(found, text.split_word_bound_indices().filter(told).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_sign_with_a_mark_that_counts_as_a_letter_is_a_word() {
        for text in ["a [\u{11630}", "a  \u{cc6}", "\u{3000}  \u{cc6}", "é  \u{cc6}", "中 \u{cc6}"] {
            assert_eq!(words(text), by_definition(text), "{text:?}");
        }
    }

    #[test]
    fn no_shortcut_fails_on_few_characters() {
        let all: Vec<char> = "a1_.' 中，’é\u{301}".chars().collect();
        let mut text = String::new();
        for mut number in 0..all.len().pow(5) {
            text.clear();
            for _ in 0..5 {
                text.push(all[number % all.len()]);
                number /= all.len();
            }
            assert_eq!(words(&text), by_definition(&text), "{text:?}");
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

    #[cfg(feature = "chinese")]
    #[test]
    fn words_keep_their_apostrophes_and_numbers_their_points() {
        let text = "isn't 3.14 中文2024年";
        let words: Vec<_> = segments(text).into_iter().filter(|s| s.is_word()).map(|s| s.span.of(text)).collect();
        assert_eq!(words, ["isn't", "3.14", "中文", "2024", "年"]);
    }
}
