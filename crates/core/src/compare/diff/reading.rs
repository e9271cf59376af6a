//! The differences of two texts as readers see them: for a copy in the other script, only the edits, not every
//! character. They are found in the normalised readings, with places in the original texts.
//!
//! The law of the diff holds in that reading: the stretches between changes are the same, byte for byte.

use std::time::Instant;

use super::{AlignmentPoint, Diff, diff_at, settle};
use crate::simhash::{Skeleton, Span};

/// The reading in which texts are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Character by character.
    AsWritten,
    /// In the reading in which [shared text](crate::compare::coverage) is found: without invisible characters,
    /// look-alike letters replaced, Traditional characters as Simplified ones.
    Normalised,
}

/// The differences of two texts in a reading.
#[derive(Clone, Debug)]
pub struct ReadDiff {
    /// The differences, with spans of the original texts.
    pub diff: Diff,
    /// True if the texts as written have other differences than in the normalised reading; not checked if they are read
    /// as written.
    pub two_readings: bool,
}

/// Compares two texts in a reading, as [`diff_at`] does, with points set on these or on earlier texts, as far as they
/// can be found again.
pub fn diff_settled(
    [a, b]: [&str; 2],
    points: &[AlignmentPoint],
    reading: Reading,
    deadline: Option<Instant>,
) -> ReadDiff {
    let numbers: Vec<[u32; 2]> = settle(points, [a, b]).iter().map(|point| point.numbers).collect();
    if reading == Reading::AsWritten {
        return ReadDiff { diff: diff_at(a, b, &numbers, deadline), two_readings: true };
    }
    let read = [a, b].map(Skeleton::simplified);
    let [x, y] = read.each_ref().map(Skeleton::text);
    let diff = diff_at(x, y, &numbers, deadline).of_texts(&read, [a, b]);
    let two_readings = !diff.same_between(a, b);
    ReadDiff { diff, two_readings }
}

impl Diff {
    /// The spans of two skeletons as spans of their texts.
    fn of_texts(mut self, read: &[Skeleton<'_>; 2], texts: [&str; 2]) -> Self {
        // Characters that nobody sees go with the text before them, or between spans.
        let place = |side: usize, at: u32| read[side].original(Span { start: at, end: at }).start;
        let span = |side: usize, span: &mut Span| {
            let start = place(side, span.start);
            let end = if span.is_empty() { start } else { read[side].original(*span).end };
            *span = Span { start, end };
        };
        for (side, paragraphs) in self.paragraphs.iter_mut().enumerate() {
            let mut start = 0;
            let mut ends = paragraphs.iter().skip(1).map(|next| place(side, next.span.start)).collect::<Vec<_>>();
            ends.push(texts[side].len() as u32);
            for (paragraph, end) in paragraphs.iter_mut().zip(ends) {
                paragraph.span = Span { start, end };
                span(side, &mut paragraph.body);
                start = end;
            }
        }
        let hunks = self.hunks.iter_mut().map(|hunk| [&mut hunk.a, &mut hunk.b]);
        let spacing = self.spacing.iter_mut().map(|spacing| [&mut spacing.a, &mut spacing.b]);
        let edits = self.moved.iter_mut().flat_map(|moved| &mut moved.edits).map(|edit| [&mut edit.a, &mut edit.b]);
        for both in hunks.chain(spacing).chain(edits) {
            both.into_iter().enumerate().for_each(|(side, of)| span(side, of));
        }
        self
    }

    /// Returns true if what is between the changes is the same on both sides, byte for byte.
    fn same_between(&self, a: &str, b: &str) -> bool {
        let mut at = [0; 2];
        let ends = [a.len(), b.len()].map(|end| Span::new(end, end));
        self.changes().chain([ends]).all(|spans| {
            let same = a[at[0]..spans[0].start as usize] == b[at[1]..spans[1].start as usize];
            at = spans.map(|span| span.end as usize);
            same
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn changes(a: &str, b: &str, reading: Reading) -> Vec<(String, String)> {
        let diff = diff_settled([a, b], &[], reading, None).diff;
        diff.hunks.iter().map(|hunk| (hunk.a.of(a).to_owned(), hunk.b.of(b).to_owned())).collect()
    }

    #[test]
    fn a_copy_in_the_other_script_has_the_changes_that_were_made() {
        let [a, b] = ["守塔人记录风向，\n灯塔亮了。\n", "守塔人記錄風向，\n燈塔暗了。\n"];
        assert_eq!(changes(a, b, Reading::Normalised), [("亮".into(), "暗".into())]);
        assert!(changes(a, b, Reading::AsWritten).len() > 1);
        let hidden = "\u{FEFF}The kee\u{200B}per lit thе l\u{ad}amp.\u{200B}\n\u{200B}He slept.\u{200B}";
        assert_eq!(changes("The keeper lit the lamp.\nHe slept.", hidden, Reading::Normalised), []);
        assert!(diff_settled([a, b], &[], Reading::AsWritten, None).two_readings);
        // Equal in both, though neither is written as it is read.
        let read = diff_settled(["軟體好。", "軟體壞。"], &[], Reading::Normalised, None);
        assert!(!read.two_readings && read.diff.hunks.len() == 1);
    }

    proptest! {
        #[test]
        fn spans_are_those_of_the_texts(
            a in "[灯塔軟體燈記a\u{200B}\u{FEFF}е .\n，]{0,40}",
            b in "[灯塔软件燈记a\u{200B}\u{FEFF}e .\n，]{0,40}",
        ) {
            let diff = diff_settled([&a, &b], &[], Reading::Normalised, None).diff;
            for (side, text) in [&a, &b].into_iter().enumerate() {
                let mut end = 0;
                for paragraph in &diff.paragraphs[side] {
                    prop_assert!(paragraph.span.start == end && paragraph.body.end <= paragraph.span.end);
                    let body = paragraph.body;
                    prop_assert!(body.start <= body.end && text.get(body.range()).is_some());
                    end = paragraph.span.end;
                }
                prop_assert_eq!(end as usize, if diff.paragraphs[side].is_empty() { 0 } else { text.len() });
                let mut end = 0;
                for span in diff.changes().map(|both| both[side]) {
                    prop_assert!(end <= span.start && span.start <= span.end && text.get(span.range()).is_some());
                    end = span.end;
                }
            }
            // What is between them reads the same.
            let mut at = [0; 2];
            for spans in diff.changes().chain([[a.len(), b.len()].map(|end| Span::new(end, end))]) {
                let same = [0, 1].map(|side| {
                    Skeleton::simplified(&[&a, &b][side][at[side]..spans[side].start as usize]).text().to_owned()
                });
                prop_assert_eq!(&same[0], &same[1]);
                at = spans.map(|span| span.end as usize);
            }
        }
    }
}
