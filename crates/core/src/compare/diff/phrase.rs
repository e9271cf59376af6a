//! The words of two aligned stretches: which are the same, and which changes form phrases.
//!
//! Only words are compared. The gaps between them are examined afterwards, so punctuation and spaces never split a
//! change. Two rules then join changes into phrases:
//! - **Slide.** If words were only added or only removed, and the same words could as well be marked a little earlier
//!   or later, the place with the strongest boundaries at its ends is chosen (line end, end of a sentence, other
//!   punctuation, space, none).
//! - **Absorb.** Equal words between two changes become part of one change if they are short compared with the changes:
//!   one Han character or up to three letters between two changes that are each longer, or any words at most a third as
//!   long as the shorter of the two. (A change is as long as the longer of its sides, a Han character as two letters.)

use std::{convert::Infallible, ops::Range, time::Instant};

use similar::algorithms::{DiffHook, histogram};

use super::{space, word::Dictionary, word::Word};
use crate::{
    room,
    simhash::{Span, is_han},
};

/// Words that occur on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The first of them, in A and in B.
    pub at: [usize; 2],
    /// The number of words in a row.
    pub len: usize,
}

impl Run {
    /// The words after it.
    pub(super) fn end(&self) -> [usize; 2] {
        self.at.map(|at| at + self.len)
    }
}

/// Collects the equal runs of a comparison, and nothing else.
#[derive(Default)]
struct Runs(Vec<Run>);

impl Runs {
    fn push(&mut self, run: Run) {
        match self.0.last_mut() {
            Some(last) if last.end() == run.at => last.len += run.len,
            _ if run.len > 0 => room::push(&mut self.0, run),
            _ => {}
        }
    }
}

impl DiffHook for Runs {
    type Error = Infallible;

    fn equal(&mut self, a: usize, b: usize, len: usize) -> Result<(), Infallible> {
        self.push(Run { at: [a, b], len });
        Ok(())
    }
}

/// The equal runs of two lists of numbers. By its own function: a choice at run time would link all algorithms.
pub(super) fn equal_runs(a: &[u32], b: &[u32], deadline: Option<Instant>) -> Vec<Run> {
    let mut runs = Runs::default();
    let Ok(()) = histogram::diff_deadline(&mut runs, a, 0..a.len(), b, 0..b.len(), deadline);
    runs.0
}

/// The common ends of two lists: cheap, and right, but no more.
pub(super) fn common_ends<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<Run> {
    let head = a.iter().zip(b).take_while(|(x, y)| same(x, y)).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(x, y)| same(x, y)).count();
    let mut runs = Runs::default();
    runs.push(Run { at: [0; 2], len: head });
    runs.push(Run { at: [a, b].map(|list| list.len() - tail), len: tail });
    runs.0
}

/// Two stretches, for the rules.
pub(super) struct WordPair<'w, 't> {
    /// Text A and text B, whole.
    pub texts: [&'t str; 2],
    /// The words of the two stretches, in order.
    pub words: [&'w [Word]; 2],
    /// `sums[side][n]`: what the first n words weigh.
    sums: [Vec<u64>; 2],
}

impl<'w, 't> WordPair<'w, 't> {
    /// From the words of both sides.
    pub(super) fn new(texts: [&'t str; 2], words: [&'w [Word]; 2], dictionary: &Dictionary<'_>) -> Self {
        let sums = words.map(|words| {
            let mut sum = 0;
            let sums = words.iter().map(|word| {
                sum += u64::from(dictionary.weight(word.id));
                sum
            });
            room::collected(std::iter::once(0).chain(sums))
        });
        Self { texts, words, sums }
    }

    /// The weight of some words of one side.
    pub(super) fn weigh(&self, side: usize, words: Range<usize>) -> u64 {
        self.sums[side][words.end] - self.sums[side][words.start]
    }

    /// The words that occur on both sides, by both rules; no word in `apart` (of one side) counts as the same.
    pub(super) fn runs(&self, apart: &[(usize, Range<usize>)], deadline: Option<Instant>) -> Vec<Run> {
        let mut ids = self.words.map(|words| room::collected(words.iter().map(|word| word.id)));
        for (side, words) in apart {
            // Never the number of a word; different on the two sides.
            ids[*side][words.clone()].fill(u32::MAX - *side as u32);
        }
        let mut runs = equal_runs(&ids[0], &ids[1], deadline);
        self.slide(&ids, &mut runs);
        self.absorb(&runs)
    }

    /// As [`runs`](Self::runs), at once and coarser: the same words at both ends.
    pub(super) fn ends(&self) -> Vec<Run> {
        common_ends(self.words[0], self.words[1], |x, y| x.id == y.id)
    }

    fn slide(&self, ids: &[Vec<u32>; 2], runs: &mut [Run]) {
        for at in 1..runs.len() {
            let (before, next) = (runs[at - 1], runs[at]);
            let changes = [0, 1].map(|side| before.end()[side]..next.at[side]);
            let side = match [changes[0].len(), changes[1].len()] {
                [0, n] if n > 0 => 1,
                [n, 0] if n > 0 => 0,
                _ => continue,
            };
            let shift = self.best_shift(side, &ids[side], &changes[side], [before.len - 1, next.len - 1]);
            runs[at - 1].len = before.len.saturating_add_signed(shift);
            let moved = next.at.map(|place| place.saturating_add_signed(shift));
            runs[at] = Run { at: moved, len: next.len.saturating_add_signed(-shift) };
        }
    }

    /// The distance by which the words `change` of one side are moved to stronger boundaries, at most so far back and
    /// forth.
    fn best_shift(&self, side: usize, ids: &[u32], change: &Range<usize>, [back, forth]: [usize; 2]) -> isize {
        /// No one would see a boundary farther off; and repeated words must not cost quadratic time.
        const FAR: usize = 64;
        let same = |x: usize, y: usize| ids[x] == ids[y];
        let back = (1..=back.min(FAR)).take_while(|n| same(change.start - n, change.end - n)).count();
        let forth = (0..forth.min(FAR)).take_while(|n| same(change.start + n, change.end + n)).count();
        let score = |shift: isize| {
            self.strength(side, change.start.saturating_add_signed(shift))
                + self.strength(side, change.end.saturating_add_signed(shift))
        };
        let mut best = (score(0), 0);
        for shift in -(back as isize)..=forth as isize {
            let score = score(shift);
            if score > best.0 {
                best = (score, shift);
            }
        }
        best.1
    }

    /// The strength of the boundary before a word.
    pub(super) fn strength(&self, side: usize, word: usize) -> u8 {
        self.gap(side, word).map_or(4, |gap| space::strength(gap.of(self.texts[side])))
    }

    /// The gap before a word, if another word is before it.
    pub(super) fn gap(&self, side: usize, word: usize) -> Option<Span> {
        let words = self.words[side];
        Some(Span { start: words.get(word.checked_sub(1)?)?.span.end, end: words.get(word)?.span.start })
    }

    fn absorb(&self, runs: &[Run]) -> Vec<Run> {
        let end = self.words.map(<[Word]>::len);
        let mut kept: Vec<Run> = room::with_room(runs.len());
        for (at, &run) in runs.iter().enumerate() {
            kept.push(run);
            let next = runs.get(at + 1).map_or(end, |next| next.at);
            // A change that has grown may absorb the run before it as well.
            while let Some(last) = kept.pop() {
                let before = kept.last().map_or([0; 2], Run::end);
                let change = self.length(before, last.at).min(self.length(last.end(), next));
                if !self.is_small(last, change) {
                    kept.push(last);
                    break;
                }
            }
        }
        kept
    }

    /// The length of the change between two places.
    fn length(&self, from: [usize; 2], to: [usize; 2]) -> u64 {
        self.weigh(0, from[0]..to[0]).max(self.weigh(1, from[1]..to[1]))
    }

    fn is_small(&self, run: Run, change: u64) -> bool {
        let length = self.weigh(0, run.at[0]..run.end()[0]);
        let is_han = self.words[0][run.at[0]].span.of(self.texts[0]).starts_with(is_han);
        let short = run.len == 1 && length <= if is_han { 2 } else { 3 } && length < change;
        short || length * 3 <= change
    }
}
