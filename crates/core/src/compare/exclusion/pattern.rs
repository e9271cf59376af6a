//! Patterns: regular expressions whose matches are excluded.
//!
//! The syntax is that of the crate `regex`, without look-around and back references, so that no match takes exponential
//! time. A pattern is applied line by line; `^` and `$` match the ends of a line. The memory for a compiled pattern and
//! its [`Work`] are limited: a pattern over its limit is not applied to a text at all, which depends only on the
//! pattern and the text. Without the feature `patterns`, every pattern is an error that says so.

#[cfg(feature = "patterns")]
mod expression;

use std::{error::Error, fmt};

#[cfg(feature = "patterns")]
use expression::Expression;
#[cfg(not(feature = "patterns"))]
use no_expression::Expression;

use crate::simhash::{Span, Stopped, Watch};

/// A regular expression, compiled.
#[derive(Clone, Debug)]
pub struct Pattern(Expression);

/// The reason why a text is not a valid pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// As it was given.
    pub pattern: String,
    /// The character at fault, counted from 1; `None` if it is the whole pattern.
    pub at: Option<usize>,
    /// The reason, in the words of the library.
    pub why: String,
    /// It asks for a line end. Before patterns were applied line by line it was one.
    pub spans_lines: bool,
}

/// The error in a pattern, and its character, from 1.
struct Wrong {
    at: Option<usize>,
    why: String,
    spans_lines: bool,
}

impl Error for PatternError {}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pattern, at, why, .. } = self;
        write!(f, "{pattern:?}")?;
        if let Some(at) = at {
            write!(f, ", character {at}")?;
        }
        write!(
            f,
            ": {why}; allowed are the expressions of the Rust crate regex: \\d, \\p{{Han}}, [a-z], x*, (x|y), ^ and $ \
             at the ends of a line; no look-around and no back references"
        )
    }
}

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// [`PatternError`] if it is invalid, needs too much memory, or the feature `patterns` is off.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        Expression::new(pattern).map(Self).map_err(|Wrong { at, why, spans_lines }| PatternError {
            pattern: pattern.into(),
            at,
            why,
            spans_lines,
        })
    }

    /// As it was given.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The matches in `text`, in order, except empty ones; `None` if they take more than the work that is left.
    pub(super) fn matches(&self, text: &str, work: &mut Work, watch: &Watch) -> Result<Option<Vec<Span>>, Stopped> {
        self.0.matches(text, work, watch)
    }
}

/// The work that patterns may take on a text, in bytes read.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "patterns"), expect(dead_code, reason = "without patterns there is no work"))]
pub(super) struct Work {
    /// For all patterns together.
    left: u64,
    /// For one of them.
    each: u64,
    spent: u64,
}

/// The number of times all patterns together may read a text, and the additional bytes they may read, for short texts.
const READINGS: u64 = 128;
const BYTES: u64 = 1 << 20;

impl Work {
    pub(super) fn on(text: &str) -> Self {
        let left = text.len() as u64 * READINGS + BYTES;
        // So that one costly pattern leaves work for the others.
        Self { left, each: left / 4, spent: 0 }
    }

    /// Begins the next pattern.
    pub(super) fn next(&mut self) {
        self.left = self.left.saturating_sub(self.spent);
        self.spent = 0;
    }
}

/// In place of regular expressions: there are none.
#[cfg(not(feature = "patterns"))]
mod no_expression {
    use std::convert::Infallible;

    use super::{Work, Wrong};
    use crate::simhash::{Span, Stopped, Watch};

    /// No value of it can be made.
    #[derive(Clone, Debug)]
    pub(super) struct Expression(Infallible);

    impl Expression {
        pub(super) fn new(_: &str) -> Result<Self, Wrong> {
            let why = "this simscope was built without patterns; build it with the feature patterns";
            Err(Wrong { at: None, why: why.into(), spans_lines: false })
        }

        pub(super) fn as_str(&self) -> &str {
            match self.0 {}
        }

        pub(super) fn matches(&self, _: &str, _: &mut Work, _: &Watch) -> Result<Option<Vec<Span>>, Stopped> {
            match self.0 {}
        }
    }
}

#[cfg(all(test, feature = "patterns"))]
mod tests {
    use super::*;

    fn matches<'t>(pattern: &str, text: &'t str) -> Vec<&'t str> {
        let found = Pattern::new(pattern).unwrap().matches(text, &mut Work::on(text), &Watch::default()).unwrap();
        found.unwrap().into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn lines_and_scripts() {
        assert_eq!(matches(r"^第\d+页$", "第1页\n正文第2页\n第3页"), ["第1页", "第3页"]);
        assert_eq!(matches(r"\p{Han}+", "a风从b海"), ["风从", "海"]);
        assert_eq!(matches("x*", "axxb"), ["xx"], "nothing is no match");
        assert_eq!(matches("(?i)copyright .*", "A Copyright me\nb"), ["Copyright me"]);
    }

    #[test]
    fn a_line_at_a_time() {
        assert_eq!(matches(r"a\s*b|c[^x]*", "a\nb a b\nc d\ne"), ["a b", "c d"]);
        assert_eq!(matches(r"\Aa|b$|\z", "a b\na b"), ["a", "b", "b"], "\\A and \\z are the ends of the text");
        assert_eq!(matches(r"\b中", "a 中\n中"), ["中", "中"]);
        for pattern in [r"a\nb", "(?s)a.*b", r"[\s\S]x", r"[\r\n]+", "(x|\n)"] {
            let error = Pattern::new(pattern).unwrap_err();
            assert!(error.spans_lines && error.why.contains("line break"), "{error}");
        }
    }

    #[test]
    fn a_pattern_over_its_limit_is_not_applied() {
        let caps = "AB CD ".repeat(10_000);
        let over = |pattern: &str, text: &str| {
            let found = Pattern::new(pattern).unwrap().matches(text, &mut Work::on(text), &Watch::default()).unwrap();
            found.is_none()
        };
        assert!(over(r".*[^A-Z\s]x|[A-Z]", &caps), "to the end of the line for each letter");
        assert!(!over(r".*[^A-Z\s]x|[A-Z]", &caps.replace("CD ", "CD\n")));
        assert!(!over(r"[A-Z]+", &caps) && !over(r"\[[^\]]*\]", &"[1] ".repeat(15_000)), "linear, with many matches");
        // Each state of the DFA is a set of 3,000 states of the NFA, so it gives up, and the NFA would take seconds.
        let mixed: String = (0u64..1 << 15)
            .map(|n| if (n * n).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 0 { 'a' } else { 'b' })
            .collect();
        assert!(over("[ab]*a[ab]{3000}c", &mixed));
        assert!(over("a", &"x".repeat((16 << 20) + 1)), "a line of 16 MB");
    }

    #[test]
    fn a_stopped_search_ends_before_its_next_match() {
        let (text, watch) = ("a ".repeat(1000), Watch::default());
        watch.stop();
        assert_eq!(Pattern::new("a").unwrap().matches(&text, &mut Work::on(&text), &watch), Err(Stopped));
    }

    #[test]
    fn one_costly_pattern_leaves_work_for_others() {
        let text = "AB CD ".repeat(10_000);
        let mut work = Work::on(&text);
        let costly = Pattern::new(r".*[^A-Z\s]x|[A-Z]").unwrap();
        let mut applied = |pattern: &Pattern| {
            let found = pattern.matches(&text, &mut work, &Watch::default()).unwrap();
            work.next();
            found.is_some()
        };
        assert!(!applied(&costly));
        let cheap = Pattern::new("AB").unwrap();
        assert!(applied(&cheap));
        let others = (0..200).filter(|_| applied(&cheap)).count();
        assert!(
            (64..128).contains(&others),
            "{others}: three quarters of 128 readings, some bytes of which are read twice"
        );
    }

    proptest::proptest! {
        /// For every pattern, the matches are those of the crate regex on each line, without the line feed.
        #[test]
        fn matches_are_those_of_the_crate_regex(
            pattern in r"(\\w\+|a\*|\[\^b\]|x\?|\^|\$|\\b|b\+\?|\(a\|bc\)|中|\\d\{2,3\}|\.){1,5}",
            text in "[ab cx中12\n]{0,40}",
        ) {
            let Ok(own) = Pattern::new(&pattern) else { return Ok(()) };
            let regex = regex::RegexBuilder::new(&pattern).multi_line(true).build().unwrap();
            let mut expected = Vec::new();
            let mut start = 0;
            for line in text.split('\n') {
                let found = regex.find_iter(line).filter(|found| !found.is_empty());
                expected.extend(found.map(|found| Span::new(start + found.start(), start + found.end())));
                start += line.len() + 1;
            }
            let found = own.matches(&text, &mut Work::on(&text), &Watch::default()).unwrap();
            proptest::prop_assert_eq!(found, Some(expected), "{:?}", pattern);
        }
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
