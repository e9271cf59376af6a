//! Divides a text into tokens by a recipe, piece by piece, each with its place.

mod mfonda;

use std::{collections::VecDeque, ops::Range};

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

use super::{
    fold::{fold, fold_char},
    idf::{self, IdfSource},
    recipe::{Fold, Tokenizer},
    segment::{Span, for_each_word},
};
use crate::unicode::is_alphanumeric;

/// Receives each token as it is counted (folded) and its place in the text.
pub(crate) trait Visit: FnMut(&str, Span) {}
impl<F: FnMut(&str, Span)> Visit for F {}

/// Returns true if tokens of this kind can reach over the end of a piece, so that pieces must be read in order.
pub(crate) fn carries(tokenizer: Tokenizer) -> bool {
    matches!(
        tokenizer,
        Tokenizer::CharNgrams(_) | Tokenizer::WordNgrams(_) | Tokenizer::PypiWindows(_) | Tokenizer::TextDedupNgrams(_)
    )
}

/// Returns true if a token ends where [`for_each_word`] ends a word; if not, it may continue to the end of the line.
pub(crate) fn ends_with_words(tokenizer: Tokenizer) -> bool {
    use Tokenizer::{Jieba, Keywords, WordNgrams, Words};
    matches!(tokenizer, Jieba | Words | WordNgrams(_) | Keywords)
}

/// Returns true if tokens of this kind are made of words segmented by jieba.
pub(crate) fn cuts_words(tokenizer: Tokenizer) -> bool {
    matches!(tokenizer, Tokenizer::Jieba | Tokenizer::WordNgrams(_) | Tokenizer::Keywords)
}

/// text-dedup gives no features to a text of fewer words.
const TEXT_DEDUP_LEAST: usize = 5;
/// Words of the IDF table that are this common stand for stop words, which cppjieba has a list of.
const STOP_IDF: f64 = 2.0;

/// Reads a text, piece by piece.
pub(crate) struct Tokens {
    tokenizer: Tokenizer,
    fold: Fold,
    buffer: String,
    /// The elements that the next window begins with, folded, and their places.
    window: VecDeque<(String, Span)>,
    /// True if a window has been given out.
    full: bool,
    /// The number of elements that the first windows still wait for, and the waiting elements.
    wanted: usize,
    waiting: Vec<(String, Span)>,
}

impl Tokens {
    pub(crate) fn new(tokenizer: Tokenizer, fold: Fold) -> Self {
        let wanted = if matches!(tokenizer, Tokenizer::TextDedupNgrams(_)) { TEXT_DEDUP_LEAST } else { 0 };
        let (buffer, window, waiting) = (String::new(), VecDeque::new(), Vec::new());
        Self { tokenizer, fold, buffer, window, full: false, wanted, waiting }
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
                for (at, c) in text[piece.clone()].char_indices().filter(|&(_, c)| is_alphanumeric(c)) {
                    let span = Span::new(piece.start + at, piece.start + at + c.len_utf8());
                    for c in fold_char(c, self.fold) {
                        self.slide(n, "", (c.into(), span), &mut visit);
                    }
                }
            }
            Tokenizer::PypiWindows(n) => for_each_lower(text, piece, |c, span| {
                if python_word(c) {
                    self.slide(n, "", (c.into(), span), &mut visit);
                }
            }),
            Tokenizer::TextDedupNgrams(n) => {
                let mut word = (String::new(), Span { start: 0, end: 0 });
                for_each_lower(text, piece, |c, span| {
                    if python_word(c) {
                        word.1.start = if word.0.is_empty() { span.start } else { word.1.start };
                        word.1.end = span.end;
                        word.0.push(c);
                    } else if !word.0.is_empty() {
                        self.wait(n, (std::mem::take(&mut word.0), word.1), &mut visit);
                    }
                });
                if !word.0.is_empty() {
                    self.wait(n, word, &mut visit);
                }
            }
            Tokenizer::MfondaWords => mfonda::words(text, piece, |word, span| {
                visit(fold(word, self.fold, &mut self.buffer), span);
            }),
            Tokenizer::MfondaUnicode => mfonda::unicode_words(text, piece, |word, span| {
                visit(fold(word, self.fold, &mut self.buffer), span);
            }),
            Tokenizer::Keywords => for_each_word(text, piece, |word| {
                if is_keyword(word.span.of(text)) {
                    visit(fold(word.span.of(text), self.fold, &mut self.buffer), word.span);
                }
            }),
            Tokenizer::Given => {}
        }
    }

    /// Visits the last tokens: a text with fewer elements than a window has is one token.
    pub(crate) fn finish(mut self, mut visit: impl Visit) {
        let (glue, allows_empty) = match self.tokenizer {
            Tokenizer::WordNgrams(_) | Tokenizer::TextDedupNgrams(_) => (" ", false),
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

    /// Slides once there are as many elements as are wanted at least.
    fn wait(&mut self, n: u8, element: (String, Span), visit: &mut impl Visit) {
        self.waiting.push(element);
        if self.waiting.len() >= self.wanted {
            self.wanted = 0;
            for element in std::mem::take(&mut self.waiting) {
                self.slide(n, " ", (fold(&element.0, self.fold, &mut String::new()).to_owned(), element.1), visit);
            }
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

/// The characters of a piece in lower case, each with the place of the one it was made of.
fn for_each_lower(text: &str, piece: Range<usize>, mut visit: impl FnMut(char, Span)) {
    // Lower-casing the piece as a whole knows final sigmas; both sides give the same number of characters.
    let lower = text[piece.clone()].to_lowercase();
    let mut lower = lower.chars();
    for (at, c) in text[piece.clone()].char_indices() {
        let span = Span::new(piece.start + at, piece.start + at + c.len_utf8());
        lower.by_ref().take(c.to_lowercase().len()).for_each(|c| visit(c, span));
    }
}

/// Returns true if cppjieba's method keeps a word: it has two characters or more and is not a stop word. Stop words are
/// listed in lower case there, so a capital keeps a word.
fn is_keyword(word: &str) -> bool {
    let stop = || {
        let idf = idf::table().look_up(word, None);
        idf.from == IdfSource::Table && idf.value <= STOP_IDF && !word.contains(char::is_uppercase)
    };
    word.chars().nth(1).is_some() && !stop()
}

/// Matches `\w` of Python 3: letters, numbers of every kind, and the underscore.
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

    #[cfg(feature = "chinese")]
    #[test]
    fn each_tokenizer_cuts_as_named() {
        let text = "The fox, 海明距离";
        assert_eq!(tokens(text, Tokenizer::Jieba, Fold::CASE), ["the", "fox", "海明", "距离"]);
        assert_eq!(tokens(text, Tokenizer::Words, Fold::NONE), ["The", "fox", "海", "明", "距", "离"]);
        assert_eq!(tokens(text, Tokenizer::Space, Fold::NONE), ["The", "fox,", "海明距离"]);
        assert_eq!(tokens(text, Tokenizer::CharNgrams(3), Fold::CASE)[..3], ["the", "hef", "efo"]);
        assert_eq!(tokens(text, Tokenizer::WordNgrams(2), Fold::CASE), ["the fox", "fox 海明", "海明 距离"]);
        assert_eq!(tokens("a\u{a0}b\tc", Tokenizer::JavaSpace, Fold::NONE), ["a\u{a0}b", "c"]);
    }

    #[test]
    fn a_text_shorter_than_a_window_is_one_token() {
        assert_eq!(tokens("ab", Tokenizer::CharNgrams(4), Fold::NONE), ["ab"]);
        assert_eq!(tokens("one", Tokenizer::WordNgrams(3), Fold::NONE), ["one"]);
        assert_eq!(tokens("?!", Tokenizer::PypiWindows(4), Fold::NONE), [""]);
        assert!(tokens("?!", Tokenizer::CharNgrams(4), Fold::NONE).is_empty());
    }

    #[test]
    fn text_dedup_wants_five_words() {
        let three = |text: &str| tokens(text, Tokenizer::TextDedupNgrams(3), Fold::NONE);
        assert!(three("One, two three-four").is_empty());
        assert_eq!(three("One, two three-four.\nFIVE"), ["one two three", "two three four", "three four five"]);
        assert_eq!(tokens("a b c d e", Tokenizer::TextDedupNgrams(7), Fold::NONE), ["a b c d e"]);
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn keywords_are_neither_short_nor_common() {
        let text = "The keeper of the lighthouse 说的是灯塔, a 书";
        assert_eq!(tokens(text, Tokenizer::Keywords, Fold::NONE), ["The", "keeper", "lighthouse", "灯塔"]);
    }

    #[test]
    fn spans_point_at_the_token() {
        let text = "one  two\u{3000}三";
        let mut spans = Vec::new();
        Tokens::new(Tokenizer::Space, Fold::NONE).piece(text, 0..text.len(), |_, span| spans.push(span.of(text)));
        assert_eq!(spans, ["one", "two", "三"]);
    }
}
