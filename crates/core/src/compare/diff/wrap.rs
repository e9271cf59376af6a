//! Tells hard-wrapped text, whose paragraphs are blocks of lines, from text with one paragraph a line.

use super::space::sentence_end;
use crate::simhash::Span;
use crate::simhash::is_han;

/// So many lines are looked at.
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

/// Whether `lines` (without line ends) look hard-wrapped.
///
/// They do when most lines that another line of the same block follows are about as wide as the widest of them, and
/// few of those end a sentence. A list, a poem or a text with one paragraph a line fails one of the two.
pub(super) fn is_wrapped<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
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

/// The parts of a stretch of a paragraph as one line: text, and each line end with the white space around it as what is
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

/// Whether `line` holds nothing to read.
pub(super) fn is_blank_line(line: &str) -> bool {
    line.trim_start().is_empty()
}

/// Whether `line` begins a paragraph although no blank line is before it: a list item, a heading, or a line that
/// is indented more than the one before.
pub(super) fn starts_paragraph(before: Option<&str>, line: &str) -> bool {
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
