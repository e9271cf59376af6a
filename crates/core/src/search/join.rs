//! All pairs within k of each other, without comparing every pair.
//!
//! This applies the pigeonhole principle to groups instead of single queries: of k + 1 blocks, two fingerprints within
//! k are equal in at least one. So each block divides the fingerprints into buckets of equal values, and only
//! fingerprints of the same bucket can be near through that block. A large bucket is split again by the remaining bits,
//! so that crowded fingerprints do not cost the square of their number.
//!
//! A pair is found once: through the first block in which it is equal, at each level. If buckets would save nothing
//! (few fingerprints, k near the width, all fingerprints alike), every pair is compared; this depends only on the
//! number of comparisons that the buckets would need.

use std::sync::atomic::{AtomicU8, Ordering};

#[cfg(feature = "dispatch")]
use multiversion::multiversion;
use rayon::prelude::*;

use super::{BlockIndex, Flat, Hit, Plan, bits::Bits, flat::Values};
use crate::simhash::{Fingerprint, Stopped, Watch};

/// Two fingerprints within k of each other, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Near {
    /// The number of the first, from 0.
    pub a: usize,
    /// The number of the second; within one list, higher than the number of the first.
    pub b: usize,
    /// Their distance, in bits.
    pub hamming: u32,
}

/// The most fingerprints in a bucket that are compared pair by pair rather than split again.
const SPLIT: usize = 128;
/// The most bits of a block, whose buckets are counted.
const BLOCK: u32 = 16;

/// All pairs within `k` bits of each other, in ascending order of numbers. The [`Watch`] counts fingerprints.
///
/// # Errors
/// [`Stopped`] by the watch.
///
/// ```
/// use simscope_core::{search::{Flat, Near, join}, simhash::{Fingerprint, Watch}};
/// let all = [0b1111_0000, 0b0000_1111, 0b1111_0001].map(|value| Fingerprint::new(value, 8));
/// let all = Flat::new(8, &all).expect("one width");
/// assert_eq!(join(&all, 1, &Watch::default())?, [Near { a: 0, b: 2, hamming: 1 }]);
/// # Ok::<(), simscope_core::simhash::Stopped>(())
/// ```
pub fn join(all: &Flat, k: u32, watch: &Watch) -> Result<Vec<Near>, Stopped> {
    let mut near = match all.values() {
        Values::Narrow(values) => joined(values, all.width(), k, watch)?,
        Values::Wide(values) => joined(values, all.width(), k, watch)?,
    };
    near.par_sort_unstable();
    Ok(near)
}

/// The least distance of each of `archive` from any of `batch`, if it is within `k` bits, else [`FAR`]: one byte a
/// fingerprint, for archives in which one document may be near to hundreds of thousands. The [`Watch`] counts the
/// fingerprints of the batch.
///
/// # Errors
/// [`Stopped`] by the watch.
pub fn nearest(batch: &[Fingerprint], archive: &Flat, k: u32, watch: &Watch) -> Result<Vec<u8>, Stopped> {
    let least: Vec<AtomicU8> = (0..archive.len()).map(|_| AtomicU8::new(FAR)).collect();
    if !archive.is_empty() {
        let search = BatchSearch::new(archive, k, batch.len());
        batch.par_iter().try_for_each(|&query| {
            watch.check()?;
            for hit in search.within(query) {
                least[hit.number].fetch_min(hit.hamming as u8, Ordering::Relaxed);
            }
            watch.advance(1);
            Ok(())
        })?;
    }
    Ok(least.into_iter().map(AtomicU8::into_inner).collect())
}

/// The value in [`nearest`] for a fingerprint that is not near; no distance is as large.
pub const FAR: u8 = u8::MAX;

/// Many queries within one k: by an index if that pays, else by the scan.
struct BatchSearch<'a> {
    all: &'a Flat,
    index: Option<BlockIndex>,
    k: u32,
}

impl<'a> BatchSearch<'a> {
    fn new(all: &'a Flat, k: u32, queries: usize) -> Self {
        let plan = Plan::that_pays(all.width(), k, all.len() as u64, queries as u64);
        Self { all, index: plan.map(|plan| BlockIndex::of(plan, all)), k }
    }

    fn within(&self, query: Fingerprint) -> Vec<Hit> {
        self.index.as_ref().map_or_else(|| self.all.within(query, self.k), |index| index.within(query, self.k))
    }
}

fn joined<T: Bits>(values: &[T], width: u8, k: u32, watch: &Watch) -> Result<Vec<Near>, Stopped> {
    let mut items: Vec<(T, u32)> = values.iter().copied().zip(0..).collect();
    items.par_sort_unstable();
    // Fingerprints that are the same are taken as one: they would stay together however often they are split.
    let groups: Vec<&[(T, u32)]> = items.chunk_by(|x, y| x.0 == y.0).collect();
    let distinct: Vec<(T, u32)> = groups.iter().zip(0..).map(|(group, at)| (group[0].0, at)).collect();
    let bucket = Bucket { items: distinct, bits: width.into(), differ: Vec::new() };
    let between_groups = bucket.join(k, watch, values.len() as u64)?;
    let inside = groups.par_iter().flat_map_iter(|group| {
        let pairs = |(at, &(_, a)): (usize, &(T, u32))| group[at + 1..].iter().map(move |&(_, b)| near(a, b, 0));
        group.iter().enumerate().flat_map(pairs)
    });
    let across = between_groups.par_iter().flat_map_iter(|&Near { a, b, hamming }| {
        let (a, b) = (groups[a], groups[b]);
        a.iter().flat_map(move |&(_, a)| b.iter().map(move |&(_, b)| near(a, b, hamming)))
    });
    Ok(inside.chain(across).collect())
}

fn near(a: u32, b: u32, hamming: u32) -> Near {
    Near { a: a.min(b) as usize, b: a.max(b) as usize, hamming }
}

/// Fingerprints that are equal in the bits that are not here, with their numbers.
struct Bucket<T> {
    items: Vec<(T, u32)>,
    bits: u32,
    /// Blocks, as the bits they have, in each of which a pair must differ: else it was found by way of that block.
    differ: Vec<T>,
}

impl<T: Bits> Bucket<T> {
    /// The pairs of the bucket. Advances the watch by `work`.
    fn join(&self, k: u32, watch: &Watch, work: u64) -> Result<Vec<Near>, Stopped> {
        let n = self.items.len();
        if n <= SPLIT || self.bits <= k {
            watch.advance(work);
            return self.compare(k, watch);
        }
        // At most four buckets for each fingerprint, so that counting them costs little.
        let block = (self.bits / (k + 1)).min(BLOCK).min(n.ilog2() + 2);
        let counts: Vec<Vec<u32>> = (0..=k).map(|at| self.count(at * block, block)).collect();
        // If all are equal in a block, every pair is found by way of it.
        if let Some(at) = counts.iter().position(|counts| counts.contains(&(n as u32))) {
            return self.without(&self.items, &self.differ, (at as u32 * block, block)).join(k, watch, work);
        }
        let comparisons: usize = counts.iter().flatten().map(|&n| pairs(n as usize)).sum();
        if comparisons > pairs(n) / 2 {
            watch.advance(work);
            return self.compare(k, watch);
        }
        let mut found = Vec::new();
        for at in 0..counts.len() {
            found.extend(self.by_way_of(at as u32, block, k, watch)?);
            watch.advance_part(work, at, counts.len());
        }
        Ok(found)
    }

    /// Its items that are equal in the given block of bits.
    fn without(&self, items: &[(T, u32)], differ: &[T], (from, block): (u32, u32)) -> Self {
        let without = |value: T| value.without(from, block);
        let items = items.iter().map(|&(value, number)| (without(value), number)).collect();
        let differ = differ.iter().map(|&block| without(block)).collect();
        Self { items, bits: self.bits - block, differ }
    }

    /// The number of fingerprints with each value of a block.
    fn count(&self, from: u32, block: u32) -> Vec<u32> {
        let mut counts = vec![0; 1 << block];
        for (value, _) in &self.items {
            counts[value.part(from, block)] += 1;
        }
        counts
    }

    /// The pairs that are equal in block number `at` and in none of those before it.
    fn by_way_of(&self, at: u32, block: u32, k: u32, watch: &Watch) -> Result<Vec<Near>, Stopped> {
        let from = at * block;
        let mut differ = self.differ.clone();
        differ.extend((0..at).map(|at| T::new(((1 << block) - 1) << (at * block))));
        let part = |item: &(T, u32)| item.0.part(from, block);
        let mut sorted = self.items.clone();
        sorted.par_sort_unstable_by_key(part);
        let join = |mut found: Vec<Near>, items: &[(T, u32)]| {
            if items.len() <= SPLIT {
                compare(items, &differ, k, &mut found);
            } else {
                found.extend(self.without(items, &differ, (from, block)).join(k, watch, 0)?);
            }
            Ok(found)
        };
        let buckets = sorted.par_chunk_by(|x, y| part(x) == part(y));
        buckets.try_fold(Vec::new, join).try_reduce(Vec::new, |a, b| Ok([a, b].concat()))
    }

    /// Every two compared.
    fn compare(&self, k: u32, watch: &Watch) -> Result<Vec<Near>, Stopped> {
        let row = |at: usize| {
            watch.check()?;
            let mut found = Vec::new();
            compare_one(self.items[at], &self.items[at + 1..], &self.differ, k, &mut found);
            Ok(found)
        };
        let rows = (0..self.items.len()).into_par_iter().with_min_len(SPLIT).map(row);
        Ok(rows.collect::<Result<Vec<_>, Stopped>>()?.concat())
    }
}

/// Every two of a bucket. With an instruction that counts bits, which not every processor has, it takes half the time.
#[cfg_attr(feature = "dispatch", multiversion(targets("x86_64+popcnt")))]
fn compare<T: Bits>(items: &[(T, u32)], differ: &[T], k: u32, found: &mut Vec<Near>) {
    for (at, &item) in items.iter().enumerate() {
        compare_one(item, &items[at + 1..], differ, k, found);
    }
}

#[inline]
fn compare_one<T: Bits>((value, a): (T, u32), others: &[(T, u32)], differ: &[T], k: u32, found: &mut Vec<Near>) {
    for &(other, b) in others {
        let hamming = value.hamming(other);
        if hamming <= k && !differ.iter().any(|&block| (value ^ other) & block == T::new(0)) {
            found.push(near(a, b, hamming));
        }
    }
}

/// The number of pairs among `n`.
fn pairs(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}
