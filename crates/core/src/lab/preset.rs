//! Ready-made changes, each to show something: how SimHash sees meaning, order, length.

use std::ops::Range;

use super::{
    Dice, border,
    synonyms::{han, synonyms},
};
use crate::simhash::{
    idf::{IdfSource, table},
    segments,
};

/// A ready-made change of a text. Without the feature `chinese` each Han character counts as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// One word replaced by a synonym, or by another word of the text if no synonym is known.
    Synonym,
    /// A sentence denied, or its denial removed.
    Negate,
    /// The paragraphs in another order.
    Shuffle,
    /// The text twice.
    Double,
    /// Only the first 32 words.
    Cut,
    /// Another document appended.
    Append,
}

/// A text after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The whole text.
    pub text: String,
    /// The byte after the change, if it is one place; otherwise 0.
    pub at: usize,
}

/// The number of words that [`Preset::Cut`] keeps.
const KEPT: usize = 32;

impl Preset {
    /// All of them, in the order of the picker.
    pub const ALL: [Self; 6] = [Self::Synonym, Self::Negate, Self::Shuffle, Self::Double, Self::Cut, Self::Append];

    /// Changes `text`. A change of one place is made at the first that fits from byte `at` on, and from the beginning
    /// again. `other` is the text for [`Append`](Self::Append). `None` if the text has nothing to change in this way.
    pub fn apply(self, text: &str, at: usize, other: Option<&str>, dice: &mut Dice) -> Option<Applied> {
        let whole = |text: String| Some(Applied { text, at: 0 });
        match self {
            Self::Synonym => synonym(text, at, dice),
            Self::Negate => {
                let sentence = sentence(text, at)?;
                let (place, instead) = negate(&text[sentence.clone()]);
                let applied = replaced(text, sentence.start + place.start..sentence.start + place.end, &instead);
                // The next one is about the next sentence.
                let end = sentence.end + applied.text.len() - text.len() + 1;
                Some(Applied { at: border(&applied.text, end), ..applied })
            }
            Self::Shuffle => whole(shuffled(text, dice)?),
            Self::Double if text.is_empty() => None,
            Self::Double => whole(format!("{text}{}{text}", between(text))),
            Self::Cut => {
                let words = segments(text).into_iter().filter(|segment| segment.is_word());
                let end = words.take(KEPT).last()?.span.range().end;
                (end < text.len()).then(|| Applied { text: text[..end].to_owned(), at: 0 })
            }
            Self::Append => whole(format!("{text}{}{}", between(text), other?)),
        }
    }
}

/// A line feed where one is needed between two texts.
fn between(text: &str) -> &'static str {
    if text.is_empty() || text.ends_with('\n') { "" } else { "\n" }
}

fn replaced(text: &str, place: Range<usize>, instead: &str) -> Applied {
    let at = place.start + instead.len();
    let mut text = text.to_owned();
    text.replace_range(place, instead);
    Applied { text, at }
}

/// Replaces the first word from `at` on that has a synonym; else the word there by another one of the text.
fn synonym(text: &str, at: usize, dice: &mut Dice) -> Option<Applied> {
    let words: Vec<Range<usize>> =
        segments(text).into_iter().filter(|segment| segment.is_word()).map(|s| s.span.range()).collect();
    let first = words.iter().position(|word| word.start >= at).unwrap_or(0);
    for word in words[first..].iter().chain(&words[..first]) {
        if let Some(other) = synonyms().other(&text[word.clone()], dice) {
            return Some(replaced(text, word.clone(), &other));
        }
    }
    let word = words.get(first)?.clone();
    let here = &text[word.clone()];
    let others: Vec<&str> = words
        .iter()
        .map(|word| &text[word.clone()])
        .filter(|other| *other != here && han(other) == han(here))
        .collect();
    let other = *others.get(dice.below(others.len()))?;
    Some(replaced(text, word, other))
}

/// The [`blocks`] in another order; the gaps between them stay in place. `None` if there is no other order.
fn shuffled(text: &str, dice: &mut Dice) -> Option<String> {
    let blocks = blocks(text);
    let part = |at: usize| &text[blocks[at].clone()];
    if (1..blocks.len()).all(|at| part(at) == part(0)) {
        return None;
    }
    loop {
        let order = dice.some_of(blocks.len(), blocks.len());
        if order.iter().enumerate().all(|(at, &from)| part(at) == part(from)) {
            continue;
        }
        let mut shuffled = String::with_capacity(text.len());
        let mut end = 0;
        for (block, &from) in blocks.iter().zip(&order) {
            shuffled.push_str(&text[end..block.start]);
            shuffled.push_str(part(from));
            end = block.end;
        }
        shuffled.push_str(&text[end..]);
        return Some(shuffled);
    }
}

/// The paragraphs: blocks between blank lines, or lines if there are no such blocks.
pub(super) fn blocks(text: &str) -> Vec<Range<usize>> {
    let blocks = paragraphs(text, "\n\n");
    if blocks.len() > 1 { blocks } else { paragraphs(text, "\n") }
}

/// The stretches between `gap`s that contain more than whitespace.
fn paragraphs(text: &str, gap: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut found = Vec::new();
    for part in text.split(gap) {
        let blank = part.len() - part.trim_start_matches('\n').len();
        let body = part.trim_matches('\n');
        if !body.trim().is_empty() {
            found.push(at + blank..at + blank + body.len());
        }
        at += part.len() + gap.len();
    }
    found
}

// Negation: a 不 or a *not* goes in or comes out. No grammar is known, so the sentence may read oddly; to SimHash it is
// one word more or less, which is the point. Only whole words count, as jieba cuts them: the 要 of 主要 and the 不 of
// 不过 deny nothing. If jieba only guessed a word, such as 海是, its characters count.

/// The ends of sentences.
const ENDS: [char; 8] = ['。', '！', '？', '；', '.', '!', '?', '\n'];

/// Chinese words before which a 不 denies a sentence.
const DENIED: [&str; 12] = ["是", "能", "会", "可以", "应该", "愿意", "需要", "知道", "要", "在", "像", "用"];

/// English words after which *not* negates a sentence.
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

/// The sentence at byte `at`, or the first one after it; without whitespace before it. `None` if there is none.
fn sentence(text: &str, at: usize) -> Option<Range<usize>> {
    let at = border(text, at);
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
fn negate(sentence: &str) -> (Range<usize>, String) {
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
    if han(sentence) {
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
        if listed || !han(text) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(preset: Preset, text: &str, at: usize) -> Option<Applied> {
        preset.apply(text, at, Some("other"), &mut Dice::new(5))
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn one_word_becomes_another_and_the_next_time_the_next() {
        let text = "The doctor saw the moon, and the Teacher saw it.";
        let first = apply(Preset::Synonym, text, 0).unwrap();
        assert_eq!(first.text, "The physician saw the moon, and the Teacher saw it.");
        let second = apply(Preset::Synonym, &first.text, first.at).unwrap();
        assert_eq!(second.text, "The physician saw the moon, and the Instructor saw it.");
        let chinese = apply(Preset::Synonym, "月亮升起来。", 0).unwrap();
        assert_eq!(chinese.text, "明月升起来。");
    }

    #[test]
    fn without_a_synonym_it_is_another_word_of_the_text() {
        let applied = apply(Preset::Synonym, "xylo vibra", 0).unwrap();
        assert_eq!(applied.text, "vibra vibra");
        assert_eq!(apply(Preset::Synonym, "xylo xylo 茶", 0), None);
        assert_eq!(apply(Preset::Synonym, "", 0), None);
    }

    #[test]
    fn a_negation_goes_on_with_the_next_sentence() {
        let first = apply(Preset::Negate, "It is so. He can go. ", 0).unwrap();
        assert_eq!(first.text, "It is not so. He can go. ");
        let second = apply(Preset::Negate, &first.text, first.at).unwrap();
        assert_eq!(second.text, "It is not so. He can not go. ");
    }

    #[test]
    fn paragraphs_change_places_and_nothing_else() {
        let text = "a\n\n\nb\nb\n\nc\n";
        let applied = apply(Preset::Shuffle, text, 0).unwrap().text;
        assert_ne!(applied, text);
        let sorted = |text: &str| {
            let mut parts: Vec<String> = paragraphs(text, "\n\n").into_iter().map(|p| text[p].to_owned()).collect();
            parts.sort();
            parts
        };
        assert_eq!(sorted(&applied), ["a", "b\nb", "c"]);
        assert_eq!(applied.len(), text.len());
        assert!(apply(Preset::Shuffle, "one\ntwo", 0).is_some_and(|applied| applied.text == "two\none"));
        assert_eq!(apply(Preset::Shuffle, "one\none\n", 0), None);
    }

    #[test]
    fn lengths() {
        assert_eq!(apply(Preset::Double, "a b", 0).unwrap().text, "a b\na b");
        assert_eq!(apply(Preset::Append, "a\n", 0).unwrap().text, "a\nother");
        let long = "word ".repeat(40);
        assert_eq!(apply(Preset::Cut, &long, 0).unwrap().text, long[..32 * 5 - 1]);
        assert_eq!(apply(Preset::Cut, "a b c", 0), None, "there is nothing to cut");
    }

    #[cfg(feature = "chinese")]
    fn negated(sentence: &str) -> String {
        let (place, instead) = negate(sentence);
        let mut text = sentence.to_owned();
        text.replace_range(place, &instead);
        text
    }

    #[cfg(feature = "chinese")]
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

    #[cfg(feature = "chinese")]
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

    #[cfg(feature = "chinese")]
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
