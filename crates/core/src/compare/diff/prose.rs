//! The numbered paragraphs of one text, as in the diff, but without a second text.

use super::piece;
use crate::simhash::Span;

/// The text to read in each paragraph, in order; the nth of them has number n, counted from 1, as in
/// [`Paragraph::number`](super::Paragraph::number). Long paragraphs are not split.
///
/// ```
/// use simscope_core::compare::diff::paragraphs;
/// let text = "One.\n\nTwo.\n";
/// assert_eq!(paragraphs(text).iter().map(|p| p.of(text)).collect::<Vec<_>>(), ["One.", "Two."]);
/// ```
pub fn paragraphs(text: &str) -> Vec<Span> {
    let bodies = piece::paragraphs(text).into_iter().map(|span| piece::body(text, span));
    bodies.filter(|body| !body.is_empty()).collect()
}

/// The starts of the numbered paragraphs of a text, found without a diff, but the same as in a diff.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Vec<u32>);

impl Numbers {
    /// The numbered paragraphs of a text.
    pub fn new(text: &str) -> Self {
        let numbered = piece::paragraphs(text).into_iter().filter(|&span| !piece::body(text, span).is_empty());
        Self(numbered.map(|span| span.start).collect())
    }

    /// The number of the paragraph that contains a byte, from 1; 0 if there is none.
    pub fn at(&self, byte: u32) -> u32 {
        // Blank lines at the start belong to the first.
        self.0.partition_point(|&start| start <= byte).max(1).min(self.0.len()) as u32
    }

    /// Their number.
    pub fn total(&self) -> usize {
        self.0.len()
    }
}

/// A paragraph, or a piece of a long one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadParagraph {
    /// Its text, without blank lines before and whitespace after.
    pub body: Span,
    /// From 1; `None` for a piece that continues a paragraph.
    pub number: Option<u32>,
}

/// The paragraphs of a text, in order.
pub fn read_paragraphs(text: &str) -> Vec<ReadParagraph> {
    let mut last = 0;
    let read = piece::pieces(text).into_iter().filter_map(|piece| {
        let body = piece::body(text, piece.span);
        last += u32::from(piece.first && !body.is_empty());
        (!body.is_empty()).then_some(ReadParagraph { body, number: piece.first.then_some(last) })
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::diff::diff;

    const TEXT: &str =
        "一、风向\n\n清晨记录风向。灯亮了！“谁？”他问；没有人。\n\n  The lamp (of 3.5 m) was lit. Nobody\n";

    #[test]
    fn numbers_are_those_of_the_diff() {
        let long = format!("{TEXT}{}\n\nlast", "A sentence of a very long paragraph, over and over. ".repeat(900));
        for text in [TEXT, &long, "", "\n\n", "one\n two\n three"] {
            let found = diff(text, text, None);
            let starts: Vec<u32> =
                found.paragraphs[0].iter().filter(|p| p.number.is_some()).map(|p| p.body.start).collect();
            assert_eq!(paragraphs(text).iter().map(|span| span.start).collect::<Vec<_>>(), starts);
        }
    }

    #[test]
    fn paragraphs_have_the_numbers_that_places_have() {
        let long = "A sentence of a very long paragraph. ".repeat(1_000);
        let text = format!("\n\nOne.\n\nTwo.\n{long}\nFour.");
        let read = read_paragraphs(&text);
        assert!(read.len() > 4 && read.iter().all(|paragraph| paragraph.body.len() <= 2 * piece::LONG));
        let numbers = Numbers::new(&text);
        for paragraph in &read {
            assert!(paragraph.number.is_none_or(|number| number == numbers.at(paragraph.body.start)));
        }
        assert_eq!(read.iter().filter_map(|paragraph| paragraph.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
