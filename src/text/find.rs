//! Finding a word in a text, as vim's `smartcase` and less's `-i` do.

use std::{borrow::Cow, ops::Range};

use memchr::memmem;

/// The places of `needle` in `text`, in bytes, in order and without overlaps.
///
/// Upper and lower case are the same unless the needle holds an upper-case letter. Case is folded a character at a
/// time (Unicode's simple folding), so `ß` is not `ss`; composed and decomposed accents differ. An empty needle is
/// nowhere.
///
/// ```
/// use simscope::app::find;
/// assert_eq!(find("SimHash and simhash", "simhash"), [0..7, 12..19]);
/// assert_eq!(find("SimHash and simhash", "SimHash"), [0..7]);
/// ```
pub fn find(text: &str, needle: &str) -> Vec<Range<usize>> {
    if needle.is_empty() {
        return Vec::new();
    }
    // Only letters that have a case need folding, and without one the text can be searched as it is.
    let exact = needle.chars().any(char::is_uppercase) || needle.chars().all(has_one_case);
    let (folded, needle) = if exact { (Folded::same(text), Cow::Borrowed(needle)) } else { fold_both(text, needle) };
    let mut shifts = folded.shifts.iter().peekable();
    let mut shift = 0;
    let mut to_source = |at: usize| {
        while let Some(next) = shifts.next_if(|next| next.0 <= at) {
            shift = next.1;
        }
        at.wrapping_add_signed(shift)
    };
    let len = needle.len();
    memmem::find_iter(folded.text.as_bytes(), needle.as_bytes()).map(|at| to_source(at)..to_source(at + len)).collect()
}

fn fold_both<'a>(text: &'a str, needle: &str) -> (Folded<'a>, Cow<'static, str>) {
    (Folded::of(text), Cow::Owned(Folded::of(needle).text.into_owned()))
}

/// A text with its cases folded, and where its bytes come from.
struct Folded<'a> {
    text: Cow<'a, str>,
    /// From this byte of the folded text on, what to add for the byte of the source. Nearly always empty: few
    /// characters, such as the Kelvin sign, are longer in one case than in the other.
    shifts: Vec<(usize, isize)>,
}

impl<'a> Folded<'a> {
    fn same(text: &'a str) -> Self {
        Self { text: Cow::Borrowed(text), shifts: Vec::new() }
    }

    fn of(text: &str) -> Self {
        let mut folded = String::with_capacity(text.len());
        let mut shifts = Vec::new();
        let mut shift = 0;
        for c in text.chars() {
            let lower = fold_char(c);
            folded.push(lower);
            if c.len_utf8() != lower.len_utf8() {
                shift += c.len_utf8() as isize - lower.len_utf8() as isize;
                shifts.push((folded.len(), shift));
            }
        }
        Self { text: Cow::Owned(folded), shifts }
    }
}

/// One and the same character for all the cases of a letter: the lower case of its upper case, so that `ς` and `σ`,
/// `ſ` and `s` meet.
fn fold_char(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    // Turkish dotless and dotted i are letters of their own.
    if is_caseless(c) || matches!(c, 'ı' | 'İ') {
        return c;
    }
    let upper = single(c, c.to_uppercase());
    single(upper, upper.to_lowercase())
}

fn single(c: char, mut mapped: impl ExactSizeIterator<Item = char>) -> char {
    if mapped.len() == 1 { mapped.next().unwrap_or(c) } else { c }
}

/// Whether nothing else folds to `c`.
fn has_one_case(c: char) -> bool {
    is_caseless(c) || fold_char(c) == c && !c.is_alphabetic()
}

/// What Chinese prose is made of, known without a look into the tables: general punctuation, Han, kana and their
/// punctuation, Hangul, fullwidth punctuation.
fn is_caseless(c: char) -> bool {
    matches!(c, '\u{2000}'..='\u{20FF}' | '\u{2E80}'..='\u{A63F}' | '\u{AC00}'..='\u{D7FF}' | '\u{FF01}'..='\u{FF20}')
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "one place found")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn capitals_in_the_needle_ask_for_capitals() {
        assert_eq!(find("Hash HASH hash", "hash"), [0..4, 5..9, 10..14]);
        assert_eq!(find("Hash HASH hash", "HASH"), [5..9]);
        assert_eq!(find("汉明，海明，汉明", "汉明"), [0..6, 18..24]);
        assert_eq!(find("aaaa", "aa"), [0..2, 2..4]);
        assert!(find("abc", "").is_empty());
        assert!(find("", "a").is_empty());
    }

    #[test]
    fn offsets_are_those_of_the_source() {
        // The Kelvin sign has three bytes, k one; U+023A has two bytes and its lower case three.
        assert_eq!(find("中\u{212a} 1k", "k"), [3..6, 8..9]);
        assert_eq!(find("ȺȺb", "b"), [4..5]);
        assert_eq!(find("\u{212a}\u{212a}kx", "kx"), [6..8]);
        assert_eq!(find("Σίσυφος", "ς"), [0..2, 4..6, 12..14]);
        assert_eq!(find("Straße STRASSE", "straße"), [0..7]);
    }

    #[test]
    fn what_is_called_caseless_is() {
        for c in ('\0'..=char::MAX).filter(|&c| is_caseless(c)) {
            assert!(c.to_lowercase().eq([c]) && c.to_uppercase().eq([c]), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn every_find_is_the_needle_and_none_is_missed(
            text in r"[abAB\x{212a}ſȺßé中İ ]{0,30}",
            needle in "[abAkKȺé中]{1,3}",
        ) {
            let exact = needle.chars().any(char::is_uppercase);
            let alike = |a: char, b: char| a == b || !exact && fold_char(a) == fold_char(b);
            let all: Vec<(usize, char)> = text.char_indices().collect();
            let wanted: Vec<char> = needle.chars().collect();
            let mut expected = Vec::new();
            let mut at = 0;
            while at + wanted.len() <= all.len() {
                if wanted.iter().zip(&all[at..]).all(|(&w, &(_, c))| alike(w, c)) {
                    let end = all.get(at + wanted.len()).map_or(text.len(), |next| next.0);
                    expected.push(all[at].0..end);
                    at += wanted.len();
                } else {
                    at += 1;
                }
            }
            prop_assert_eq!(find(&text, &needle), expected);
        }
    }
}
