//! Traditional Chinese characters as simplified ones, and words of Taiwan and of the mainland for the same thing as one
//! word, by tables of `OpenCC`. Characters are read one at a time, so places in a text keep; the few that depend on the
//! word take their most frequent form.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::is_han;

/// The characters from here on have a place in an array.
const FIRST: u32 = 0x3400;
const LAST: u32 = 0x9FFF;

struct Simplified {
    /// By character from [`FIRST`] to [`LAST`]: its simplified form, itself where it has none.
    common: Vec<char>,
    /// All others that have one, in order.
    rare: Vec<(char, char)>,
}

static SIMPLIFIED: LazyLock<Simplified> = LazyLock::new(|| {
    let pairs = include_str!("../../assets/han-simplified.txt").lines().filter_map(|line| {
        let mut chars = line.chars().filter(|_| !line.starts_with('#'));
        Some((chars.next()?, chars.next()?))
    });
    let mut table = Simplified {
        common: (FIRST..=LAST).map(|c| char::from_u32(c).unwrap_or_default()).collect(),
        rare: Vec::new(),
    };
    for (from, to) in pairs {
        match index(from) {
            Some(at) => table.common[at] = to,
            None => table.rare.push((from, to)),
        }
    }
    table.rare.sort_unstable();
    table
});

fn index(c: char) -> Option<usize> {
    (FIRST..=LAST).contains(&u32::from(c)).then(|| (u32::from(c) - FIRST) as usize)
}

/// The simplified form of `c`, compatibility forms included; `c` where it has none.
pub(crate) fn simplified(c: char) -> char {
    let c = if is_compatibility(c) { [c].into_iter().nfkc().next().unwrap_or(c) } else { c };
    match index(c) {
        Some(at) => SIMPLIFIED.common[at],
        None if u32::from(c) < FIRST => c,
        None => SIMPLIFIED.rare.binary_search_by_key(&c, |&(from, _)| from).map_or(c, |at| SIMPLIFIED.rare[at].1),
    }
}

/// Returns true if a text is written in Traditional characters: at least one in twenty of its Han characters differs in
/// Simplified script. (In Traditional text, about one in three does.)
pub fn is_traditional(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let han = || text.chars().filter(|&c| is_han(c));
    let traditional = han().filter(|&c| simplified(c) != c).count();
    traditional > 0 && traditional * 20 >= han().count()
}

fn is_compatibility(c: char) -> bool {
    matches!(c, '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}')
}

/// Words with what they are read as, the longest first.
type Words = Vec<(&'static str, &'static str)>;

struct WordTable {
    /// By character from [`FIRST`] to [`LAST`]: the number of the words that begin so, [`INSIDE`] or [`NOWHERE`].
    numbers: Vec<u16>,
    words: Vec<Words>,
    /// By the number of the first character: a bit for each possible second character, by its last six bits; all bits
    /// if the first character is a word by itself.
    seconds: Vec<u64>,
}

/// Characters that are in no word.
const NOWHERE: u16 = 0;
/// Characters that are in words, but begin none.
const INSIDE: u16 = 1;

static WORDS: LazyLock<WordTable> = LazyLock::new(|| {
    let mut table = WordTable {
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

fn number(c: char) -> u16 {
    index(c).map_or(NOWHERE, |index| WORDS.numbers[index])
}

fn bit(c: char) -> u64 {
    1 << (u32::from(c) % u64::BITS)
}

/// Returns true if a word of the table may begin with `c` and continue with the `next` character, both simplified.
pub(super) fn may_begin(c: char, next: impl FnOnce() -> Option<char>) -> bool {
    match WORDS.seconds[usize::from(number(c))] {
        0 => false,
        u64::MAX => true,
        seconds => next().is_some_and(|next| seconds & bit(next) != 0),
    }
}

/// Returns true if a word of the table may continue with `c`, a simplified character.
pub(super) fn may_go_on(c: char) -> bool {
    number(c) >= INSIDE
}

/// `text` cut into the words of the table and single characters, each with what it is read as.
pub(super) fn words(mut text: &str) -> impl Iterator<Item = (&str, &str)> {
    std::iter::from_fn(move || {
        let first = text.chars().next()?;
        let alone = &text[..first.len_utf8()];
        let found = WORDS.words[usize::from(number(first))].iter().find(|(word, _)| text.starts_with(word));
        let (word, read_as) = found.copied().unwrap_or((alone, alone));
        text = &text[word.len()..];
        Some((word, read_as))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::is_han;

    #[test]
    fn traditional_becomes_simplified_and_all_else_stays() {
        let all = |text: &str| text.chars().map(simplified).collect::<String>();
        assert_eq!(all("漢語的距離與門檻，鐘錶。"), "汉语的距离与门槛，钟表。");
        assert_eq!(all("汉语 abc 한글 かな ①"), "汉语 abc 한글 かな ①");
        assert_eq!(all("\u{20000}\u{2F800}\u{F900}"), "\u{20000}丽岂");
    }

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
        assert_eq!(WORDS.words.iter().map(Vec::len).sum::<usize>(), lines.count());
        assert!(may_begin('软', || Some('体')) && !may_begin('软', || Some('猫')) && !may_begin('软', || None));
        assert!(may_go_on('体') && !may_go_on('猫') && !may_begin('猫', || Some('体')));
        for (word, _) in WORDS.words.iter().flatten() {
            let mut chars = word.chars();
            assert!(may_begin(chars.next().unwrap(), || chars.next()) && word.chars().all(may_go_on), "{word}");
        }
    }

    #[test]
    fn the_table_is_of_simplified_han_and_reads_each_word_as_one_that_stays() {
        for &(word, read_as) in WORDS.words.iter().flatten() {
            assert!(word.chars().chain(read_as.chars()).all(|c| is_han(c) && simplified(c) == c), "{word} {read_as}");
            assert_eq!(read(read_as), read_as, "of {word}");
        }
    }
}
