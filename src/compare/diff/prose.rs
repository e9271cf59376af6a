//! The paragraphs and sentences of one text, cut as the diff cuts them: for those who want them without a second text.

use super::{Side, piece, space};
use crate::simhash::Span;

/// What there is to read in each paragraph, in order; the nth of them has number n, counted from 1, as in
/// [`Paragraph::number`](super::Paragraph::number). However long they are, they come whole.
///
/// ```
/// use simscope::compare::diff::paragraphs;
/// let text = "One.\n\nTwo.\n";
/// assert_eq!(paragraphs(text).iter().map(|p| p.of(text)).collect::<Vec<_>>(), ["One.", "Two."]);
/// ```
pub fn paragraphs(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    // Segments are needed only to cut what is long, and here it is put together again.
    for piece in piece::pieces(Side { text, segments: &[] }) {
        match spans.last_mut() {
            Some(last) if !piece.first => last.end = piece.span.end,
            _ => spans.push(piece.span),
        }
    }
    let bodies = spans.into_iter().map(|span| piece::body(text, span));
    bodies.filter(|body| !body.is_empty()).collect()
}

/// The sentences of a paragraph, in order, without the white space around them. What has no full stop is one sentence.
pub fn sentences(side: Side<'_>, paragraph: Span) -> Vec<Span> {
    let first = side.segments.partition_point(|segment| segment.span.end <= paragraph.start);
    let inside = side.segments[first..].iter().take_while(|segment| segment.span.start < paragraph.end);
    let mut all = Vec::new();
    let mut start = paragraph.start;
    let mut add = |start: u32, end: u32| {
        let text = Span { start, end }.of(side.text);
        let lead = (text.len() - text.trim_start().len()) as u32;
        let body = text.trim().len() as u32;
        if body > 0 {
            all.push(Span { start: start + lead, end: start + lead + body });
        }
    };
    for gap in inside.filter(|segment| !segment.is_word()) {
        if let Some(end) = space::sentence_end(gap.span.of(side.text)) {
            let end = (gap.span.start + end as u32).min(paragraph.end);
            add(start, end);
            start = end.max(start);
        }
    }
    add(start, paragraph.end);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{compare::diff::diff, simhash::segments};

    const TEXT: &str =
        "一、风向\n\n清晨记录风向。灯亮了！“谁？”他问；没有人。\n\n  The lamp (of 3.5 m) was lit. Nobody\n";

    #[test]
    fn numbers_are_those_of_the_diff() {
        let long = format!("{TEXT}{}\n\nlast", "A sentence of a very long paragraph, over and over. ".repeat(900));
        for text in [TEXT, &long, "", "\n\n", "one\n two\n three"] {
            let segments = segments(text);
            let side = Side { text, segments: &segments };
            let found = diff(side, side, None);
            let starts: Vec<u32> =
                found.paragraphs[0].iter().filter(|p| p.number.is_some()).map(|p| p.body.start).collect();
            assert_eq!(paragraphs(text).iter().map(|span| span.start).collect::<Vec<_>>(), starts);
        }
    }

    #[test]
    fn sentences_make_up_the_paragraph_but_for_white_space() {
        let segments = segments(TEXT);
        let side = Side { text: TEXT, segments: &segments };
        let cut: Vec<Vec<&str>> = paragraphs(TEXT)
            .into_iter()
            .map(|paragraph| sentences(side, paragraph).into_iter().map(|span| span.of(TEXT)).collect())
            .collect();
        assert_eq!(
            cut,
            [
                vec!["一、风向"],
                vec!["清晨记录风向。", "灯亮了！", "“谁？”", "他问；", "没有人。"],
                vec!["The lamp (of 3.5 m) was lit.", "Nobody"],
            ]
        );
    }
}
