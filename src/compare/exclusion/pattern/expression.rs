//! Regular expressions of the crate `regex`. Knows no texts of the program and no reasons to exclude.

use regex::{Regex, RegexBuilder};

use super::Wrong;
use crate::simhash::Span;

/// What a compiled pattern may take, in bytes.
const LARGEST: usize = 4 << 20;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Expression(Regex);

impl Expression {
    pub(super) fn new(pattern: &str) -> Result<Self, Wrong> {
        // `regex` draws its errors over several lines; its own parser says where and what.
        regex_syntax::ParserBuilder::new().multi_line(true).build().parse(pattern).map_err(|error| {
            let (offset, why) = match &error {
                regex_syntax::Error::Parse(error) => (Some(error.span().start.offset), error.kind().to_string()),
                regex_syntax::Error::Translate(error) => (Some(error.span().start.offset), error.kind().to_string()),
                _ => (None, error.to_string()),
            };
            let at = offset.map(|offset| pattern.get(..offset).map_or(0, |before| before.chars().count()) + 1);
            Wrong { at, why }
        })?;
        let built = RegexBuilder::new(pattern).multi_line(true).size_limit(LARGEST).dfa_size_limit(LARGEST).build();
        built.map(Self).map_err(|_| Wrong { at: None, why: "it would take too much memory".into() })
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub(super) fn matches(&self, text: &str) -> impl Iterator<Item = Span> {
        self.0.find_iter(text).map(|found| Span::new(found.start(), found.end()))
    }
}
