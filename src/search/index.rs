//! Fingerprints in the tables of a plan.

use super::plan::{Plan, Table};
use crate::simhash::Fingerprint;

/// Fingerprints, and for each table of a plan their numbers in the order of their keys.
///
/// A table is four bytes a fingerprint: keys are not kept but read off the fingerprints.
#[derive(Clone, Debug)]
pub struct Index {
    plan: Plan,
    stored: Vec<Fingerprint>,
    sorted: Vec<Vec<u32>>,
}

/// A fingerprint of another width than the plan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fingerprint {number} has {bits} bits, and the index is one of {wanted}; give fingerprints of one recipe")]
pub struct WidthError {
    /// Which, from 0.
    pub number: usize,
    /// How many bits it has.
    pub bits: u8,
    /// How many it should have.
    pub wanted: u8,
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
        let wanted = plan.width();
        if let Some(number) = fingerprints.iter().position(|fingerprint| fingerprint.width() != wanted) {
            return Err(WidthError { number, bits: fingerprints[number].width(), wanted });
        }
        let stored = fingerprints.to_vec();
        let sorted = |table: &Table| {
            let mut numbers: Vec<u32> = (0..stored.len() as u32).collect();
            // Equal keys stay in the order of their numbers.
            numbers.sort_by_cached_key(|&number| table.key(stored[number as usize]));
            numbers
        };
        let sorted = plan.tables().iter().map(sorted).collect();
        Ok(Self { plan, stored, sorted })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The fingerprints, by number.
    pub fn stored(&self) -> &[Fingerprint] {
        &self.stored
    }

    /// What each table has for `query`.
    pub fn look_up(&self, query: Fingerprint) -> impl Iterator<Item = LookUp<'_>> {
        self.plan.tables().iter().zip(&self.sorted).map(move |(table, numbers)| {
            let key = table.key(query);
            let key_of = |number: &u32| table.key(self.stored[*number as usize]);
            let begin = numbers.partition_point(|number| key_of(number) < key);
            let end = begin + numbers[begin..].partition_point(|number| key_of(number) == key);
            LookUp { table, key, bucket: &numbers[begin..end] }
        })
    }

    /// The fingerprints within `k` of `query`. None is missed up to the plan's [`reach`](Plan::reach); beyond it those
    /// are that share no key with the query.
    pub fn search(&self, query: Fingerprint, k: u32) -> Found<'_> {
        let look_ups: Vec<LookUp<'_>> = self.look_up(query).collect();
        let mut candidates: Vec<u32> = look_ups.iter().flat_map(|look_up| look_up.bucket).copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        let accepted = hits(&self.stored, candidates.iter().copied(), query, k);
        Found { compared: candidates.len(), look_ups, accepted }
    }
}

/// The fingerprints within `k` of `query`, found by comparing it with all.
pub fn all_within(stored: &[Fingerprint], query: Fingerprint, k: u32) -> Vec<Hit> {
    hits(stored, 0..stored.len() as u32, query, k)
}

fn hits(stored: &[Fingerprint], numbers: impl Iterator<Item = u32>, query: Fingerprint, k: u32) -> Vec<Hit> {
    let hit = |number: u32| Hit { hamming: stored[number as usize].hamming(query), number };
    let mut all: Vec<Hit> = numbers.map(hit).filter(|hit| hit.hamming <= k).collect();
    all.sort_unstable();
    all
}
