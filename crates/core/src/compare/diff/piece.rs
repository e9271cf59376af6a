//! Cuts a text into paragraphs, and very long paragraphs into pieces.

use memchr::memchr2;
use xxhash_rust::xxh3::xxh3_64;

use super::space::{self, sentence_end};
use crate::{
    room,
    simhash::{Span, for_each_segment, is_han},
};

/// Pieces are at most about this many bytes long, so that a screen can wrap them one by one.
pub(super) const LONG: usize = 8 * 1024;
/// Pieces that are cut by content are at least this long.
const SHORT: usize = 2 * 1024;
/// One sentence in this number ends a piece, if the piece is long enough.
const ONE_IN: u64 = 8;

/// A paragraph, or a piece of a very long one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// With the whitespace around it; the spans of all pieces are a partition of the text.
    pub span: Span,
    /// True if a paragraph begins here.
    pub first: bool,
}

/// The text to read in a piece, without blank lines before and whitespace after.
pub(super) fn body(text: &str, span: Span) -> Span {
    let piece = span.of(text);
    let end = piece.trim_end().len();
    let indent = end - piece[..end].trim_start().len();
    let start = piece[..indent].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    if end == 0 {
        return Span { start: span.end, end: span.end };
    }
    Span { start: span.start + start as u32, end: span.start + end as u32 }
}

/// Cuts a text into paragraphs, and those that are long into pieces.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    for paragraph in paragraphs(text) {
        if body(text, paragraph).len() > LONG {
            push(text, paragraph, &mut all);
        } else {
            room::push(&mut all, Piece { span: paragraph, first: true });
        }
    }
    all
}

/// Cuts a text into paragraphs, with the whitespace around them.
pub(super) fn paragraphs(text: &str) -> Vec<Span> {
    let wrapped = is_wrapped(lines(text).map(|(line, _)| line.of(text)));
    let mut all = Vec::new();
    let mut start = 0;
    let mut end = 0;
    let mut before = None;
    for (line, line_end) in lines(text) {
        let line = line.of(text);
        if is_blank_line(line) {
            before = None;
        } else {
            // Blank lines at the very start belong to the first paragraph.
            let opens = !wrapped || before.is_none() || starts_paragraph(before, line);
            if opens && !space::is_blank(&text[start..end]) {
                room::push(&mut all, Span::new(start, end));
                start = end;
            }
            before = Some(line);
        }
        end = line_end;
    }
    if start < text.len() {
        room::push(&mut all, Span::new(start, text.len()));
    }
    all
}

/// The lines of a text: without their line end, and where the next begins.
fn lines(text: &str) -> impl Iterator<Item = (Span, usize)> {
    let bytes = text.as_bytes();
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let line = start;
        let end = start + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        start = match bytes.get(end..) {
            Some([b'\r', b'\n', ..]) => end + 2,
            Some([_, ..]) => end + 1,
            _ => end,
        };
        Some((Span::new(line, end), start))
    })
}

/// Adds a long paragraph in pieces.
///
/// The places depend on what is there (the hash of the word before the end of a sentence), not on how far it is
/// from the start, so that an edit changes only the pieces around it.
fn push(text: &str, paragraph: Span, all: &mut Vec<Piece>) {
    let body = body(text, paragraph);
    let mut start = paragraph.start;
    let mut sentence = None;
    let mut word = "";
    let mut add = |start: &mut u32, end: u32| {
        room::push(all, Piece { span: Span { start: *start, end }, first: *start == paragraph.start });
        *start = end;
    };
    for_each_segment(text, body, |segment| {
        // A "word" or gap of megabytes (a coded picture, a ruled line) is cut anywhere.
        let end = segment.span.end;
        while end.saturating_sub(start.max(segment.span.start)) as usize > 2 * LONG {
            let mut cut = start.max(segment.span.start) as usize + LONG;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            add(&mut start, cut as u32);
            sentence = None;
        }
        let size = end.saturating_sub(start) as usize;
        let mut cut = None;
        if segment.is_word() {
            word = segment.span.of(text);
        } else if size > SHORT
            && let Some(end) = sentence_end(segment.span.of(text))
        {
            let end = segment.span.start + end as u32;
            sentence = Some(end);
            cut = xxh3_64(word.as_bytes()).is_multiple_of(ONE_IN).then_some(end);
        }
        if size > LONG {
            cut = sentence.or(Some(end));
        }
        if let Some(cut) = cut.filter(|&cut| cut > start && cut < body.end) {
            add(&mut start, cut);
            sentence = None;
        }
    });
    add(&mut start, paragraph.end);
}

/// The number of examined lines.
const SAMPLE: usize = 1_000;
/// A line longer than this many bytes is not measured: it was not wrapped.
const LONGEST: usize = 400;
/// The width, in cells, at which people and programs wrap.
const WIDTHS: std::ops::RangeInclusive<usize> = 30..=130;

/// About how many cells a line takes: East Asian wide characters take two.
fn cells(line: &str) -> usize {
    line.chars().map(|c| 1 + usize::from(is_wide(c))).sum()
}

fn is_wide(c: char) -> bool {
    is_han(c)
        || matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{33FF}' | '\u{AC00}'..='\u{D7A3}')
        || matches!(c, '\u{FE30}'..='\u{FE4F}' | '\u{FF01}'..='\u{FF60}')
}

/// Returns true if `lines` (without line ends) look hard-wrapped, so that paragraphs are blocks of lines, and not one
/// line each.
///
/// They do when most lines that another line of the same block follows are about as wide as the widest of them, and
/// few of those end a sentence. A list, a poem or a text with one paragraph a line fails one of the two.
fn is_wrapped<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let mut widths = Vec::new();
    let (mut ends, mut all) = (0, 0);
    let mut before: Option<&str> = None;
    for line in lines.take(SAMPLE) {
        let follows = !is_blank_line(line);
        all += usize::from(follows);
        if let Some(inner) = before.filter(|inner| follows && !starts_paragraph(Some(inner), line)) {
            let inner = inner.trim_end();
            widths.push(if inner.len() > LONGEST { LONGEST } else { cells(inner) });
            let marks = inner.trim_end_matches(|c: char| !c.is_alphanumeric());
            ends += usize::from(sentence_end(&inner[marks.len()..]).is_some_and(|end| end > 0));
        }
        before = follows.then_some(line);
    }
    widths.sort_unstable();
    // A few such lines may be anything.
    if widths.len() < 2.max(all / 4) {
        return false;
    }
    let widest = widths[widths.len() * 9 / 10];
    let full = widths.iter().filter(|&&width| width >= widest / 10 * 7 && width <= widest + widest / 5).count();
    WIDTHS.contains(&widest) && full * 4 >= widths.len() * 3 && ends * 5 <= widths.len() * 2
}

/// The parts of a stretch of a paragraph as one line: text, and each line end with the whitespace around it as what is
/// read in its place. Between wide characters and after a hyphen inside a word that is nothing.
pub fn joined_lines(text: &str, span: Span) -> Vec<(Span, Option<&'static str>)> {
    let mut parts = Vec::new();
    let inside = span.of(text);
    let mut at = 0;
    while let Some(end) = inside[at..].find('\n').map(|found| at + found) {
        let before = inside[at..end].trim_end();
        let start = at + before.len();
        let next = inside.len() - inside[end..].trim_start().len();
        if at < start {
            parts.push((Span { start: span.start + at as u32, end: span.start + start as u32 }, None));
        }
        let around = [
            text[..span.start as usize + start].chars().next_back(),
            text[span.start as usize + next..].chars().next(),
        ];
        let shown = if let [Some(last), Some(first)] = around
            && (is_wide(last) && is_wide(first) || matches!(last, '-' | '\u{2010}') && first.is_lowercase())
        {
            ""
        } else {
            " "
        };
        parts.push((Span { start: span.start + start as u32, end: span.start + next as u32 }, Some(shown)));
        at = next;
    }
    if at < inside.len() {
        parts.push((Span { start: span.start + at as u32, end: span.end }, None));
    }
    parts
}

fn is_blank_line(line: &str) -> bool {
    line.trim_start().is_empty()
}

/// Returns true if `line` begins a paragraph although no blank line is before it: a list item, a heading, or a line
/// that is indented more than the one before.
fn starts_paragraph(before: Option<&str>, line: &str) -> bool {
    let item = line.trim_start();
    if before.is_none_or(|before| indent(before) < indent(line)) {
        return true;
    }
    let number = item.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = item.len() - number.len();
    item.starts_with(['#', '•', '|', '>'])
        || ["- ", "* ", "+ ", "```"].iter().any(|mark| item.starts_with(mark))
        || (1..=3).contains(&digits) && [". ", ") ", "、", "．", "）"].iter().any(|mark| number.starts_with(mark))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(String, String)> {
        let all = pieces(text);
        assert_eq!(all.iter().map(|p| p.span.of(text)).collect::<String>(), text);
        all.iter().map(|p| (p.span.of(text).to_owned(), body(text, p.span).of(text).to_owned())).collect()
    }

    #[test]
    fn lines_are_paragraphs() {
        let all = cut("\n \n  one\r\n\r\ntwo\rthree");
        let bodies: Vec<&str> = all.iter().map(|(_, body)| body.as_str()).collect();
        assert_eq!(bodies, ["  one", "two", "three"]);
        assert_eq!(all[0].0, "\n \n  one\r\n\r\n");
        assert_eq!(cut(""), []);
        assert_eq!(cut(" \n"), [(" \n".to_owned(), String::new())]);
    }

    #[test]
    fn what_is_no_text_is_cut_too() {
        let text = format!("{}\n{}\n\n{}", "=".repeat(50_000), "好".repeat(30_000), "x".repeat(70_000));
        assert!(cut(&text).iter().all(|(span, _)| span.len() <= 2 * LONG + 2));
    }

    #[test]
    fn long_paragraphs_are_cut_the_same_way_after_an_edit() {
        let sentence = |n: u32| format!("Sentence {n} has a number {}. ", n * n % 997);
        let long = (0..4_000).map(sentence).collect::<Vec<_>>().concat();
        let edited = format!("A new beginning. {long}");
        let [a, b] = [cut(&long), cut(&edited)];
        assert!(a.len() > 10 && a.iter().all(|(span, _)| span.len() <= LONG + 64));
        let same = a.iter().filter(|piece| b.contains(piece)).count();
        assert!(same + 2 >= a.len(), "{same} of {}", a.len());
    }

    const WRAPPED: &str = "It is a truth universally acknowledged, that a single\nman in possession of a good \
                           fortune, must be in want of a\nwife. However little known the feelings or views of\nsuch a \
                           man may be.\n";

    #[test]
    fn wrapped_prose_is_distinguished_from_lines() {
        assert!(is_wrapped(WRAPPED.lines()));
        let joined = WRAPPED.replace('\n', " ");
        assert!(!is_wrapped(joined.lines()));
        assert!(!is_wrapped("一行就是一段话，讲一件完整的事情，到句号为止。\n".repeat(9).lines()));
        assert!(!is_wrapped("short\nlines\nof a poem\n".lines()));
        assert!(!is_wrapped("".lines()));
    }

    #[test]
    fn wrapped_chinese_is_seen() {
        let text = "指纹是从一篇文章的词语和它们的权重里算出来的一串二\n进制位，两篇相近的文章，它们的指纹也只有很\
                    少几位是不\n同的，所以可以用来查找重复。\n";
        assert!(is_wrapped(text.lines()));
    }

    #[test]
    fn lines_are_joined_as_they_are_read() {
        let text = "A single man in pos-\nsession of a good\n   fortune, 灯塔上的\n灯，亮了。\nx";
        let read = |span: Span| -> String {
            joined_lines(text, span).iter().map(|(span, shown)| shown.unwrap_or(span.of(text))).collect()
        };
        let whole = Span::new(0, text.len());
        assert_eq!(read(whole), "A single man in pos-session of a good fortune, 灯塔上的灯，亮了。 x");
        let parts = joined_lines(text, whole);
        assert!(parts.windows(2).all(|pair| pair[0].0.end == pair[1].0.start) && parts[0].0.start == 0);
        assert_eq!(read(Span::new(20, 21)), "", "a line end alone");
    }

    #[test]
    fn items_and_indents_begin_paragraphs() {
        assert!(starts_paragraph(Some("text"), "- item"));
        assert!(starts_paragraph(Some("text"), "12. item"));
        assert!(starts_paragraph(Some("text"), "　　新的一段"));
        assert!(!starts_paragraph(Some("  text"), "  more"));
        assert!(!starts_paragraph(Some("text"), "1990 was a year"));
    }
}
