//! Folds case and compatibility forms, character by character. Traditional characters and look-alikes are folded before
//! a text is cut into tokens: see [`Skeleton`](super::Skeleton).

use unicode_normalization::UnicodeNormalization;

use super::{
    recipe::{Fold, FoldPart},
    segment::is_han,
};

/// `word` in lower case, and in the form NFKC; borrowed from `word` where nothing changes, else written to `buffer`.
pub(crate) fn fold<'a>(word: &'a str, fold: Fold, buffer: &'a mut String) -> &'a str {
    if !fold.has(FoldPart::Case) {
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
    let nfkc = fold.has(FoldPart::Nfkc);
    let unchanged = if nfkc {
        word.chars().all(|c| matches!(c, '\u{4E00}'..='\u{9FFF}'))
    } else {
        word.chars().all(|c| is_han(c) || c.to_lowercase().eq([c]))
    };
    if unchanged {
        return word;
    }
    if nfkc {
        buffer.extend(word.nfkc().flat_map(char::to_lowercase));
    } else {
        buffer.extend(word.chars().flat_map(char::to_lowercase));
    }
    buffer
}

/// One character folded.
pub(crate) fn fold_char(c: char, fold: Fold) -> impl Iterator<Item = char> {
    let (as_is, case, nfkc) = if fold.has(FoldPart::Nfkc) {
        (None, None, Some([c].into_iter().nfkc().flat_map(char::to_lowercase)))
    } else if fold.has(FoldPart::Case) {
        (None, Some(c.to_lowercase()), None)
    } else {
        (Some(c), None, None)
    };
    as_is.into_iter().chain(case.into_iter().flatten()).chain(nfkc.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::{Recipe, Tokenizer, sketch, trace};

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
        assert_eq!(fold("SimHash", Fold::NONE, &mut buffer), "SimHash");
        assert_eq!(fold("SimHash", Fold::CASE, &mut buffer), "simhash");
        assert_eq!(fold("ÉTÉ", Fold::CASE, &mut buffer), "été");
        assert_eq!(fold("海明", Fold::CASE, &mut buffer), "海明");
        assert_eq!(fold("Simhash", Fold::NFKC, &mut buffer), "simhash");
        assert_eq!(fold("ＳＩＭ㎏\u{F900}", Fold::NFKC, &mut buffer), "simkg\u{8C48}");
        assert_eq!(fold_char('㎏', Fold::NFKC).collect::<String>(), "kg");
    }

    #[test]
    fn sets_are_printed_in_order_and_old_names_stay() {
        for (text, printed) in [
            ("none", "none"),
            ("case", "case"),
            ("nfkc", "nfkc"),
            ("case+nfkc", "nfkc"),
            ("han", "han"),
            ("skeleton+han", "han+skeleton"),
            ("han-words", "han+han-words"),
            ("han+nfkc", "case+nfkc+han"),
            ("skeleton+case+han+nfkc", "case+nfkc+han+skeleton"),
        ] {
            assert_eq!(text.parse::<Fold>().map(|fold| fold.to_string()), Ok(printed.into()), "{text}");
        }
        for wrong in ["", "case+", "none+case", "Case", "case nfkc"] {
            assert!(wrong.parse::<Fold>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_altered_text_has_the_fingerprint_and_the_places_of_the_text() {
        let recipe = Recipe { fold: Fold::ALL, tokenizer: Tokenizer::Words, ..Recipe::default() };
        let [text, altered] =
            ["the old LIGHTHOUSE, 汉明距离", "th\u{200B}e оld \u{AD}ＬIGHT\u{2060}HOUSE, 漢\u{200D}明距離"];
        let [a, b] = [text, altered].map(|text| trace(text, &recipe).unwrap());
        assert_eq!(a.sketch, b.sketch);
        assert_eq!(sketch(altered, &recipe).unwrap(), b.sketch);
        assert_eq!(b.features[2].first.of(altered), "ＬIGHT\u{2060}HOUSE");
        assert_eq!(b.places(3, 0).map(|span| span.of(altered)).collect::<Vec<_>>(), ["漢"]);
        let plain = Recipe { fold: Fold::NFKC, ..recipe };
        assert_ne!(trace(text, &plain).unwrap().sketch, trace(altered, &plain).unwrap().sketch);
    }
}
