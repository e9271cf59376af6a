//! The texts of a lesson: words, figures in braces that are computed (`{sum 3}`), and figures that are quoted as given
//! (`{=8·10⁹}`).
//!
//! A number in digits that is neither is called *bare*: nothing keeps it true. Numbers that only point at a place, as in
//! "column 3" or 第 3 位, are not; nor are 0 and 1, the values of bits.

use std::ops::Range;

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProsePart<'a> {
    Words(&'a str),
    Given(&'a str),
    /// The name of a figure.
    Figure(&'a str),
}

/// A doubtful number or brace in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProseWarning {
    /// A number that nothing keeps true.
    Bare(String),
    /// Braces around what names no figure.
    Unknown(String),
}

/// Puts figures into a text. Braces whose figure there is not stay as they are.
pub(super) fn filled(text: &str, figure: impl Fn(&str) -> Option<String>) -> (String, Vec<ProseWarning>) {
    let mut whole = String::with_capacity(text.len());
    let mut warnings = Vec::new();
    for part in parts(text) {
        match part {
            ProsePart::Words(words) => {
                warnings.extend(bare(words).map(|at| ProseWarning::Bare(words[at].into())));
                whole += words;
            }
            ProsePart::Given(given) => whole += given,
            ProsePart::Figure(name) => {
                if let Some(figure) = figure(name) {
                    whole += &figure;
                } else {
                    warnings.push(ProseWarning::Unknown(name.into()));
                    whole.extend(["{", name, "}"]);
                }
            }
        }
    }
    (whole, warnings)
}

fn parts(text: &str) -> impl Iterator<Item = ProsePart<'_>> {
    let mut left = text;
    std::iter::from_fn(move || {
        let open = left.find('{').filter(|&open| left[open..].contains('}')).unwrap_or(left.len());
        if open > 0 {
            let (words, after) = left.split_at(open);
            left = after;
            return Some(ProsePart::Words(words));
        }
        let (inside, after) = left.strip_prefix('{')?.split_once('}')?;
        left = after;
        Some(inside.strip_prefix('=').map_or(ProsePart::Figure(inside), ProsePart::Given))
    })
}

/// Words before a number that make it the number of a thing.
const THINGS: [&str; 15] = [
    "column", "columns", "bit", "bits", "block", "blocks", "table", "article", "screen", "page", "lesson", "document",
    "文章", "第", "表",
];

/// The bare numbers in words.
fn bare(words: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + words[at..].find(|c: char| c.is_ascii_digit())?;
            let length = words[start..].find(|c: char| !c.is_ascii_alphanumeric() && !".,".contains(c));
            let end = length.map_or(words.len(), |length| start + length);
            at = end;
            let number = words[start..end].trim_end_matches(['.', ',']);
            let before = &words[..start];
            let in_name = before.ends_with(|c: char| c.is_ascii_alphabetic() || "-_:".contains(c));
            let thing = before.trim_end().rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
            let thing = thing.to_lowercase();
            let of_thing = THINGS.iter().any(|name| thing == *name || !name.is_ascii() && thing.ends_with(name));
            if !in_name && !of_thing && !["0", "1"].contains(&number) {
                return Some(start..start + number.len());
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_put_in_and_others_quoted() {
        let figure = |name: &str| (name == "sum 3").then(|| "−1".to_owned());
        let (text, warnings) = filled("Column 3: {sum 3} of {=8·10⁹} {x", figure);
        assert_eq!((text.as_str(), warnings), ("Column 3: −1 of 8·10⁹ {x", vec![]));
        let (text, warnings) = filled("{sums} {}", figure);
        assert_eq!(text, "{sums} {}");
        assert_eq!(warnings, ["sums", ""].map(|name| ProseWarning::Unknown(name.into())));
    }

    #[test]
    fn bare_numbers_are_found_and_names_and_places_are_not() {
        for (words, wanted) in [
            ("HD 3 of 64 bits, 0.989.", &["3", "64", "0.989"][..]),
            ("In column 3, bit 17 and Block 2 of article 003", &[]),
            ("第 3 列在文章 002 里，表 1 也是", &[]),
            ("w1, xxh3-128, chars:3, r2·d and MD5 are names", &[]),
            ("1 becomes +1, 0 becomes −1", &[]),
            ("距离是 3，共 1,024 个", &["3", "1,024"]),
            ("(12)", &["12"]),
        ] {
            let found: Vec<&str> = bare(words).map(|at| &words[at]).collect();
            assert_eq!(found, wanted, "{words}");
        }
    }
}
