//! Fingerprints in the tables of a plan.

use std::{error::Error, fmt};

use rayon::prelude::*;

use super::{
    bits::Bits,
    flat::{Flat, Values, scan},
    plan::{Plan, Table},
    table::Sorted,
};
use crate::simhash::Fingerprint;

/// Fingerprints, in each table of a plan in the order of their keys.
///
/// A table takes 12 bytes a fingerprint, above 64 bits 20, and at most half a byte to find one's way; so four tables of
/// 64 bits take less than 50. No fingerprint is kept beside the tables.
#[derive(Clone, Debug)]
pub struct Index {
    plan: Plan,
    len: usize,
    tables: Tables,
}

#[derive(Clone, Debug)]
enum Tables {
    Narrow(Vec<Sorted<u64>>),
    Wide(Vec<Sorted<u128>>),
}

/// A fingerprint of another width than the others, or than the plan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WidthError {
    /// Which, from 0.
    pub number: usize,
    /// How many bits it has.
    pub bits: u8,
    /// How many it should have.
    pub wanted: u8,
}

impl Error for WidthError {}

impl fmt::Display for WidthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, bits, wanted } = self;
        write!(
            f,
            "fingerprint {number} has {bits} bits, and the index is one of {wanted}; give fingerprints of one recipe"
        )
    }
}

/// What one table has for a query.
#[derive(Clone, Debug)]
pub struct LookUp<'a> {
    /// The table.
    pub table: &'a Table,
    /// The query's key in it.
    pub key: u128,
    /// The numbers of the fingerprints with that key, rising: the candidates.
    pub bucket: &'a [u32],
}

/// A fingerprint within k of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// How far away.
    pub hamming: u32,
    /// Its number.
    pub number: u32,
}

/// What a query found, and by way of what.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// What each table has for it.
    pub look_ups: Vec<LookUp<'a>>,
    /// How many fingerprints it was compared with: every candidate once.
    pub compared: usize,
    /// Those within k, the nearest first; ties by number.
    pub accepted: Vec<Hit>,
}

impl Index {
    /// Puts the fingerprints in the tables of the plan. They are known by their numbers from there on.
    ///
    /// # Errors
    /// [`WidthError`] where one is not of the plan's width.
    pub fn new(plan: Plan, fingerprints: &[Fingerprint]) -> Result<Self, WidthError> {
        Flat::new(plan.width(), fingerprints).map(|all| Self::of(plan, &all))
    }

    /// Puts fingerprints that stand one behind the other in the tables of a plan for their width.
    pub fn of(plan: Plan, all: &Flat) -> Self {
        let tables = match all.values() {
            Values::Narrow(values) => Tables::Narrow(sorted(values, &plan)),
            Values::Wide(values) => Tables::Wide(sorted(values, &plan)),
        };
        Self { plan, len: all.len(), tables }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many fingerprints there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many bytes its tables take.
    pub fn bytes(&self) -> usize {
        match &self.tables {
            Tables::Narrow(tables) => tables.iter().map(Sorted::bytes).sum(),
            Tables::Wide(tables) => tables.iter().map(Sorted::bytes).sum(),
        }
    }

    /// A fingerprint by its number. It is looked for in a table, so this is not for many of millions.
    pub fn get(&self, number: u32) -> Option<Fingerprint> {
        fn of<T: Bits>(tables: &[Sorted<T>], number: u32) -> Option<u128> {
            let table = tables.first()?;
            let at = table.numbers.iter().position(|&other| other == number)?;
            Some(table.values.get(at)?.value())
        }
        let value = match &self.tables {
            Tables::Narrow(tables) => of(tables, number),
            Tables::Wide(tables) => of(tables, number),
        };
        Some(Fingerprint::new(value?, self.plan.width()))
    }

    /// What each table has for `query`.
    pub fn look_up(&self, query: Fingerprint) -> impl Iterator<Item = LookUp<'_>> {
        self.plan.tables().iter().enumerate().map(move |(at, table)| {
            let width = self.plan.width();
            let key = table.key(Fingerprint::new(query.value(), width));
            let bucket = match &self.tables {
                Tables::Narrow(tables) => &tables[at].numbers[tables[at].bucket(key, width, table)],
                Tables::Wide(tables) => &tables[at].numbers[tables[at].bucket(key, width, table)],
            };
            LookUp { table, key, bucket }
        })
    }

    /// The fingerprints within `k` of `query`, the nearest first; ties by number. None is missed up to the plan's
    /// [`reach`](Plan::reach); beyond it those are that share no key with the query.
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

    /// The same with what every table had for it.
    pub fn search(&self, query: Fingerprint, k: u32) -> Found<'_> {
        let look_ups: Vec<LookUp<'_>> = self.look_up(query).collect();
        let mut candidates: Vec<u32> = look_ups.iter().flat_map(|look_up| look_up.bucket).copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        Found { compared: candidates.len(), look_ups, accepted: self.within(query, k) }
    }

    /// The fingerprints within `k` of `query`, found by comparing it with all.
    pub fn scan(&self, query: Fingerprint, k: u32) -> Vec<Hit> {
        fn all<T: Bits>(tables: &[Sorted<T>], query: Fingerprint, k: u32) -> Vec<Hit> {
            let mut hits = Vec::new();
            if let Some(table) = tables.first() {
                scan(&table.values, query, k, &mut |at, hamming| {
                    hits.push(Hit { hamming, number: table.numbers[at] });
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

/// Compares a query with what has a key in common with it.
fn candidates<T: Bits>(tables: &[Sorted<T>], plan: &Plan, query: Fingerprint, k: u32, hits: &mut Vec<Hit>) {
    let value = T::new(query.value());
    let query = Fingerprint::new(query.value(), plan.width());
    for (sorted, table) in tables.iter().zip(plan.tables()) {
        let bucket = sorted.bucket(table.key(query), plan.width(), table);
        for (&other, &number) in sorted.values[bucket.clone()].iter().zip(&sorted.numbers[bucket]) {
            let hamming = other.hamming(value);
            if hamming <= k {
                hits.push(Hit { hamming, number });
            }
        }
    }
}
