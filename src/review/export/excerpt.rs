//! Parts of long texts, cut between words.

use super::budget::cells_of;
use crate::simhash::{Span, is_han};

/// Whether a text has at most so many characters.
pub(super) fn is_short(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_none()
}

/// The beginning and the end of a stretch of more than twice so many characters.
pub(super) fn ends(text: &str, span: Span, chars: usize) -> Vec<Span> {
    let inside = span.of(text);
    let byte = |at: Option<(usize, char)>| span.start + at.map_or(0, |(at, _)| at) as u32;
    let first = word_end(text, byte(inside.char_indices().nth(chars)));
    let last = word_start(text, byte(inside.char_indices().rev().nth(chars)));
    if last <= first {
        return vec![span];
    }
    vec![Span { start: span.start, end: first }, Span { start: last, end: span.end }]
}

/// The longest word that is not cut, in characters.
const MAX_WORD: usize = 30;

/// The end of the word at `at`.
fn word_end(text: &str, at: u32) -> u32 {
    let mut chars = text[at as usize..].char_indices().take(MAX_WORD);
    at + chars.find(|&(_, c)| c.is_whitespace() || is_han(c)).map_or(0, |(end, _)| end as u32)
}

/// The start of the word that ends at `at`.
fn word_start(text: &str, at: u32) -> u32 {
    let mut chars = text[..at as usize].char_indices().rev().take(MAX_WORD);
    chars.find(|&(_, c)| c.is_whitespace() || is_han(c)).map_or(at, |(start, c)| (start + c.len_utf8()) as u32)
}

/// The start of the words before `at`, of at most so many cells, in the same line.
pub(super) fn before(text: &str, at: u32, most: usize) -> u32 {
    let (mut width, mut start) = (0, at);
    for (place, c) in text[..at as usize].char_indices().rev() {
        width += cells_of(c);
        if width > most as u64 || c == '\n' {
            break;
        }
        if is_han(c) || place == 0 {
            start = place as u32;
        } else if c.is_whitespace() {
            start = (place + c.len_utf8()) as u32;
        }
    }
    start
}

/// The end of the words after `at`, of at most so many cells, in the same line.
pub(super) fn after(text: &str, at: u32, most: usize) -> u32 {
    let (mut width, mut end) = (0, at);
    let behind = &text[at as usize..];
    for (place, c) in behind.char_indices() {
        width += cells_of(c);
        if width > most as u64 || c == '\n' {
            break;
        }
        let next = place + c.len_utf8();
        if is_han(c) || next == behind.len() {
            end = at + next as u32;
        } else if c.is_whitespace() {
            end = at + place as u32;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        let text = "one two three 灯塔的灯 four";
        let lamp = text.find('灯').expect("a lamp") as u32;
        let around = |most| [&text[before(text, lamp, most) as usize..], &text[..after(text, lamp, most) as usize]];
        assert_eq!(around(9), ["three 灯塔的灯 four", "one two three 灯塔的灯"]);
        assert_eq!(around(4), ["灯塔的灯 four", "one two three 灯塔"]);
        assert_eq!(around(99), [text, text]);
        assert_eq!(before("a\nb", 2, 9), 2, "in the same line");
    }

    #[test]
    fn ends_do_not_overlap() {
        let text = (0..50).map(|n| format!("word{n} ")).collect::<Vec<_>>().concat();
        let all = Span::new(0, text.len());
        let [first, last] = ends(&text, all, 20)[..] else { panic!("two ends") };
        assert_eq!((first.of(&text), last.of(&text)), ("word0 word1 word2 word3", "word47 word48 word49 "));
        assert_eq!(ends(&text, all, 9_999), [all]);
    }
}
