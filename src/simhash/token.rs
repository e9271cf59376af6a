//! Cuts a text into tokens as a recipe says, piece by piece, each with its place.

use std::{collections::VecDeque, ops::Range};

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

use super::{
    fold::{fold, fold_char},
    recipe::{Fold, Tokenizer},
    segment::{Span, for_each_word},
};

/// Receives each token as it is counted (folded) and its place in the text.
pub(crate) trait Visit: FnMut(&str, Span) {}
impl<F: FnMut(&str, Span)> Visit for F {}

/// Whether tokens of this kind can reach over the end of a piece, so that pieces must be read in order.
pub(crate) fn carries(tokenizer: Tokenizer) -> bool {
    matches!(tokenizer, Tokenizer::CharNgrams(_) | Tokenizer::WordNgrams(_) | Tokenizer::PypiWindows(_))
}

/// Reads a text, piece by piece.
pub(crate) struct Tokens {
    tokenizer: Tokenizer,
    fold: Fold,
    buffer: String,
    /// The elements that the next window begins with, folded, and their places.
    window: VecDeque<(String, Span)>,
    /// Whether a window has been given out.
    full: bool,
}

impl Tokens {
    pub(crate) fn new(tokenizer: Tokenizer, fold: Fold) -> Self {
        Self { tokenizer, fold, buffer: String::new(), window: VecDeque::new(), full: false }
    }

    /// Visits the tokens of the next piece. [`Tokenizer::Given`] has none: its list is read by `given`.
    pub(crate) fn piece(&mut self, text: &str, piece: Range<usize>, mut visit: impl Visit) {
        match self.tokenizer {
            Tokenizer::Jieba => for_each_word(text, piece, |word| {
                visit(fold(word.span.of(text), self.fold, &mut self.buffer), word.span);
            }),
            Tokenizer::Words => {
                let mut start = piece.start;
                // Line by line, as one character beyond ASCII makes the crate take the long way for all it is given.
                for line in text[piece].split_inclusive('\n') {
                    for (at, word) in line.unicode_word_indices() {
                        let span = Span::new(start + at, start + at + word.len());
                        visit(fold(word, self.fold, &mut self.buffer), span);
                    }
                    start += line.len();
                }
            }
            Tokenizer::Space => self.split(text, piece, char::is_whitespace, visit),
            Tokenizer::JavaSpace => self.split(text, piece, |c| " \t\n\r\u{c}".contains(c), visit),
            Tokenizer::WordNgrams(n) => for_each_word(text, piece, |word| {
                let folded = fold(word.span.of(text), self.fold, &mut self.buffer).to_owned();
                self.slide(n, " ", (folded, word.span), &mut visit);
            }),
            Tokenizer::CharNgrams(n) => {
                for (at, c) in text[piece.clone()].char_indices().filter(|(_, c)| c.is_alphanumeric()) {
                    let span = Span::new(piece.start + at, piece.start + at + c.len_utf8());
                    for c in fold_char(c, self.fold) {
                        self.slide(n, "", (c.into(), span), &mut visit);
                    }
                }
            }
            Tokenizer::PypiWindows(n) => {
                // Lower-casing the piece as a whole knows final sigmas; both sides give the same number of characters.
                let lower = text[piece.clone()].to_lowercase();
                let mut lower = lower.chars();
                for (at, c) in text[piece.clone()].char_indices() {
                    let span = Span::new(piece.start + at, piece.start + at + c.len_utf8());
                    for c in lower.by_ref().take(c.to_lowercase().len()).filter(|&c| python_word(c)) {
                        self.slide(n, "", (c.into(), span), &mut visit);
                    }
                }
            }
            Tokenizer::Given => {}
        }
    }

    /// Visits what is left: a text with fewer elements than a window has is one token.
    pub(crate) fn finish(mut self, mut visit: impl Visit) {
        let (glue, allows_empty) = match self.tokenizer {
            Tokenizer::WordNgrams(_) => (" ", false),
            Tokenizer::CharNgrams(_) => ("", false),
            // The Python package makes one empty token of a text without any word character.
            Tokenizer::PypiWindows(_) => ("", true),
            _ => return,
        };
        if !self.full && (allows_empty || !self.window.is_empty()) {
            self.give(glue, &mut visit);
        }
    }

    fn split(&mut self, text: &str, piece: Range<usize>, space: impl Fn(char) -> bool, mut visit: impl Visit) {
        let mut at = piece.start;
        for part in text[piece].split(space) {
            let span = Span::new(at, at + part.len());
            if !part.is_empty() {
                visit(fold(part, self.fold, &mut self.buffer), span);
            }
            // The separator's own length is what lies between this part's end and the next part's start.
            at = span.end as usize + text[span.end as usize..].chars().next().map_or(0, char::len_utf8);
        }
    }

    fn slide(&mut self, n: u8, glue: &str, element: (String, Span), visit: &mut impl Visit) {
        self.window.push_back(element);
        if self.window.len() == usize::from(n) {
            self.full = true;
            self.give(glue, visit);
            self.window.pop_front();
        }
    }

    fn give(&mut self, glue: &str, visit: &mut impl Visit) {
        self.buffer.clear();
        for (i, (element, _)) in self.window.iter().enumerate() {
            if i > 0 {
                self.buffer.push_str(glue);
            }
            self.buffer.push_str(element);
        }
        let start = self.window.front().map_or(0, |(_, span)| span.start);
        let end = self.window.back().map_or(0, |(_, span)| span.end);
        visit(&self.buffer, Span { start, end });
    }
}

/// What `\w` matches in Python 3: letters, numbers of every kind, and the underscore.
fn python_word(c: char) -> bool {
    c == '_' || matches!(c.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str, tokenizer: Tokenizer, fold: Fold) -> Vec<String> {
        let mut all = Vec::new();
        let mut tokens = Tokens::new(tokenizer, fold);
        for piece in super::super::segment::pieces(text) {
            tokens.piece(text, piece, |token, _| all.push(token.to_owned()));
        }
        tokens.finish(|token, _| all.push(token.to_owned()));
        all
    }

    #[test]
    fn each_tokenizer_cuts_as_named() {
        let text = "The fox, 海明距离";
        assert_eq!(tokens(text, Tokenizer::Jieba, Fold::Case), ["the", "fox", "海明", "距离"]);
        assert_eq!(tokens(text, Tokenizer::Words, Fold::None), ["The", "fox", "海", "明", "距", "离"]);
        assert_eq!(tokens(text, Tokenizer::Space, Fold::None), ["The", "fox,", "海明距离"]);
        assert_eq!(tokens(text, Tokenizer::CharNgrams(3), Fold::Case)[..3], ["the", "hef", "efo"]);
        assert_eq!(tokens(text, Tokenizer::WordNgrams(2), Fold::Case), ["the fox", "fox 海明", "海明 距离"]);
        assert_eq!(tokens("a\u{a0}b\tc", Tokenizer::JavaSpace, Fold::None), ["a\u{a0}b", "c"]);
    }

    #[test]
    fn a_text_shorter_than_a_window_is_one_token() {
        assert_eq!(tokens("ab", Tokenizer::CharNgrams(4), Fold::None), ["ab"]);
        assert_eq!(tokens("one", Tokenizer::WordNgrams(3), Fold::None), ["one"]);
        assert_eq!(tokens("?!", Tokenizer::PypiWindows(4), Fold::None), [""]);
        assert!(tokens("?!", Tokenizer::CharNgrams(4), Fold::None).is_empty());
    }

    #[test]
    fn spans_point_at_the_token() {
        let text = "one  two\u{3000}三";
        let mut spans = Vec::new();
        Tokens::new(Tokenizer::Space, Fold::None).piece(text, 0..text.len(), |_, span| spans.push(span.of(text)));
        assert_eq!(spans, ["one", "two", "三"]);
    }
}
