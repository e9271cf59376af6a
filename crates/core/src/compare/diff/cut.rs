//! Cuts aligned paragraphs into rows, both sides at matching places.
//!
//! Two reasons to cut: one paragraph is aligned with several (it is cut where those end), and one is longer than a
//! screen can wrap at once.

use std::ops::Range;

use super::{
    align::LINE,
    phrase::{Run, WordPair},
    piece::LONG,
    space,
};
use crate::simhash::Span;

/// One row to be.
#[derive(Debug)]
pub(super) enum RowPart {
    /// Paragraphs of both sides beside each other.
    Both {
        /// Bytes of A and of B.
        spans: [Span; 2],
        /// The words of each side, as indices into the words of the pair.
        words: [Range<usize>; 2],
        /// The words that are the same, as indices into the words of this part.
        runs: Vec<Run>,
    },
    /// Side 0 or 1 alone.
    Alone(usize, Span),
}

/// A place where both sides are cut: before which word, and where exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    words: [usize; 2],
    at: [u32; 2],
}

/// The paragraphs to cut, with their words.
pub(super) struct Cutter<'p, 'w, 't> {
    /// The words of both sides.
    pub pair: &'p WordPair<'w, 't>,
    /// The bounds of the paragraphs.
    pub spans: [Span; 2],
    /// The words that are the same.
    pub runs: &'p [Run],
}

impl Cutter<'_, '_, '_> {
    /// The rows. `side` has several paragraphs, which begin at these words and bytes (except the first one).
    pub(super) fn parts(&self, side: usize, starts: &[(usize, u32)]) -> Vec<RowPart> {
        let other = 1 - side;
        let mut cuts = vec![Cut { words: [0; 2], at: self.spans.map(|span| span.start) }];
        for &(word, at) in starts {
            let beside = self.beside(side, word);
            let mut cut = Cut { words: [word; 2], at: [at; 2] };
            cut.words[other] = beside;
            cut.at[other] = self.place(other, beside);
            cuts.push(cut);
        }
        cuts.push(Cut { words: self.pair.words.map(<[_]>::len), at: self.spans.map(|span| span.end) });
        let mut parts = Vec::new();
        for ends in cuts.windows(2) {
            self.shorten(ends[0], ends[1], &mut parts);
        }
        parts
    }

    /// Before which word to cut the other side, when this side is cut before `word`: between the words that are
    /// on both sides before and after, at the strongest boundary.
    fn beside(&self, side: usize, word: usize) -> usize {
        let other = 1 - side;
        let next = self.runs.partition_point(|run| run.end()[side] <= word);
        let from = next.checked_sub(1).map_or(0, |before| self.runs[before].end()[other]);
        let to = match self.runs.get(next) {
            Some(run) if run.at[side] < word => return run.at[other] + word - run.at[side],
            Some(run) => run.at[other],
            None => self.pair.words[other].len(),
        };
        let mut best = (from, self.pair.strength(other, from));
        for candidate in from + 1..=to {
            let strength = self.pair.strength(other, candidate);
            if strength > best.1 {
                best = (candidate, strength);
            }
        }
        best.0
    }

    /// The exact place to cut before a word, in bytes.
    fn place(&self, side: usize, word: usize) -> u32 {
        match self.pair.gap(side, word) {
            Some(gap) => gap.start + space::cut_in(gap.of(self.pair.texts[side])) as u32,
            None if word == 0 => self.spans[side].start,
            None => self.spans[side].end,
        }
    }

    /// Adds what is between two cuts, in parts that are not too long.
    fn shorten(&self, from: Cut, to: Cut, parts: &mut Vec<RowPart>) {
        let long = |x: Cut, y: Cut| (0..2).any(|side| (y.at[side] - x.at[side]) as usize > LONG);
        let cut = |words: [usize; 2]| Cut {
            words,
            at: [0, 1].map(|side| match words[side] {
                word if word <= from.words[side] => from.at[side],
                word if word >= to.words[side] => to.at[side],
                word => self.place(side, word),
            }),
        };
        let mut start = from;
        if long(from, to) {
            let mut end = from.words;
            for run in self.runs_between(from, to) {
                let (last, first) = (cut(end), cut(run.at));
                if long(last, first) {
                    // This change is long itself: it is alone, between two cuts.
                    self.add(start, last, parts);
                    self.add(last, first, parts);
                    start = first;
                }
                let mut sentence = None;
                for n in 0..run.len {
                    let words = run.at.map(|at| at + n);
                    let here = cut(words);
                    if long(start, here) {
                        let end = sentence.take().unwrap_or(here);
                        self.add(start, end, parts);
                        start = end;
                    }
                    if self.pair.strength(0, words[0]) >= 3 && here.at != start.at {
                        sentence = Some(here);
                    }
                }
                end = run.end();
            }
            if long(cut(end), to) {
                self.add(start, cut(end), parts);
                start = cut(end);
            }
        }
        self.add(start, to, parts);
    }

    /// The parts of the runs between two cuts.
    fn runs_between(&self, from: Cut, to: Cut) -> impl Iterator<Item = Run> {
        let first = self.runs.partition_point(|run| run.end()[0] <= from.words[0]);
        let inside = self.runs[first..].iter().take_while(move |run| run.at[0] < to.words[0]);
        inside.filter_map(move |run| {
            let [a, b] = [0, 1].map(|side| from.words[side].saturating_sub(run.at[side]));
            let at = run.at.map(|at| at + a.max(b));
            let [left_a, left_b] = [0, 1].map(|side| to.words[side].saturating_sub(at[side]));
            let len = run.len.saturating_sub(a.max(b)).min(left_a).min(left_b);
            (len > 0).then_some(Run { at, len })
        })
    }

    fn add(&self, from: Cut, to: Cut, parts: &mut Vec<RowPart>) {
        let spans = [0, 1].map(|side| Span { start: from.at[side], end: to.at[side] });
        let words = [0, 1].map(|side| from.words[side]..to.words[side]);
        let runs: Vec<Run> = self
            .runs_between(from, to)
            .map(|run| Run { at: [0, 1].map(|side| run.at[side] - from.words[side]), ..run })
            .collect();
        let light = |side: usize| self.pair.weigh(side, words[side].clone()) <= LINE;
        if spans.iter().all(|span| !span.is_empty()) && (!runs.is_empty() || light(0) && light(1)) {
            parts.push(RowPart::Both { spans, words, runs });
        } else {
            parts.extend((0..2).filter(|&side| !spans[side].is_empty()).map(|side| RowPart::Alone(side, spans[side])));
        }
    }
}
