//! Patterns: regular expressions whose matches are excluded.
//!
//! They are those of the crate `regex`, in which one match is found in time linear in the text whatever the pattern; there is
//! no backtracking, and so no look-around and no back reference. (Its smaller sister `regex-lite` knows no `\p{Han}`
//! and no letters beyond ASCII.) What a pattern compiles to is bounded too. `^` and `$` are the ends of a line.
//! Without the feature `patterns` no text is a pattern, and the error says so.

#[cfg(feature = "patterns")]
mod expression;
#[cfg(not(feature = "patterns"))]
mod no_expression;

use std::{error::Error, fmt};

#[cfg(feature = "patterns")]
use expression::Expression;
#[cfg(not(feature = "patterns"))]
use no_expression::Expression;

use crate::simhash::{Span, Stopped, Watch};

/// A regular expression, compiled.
#[derive(Clone, Debug)]
pub struct Pattern(Expression);

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// As it was given.
    pub pattern: String,
    /// At which character, counted from 1; `None` where it is the whole.
    pub at: Option<usize>,
    /// What is wrong there.
    pub why: String,
}

/// What is wrong with a pattern, and at which character, from 1.
struct Wrong {
    at: Option<usize>,
    why: String,
}

impl Error for PatternError {}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pattern, at, why } = self;
        write!(f, "{pattern:?}")?;
        if let Some(at) = at {
            write!(f, ", character {at}")?;
        }
        write!(
            f,
            ": {why}; allowed are the expressions of the Rust crate regex: \\d, \\p{{Han}}, [a-z], x*, (x|y), ^ and $ at \
             the ends of a line; no look-around and no back references"
        )
    }
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// [`PatternError`] where it is none, or would take too much memory, or without the feature `patterns`.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        Expression::new(pattern).map(Self).map_err(|Wrong { at, why }| PatternError {
            pattern: pattern.into(),
            at,
            why,
        })
    }

    /// As it was given.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Where it matches in `text`, in order. Matches of nothing are none.
    pub(super) fn matches(&self, text: &str, watch: &Watch) -> Result<Vec<Span>, Stopped> {
        let mut all = Vec::new();
        for found in self.0.matches(text) {
            watch.check()?;
            if !found.is_empty() {
                all.push(found);
            }
        }
        Ok(all)
    }
}

#[cfg(all(test, feature = "patterns"))]
mod tests {
    use super::*;

    fn matches<'t>(pattern: &str, text: &'t str) -> Vec<&'t str> {
        let found = Pattern::new(pattern).unwrap().matches(text, &Watch::default()).unwrap();
        found.into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn lines_and_scripts() {
        assert_eq!(matches(r"^第\d+页$", "第1页\n正文第2页\n第3页"), ["第1页", "第3页"]);
        assert_eq!(matches(r"\p{Han}+", "a风从b海"), ["风从", "海"]);
        assert_eq!(matches("x*", "axxb"), ["xx"], "nothing is no match");
        assert_eq!(matches("(?i)copyright .*", "A Copyright me\nb"), ["Copyright me"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (pattern, at, why) in [
            ("页(", Some(2), "unclosed group"),
            ("[a-", Some(1), "unclosed character class"),
            ("a{2,1}", Some(2), "invalid repetition"),
            (r"\p{Hann}", Some(1), "Unicode property not found"),
            (r"(a)\1", Some(4), "backreferences are not supported"),
            ("(?=a)", Some(1), "look-around"),
            ("(a{1000}){1000}", None, "too much memory"),
        ] {
            let error = Pattern::new(pattern).unwrap_err();
            assert_eq!(error.at, at, "{error}");
            assert!(error.why.contains(why), "{error}");
            assert!(error.to_string().contains("allowed are"), "{error}");
        }
    }

    #[test]
    fn no_pattern_takes_exponential_time() {
        // Backtracking would take 2 to the 5000.
        assert_eq!(matches("(x+x+)+y", &"x".repeat(5_000)), Vec::<&str>::new());
    }
}
