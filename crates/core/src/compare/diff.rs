//! The differences between two texts, as an editor would mark them.
//!
//! Prose, not code: paragraphs are set side by side first, then the words inside changed paragraphs, always as slices
//! of the partition that [`segments`](crate::simhash::segments) makes (never a part of a Han or Latin word), then
//! neighbouring changes are joined to phrases. Only changed paragraphs are cut into words. Pure: two texts in, an
//! immutable [`Diff`] out. Knows `simhash::{Segment, Span}` and the crate `similar`; knows no screen, no colour and no
//! clock but the deadline that it is given.
//!
//! # What counts as a change
//! - **Words and punctuation** do: each changed stretch is a [`Hunk`].
//! - **A moved paragraph** is one change, though hunks are at both its ends ([`Moved`]).
//! - **White space alone** does not: line ends, blank lines, indents, how a hard-wrapped paragraph is broken, spaces
//!   beside Chinese characters. Such differences are listed apart, in [`Diff::spacing`], so that nothing is lost.
//!   One exception: white space that parts two words written with spaces is a change where the other side has none
//!   (`every one` and `everyone`).
//!
//! # The law
//! Take the spans of [`Diff::hunks`] and of [`Diff::spacing`] together, in order ([`Diff::changes`]). On each side they
//! are in order and do not overlap, and *the stretches between them are the same on both sides, byte for byte*. So A
//! with each A-span replaced by the text of its B-span is B, exactly, and the other way round ([`Diff::rebuild`]).
//! This holds too when the deadline had passed before the work began; then the hunks are only coarser and
//! [`Diff::complete`] is false.
//!
//! # How it is made
//! 1. Both texts are cut into paragraphs, paragraphs beyond 8 KiB into pieces (`piece`).
//! 2. Equal paragraphs are found by content (`similar`, Histogram); what lies between them are regions (`region`).
//!    When less than half of the shorter text is found so, these anchors are not trusted and the whole texts are one
//!    region (`same`).
//! 3. In a region, the paragraphs that share most are set beside each other, splits and joins included (`align`);
//!    large regions are first divided at words that are unique on both sides (`anchor`).
//! 4. Words of aligned paragraphs are compared (`phrase`), then cut into rows (`cut`).
//! 5. Rows, hunks and white space are written down in order (`rows`).
//! 6. Paragraphs that are alone on both sides are looked through for those that were moved (`moves`).

mod align;
mod anchor;
mod count;
mod cut;
mod inline;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod marks;
mod moves;
mod number;
mod phrase;
mod piece;
mod points;
mod prose;
mod reading;
mod region;
mod rows;
mod same;
mod space;
mod undo;
mod word;
mod work;
mod wrap;

use std::{ops::Range, time::Instant};

pub use prose::{paragraphs, sentences};
pub use space::visible_chars;

use points::settle;
pub use {
    inline::InlinePart,
    number::Numbers,
    points::AlignmentPoint,
    reading::{ReadParagraph, read_paragraphs},
    wrap::joined_lines,
};

use crate::simhash::Span;

/// The differences between text A (side 0) and text B (side 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The paragraphs of A and of B; in order they are a partition of the text.
    pub paragraphs: [Vec<Paragraph>; 2],
    /// The paragraphs set side by side: each paragraph of either side occurs in exactly one row, in its order.
    pub rows: Vec<DiffRow>,
    /// The changes, in order. A hunk never leaves its row.
    pub hunks: Vec<Hunk>,
    /// Differences in white space alone, in order; no part of any hunk.
    pub spacing: Vec<Spacing>,
    /// Blocks of paragraphs that were taken out at one place and are at another; by their place in A.
    pub moved: Vec<Moved>,
    /// Hunks that begin no change of their own, since they belong to a move that began before; in order.
    further: Vec<u32>,
    /// Indices into `moved`, by the place in B.
    arrivals: Vec<u32>,
    /// Characters, white space not counted, that occur on both sides outside of all hunks.
    pub equal_chars: u64,
    /// Characters of A and of B, white space not counted. `equal_chars / chars[1]` is the share of B that was kept from
    /// A.
    pub chars: [u64; 2],
    /// False when the deadline passed before all was compared: the result is right, but coarser.
    pub complete: bool,
}

/// A paragraph, or a piece of one.
///
/// A paragraph is a line; in hard-wrapped text it is a block of lines. Blank lines belong to the paragraph before
/// them, those at the start to the first. Paragraphs longer than 8 KiB come in pieces of about that size at most, cut
/// at the ends of sentences where there are any; so does a paragraph that is aligned with two or more of the other
/// side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// All of it, with line ends and blank lines.
    pub span: Span,
    /// The text to read: without blank lines before, and without white space behind. Empty for blank text.
    pub body: Span,
    /// From 1, blank ones not counted. `None` for blank text and for a piece that continues a paragraph.
    pub number: Option<u32>,
    /// Characters of the text before it, white space not counted.
    pub before: u64,
}

/// Paragraphs of both sides that are aligned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffRow {
    /// Index into `paragraphs[0]`; `None` in an added row.
    pub a: Option<u32>,
    /// Index into `paragraphs[1]`; `None` in a removed row.
    pub b: Option<u32>,
    /// How the two sides compare.
    pub kind: RowKind,
    /// The hunks that lie in this row, as indices into [`Diff::hunks`].
    pub hunks: Range<u32>,
}

/// How the two sides of a [`DiffRow`] compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The same but for white space.
    Equal,
    /// Some words differ.
    Changed,
    /// Only A has it.
    Removed,
    /// Only B has it.
    Added,
}

/// One change that a reader would mark.
///
/// Both spans begin and end at boundaries of segments or, inside the gap between two words, between two of its
/// grapheme clusters. (Words beyond 1 KiB are no words and may be cut; so may one where Han text goes on for 8 KiB
/// without punctuation.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// In A; empty where something was inserted.
    pub a: Span,
    /// In B; empty where something was taken out.
    pub b: Span,
    /// Index into [`Diff::rows`].
    pub row: u32,
    /// How large a change it is.
    pub kind: HunkKind,
}

/// How large a change a [`Hunk`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HunkKind {
    /// Only punctuation or symbols.
    Punctuation,
    /// At most one word on each side.
    Word,
    /// Several words, inside a paragraph.
    Phrase,
    /// A whole paragraph (or piece of one) taken out.
    Removed,
    /// A whole paragraph (or piece of one) added.
    Added,
}

/// A difference in white space alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spacing {
    /// The white space in A; empty where B alone has some.
    pub a: Span,
    /// The white space in B; empty where A alone has some.
    pub b: Span,
}

/// A block of paragraphs that is at another place in the other text: one change, though it has hunks at both ends.
///
/// In [`Diff::hunks`] its paragraphs are taken out at one place and put in at the other, or the texts could not be
/// rebuilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The hunks where its paragraphs were taken out, one for each.
    pub removed: Range<u32>,
    /// The hunks where they were put in, in the same order; more or fewer if a paragraph was split or some were joined,
    /// and nothing was edited then.
    pub added: Range<u32>,
    /// Edits inside the moved block, in order; empty for a block that is the same but for white space.
    pub edits: Vec<Edit>,
}

/// Words of a moved block that were edited on the way: each lies in one paragraph of either end. One may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// In A, where the block was taken out.
    pub a: Span,
    /// In B, where it was put in.
    pub b: Span,
}

/// Compares two texts of at most 4 GiB each.
///
/// When `deadline` passes, the rest is compared by the cheapest means and [`Diff::complete`] is false. Without a
/// deadline the same input always gives the same output. `diff(b, a)` marks the same words as `diff(a, b)`.
///
/// ```
/// # #[cfg(feature = "chinese")] {
/// use simscope_core::compare::diff::diff;
/// let [a, b] = ["计算汉明距离。\n", "计算海明距离。\n"];
/// let d = diff(a, b, None);
/// assert_eq!((d.hunks[0].a.of(a), d.hunks[0].b.of(b)), ("汉明", "海明"));
/// # }
/// ```
pub fn diff(a: &str, b: &str, deadline: Option<Instant>) -> Diff {
    diff_at(a, b, &[], deadline)
}

/// Compares two texts as [`diff`] does, with paragraphs set beside each other by hand: each point has the number of one
/// in A and of one in B. Before, between and behind the points everything is compared by itself.
///
/// Points rise on both sides; those that do not, and those whose paragraphs there are not, are excluded.
pub fn diff_at(a: &str, b: &str, points: &[[u32; 2]], deadline: Option<Instant>) -> Diff {
    // The same pair is always worked on in the same direction, so that both directions mark the same words.
    let flipped = (b.len(), b) < (a.len(), a);
    let texts = if flipped { [b, a] } else { [a, b] };
    let points: Vec<[u32; 2]> = points.iter().map(|&[a, b]| if flipped { [b, a] } else { [a, b] }).collect();
    let diff = work::Work::new(texts, deadline, flipped).finish(&points);
    if flipped { diff.mirrored() } else { diff }
}

/// Compares two texts as [`diff_at`] does, with points that were set on these or on earlier texts, as far as they can
/// be found again; those come back with it.
pub fn diff_settled(
    a: &str,
    b: &str,
    points: &[AlignmentPoint],
    deadline: Option<Instant>,
) -> (Diff, Vec<AlignmentPoint>) {
    let points = settle(points, [a, b]);
    let numbers: Vec<[u32; 2]> = points.iter().map(|point| point.numbers).collect();
    (diff_at(a, b, &numbers, deadline), points)
}
