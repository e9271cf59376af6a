//! The differences between two texts, as an editor would mark them.
//!
//! The diff is made for prose, not code: paragraphs are aligned first, then the words of changed paragraphs are
//! compared, always as slices of the partition by [`segments`](crate::simhash::segments) (never a part of a Han or
//! Latin word), then neighbouring changes are joined into phrases. Only changed paragraphs are segmented. The module is
//! pure: two texts in, an immutable [`Diff`] out. It uses `simhash::{Segment, Span}` and the crate `similar`; it must
//! not know screens, colours, or a clock except the given deadline.
//!
//! # What counts as a change
//! - **Words and punctuation** count: each changed stretch is a [`Hunk`].
//! - **A moved paragraph** is one change, although there are hunks at both ends ([`Moved`]).
//! - **Only whitespace** does not: line ends, blank lines, indents, line breaks of a hard-wrapped paragraph, spaces
//!   next to Chinese characters. These differences are listed separately in [`Diff::spacing`], so that nothing is lost.
//!   There is one exception: whitespace between two words written with spaces is a change if the other side has none
//!   (`every one` and `everyone`).
//!
//! # The law
//! Take the spans of [`Diff::hunks`] and of [`Diff::spacing`] together, in order ([`Diff::changes`]). On each side they
//! are in order and do not overlap, and *the stretches between them are the same on both sides, byte for byte*. So A
//! with each A-span replaced by the text of its B-span is exactly B, and vice versa ([`Diff::rebuild`]). This also
//! holds if the deadline passed before the work began; then the hunks are coarser and [`Diff::complete`] is false.
//!
//! # How it is made
//! 1. Both texts are cut into paragraphs, paragraphs beyond 8 KiB into pieces (`piece`).
//! 2. Equal paragraphs are found by content (`similar`, Histogram); the parts between them are regions (`region`). If
//!    less than half of the shorter text is found in this way, these anchors are not used and the whole texts are one
//!    region (`work`).
//! 3. In a region, the paragraphs that share most are aligned, including splits and joins (`align`); large regions are
//!    first divided at words that are unique on both sides (`region`).
//! 4. Words of aligned paragraphs are compared (`phrase`), then cut into rows (`cut`).
//! 5. Rows, hunks and whitespace are written down in order (`rows`).
//! 6. Unaligned paragraphs on both sides are searched for moves (`moves`).

mod align;
#[cfg(test)]
mod laws;
mod moves;
mod phrase;
mod piece;
mod prose;
mod reading;
mod region;
mod rows;
mod space;
mod undo;
mod word;
mod work;

use std::{collections::HashMap, ops::Range, time::Instant};

use xxhash_rust::xxh3::xxh3_64;

pub use piece::joined_lines;
pub use prose::{Numbers, ReadParagraph, paragraphs, read_paragraphs};
pub use reading::{ReadDiff, Reading, diff_settled};
pub use space::visible_chars;

use crate::{room, simhash::Span};
use space::collapsed;

/// The differences between text A (side 0) and text B (side 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The paragraphs of A and of B; in order they are a partition of the text.
    pub paragraphs: [Vec<Paragraph>; 2],
    /// The paragraphs set side by side: each paragraph of either side occurs in exactly one row, in its order.
    pub rows: Vec<DiffRow>,
    /// The changes, in order. A hunk never leaves its row.
    pub hunks: Vec<Hunk>,
    /// Differences only in whitespace, in order, outside all hunks.
    pub spacing: Vec<Spacing>,
    /// Blocks of paragraphs that were moved to another place, by their place in A.
    pub moved: Vec<Moved>,
    /// Hunks that begin no change of their own, since they belong to a move that began before; in order.
    further: Vec<u32>,
    /// Indices into `moved`, by the place in B.
    arrivals: Vec<u32>,
    /// Characters, without whitespace, that are on both sides outside all hunks.
    pub equal_chars: u64,
    /// Characters of A and of B, without whitespace. `equal_chars / chars[1]` is the share of B kept from A.
    pub chars: [u64; 2],
    /// False when the deadline passed before all was compared: the result is right, but coarser.
    pub complete: bool,
}

/// A paragraph, or a piece of one.
///
/// A paragraph is a line; in hard-wrapped text it is a block of lines. Blank lines belong to the paragraph before them,
/// those at the start to the first paragraph. Paragraphs longer than 8 KiB are split into pieces of at most about that
/// size, at the ends of sentences if there are any; so is a paragraph that is aligned with two or more of the other
/// side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// All of it, with line ends and blank lines.
    pub span: Span,
    /// The text to read, without blank lines before and whitespace after. Empty for blank text.
    pub body: Span,
    /// From 1, blank ones not counted. `None` for blank text and for a piece that continues a paragraph.
    pub number: Option<u32>,
    /// Characters of the text before it, without whitespace.
    pub before: u64,
}

/// Paragraphs of both sides that are aligned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffRow {
    /// Index into `paragraphs[0]`; `None` in an added row.
    pub a: Option<u32>,
    /// Index into `paragraphs[1]`; `None` in a removed row.
    pub b: Option<u32>,
    /// The relation of the two sides.
    pub kind: RowKind,
    /// The hunks that lie in this row, as indices into [`Diff::hunks`].
    pub hunks: Range<u32>,
}

/// The relation of the two sides of a [`DiffRow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The same except for whitespace.
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
/// Both spans begin and end at boundaries of segments or, inside the gap between two words, between two of its grapheme
/// clusters. (Words beyond 1 KiB do not count as words and may be cut; so may a word in 8 KiB of Han text without
/// punctuation.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// In A; empty for an insertion.
    pub a: Span,
    /// In B; empty for a removal.
    pub b: Span,
    /// Index into [`Diff::rows`].
    pub row: u32,
    /// The size of the change.
    pub kind: HunkKind,
}

/// The size of a [`Hunk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HunkKind {
    /// Only punctuation or symbols.
    Punctuation,
    /// At most one word on each side.
    Word,
    /// Several words, inside a paragraph.
    Phrase,
    /// A removed paragraph, or piece of one.
    Removed,
    /// An added paragraph, or piece of one.
    Added,
}

/// A difference only in whitespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spacing {
    /// The whitespace in A; empty if only B has some.
    pub a: Span,
    /// The whitespace in B; empty if only A has some.
    pub b: Span,
}

/// A block of paragraphs that is at another place in the other text: one change, although it has hunks at both ends.
///
/// In [`Diff::hunks`], its paragraphs are removed at one place and added at the other, so that the texts can be
/// rebuilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The hunks where its paragraphs were removed, one for each.
    pub removed: Range<u32>,
    /// The hunks where they were added, in the same order; more or fewer if a paragraph was split or some were joined,
    /// which excludes edits.
    pub added: Range<u32>,
    /// Edits inside the moved block, in order; empty for a block that is the same except for whitespace.
    pub edits: Vec<Edit>,
}

/// Words of a moved block that were edited on the way: each lies in one paragraph of either end. One may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// In A, where the block was removed.
    pub a: Span,
    /// In B, where it was added.
    pub b: Span,
}

/// A stretch of a row that is read as one text: A's words that went, then B's that came, in B's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlinePart {
    /// The text it comes from: 0 for A, 1 for B.
    pub side: usize,
    /// Its place there. Never empty.
    pub span: Span,
    /// The hunk it belongs to, removed if of A, added if of B; `None` if the two texts are the same.
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

/// Compares two texts as [`diff`] does, with paragraphs aligned by hand: each point has the numbers of a paragraph of A
/// and one of B. The parts before, between and after the points are compared separately.
///
/// Points ascend on both sides; points that do not, or whose paragraphs do not exist, are excluded.
pub fn diff_at(a: &str, b: &str, points: &[[u32; 2]], deadline: Option<Instant>) -> Diff {
    // The same pair is always worked on in the same direction, so that both directions mark the same words.
    let flipped = (b.len(), b) < (a.len(), a);
    let texts = if flipped { [b, a] } else { [a, b] };
    let points: Vec<[u32; 2]> = points.iter().map(|&[a, b]| if flipped { [b, a] } else { [a, b] }).collect();
    let diff = work::Work::new(texts, deadline, flipped).finish(&points);
    if flipped { diff.mirrored() } else { diff }
}

/// Two paragraphs aligned by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlignmentPoint {
    /// Their numbers in A and in B.
    pub numbers: [u32; 2],
    /// The hashes of their text (XXH3, 64 bits), with whitespace folded.
    pub says: [u64; 2],
}

impl AlignmentPoint {
    /// Returns true if the two points are compatible: they do not cross, and share no paragraph.
    fn agrees(self, other: Self) -> bool {
        let [before, behind] = [0, 1].map(|side| self.numbers[side].cmp(&other.numbers[side]));
        before == behind && before.is_ne()
    }
}

/// The hash of a paragraph's text, whitespace folded.
fn says(paragraph: &str) -> u64 {
    xxh3_64(collapsed(paragraph).as_bytes())
}

/// Finds points again in these texts: each paragraph by its text, the nearest one of several. Points whose paragraph is
/// gone, and points that cross an earlier one, are excluded.
fn settle(points: &[AlignmentPoint], texts: [&str; 2]) -> Vec<AlignmentPoint> {
    if points.is_empty() {
        return Vec::new();
    }
    let places = texts.map(|text| {
        let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
        for (body, number) in paragraphs(text).into_iter().zip(1..) {
            places.entry(says(body.of(text))).or_default().push(number);
        }
        places
    });
    let mut kept: Vec<AlignmentPoint> = Vec::new();
    for point in points {
        let near = |side: usize| {
            let all = places[side].get(&point.says[side])?;
            all.iter().copied().min_by_key(|number| number.abs_diff(point.numbers[side]))
        };
        if let (Some(a), Some(b)) = (near(0), near(1)) {
            let found = AlignmentPoint { numbers: [a, b], ..*point };
            if kept.iter().all(|other| other.agrees(found)) {
                kept.push(found);
            }
        }
    }
    kept.sort_unstable_by_key(|point| point.numbers);
    kept
}

impl Diff {
    /// The number of changes: each hunk is one, and all hunks of a moved block together are one.
    pub fn changes_total(&self) -> usize {
        self.hunks.len() - self.further.len()
    }

    /// Returns true if a change begins with that hunk, which is false for the further hunks of a moved block.
    pub fn begins_change(&self, hunk: usize) -> bool {
        self.further.binary_search(&(hunk as u32)).is_err()
    }

    /// The number of the change that a hunk belongs to, from 1, in the order in which changes begin.
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
        let mut arrivals: Vec<u32> = room::collected(0..moved.len() as u32);
        arrivals.sort_unstable_by_key(|&at| moved[at as usize].added.start);
        let all = |moved: &Moved| moved.removed.clone().chain(moved.added.clone());
        let further = moved.iter().flat_map(|moved| all(moved).filter(|&hunk| hunk != first(moved)));
        self.further = room::collected(further);
        self.further.sort_unstable();
        (self.moved, self.arrivals) = (moved, arrivals);
    }

    /// The moved block that a row belongs to.
    pub fn move_of_row(&self, row: &DiffRow) -> Option<usize> {
        // Its only hunk is the paragraph.
        self.move_of(row.hunks.start as usize).filter(|_| row.hunks.len() == 1)
    }

    /// The number of the paragraph at an index of one side; for a piece that continues a paragraph, the number of its
    /// first piece.
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

    /// The number of characters of B in these rows, without whitespace.
    pub fn chars_in(&self, rows: &Range<u32>) -> u64 {
        let before = |row: u32| {
            let rest = self.rows.get(row as usize..).unwrap_or_default();
            let next = rest.iter().find_map(|row| row.b);
            next.and_then(|at| self.paragraphs[1].get(at as usize)).map_or(self.chars[1], |paragraph| paragraph.before)
        };
        before(rows.end).saturating_sub(before(rows.start))
    }

    /// The parts of a row, in order, without gaps. Whitespace that differs is taken from B.
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

#[cfg(test)]
mod tests {
    use super::{
        laws::{check, compare, compare_until},
        *,
    };

    /// The hunks, as (A, B).
    fn hunks(a: &str, b: &str) -> Vec<(String, String)> {
        let diff = compare(a, b);
        check(a, b, &diff);
        diff.hunks.iter().map(|hunk| (hunk.a.of(a).to_owned(), hunk.b.of(b).to_owned())).collect()
    }

    /// The rows, as the numbers of the paragraphs.
    fn rows(diff: &Diff) -> Vec<(RowKind, Option<u32>, Option<u32>)> {
        let number = |side: usize, at: Option<u32>| at.and_then(|at| diff.paragraphs[side][at as usize].number);
        diff.rows.iter().map(|row| (row.kind, number(0, row.a), number(1, row.b))).collect()
    }

    fn pair(a: &str, b: &str) -> (String, String) {
        (a.to_owned(), b.to_owned())
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn one_word_is_one_hunk() {
        assert_eq!(hunks("计算文档之间的汉明距离。", "计算文档之间的海明距离。"), [pair("汉明", "海明")]);
        assert_eq!(hunks("The big cat sat.", "The cat sat."), [pair("big ", "")]);
        assert_eq!(hunks("他来了，我走。", "他来了。我走。"), [pair("，", "。")]);
    }

    #[test]
    fn words_become_phrases() {
        let a = "传统的Hash算法只负责将原始内容尽量均匀随机地映射为一个签名值。";
        let b = "普通的Hash函数只负责将原始内容尽量均匀随机地映射为一个签名值。";
        assert_eq!(hunks(a, b), [pair("传统", "普通"), pair("算法", "函数")]);
        let a = "It shows the quick brown fox of the farm, and much more of the same kind of thing.";
        let b = "It shows the lazy grey dogs of my house, and much more of the same kind of thing.";
        assert_eq!(hunks(a, b), [pair("quick brown fox of the farm", "lazy grey dogs of my house")]);
    }

    #[test]
    fn a_sentence_is_marked_with_its_own_full_stop() {
        assert_eq!(hunks("第一句话。第三句话。", "第一句话。第二句。第三句话。"), [pair("", "第二句。")]);
        assert_eq!(
            hunks("One is here. Two is there.", "One is here. Six is gone. Two is there."),
            [pair("", "Six is gone. ")]
        );
    }

    #[test]
    fn paragraphs_are_removed_and_added() {
        let [one, two, three] = ["今天天气很好。\n", "我们去公园玩。\n", "晚上回家吃饭。\n"];
        let a = [one, two, three].concat();
        let b = [two, three].concat();
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        assert_eq!(
            rows(&diff),
            [(RowKind::Removed, Some(1), None), (RowKind::Equal, Some(2), Some(1)), (RowKind::Equal, Some(3), Some(2)),]
        );
        assert_eq!((diff.hunks[0].kind, diff.without(&a, &b, 0)), (HunkKind::Removed, a.clone()));
        let back = compare(&b, &a);
        assert_eq!((back.hunks[0].kind, back.without(&b, &a, 0)), (HunkKind::Added, b.clone()));
        // The last paragraph, without a line end.
        let diff = compare("one line\ntwo words", "one line");
        assert_eq!(diff.without("one line\ntwo words", "one line", 0), "one line\ntwo words");
    }

    #[test]
    fn a_paragraph_that_was_split_is_aligned_with_both_halves() {
        let a = "小明早上出门去学校，路上遇见了老师。中午他在食堂吃饭，下午又去踢球。\n结束。\n";
        let b = "小明早上出门去学校，路上遇见了老师。\n中午他在饭馆吃饭，下午又去踢球。\n结束。\n";
        let diff = compare(a, b);
        check(a, b, &diff);
        assert_eq!(
            rows(&diff),
            [(RowKind::Equal, Some(1), Some(1)), (RowKind::Changed, None, Some(2)), (RowKind::Equal, Some(2), Some(3))]
        );
        assert_eq!(hunks(a, b), [pair("食堂", "饭馆")]);
        assert_eq!(hunks(b, a), [pair("饭馆", "食堂")]);
    }

    #[test]
    fn swapped_sentences_keep_the_longer() {
        let a = "短的一句。很长很长的一句话在这里结束了。";
        let b = "很长很长的一句话在这里结束了。短的一句。";
        assert_eq!(hunks(a, b), [pair("短的一句。", ""), pair("", "短的一句。")]);
    }

    #[test]
    fn rewrapping_changes_nothing() {
        let words = "It is a truth universally acknowledged, that a single man in possession of a good fortune, must \
                     be in want of a wife. However little known the feelings or views of such a man may be on his \
                     first entering a neighbourhood, this truth is well fixed.";
        let wrap = |width: usize| {
            let mut text = String::new();
            for _ in 0..2 {
                let mut line = 0;
                for word in words.split(' ') {
                    if line + word.len() > width {
                        text.push('\n');
                        line = 0;
                    } else if line > 0 {
                        text.push(' ');
                    }
                    text.push_str(word);
                    line += word.len() + 1;
                }
                text.push_str("\n\n");
            }
            text
        };
        assert_eq!(hunks(&wrap(60), &wrap(45)), []);
        assert_eq!(hunks(&wrap(60), &wrap(10_000)), []);
        assert_eq!(
            hunks(&wrap(60), &wrap(45).replace("single man", "rich\nman")),
            [pair("single", "rich"), pair("single", "rich")]
        );
    }

    #[test]
    fn white_space_alone_is_no_change() {
        assert_eq!(hunks("　　用 SimHash 计算。\n\n\n好", "用SimHash计算。 \r\n好\n"), []);
        let line = "这个算法很好，速度非常快，结果也很准确，大家都说它是最好的算\n法，没有哪一个比它更好，所以我们决定从                明天开始就在所有\n的地方使用它，直到有更好的。";
        assert_eq!(hunks(line, &line.replace('\n', "")), []);
        assert_eq!(hunks("every one knows", "everyone knows"), [pair("every one", "everyone")]);
        assert_eq!(hunks("", "\n\n"), []);
    }

    #[test]
    fn moved_paragraphs_are_known() {
        let [one, two, three] =
            ["今天天气很好，我们都很高兴。\n", "我们去公园玩了很久才回来。\n", "晚上回家吃饭，然后睡觉。\n"];
        let a = [one, two, three, three.replace('晚', "早").as_str()].concat();
        let b = [two, three, three.replace('晚', "早").as_str(), one].concat();
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        assert_eq!(diff.moved, [Moved { removed: 0..1, added: 1..2, edits: Vec::new() }]);
        assert_eq!((diff.hunks.len(), diff.changes_total()), (2, 1));
        assert_eq!([0, 1].map(|hunk| diff.without(&a, &b, hunk)), [a.clone(), a.clone()]);
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn a_paragraph_edited_on_the_way_is_one_change_with_its_words_marked() {
        let kept = ["夜里的海是黑色的，灯塔亮着。\n", "守塔人每天清晨记录风向和浪高。\n", "船队在正午之前回到港口。\n"];
        let moved = "老人说，这座灯塔已经站了一百年，没有一个冬天灭过灯，也没有一艘船在它脚下沉没。\n";
        let edited = moved.replace("一百年", "两百年").replace("冬天", "夜晚");
        let a = [moved, kept[0], kept[1], kept[2]].concat();
        let b = [kept[0], kept[1], kept[2], &edited].concat();
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        let [found] = &diff.moved[..] else { panic!("{:?}", diff.moved) };
        let edits: Vec<_> = found.edits.iter().map(|edit| (edit.a.of(&a), edit.b.of(&b))).collect();
        assert_eq!((edits, diff.changes_total()), (vec![("一百年", "两百年"), ("冬天", "夜晚")], 1));
        assert_eq!(diff.without(&a, &b, 1), a);
        let back = compare(&b, &a);
        assert_eq!((back.moved[0].edits[0].a.of(&b), back.moved[0].edits[0].b.of(&a)), ("两百年", "一百年"));
        // Another text about the same things is no moved one.
        let other = "老人说，这艘船已经走了许多年，没有一个港口不认识它，也没有一座灯塔不为它亮灯。\n";
        let b = [kept[0], kept[1], kept[2], other].concat();
        assert_eq!(compare(&a, &b).moved, []);
    }

    #[test]
    fn a_paragraph_that_was_moved_and_split_is_one_change() {
        let line = |n: u32| format!("Line {n} tells of the number {} and of nothing else.\n", n * n);
        let kept: String = (1..6).map(line).collect();
        let [first, second] = ["The keeper wrote the weather down. ", "Nobody asked him for it before the spring.\n"];
        let (a, b) = (format!("{first}{second}{kept}"), format!("{kept}{}\n{second}", first.trim_end()));
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        assert_eq!(diff.moved, [Moved { removed: 0..1, added: 1..3, edits: Vec::new() }]);
        assert_eq!((diff.changes_total(), diff.other_end(0), diff.other_end(2)), (1, Some(1), Some(0)));
        assert_eq!(compare(&b, &a).moved, [Moved { removed: 1..3, added: 0..1, edits: Vec::new() }]);
    }

    #[test]
    fn neighbours_that_went_together_are_one_block() {
        let line = |n: u32| format!("Line {n} tells of the number {} and of nothing else.\n", n * n);
        let text = |order: &[u32]| order.iter().copied().map(line).collect::<String>();
        let (a, b) = (text(&[1, 2, 3, 4, 5, 6, 7, 8]), text(&[1, 4, 5, 6, 7, 8, 2, 3]));
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        assert_eq!(diff.moved, [Moved { removed: 0..2, added: 2..4, edits: Vec::new() }]);
        assert_eq!((diff.changes_total(), [0, 1, 2, 3].map(|hunk| diff.change_number(hunk))), (1, [1; 4]));
        assert_eq!(diff.other_end(1), Some(3));
    }

    #[test]
    fn folds_leave_context() {
        let a = (0..20).map(|n| format!("这是第{n}段的内容。\n")).collect::<Vec<_>>().concat();
        let b = a.replace("第10段", "第七十段");
        let diff = compare(&a, &b);
        assert_eq!(diff.folds(2), [0..8, 13..20]);
        assert_eq!(diff.folds(9), [] as [Range<u32>; 0]);
        assert_eq!(compare(&a, &a).folds(1), [] as [Range<u32>; 0]);
    }

    #[test]
    fn a_very_long_line_comes_in_rows_that_match() {
        let sentence = |n: usize| format!("第{n}句话说的是数字{}和它的{}倍。", n * 7 % 1000, n % 13);
        let a: String = (0..3_000).map(sentence).collect();
        let b: String =
            (0..3_000).filter(|n| n % 400 != 7).map(|n| sentence(n).replace("第900句话", "第九百句")).collect();
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        assert!(diff.paragraphs.iter().flatten().all(|paragraph| paragraph.body.len() <= 9 * 1024));
        assert!(
            diff.paragraphs
                .iter()
                .all(|side| side.len() > 10 && side.iter().filter(|p| p.number.is_some()).count() == 1)
        );
        assert!(diff.hunks.len() < 20 && diff.equal_chars * 100 > diff.chars[0] * 99);
        // Cut quite otherwise, once.
        let b = format!("{}{b}", "前言。".repeat(4_000));
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        assert!(diff.equal_chars * 100 > diff.chars[0] * 99);
        check(&a, &b, &compare_until(&a, &b, Some(Instant::now())));
        check(&"=".repeat(50_000), &"-".repeat(40_000), &compare(&"=".repeat(50_000), &"-".repeat(40_000)));
    }

    #[test]
    fn points_go_where_their_paragraphs_go() {
        let [a, b] = ["one\ntwo\nthree\ntwo\n", "one 1\ntwo 2\nthree 3\n"];
        let point = |numbers: [u32; 2]| {
            let line = |side: usize| [a, b][side].lines().nth(numbers[side] as usize - 1).unwrap();
            AlignmentPoint { numbers, says: [says(line(0)), says(line(1))] }
        };
        let points = [point([2, 1]), point([3, 3])];
        assert!(points[0].agrees(points[1]) && !points[1].agrees(point([4, 2])) && !points[1].agrees(point([3, 1])));
        let numbers = |texts| settle(&points, texts).iter().map(|point| point.numbers).collect::<Vec<_>>();
        assert_eq!(numbers([a, b]), [[2, 1], [3, 3]]);
        let longer = format!("new\n\n{b}");
        assert_eq!(numbers([a, &longer]), [[2, 2], [3, 4]]);
        assert_eq!(numbers([a, "three 3\none 1\n"]), [[2, 2]], "crossed by the file: the first stays");
        assert_eq!(numbers(["three\n", b]), [[1, 3]]);
    }
}
