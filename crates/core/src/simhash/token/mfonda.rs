//! The words of mfonda/simhash: matches of an expression in the text, or in its NFKC form, in lower case.
//!
//! Must not know recipes and features.

use std::ops::Range;

use unicode_normalization::{IsNormalized, UnicodeNormalization, char::canonical_combining_class, is_nfkc_quick};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::Visit;
use crate::simhash::segment::Span;

/// Matches of `[\w']+(?:\://[\w\./]+)?`, where `\w` is ASCII as it is in Go.
pub(super) fn words(text: &str, piece: Range<usize>, mut visit: impl Visit) {
    let text = &text[..piece.end];
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let skip = |from: usize, takes: &dyn Fn(char) -> bool| {
        let rest = text.get(from..).unwrap_or("");
        from + rest.find(|c| !takes(lower(c))).unwrap_or(rest.len())
    };
    let mut at = piece.start;
    let mut buffer = String::new();
    while let Some(c) = text[at..].chars().next() {
        let mut end = skip(at, &|c| word(c) || c == '\'');
        if end == at {
            at += c.len_utf8();
            continue;
        }
        if text[end..].starts_with("://") {
            let host = end + "://".len();
            let behind = skip(host, &|c| word(c) || c == '.' || c == '/');
            end = if behind > host { behind } else { end };
        }
        buffer.clear();
        buffer.extend(text[at..end].chars().map(lower));
        visit(&buffer, Span::new(at, end));
        at = end;
    }
}

/// Matches of `[\pL-_']+` in the form NFKC.
pub(super) fn unicode_words(text: &str, piece: Range<usize>, mut visit: impl Visit) {
    let mut word = String::new();
    let mut span = Span::new(piece.start, piece.start);
    for group in groups(&text[piece.clone()]) {
        let place = Span::new(piece.start + group.start, piece.start + group.end);
        for c in text[place.range()].nfkc().map(lower) {
            if c.general_category_group() == GeneralCategoryGroup::Letter || matches!(c, '-' | '_' | '\'') {
                span.start = if word.is_empty() { place.start } else { span.start };
                span.end = place.end;
                word.push(c);
            } else if !word.is_empty() {
                visit(&word, span);
                word.clear();
            }
        }
    }
    if !word.is_empty() {
        visit(&word, span);
    }
}

/// Parts a text where its normal form can be made part by part: each begins with a character that joins nothing before.
fn groups(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut starts = text.char_indices().filter(|&(at, c)| at > 0 && begins(c)).map(|(at, _)| at);
    let mut start = 0;
    std::iter::from_fn(move || {
        (start < text.len()).then(|| {
            let end = starts.next().unwrap_or(text.len());
            std::mem::replace(&mut start, end)..end
        })
    })
}

/// Returns true if the normal form of `c` begins with a character that never joins the one before it.
fn begins(c: char) -> bool {
    let alone = |c: char| canonical_combining_class(c) == 0 && is_nfkc_quick([c].into_iter()) == IsNormalized::Yes;
    // Nearly all are ASCII or Han, and need no tables.
    c.is_ascii() || matches!(c, '\u{4E00}'..='\u{9FFF}') || [c].into_iter().nfkc().next().is_some_and(alone)
}

/// One character for one character, as Go has it: only İ has more than one in lower case, of which Go takes the first.
fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ascii(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        words(text, 0..text.len(), |word, span| {
            assert_eq!(span.of(text).chars().count(), word.chars().count());
            all.push(word.to_owned());
        });
        all
    }

    fn unicode(text: &str) -> Vec<(String, String)> {
        let mut all = Vec::new();
        unicode_words(text, 0..text.len(), |word, span| all.push((word.to_owned(), span.of(text).to_owned())));
        all
    }

    #[test]
    fn the_address_behind_a_word_belongs_to_it() {
        assert_eq!(ascii("See HTTP://Go.dev/x, a://! 'tis"), ["see", "http://go.dev/x", "a", "'tis"]);
        assert_eq!(ascii("http://'a"), ["http", "'a"]);
        assert_eq!(ascii("caffè 中文"), ["caff"]);
    }

    #[test]
    fn places_are_those_of_the_text_before_it_was_normalised() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(unicode("Ｇｏ-ﬁx, e\u{301}t\u{e9}!"), [pair("go-fix", "Ｇｏ-ﬁx"), pair("été", "e\u{301}t\u{e9}")]);
        assert_eq!(unicode("海明3距离"), [pair("海明", "海明"), pair("距离", "距离")]);
    }

    proptest! {
        #[test]
        fn part_by_part_is_the_normal_form_of_the_whole(
            text in "([a-zé\u{300}\u{301}\u{323}ﬁ가ㄱ\u{1100}\u{1161}\u{11a8}ﾡￂ½ｶﾞ中 ]|\\PC){0,20}",
        ) {
            let parts: String = groups(&text).flat_map(|part| text[part].nfkc().collect::<Vec<_>>()).collect();
            prop_assert_eq!(parts, text.nfkc().collect::<String>());
        }
    }
}
