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
//!    region (`work`).
//! 3. In a region, the paragraphs that share most are set beside each other, splits and joins included (`align`);
//!    large regions are first divided at words that are unique on both sides (`region`).
//! 4. Words of aligned paragraphs are compared (`phrase`), then cut into rows (`cut`).
//! 5. Rows, hunks and white space are written down in order (`rows`).
//! 6. Paragraphs that are alone on both sides are looked through for those that were moved (`moves`).

mod align;
mod cut;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod marks;
mod moves;
mod phrase;
mod piece;
mod points;
mod prose;
mod region;
mod rows;
mod space;
mod undo;
mod word;
mod work;
mod wrap;

use std::{ops::Range, time::Instant};

pub use prose::{Numbers, ReadParagraph, paragraphs, read_paragraphs, sentences};
pub use space::visible_chars;

use points::settle;
pub use {points::AlignmentPoint, wrap::joined_lines};

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

/// A stretch of a row that is read as one text: A's words that went, then B's that came, in B's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlinePart {
    /// Which text it comes from: 0 for A, 1 for B.
    pub side: usize,
    /// Its place there. Never empty.
    pub span: Span,
    /// The hunk it is a side of, removed if of A, added if of B; `None` where the two texts are the same.
    pub hunk: Option<u32>,
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

impl Diff {
    /// How many changes there are: a hunk is one, and all hunks of a moved block are one together.
    pub fn changes_total(&self) -> usize {
        self.hunks.len() - self.further.len()
    }

    /// Whether a change begins with that hunk; not so the further hunks of a moved block.
    pub fn begins_change(&self, hunk: usize) -> bool {
        self.further.binary_search(&(hunk as u32)).is_err()
    }

    /// The number of the change that a hunk belongs to, from 1, by where each begins.
    pub fn change_number(&self, hunk: usize) -> usize {
        let first = self.move_of(hunk).and_then(|at| self.moved.get(at)).map_or(hunk, |moved| first(moved) as usize);
        first + 1 - self.further.partition_point(|&further| further < first as u32)
    }

    /// The moved block that a hunk belongs to, as an index into [`moved`](Self::moved).
    pub fn move_of(&self, hunk: usize) -> Option<usize> {
        let hunk = hunk as u32;
        let at = self.moved.partition_point(|moved| moved.removed.end <= hunk);
        if self.moved.get(at).is_some_and(|moved| moved.removed.contains(&hunk)) {
            return Some(at);
        }
        let at = self.arrivals.partition_point(|&at| self.moved[at as usize].added.end <= hunk);
        let at = *self.arrivals.get(at)? as usize;
        self.moved[at].added.contains(&hunk).then_some(at)
    }

    /// The hunk at the other end of a moved block that has the same paragraph; of a paragraph that was split, a part of
    /// it.
    pub fn other_end(&self, hunk: usize) -> Option<usize> {
        let Moved { removed, added, .. } = self.moved.get(self.move_of(hunk)?)?;
        let hunk = hunk as u32;
        let other = if removed.contains(&hunk) {
            (added.start + (hunk - removed.start)).min(added.end - 1)
        } else {
            (removed.start + (hunk - added.start)).min(removed.end - 1)
        };
        Some(other as usize)
    }

    /// Sets the moved blocks, in any order.
    pub(super) fn set_moved(&mut self, mut moved: Vec<Moved>) {
        moved.sort_unstable_by_key(|moved| moved.removed.start);
        let mut arrivals: Vec<u32> = (0..moved.len() as u32).collect();
        arrivals.sort_unstable_by_key(|&at| moved[at as usize].added.start);
        let all = |moved: &Moved| moved.removed.clone().chain(moved.added.clone());
        let further = moved.iter().flat_map(|moved| all(moved).filter(|&hunk| hunk != first(moved)));
        self.further = further.collect();
        self.further.sort_unstable();
        (self.moved, self.arrivals) = (moved, arrivals);
    }

    /// The moved block that a row belongs to.
    pub fn move_of_row(&self, row: &DiffRow) -> Option<usize> {
        // Its only hunk is the paragraph.
        self.move_of(row.hunks.start as usize).filter(|_| row.hunks.len() == 1)
    }

    /// The number of the paragraph at an index of one side: for a piece that continues a paragraph, that of its first.
    pub fn paragraph_number(&self, side: usize, at: usize) -> Option<u32> {
        self.paragraphs[side].get(..=at)?.iter().rev().find_map(|paragraph| paragraph.number)
    }

    /// The numbers of the first and the last paragraph of a moved block, in A and in B.
    pub fn move_numbers(&self, moved: &Moved) -> [[Option<u32>; 2]; 2] {
        let row = |hunk: u32| self.rows.get(self.hunks.get(hunk as usize)?.row as usize);
        let number = |side: usize, hunk: u32| {
            let row = row(hunk)?;
            self.paragraph_number(side, [row.a, row.b][side]? as usize)
        };
        let of =
            |side: usize, hunks: &Range<u32>| [hunks.start, hunks.end.saturating_sub(1)].map(|hunk| number(side, hunk));
        [of(0, &moved.removed), of(1, &moved.added)]
    }

    /// How many characters of B are in these rows, white space not counted.
    pub fn chars_in(&self, rows: &Range<u32>) -> u64 {
        let before = |row: u32| {
            let rest = self.rows.get(row as usize..).unwrap_or_default();
            let next = rest.iter().find_map(|row| row.b);
            next.and_then(|at| self.paragraphs[1].get(at as usize)).map_or(self.chars[1], |paragraph| paragraph.before)
        };
        before(rows.end).saturating_sub(before(rows.start))
    }

    /// The parts of a row, in order, without holes. Differences in white space alone are read from B.
    pub fn inline(&self, row: &DiffRow) -> Vec<InlinePart> {
        let body = |side: usize, at: Option<u32>| Some(self.paragraphs[side].get(at? as usize)?.body);
        let (side, body) = match (body(0, row.a), body(1, row.b)) {
            (_, Some(body)) => (1, body),
            (Some(body), None) => (0, body),
            (None, None) => return Vec::new(),
        };
        let mut parts = Vec::new();
        let mut push = |side, span: Span, hunk| {
            if !span.is_empty() {
                parts.push(InlinePart { side, span, hunk });
            }
        };
        if let Some(moved) = self.move_of_row(row).and_then(|at| self.moved.get(at)) {
            // Each end of an edited block shows its own words: they are the hunk's only where they differ.
            let mut at = body.start;
            for edit in &moved.edits {
                let span = [edit.a, edit.b][side];
                if body.start <= span.start && span.end <= body.end && !span.is_empty() {
                    push(side, Span { start: at, end: span.start }, None);
                    push(side, span, Some(row.hunks.start));
                    at = span.end;
                }
            }
            push(side, Span { start: at, end: body.end }, None);
            return parts;
        }
        if row.kind == RowKind::Removed {
            push(side, body, Some(row.hunks.start));
            return parts;
        }
        let mut at = body.start;
        for number in row.hunks.clone() {
            let Some(hunk) = self.hunks.get(number as usize) else { continue };
            push(1, Span { start: at, end: hunk.b.start }, None);
            push(0, hunk.a, Some(number));
            push(1, hunk.b, Some(number));
            at = at.max(hunk.b.end);
        }
        push(side, Span { start: at, end: body.end }, None);
        parts
    }
}

/// The hunk with which a moved block begins.
fn first(moved: &Moved) -> u32 {
    moved.removed.start.min(moved.added.start)
}
