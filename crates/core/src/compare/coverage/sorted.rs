//! Hashes in ascending order, in five to eight bytes each: a text of 100 MB has 30 million of them. Must not know what
//! is hashed.
//!
//! Hashes that begin with the same bits form a *bucket*, whose beginning is stored once; of each hash only the
//! following bits are stored. (The first half of Elias and Fano's encoding of ascending numbers.)

use std::ops::Range;

use crate::room;

/// Hashes are less than 2⁶¹.
pub(super) const HASH_BITS: u32 = 61;

/// The number of leading bits that choose a bucket, by the number of hashes: the list of buckets takes less than half a
/// byte per hash. The other bits of a hash are whole bytes.
const BUCKET_BITS: [(usize, u32); 3] = [(1 << 24, 21), (1 << 16, 13), (0, 0)];

/// Distinct hashes, in ascending order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SortedHashes {
    /// The place at which each bucket begins, and the end of the last.
    starts: Vec<u32>,
    /// The number of bits that choose a bucket.
    bits: u32,
    /// The others of each hash, in [`width`](Self::width) bytes, and a few bytes at the end, so that eight can be read.
    rest: Vec<u8>,
}

impl Default for SortedHashes {
    fn default() -> Self {
        Builder::new(0).finish()
    }
}

impl SortedHashes {
    /// From ascending hashes, at most `most` of them.
    pub(super) fn from_rising(hashes: impl IntoIterator<Item = u64>, most: usize) -> Self {
        let mut builder = Builder::new(most);
        for hash in hashes {
            builder.push(hash);
        }
        builder.finish()
    }

    pub(super) fn len(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bits of a hash within its bucket.
    fn shift(&self) -> u32 {
        HASH_BITS - self.bits
    }

    fn width(&self) -> usize {
        self.shift().div_ceil(8) as usize
    }

    /// The bits of a hash that its bucket does not determine.
    fn rest(&self, place: usize) -> u64 {
        let at = place * self.width();
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.rest[at..at + 8]);
        u64::from_le_bytes(bytes) & ((1 << self.shift()) - 1)
    }

    /// The hash at a place.
    pub(super) fn get(&self, place: usize) -> u64 {
        let bucket = self.starts.partition_point(|&start| start as usize <= place) - 1;
        (bucket as u64) << self.shift() | self.rest(place)
    }

    /// The number of hashes less than `hash`.
    fn below(&self, hash: u64) -> usize {
        let bucket = (hash >> self.shift()) as usize;
        let Some(&[begin, end, ..]) = self.starts.get(bucket..bucket + 2) else {
            return self.len();
        };
        let rest = hash & ((1 << self.shift()) - 1);
        let (mut least, mut most) = (begin as usize, end as usize);
        while least < most {
            let middle = usize::midpoint(least, most);
            if self.rest(middle) < rest { least = middle + 1 } else { most = middle }
        }
        least
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        let place = self.below(hash);
        place < self.len() && self.get(place) == hash
    }

    /// The places of the hashes in a range.
    pub(super) fn places(&self, range: Range<u64>) -> Range<usize> {
        self.below(range.start)..self.below(range.end)
    }

    /// The hashes at these places.
    pub(super) fn at(&self, places: Range<usize>) -> impl Iterator<Item = u64> {
        let mut bucket = self.starts.partition_point(|&start| start as usize <= places.start).max(1) - 1;
        places.map(move |place| {
            while self.starts[bucket + 1] as usize <= place {
                bucket += 1;
            }
            (bucket as u64) << self.shift() | self.rest(place)
        })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        self.at(0..self.len())
    }
}

/// [`SortedHashes`] in the making.
pub(super) struct Builder {
    hashes: SortedHashes,
    count: u32,
    last: Option<u64>,
}

impl Builder {
    /// For at most `most` hashes.
    pub(super) fn new(most: usize) -> Self {
        Self::in_buckets(most, BUCKET_BITS.iter().find(|(least, _)| most >= *least).map_or(0, |&(_, bits)| bits))
    }

    fn in_buckets(most: usize, bits: u32) -> Self {
        let mut hashes = SortedHashes { starts: Vec::new(), bits, rest: Vec::new() };
        hashes.starts.reserve_exact((1 << bits) + 1);
        hashes.rest = room::with_room(most * hashes.width() + 8);
        Self { hashes, count: 0, last: None }
    }

    /// Adds the next hash, which is not less than the one before. Returns its place; the same hash has one place.
    pub(super) fn push(&mut self, hash: u64) -> u32 {
        if self.last != Some(hash) {
            self.begin((hash >> self.hashes.shift()) as usize);
            self.hashes.rest.extend_from_slice(&hash.to_le_bytes()[..self.hashes.width()]);
            self.count += 1;
            self.last = Some(hash);
        }
        self.count - 1
    }

    /// Notes where the buckets up to `bucket` begin.
    fn begin(&mut self, bucket: usize) {
        if self.hashes.starts.len() <= bucket {
            self.hashes.starts.resize(bucket + 1, self.count);
        }
    }

    pub(super) fn finish(mut self) -> SortedHashes {
        self.begin(1 << self.hashes.bits);
        self.hashes.rest.extend([0; 8]);
        self.hashes.rest.shrink_to_fit();
        self.hashes
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equals_a_list(
            hashes in prop::collection::btree_set(0u64..1 << HASH_BITS, 0..90),
            near: u64,
            bits in 0u32..14,
        ) {
            let hashes: BTreeSet<u64> = hashes.into_iter().chain((0..9).map(|n| (near >> 4) + n)).collect();
            let list: Vec<u64> = hashes.iter().copied().collect();
            let mut sorted = Builder::in_buckets(list.len(), bits);
            for (hash, place) in list.iter().zip(0..) {
                prop_assert_eq!([sorted.push(*hash), sorted.push(*hash)], [place; 2]);
            }
            let sorted = sorted.finish();
            prop_assert_eq!(sorted.iter().collect::<Vec<_>>(), &*list);
            prop_assert_eq!((sorted.len(), sorted.is_empty()), (list.len(), list.is_empty()));
            for (place, &hash) in list.iter().enumerate() {
                prop_assert_eq!(sorted.get(place), hash);
                for near in [hash - 1, hash, hash + 1] {
                    prop_assert_eq!(sorted.contains(near), hashes.contains(&near));
                    let expected = list.partition_point(|&other| other < near)..list.len();
                    let places = sorted.places(near..1 << HASH_BITS);
                    prop_assert_eq!(sorted.at(places.clone()).collect::<Vec<_>>(), &list[expected.clone()]);
                    prop_assert_eq!(places, expected);
                }
            }
        }
    }
}
