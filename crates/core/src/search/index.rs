//! Fingerprints with ids, added, removed and looked up one at a time.

use std::{collections::HashMap, hash::Hash};

use super::{BlockIndex, Flat, Plan};
use crate::simhash::Fingerprint;

/// Fingerprints of one recipe with your own ids, to find those within k bits of another.
///
/// An id may have any type that can be a key of a [`HashMap`]: a number, a name, a path.
///
/// ```
/// use simscope_core::{Fingerprint, Index};
/// let mut index = Index::new(64, 3);
/// index.insert("a.txt", Fingerprint::from(0b0000));
/// index.insert("b.txt", Fingerprint::from(0b0011));
/// assert_eq!(index.query(Fingerprint::from(0b0001)), [(&"a.txt", 1), (&"b.txt", 1)]);
/// index.remove(&"a.txt");
/// assert_eq!(index.query(Fingerprint::from(0b1000)), [(&"b.txt", 3)]);
/// ```
///
/// At k = 3 a query among a million takes well under a millisecond; the larger k, the more it compares, up to all of
/// them. A fingerprint of 64 bits then takes about 60 bytes, plus two copies of its id. For a list that does not
/// change, a [`BlockIndex`] takes less, and shows its tables.
#[derive(Clone, Debug)]
pub struct Index<Id> {
    k: u32,
    numbers: HashMap<Id, usize>,
    /// The id of each number; `None` for one that was removed.
    ids: Vec<Option<Id>>,
    prints: Flat,
    /// The first ones in tables, if those pay.
    tables: Option<BlockIndex>,
    /// Insertions and removals since the tables were made.
    changes: usize,
}

/// Fewer changes are never worth new tables.
const LEAST_CHANGES: usize = 1024;

impl<Id: Clone + Eq + Hash> Index<Id> {
    /// An empty index of fingerprints of `width` bits, for distances of up to `k` bits.
    pub fn new(width: u8, k: u32) -> Self {
        let (numbers, ids) = Default::default();
        Self { k, numbers, ids, prints: Flat::empty(width), tables: None, changes: 0 }
    }

    /// The number of fingerprints.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The fingerprint of an id.
    pub fn get(&self, id: &Id) -> Option<Fingerprint> {
        self.prints.get(*self.numbers.get(id)?)
    }

    /// Adds a fingerprint. Returns the one that had the id before, which it replaces.
    ///
    /// # Panics
    /// If its width differs from the index's.
    pub fn insert(&mut self, id: Id, fingerprint: Fingerprint) -> Option<Fingerprint> {
        self.expect_width(fingerprint);
        let before = self.remove(&id);
        self.numbers.insert(id.clone(), self.ids.len());
        self.ids.push(Some(id));
        self.prints.push(fingerprint);
        self.changed();
        before
    }

    /// Removes a fingerprint, and returns it.
    pub fn remove(&mut self, id: &Id) -> Option<Fingerprint> {
        let number = self.numbers.remove(id)?;
        let before = self.prints.get(number);
        self.ids[number] = None;
        self.changed();
        before
    }

    /// The ids of the fingerprints within k bits of `query`, with their distances in bits: the nearest first, then in
    /// the order in which they were added.
    ///
    /// # Panics
    /// If the width of the query differs from the index's.
    pub fn query(&self, query: Fingerprint) -> Vec<(&Id, u32)> {
        self.expect_width(query);
        let mut hits = self.prints.within_from(self.tables.as_ref().map_or(0, BlockIndex::len), query, self.k);
        hits.extend(self.tables.iter().flat_map(|tables| tables.within(query, self.k)));
        hits.sort_unstable();
        hits.iter().filter_map(|hit| Some((self.ids[hit.number].as_ref()?, hit.hamming))).collect()
    }

    fn expect_width(&self, fingerprint: Fingerprint) {
        assert_eq!(fingerprint.width(), self.prints.width(), "an index has fingerprints of one width");
    }

    /// Makes new tables, without what was removed, once an eighth has changed: so a query has few to compare one by
    /// one, and a fingerprint is put into tables a few times in all.
    fn changed(&mut self) {
        self.changes += 1;
        if self.changes <= LEAST_CHANGES.max(self.len() / 8) {
            return;
        }
        let mut left = Flat::empty(self.prints.width());
        for number in (0..self.ids.len()).filter(|&number| self.ids[number].is_some()) {
            left.push(self.prints.get(number).expect("one for each id"));
        }
        self.ids.retain(Option::is_some);
        self.numbers = self.ids.iter().flatten().cloned().zip(0..).collect();
        let queries = left.len() as u64;
        let plan = Plan::that_pays(left.width(), self.k, queries, queries);
        self.tables = plan.map(|plan| BlockIndex::of(plan, &left));
        self.prints = left;
        self.changes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three thousand changes among a thousand ids, which crowd around 32 fingerprints, against a plain map.
    #[test]
    fn finds_what_comparing_with_all_finds_whatever_was_changed() {
        let print = |n: u64| (n % 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 1 << (n / 32 % 64);
        let (mut index, mut plain) = (Index::new(64, 3), HashMap::new());
        for step in 0..6000_u64 {
            let id = step.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 53;
            let print = Fingerprint::from(print(step));
            if step % 3 == 2 {
                assert_eq!(index.remove(&id), plain.remove(&id));
            } else {
                assert_eq!(index.insert(id, print), plain.insert(id, print));
            }
            if step % 97 == 0 {
                let mut found: Vec<(u64, u32)> = index.query(print).into_iter().map(|(&id, hd)| (id, hd)).collect();
                let near = plain.iter().map(|(&id, other)| (id, other.hamming(print))).filter(|&(_, hd)| hd <= 3);
                let mut expected: Vec<_> = near.collect();
                assert!(found.is_sorted_by_key(|&(_, hd)| hd));
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "after {step} changes");
            }
        }
        assert!(index.tables.is_some() && index.ids.len() < 4000 && index.len() == plain.len());
        assert!(plain.iter().all(|(id, &print)| index.get(id) == Some(print)));
    }

    #[test]
    #[should_panic(expected = "one width")]
    fn another_width_is_refused() {
        Index::new(64, 3).insert("a", Fingerprint::new(1, 32));
    }
}
