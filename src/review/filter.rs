//! The filter language for lists of pairs: `hd<=10 share>50 name:draft verdict:none`.
//!
//! | written | means |
//! |---|---|
//! | `hd<=10` `hd:4..10` `hd!=4` `hd:none` | the Hamming distance; `none`: there is no fingerprint |
//! | `share>50` | the larger of the two coverages, in percent |
//! | `a>b:90..` `b>a<5` | how much of A occurs in B, and of B in A, in percent |
//! | `longest>=100` | characters of the longest shared passage |
//! | `cosine>0.9` | the exact cosine of the two weight vectors |
//! | `name:draft` `name:*.txt` | either name contains this, or matches it |
//! | `verdict:none` `verdict:copy` | the reader's verdict; `any` for all that have one |
//! | `note:any` `note:"see page 3"` | the reader's note |
//! | `cluster:2` | both are in that cluster |
//! | `near` `flagged` | near-duplicate at the threshold; shares much text, not near, or the reverse |
//! | `identical` `changed` `altered` | equal bytes; a file changed after the verdict; a text has hidden characters |
//!
//! Terms side by side must all hold; of terms with `|` or `or` between them, one must; `-` or `!` negates; parentheses
//! group. Field names may be Chinese, and marks may be the full-width ones of Chinese input
//! methods. Numbers are compared as they are shown: shares to a tenth of a percent, the cosine to three places. So
//! `share:57` is what the list shows as 57.0%.
//!
//! Must not know pairs but by [`PairFacts`].

mod keywords;
mod parse;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, fmt};

use unicode_normalization::UnicodeNormalization;

pub(crate) use keywords::{Flag, NumberField};
pub(crate) use parse::{Completion, FilterError, completions};

use super::Verdict;

/// The facts about a pair that a filter tests.
pub(crate) trait PairFacts {
    /// The name of a document, already [folded](fold_case_and_width).
    fn name(&self, side: usize) -> &str;
    /// Hamming distance in bits, if both have a fingerprint.
    fn hamming(&self) -> Option<u32>;
    /// The share of A that occurs in B word for word, and of B that occurs in A, 0 to 1; `None` if a text is missing.
    fn coverage(&self) -> Option<[f64; 2]>;
    /// The same with small edits.
    fn edited(&self) -> Option<[f64; 2]>;
    /// Length of the longest shared passage, in characters.
    fn longest(&self) -> Option<u64>;
    /// The exact cosine; computed only if the filter tests it.
    fn cosine(&self) -> Option<f64>;
    fn verdict(&self) -> Option<Verdict>;
    fn note(&self) -> Option<Cow<'_, str>>;
    /// The number of the cluster of both, from 1.
    fn cluster(&self) -> Option<u32>;
    fn is(&self, flag: Flag) -> bool;
}

/// A condition on pairs. What [`fmt::Display`] writes, [`str::parse`] reads as the same filter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filter {
    /// Holds if empty.
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Test(Test),
}

impl Default for Filter {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test {
    Number(NumberField, Condition),
    /// Whether there is such a number.
    Known(NumberField, bool),
    /// One of the names matches.
    Name(TextPattern),
    Decided(bool),
    Verdict(Verdict),
    Noted(bool),
    /// The note contains this.
    Note(TextPattern),
    Flag(Flag),
}

/// A condition on a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Condition {
    Less(f64),
    AtMost(f64),
    More(f64),
    AtLeast(f64),
    Is(f64),
    /// Both ends included.
    Within(f64, f64),
}

impl Condition {
    fn holds(self, number: f64) -> bool {
        match self {
            Self::Less(limit) => number < limit,
            Self::AtMost(limit) => number <= limit,
            Self::More(limit) => number > limit,
            Self::AtLeast(limit) => number >= limit,
            // Both numbers are rounded to the decimals that are shown.
            Self::Is(limit) => (number - limit).abs() < 1e-9,
            Self::Within(low, high) => low <= number && number <= high,
        }
    }
}

/// A text to look for. With `*` for anything and `?` for one character it matches the whole text, otherwise a part.
/// Case and width make no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextPattern {
    text: String,
    folded: Vec<char>,
    whole: bool,
}

impl TextPattern {
    pub(crate) fn new(text: &str) -> Self {
        let whole = text.contains(['*', '?', '＊', '？']);
        Self { text: text.to_owned(), folded: fold_case_and_width(text).chars().collect(), whole }
    }

    /// Whether a [folded](fold_case_and_width) name matches, with or without its folders.
    fn fits_name(&self, folded: &str) -> bool {
        self.fits(folded) || self.whole && folded.rsplit_once('/').is_some_and(|(_, name)| self.fits(name))
    }

    /// Whether a [folded](fold_case_and_width) text matches.
    fn fits(&self, folded: &str) -> bool {
        if !self.whole {
            let wanted: String = self.folded.iter().collect();
            return folded.contains(&wanted);
        }
        let text: Vec<char> = folded.chars().collect();
        let (mut at, mut wanted) = (0, 0);
        // The last `*` of the pattern, and the end of the text that it matches so far.
        let mut star: Option<(usize, usize)> = None;
        while at < text.len() {
            match self.folded.get(wanted) {
                Some('*') => {
                    star = Some((wanted, at));
                    wanted += 1;
                }
                Some(&c) if c == '?' || c == text[at] => (at, wanted) = (at + 1, wanted + 1),
                _ => match &mut star {
                    Some((place, reach)) => {
                        *reach += 1;
                        (at, wanted) = (*reach, *place + 1);
                    }
                    None => return false,
                },
            }
        }
        self.folded[wanted..].iter().all(|&c| c == '*')
    }
}

/// Removes the differences that filters ignore: case, and compatibility forms such as full-width letters.
pub(crate) fn fold_case_and_width(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

impl Filter {
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::All(none) if none.is_empty())
    }

    /// The filter to show while names are hidden: a pattern could give a name away.
    #[must_use]
    pub(crate) fn nameless(&self) -> Self {
        let each = |all: &[Self]| all.iter().map(Self::nameless).collect();
        match self {
            Self::All(all) => Self::All(each(all)),
            Self::Any(any) => Self::Any(each(any)),
            Self::Not(not) => Self::Not(Box::new(not.nameless())),
            Self::Test(Test::Name(_)) => Self::Test(Test::Name(TextPattern::new("***"))),
            Self::Test(test) => Self::Test(test.clone()),
        }
    }

    pub(crate) fn holds(&self, row: &impl PairFacts) -> bool {
        match self {
            Self::All(all) => all.iter().all(|filter| filter.holds(row)),
            Self::Any(any) => any.iter().any(|filter| filter.holds(row)),
            Self::Not(filter) => !filter.holds(row),
            Self::Test(test) => test.holds(row),
        }
    }

    /// All of the filters, in canonical form.
    pub(crate) fn all(filters: Vec<Self>) -> Self {
        let flat = |filter| match filter {
            Self::All(all) => all,
            other => vec![other],
        };
        let mut all: Vec<Self> = filters.into_iter().flat_map(flat).collect();
        if all.len() == 1 { all.remove(0) } else { Self::All(all) }
    }

    /// At least one of the filters, in canonical form.
    pub(crate) fn any(filters: Vec<Self>) -> Self {
        let flat = |filter| match filter {
            Self::Any(any) => any,
            other => vec![other],
        };
        let mut any: Vec<Self> = filters.into_iter().flat_map(flat).collect();
        if any.len() == 1 { any.remove(0) } else { Self::Any(any) }
    }

    #[must_use]
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Not(filter) => *filter,
            other => Self::Not(other.into()),
        }
    }
}

impl Test {
    fn holds(&self, row: &impl PairFacts) -> bool {
        match self {
            Self::Number(field, compare) => field.of(row).is_some_and(|number| compare.holds(number)),
            Self::Known(field, known) => field.of(row).is_some() == *known,
            Self::Name(pattern) => (0..2).any(|side| pattern.fits_name(row.name(side))),
            Self::Decided(decided) => row.verdict().is_some() == *decided,
            Self::Verdict(verdict) => row.verdict() == Some(*verdict),
            Self::Noted(noted) => row.note().is_some() == *noted,
            Self::Note(pattern) => row.note().is_some_and(|note| pattern.fits(&fold_case_and_width(&note))),
            Self::Flag(flag) => row.is(*flag),
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parted = |f: &mut fmt::Formatter<'_>, filters: &[Self], between: &str| {
            filters.iter().enumerate().try_for_each(|(at, filter)| {
                f.write_str(if at == 0 { "" } else { between })?;
                // `all` binds closer than `any`.
                if matches!(filter, Self::Any(_)) { write!(f, "({filter})") } else { write!(f, "{filter}") }
            })
        };
        match self {
            Self::All(all) => parted(f, all, " "),
            Self::Any(any) => parted(f, any, " | "),
            Self::Not(filter) => match &**filter {
                Self::Test(test) => write!(f, "-{test}"),
                group => write!(f, "-({group})"),
            },
            Self::Test(test) => write!(f, "{test}"),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(field, compare) => write!(f, "{}{compare}", field.key()),
            Self::Known(field, known) => write!(f, "{}:{}", field.key(), presence_word(*known)),
            Self::Name(pattern) => write!(f, "name:{pattern}"),
            Self::Decided(decided) => write!(f, "verdict:{}", presence_word(*decided)),
            Self::Verdict(verdict) => write!(f, "verdict:{}", verdict.key()),
            Self::Noted(noted) => write!(f, "note:{}", presence_word(*noted)),
            Self::Note(pattern) => write!(f, "note:{pattern}"),
            Self::Flag(flag) => f.write_str(flag.key()),
        }
    }
}

/// The word for whether there is something.
fn presence_word(is_present: bool) -> &'static str {
    if is_present { "any" } else { "none" }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Less(limit) => write!(f, "<{limit}"),
            Self::AtMost(limit) => write!(f, "<={limit}"),
            Self::More(limit) => write!(f, ">{limit}"),
            Self::AtLeast(limit) => write!(f, ">={limit}"),
            Self::Is(limit) => write!(f, ":{limit}"),
            Self::Within(low, high) => write!(f, ":{low}..{high}"),
        }
    }
}

impl fmt::Display for TextPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |c: char| c.is_alphanumeric() || "._-*?/".contains(c);
        // Without quotes these words test whether there is a verdict or a note.
        let word = ["none", "any", "无", "有"].contains(&&*fold_case_and_width(&self.text));
        if !self.text.is_empty() && self.text.chars().all(plain) && !word {
            return f.write_str(&self.text);
        }
        write!(f, "\"{}\"", self.text.replace('\\', "\\\\").replace('"', "\\\""))
    }
}
