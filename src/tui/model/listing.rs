//! The list of screen 1: which pairs stand in it, in which order, and what all of them come to.

use std::{cmp::Reverse, sync::Arc};

use rayon::prelude::*;

use super::Sort;
use crate::compare::pair::{Pair, Subject, cosine, ranked};

/// What a list is made for; another wish makes another list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The generation of the pairs.
    pub generation: u64,
    /// The largest distance called near.
    pub k: u32,
    /// The order.
    pub sort: Sort,
}

/// Pairs in the order of a list. Made at once; for millions of pairs in the background.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// What it was made for.
    pub wish: Wish,
    /// The numbers of the pairs, row by row.
    rows: Vec<u32>,
    /// The row of each pair.
    places: Vec<u32>,
    /// What all pairs come to.
    pub tally: Tally,
}

/// What all pairs come to.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many are near-duplicates.
    pub near: usize,
    /// How many of those that are not identical the two signals disagree on.
    pub disagree: usize,
    /// How many have distance 0, 1, 2 and so on.
    pub at: Vec<u64>,
}

impl Listing {
    /// Puts pairs, given in the order of the documents, in the order wished for. `subjects` are the documents, for
    /// their cosines.
    pub fn new(pairs: &[Pair], subjects: &[Option<Arc<Subject>>], wish: Wish) -> Self {
        let rows = match wish.sort {
            Sort::Rank => ranked(pairs, wish.k),
            Sort::Distance => in_order(pairs, |pair| pair.hamming().unwrap_or(u32::MAX)),
            // Shares are not negative, and of such numbers the bits are in their order.
            Sort::Shared => in_order(pairs, |pair| Reverse(pair.most_covered().to_bits())),
            Sort::Cosine => in_order(pairs, |pair| {
                let [a, b] = pair.documents().map(|at| subjects.get(at)?.as_deref());
                Reverse(a.zip(b).and_then(|(a, b)| cosine(a, b)).map_or(0, |cosine| (cosine + 1.0).to_bits()))
            }),
            Sort::Documents => (0..pairs.len() as u32).collect(),
        };
        let mut places = vec![0; pairs.len()];
        for (row, &pair) in (0..).zip(&rows) {
            places[pair as usize] = row;
        }
        Self { wish, rows, places, tally: Tally::new(pairs, wish.k) }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of the pair in that row.
    pub fn pair(&self, row: usize) -> Option<usize> {
        self.rows.get(row).map(|&pair| pair as usize)
    }

    /// The row of a pair.
    pub fn row(&self, pair: usize) -> Option<usize> {
        self.places.get(pair).map(|&row| row as usize)
    }
}

/// The numbers of pairs in the order of a key; those with equal keys stay in theirs.
fn in_order<K: Ord + Send>(pairs: &[Pair], key: impl Fn(&Pair) -> K + Sync) -> Vec<u32> {
    let mut keyed: Vec<(K, u32)> =
        pairs.par_iter().zip(0..pairs.len() as u32).map(|(pair, at)| (key(pair), at)).collect();
    keyed.par_sort_unstable();
    keyed.into_iter().map(|(_, at)| at).collect()
}

impl Tally {
    fn new(pairs: &[Pair], k: u32) -> Self {
        let mut tally = Self::default();
        for pair in pairs {
            tally.near += usize::from(pair.near(k));
            tally.disagree += usize::from(pair.disagreement(k).is_some() && !pair.identical);
            if let Some(hamming) = pair.hamming() {
                let hamming = hamming as usize;
                tally.at.resize(tally.at.len().max(hamming + 1), 0);
                tally.at[hamming] += 1;
            }
        }
        tally
    }
}
