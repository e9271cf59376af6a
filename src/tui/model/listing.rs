//! The list of screen 1: which pairs stand in it, in which order, and what all of them come to.

use rayon::prelude::*;

use super::Sort;
use crate::compare::pair::Pair;

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
    /// Puts pairs, given in the order of the documents, in the order wished for.
    pub fn new(pairs: &[Pair], wish: Wish) -> Self {
        let mut rows: Vec<u32> = (0..pairs.len() as u32).collect();
        let order =
            |&a: &u32, &b: &u32| wish.sort.compare(&pairs[a as usize], &pairs[b as usize], wish.k).then(a.cmp(&b));
        rows.par_sort_unstable_by(order);
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

impl Tally {
    fn new(pairs: &[Pair], k: u32) -> Self {
        let mut tally = Self::default();
        for pair in pairs {
            tally.near += usize::from(pair.near(k));
            tally.disagree += usize::from(pair.disagreement(k).is_some() && !pair.identical);
            if let Some(hamming) = pair.hamming {
                let hamming = hamming as usize;
                tally.at.resize(tally.at.len().max(hamming + 1), 0);
                tally.at[hamming] += 1;
            }
        }
        tally
    }
}
