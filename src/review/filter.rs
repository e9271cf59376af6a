//! Which pairs are meant, in a line that can be typed: `hd<=10 share>50 name:draft verdict:none`.
//!
//! | written | means |
//! |---|---|
//! | `hd<=10` `hd:4..10` `hd!=4` `hd:none` | the Hamming distance; `none`: there is no fingerprint |
//! | `share>50` | the larger of the two coverages, in percent |
//! | `a>b:90..` `b>a<5` | how much of A stands in B, and of B in A, in percent |
//! | `longest>=100` | characters of the longest shared passage |
//! | `cosine>0.9` | the exact cosine of the two weight vectors |
//! | `name:draft` `name:*.txt` | either name holds this, or is of this form |
//! | `verdict:none` `verdict:copy` | the reader's verdict; `any` for all that have one |
//! | `note:any` `note:"see page 3"` | the reader's note |
//! | `cluster:2` | both are in that cluster |
//! | `near` `flagged` `identical` `changed` | near by the rule; the two signals disagree; the same bytes; a file was changed since the verdict |
//!
//! Words beside each other must all hold; `|` or `or` stands between those of which one must; `-` or `!` before one turns
//! it round; parentheses group. Field names may be Chinese, and marks may be the full-width ones of Chinese input
//! methods. Numbers are compared as they are shown: shares to a tenth of a percent, the cosine to three places. So
//! `share:57` is what the list shows as 57.0 %.
//!
//! Knows the reader's verdicts, and of a pair only what [`PairFacts`] tells.

mod complete;
mod error;
mod keywords;
mod parse;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, fmt};

use unicode_normalization::UnicodeNormalization;

pub use complete::{Completion, completions};
pub use error::{FilterError, FilterErrorKind};
pub use keywords::{Flag, NumberField};

use super::Verdict;

/// A pair as a filter sees it.
pub trait PairFacts {
    /// The name of a document, [folded](fold): once for each document, not at each look.
    fn name(&self, side: usize) -> &str;
    /// The Hamming distance, if both have a fingerprint.
    fn hamming(&self) -> Option<u32>;
    /// The share of A that stands in B, and of B that stands in A, 0 to 1, if both texts are there.
    fn coverage(&self) -> Option<[f64; 2]>;
    /// Characters of the longest passage that stands whole in both texts.
    fn longest(&self) -> Option<u64>;
    /// The exact cosine; only asked for where the filter speaks of it.
    fn cosine(&self) -> Option<f64>;
    /// The reader's verdict.
    fn verdict(&self) -> Option<Verdict>;
    /// The reader's note.
    fn note(&self) -> Option<Cow<'_, str>>;
    /// The number of the cluster that holds both, from 1.
    fn cluster(&self) -> Option<u32>;
    /// Whether that holds of it.
    fn is(&self, flag: Flag) -> bool;
}

/// What must hold of a pair. [`str::parse`] reads one, [`fmt::Display`] writes it so that it is read as the same.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// All of them; of none, always.
    All(Vec<Self>),
    /// At least one of them.
    Any(Vec<Self>),
    Not(Box<Self>),
    Test(Test),
}

impl Default for Filter {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

/// One thing that must hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    Number(NumberField, Condition),
    /// Whether there is such a number.
    Known(NumberField, bool),
    /// One of the names fits.
    Name(TextPattern),
    /// There is a verdict, or none.
    Decided(bool),
    /// It is this verdict.
    Verdict(Verdict),
    /// There is a note, or none.
    Noted(bool),
    /// The note holds this.
    Note(TextPattern),
    Flag(Flag),
}

/// What a number is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Condition {
    Less(f64),
    AtMost(f64),
    More(f64),
    AtLeast(f64),
    Is(f64),
    /// From the one up to the other, both included.
    Within(f64, f64),
}

impl Condition {
    fn holds(self, number: f64) -> bool {
        match self {
            Self::Less(limit) => number < limit,
            Self::AtMost(limit) => number <= limit,
            Self::More(limit) => number > limit,
            Self::AtLeast(limit) => number >= limit,
            // What is compared is a whole number of steps, and so is what can be written.
            Self::Is(limit) => (number - limit).abs() < 1e-9,
            Self::Within(low, high) => low <= number && number <= high,
        }
    }
}

/// A text to look for: a part of what is looked at, or, with `*` for anything and `?` for one character, all of it. White
/// space, case and width make no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPattern {
    text: String,
    folded: Vec<char>,
    whole: bool,
}

impl TextPattern {
    /// From what was typed.
    pub fn new(text: &str) -> Self {
        let whole = text.contains(['*', '?', '＊', '？']);
        Self { text: text.to_owned(), folded: fold(text).chars().collect(), whole }
    }

    /// Whether a [folded](fold) name fits, with the folders before it or without.
    fn fits_name(&self, folded: &str) -> bool {
        self.fits(folded) || self.whole && folded.rsplit_once('/').is_some_and(|(_, name)| self.fits(name))
    }

    /// Whether a [folded](fold) text fits.
    fn fits(&self, folded: &str) -> bool {
        if !self.whole {
            let wanted: String = self.folded.iter().collect();
            return folded.contains(&wanted);
        }
        let text: Vec<char> = folded.chars().collect();
        let (mut at, mut wanted) = (0, 0);
        // Where the last * stands, and up to where it was taken to reach.
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

/// A text without what makes no difference to a filter: compatibility forms such as full-width letters, and case.
pub fn fold(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

impl Filter {
    /// Whether it lets everything through.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::All(none) if none.is_empty())
    }

    /// The same for showing while names are hidden: what it says of names is left open, since a part of one gives it away.
    #[must_use]
    pub fn nameless(&self) -> Self {
        let each = |all: &[Self]| all.iter().map(Self::nameless).collect();
        match self {
            Self::All(all) => Self::All(each(all)),
            Self::Any(any) => Self::Any(each(any)),
            Self::Not(not) => Self::Not(Box::new(not.nameless())),
            Self::Test(Test::Name(_)) => Self::Test(Test::Name(TextPattern::new("***"))),
            Self::Test(test) => Self::Test(test.clone()),
        }
    }

    /// Whether a pair is meant.
    pub fn holds(&self, row: &impl PairFacts) -> bool {
        match self {
            Self::All(all) => all.iter().all(|filter| filter.holds(row)),
            Self::Any(any) => any.iter().any(|filter| filter.holds(row)),
            Self::Not(filter) => !filter.holds(row),
            Self::Test(test) => test.holds(row),
        }
    }

    /// All of them, in the one form that there is of it.
    pub fn all(filters: Vec<Self>) -> Self {
        let flat = |filter| match filter {
            Self::All(all) => all,
            other => vec![other],
        };
        let mut all: Vec<Self> = filters.into_iter().flat_map(flat).collect();
        if all.len() == 1 { all.remove(0) } else { Self::All(all) }
    }

    /// At least one of them, in the one form that there is of it.
    pub fn any(filters: Vec<Self>) -> Self {
        let flat = |filter| match filter {
            Self::Any(any) => any,
            other => vec![other],
        };
        let mut any: Vec<Self> = filters.into_iter().flat_map(flat).collect();
        if any.len() == 1 { any.remove(0) } else { Self::Any(any) }
    }

    /// That it does not hold.
    #[must_use]
    pub fn negated(self) -> Self {
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
            Self::Note(pattern) => row.note().is_some_and(|note| pattern.fits(&fold(&note))),
            Self::Flag(flag) => row.is(*flag),
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parted = |f: &mut fmt::Formatter<'_>, filters: &[Self], between: &str| {
            filters.iter().enumerate().try_for_each(|(at, filter)| {
                f.write_str(if at == 0 { "" } else { between })?;
                // What stands beside others binds closer than what stands in place of others.
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
        // In quotes these words are looked for; without, they say whether there is anything.
        let word = ["none", "any", "无", "有"].contains(&&*fold(&self.text));
        if !self.text.is_empty() && self.text.chars().all(plain) && !word {
            return f.write_str(&self.text);
        }
        write!(f, "\"{}\"", self.text.replace('\\', "\\\\").replace('"', "\\\""))
    }
}
