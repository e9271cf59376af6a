//! The texts of the interface, in English and Simplified Chinese, from `assets/locales.toml`.
//!
//! `{n|word|words}` is the form that goes with the number `n`. It must not know any other module. Use it through
//! [`t!`](crate::t): `t!(lang, "rule.near", hd = 2, k = 3)`.

mod ascii;

use std::{borrow::Cow, fmt::Display};

/// A language of the interface, and whether it is set in ASCII marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Lang {
    En,
    /// Simplified Chinese.
    Zh,
    /// English without a character that is not ASCII.
    #[value(skip)]
    EnAscii,
    /// Chinese whose marks are full-width or ASCII: none that terminals disagree on the width of.
    #[value(skip)]
    ZhAscii,
}

/// `section.key` and its text in each language, in the order of the keys; made of the file by `build.rs`.
static TEXTS: &[(&str, [&str; 4])] = include!(concat!(env!("OUT_DIR"), "/locales.rs"));

impl Lang {
    /// The language of the environment: Chinese where its locale says so, else English.
    pub fn of_environment() -> Self {
        sys_locale::get_locale().and_then(|name| Self::of_locale(&name)).unwrap_or(Self::En)
    }

    /// The language of a locale: `en`, `zh`, `zh-Hans`, `zh_CN.UTF-8`. Chinese of any kind is simplified Chinese here.
    pub fn of_locale(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let (language, others) = name.split_once(['-', '_', '.', '@']).unwrap_or((&name, "x"));
        let is_locale = !others.is_empty() && others.chars().all(|c| c.is_ascii_alphanumeric() || "-_.@".contains(c));
        match language {
            "en" if is_locale => Some(Self::En),
            "zh" if is_locale => Some(Self::Zh),
            _ => None,
        }
    }

    /// The same language in ASCII marks.
    #[must_use]
    pub fn in_ascii(self) -> Self {
        match self {
            Self::En | Self::EnAscii => Self::EnAscii,
            Self::Zh | Self::ZhAscii => Self::ZhAscii,
        }
    }

    /// This language, in ASCII marks if `as_is` is.
    #[must_use]
    pub fn set_as(self, as_is: Self) -> Self {
        if as_is == as_is.in_ascii() { self.in_ascii() } else { self }
    }

    pub fn is_chinese(self) -> bool {
        matches!(self, Self::Zh | Self::ZhAscii)
    }

    /// Text that is the same in every language, such as a formula, in the marks of this one.
    pub fn set(self, text: &str) -> Cow<'_, str> {
        if self == self.in_ascii() { ascii::set_in_ascii(text) } else { Cow::Borrowed(text) }
    }

    /// Separates two sentences.
    pub fn gap(self) -> &'static str {
        if self.is_chinese() { "" } else { " " }
    }

    /// Its tag (BCP 47), for other programs.
    pub fn tag(self) -> &'static str {
        if self.is_chinese() { "zh-Hans" } else { "en" }
    }

    /// The text of that key (`section.key`), if there is one.
    pub fn find(self, key: &str) -> Option<&'static str> {
        let at = TEXTS.binary_search_by_key(&key, |(key, _)| key).ok()?;
        Some(TEXTS[at].1[self as usize])
    }

    /// The text of that key, or the key itself where there is none.
    pub fn text(self, key: &'static str) -> &'static str {
        self.find(key).unwrap_or(key)
    }

    /// The text of that key with `{name}` replaced by the values, and `{name|one|more}` by the form for a value of
    /// 1 and for any other.
    pub fn fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        let mut rest = self.text(key);
        let mut filled = String::with_capacity(rest.len() + 16);
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, behind)) = after.split_once('}') else {
                filled.push('{');
                rest = after;
                continue;
            };
            let (name, forms) = name.split_once('|').map_or((name, None), |(name, forms)| (name, Some(forms)));
            if let Some((_, value)) = values.iter().find(|(n, _)| *n == name) {
                let value = value.to_string();
                let value = unnumbered(&value);
                match forms.map(|forms| forms.split_once('|').unwrap_or((forms, forms))) {
                    Some((one, more)) => filled.push_str(if value == "1" { one } else { more }),
                    None => filled.push_str(value),
                }
            }
            rest = behind;
        }
        filled.push_str(rest);
        filled
    }

    /// Separates the words of a list.
    pub fn comma(self) -> &'static str {
        if self.is_chinese() { "、" } else { ", " }
    }

    /// Joins words the way the language lists them.
    pub fn list(self, words: &[String]) -> String {
        words.join(self.comma())
    }

    /// A cosine with three decimals; below 1 never as 1, but with a fourth.
    pub fn cosine(self, value: f64) -> String {
        let below = (0.9995..1.0 - 1e-9).contains(&value);
        let digits = if below { format!("{:.4}", value.min(0.9999)) } else { format!("{:.3}", value.abs()) };
        if value < 0.0 && digits != "0.000" { format!("{}{digits}", self.set("−")) } else { digits }
    }
}

/// A size in two or three digits: `812 B`, `4.1 kB`, `38 MB`; the units are powers of 1,000.
pub(crate) fn bytes(size: u64) -> String {
    let mut scaled = size as f64;
    let mut units = ["B", "kB", "MB", "GB", "TB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    while scaled >= 999.5 {
        let Some(larger) = units.next() else { break };
        (scaled, unit) = (scaled / 1000.0, larger);
    }
    if unit != "B" && scaled < 9.95 { format!("{scaled:.1} {unit}") } else { format!("{scaled:.0} {unit}") }
}

/// The message of an error of the system without its number, which says nothing to a person.
fn unnumbered(message: &str) -> &str {
    let parts = message.strip_suffix(')').and_then(|message| message.rsplit_once(" (os error "));
    parts.filter(|(_, number)| number.bytes().all(|b| b.is_ascii_digit())).map_or(message, |(words, _)| words)
}

/// A share as a percentage with one decimal.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A whole number with its thousands parted.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut parted = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            parted.push(',');
        }
        parted.push(digit);
    }
    parted
}

/// The text of a key in a language, with values for its `{names}`; a name alone stands for the variable of that name.
macro_rules! t {
    (@ $name:ident) => { (stringify!($name), &$name) };
    (@ $name:ident = $value:expr) => { (stringify!($name), &$value) };
    ($lang:expr, $key:literal) => { $lang.text($key) };
    ($lang:expr, $key:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $lang.fill($key, &[$($crate::t!(@ $name $(= $value)?)),+])
    };
}
pub(crate) use t;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The `{names}` of a text.
    fn names(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
        parts.map(|(name, _)| name.split_once('|').map_or(name, |(name, _)| name)).collect()
    }

    #[test]
    fn both_languages_have_every_text_with_the_same_names() {
        assert!(TEXTS.len() > 50, "the file is read");
        for (key, [en, zh, plain_en, plain_zh]) in TEXTS {
            assert!(plain_en.is_ascii(), "{key} has marks without a plain form: {plain_en}");
            assert_eq!(names(en), names(plain_en), "{key}");
            assert_eq!(names(zh), names(plain_zh), "{key}");
            // Chinese has nothing between two sentences.
            assert!(!en.is_empty() && (!zh.is_empty() || key.ends_with(".between")), "{key}");
            assert_eq!(names(en), names(zh), "{key}");
            assert_eq!(Lang::Zh.find(key), Some(*zh), "{key} is found");
        }
    }

    #[test]
    fn a_language_is_known_by_any_of_its_locales() {
        for name in ["zh", "ZH", "zh-CN", "zh_CN.UTF-8", "zh-Hans", "zh_TW", "zh_CN@pinyin"] {
            assert_eq!(Lang::of_locale(name), Some(Lang::Zh), "{name}");
        }
        for name in ["en", "en-GB", "en_US.UTF-8", "EN_us"] {
            assert_eq!(Lang::of_locale(name), Some(Lang::En), "{name}");
        }
        for name in ["", "auto", "fr", "zhuang", "zh-", "en US", "C", "POSIX", "zh_C\u{1b}"] {
            assert_eq!(Lang::of_locale(name), None, "{name}");
        }
    }

    #[test]
    fn values_take_their_places() {
        assert_eq!(
            t!(Lang::En, "rule.near", hd = 2, k = 3),
            "HD 2 (bits that differ): a near-duplicate at threshold 3."
        );
    }

    #[test]
    fn a_count_takes_the_form_that_goes_with_it() {
        let said = |n: usize| t!(Lang::En, "notice.copied", chars = n);
        assert_eq!([said(0), said(1), said(11)].map(|text| text.ends_with("character.")), [false, true, false]);
        assert_eq!(t!(Lang::Zh, "notice.copied", chars = 1), "已复制 1 个字符。");
    }

    #[test]
    fn thousands_are_parted() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
