//! Traditional Chinese characters as simplified ones, by the character table of `OpenCC`. One character at a time, so
//! places in a text keep; the few that depend on the word take their most frequent form.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// The characters from here on have their form in an array.
const FIRST: u32 = 0x3400;
const LAST: u32 = 0x9FFF;

struct Simplified {
    /// By character from [`FIRST`] to [`LAST`]: its simplified form, itself where it has none.
    common: Vec<char>,
    /// All others that have one, in order.
    rare: Vec<(char, char)>,
}

static TABLE: LazyLock<Simplified> = LazyLock::new(|| {
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
        Some(at) => TABLE.common[at],
        None if u32::from(c) < FIRST => c,
        None => TABLE.rare.binary_search_by_key(&c, |&(from, _)| from).map_or(c, |at| TABLE.rare[at].1),
    }
}

fn is_compatibility(c: char) -> bool {
    matches!(c, '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_becomes_simplified_and_all_else_stays() {
        let all = |text: &str| text.chars().map(simplified).collect::<String>();
        assert_eq!(all("漢語的距離與門檻，鐘錶。"), "汉语的距离与门槛，钟表。");
        assert_eq!(all("汉语 abc 한글 かな ①"), "汉语 abc 한글 かな ①");
        assert_eq!(all("\u{20000}\u{2F800}\u{F900}"), "\u{20000}丽岂");
    }
}
