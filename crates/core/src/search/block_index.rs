//! Fingerprints in the tables of a plan.

use std::ops::Range;

use rayon::prelude::*;

use super::{
    bits::Bits,
    flat::{Flat, Hit, Values, WidthError, scan},
    plan::{Plan, Table},
};
use crate::simhash::Fingerprint;

/// Fingerprints in the tables of a plan, each table in the order of its keys.
///
/// A table takes 12 bytes per fingerprint, or 20 above 64 bits, and at most half a byte more to find a key, so four
/// tables of 64 bits take less than 50. Fingerprints are stored only in the tables.
#[derive(Clone, Debug)]
pub struct BlockIndex {
    plan: Plan,
    len: usize,
    tables: Tables,
}

#[derive(Clone, Debug)]
enum Tables {
    Narrow(Vec<Sorted<u64>>),
    Wide(Vec<Sorted<u128>>),
}

/// The bucket of a query in one table.
#[derive(Clone, Debug)]
pub struct TableLookUp<'a> {
    /// The blocks that make the key of this table.
    pub table: &'a Table,
    /// The query's key in it.
    pub key: u128,
    /// The numbers of the fingerprints with that key, in ascending order: the candidates, as the table stores them.
    pub bucket: &'a [u32],
}

/// The result of a query, with the buckets that led to it.
#[derive(Clone, Debug)]
pub struct SearchResult<'a> {
    /// The query's bucket in each table.
    pub look_ups: Vec<TableLookUp<'a>>,
    /// The number of fingerprints it was compared with: every candidate once.
    pub compared: usize,
    /// The fingerprints within k, the nearest first; ties by number.
    pub accepted: Vec<Hit>,
}

impl BlockIndex {
    /// Builds the tables of the plan. Fingerprints are known by their numbers in the list, from 0.
    ///
    /// # Errors
    /// [`WidthError`] if one is not of the plan's width.
    pub fn new(plan: Plan, fingerprints: &[Fingerprint]) -> Result<Self, WidthError> {
        Flat::new(plan.width(), fingerprints).map(|all| Self::of(plan, &all))
    }

    /// As [`new`](Self::new), with a list and a plan for its width.
    pub fn of(plan: Plan, all: &Flat) -> Self {
        let tables = match all.values() {
            Values::Narrow(values) => Tables::Narrow(sorted(values, &plan)),
            Values::Wide(values) => Tables::Wide(sorted(values, &plan)),
        };
        Self { plan, len: all.len(), tables }
    }

    /// The plan whose tables these are.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The number of fingerprints.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The memory of the tables, in bytes.
    pub fn bytes(&self) -> usize {
        match &self.tables {
            Tables::Narrow(tables) => tables.iter().map(Sorted::bytes).sum(),
            Tables::Wide(tables) => tables.iter().map(Sorted::bytes).sum(),
        }
    }

    /// A fingerprint by its number. Takes time linear in the number of fingerprints.
    pub fn get(&self, number: usize) -> Option<Fingerprint> {
        fn of<T: Bits>(tables: &[Sorted<T>], number: usize) -> Option<u128> {
            let table = tables.first()?;
            let at = table.numbers.iter().position(|&other| other as usize == number)?;
            Some((*table.values.get(at)?).into())
        }
        let value = match &self.tables {
            Tables::Narrow(tables) => of(tables, number),
            Tables::Wide(tables) => of(tables, number),
        };
        Some(Fingerprint::new(value?, self.plan.width()))
    }

    /// The bucket of `query` in each table.
    pub fn look_up(&self, query: Fingerprint) -> impl Iterator<Item = TableLookUp<'_>> {
        self.plan.tables().iter().enumerate().map(move |(at, table)| {
            let width = self.plan.width();
            let key = table.key(Fingerprint::new(query.value(), width));
            let bucket = match &self.tables {
                Tables::Narrow(tables) => &tables[at].numbers[tables[at].bucket(key, width, table)],
                Tables::Wide(tables) => &tables[at].numbers[tables[at].bucket(key, width, table)],
            };
            TableLookUp { table, key, bucket }
        })
    }

    /// The fingerprints within `k` bits of `query`, the nearest first; ties by number. None is missed up to the plan's
    /// [`exact_k`](Plan::exact_k); beyond it, those that share no key with the query are.
    pub fn within(&self, query: Fingerprint, k: u32) -> Vec<Hit> {
        let mut hits = Vec::new();
        match &self.tables {
            Tables::Narrow(tables) => candidates(tables, &self.plan, query, k, &mut hits),
            Tables::Wide(tables) => candidates(tables, &self.plan, query, k, &mut hits),
        }
        hits.sort_unstable();
        hits.dedup();
        hits
    }

    /// As [`within`](Self::within), with the buckets of the query.
    pub fn search(&self, query: Fingerprint, k: u32) -> SearchResult<'_> {
        let look_ups: Vec<TableLookUp<'_>> = self.look_up(query).collect();
        let mut candidates: Vec<u32> = look_ups.iter().flat_map(|look_up| look_up.bucket).copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        SearchResult { compared: candidates.len(), look_ups, accepted: self.within(query, k) }
    }

    /// As [`within`](Self::within) without the tables: compares the query with all.
    pub fn scan(&self, query: Fingerprint, k: u32) -> Vec<Hit> {
        fn all<T: Bits>(tables: &[Sorted<T>], query: Fingerprint, k: u32) -> Vec<Hit> {
            let mut hits = Vec::new();
            if let Some(table) = tables.first() {
                scan(&table.values, query, k, &mut |at, hamming| {
                    hits.push(Hit { hamming, number: table.numbers[at] as usize });
                });
            }
            hits
        }
        let mut hits = match &self.tables {
            Tables::Narrow(tables) => all(tables, query, k),
            Tables::Wide(tables) => all(tables, query, k),
        };
        hits.sort_unstable();
        hits
    }
}

fn sorted<T: Bits>(values: &[T], plan: &Plan) -> Vec<Sorted<T>> {
    plan.tables().par_iter().map(|table| Sorted::new(values, plan.width(), table)).collect()
}

/// Compares a query with the fingerprints that have a key in common with it.
fn candidates<T: Bits>(tables: &[Sorted<T>], plan: &Plan, query: Fingerprint, k: u32, hits: &mut Vec<Hit>) {
    let value = T::new(query.value());
    let query = Fingerprint::new(query.value(), plan.width());
    for (sorted, table) in tables.iter().zip(plan.tables()) {
        let bucket = sorted.bucket(table.key(query), plan.width(), table);
        for (&other, &number) in sorted.values[bucket.clone()].iter().zip(&sorted.numbers[bucket]) {
            let hamming = other.hamming(value);
            if hamming <= k {
                hits.push(Hit { hamming, number: number as usize });
            }
        }
    }
}

/// Fingerprints in the order of their keys, then of their numbers. Each is stored in full, so that the candidates of a
/// query are read sequentially.
#[derive(Clone, Debug)]
struct Sorted<T> {
    values: Vec<T>,
    numbers: Vec<u32>,
    /// The first fingerprint of each beginning of a key, and the end of the last.
    starts: Vec<u32>,
    /// The number of a key's last bits that are not part of such a beginning.
    shift: u8,
}

impl<T: Bits> Sorted<T> {
    /// Sorts by counting: by as many bits of the key as there are eight fingerprints for, at least; then the few that
    /// have those bits in common.
    fn new(values: &[T], width: u8, table: &Table) -> Self {
        let first_bits = values.len().checked_ilog2().unwrap_or(0).saturating_sub(3).min(u32::from(table.bits));
        let shift = table.bits - first_bits as u8;
        let first = |value: T| first_bits_of(key(value, width, table), shift);
        let mut starts = vec![0u32; (1 << first_bits) + 1];
        for &value in values {
            starts[first(value) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut ends = starts.clone();
        let mut sorted = Self { values: values.to_vec(), numbers: vec![0; values.len()], starts, shift };
        for (&value, number) in values.iter().zip(0..) {
            let end = &mut ends[first(value)];
            sorted.values[*end as usize] = value;
            sorted.numbers[*end as usize] = number;
            *end += 1;
        }
        if shift > 0 {
            sorted.finish(width, table);
        }
        sorted
    }

    /// Its memory, in bytes.
    fn bytes(&self) -> usize {
        size_of_val(&*self.values) + size_of_val(&*self.numbers) + size_of_val(&*self.starts)
    }

    /// Sorts those that have their first bits in common.
    fn finish(&mut self, width: u8, table: &Table) {
        let mut some: Vec<(u128, u32, T)> = Vec::new();
        for at in 1..self.starts.len() {
            let range = self.starts[at - 1] as usize..self.starts[at] as usize;
            let (values, numbers) = (&mut self.values[range.clone()], &mut self.numbers[range]);
            some.clear();
            some.extend(
                values.iter().zip(&*numbers).map(|(&value, &number)| (key(value, width, table), number, value)),
            );
            some.sort_unstable();
            for ((value, number), &(_, sorted, of)) in values.iter_mut().zip(numbers).zip(&some) {
                (*value, *number) = (of, sorted);
            }
        }
    }

    /// The range of the fingerprints with this key.
    fn bucket(&self, key_wanted: u128, width: u8, table: &Table) -> Range<usize> {
        let first = first_bits_of(key_wanted, self.shift);
        let range = self.starts[first] as usize..self.starts[first + 1] as usize;
        if self.shift == 0 {
            return range;
        }
        let some = &self.values[range.clone()];
        let begin = some.partition_point(|&value| key(value, width, table) < key_wanted);
        let end = begin + some[begin..].partition_point(|&value| key(value, width, table) == key_wanted);
        range.start + begin..range.start + end
    }
}

/// A key without its last `shift` bits: 0 if these are all 128.
fn first_bits_of(key: u128, shift: u8) -> usize {
    key.checked_shr(shift.into()).unwrap_or(0) as usize
}

fn key<T: Bits>(value: T, width: u8, table: &Table) -> u128 {
    table.key(Fingerprint::new(value.into(), width))
}
