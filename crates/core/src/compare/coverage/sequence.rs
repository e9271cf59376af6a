//! Sequences of units, or of stretches of units, with fast search for what occurs in another.
//!
//! The places of a sequence are sorted by a key of what begins there, then by what follows; the longest stretch from a
//! place on that occurs in another sequence is then found next to the position that the place itself would have.
//! Stretches are compared by their hashes, so the cost is about n log² n even for very repetitive sequences.

use std::{cmp::Ordering, sync::Arc};

use super::units::Hashes;
use crate::{
    room,
    simhash::{Stopped, Watch},
};

/// A sequence of elements known by their hashes.
pub(super) struct Sequence {
    hashes: Hashes,
    powers: Arc<Vec<u64>>,
    /// The key of each place that has one: all places up to a limit.
    keys: Vec<u64>,
    /// Those places, by bucket, then by key, then by what follows.
    starts: Vec<u32>,
    /// The index in `starts` at which each bucket of keys begins, and the end. About as many buckets as places, so a
    /// key is found in a step or two; a binary search over all keys misses the processor's cache at each of its steps.
    buckets: Vec<u32>,
}

/// The bucket of a key among 2^`bits`; keys that are not hashes are spread too.
fn bucket(key: u64, bits: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
}

impl Sequence {
    /// `powers` must reach as far as the sequence is long. Elements with one key must be the same for as long as what
    /// the key stands for.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub(super) fn new(hashes: Hashes, powers: &Arc<Vec<u64>>, keys: Vec<u64>, watch: &Watch) -> Result<Self, Stopped> {
        let bits = keys.len().max(2).next_power_of_two().trailing_zeros();
        let mut buckets = room::filled(0, (1 << bits) + 1);
        for &key in &keys {
            buckets[bucket(key, bits)] += 1;
        }
        // First the end of each bucket, then, as they are filled from behind, its beginning: so they are sorted without
        // a list beside them.
        let mut end = 0;
        for count in &mut buckets {
            end += *count;
            *count = end;
        }
        let mut starts = room::filled(0, keys.len());
        for (start, &key) in (0..keys.len() as u32).zip(&keys).rev() {
            let free = &mut buckets[bucket(key, bits)];
            *free -= 1;
            starts[*free as usize] = start;
        }
        for ends in buckets.windows(2) {
            starts[ends[0] as usize..ends[1] as usize].sort_unstable_by_key(|&start| (keys[start as usize], start));
        }
        let mut sequence = Self { hashes, powers: powers.clone(), keys, starts: Vec::new(), buckets };
        for same in starts.chunk_by_mut(|&x, &y| sequence.keys[x as usize] == sequence.keys[y as usize]) {
            if same.len() > 1 {
                watch.check()?;
                let order = |x: u32, y: u32| sequence.compare(x as usize, &sequence, y as usize, usize::MAX);
                same.sort_unstable_by(|&x, &y| order(x, y).then(x.cmp(&y)));
            }
        }
        sequence.starts = starts;
        Ok(sequence)
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.sums.len() - 1
    }

    /// The key of a place.
    pub(super) fn key(&self, at: usize) -> u64 {
        self.keys[at]
    }

    pub(super) fn hash(&self, from: usize, len: usize) -> u64 {
        self.hashes.of(from, from + len, self.powers[len])
    }

    /// The number of equal elements from two places on.
    pub(super) fn same(&self, from: usize, other: &Self, at: usize) -> usize {
        let most = (self.len() - from).min(other.len() - at);
        let same = |len: usize| self.hash(from, len) == other.hash(at, len);
        // First ever farther, then back by halves.
        let mut reach = 1;
        while reach < most && same(reach) {
            reach *= 2;
        }
        let (mut least, mut beyond) = (reach / 2, reach.min(most) + 1);
        while least + 1 < beyond {
            let middle = usize::midpoint(least, beyond);
            if same(middle) { least = middle } else { beyond = middle }
        }
        least
    }

    /// The order of the elements from two places on, comparing at most `most` elements.
    fn compare(&self, from: usize, other: &Self, at: usize, most: usize) -> Ordering {
        let same = self.same(from, other, at);
        if same >= most {
            return Ordering::Equal;
        }
        let next = |of: &Self, at: usize| (at < of.len()).then(|| of.hash(at, 1));
        next(self, from + same).cmp(&next(other, at + same))
    }

    /// The places with that key.
    pub(super) fn with(&self, key: u64) -> &[u32] {
        let of = |start: &u32| self.keys[*start as usize];
        let bits = self.buckets.len().ilog2();
        let bucket = bucket(key, bits);
        let starts = &self.starts[self.buckets[bucket] as usize..self.buckets[bucket + 1] as usize];
        let from = &starts[starts.partition_point(|start| of(start) < key)..];
        &from[..from.partition_point(|start| of(start) == key)]
    }

    /// The number of elements from a place on that occur in the other sequence, at those of its `starts` that have the
    /// place's key.
    pub(super) fn longest_at(&self, from: usize, other: &Self, starts: &[u32]) -> usize {
        if let [at] = *starts {
            return self.same(from, other, at as usize);
        }
        let place = starts.partition_point(|&at| other.compare(at as usize, self, from, usize::MAX).is_lt());
        let beside = starts[place.saturating_sub(1)..starts.len().min(place + 1)].iter();
        beside.map(|&at| self.same(from, other, at as usize)).max().unwrap_or(0)
    }

    /// The number of elements from a place with a key on that occur in the other sequence.
    pub(super) fn longest(&self, from: usize, other: &Self) -> usize {
        self.longest_at(from, other, other.with(self.keys[from]))
    }

    /// The places in this sequence where a stretch of that one begins that begins at a key; ordered by what follows.
    pub(super) fn places_of(&self, of: &Self, from: usize, len: usize) -> &[u32] {
        let starts = self.with(of.keys[from]);
        let order = |start: &u32| self.compare(*start as usize, of, from, len);
        let first = starts.partition_point(|start| order(start).is_lt());
        let rest = &starts[first..];
        &rest[..rest.partition_point(|start| order(start).is_eq())]
    }
}
