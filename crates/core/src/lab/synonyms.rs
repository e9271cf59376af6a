//! Words that can replace each other: a small table of our own, in `assets/synonyms.txt`.

use std::{collections::HashMap, sync::OnceLock};

use super::Dice;
use crate::simhash::is_han;

/// Groups of words that mean much the same.
pub(super) struct Synonyms {
    groups: Vec<Vec<&'static str>>,
    /// The number of each word's group.
    of: HashMap<&'static str, usize>,
    /// All words: those of Han characters, and the others.
    words: [Vec<&'static str>; 2],
}

/// The table, read at its first use.
pub(super) fn synonyms() -> &'static Synonyms {
    static TABLE: OnceLock<Synonyms> = OnceLock::new();
    TABLE.get_or_init(|| Synonyms::read(include_str!("../../assets/synonyms.txt")))
}

pub(super) fn han(word: &str) -> bool {
    word.starts_with(is_han)
}

impl Synonyms {
    fn read(text: &'static str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let groups: Vec<Vec<&str>> = lines.map(|line| line.split(' ').collect()).collect();
        let mut table = Self { groups, of: HashMap::new(), words: [Vec::new(), Vec::new()] };
        for (at, group) in table.groups.iter().enumerate() {
            for word in group {
                table.of.insert(word, at);
                table.words[usize::from(!han(word))].push(word);
            }
        }
        table
    }

    /// A synonym of `word`, with a capital if it has one.
    pub(super) fn other(&self, word: &str, dice: &mut Dice) -> Option<String> {
        let lower = word.to_lowercase();
        let group = self.groups.get(*self.of.get(lower.as_str())?)?;
        let others: Vec<&str> = group.iter().copied().filter(|other| *other != lower).collect();
        let other = others.get(dice.below(others.len()))?;
        Some(if word.starts_with(char::is_uppercase) { capital(other) } else { (*other).to_owned() })
    }

    /// Any word of the same script.
    pub(super) fn any(&self, like: &str, dice: &mut Dice) -> &'static str {
        let words = &self.words[usize::from(!han(like))];
        words.get(dice.below(words.len())).copied().unwrap_or_default()
    }
}

fn capital(word: &str) -> String {
    let mut rest = word.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(all(test, feature = "chinese"))]
mod tests {
    use super::*;
    use crate::simhash::segments;

    #[test]
    fn the_table_reads_and_every_word_is_one_to_the_pipeline() {
        let table = synonyms();
        assert!(table.words.iter().all(|words| words.len() > 150));
        for group in &table.groups {
            assert!(group.len() > 1, "{group:?}");
            assert!(group.iter().all(|word| han(word) == han(group[0])), "{group:?} mixes scripts");
            for word in group {
                assert_eq!(*word, word.to_lowercase());
                if han(word) {
                    assert_eq!(segments(word).len(), 1, "jieba cuts {word}");
                }
            }
        }
        let words: usize = table.groups.iter().map(Vec::len).sum();
        assert_eq!(words, table.of.len(), "no word stands twice");
    }

    #[test]
    fn a_synonym_is_another_word_of_the_group_and_keeps_its_capital() {
        let mut dice = Dice::new(0);
        assert_eq!(synonyms().other("Doctor", &mut dice).as_deref(), Some("Physician"));
        assert_eq!(synonyms().other("月亮", &mut dice).as_deref(), Some("明月"));
        assert_eq!(synonyms().other("simhash", &mut dice), None);
    }
}
