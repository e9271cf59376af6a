//! Cuts a text into paragraphs, and very long paragraphs into pieces.

use memchr::memchr2;
use xxhash_rust::xxh3::xxh3_64;

use super::{space, wrap};
use crate::simhash::{Span, for_each_segment};

/// Pieces are at most about this many bytes long, so that a screen can wrap them one by one.
pub(super) const LONG: usize = 8 * 1024;
/// Pieces that are cut by content are at least this long.
const SHORT: usize = 2 * 1024;
/// A sentence in so many ends a piece, if the piece is long enough.
const ONE_IN: u64 = 8;

/// A paragraph, or a piece of a very long one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// With the white space around it; the spans of all pieces are a partition of the text.
    pub span: Span,
    /// Whether a paragraph begins here.
    pub first: bool,
}

/// The text to read in a piece: without blank lines before and white space behind.
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
            all.push(Piece { span: paragraph, first: true });
        }
    }
    all
}

/// Cuts a text into paragraphs, with the white space around them.
pub(super) fn paragraphs(text: &str) -> Vec<Span> {
    let wrapped = wrap::is_wrapped(lines(text).map(|(line, _)| line.of(text)));
    let mut all = Vec::new();
    let mut start = 0;
    let mut end = 0;
    let mut before = None;
    for (line, line_end) in lines(text) {
        let line = line.of(text);
        if wrap::is_blank_line(line) {
            before = None;
        } else {
            // Blank lines at the very start belong to the first paragraph.
            let opens = !wrapped || before.is_none() || wrap::starts_paragraph(before, line);
            if opens && !space::is_blank(&text[start..end]) {
                all.push(Span::new(start, end));
                start = end;
            }
            before = Some(line);
        }
        end = line_end;
    }
    if start < text.len() {
        all.push(Span::new(start, text.len()));
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
        all.push(Piece { span: Span { start: *start, end }, first: *start == paragraph.start });
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
            && let Some(end) = space::sentence_end(segment.span.of(text))
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
}
