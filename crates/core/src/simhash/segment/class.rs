//! The classes of UAX 29 for characters beyond ASCII, as a table for words of nearly all scripts that are written with
//! letters. All other characters are left to the crate.

use std::{ops::RangeInclusive, sync::LazyLock};

/// The class of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    /// Not in the table.
    Foreign,
    /// A letter, like those of ASCII (`ALetter`); not a sign that counts as a letter only by the rules.
    Letter,
    /// It belongs to the character before it, whatever that is (`Extend`, `Format`).
    Mark,
    /// It joins others of its kind and underscores (`Katakana`).
    Katakana,
    /// A letter or digit that joins only marks, as in Thai.
    Alone,
}

impl Class {
    /// The classes in the table.
    const ALL: [Self; 4] = [Self::Letter, Self::Mark, Self::Katakana, Self::Alone];

    /// Returns true if a word can begin with it.
    pub(super) fn begins_word(self) -> bool {
        matches!(self, Self::Letter | Self::Katakana | Self::Alone)
    }

    /// The class of the character at a place, and its length in bytes. Those of ASCII are not in the table.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "asked of each letter")]
    pub(super) fn at(text: &str, at: usize) -> (Self, usize) {
        let low = |byte: u8| usize::from(byte & 0x3F);
        let (c, length) = match text.as_bytes()[at..] {
            [0..0x80, ..] => return (Self::Foreign, 1),
            [lead @ ..0xE0, last, ..] => (usize::from(lead & 0x1F) << 6 | low(last), 2),
            [lead @ 0xE0..0xF0, middle, last, ..] => (usize::from(lead & 0xF) << 12 | low(middle) << 6 | low(last), 3),
            [_, ..] => (usize::MAX, 4),
            [] => (usize::MAX, 0),
        };
        let class = match TABLE.get(c) {
            Some(class) => *class,
            None if SYLLABLES.contains(&c) => Self::Letter,
            None => Self::Foreign,
        };
        (class, length)
    }
}

/// The syllables of Hangul.
const SYLLABLES: RangeInclusive<usize> = 0xAC00..=0xD7A3;

/// The characters below are in the table.
const END: u32 = 0x3100;

static TABLE: LazyLock<Vec<Class>> = LazyLock::new(|| {
    let mut table = vec![Class::Foreign; END as usize];
    for line in include_str!("../../../assets/word-classes.txt").lines() {
        let mut fields = line.split(' ');
        let mut number = || usize::from_str_radix(fields.next()?, 16).ok();
        if let (Some(first), Some(last)) = (number(), number()) {
            let named = |class: &Class| fields.clone().next().is_some_and(|name| name == format!("{class:?}"));
            let class = Class::ALL.into_iter().find(named).unwrap_or(Class::Foreign);
            table.iter_mut().take(last + 1).skip(first).for_each(|of| *of = class);
        }
    }
    table
});

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    /// The class, by what the crate does with the character beside others.
    fn class(c: char) -> Class {
        let joined = |text: String| text.split_word_bounds().count() == 1;
        let [after_space, after_letter, after_digit, after_kana] =
            [" ", "a", "1", "カ"].map(|before| joined(format!("{before}{c}")));
        // A letter of Hebrew keeps an apostrophe behind it.
        let [keeps_quote, holds] = ["'", ":a"].map(|behind| joined(format!("{c}{behind}")));
        match () {
            () if c.is_ascii() => Class::Foreign,
            () if after_space && !c.is_whitespace() => Class::Mark,
            () if !c.is_alphanumeric() => Class::Foreign,
            () if after_letter && after_digit && holds && !keeps_quote => Class::Letter,
            () if after_kana && !after_letter => Class::Katakana,
            () if !after_letter && !after_kana && !joined(format!("{c}a")) => Class::Alone,
            () => Class::Foreign,
        }
    }

    const HEAD: &str = "\
# Classes of characters by the word boundaries of Unicode Standard Annex 29: the first and the last of those in a row,
# and the class.
# Source: WordBreakProperty.txt of Unicode, as the crate unicode-segmentation applies it
# SPDX-License-Identifier: Unicode-3.0
# Made by SIMSCOPE_BLESS=1 cargo test --lib segment::class
";

    #[test]
    fn the_table_is_what_the_crate_does() {
        let mut ranges: Vec<(u32, u32, Class)> = Vec::new();
        for (c, of) in (0..END).filter_map(|c| Some((c, class(char::from_u32(c)?)))) {
            match ranges.last_mut() {
                Some((_, last, before)) if *last + 1 == c && *before == of => *last = c,
                _ => ranges.push((c, c, of)),
            }
        }
        let row = |(first, last, of): &(u32, u32, Class)| format!("{first:X} {last:X} {of:?}\n");
        let rows = ranges.iter().filter(|(.., of)| *of != Class::Foreign).map(row);
        let table = HEAD.to_owned() + &rows.collect::<Vec<_>>().concat();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/word-classes.txt");
        if env::var_os("SIMSCOPE_BLESS").is_some() {
            fs::write(&path, &table).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), table, "SIMSCOPE_BLESS=1 cargo test --lib segment::class");
        assert!(('\u{AC00}'..='\u{D7A3}').all(|c| class(c) == Class::Letter));
    }
}
