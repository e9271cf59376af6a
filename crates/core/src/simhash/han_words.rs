//! Words of Taiwan and of the mainland for the same thing as one word, by a table made from `OpenCC`'s.

use std::sync::LazyLock;

/// The characters from here on have a place in an array.
const FIRST: u32 = 0x4E00;
const LAST: u32 = 0x9FFF;

/// Words with what they are read as, the longest first.
type Words = Vec<(&'static str, &'static str)>;

struct Table {
    /// By character from [`FIRST`] to [`LAST`]: the number of the words that begin so, [`INSIDE`] or [`NOWHERE`].
    numbers: Vec<u16>,
    words: Vec<Words>,
    /// By the number of the words that begin so: a bit for each character that may come second, by its last six bits;
    /// all of them where the first character alone is a word.
    seconds: Vec<u64>,
}

/// Of characters that are in no word.
const NOWHERE: u16 = 0;
/// Of characters that are in words, but begin none.
const INSIDE: u16 = 1;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        numbers: vec![NOWHERE; (LAST - FIRST + 1) as usize],
        words: vec![Words::new(); 2],
        seconds: Vec::new(),
    };
    for line in include_str!("../../assets/han-words.txt").lines().filter(|line| !line.starts_with('#')) {
        let (word, read_as) = line.split_once(' ').unwrap_or((line, line));
        for (at, index) in word.chars().filter_map(index).enumerate() {
            let number = &mut table.numbers[index];
            *number = (*number).max(INSIDE);
            if at > 0 {
                continue;
            }
            if *number == INSIDE {
                *number = table.words.len() as u16;
                table.words.push(Words::new());
            }
            table.words[usize::from(*number)].push((word, read_as));
        }
    }
    for words in &mut table.words {
        words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    }
    let second = |word: &str| word.chars().nth(1).map_or(u64::MAX, bit);
    table.seconds =
        table.words.iter().map(|words| words.iter().fold(0, |bits, (word, _)| bits | second(word))).collect();
    table
});

fn index(c: char) -> Option<usize> {
    (FIRST..=LAST).contains(&u32::from(c)).then(|| (u32::from(c) - FIRST) as usize)
}

fn number(c: char) -> u16 {
    index(c).map_or(NOWHERE, |index| TABLE.numbers[index])
}

fn words_from(first: char) -> &'static [(&'static str, &'static str)] {
    &TABLE.words[usize::from(number(first))]
}

fn bit(c: char) -> u64 {
    1 << (u32::from(c) % u64::BITS)
}

/// Whether a word of the table may begin with `c` and go on with the `next` character, both simplified.
pub(super) fn may_begin(c: char, next: impl FnOnce() -> Option<char>) -> bool {
    match TABLE.seconds[usize::from(number(c))] {
        0 => false,
        u64::MAX => true,
        seconds => next().is_some_and(|next| seconds & bit(next) != 0),
    }
}

/// Whether a word of the table may go on with `c`, a simplified character.
pub(super) fn may_go_on(c: char) -> bool {
    number(c) >= INSIDE
}

/// `text` cut into the words of the table and single characters, each with what it is read as.
pub(super) fn words(mut text: &str) -> impl Iterator<Item = (&str, &str)> {
    std::iter::from_fn(move || {
        let first = text.chars().next()?;
        let alone = &text[..first.len_utf8()];
        let found = words_from(first).iter().find(|(word, _)| text.starts_with(word));
        let (word, read_as) = found.copied().unwrap_or((alone, alone));
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
    fn every_line_of_the_table_is_used() {
        let lines = include_str!("../../assets/han-words.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(TABLE.words.iter().map(Vec::len).sum::<usize>(), lines.count());
        assert!(may_begin('软', || Some('体')) && !may_begin('软', || Some('猫')) && !may_begin('软', || None));
        assert!(may_go_on('体') && !may_go_on('猫') && !may_begin('猫', || Some('体')));
        for (word, _) in TABLE.words.iter().flatten() {
            let mut chars = word.chars();
            assert!(may_begin(chars.next().unwrap(), || chars.next()) && word.chars().all(may_go_on), "{word}");
        }
    }

    #[test]
    fn the_table_is_of_simplified_han_and_reads_each_word_as_one_that_stays() {
        for &(word, read_as) in TABLE.words.iter().flatten() {
            assert!(word.chars().chain(read_as.chars()).all(|c| is_han(c) && simplified(c) == c), "{word} {read_as}");
            assert_eq!(read(read_as), read_as, "of {word}");
        }
    }
}
