//! Makes equal what a recipe does not tell apart, character by character, so that places in the text keep.

use unicode_normalization::UnicodeNormalization;

use super::{recipe::Fold, segment::is_han};

/// `word` folded; borrowed from `word` where nothing changes, else written to `buffer`.
pub(crate) fn fold<'a>(word: &'a str, fold: Fold, buffer: &'a mut String) -> &'a str {
    if fold == Fold::None {
        return word;
    }
    buffer.clear();
    if word.is_ascii() {
        // One look at most words, which are in lower case already; a word is short.
        if !word.bytes().any(|b| b.is_ascii_uppercase()) {
            return word;
        }
        buffer.push_str(word);
        buffer.make_ascii_lowercase();
        return buffer;
    }
    // Han characters have no case, and the most common ones no other form either.
    let unchanged = match fold {
        Fold::Nfkc => word.chars().all(|c| matches!(c, '\u{4E00}'..='\u{9FFF}')),
        _ => word.chars().all(|c| is_han(c) || c.to_lowercase().eq([c])),
    };
    if unchanged {
        return word;
    }
    if fold == Fold::Nfkc {
        buffer.extend(word.nfkc().flat_map(char::to_lowercase));
    } else {
        buffer.extend(word.chars().flat_map(char::to_lowercase));
    }
    buffer
}

/// One character folded.
pub(crate) fn fold_char(c: char, fold: Fold) -> impl Iterator<Item = char> {
    let (as_is, case, nfkc) = match fold {
        Fold::None => (Some(c), None, None),
        Fold::Case => (None, Some(c.to_lowercase()), None),
        Fold::Nfkc => (None, None, Some([c].into_iter().nfkc().flat_map(char::to_lowercase))),
    };
    as_is.into_iter().chain(case.into_iter().flatten()).chain(nfkc.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn han_characters_have_no_case_and_the_common_ones_one_form() {
        for c in ('\0'..=char::MAX).filter(|&c| is_han(c)) {
            assert!(c.to_lowercase().eq([c]), "{c}");
            assert!(!('\u{4E00}'..='\u{9FFF}').contains(&c) || [c].into_iter().nfkc().eq([c]), "{c}");
        }
    }

    #[test]
    fn folds_as_named() {
        let mut buffer = String::new();
        assert_eq!(fold("SimHash", Fold::None, &mut buffer), "SimHash");
        assert_eq!(fold("SimHash", Fold::Case, &mut buffer), "simhash");
        assert_eq!(fold("ÉTÉ", Fold::Case, &mut buffer), "été");
        assert_eq!(fold("海明", Fold::Case, &mut buffer), "海明");
        assert_eq!(fold("Simhash", Fold::Nfkc, &mut buffer), "simhash");
        assert_eq!(fold("ＳＩＭ㎏\u{F900}", Fold::Nfkc, &mut buffer), "simkg\u{8C48}");
        assert_eq!(fold_char('㎏', Fold::Nfkc).collect::<String>(), "kg");
    }
}
