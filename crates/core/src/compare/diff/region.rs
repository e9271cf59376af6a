//! A region: changed paragraphs of both sides between equal paragraphs, with their words.

use std::ops::Range;

use super::{
    align::{self, LINE, ParagraphGroup, SharedWeights},
    piece::Piece,
    word::{self, Dictionary, Word},
};
use crate::{room, simhash::Span};

/// The clock is read once per this number of words.
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
        let mut units: Vec<Self> = room::with_room(some.len());
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
                    room::push(&mut words[side], Word { span, id: dictionary.id(span.of(texts[side])) });
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
                room::push(&mut weights[side], dictionary.weigh(&words[side][start..]));
            }
        }
        Some(Self { units, words, weights, dictionary })
    }

    /// Returns true if two unaligned paragraphs at the same place are a rewritten one: short lines always are.
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
        for (side, range) in groups.iter_mut().flat_map(|group| group.iter_mut().enumerate()) {
            let first = units[side].start;
            *range = range.start + first..range.end + first;
        }
        groups
    }

    /// The places at which these paragraphs can be divided: aligned pairs.
    pub(super) fn anchors(&self, units: &[Range<usize>; 2]) -> Vec<(usize, usize)> {
        let starts = [0, 1].map(|side| {
            let some = &self.units[side][units[side].clone()];
            let ends = some.last().map(|unit| unit.words.end);
            room::collected(some.iter().map(|unit| unit.words.start).chain(ends))
        });
        let first = [0, 1].map(|side| starts[side][0]);
        let words = [0, 1].map(|side| &self.words[side][first[side]..*starts[side].last().unwrap_or(&0)]);
        let starts = [0, 1].map(|side| room::collected(starts[side].iter().map(|at| at - first[side])));
        let weights = [0, 1].map(|side| &self.weights[side][units[side].clone()]);
        let found = anchors(words, [&starts[0], &starts[1]], weights, &self.dictionary);
        found.into_iter().map(|(i, j)| (i + units[0].start, j + units[1].start)).collect()
    }
}

/// Pairs of aligned paragraphs, ascending on both sides, which divide a region that is too large for one table: the
/// first step of a patience diff, over words. Words that occur exactly once in the region on each side are its
/// landmarks; the longest subsequence that ascends on both sides is kept. Two paragraphs with a common landmark are
/// anchored to each other if they are similar.
///
/// `units` gives, for each paragraph of either side, where its words begin in `words`, and at the end their number;
/// `weights` what each paragraph weighs.
fn anchors(
    words: [&[Word]; 2],
    units: [&[usize]; 2],
    weights: [&[u64]; 2],
    dictionary: &Dictionary<'_>,
) -> Vec<(usize, usize)> {
    let unit = |side: usize, at: usize| units[side].partition_point(|&start| start <= at) - 1;
    let mut kept: Vec<(usize, usize)> = Vec::new();
    let mut before = None;
    for (in_a, in_b) in rising(&landmarks(words, dictionary.len())) {
        let pair = (unit(0, in_a), unit(1, in_b));
        let after = kept.last().is_none_or(|&(i, j)| pair.0 > i && pair.1 > j);
        if before.replace(pair) == Some(pair) || !after {
            continue;
        }
        let [own, other] = [weights[0][pair.0], weights[1][pair.1]];
        // Their shared weight is counted only where it could be enough: this keeps the work linear.
        if align::alike(own.min(other), own, other) {
            let a = &words[0][units[0][pair.0]..units[0][pair.0 + 1]];
            let b = &words[1][units[1][pair.1]..units[1][pair.1 + 1]];
            if align::alike(word::shared([a, b], dictionary), own, other) {
                kept.push(pair);
            }
        }
    }
    kept
}

/// The places, in A and in B, of the words that occur once on each side, by their place in A.
fn landmarks(words: [&[Word]; 2], different: usize) -> Vec<(usize, usize)> {
    const NONE: u32 = u32::MAX;
    const MANY: u32 = u32::MAX - 1;
    let places = words.map(|words| {
        let mut places = room::filled(NONE, different);
        for (at, word) in words.iter().enumerate() {
            let place = &mut places[word.id as usize];
            *place = if *place == NONE { at as u32 } else { MANY };
        }
        places
    });
    let once =
        |word: &Word| Some(places[1][word.id as usize]).filter(|&b| places[0][word.id as usize] < MANY && b < MANY);
    room::collected(words[0].iter().enumerate().filter_map(|(a, word)| Some((a, once(word)? as usize))))
}

/// The longest subsequence of `pairs`, which rise in the first place, that rises in the second place too.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // tails[k]: the pair that ends the subsequence of length k + 1 with the least second place.
    let mut tails: Vec<usize> = Vec::new();
    let mut before = room::filled(usize::MAX, pairs.len());
    for (at, pair) in pairs.iter().enumerate() {
        let length = tails.partition_point(|&tail| pairs[tail].1 < pair.1);
        if length > 0 {
            before[at] = tails[length - 1];
        }
        if length == tails.len() {
            room::push(&mut tails, at);
        } else {
            tails[length] = at;
        }
    }
    let mut chain = room::with_room(tails.len());
    let mut at = tails.last().copied();
    while let Some(&pair) = at.and_then(|at| pairs.get(at)) {
        chain.push(pair);
        at = at.and_then(|at| before.get(at).copied());
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_rising_chain() {
        let pairs = [(0, 5), (1, 1), (2, 2), (3, 0), (4, 4), (5, 3)];
        assert_eq!(rising(&pairs).len(), 3);
        assert!(rising(&pairs).is_sorted_by(|x, y| x.0 < y.0 && x.1 < y.1));
        assert_eq!(rising(&[]), []);
    }
}
