//! A sentence turned into its opposite, in the plainest way: a 不 or a *not* goes in or comes out. No grammar is known,
//! so the sentence may read oddly; to SimHash it is one word more or less, which is the point. Only whole words count,
//! as jieba cuts them: the 要 of 主要 and the 不 of 不过 deny nothing. If jieba only guessed a word, such as 海是, its
//! characters count.

use std::ops::Range;

use crate::simhash::{
    idf::{IdfSource, table},
    segments,
};

/// The ends of sentences.
const ENDS: [char; 8] = ['。', '！', '？', '；', '.', '!', '?', '\n'];

/// Chinese words before which a 不 denies a sentence.
const DENIED: [&str; 12] = ["是", "能", "会", "可以", "应该", "愿意", "需要", "知道", "要", "在", "像", "用"];

/// English words behind which *not* denies a sentence.
const AUXILIARY: [&str; 18] = [
    "is", "are", "was", "were", "am", "can", "could", "will", "would", "should", "must", "may", "might", "has", "have",
    "had", "do", "did",
];

/// Words that deny, each with its replacement.
const DENIALS: [(&str, &str); 13] = [
    ("不", ""),
    ("没", ""),
    ("未", ""),
    ("并非", ""),
    ("并不", ""),
    ("并未", ""),
    ("从不", ""),
    ("没有", "有"),
    ("cannot", "can"),
    ("can't", "can"),
    ("won't", "will"),
    ("not", ""),
    ("never", ""),
];

/// A denial of a whole English sentence.
const UNTRUE: &str = "It is not true that ";

/// The sentence at byte `at`, or the first one behind it; without white space before it. `None` if there is none.
pub(super) fn sentence(text: &str, at: usize) -> Option<Range<usize>> {
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

/// The bytes to replace in the sentence, and their replacement: as few characters as deny it, or remove a denial.
pub(super) fn negate(sentence: &str) -> (Range<usize>, String) {
    if sentence.starts_with(UNTRUE) {
        return (0..UNTRUE.len(), String::new());
    }
    let words = words(sentence);
    let taken = words.iter().find_map(|word| Some((word, without_denial(&sentence[word.clone()])?)));
    if let Some((word, instead)) = taken {
        // With a word goes the space behind it.
        let space = instead.is_empty() && sentence[word.end..].starts_with(' ');
        return (word.start..word.end + usize::from(space), instead);
    }
    for word in &words {
        let here = &sentence[word.clone()];
        if DENIED.contains(&here) {
            return (word.start..word.start, "不".to_owned());
        }
        // A month is no verb.
        if AUXILIARY.contains(&here.to_lowercase().as_str()) && here != "May" {
            return (word.end..word.end, " not".to_owned());
        }
    }
    if sentence.starts_with(crate::simhash::is_han) {
        return (0..0, "并非".to_owned());
    }
    let first = sentence.chars().next().map_or(0, char::len_utf8);
    (0..first, format!("{UNTRUE}{}", sentence[..first].to_lowercase()))
}

/// The words of a sentence; of Chinese words that no list has, the characters.
fn words(sentence: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    for word in segments(sentence).into_iter().filter(|segment| segment.is_word()).map(|word| word.span.range()) {
        let text = &sentence[word.clone()];
        let listed = without_denial(text).is_some() || table().look_up(text, None).from == IdfSource::Table;
        if listed || !text.starts_with(crate::simhash::is_han) {
            all.push(word);
        } else {
            all.extend(text.char_indices().map(|(at, c)| word.start + at..word.start + at + c.len_utf8()));
        }
    }
    all
}

/// A word that denies without its denial: of 不是 and 没有 the word denied, of *doesn't* the verb. `None` for a word that
/// denies nothing, such as 不过.
fn without_denial(word: &str) -> Option<String> {
    let plain = word.to_lowercase().replace('’', "'");
    if let Some((_, instead)) = DENIALS.iter().find(|(denial, _)| *denial == plain) {
        return Some((*instead).to_owned());
    }
    if plain.ends_with("n't") {
        return word.char_indices().rev().nth(2).map(|(end, _)| word[..end].to_owned());
    }
    word.strip_prefix('不').filter(|rest| DENIED.contains(rest)).map(str::to_owned)
}

#[cfg(all(test, feature = "chinese"))]
mod tests {
    use super::*;

    fn negated(sentence: &str) -> String {
        let (place, instead) = negate(sentence);
        let mut text = sentence.to_owned();
        text.replace_range(place, &instead);
        text
    }

    #[test]
    fn a_sentence_is_denied_and_the_denial_removed() {
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
        for (denied, plain) in [
            ("It doesn't burn", "It does burn"),
            ("It won’t burn", "It will burn"),
            ("They cannot see", "They can see"),
            ("He never slept", "He slept"),
        ] {
            assert_eq!(negated(denied), plain);
        }
    }

    #[test]
    fn whole_words_are_looked_at_and_not_their_letters() {
        for (plain, denied) in [
            ("这主要靠风", "并非这主要靠风"),
            ("不过他来了", "并非不过他来了"),
            ("未来很远", "并非未来很远"),
            ("需求很大，他会来", "需求很大，他不会来"),
            ("In May notes were kept", "In May notes were not kept"),
            ("This mission, as it is, ends", "This mission, as it is not, ends"),
            ("The nothing he feared came", "It is not true that the nothing he feared came"),
        ] {
            assert_eq!(negated(plain), denied);
        }
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
