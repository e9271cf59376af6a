//! A region: changed paragraphs of both sides between paragraphs that are the same, with their words.

use std::ops::Range;

use super::{
    align::{self, LINE, ParagraphGroup, SharedWeights},
    anchor,
    piece::Piece,
    word::{self, Dictionary, Word},
};
use crate::simhash::Span;

/// The clock is looked at once in so many words.
const OFTEN: usize = 1 << 13;

/// A paragraph of a region; pieces of the same paragraph are one again.
pub(super) struct Unit {
    /// Its pieces, as indices into the pieces of its side.
    pub pieces: Range<usize>,
    /// All of it.
    pub span: Span,
    /// Its words, as indices into the words of the region.
    pub words: Range<usize>,
}

impl Unit {
    /// The paragraphs that some of all pieces make.
    pub(super) fn all(all: &[Piece], some: Range<usize>) -> Vec<Self> {
        let mut units: Vec<Self> = Vec::with_capacity(some.len());
        for at in some {
            let Piece { span, first } = all[at];
            match units.last_mut().filter(|_| !first) {
                Some(unit) => (unit.pieces.end, unit.span.end) = (at + 1, span.end),
                None => units.push(Self { pieces: at..at + 1, span, words: 0..0 }),
            }
        }
        units
    }
}

/// Changed paragraphs of both sides, with their words.
pub(super) struct Region<'t> {
    /// Paragraphs of A and of B, in order.
    pub units: [Vec<Unit>; 2],
    /// The words of all paragraphs.
    pub words: [Vec<Word>; 2],
    /// The weights of the words of each paragraph.
    weights: [Vec<u64>; 2],
    /// The different words of both sides.
    pub dictionary: Dictionary<'t>,
}

impl<'t> Region<'t> {
    /// Reads the words; `None` when the time is up before.
    pub(super) fn read(
        texts: [&'t str; 2],
        pieces: &[Vec<Piece>; 2],
        mut units: [Vec<Unit>; 2],
        mut late: impl FnMut() -> bool,
    ) -> Option<Self> {
        let mut dictionary = Dictionary::new();
        let mut words = [Vec::new(), Vec::new()];
        let mut weights = [Vec::new(), Vec::new()];
        let mut left = OFTEN;
        for side in 0..2 {
            for unit in &mut units[side] {
                let start = words[side].len();
                let mut stop = false;
                let own = pieces[side][unit.pieces.clone()].iter().map(|piece| piece.span);
                word::each(texts[side], own, |span| {
                    words[side].push(Word { span, id: dictionary.id(span.of(texts[side])) });
                    left -= 1;
                    if left == 0 {
                        left = OFTEN;
                        stop = late();
                    }
                    !stop
                });
                if stop {
                    return None;
                }
                unit.words = start..words[side].len();
                weights[side].push(dictionary.weigh(&words[side][start..]));
            }
        }
        Some(Self { units, words, weights, dictionary })
    }

    /// Whether two paragraphs that are alone at the same place are one that was rewritten: short lines always are.
    pub(super) fn lone_pair(&self, i: usize, j: usize) -> bool {
        let weights = [self.weights[0][i], self.weights[1][j]];
        let words = [&self.words[0][self.units[0][i].words.clone()], &self.words[1][self.units[1][j].words.clone()]];
        weights.iter().all(|&weight| weight <= LINE)
            || align::related(word::shared(words, &self.dictionary), weights[0], weights[1])
    }

    /// The pieces of some of its paragraphs.
    pub(super) fn pieces(&self, side: usize, units: Range<usize>) -> Range<usize> {
        match &self.units[side][units] {
            [first, .., last] => first.pieces.start..last.pieces.end,
            [only] => only.pieces.clone(),
            [] => 0..0,
        }
    }

    /// Which of these paragraphs are aligned.
    pub(super) fn groups(&self, units: &[Range<usize>; 2]) -> Vec<ParagraphGroup> {
        let paragraphs = [0, 1].map(|side| {
            let some = &self.units[side][units[side].clone()];
            let words = some.iter().map(|unit| &self.words[side][unit.words.clone()]);
            words.map(|words| words.iter().map(|word| (word.id, self.dictionary.weight(word.id)))).collect()
        });
        let mut groups = align::align(&SharedWeights::new(paragraphs));
        for group in &mut groups {
            group.a = group.a.start + units[0].start..group.a.end + units[0].start;
            group.b = group.b.start + units[1].start..group.b.end + units[1].start;
        }
        groups
    }

    /// The places at which these paragraphs can be divided: aligned pairs.
    pub(super) fn anchors(&self, units: &[Range<usize>; 2]) -> Vec<(usize, usize)> {
        let starts = [0, 1].map(|side| {
            let some = &self.units[side][units[side].clone()];
            let ends = some.last().map(|unit| unit.words.end);
            some.iter().map(|unit| unit.words.start).chain(ends).collect::<Vec<usize>>()
        });
        let first = [0, 1].map(|side| starts[side][0]);
        let words = [0, 1].map(|side| &self.words[side][first[side]..*starts[side].last().unwrap_or(&0)]);
        let starts = [0, 1].map(|side| starts[side].iter().map(|at| at - first[side]).collect::<Vec<usize>>());
        let weights = [0, 1].map(|side| &self.weights[side][units[side].clone()]);
        let found = anchor::anchors(words, [&starts[0], &starts[1]], weights, &self.dictionary);
        found.into_iter().map(|(i, j)| (i + units[0].start, j + units[1].start)).collect()
    }
}
