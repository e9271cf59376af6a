//! The parts of a stem that may be a name of a person.

use super::{LEAST_DIGITS, LEAST_HAN, LEAST_LETTERS, folded::Folded};
use crate::simhash::{idf, is_han};

const COMMON: &str = include_str!("../../../assets/file-name-words.txt");
/// Words up to this inverse document frequency are in most texts.
const FREQUENT: f64 = 4.0;

/// Whether a word is too common to identify anybody.
pub(super) fn is_common(word: &str) -> bool {
    let folded = Folded::of(word).text;
    common_words().any(|common| common == folded) || is_frequent(&folded)
}

fn is_frequent(word: &str) -> bool {
    let found = idf::table().look_up(word, None);
    found.from == idf::IdfSource::Table && found.value < FREQUENT
}

fn common_words() -> impl Iterator<Item = &'static str> {
    COMMON.lines().filter(|line| !line.starts_with('#')).flat_map(|line| line.split(' '))
}

/// The parts, as they are written: runs of letters, of digits and of Han characters; a capital behind a small letter
/// begins a part, and a common word among Han characters ends one.
pub(super) fn parts(stem: &str) -> impl Iterator<Item = &str> {
    runs(stem).into_iter().flat_map(without_common).filter(|part| is_long_enough(part) && !is_common(part))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Digit,
    Han,
    Other,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            _ if is_han(c) => Self::Han,
            _ if c.is_numeric() => Self::Digit,
            _ if c.is_alphabetic() => Self::Letter,
            _ => Self::Other,
        }
    }
}

fn runs(stem: &str) -> Vec<&str> {
    let (mut all, mut start, mut before) = (Vec::new(), 0, None);
    for (at, c) in stem.char_indices() {
        let cut = before.is_some_and(|b: char| Kind::of(b) != Kind::of(c) || b.is_lowercase() && c.is_uppercase());
        if cut {
            all.push(&stem[start..at]);
            start = at;
        }
        before = Some(c);
    }
    all.push(&stem[start..]);
    all.retain(|run| run.chars().next().is_some_and(|c| Kind::of(c) != Kind::Other));
    all
}

/// A run of Han characters without the common words in it; any other run as it is.
fn without_common(run: &str) -> Vec<&str> {
    if !run.starts_with(is_han) {
        return vec![run];
    }
    let longest = common_words().filter(|word| run.contains(word)).max_by_key(|word| word.len());
    match longest.and_then(|word| run.split_once(word)) {
        Some((before, behind)) => {
            [before, behind].into_iter().filter(|part| !part.is_empty()).flat_map(without_common).collect()
        }
        None => vec![run],
    }
}

fn is_long_enough(part: &str) -> bool {
    let least = match part.chars().next().map(Kind::of) {
        Some(Kind::Han) => LEAST_HAN,
        Some(Kind::Digit) => LEAST_DIGITS,
        _ => LEAST_LETTERS,
    };
    part.chars().count() >= least
}
