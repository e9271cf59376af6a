//! The places at which a line may end, and how good each is.
//!
//! The base is UAX 14, which knows that no line begins with `，。》％` or ends with `《（￥`. To it come:
//! - curly quotes, of which Unicode does not know which is which: next to Han they are brackets;
//! - dashes, ellipses and middle dots (`——`, `……`, `·`): better at the end of a line than at its beginning
//!   (the strict rules of W3C's "Requirements for Chinese Text Layout");
//! - what is written in ASCII without a space (`C++`, `A/B`, `1)a`): in one piece where it fits on a line, but for
//!   hyphens, where UAX 14 would also break behind `/`, `?` and `+`;
//! - addresses: the same, and when they are too long they break behind their own punctuation;
//! - stretches that the caller would rather keep whole.

use std::{borrow::Cow, ops::Range};

use memchr::memmem;
use unicode_linebreak::linebreaks;

/// The kind of break before a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// Nothing, unless a single word is longer than its line.
    No,
    /// The same, but here rather than elsewhere: inside an address or what else is written without a space.
    Inner,
    /// A break inside a stretch to be kept.
    Kept,
    /// A break before a mark that had better not begin a line.
    Mark,
    Clean,
}

/// Answers for each cluster in turn whether a line may end before it.
pub(super) struct LineBreaks<'a, I> {
    source: &'a str,
    opportunities: I,
    /// The next of them.
    next: usize,
    /// The first character of the cluster before.
    previous: char,
    addresses: Ranges<std::vec::IntoIter<Range<usize>>>,
    keep: Ranges<std::iter::Cloned<std::slice::Iter<'a, Range<usize>>>>,
}

impl<'a> LineBreaks<'a, std::iter::Empty<usize>> {
    /// `source` is `text` with [`directed_quotes`].
    pub(super) fn new(
        text: &'a str,
        source: &'a str,
        keep: &'a [Range<usize>],
    ) -> LineBreaks<'a, impl Iterator<Item = usize> + use<'a>> {
        // Its mandatory breaks that are not line feeds (form feeds, separators) come to this as visible stand-ins,
        // behind which a line may end.
        let opportunities = linebreaks(source).map(|(at, _)| at);
        let addresses = Ranges::new(addresses(text).into_iter());
        LineBreaks { source, opportunities, next: 0, previous: ' ', addresses, keep: Ranges::new(keep.iter().cloned()) }
    }
}

impl<I: Iterator<Item = usize>> LineBreaks<'_, I> {
    /// Before the cluster at byte `at`, which begins with `next`; to be asked for each in turn.
    #[inline]
    pub(super) fn before(&mut self, at: usize, next: char) -> Break {
        let before = std::mem::replace(&mut self.previous, next);
        // Inside a plain word or at its end there is nothing to look at; most places are.
        let is_in_word = next.is_ascii_alphanumeric() && before.is_ascii_alphanumeric();
        if (is_in_word || next == ' ') && at < self.next {
            return Break::No;
        }
        self.judge(at, before, next)
    }

    fn judge(&mut self, at: usize, before: char, next: char) -> Break {
        let mut allowed = false;
        while self.next <= at {
            allowed = self.next == at;
            self.next = self.opportunities.next().unwrap_or(usize::MAX);
        }
        let is_in_address = self.addresses.has_inside(at);
        let begins_address = at == self.addresses.now.start && matches!(before, ':' | ',' | ';');
        if before.is_ascii_graphic() && next.is_ascii_graphic() && !begins_address {
            let is_hyphenated = before == '-' && next.is_ascii_alphanumeric() && self.is_hyphen_of_word(at);
            if is_in_address || !is_hyphenated {
                let is_joint = allowed || is_joint(before, next);
                return if is_joint && !closes(next) { Break::Inner } else { Break::No };
            }
        }
        if !allowed && !begins_address && !self.is_missed(at, before, next) {
            Break::No
        } else if self.keep.has_inside(at) {
            Break::Kept
        } else if begins_badly(next) {
            Break::Mark
        } else {
            Break::Clean
        }
    }

    /// Whether the hyphen before `at` is behind a letter or digit.
    fn is_hyphen_of_word(&self, at: usize) -> bool {
        at.checked_sub(2).and_then(|at| self.source.as_bytes().get(at)).is_some_and(u8::is_ascii_alphanumeric)
    }

    /// Places where a line may end and `unicode-linebreak` says it may not: it takes wide brackets for narrow ones,
    /// which stick to the word before them (UAX 14, LB30), and a price or an option for a part of what a comma has
    /// ended (LB25, LB21).
    fn is_missed(&self, at: usize, before: char, next: char) -> bool {
        match next {
            '（' | '「' | '『' | '《' | '〈' | '【' | '〔' | '〖' | '［' | '｛' => {}
            '“' | '‘' if self.source.get(at..).is_some_and(|rest| rest.starts_with(['「', '『'])) => {}
            '-' if !self.source.get(at..).is_some_and(|rest| rest.starts_with("--")) => return false,
            '￥' | '¥' | '$' | '＄' | '€' | '£' | '-' => return matches!(before, '，' | '、' | '。'),
            _ => return false,
        }
        before.is_alphanumeric() || matches!(before, '+' | '%' | '％')
    }
}

/// A place at which ASCII text without a space breaks with the least harm. Not behind `%` or `:`, which have
/// to do with what follows, nor between two of the same.
fn is_joint(before: char, next: char) -> bool {
    matches!(before, '/' | '?' | '&' | '-' | '.' | '=' | '#' | '_' | '+' | ',' | ';' | ')') && before != next
}

/// Whether a word that must be broken had better not be broken here: before a closing mark, behind an opening one.
pub(super) fn splits_badly(text: &str, at: usize) -> bool {
    let Some((head, rest)) = text.split_at_checked(at) else { return true };
    rest.chars().next().is_some_and(closes) || head.chars().next_back().is_some_and(opens)
}

fn closes(c: char) -> bool {
    matches!(
        c,
        ',' | '.'
            | ';'
            | ':'
            | '!'
            | '?'
            | ')'
            | ']'
            | '}'
            | '>'
            | '%'
            | '\''
            | '"'
            | '，'
            | '。'
            | '、'
            | '；'
            | '：'
            | '！'
            | '？'
            | '）'
            | '】'
            | '》'
            | '〉'
            | '」'
            | '』'
            | '”'
            | '’'
            | '…'
            | '—'
            | '·'
            | '％'
    )
}

fn opens(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '<' | '（' | '【' | '《' | '〈' | '「' | '『' | '“' | '‘' | '￥' | '¥' | '$')
}

/// Walks along ascending ranges.
struct Ranges<I> {
    now: Range<usize>,
    rest: I,
}

impl<I: Iterator<Item = Range<usize>>> Ranges<I> {
    fn new(rest: I) -> Self {
        let mut ranges = Self { now: 0..0, rest };
        ranges.skip_to(0);
        ranges
    }

    /// Whether a break at `at` would cut one of them in two.
    fn has_inside(&mut self, at: usize) -> bool {
        self.skip_to(at);
        self.now.start < at
    }

    fn skip_to(&mut self, at: usize) {
        while self.now.end <= at {
            self.now = self.rest.next().unwrap_or(usize::MAX..usize::MAX);
        }
    }
}

/// Marks that UAX 14 lets begin a line and a Chinese typesetter would not, if there is a way around it. Behind a space
/// it may also be an ellipsis or a percent sign.
fn begins_badly(c: char) -> bool {
    matches!(
        c,
        '%' | '·'
            | '–'
            | '—'
            | '―'
            | '•'
            | '…'
            | '‧'
            | '‰'
            | '℃'
            | '⋯'
            | '⸺'
            | '〜'
            | '％'
            | '－'
            | '／'
            | '～'
    )
}

/// The addresses in `text`: what is around `://`, from the letters before it to the first character that does
/// not belong to one, and what begins with `www.`.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_letter = |at: usize| {
        bytes.get(at).is_some_and(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-'))
    };
    let schemes = memmem::find_iter(bytes, "://").filter_map(|at| {
        let start = (0..at).rev().take_while(|&at| is_letter(at)).last()?;
        Some((start, at + 3))
    });
    let hosts =
        memmem::find_iter(bytes, "www.").filter(|&at| !at.checked_sub(1).is_some_and(is_letter)).map(|at| (at, at + 4));
    let mut begun: Vec<(usize, usize)> = schemes.chain(hosts).collect();
    begun.sort_unstable();
    let mut found: Vec<Range<usize>> = Vec::new();
    for (start, rest) in begun {
        if found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let len = bytes.get(rest..).unwrap_or_default().iter().take_while(|&&byte| belongs(byte)).count();
        if len > 0 {
            found.push(start..rest + len);
        }
    }
    found
}

/// Whether an address may hold this byte (RFC 3986).
fn belongs(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"<>\"{}|\\^`".contains(&byte)
}

/// `text` with curly quotes that are next to Chinese turned into corner brackets, for UAX 14 to see them as opening
/// and closing. They have three bytes each, so that offsets stay. An apostrophe inside a word stays.
pub(super) fn directed_quotes(text: &str) -> Cow<'_, str> {
    let mut directed = String::new();
    let mut done = 0;
    let mut is_single_open = false;
    for at in memmem::find_iter(text.as_bytes(), "\u{2018}".as_bytes().get(..2).unwrap_or_default()) {
        // Quotes often come in a row, and are next to what is around the row.
        if at < done || !text.get(at..).is_some_and(|rest| rest.starts_with(is_curly)) {
            continue;
        }
        let Some((head, rest)) = text.split_at_checked(at) else { continue };
        let row = rest.get(..rest.find(|c| !is_curly(c)).unwrap_or(rest.len())).unwrap_or("");
        let before = head.chars().next_back();
        let after = rest.get(row.len()..).and_then(|rest| rest.chars().next());
        let is_chinese = before.is_some_and(is_east_asian) || after.is_some_and(is_east_asian);
        directed.push_str(text.get(done..at).unwrap_or(""));
        for (n, quote) in row.char_indices() {
            let is_last = n + quote.len_utf8() == row.len();
            let is_apostrophe =
                quote == '’' && !is_single_open && is_last && after.is_some_and(|c| c.is_ascii_alphabetic());
            is_single_open = quote == '‘' || is_single_open && quote != '’';
            directed.push(match quote {
                '“' if is_chinese => '「',
                '”' if is_chinese => '」',
                '‘' if is_chinese => '『',
                '’' if is_chinese && !is_apostrophe => '』',
                quote => quote,
            });
        }
        done = at + row.len();
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    directed.push_str(text.get(done..).unwrap_or(""));
    Cow::Owned(directed)
}

fn is_curly(c: char) -> bool {
    matches!(c, '“' | '”' | '‘' | '’')
}

/// Han, kana, and the punctuation that goes with them.
fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}' | '\u{20000}'..='\u{3FFFF}')
}
