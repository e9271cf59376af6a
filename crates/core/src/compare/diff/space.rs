//! The meaning of whitespace between words, and equality except for whitespace.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use crate::simhash::{Span, is_han};

/// Returns true if whitespace beside `c` means nothing, since its script is written without spaces.
fn is_tight(c: char) -> bool {
    // Radicals, CJK punctuation, kana and bopomofo; CJK compatibility forms; full-width forms.
    matches!(c, '\u{2E80}'..='\u{33FF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}') || is_han(c)
}

/// `text` with each run of whitespace made one space, or nothing at the edges and beside a tight character.
///
/// Texts that collapse to the same differ only in whitespace.
pub(super) fn collapsed(text: &str) -> Cow<'_, str> {
    let mut folded: Option<String> = None;
    let mut before = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !c.is_whitespace() {
            if let Some(folded) = &mut folded {
                folded.push(c);
            }
            before = Some(c);
            continue;
        }
        let mut single = c == ' ';
        while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {
            single = false;
        }
        let after = chars.peek().map(|&(_, c)| c);
        let meant = matches!((before, after), (Some(x), Some(y)) if !is_tight(x) && !is_tight(y));
        if folded.is_none() && !(single && meant) {
            folded = Some(text.get(..at).unwrap_or("").to_owned());
        }
        if let Some(folded) = &mut folded
            && meant
        {
            folded.push(' ');
        }
    }
    folded.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The pieces of a gap between words: runs of whitespace, runs of the same mark (`……`, `——`), other marks one by one.
pub(super) fn marks(gap: &str) -> Vec<&str> {
    let mut all: Vec<Range> = Vec::new();
    for (at, mark) in gap.grapheme_indices(true) {
        let end = at + mark.len();
        match all.last_mut() {
            Some(last) if is_blank(mark) && is_blank(&gap[last.clone()]) => last.end = end,
            Some(last) if gap[last.clone()].ends_with(mark) && !is_blank(mark) => last.end = end,
            _ => all.push(at..end),
        }
    }
    all.into_iter().map(|range| &gap[range]).collect()
}

type Range = std::ops::Range<usize>;

pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// The number of characters, without whitespace.
pub fn visible_chars(text: &str) -> u64 {
    if text.len() < 64 {
        return text.chars().filter(|c| !c.is_whitespace()).count() as u64;
    }
    // Counted by bytes, in sums of one byte each, which the compiler makes into wide instructions: this is done for
    // both texts as a whole.
    let bytes = text.as_bytes();
    let is_counted = |&byte: &u8| u8::from(byte & 0xC0 != 0x80 && byte != b' ' && byte.wrapping_sub(b'\t') > 4);
    let sums = bytes.chunks(255).map(|some| some.iter().map(is_counted).fold(0u8, u8::wrapping_add));
    let chars: u64 = sums.map(u64::from).sum();
    // All other white space begins with one of four bytes, and only U+3000 with this one.
    let ideographic = memchr::memmem::find_iter(bytes, "\u{3000}").count();
    let starts_blank = |&at: &usize| text.get(at..).is_some_and(|text| text.starts_with(char::is_whitespace));
    let others = memchr::memchr3_iter(0xC2, 0xE1, 0xE2, bytes).filter(starts_blank).count();
    chars - (ideographic + others) as u64
}

/// Two marks that need not be shown as different.
fn alike(x: &str, y: &str) -> bool {
    x == y || (is_blank(x) && is_blank(y))
}

/// The number of equivalent bytes at the start of the gaps `x` and `y`.
pub(super) fn alike_at_start(x: &str, y: &str) -> (usize, usize) {
    alike_bytes(marks(x).into_iter().zip(marks(y)))
}

/// The number of equivalent bytes at the end of the gaps `x` and `y`.
pub(super) fn alike_at_end(x: &str, y: &str) -> (usize, usize) {
    alike_bytes(marks(x).into_iter().rev().zip(marks(y).into_iter().rev()))
}

fn alike_bytes<'t>(pairs: impl Iterator<Item = (&'t str, &'t str)>) -> (usize, usize) {
    pairs.take_while(|(x, y)| alike(x, y)).fold((0, 0), |(m, n), (x, y)| (m + x.len(), n + y.len()))
}

/// `span` without the whitespace at its ends that means nothing there.
pub(super) fn trim_tight(text: &str, span: Span) -> Span {
    let whole = span.of(text);
    let (left, right) = (whole.len() - whole.trim_start().len(), whole.trim_end().len());
    let meant = |at: usize| {
        let before = text.get(..at).and_then(|text| text.trim_end().chars().next_back());
        let after = text.get(at..).and_then(|text| text.trim_start().chars().next());
        !before.is_some_and(is_tight) && !after.is_some_and(is_tight)
    };
    let start = span.start as usize;
    let from = if left > 0 && !meant(start) { left } else { 0 };
    let to = if right < whole.len() && !meant(span.end as usize) { right.max(from) } else { whole.len() };
    Span::new(start + from, start + to)
}

/// Calls `visit` with each pair of different stretches of whitespace in two texts whose other characters are the same.
pub(super) fn unlike_spaces(texts: [&str; 2], [a, b]: [Span; 2], mut visit: impl FnMut(Span, Span)) {
    let (mut x, mut y) = (a.of(texts[0]), b.of(texts[1]));
    let (mut at_x, mut at_y) = (a.start as usize, b.start as usize);
    while x != y {
        let (blank_x, blank_y) = (blank_start(x), blank_start(y));
        if x[..blank_x] != y[..blank_y] {
            visit(Span::new(at_x, at_x + blank_x), Span::new(at_y, at_y + blank_y));
        }
        let (rest_x, rest_y) = (&x[blank_x..], &y[blank_y..]);
        let next_x = rest_x.find(char::is_whitespace).unwrap_or(rest_x.len());
        let next_y = rest_y.find(char::is_whitespace).unwrap_or(rest_y.len());
        // Not the same but for white space, against the contract: leave it rather than loop.
        let step = next_x.min(next_y);
        debug_assert_eq!(rest_x.get(..step), rest_y.get(..step));
        if step == 0 && blank_x + blank_y == 0 {
            break;
        }
        at_x += blank_x + step;
        at_y += blank_y + step;
        x = rest_x.get(step..).unwrap_or("");
        y = rest_y.get(step..).unwrap_or("");
    }
}

fn blank_start(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The strength of the boundary in the gap between two words, from 0 (none: the words touch) to 4 (a line end).
pub(super) fn strength(gap: &str) -> u8 {
    if gap.is_empty() {
        0
    } else if gap.contains(['\n', '\r']) {
        4
    } else if sentence_end(gap).is_some() {
        3
    } else if is_blank(gap) {
        1
    } else {
        2
    }
}

/// The end of a sentence in the gap after a word: after its full stop, the closing marks and whitespace.
pub(super) fn sentence_end(gap: &str) -> Option<usize> {
    let mut end = None;
    let mut chars = gap.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let stops = match c {
            '。' | '！' | '？' | '…' | '；' | '｡' => true,
            '.' | '!' | '?' | ';' => chars.peek().is_none_or(|&(_, next)| next.is_whitespace() || closes(next)),
            _ => false,
        };
        if stops {
            while chars.next_if(|&(_, c)| closes(c)).is_some() {}
            while chars.next_if(|&(_, c)| c.is_whitespace()).is_some() {}
            end = Some(chars.peek().map_or(gap.len(), |&(at, _)| at));
        }
    }
    end
}

fn closes(c: char) -> bool {
    matches!(c, '”' | '’' | '」' | '』' | '）' | '》' | '】' | ')' | ']' | '"' | '\'' | '。' | '！' | '？' | '…')
}

/// The place to cut the gap between two words that go into different pieces.
pub(super) fn cut_in(gap: &str) -> usize {
    // Behind the last white space an opening quotation mark may be, which belongs to the next word.
    sentence_end(gap).unwrap_or_else(|| {
        gap.char_indices().rev().find(|(_, c)| c.is_whitespace()).map_or(gap.len(), |(at, c)| at + c.len_utf8())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_only_spaces_that_part_words() {
        assert_eq!(collapsed("  every  one,\tsays\n he "), "every one, says he");
        assert_eq!(collapsed("　　用 SimHash\n计算 汉明\n距离"), "用SimHash计算汉明距离");
        assert!(matches!(collapsed("one two"), Cow::Borrowed(_)));
        assert_ne!(collapsed("every one"), collapsed("everyone"));
    }

    #[test]
    fn all_white_space_is_ignored() {
        let all: String = (0..=0xFFFF).filter_map(char::from_u32).collect();
        assert_eq!(visible_chars(&all) as usize, all.chars().filter(|c| !c.is_whitespace()).count());
    }

    #[test]
    fn marks_keep_white_space_and_repeats_together() {
        assert_eq!(marks("。”\r\n　“"), ["。", "”", "\r\n　", "“"]);
        assert_eq!(marks("……, "), ["……", ",", " "]);
    }

    #[test]
    fn unlike_spaces_are_found() {
        let [a, b] = ["a\nb  c。 d", " a b c。d"];
        let mut found = Vec::new();
        let spans = [Span::new(0, a.len()), Span::new(0, b.len())];
        unlike_spaces([a, b], spans, |x, y| found.push((x.of(a), y.of(b))));
        assert_eq!(found, [("", " "), ("\n", " "), ("  ", " "), (" ", "")]);
    }

    #[test]
    fn sentences_end_behind_closing_marks() {
        assert_eq!(sentence_end("。”\n“"), Some("。”\n".len()));
        assert_eq!(sentence_end("，"), None);
        assert_eq!(sentence_end("."), Some(1));
        assert_eq!(cut_in(", “"), 2);
    }
}
