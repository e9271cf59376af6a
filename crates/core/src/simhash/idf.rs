//! The rarity of words: one table of inverse document frequencies for Chinese and English, and rules for what no table
//! can list.
//!
//! It is used for weighting features by tf·idf. It must not know segmentation, counting, hashing, documents or screens:
//! it gives the value of one word at a time, and its source. The header of the table describes how it was made;
//! `examples/idf_table.rs` makes it.
//!
//! The value of an unlisted word depends on its shape. Otherwise every number and host name would count as a word never
//! seen before, and would dominate any text with a few of them.

use std::borrow::Cow;

use xxhash_rust::xxh3::xxh3_64;

use super::segment::is_han;
use crate::unicode::{is_alphanumeric, is_numeric};

/// The source of an [`Idf`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdfSource {
    /// The table lists the word.
    Table,
    /// A word of Han characters that the table does not list.
    UnknownHan,
    /// Any other word that the table does not list.
    UnknownWord,
    /// By its shape a number, in digits or in Han numerals.
    Number,
    /// A word that cppjieba's table does not list: the mean of that table.
    Mean,
    /// By its shape a URL, a host name, an e-mail address or the name of a web page or a picture.
    Url,
}

/// The rarity of a word, and its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Idf {
    /// ln(N / df), rounded to a multiple of 0.1, and at least 0.1.
    pub value: f64,
    /// The source of the value: the table, or a rule.
    pub from: IdfSource,
}

/// The table that ships with the program: the words of `idf-zh-en-1.txt`, and the values at its head.
pub fn table() -> &'static IdfTable {
    static TABLE: IdfTable = IdfTable {
        slots: include_bytes!("../../assets/idf-zh-en-1.bin").as_chunks().0,
        unknown_han: [95, 110, 120],
        unknown_word: [20, 60, 85, 105],
        number: 10,
        url: 10,
    };
    &TABLE
}

/// Values for the words of one table, and the defaults for all others.
#[derive(Debug)]
pub struct IdfTable {
    /// A power of two of slots: the hash of a word with the tenths of its value in place of its lowest byte, in the
    /// first free slot from its place on; 0 is free. Only the examined slots are read; a test builds them from the
    /// words, and checks that no two words share a hash.
    slots: &'static [[u8; 8]],
    /// In tenths, by the number of characters, the last for all longer ones: a longer word is a rarer one.
    unknown_han: [u8; 3],
    /// The values for other words. A single letter is the name of a variable or a fragment.
    unknown_word: [u8; 4],
    number: u8,
    url: u8,
}

/// The byte of a slot that is the value; the others are of the hash.
const TENTHS: u64 = 0xFF;

impl IdfTable {
    /// The rarity of `word`, in any case. `key`, if the caller has it, is the 64-bit XXH3 of the word in lower case,
    /// and saves computing it.
    ///
    /// ```
    /// use simscope_core::simhash::idf::{IdfSource, table};
    /// assert!(table().look_up("Lighthouse", None).value > table().look_up("the", None).value);
    /// assert_eq!(table().look_up("2019", None).from, IdfSource::Number);
    /// ```
    pub fn look_up(&self, word: &str, key: Option<u64>) -> Idf {
        if let Some(idf) = key.and_then(|key| self.listed(key)) {
            return idf;
        }
        let form = table_form(word);
        let looked_up = key.is_some() && matches!(form, Cow::Borrowed(_));
        let word = &*form;
        let whole = if looked_up { None } else { self.listed(xxh3_64(word.as_bytes())) };
        // The possessive of a word is no rarer a subject than the word, though it is a rarer sight.
        whole
            .or_else(|| self.listed(xxh3_64(word.strip_suffix("'s")?.as_bytes())))
            .unwrap_or_else(|| self.by_shape(word))
    }

    fn listed(&self, key: u64) -> Option<Idf> {
        let mut at = key as usize;
        loop {
            let slot = u64::from_le_bytes(self.slots[at & (self.slots.len() - 1)]);
            if slot == 0 {
                return None;
            }
            if slot & !TENTHS == key & !TENTHS {
                return Some(idf((slot & TENTHS) as u8, IdfSource::Table));
            }
            at = at.wrapping_add(1);
        }
    }

    fn by_shape(&self, word: &str) -> Idf {
        let by_length = |levels: &[u8]| levels[word.chars().take(levels.len()).count().saturating_sub(1)];
        if word.starts_with(is_han) {
            if is_han_number(word) {
                idf(self.number, IdfSource::Number)
            } else {
                idf(by_length(&self.unknown_han), IdfSource::UnknownHan)
            }
        } else if is_url_part(word) {
            idf(self.url, IdfSource::Url)
        } else if is_number(word) {
            idf(self.number, IdfSource::Number)
        } else {
            idf(by_length(&self.unknown_word), IdfSource::UnknownWord)
        }
    }
}

fn idf(tenths: u8, from: IdfSource) -> Idf {
    Idf { value: f64::from(tenths) / 10.0, from }
}

/// In lower case, with half-width letters, digits and punctuation for full-width ones and the typewriter's apostrophe
/// for the printer's; borrowed if it is so already.
fn table_form(word: &str) -> Cow<'_, str> {
    // The first two are for speed: they answer for nearly all words.
    if word.is_ascii() {
        let is_lower = !word.bytes().any(|byte| byte.is_ascii_uppercase());
        return if is_lower { Cow::Borrowed(word) } else { Cow::Owned(word.to_ascii_lowercase()) };
    }
    let plain = |c: char| match c {
        '’' => '\'',
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    };
    let folded = |c: char| is_han(c) || (!c.is_uppercase() && plain(c) == c);
    if word.chars().all(folded) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.chars().map(plain).flat_map(char::to_lowercase).collect())
    }
}

/// Two or more Han numerals, an ordinal's 第 among them, and perhaps the word for what they count. Jieba makes words
/// such as 一百二十三 and 一百二十年 without end.
fn is_han_number(word: &str) -> bool {
    let numerals = word.chars().take_while(|c| "第零〇一二三四五六七八九十百千万亿两萬億兩".contains(*c)).count();
    numerals >= 2 && word.chars().count() <= numerals + 1
}

/// Numbers, and what is one in all but name: dates and versions (`2019.12.06`), numbers with a unit (`5ms`, `1st`,
/// `100w`), whatever else has at least as many digits, of any script, as letters, and hexadecimal hashes, which have at
/// least seven characters and a digit among them.
fn is_number(word: &str) -> bool {
    let (mut digits, mut letters, mut hex) = (0, 0, true);
    for c in word.chars() {
        if is_numeric(c) {
            digits += 1;
        } else if is_alphanumeric(c) {
            letters += 1;
            hex &= c.is_ascii_hexdigit();
        } else {
            hex = false;
        }
    }
    digits > 0
        && (digits >= letters || (hex && digits + letters >= 7) || (letters <= 2 && word.starts_with(is_numeric)))
}

/// The last part of a name with dots in it which shows it for a host name or for the file of a web page, a picture or a
/// download. It lacks countries that are also English words (`in`, `it`, `is`), since a full stop without a space
/// after it glues two words into what looks like a name, and the endings of programs (`rs`, `js`), since the name of a
/// program is what a text about it is about.
const URL_ENDINGS: &[&str] = &[
    "asp", "aspx", "au", "biz", "bmp", "br", "ca", "cc", "cgi", "ch", "cn", "com", "css", "cz", "de", "dev", "dk",
    "edu", "es", "eu", "fi", "fr", "gif", "gov", "gz", "hk", "htm", "html", "ico", "info", "io", "jp", "jpeg", "jpg",
    "jsp", "kr", "mil", "net", "nl", "nz", "org", "pdf", "php", "pl", "png", "rar", "ru", "se", "sg", "shtml", "svg",
    "tw", "ua", "uk", "webp", "xhtml", "xyz", "zip",
];

/// URLs, host names, e-mail addresses, and the files that URLs end in. Host names of one word (`localhost`) and the
/// names of people in URLs are words like any other.
fn is_url_part(word: &str) -> bool {
    // For speed: most words have none of these.
    if !word.bytes().any(|byte| matches!(byte, b'.' | b'/')) {
        return false;
    }
    word.contains("://")
        || word.starts_with("www.")
        || word.split_once('@').is_some_and(|(_, host)| host.contains('.'))
        || word.rsplit_once('.').is_some_and(|(start, end)| {
            !start.is_empty() && start.is_ascii() && URL_ENDINGS.binary_search(&end).is_ok()
        })
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, env, fs, path::Path};

    use super::*;

    const TEXT: &str = include_str!("../../assets/idf-zh-en-1.txt");

    /// Levels in tenths, such as `8.7`, separated by spaces, each with exactly one decimal.
    fn levels<const N: usize>(text: &str) -> Option<[u8; N]> {
        let mut all = [0; N];
        let mut parts = text.split(' ');
        for level in &mut all {
            let (whole, tenth) = parts.next()?.split_once('.')?;
            let tenth = tenth.parse::<u8>().ok().filter(|tenth| *tenth < 10)?;
            *level = whole.parse::<u8>().ok()?.checked_mul(10)?.checked_add(tenth)?;
        }
        parts.next().is_none().then_some(all)
    }

    fn value(word: &str) -> f64 {
        table().look_up(word, None).value
    }

    fn source(word: &str) -> IdfSource {
        table().look_up(word, None).from
    }

    #[test]
    fn every_line_is_well_formed_and_no_word_or_hash_comes_twice() {
        let (mut words, mut hashes, mut last) = (HashSet::new(), HashSet::new(), 0);
        let mut slots = vec![0; 1 << 18];
        for line in TEXT.lines().filter(|line| !line.starts_with(['#', '@']) && !line.is_empty()) {
            let (level, listed) = line.split_once('\t').expect("a level");
            let [level] = levels(level).expect("tenths");
            assert!(level > last, "levels rise");
            last = level;
            let listed: Vec<&str> = listed.split(' ').collect();
            assert!(listed.is_sorted(), "{level}");
            for word in listed {
                assert!(!word.is_empty() && table_form(word) == word, "{word:?}");
                assert!(words.insert(word), "{word:?} twice");
                let hash = xxh3_64(word.as_bytes());
                assert!(hashes.insert(hash & !TENTHS), "{word:?}");
                let free = (0..slots.len()).map(|by| (hash as usize).wrapping_add(by) % (1 << 18));
                let free = free.into_iter().find(|&at| slots[at] == 0).unwrap();
                slots[free] = hash & !TENTHS | u64::from(level);
            }
        }
        assert!(TEXT.contains(&format!("@words {}\n", words.len())));
        let IdfTable { unknown_han, unknown_word, number, url, .. } = table();
        let joined =
            |of: &[u8]| of.iter().map(|&of| format!(" {:.1}", f64::from(of) / 10.0)).collect::<Vec<_>>().concat();
        for (parameter, value) in [
            ("unknown-han", joined(unknown_han)),
            ("unknown-word", joined(unknown_word)),
            ("number", joined(&[*number])),
            ("url", joined(&[*url])),
        ] {
            assert!(TEXT.contains(&format!("@{parameter}{value}\n")), "{parameter}");
        }
        let slots: Vec<u8> = slots.into_iter().flat_map(u64::to_le_bytes).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/idf-zh-en-1.bin");
        if env::var_os("SIMSCOPE_BLESS").is_some() {
            fs::write(&path, &slots).unwrap();
        }
        assert!(fs::read(&path).unwrap() == slots, "SIMSCOPE_BLESS=1 cargo test --lib idf renews the slots");
    }

    #[test]
    fn function_words_weigh_less_than_content_words() {
        let function =
            "的 了 是 在 和 也 就 之 我们 一个 可以 如果 但是 這 們 the of and to which would should don't it's unto";
        for word in function.split(' ') {
            assert!(value(word) <= 2.0 && source(word) == IdfSource::Table, "{word}: {}", value(word));
        }
        let content =
            "算法 距离 灯塔 文本 海明 权重 water house people lighthouse granite algorithm distance fingerprint";
        for word in content.split(' ') {
            assert!(value(word) >= 2.5, "{word}: {}", value(word));
        }
        for word in "算法 灯塔 lighthouse simhash granite".split(' ') {
            assert!(value(word) >= 7.0, "{word}: {}", value(word));
        }
    }

    #[test]
    fn both_languages_are_on_one_scale() {
        let pairs = "水 water 房子 house 问题 problem 距离 distance 城市 city 历史 history 灯塔 lighthouse 森林 forest \
                     学生 student 医生 doctor 音乐 music 战争 war 数学 mathematics 金属 metal 方法 method 结果 result";
        let words: Vec<&str> = pairs.split_whitespace().collect();
        let mean = |offset: usize| {
            let values: Vec<f64> = words.iter().skip(offset).step_by(2).map(|word| value(word)).collect();
            values.iter().sum::<f64>() / values.len() as f64
        };
        assert!((mean(0) - mean(1)).abs() < 1.0, "{} {}", mean(0), mean(1));
    }

    #[test]
    fn numbers_and_parts_of_urls_weigh_little() {
        let numbers = "5 2019 3.14 1,000,000 40089233 100w 5ms 1st 0x01 1990s 2019.12.06 ４２ ٤٢ 一百二十三 第十七 一百二十年 \
                       9b1ca5f0";
        for word in numbers.split(' ') {
            assert_eq!(source(word), IdfSource::Number, "{word}");
            assert!(value(word) <= 2.0, "{word}");
        }
        let urls =
            "www.cnblogs.com github.com example.co.uk me@example.net http://a.b/c index.html logo.png WWW.Example.COM";
        for word in urls.split(' ') {
            assert_eq!(source(word), IdfSource::Url, "{word}");
            assert!(value(word) <= 2.0, "{word}");
        }
        for word in "https http www com ftp html php".split(' ') {
            assert!(value(word) <= 2.0, "{word}");
        }
        for word in "md5 utf8 mp3 node.js System.out.println end.It x86 5g asp.net 万一 facade".split(' ') {
            assert!(!matches!(source(word), IdfSource::Number | IdfSource::Url), "{word}");
            assert!(value(word) >= 1.5, "{word}");
        }
        assert!(URL_ENDINGS.is_sorted());
    }

    #[test]
    fn longer_unknown_words_are_rarer() {
        for (words, from) in [
            (["q", "qx", "qxz", "qxzv"], IdfSource::UnknownWord),
            (["龘", "龘龘", "龘龘龘", "龘龘龘龘"], IdfSource::UnknownHan),
            (["ъ", "ъъ", "ъъъ", "ъъъъъъъ"], IdfSource::UnknownWord),
        ] {
            assert!(words.iter().all(|word| source(word) == from), "{words:?}");
            assert!(words.is_sorted_by_key(|word| value(word)), "{words:?}");
        }
        assert_eq!(table().look_up("", None).from, IdfSource::UnknownWord);
    }

    #[test]
    fn case_width_apostrophe_possessive_and_key_make_no_difference() {
        for (one, other) in
            [("Lighthouse", "lighthouse"), ("ＷＡＴＥＲ", "water"), ("DON’T", "don't"), ("lighthouse's", "lighthouse")]
        {
            assert_eq!(table().look_up(one, None), table().look_up(other, None));
            assert_eq!(source(one), IdfSource::Table, "{one}");
        }
        assert_eq!(table_form("ÉLITE"), "élite");
        for word in ["water", "算法", "2019", "qxzv", "www.example.com", "don't"] {
            assert_eq!(table().look_up(word, Some(xxh3_64(word.as_bytes()))), table().look_up(word, None));
        }
    }

    #[test]
    fn values_are_tenths() {
        for word in ["the", "的", "water", "算法", "2019", "github.com", "qxzv", "龘龘"] {
            let tenths = (value(word) * 10.0).round();
            assert!(tenths >= 1.0);
            assert_eq!(value(word).to_bits(), (tenths / 10.0).to_bits(), "{word}");
        }
    }
}
