//! All pairs within k of each other, without comparing every two.
//!
//! The pigeonhole principle again, used on groups in place of single queries: of k + 1 blocks, two fingerprints within
//! k are equal in one at least. So for each block the fingerprints fall into buckets that are equal in it, and only
//! those of one bucket can be near by way of that block. A bucket that is large is split again on the bits that are
//! still free, which is what keeps fingerprints that crowd together from costing the square of the crowd.
//!
//! A pair is found once: by way of the first block in which it is equal, at each level. If buckets would save nothing
//! (few fingerprints, k near the width, fingerprints all alike), every two are compared; that is decided here alone, by
//! the number of comparisons that the buckets would take.

use std::{
    error::Error,
    fmt, mem,
    ops::Range,
    sync::atomic::{AtomicU8, Ordering},
};

#[cfg(feature = "dispatch")]
use multiversion::multiversion;
use rayon::prelude::*;

use super::{BlockIndex, Flat, Hit, Plan, WidthError, bits::Bits};
use crate::simhash::{Fingerprint, Stopped, Watch};

/// Two fingerprints within k of each other, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Near {
    /// The number of the first, from 0.
    pub a: usize,
    /// The number of the second; within one list, higher than that of the first.
    pub b: usize,
    /// Their distance, in bits.
    pub hamming: u32,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinError {
    /// Fingerprints of two widths.
    Width(WidthError),
    /// It was stopped by its [`Watch`].
    Stopped(Stopped),
}

impl Error for JoinError {}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width(error) => error.fmt(f),
            Self::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl From<WidthError> for JoinError {
    fn from(error: WidthError) -> Self {
        Self::Width(error)
    }
}

impl From<Stopped> for JoinError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// The most fingerprints in a bucket that are compared pair by pair rather than split again.
const SPLIT: usize = 128;
/// The least fingerprints in a bucket that are worth a core of their own.
const ALONE: usize = 4096;
/// The most bits of a block, whose buckets are counted.
const BLOCK: u32 = 16;

/// All pairs within `k` bits of each other, by rising numbers. The [`Watch`] counts fingerprints.
///
/// # Errors
/// [`JoinError`] if widths differ, or it was stopped.
///
/// ```
/// use simscope_core::{search::{Near, join}, simhash::{Fingerprint, Watch}};
/// let all = [0b1111_0000, 0b0000_1111, 0b1111_0001].map(|value| Fingerprint::new(value, 8));
/// assert_eq!(join(&all, 1, &Watch::default())?, [Near { a: 0, b: 2, hamming: 1 }]);
/// # Ok::<(), simscope_core::search::JoinError>(())
/// ```
pub fn join(fingerprints: &[Fingerprint], k: u32, watch: &Watch) -> Result<Vec<Near>, JoinError> {
    let width = fingerprints.first().map_or(0, |first| first.width());
    if let Some(number) = fingerprints.iter().position(|fingerprint| fingerprint.width() != width) {
        return Err(WidthError { number, bits: fingerprints[number].width(), wanted: width }.into());
    }
    let mut near = if width <= u64::MOST {
        joined::<u64>(fingerprints, width, k, watch)?
    } else {
        joined::<u128>(fingerprints, width, k, watch)?
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

fn joined<T: Bits>(fingerprints: &[Fingerprint], width: u8, k: u32, watch: &Watch) -> Result<Vec<Near>, Stopped> {
    let all = fingerprints.len() as u64;
    let items =
        fingerprints.iter().zip(0..).map(|(fingerprint, number)| (T::new(fingerprint.value()), number)).collect();
    let bucket = Bucket { items, bits: width.into(), differ: Vec::new() };
    // All that are the same are in one bucket.
    if bucket.items.len() <= SPLIT || bucket.fullest(k) <= SPLIT {
        return bucket.join(k, watch, all);
    }
    let mut items = bucket.items;
    items.par_sort_unstable();
    // Fingerprints that are the same are taken as one: they would stay together however often they are split.
    let groups: Vec<&[(T, u32)]> = items.chunk_by(|x, y| x.0 == y.0).collect();
    let distinct: Vec<(T, u32)> = groups.iter().zip(0..).map(|(group, at)| (group[0].0, at)).collect();
    let between_groups = Bucket { items: distinct, bits: width.into(), differ: Vec::new() }.join(k, watch, all)?;
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
    /// The width of the blocks. At most four buckets for each fingerprint, so that counting them costs little.
    fn block(&self, k: u32) -> u32 {
        (self.bits / (k + 1)).min(BLOCK).min(self.items.len().ilog2() + 2)
    }

    /// The most that are equal in the first block.
    fn fullest(&self, k: u32) -> usize {
        self.count(0, self.block(k)).into_iter().max().unwrap_or(0) as usize
    }

    /// The pairs of the bucket. Advances the watch by `work`.
    fn join(&self, k: u32, watch: &Watch, work: u64) -> Result<Vec<Near>, Stopped> {
        let n = self.items.len();
        if n <= SPLIT || self.bits <= k {
            watch.advance(work);
            return self.compare(k, watch);
        }
        let block = self.block(k);
        let mut counts: Vec<Vec<u32>> = (0..=k).map(|at| self.count(at * block, block)).collect();
        // If all are equal in a block, no pair differs in it, and there is nothing to find by way of those after it.
        let constant = counts.iter().position(|counts| counts.contains(&(n as u32)));
        counts.truncate(constant.map_or(counts.len(), |at| at + 1));
        let comparisons: usize = counts.iter().flatten().map(|&n| pairs(n as usize)).sum();
        if constant != Some(0) && comparisons > pairs(n) / 2 {
            watch.advance(work);
            return self.compare(k, watch);
        }
        let (mut found, mut parted) = (Vec::new(), Vec::new());
        for at in 0..counts.len() {
            found.extend(self.by_way_of(at as u32, block, k, &mut parted, watch)?);
            watch.advance(portion(work, at, counts.len()));
        }
        Ok(found)
    }

    /// How many have each value of a block.
    fn count(&self, from: u32, block: u32) -> Vec<u32> {
        let mut counts = vec![0; 1 << block];
        for (value, _) in &self.items {
            counts[value.part(from, block)] += 1;
        }
        counts
    }

    /// The pairs that are equal in block number `at` and in none of those before it. `parted` is memory to work in.
    ///
    /// First by the upper bits of the block, then each part by the lower ones: a part fits into the processor's caches,
    /// and to write to a few places in turn is many times faster than to tens of thousands.
    fn by_way_of(
        &self,
        at: u32,
        block: u32,
        k: u32,
        parted: &mut Vec<(T, u32)>,
        watch: &Watch,
    ) -> Result<Vec<Near>, Stopped> {
        let from = at * block;
        let mut differ = self.differ.clone();
        differ.extend((0..at).map(|at| T::new(((1 << block) - 1) << (at * block))));
        let bucket = |items: &[(T, u32)], found: &mut Vec<Near>| {
            if items.len() <= SPLIT {
                compare(items, &differ, k, found);
                return Ok(());
            }
            let without = |value: T| value.without(from, block);
            let items = items.iter().map(|&(value, number)| (without(value), number)).collect();
            let differ = differ.iter().map(|&block| without(block)).collect();
            found.extend(Self { items, bits: self.bits - block, differ }.join(k, watch, 0)?);
            Ok(())
        };
        let lower = block.min(BLOCK / 2);
        let (parted, ends) = if lower == block {
            (&*self.items, vec![self.items.len()])
        } else {
            let ends = part(&self.items, from + lower, block - lower, parted);
            (&**parted, ends)
        };
        let ranges = ends.into_iter().scan(0, |start, end| Some(mem::replace(start, end)..end));
        let finish = |mut found: Vec<Near>, sorted: &mut Vec<(T, u32)>, range: Range<usize>| {
            let mut start = 0;
            for end in part(&parted[range], from, lower, sorted) {
                if end - start > 1 {
                    bucket(&sorted[start..end], &mut found)?;
                }
                start = end;
            }
            Ok(found)
        };
        if self.items.len() < ALONE {
            let mut sorted = Vec::new();
            let mut ranges = ranges;
            return ranges.try_fold(Vec::new(), |found, range| finish(found, &mut sorted, range));
        }
        watch.check()?;
        let together = |mut a: Vec<Near>, b| {
            a.extend(b);
            Ok(a)
        };
        let all: Vec<Range<usize>> = ranges.collect();
        let with_memory = |(found, mut sorted): (Vec<Near>, Vec<_>), range| {
            let found = finish(found, &mut sorted, range)?;
            Ok((found, sorted))
        };
        let parts = all.into_par_iter().try_fold(Default::default, with_memory);
        parts.map(|part| part.map(|(found, _)| found)).try_reduce(Vec::new, together)
    }

    /// Every two compared.
    fn compare(&self, k: u32, watch: &Watch) -> Result<Vec<Near>, Stopped> {
        let mut found = Vec::new();
        if self.items.len() < ALONE {
            watch.check()?;
            compare(&self.items, &self.differ, k, &mut found);
            return Ok(found);
        }
        let row = |at: usize| {
            watch.check()?;
            let mut found = Vec::new();
            compare_one(self.items[at], &self.items[at + 1..], &self.differ, k, &mut found);
            Ok(found)
        };
        let rows = (0..self.items.len()).into_par_iter().map(row).collect::<Result<Vec<_>, Stopped>>()?;
        Ok(rows.concat())
    }
}

/// Puts `items` into the order of `bits` bits of their values from `from` on, and those that are equal in them into
/// their own order. Returns where each value of those bits ends.
fn part<T: Bits>(items: &[(T, u32)], from: u32, bits: u32, sorted: &mut Vec<(T, u32)>) -> Vec<usize> {
    let mut ends = vec![0; 1 << bits];
    for (value, _) in items {
        ends[value.part(from, bits)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += mem::replace(end, sum);
    }
    sorted.resize(items.len(), (T::new(0), 0));
    for &item in items {
        let end = &mut ends[item.0.part(from, bits)];
        sorted[*end] = item;
        *end += 1;
    }
    ends
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

/// How many pairs so many make.
fn pairs(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

/// What part number `at` of `of` equal ones is of so much work.
fn portion(work: u64, at: usize, of: usize) -> u64 {
    let up_to = |parts: usize| work * parts as u64 / of.max(1) as u64;
    up_to(at + 1) - up_to(at)
}
