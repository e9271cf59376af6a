//! Makes equal what a recipe does not tell apart, character by character, so that places in the text keep.

use unicode_normalization::UnicodeNormalization;

use super::recipe::Fold;

/// `word` folded; borrowed from `word` where nothing changes, else written to `buffer`.
pub(crate) fn fold<'a>(word: &'a str, fold: Fold, buffer: &'a mut String) -> &'a str {
    let unchanged = match fold {
        Fold::None => true,
        Fold::Case if word.is_ascii() => !word.bytes().any(|b| b.is_ascii_uppercase()),
        Fold::Nfkc if word.is_ascii() => !word.bytes().any(|b| b.is_ascii_uppercase()),
        Fold::Case => word.chars().all(|c| c.to_lowercase().eq([c])),
        Fold::Nfkc => false,
    };
    if unchanged {
        return word;
    }
    buffer.clear();
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
    fn folds_as_named() {
        let mut buffer = String::new();
        assert_eq!(fold("SimHash", Fold::None, &mut buffer), "SimHash");
        assert_eq!(fold("SimHash", Fold::Case, &mut buffer), "simhash");
        assert_eq!(fold("ÉTÉ", Fold::Case, &mut buffer), "été");
        assert_eq!(fold("海明", Fold::Case, &mut buffer), "海明");
        assert_eq!(fold("Simhash", Fold::Nfkc, &mut buffer), "simhash");
        assert_eq!(fold_char('㎏', Fold::Nfkc).collect::<String>(), "kg");
    }
}
