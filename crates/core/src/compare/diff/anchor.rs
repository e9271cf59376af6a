//! Divides regions that are too large for one table of paragraphs: the first step of a patience diff, over words.
//!
//! Words that occur exactly once in the region on each side are its landmarks; of those the longest subsequence that
//! rises on both sides is kept. If a landmark falls, two paragraphs are anchored to each other if they are alike.

use super::{
    align::alike,
    word::{Dictionary, Word, shared},
};

/// Pairs of aligned paragraphs, rising on both sides.
///
/// `units` gives, for each paragraph of either side, where its words begin in `words`, and at the end their number;
/// `weights` what each paragraph weighs.
pub(super) fn anchors(
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
        if alike(own.min(other), own, other) {
            let a = &words[0][units[0][pair.0]..units[0][pair.0 + 1]];
            let b = &words[1][units[1][pair.1]..units[1][pair.1 + 1]];
            if alike(shared([a, b], dictionary), own, other) {
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
        let mut places = vec![NONE; different];
        for (at, word) in words.iter().enumerate() {
            let place = &mut places[word.id as usize];
            *place = if *place == NONE { at as u32 } else { MANY };
        }
        places
    });
    let once =
        |word: &Word| Some(places[1][word.id as usize]).filter(|&b| places[0][word.id as usize] < MANY && b < MANY);
    words[0].iter().enumerate().filter_map(|(a, word)| Some((a, once(word)? as usize))).collect()
}

/// The longest subsequence of `pairs`, which rise in the first place, that rises in the second place too.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // tails[k]: the pair that ends the subsequence of length k + 1 with the least second place.
    let mut tails: Vec<usize> = Vec::new();
    let mut before = vec![usize::MAX; pairs.len()];
    for (at, pair) in pairs.iter().enumerate() {
        let length = tails.partition_point(|&tail| pairs[tail].1 < pair.1);
        if length > 0 {
            before[at] = tails[length - 1];
        }
        if length == tails.len() {
            tails.push(at);
        } else {
            tails[length] = at;
        }
    }
    let mut chain = Vec::with_capacity(tails.len());
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
