//! Regular expressions of the crate `regex-automata`. Must not know texts of the program or reasons to exclude.
//!
//! One match is found in time linear in the line, but all matches may take quadratic time: `.*x|[A-Z]` reads to the end
//! of the line for each capital. So the bytes that each search reads are counted, and limited by the remaining
//! [`Work`]. The lazy DFA reads a byte in a few nanoseconds and counts its bytes. It gives up if it would build a state
//! for nearly every byte, and at Unicode word boundaries beyond ASCII; then the NFA searches the line, at a cost of up
//! to the number of its states per byte.

use std::sync::Arc;

use regex_automata::{
    Input,
    hybrid::{
        dfa,
        regex::{Cache, Regex},
    },
    nfa::thompson::{self, pikevm::PikeVM},
    util::syntax,
};
use regex_syntax::{
    ParserBuilder,
    hir::{Class, Hir, HirKind},
};

use super::{Work, Wrong};
use crate::simhash::{Span, Stopped, Watch};

/// The most memory for a compiled pattern, and for each half of the lazy DFA, in bytes.
const MEMORY_LIMIT: usize = 4 << 20;
/// Bytes times states that one search by the NFA may take: a twentieth of a second.
const NFA_LIMIT: u64 = 1 << 24;
/// States of the NFA that are visited in the time in which the DFA reads a byte.
const STATES_PER_BYTE: u64 = 4;

/// A text with a longer line is searched for no pattern, in bytes: one search of the DFA cannot be stopped.
const LONGEST_LINE: usize = 16 << 20;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Expression(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    pattern: String,
    dfa: Regex,
    nfa: PikeVM,
}

impl Expression {
    pub(super) fn new(pattern: &str) -> Result<Self, Wrong> {
        let hir = ParserBuilder::new().multi_line(true).build().parse(pattern).map_err(|error| {
            let (offset, why) = match &error {
                regex_syntax::Error::Parse(error) => (Some(error.span().start.offset), error.kind().to_string()),
                regex_syntax::Error::Translate(error) => (Some(error.span().start.offset), error.kind().to_string()),
                _ => (None, error.to_string()),
            };
            let at = offset.map(|offset| pattern.get(..offset).map_or(0, |before| before.chars().count()) + 1);
            Wrong { at, why, spans_lines: false }
        })?;
        if spans_lines(&hir) {
            let why = "it matches a line break, but patterns apply line by line".into();
            return Err(Wrong { at: None, why, spans_lines: true });
        }
        let compiled = compile(pattern);
        compiled.map(|compiled| Self(Arc::new(compiled))).ok_or_else(|| Wrong {
            at: None,
            why: "needs too much memory".into(),
            spans_lines: false,
        })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0.pattern
    }

    /// The matches in `text`, line by line; `None` if they take more than the work that is left.
    pub(super) fn matches(&self, text: &str, work: &mut Work, watch: &Watch) -> Result<Option<Vec<Span>>, Stopped> {
        // A cache of its own, so that it gives up at the same places whatever was searched before.
        let mut search = Search { compiled: &self.0, cache: self.0.dfa.create_cache(), text, work, watch };
        let (mut all, mut start) = (Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            let end = start + line.trim_end_matches('\n').len();
            let Some(()) = search.line(start, end, &mut all)? else { return Ok(None) };
            start += line.len();
        }
        Ok(Some(all))
    }
}

fn compile(pattern: &str) -> Option<Compiled> {
    let syntax = syntax::Config::new().multi_line(true);
    let limited = thompson::Config::new().nfa_size_limit(Some(MEMORY_LIMIT));
    let lazy = dfa::Config::new()
        .unicode_word_boundary(true)
        .cache_capacity(MEMORY_LIMIT)
        .skip_cache_capacity_check(true)
        .minimum_cache_clear_count(Some(3))
        .minimum_bytes_per_state(Some(10));
    let dfa = Regex::builder().syntax(syntax).thompson(limited.clone()).dfa(lazy).build(pattern).ok()?;
    let nfa = PikeVM::builder().syntax(syntax).thompson(limited).build(pattern).ok()?;
    Some(Compiled { pattern: pattern.into(), dfa, nfa })
}

/// Returns true if the pattern asks for more than one line: a line feed itself (`\n`, `[\r\n]`), or any character at
/// all (`(?s).`, `[\s\S]`). Classes such as `\s` or `[^x]` include the line feed; within a line they match the others.
fn spans_lines(hir: &Hir) -> bool {
    match hir.kind() {
        // Bytes that are no text cannot be asked for, so a class of bytes is one of ASCII.
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(Class::Bytes(_)) => false,
        HirKind::Literal(literal) => literal.0.contains(&b'\n'),
        HirKind::Class(Class::Unicode(class)) => {
            let range = class.ranges().iter().find(|range| (range.start()..=range.end()).contains(&'\n'));
            range.is_some_and(|range| match (range.start(), range.end()) {
                ('\0', char::MAX) => true,
                // White space of all kinds.
                ('\t', '\r') => false,
                (start, end) => start >= '\t' && end <= '\r',
            })
        }
        HirKind::Repetition(repetition) => spans_lines(&repetition.sub),
        HirKind::Capture(capture) => spans_lines(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(spans_lines),
    }
}

/// One pattern on its way through one text.
struct Search<'a> {
    compiled: &'a Compiled,
    cache: Cache,
    text: &'a str,
    work: &'a mut Work,
    watch: &'a Watch,
}

impl Search<'_> {
    /// Adds the matches in a line, except empty ones; `None` if they take too much work.
    fn line(&mut self, start: usize, end: usize, all: &mut Vec<Span>) -> Result<Option<()>, Stopped> {
        if end - start > LONGEST_LINE {
            return Ok(None);
        }
        let mut at = start;
        while at <= end {
            self.watch.check()?;
            let Ok(found) = self.next(at, end) else { return Ok(None) };
            let Some(found) = found else { break };
            if found.is_empty() {
                let after = self.text[found.end as usize..].chars().next();
                at = found.end as usize + after.map_or(1, char::len_utf8);
            } else {
                at = found.end as usize;
                all.push(found);
            }
        }
        Ok(Some(()))
    }

    /// The next match in `at..end`, if any.
    fn next(&mut self, at: usize, end: usize) -> Result<Option<Span>, TooMuchWork> {
        // The whole text with a range, so that what is before and after it decides on `^`, `$` and `\b`.
        let input = Input::new(self.text).range(at..end);
        let before = (self.cache.forward().clear_count(), self.cache.forward().search_total_len());
        let found = self.compiled.dfa.try_search(&mut self.cache, &input);
        let after = (self.cache.forward().clear_count(), self.cache.forward().search_total_len());
        // The cache counts from its last clearing.
        let read = if before.0 == after.0 { after.1 - before.1 } else { end - at };
        self.work.spend(read as u64)?;
        let found = if let Ok(found) = found {
            found
        } else {
            let steps = (end - at) as u64 * self.compiled.nfa.get_nfa().states().len() as u64;
            if steps > NFA_LIMIT {
                return Err(TooMuchWork);
            }
            self.work.spend(steps / STATES_PER_BYTE)?;
            self.compiled.nfa.find_iter(&mut self.compiled.nfa.create_cache(), input).next()
        };
        Ok(found.map(|found| Span::new(found.start(), found.end())))
    }
}

/// A pattern takes more work on a text than is left.
struct TooMuchWork;

impl Work {
    fn spend(&mut self, work: u64) -> Result<(), TooMuchWork> {
        self.spent = self.spent.saturating_add(work);
        if self.spent <= self.each.min(self.left) { Ok(()) } else { Err(TooMuchWork) }
    }
}
