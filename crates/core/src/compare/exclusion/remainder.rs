//! The text that remains after exclusion. Knows where it was cut, not why.

use super::ExcludedSpan;
use crate::simhash::Span;

/// The end of a paragraph in place of each excluded stretch. Its first carriage return has no line feed behind it,
/// which no document's text holds: a wall that no shared run crosses (see [`coverage`](crate::compare::coverage)).
pub const BREAK: &str = "\r\r\n";

/// A text without its excluded stretches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemainderText {
    /// The stretches that stay, with [`BREAK`] between them.
    pub text: String,
    /// Their spans in the whole text, in order.
    pub kept: Vec<Span>,
}

impl RemainderText {
    /// What stays of `text` without `excluded`, which is in order.
    pub fn new(text: &str, excluded: &[ExcludedSpan]) -> Self {
        let starts = std::iter::once(0).chain(excluded.iter().map(|excluded| excluded.span.end));
        let ends = excluded.iter().map(|excluded| excluded.span.start).chain([text.len() as u32]);
        let kept: Vec<Span> =
            starts.zip(ends).map(|(start, end)| Span { start, end }).filter(|span| !span.is_empty()).collect();
        let text = kept.iter().map(|span| span.of(text)).collect::<Vec<_>>().join(BREAK);
        Self { text, kept }
    }
}
