//! A text as it is read on its own: its paragraphs, those that are very long in pieces.

use super::piece;
use crate::simhash::Span;

/// A paragraph, or a piece of a long one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadParagraph {
    /// Its text, without blank lines before and white space behind.
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
    use super::{super::number::Numbers, *};

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
