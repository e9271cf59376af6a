//! Where a line may end, and how gladly.
//!
//! The base is UAX 14, which knows that no line begins with `，。》％` or ends with `《（￥`. To it come:
//! - curly quotes, of which Unicode does not know which is which: next to Han they are brackets;
//! - dashes, ellipses and middle dots (`——`, `……`, `·`): better at the end of a line than at its beginning
//!   (GB/T 15834-2011, 5.1; CLREQ 3.1.3);
//! - what is written in ASCII without a space (`C++`, `A/B`, `1)a`): in one piece where it fits on a line, but for
//!   hyphens, where UAX 14 would also break behind `/`, `?` and `+`;
//! - addresses: the same, and when they are too long they break behind their own punctuation;
//! - stretches that the caller would rather keep whole.

use std::{borrow::Cow, iter::Peekable, ops::Range};

use memchr::memmem;
use unicode_linebreak::linebreaks;

/// What may happen before a cluster.
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
    /// A break.
    Clean,
}

/// Answers for each cluster in turn whether a line may end before it.
pub(super) struct Breaks<'a, I: Iterator<Item = usize>> {
    source: &'a str,
    opportunities: Peekable<I>,
    addresses: Ranges<std::vec::IntoIter<Range<usize>>>,
    keep: Ranges<std::iter::Cloned<std::slice::Iter<'a, Range<usize>>>>,
}

impl<'a> Breaks<'a, std::iter::Empty<usize>> {
    /// `source` is `text` with [`directed_quotes`].
    pub(super) fn new(
        text: &'a str,
        source: &'a str,
        keep: &'a [Range<usize>],
    ) -> Breaks<'a, impl Iterator<Item = usize> + use<'a>> {
        // Its mandatory breaks that are not line feeds (form feeds, separators) come to this as visible stand-ins,
        // behind which a line may end.
        let opportunities = linebreaks(source).map(|(at, _)| at).peekable();
        let addresses = Ranges::new(addresses(text).into_iter());
        Breaks { source, opportunities, addresses, keep: Ranges::new(keep.iter().cloned()) }
    }
}

impl<I: Iterator<Item = usize>> Breaks<'_, I> {
    /// Before the cluster at byte `at`; to be asked in ascending order.
    pub(super) fn before(&mut self, at: usize) -> Break {
        while self.opportunities.next_if(|&next| next < at).is_some() {}
        let allowed = self.opportunities.next_if_eq(&at).is_some();
        let is_kept = self.keep.has_inside(at);
        if self.addresses.has_inside(at) {
            return if allowed || self.is_behind_joint(at) { Break::Inner } else { Break::No };
        }
        match (allowed || self.is_missed(at), is_kept) {
            (false, _) => Break::No,
            (true, _) if self.is_in_ascii(at) => Break::Inner,
            (true, true) => Break::Kept,
            (true, false) if self.source.get(at..).is_some_and(begins_badly) => Break::Mark,
            (true, false) => Break::Clean,
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.source.as_bytes().get(at).copied()
    }

    /// The joints of an address. Not behind `%` or `:`, nor between two of the same.
    fn is_behind_joint(&self, at: usize) -> bool {
        let joint = at.checked_sub(1).and_then(|before| self.byte(before));
        joint.is_some_and(|joint| b"/?&-.=#_+,;".contains(&joint)) && joint != self.byte(at)
    }

    /// Inside what is written in ASCII without a space, except behind a hyphen between letters.
    fn is_in_ascii(&self, at: usize) -> bool {
        let at = |back| at.checked_sub(back).and_then(|at| self.byte(at)).unwrap_or(b' ');
        let is_hyphenated = at(1) == b'-' && at(2).is_ascii_alphanumeric() && at(0).is_ascii_alphanumeric();
        at(1).is_ascii_graphic() && at(0).is_ascii_graphic() && !is_hyphenated
    }

    /// Places where a line may end and `unicode-linebreak` says it may not: it takes wide brackets for narrow ones,
    /// which stick to the word before them (UAX 14, LB30), and a price for a part of what a comma has ended (LB25).
    fn is_missed(&self, at: usize) -> bool {
        // Two bytes at least begin all that is asked for here, which spares most characters the rest.
        if !self.byte(at).is_some_and(|byte| byte >= 0xC2 || byte == b'$') {
            return false;
        }
        let Some((head, rest)) = self.source.split_at_checked(at) else { return false };
        let Some(before) = head.chars().next_back() else { return false };
        let is_wide_open = rest.starts_with(['（', '「', '『', '《', '〈', '【', '〔', '〖', '［', '｛']);
        is_wide_open && (before.is_alphanumeric() || matches!(before, '+' | '%' | '％'))
            || matches!(before, '，' | '、' | '。') && rest.starts_with(['￥', '¥', '$', '＄', '€', '£'])
    }
}

/// Walks along ascending ranges.
struct Ranges<I: Iterator<Item = Range<usize>>> {
    rest: Peekable<I>,
}

impl<I: Iterator<Item = Range<usize>>> Ranges<I> {
    fn new(ranges: I) -> Self {
        Self { rest: ranges.peekable() }
    }

    /// Whether a break at `at` would cut one of them in two.
    fn has_inside(&mut self, at: usize) -> bool {
        while self.rest.next_if(|range| range.end <= at).is_some() {}
        self.rest.peek().is_some_and(|range| range.start < at)
    }
}

/// Marks that UAX 14 lets begin a line and a Chinese typesetter would not, if there is a way around it. Behind a space
/// it may also be an ellipsis or a percent sign.
fn begins_badly(rest: &str) -> bool {
    rest.starts_with(['—', '―', '⸺', '–', '…', '⋯', '·', '‧', '•', '～', '〜', '－', '／', '%', '％', '‰', '℃'])
}

/// The addresses in `text`: what stands around `://`, from the letters before it to the first character that does
/// not belong to one, and what begins with `www.`.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_letter = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(byte));
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

/// `text` with curly quotes that stand next to Chinese turned into corner brackets, for UAX 14 to see them as opening
/// and closing. They have three bytes each, so that offsets stay. An apostrophe inside a word stays.
pub(super) fn directed_quotes(text: &str) -> Cow<'_, str> {
    let mut directed = String::new();
    let mut done = 0;
    let mut is_single_open = false;
    for at in memmem::find_iter(text.as_bytes(), "\u{2018}".as_bytes().get(..2).unwrap_or_default()) {
        // Quotes often come in a row, and stand next to what stands around the row.
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
