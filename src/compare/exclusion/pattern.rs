//! Patterns: regular expressions whose matches are left out.
//!
//! They are those of the crate `regex`, in which one match is found in time linear in the text whatever the pattern; there is
//! no backtracking, and so no look-around and no back reference. (Its smaller sister `regex-lite` knows no `\p{Han}`
//! and no letters beyond ASCII.) What a pattern compiles to is bounded too. `^` and `$` are the ends of a line.

use regex::{Regex, RegexBuilder};

use crate::simhash::{Span, Stopped, Watch};

/// What a compiled pattern may take, in bytes.
const LARGEST: usize = 4 << 20;

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pattern(Regex);

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{pattern:?}{}: {why}; allowed are the expressions of the Rust crate regex: \\d, \\p{{Han}}, [a-z], x*, (x|y), ^ and $ at \
         the ends of a line; no look-around and no back references", place(*.at))]
pub struct PatternError {
    /// As it was given.
    pub pattern: String,
    /// At which character, counted from 1; `None` where it is the whole.
    pub at: Option<usize>,
    /// What is wrong there.
    pub why: String,
}

fn place(at: Option<usize>) -> String {
    at.map_or_else(String::new, |at| format!(", character {at}"))
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// [`PatternError`] where it is none, or would take too much memory.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        let wrong = |at: Option<usize>, why: String| PatternError { pattern: pattern.into(), at, why };
        // `regex` draws its errors over several lines; its own parser says where and what.
        regex_syntax::ParserBuilder::new().multi_line(true).build().parse(pattern).map_err(|error| {
            let (offset, why) = match &error {
                regex_syntax::Error::Parse(error) => (Some(error.span().start.offset), error.kind().to_string()),
                regex_syntax::Error::Translate(error) => (Some(error.span().start.offset), error.kind().to_string()),
                _ => (None, error.to_string()),
            };
            let at = offset.map(|offset| pattern.get(..offset).map_or(0, |before| before.chars().count()) + 1);
            wrong(at, why)
        })?;
        let built = RegexBuilder::new(pattern).multi_line(true).size_limit(LARGEST).dfa_size_limit(LARGEST).build();
        built.map(Self).map_err(|_| wrong(None, "it would take too much memory".into()))
    }

    /// As it was given.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Where it matches in `text`, in order. Matches of nothing are none.
    pub(super) fn matches(&self, text: &str, watch: &Watch) -> Result<Vec<Span>, Stopped> {
        let mut all = Vec::new();
        for found in self.0.find_iter(text) {
            watch.check()?;
            if !found.is_empty() {
                all.push(Span::new(found.start(), found.end()));
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
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
