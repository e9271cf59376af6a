//! Addresses and numbers that a recipe does not count. They are replaced by spaces of the same length, so every
//! tokenizer skips them, n-grams extend across them, and no place in the text changes.
//!
//! An address is a URL, an e-mail address, a name that begins with `www.`, or a file name with one of the usual endings
//! (`src/main.rs`, `ch01-02-intro.md`). A bare domain (`crates.io`) does not count, because it may be a name
//! (`socket.io`, `System.net`); the 438 labelled documents have 15 outside URLs, too few to measure the effect. A
//! number is a word of only digits (`64`, `3.14`, `1,000`, `２０２４`); `u32`, `3rd` and numerals in Han characters are
//! words.

use std::{borrow::Cow, ops::Range};

use memchr::memchr3;

use super::{
    recipe::{Fold, FoldPart},
    segment::is_han,
};

/// The endings of file names, in lower case.
const ENDINGS: [&str; 54] = [
    "7z", "bat", "bmp", "cpp", "cs", "css", "csv", "dll", "doc", "docx", "epub", "exe", "gif", "go", "gz", "hpp",
    "htm", "html", "ini", "ipynb", "java", "jpeg", "jpg", "js", "json", "lock", "log", "lua", "md", "mp3", "mp4",
    "odt", "pdf", "php", "png", "ppt", "pptx", "py", "rar", "rb", "rs", "rtf", "sh", "sql", "svg", "tar", "tex",
    "toml", "ts", "txt", "xls", "xml", "yml", "zip",
];

/// The text with spaces in place of what `fold` does not count.
pub(crate) fn blanked(text: &str, fold: Fold) -> Cow<'_, str> {
    let text = if fold.has(FoldPart::NoUrls) { blank(text, addresses(text)) } else { Cow::Borrowed(text) };
    if !fold.has(FoldPart::NoNumbers) {
        return text;
    }
    match blank(&text, numbers(&text)) {
        Cow::Borrowed(_) => text,
        Cow::Owned(blanked) => Cow::Owned(blanked),
    }
}

fn blank(text: &str, stretches: impl Iterator<Item = Range<usize>>) -> Cow<'_, str> {
    let (mut blanked, mut done) = (String::new(), 0);
    for stretch in stretches {
        blanked.push_str(&text[done..stretch.start]);
        blanked.extend(std::iter::repeat_n(' ', stretch.len()));
        done = stretch.end;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    blanked.push_str(&text[done..]);
    Cow::Owned(blanked)
}

/// The runs of characters for which `part` returns true, given each character with its place.
fn runs<'a>(text: &'a str, part: impl Fn(usize, char) -> bool + 'a) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut characters = text.char_indices();
    std::iter::from_fn(move || {
        let (start, _) = characters.find(|&(at, c)| part(at, c))?;
        let end = characters.find(|&(at, c)| !part(at, c)).map_or(text.len(), |(at, _)| at);
        Some(start..end)
    })
}

/// Only runs around a sign that every address has are examined; prose has few of these.
fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let (mut at, mut done) = (0, 0);
    std::iter::from_fn(move || {
        loop {
            let sign = at + memchr3(b'.', b':', b'@', &bytes[at..])?;
            at = sign + 1;
            let rest = &text[at..];
            let inside = match bytes[sign] {
                b'.' => rest.starts_with(in_address),
                b':' => rest.starts_with("//"),
                _ => true,
            };
            if inside {
                let start = done + text[done..sign].trim_end_matches(in_address).len();
                done = text.len() - rest.trim_start_matches(in_address).len();
                at = done;
                let run = text[start..done].trim_end_matches(['.', ':', '?']);
                if let Some(offset) = address_start(run) {
                    return Some(start + offset..start + run.len());
                }
            }
        }
    })
}

/// Returns true if an address may contain `c`. East Asian letters, where an address has no spaces around it, end one.
fn in_address(c: char) -> bool {
    match c {
        '-' | '.' | '_' | '~' | ':' | '/' | '?' | '#' | '@' | '$' | '&' | '+' | '=' | '%' => true,
        '\0'..='\x7F' => c.is_ascii_alphanumeric(),
        _ => c < '\u{2E80}' && is_letter(c),
    }
}

/// The start of the address that a run of its characters ends with.
fn address_start(run: &str) -> Option<usize> {
    if let Some(behind) = run.find("://") {
        let scheme = run[..behind].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+-.".contains(c)).len();
        return (scheme < behind && run.len() > behind + 3).then_some(scheme);
    }
    let start = run.len() - run.trim_start_matches(|c: char| !c.is_alphanumeric() && !"./~_".contains(c)).len();
    let name = &run[start..];
    let www = name.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("www.")) && name[4..].contains('.');
    (www || is_mail(name) || is_file(name)).then_some(start)
}

fn is_mail(name: &str) -> bool {
    let Some((local, rest)) = name.split_once('@') else { return false };
    let domain = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let top = domain.rsplit_once('.').map_or("", |(_, top)| top);
    local.ends_with(char::is_alphanumeric) && top.len() > 1 && top.chars().all(char::is_alphabetic)
}

fn is_file(name: &str) -> bool {
    let path = name.split(['?', '#', ':', '@']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    let ending = file.rsplit_once('.').filter(|(stem, _)| stem.contains(char::is_alphanumeric));
    ending.is_some_and(|(_, ending)| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

fn numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let between_digits = |at: usize| {
        let [before, after] = [text[..at].chars().next_back(), text[at + 1..].chars().next()];
        before.is_some_and(is_digit) && after.is_some_and(is_digit)
    };
    let part = move |at: usize, c: char| match c {
        '.' | ',' => between_digits(at),
        '_' => true,
        _ => is_digit(c) || is_letter(c),
    };
    runs(text, part).filter(|run| text[run.clone()].chars().all(|c| !is_letter(c) && c != '_'))
}

fn is_digit(c: char) -> bool {
    c.is_numeric() && (c < '\u{2E80}' || matches!(c, '\u{FF10}'..='\u{FF19}'))
}

/// Returns true if `c` is a letter of a script that writes words and not, as Han and Kana do, without spaces.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !is_digit(c) && !is_han(c) && !matches!(c, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30FF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::simhash::{Pipeline, Recipe, sketch, trace};

    const URLS: Fold = Fold::NONE.with(FoldPart::NoUrls);
    const NUMBERS: Fold = Fold::NONE.with(FoldPart::NoNumbers);

    /// The text with each blank stretch as one `_`.
    fn read(text: &str, fold: Fold) -> String {
        let blanked = blanked(text, fold);
        let kept = blanked
            .char_indices()
            .map(|(at, c)| if text.get(at..).is_some_and(|rest| rest.starts_with(c)) { c } else { '\0' });
        let mut read: Vec<char> = kept.collect();
        read.dedup_by(|a, b| *a == '\0' && *b == '\0');
        read.into_iter().map(|c| if c == '\0' { '_' } else { c }).collect()
    }

    #[test]
    fn addresses_are_found_whole() {
        for (text, expected) in [
            ("see https://example.com/a?b=c#d.", "see _."),
            ("见(http://例.com/甲)页", "见(http://例.com/甲)页"),
            ("详见https://www.rust-lang.org/zh-CN/，然后", "详见_，然后"),
            ("[intro](https://a.b/c.md)", "[intro](_)"),
            ("ftp://a.b and git+ssh://c.d/e", "_ and _"),
            ("www.example.com, WWW.EXAMPLE.ORG", "_, _"),
            ("write to ann.lee@example.com or <bob@x.cn>", "write to _ or <_>"),
            ("ch01-02-intro.md", "_"),
            ("打开src/main.rs:2:5处", "打开_处"),
            ("./a/b.TXT café.pdf ../x.html#top", "_ _ _"),
            // No addresses.
            ("and/or, e.g. i.e. 3.14, U.S.A. end.The", "and/or, e.g. i.e. 3.14, U.S.A. end.The"),
            ("a.b.c x@y @name :// http://", "a.b.c x@y @name :// http://"),
            (".md txt www. std.vec", ".md txt www. std.vec"),
        ] {
            assert_eq!(read(text, URLS), expected, "{text}");
        }
    }

    #[test]
    fn numbers_are_words_of_digits_alone() {
        for (text, expected) in [
            ("64 bits, 3.14 and 1,000.", "_ bits, _ and _."),
            ("第3章，2024年１２月", "第_章，_年_月"),
            ("u32 3rd v1.2 x_1 1e5 7월", "u32 3rd v1.2 x_1 1e5 7월"),
            ("2024-01-31 10:30 ½", "_-_-_ _:_ _"),
            (".5 fig.5 ,,5", "._ fig._ ,,_"),
            ("三百〇二 Ⅻ", "三百〇二 _"),
        ] {
            assert_eq!(read(text, NUMBERS), expected, "{text}");
        }
        assert!(matches!(blanked("no address, no number", NUMBERS.with(FoldPart::NoUrls)), Cow::Borrowed(_)));
    }

    #[test]
    fn no_tokenizer_counts_them_and_every_place_is_exact() {
        let text = "The keeper of 12 lamps, see https://a.b/lamp.html for more";
        for (tokens, expected) in [
            ("words", "The keeper of lamps see for more"),
            ("space", "The keeper of lamps, see for more"),
            ("word-ngrams:2", "The keeper|keeper of|of 12 lamps|lamps, see|see https://a.b/lamp.html for|for more"),
        ] {
            let recipe = format!("{tokens};fold=no-urls+no-numbers;tf;xxh3-64;64;gt").parse::<Recipe>().unwrap();
            let traced = trace(text, &recipe).unwrap();
            let places = (0..).map_while(|number| Some(traced.token(number)?.0.of(text)));
            let glue = if expected.contains('|') { "|" } else { " " };
            assert_eq!(places.collect::<Vec<_>>().join(glue), expected, "{tokens}");
        }
        let ngrams = trace("ab 12 cd", &"chars:2;fold=no-numbers;tf;xxh3-64;64;gt".parse().unwrap()).unwrap();
        let names: Vec<&str> = (0..3).map(|feature| ngrams.name(feature)).collect();
        assert_eq!(names, ["ab", "bc", "cd"]);
    }

    proptest! {
        #[test]
        fn every_run_that_may_be_an_address_is_looked_at(text in "([a-zé.:/@? 中-]|://|\\.md|www\\.|a@b\\.cn){0,30}") {
            let naive = runs(&text, |_, c| in_address(c)).filter_map(|run| {
                let trimmed = text[run.clone()].trim_end_matches(['.', ':', '?']);
                Some(run.start + address_start(trimmed)?..run.start + trimmed.len())
            });
            prop_assert_eq!(addresses(&text).collect::<Vec<_>>(), naive.collect::<Vec<_>>());
        }

        #[test]
        fn blanks_keep_every_other_byte_in_its_place(text in "([a-zé0-9.,:/@_ 中１-]|://|\\.md|www\\.){0,40}") {
            let fold = URLS.with(FoldPart::NoNumbers);
            let blanked = blanked(&text, fold);
            prop_assert_eq!(blanked.len(), text.len());
            for (at, c) in blanked.char_indices().filter(|&(_, c)| c != ' ') {
                prop_assert!(text.get(at..).is_some_and(|rest| rest.starts_with(c)));
            }
            for tokens in ["words", "space", "chars:3"] {
                let recipe: Recipe = format!("{tokens};fold=no-urls+no-numbers;tf;xxh3-64;64;gt").parse().unwrap();
                let plain = Recipe { fold: Fold::NONE, ..recipe.clone() };
                let sketched = sketch(&text, &recipe).unwrap();
                prop_assert_eq!(sketched, sketch(&blanked, &plain).unwrap());
                prop_assert_eq!(sketched, trace(&text, &recipe).unwrap().sketch);
                prop_assert_eq!(sketched, Pipeline::new(&recipe).without_places().trace(&text).unwrap().sketch);
            }
        }
    }
}
