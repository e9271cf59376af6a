//! A sentence turned into its opposite, in the plainest way: a 不 or a *not* goes in or comes out. No grammar is known,
//! so the sentence may read oddly; to SimHash it is one word more or less, which is what it is to show.

use std::ops::Range;

/// What ends a sentence.
const ENDS: [char; 8] = ['。', '！', '？', '；', '.', '!', '?', '\n'];

/// Behind these Chinese words a sentence is denied by 不 before them.
const DENIED: [&str; 12] = ["是", "能", "会", "可以", "应该", "愿意", "需要", "知道", "要", "在", "像", "用"];

/// Behind these English words *not* goes in.
const AUXILIARY: [&str; 18] = [
    "is", "are", "was", "were", "am", "can", "could", "will", "would", "should", "must", "may", "might", "has", "have",
    "had", "do", "did",
];

/// What stands in the way of a sentence's meaning, longest first: what is taken out, and what comes in its place.
const TAKEN_OUT: [(&str, &str); 8] = [
    ("It is not true that ", ""),
    ("cannot", "can"),
    ("n't ", " "),
    (" not ", " "),
    ("并非", ""),
    ("没有", "有"),
    ("不", ""),
    ("未", ""),
];

/// The sentence that `at` stands in, or the first one behind it; without white space before it. `None` where there is
/// none.
pub fn sentence(text: &str, at: usize) -> Option<Range<usize>> {
    let at = super::border(text, at);
    let end_before = text[..at].rfind(ENDS).map_or(0, |end| end + text[end..].chars().next().map_or(0, char::len_utf8));
    let mut start = end_before;
    loop {
        let rest = text.get(start..)?;
        let blank = rest.len() - rest.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
        start += blank;
        let rest = &text[start..];
        if rest.is_empty() {
            // Behind the last sentence: the first one of all.
            return if at == 0 { None } else { sentence(text, 0) };
        }
        let length = rest.find(ENDS).unwrap_or(rest.len());
        if length > 0 {
            return Some(start..start + length);
        }
        start += rest.chars().next().map_or(1, char::len_utf8);
    }
}

/// What is to be replaced in the sentence, and by what: as few characters as deny it, or take a denial back.
pub fn negate(sentence: &str) -> (Range<usize>, String) {
    let taken = TAKEN_OUT.iter().find_map(|(out, instead)| Some((sentence.find(out)?, *out, *instead)));
    if let Some((at, out, instead)) = taken {
        return (at..at + out.len(), instead.to_owned());
    }
    let denied = DENIED.iter().filter_map(|word| sentence.find(word)).min();
    if let Some(at) = denied {
        return (at..at, "不".to_owned());
    }
    let mut at = 0;
    for word in sentence.split_inclusive(' ') {
        at += word.len();
        if AUXILIARY.contains(&word.trim_end().to_lowercase().as_str()) && at < sentence.len() {
            return (at..at, "not ".to_owned());
        }
    }
    if sentence.starts_with(crate::simhash::is_han) {
        return (0..0, "并非".to_owned());
    }
    let first = sentence.chars().next().map_or(0, char::len_utf8);
    (0..first, format!("It is not true that {}", sentence[..first].to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn negated(sentence: &str) -> String {
        let (place, instead) = negate(sentence);
        let mut text = sentence.to_owned();
        text.replace_range(place, &instead);
        text
    }

    #[test]
    fn a_sentence_is_denied_and_the_denial_taken_back() {
        for (plain, denied) in [
            ("The lamp is lit", "The lamp is not lit"),
            ("He keeps the lamp", "It is not true that he keeps the lamp"),
            ("海是黑色的", "海不是黑色的"),
            ("灯塔亮着", "并非灯塔亮着"),
        ] {
            assert_eq!(negated(plain), denied);
            assert_eq!(negated(denied).to_lowercase(), plain.to_lowercase());
        }
        assert_eq!(negated("岛上没有灯"), "岛上有灯");
        assert_eq!(negated("It doesn't burn"), "It does burn");
    }

    #[test]
    fn the_sentence_is_the_one_the_place_is_in() {
        let text = "One. Two is here!\n\n灯亮着。海不亮。";
        let at = |place: usize| sentence(text, place).map(|range| &text[range]);
        assert_eq!(at(0), Some("One"));
        assert_eq!(at(6), Some("Two is here"));
        assert_eq!(at(text.find("亮着").unwrap()), Some("灯亮着"));
        assert_eq!(at(text.find("海").unwrap()), Some("海不亮"));
        assert_eq!(at(text.len()), Some("One"), "behind the last stands none");
        assert_eq!(sentence(" \n。.", 2), None);
        assert_eq!(sentence("", 0), None);
    }
}
