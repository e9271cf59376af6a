//! The texts of a lesson: words, figures in braces that are computed (`{sum 3}`), and figures that are quoted as given
//! (`{=8·10⁹}`).
//!
//! A number in digits that is neither is called *bare*: nothing keeps it true. Numbers that only point at a place, as
//! in "column 3" or 第 3 位, are not; nor are 0 and 1, the values of bits.

use std::ops::Range;

use crate::{
    compare::{
        Examined,
        coverage::RunLength,
        distance::{cosine_interval, cosine_of},
        geometry::Angle,
        pair,
    },
    locale::{Lang, grouped},
    simhash::{Feature, Fingerprint, Fixed, Order, Pipeline, Recipe, Trace, from_fixed, signed},
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bilingual {
    pub en: String,
    pub zh: String,
    /// Its line in the file, from 1.
    pub line: usize,
}

impl Bilingual {
    pub fn get(&self, lang: Lang) -> &str {
        if lang.is_chinese() { &self.zh } else { &self.en }
    }
}

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

/// The line on which a reader writes a figure.
pub(crate) const BLANK: &str = "________";

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

/// The documents of a page, taken through the pipeline with the page's recipe.
pub(super) struct Figures<'a> {
    pub texts: Vec<&'a str>,
    pub traces: &'a [Trace],
    pub recipe: &'a Recipe,
    /// The document of the page.
    pub document: usize,
    pub order: Order,
    pub k: u32,
    /// Figures to be written by a reader.
    pub blanks: &'a [String],
}

impl Figures<'_> {
    /// The figure of that name as it is printed, with its sign if the name begins with one; `None` if there is none.
    pub(super) fn get(&self, wanted: &str) -> Option<String> {
        let (plus, wanted) = wanted.strip_prefix('+').map_or((false, wanted), |wanted| (true, wanted));
        let (wanted, document) = match wanted.rsplit_once(" of ") {
            Some((wanted, n)) => (wanted, n.parse::<usize>().ok()?.checked_sub(1)?),
            None => (wanted, self.document),
        };
        if self.blanks.iter().any(|blank| blank == wanted) {
            return Some(BLANK.into());
        }
        let (name, argument) = wanted.split_once(' ').unwrap_or((wanted, ""));
        let trace = self.traces.get(document)?;
        let number = |value: Fixed| printed(value, plus);
        Some(match name {
            "sum" => number(*trace.sums.get(column(argument)?)?),
            "sums" => joined(trace.sums.iter().map(|&sum| number(sum))),
            "bit" => u8::from(print(trace)?.bit(column_of(trace, argument)?)).to_string(),
            "bits" => format!("{:b}", print(trace)?),
            "hash" => format!("{:b}", trace.hash(feature(trace, argument)?)),
            "row" => joined(trace.row(feature(trace, argument)?).into_iter().map(number)),
            "votes" => votes(trace, column_of(trace, argument)?, self.order),
            "vote" => {
                let (at, of) = argument.split_once(' ')?;
                let (at, feature) = (column_of(trace, at)?, feature(trace, of)?);
                number(signed(feature.hash, trace.recipe.bits, at, feature.weight))
            }
            "agree" => agreeing(trace, feature(trace, argument)?)?.to_string(),
            "weight" => number(feature(trace, argument)?.weight),
            "tf" => feature(trace, argument)?.tf.to_string(),
            "idf" => format!("{:.1}", feature(trace, argument)?.idf.as_ref()?.value),
            "total" => number(trace.features.iter().map(|feature| feature.weight).sum()),
            "tokens" => grouped(trace.sketch.tokens),
            "features" => grouped(trace.features.len() as u64),
            "n_eff" => n_eff(trace.sketch.n_eff),
            "width" => trace.recipe.bits.to_string(),
            "k" => self.k.to_string(),
            // The pairs that so many texts make.
            "pairs" => {
                grouped(argument.parse().ok().filter(|&n: &u32| n > 0).map(|n| u64::from(n) * u64::from(n - 1) / 2)?)
            }
            _ => return self.of_two(name, argument),
        })
    }

    /// A figure of two documents: of those named, or of the first two.
    fn of_two(&self, name: &str, argument: &str) -> Option<String> {
        let numbers = || argument.split(' ').map(|n| n.parse::<usize>().ok()).collect::<Option<Vec<usize>>>();
        let pair = || match numbers().as_deref() {
            Some(&[a, b]) => Some([a.checked_sub(1)?, b.checked_sub(1)?]),
            _ => argument.is_empty().then_some([0, 1]),
        };
        let both = || Some((print(self.traces.get(pair()?[0])?)?, print(self.traces.get(pair()?[1])?)?));
        let hamming = || argument.parse().ok().or_else(|| both().map(|(a, b)| a.hamming(b)));
        let width = self.recipe.bits;
        let degrees = |cosine| format!("{:.1}", Angle::of(cosine).degrees());
        Some(match name {
            "distance" => both().map(|(a, b)| a.hamming(b))?.to_string(),
            "xor" => both().map(|(a, b)| format!("{:b}", a.xor(b)))?,
            "cosine" => Lang::En.cosine(self.cosine(pair()?)?),
            "angle" => degrees(self.cosine(pair()?)?),
            // The share of random hyperplanes between the two, in percent, and the bits of a fingerprint that it makes.
            "separated" => format!("{:.0}", 100.0 * Angle::of(self.cosine(pair()?)?).share()),
            "expected" => format!("{:.1}", f64::from(width) * Angle::of(self.cosine(pair()?)?).share()),
            "implied-cosine" => Lang::En.cosine(cosine_of(hamming()?, width)),
            "implied-angle" => degrees(cosine_of(hamming()?, width)),
            "cosine-low" => Lang::En.cosine(cosine_interval(hamming()?, width).0),
            "cosine-high" => Lang::En.cosine(cosine_interval(hamming()?, width).1),
            _ => return None,
        })
    }

    fn cosine(&self, pair: [usize; 2]) -> Option<f64> {
        let subject = |at: usize| {
            let text = self.texts.get(at)?;
            let pipeline = Pipeline::new(self.recipe).without_places();
            Examined::new(text, &pipeline, RunLength::default()).ok().map(|examined| examined.subject)
        };
        pair::cosine(&*subject(pair[0])?, &*subject(pair[1])?)
    }
}

/// The effective number of features, with a decimal where it is small.
pub(crate) fn n_eff(value: f64) -> String {
    if value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

fn column(argument: &str) -> Option<usize> {
    argument.parse().ok()
}

fn column_of(trace: &Trace, argument: &str) -> Option<usize> {
    column(argument).filter(|&column| column < usize::from(trace.recipe.bits))
}

fn print(trace: &Trace) -> Option<Fingerprint> {
    trace.sketch.fingerprint
}

fn feature<'a>(trace: &'a Trace, name: &str) -> Option<&'a Feature> {
    let at = (0..trace.features.len()).find(|&at| trace.name(at) == name)?;
    trace.features.get(at)
}

/// How many bits of the fingerprint are those of a feature's hash.
fn agreeing(trace: &Trace, feature: &Feature) -> Option<u32> {
    let (print, hash) = (print(trace)?, Fingerprint::new(feature.hash, trace.recipe.bits));
    Some(u32::from(trace.recipe.bits) - print.hamming(hash))
}

/// The terms of a column's sum in the order of the walk, those of weight 0 excepted: `43.5 − 5 + 17.5`.
fn votes(trace: &Trace, column: usize, order: Order) -> String {
    let features = trace.order(order).into_iter().filter_map(|at| trace.features.get(at));
    let terms = features.map(|feature| signed(feature.hash, trace.recipe.bits, column, feature.weight));
    let mut text = String::new();
    for term in terms.filter(|&term| term != 0) {
        if text.is_empty() {
            text = printed(term, false);
        } else {
            text += if term > 0 { " + " } else { " − " };
            text += &printed(term.abs(), false);
        }
    }
    text
}

/// A number with one decimal, or none if it is whole; with a real minus sign, and with a plus sign if `plus`.
fn printed(value: Fixed, plus: bool) -> String {
    let number = from_fixed(value.abs());
    let digits = if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.1}") };
    let sign = match value.signum() {
        1 if plus => "+",
        -1 => "−",
        _ => "",
    };
    [sign, &digits].concat()
}

fn joined(numbers: impl Iterator<Item = String>) -> String {
    numbers.collect::<Vec<_>>().join(" ")
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
