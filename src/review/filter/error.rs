//! What is wrong with a filter, where, and what is allowed there.

use std::{error::Error, fmt, ops::Range};

use super::keywords::Keyword;
use crate::{document::safe_name, locale::Lang, t};

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    /// The bytes that are wrong; empty where something is missing.
    pub at: Range<usize>,
    /// In characters, from 1.
    pub column: usize,
    pub kind: FilterErrorKind,
}

/// What is wrong with a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterErrorKind {
    /// There is no such word.
    Unknown {
        word: String,
        /// One that is written almost like it.
        near: Option<&'static str>,
    },
    /// A number has nothing to be compared with.
    NoOperator(FieldName),
    /// Only `:` `=` `!=` go with it.
    WrongOperator(FieldName),
    /// Behind the operator stands nothing, or what makes no sense there.
    WrongValue(FieldName),
    /// The end of a range lies before its beginning.
    Backwards,
    /// A quote is not closed.
    OpenQuote,
    /// A parenthesis is not closed.
    OpenGroup,
    /// A parenthesis is closed that was not opened.
    NoGroup,
    /// Something should stand here: after `|` or `-`, or in parentheses.
    Nothing,
    /// So many parentheses within each other nobody understands.
    TooDeep,
}

/// A word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldName(pub(super) Keyword);

impl FilterError {
    /// In a sentence that says where, what, and what is allowed.
    pub fn message(&self, lang: Lang) -> String {
        let what = match &self.kind {
            FilterErrorKind::Unknown { word, near: Some(near) } => {
                t!(lang, "filter.unknown-near", word = safe_name(word), near = near)
            }
            FilterErrorKind::Unknown { word, near: None } => {
                let names: Vec<String> = Keyword::ALL.iter().map(|word| word.name(lang).to_owned()).collect();
                t!(lang, "filter.unknown", word = safe_name(word), names = lang.list(&names))
            }
            FilterErrorKind::NoOperator(FieldName(word)) => {
                let example = format!("{}{}", word.name(lang), word.operator());
                t!(lang, "filter.no-operator", name = word.name(lang), example = example)
            }
            FilterErrorKind::WrongOperator(FieldName(word)) => {
                t!(lang, "filter.wrong-operator", name = word.name(lang))
            }
            FilterErrorKind::WrongValue(FieldName(word)) => {
                t!(lang, "filter.wrong-value", name = word.name(lang), allowed = word.allowed(lang))
            }
            FilterErrorKind::Backwards => t!(lang, "filter.backwards").into(),
            FilterErrorKind::OpenQuote => t!(lang, "filter.open-quote").into(),
            FilterErrorKind::OpenGroup => t!(lang, "filter.open-group").into(),
            FilterErrorKind::NoGroup => t!(lang, "filter.no-group").into(),
            FilterErrorKind::Nothing => t!(lang, "filter.nothing").into(),
            FilterErrorKind::TooDeep => t!(lang, "filter.too-deep").into(),
        };
        t!(lang, "filter.at", column = self.column, what = what)
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl Error for FilterError {}
