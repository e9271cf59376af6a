//! Errors of the filter language: place, error, allowed values.

use std::{error::Error, fmt, ops::Range};

use super::keywords::Keyword;
use crate::{document::safe_name, locale::Lang, t};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FilterError {
    /// The wrong bytes; empty if something is missing.
    pub at: Range<usize>,
    /// In characters, from 1.
    pub column: usize,
    pub kind: FilterErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FilterErrorKind {
    Unknown {
        word: String,
        /// A known word with almost the same spelling.
        near: Option<&'static str>,
    },
    /// No operator after the field.
    NoOperator(FieldName),
    /// The field allows only `:` `=` `!=`.
    WrongOperator(FieldName),
    /// No value after the operator, or a wrong one.
    WrongValue(FieldName),
    /// The end of a range is less than its beginning.
    Backwards,
    /// No closing quote.
    OpenQuote,
    /// No closing parenthesis.
    OpenGroup,
    /// No opening parenthesis.
    NoGroup,
    /// No term after `|` or `-`, or in parentheses.
    Nothing,
    /// Too many nested parentheses.
    TooDeep,
}

/// The name of a field in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldName(pub(super) Keyword);

impl FilterError {
    /// Place, error and allowed values, in a sentence.
    pub(crate) fn message(&self, lang: Lang) -> String {
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
