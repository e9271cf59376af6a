//! Coverage of every pair of many texts at once: the same numbers as [`coverage`](super::coverage) of each pair, at the
//! cost of what is shared, not of how many pairs there are.

use rayon::prelude::*;

use super::{
    Windows,
    inverted::invert,
    stretches::{Chains, Lengths, Stretches},
};
use crate::{
    compare::Groups,
    room,
    simhash::{Stopped, Watch},
};

/// How much of a text occurs in another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextShare {
    /// The number of the other text.
    pub other: u32,
    /// Characters of the longest shared passage, as in [`Coverage::longest`](super::Coverage::longest).
    pub longest: u32,
    /// From 0 to 1, as in [`Coverage::share`](super::Coverage::share).
    pub share: f64,
}

/// What many texts share with each other.
#[derive(Debug)]
pub struct TextShares {
    /// For each text, the others that some of it occurs in, rising.
    rows: Vec<Vec<TextShare>>,
}

impl TextShares {
    /// The texts that some of this one occurs in and that it is compared with, by rising number.
    pub fn of(&self, text: usize) -> &[TextShare] {
        self.rows.get(text).map_or(&[], Vec::as_slice)
    }

    /// How much of one text occurs in another; `None` where nothing does.
    pub fn between(&self, text: usize, other: usize) -> Option<TextShare> {
        let row = self.of(text);
        // The place it has if all before it share something too, as they do under a head common to all.
        let at = other - usize::from(other > text);
        let found = row.get(at).filter(|share| share.other as usize == other);
        let looked_for = || row.binary_search_by_key(&(other as u32), |share| share.other).ok();
        found.or_else(|| row.get(looked_for()?)).copied()
    }
}

/// The share of each text in each of the others that it is compared with. All must be prepared with one
/// [`RunLength`](super::RunLength); a text that is `None` shares nothing. The watch is advanced by as much as there are
/// pairs.
///
/// Memory grows with the number of windows and with that of pairs that share something: a page common to all texts is
/// held once, and the stretches that a text shares with others are collected for one text at a time on each core.
///
/// # Errors
/// [`Stopped`] where the watch stopped it.
pub fn shares(texts: &[Option<&Windows>], groups: &Groups, watch: &Watch) -> Result<TextShares, Stopped> {
    // Looking for what is shared and adding it up count as half each.
    let pairs = groups.pairs();
    let some_in_batch = |holders: &[u32]| holders.iter().any(|&holder| groups.in_batch(holder as usize));
    let shared = invert(texts, some_in_batch, watch, pairs / 2)?;
    let others = |text: usize, class: u32| {
        let holders = &*shared.classes[class as usize];
        holders.iter().copied().filter(move |&other| groups.compares(text, other as usize))
    };
    let row = |adding: &mut Adding, (at, text): (usize, Option<&Windows>)| {
        watch.check()?;
        let row = text.map_or_else(Vec::new, |text| adding.up((at, text), &shared, |class| others(at, class)));
        watch.advance_part(pairs - pairs / 2, at, texts.len());
        Ok(row)
    };
    let rows = texts.par_iter().copied().enumerate().map_init(|| Adding::among(texts.len()), row);
    Ok(TextShares { rows: rows.collect::<Result<_, Stopped>>()? })
}

/// Room to add up what one text shares with each of the others. Kept from text to text, so that one that shares nothing
/// costs nothing.
struct Adding {
    /// How many stretches each shares; then where its list of them ends.
    ends: Vec<usize>,
    /// Who shares any.
    sharing: Vec<u32>,
    /// All the lists.
    lists: Vec<u32>,
}

impl Adding {
    fn among(texts: usize) -> Self {
        Self { ends: vec![0; texts], sharing: Vec::new(), lists: Vec::new() }
    }

    /// Adds up what of a text, of which the number is given too, occurs in each of the others that have the windows of
    /// a class.
    fn up<I: Iterator<Item = u32>>(
        &mut self,
        (number, text): (usize, &Windows),
        shared: &Stretches,
        others: impl Fn(u32) -> I,
    ) -> Vec<TextShare> {
        let stretches = &*shared.of[number];
        if stretches.is_empty() {
            return Vec::new();
        }
        let Self { ends, sharing, lists } = self;
        for other in stretches.iter().flat_map(|stretch| others(stretch.class)) {
            let count = &mut ends[other as usize];
            if *count == 0 {
                room::push(sharing, other);
            }
            *count += 1;
        }
        sharing.sort_unstable();
        let mut total = 0;
        for &other in &*sharing {
            let count = &mut ends[other as usize];
            (*count, total) = (total, total + *count);
        }
        lists.clear();
        room::room(lists, total);
        lists.resize(total, 0);
        for (stretch, at) in stretches.iter().zip(0..) {
            for other in others(stretch.class) {
                let end = &mut ends[other as usize];
                lists[*end] = at;
                *end += 1;
            }
        }
        let lengths = Lengths::of(text);
        let (mut last, mut covered, mut chains, mut begin) = (0..0, 0, Chains::default(), 0);
        let add = |other: u32| {
            let list = begin..std::mem::take(&mut ends[other as usize]);
            begin = list.end;
            // Whoever shares no more than a page common to all shares the same as the one before.
            if lists[list.clone()] != lists[last.clone()] {
                let numbers = lists[list.clone()].iter().map(|&at| at as usize);
                covered = lengths.covered(numbers.clone().map(|at| stretches[at].units));
                chains.find(stretches, numbers, &lengths);
                last = list;
            }
            let longest = shared.longest(number, &chains, other as usize, &lengths);
            TextShare { other, longest: u32::try_from(longest).unwrap_or(u32::MAX), share: text.share(covered) }
        };
        sharing.drain(..).map(add).collect()
    }
}
