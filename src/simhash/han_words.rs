//! Words of Taiwan and of the mainland for the same thing as one word, by a table made from `OpenCC`'s.

use std::{collections::HashMap, sync::LazyLock};

/// Each word with what it is read as, the longest first, by their first characters.
static TABLE: LazyLock<HashMap<char, Vec<(&str, &str)>>> = LazyLock::new(|| {
    let lines = include_str!("../../assets/han-words.txt").lines().filter(|line| !line.starts_with('#'));
    let mut table: HashMap<char, Vec<(&str, &str)>> = HashMap::new();
    for line in lines {
        let (word, read_as) = line.split_once(' ').unwrap_or((line, line));
        table.entry(word.chars().next().unwrap_or_default()).or_default().push((word, read_as));
    }
    for words in table.values_mut() {
        words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    }
    table
});

/// The longest word of the table that `text`, in simplified characters, begins with, and what it is read as.
pub(super) fn word_at(text: &str) -> Option<(&'static str, &'static str)> {
    let words = TABLE.get(&text.chars().next()?)?;
    words.iter().copied().find(|(word, _)| text.starts_with(word))
}

/// `text` cut into the words of the table and single characters, each with what it is read as.
pub(super) fn words(mut text: &str) -> impl Iterator<Item = (&str, &str)> {
    std::iter::from_fn(move || {
        let first = &text[..text.chars().next()?.len_utf8()];
        let (word, read_as) = word_at(text).unwrap_or((first, first));
        text = &text[word.len()..];
        Some((word, read_as))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::{han::simplified, is_han};

    fn read(text: &str) -> String {
        words(text).map(|(_, read_as)| read_as).collect()
    }

    #[test]
    fn words_for_the_same_thing_are_one() {
        assert_eq!(read("软体的程式码"), read("软件的代码"));
        assert_eq!(read("用网际网路列印档案"), "用互联网打印文件");
        assert_eq!(read("接著说明瞭"), "接着说明了");
        assert_eq!(read("运行程序，改变数据"), "运行程序，改变数据", "行程 and 变数 are words too, but not here");
    }

    #[test]
    fn the_table_is_of_simplified_han_and_reads_each_word_as_one_that_stays() {
        for &(word, read_as) in TABLE.values().flatten() {
            assert!(word.chars().chain(read_as.chars()).all(|c| is_han(c) && simplified(c) == c), "{word} {read_as}");
            assert_eq!(read(read_as), read_as, "of {word}");
        }
    }
}
