//! Finds documents whose fingerprints are near one.

use std::collections::BinaryHeap;

use rusqlite::{OptionalExtension, params};

use super::{LibraryError, Sqlite, row_key};
use crate::{
    search::Plan,
    simhash::{Fingerprint, Watch},
};

/// A document near a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NearDocument {
    /// Bits that differ.
    pub hamming: u32,
    /// The number of the document.
    pub document: u32,
}

/// The result of a look-up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NearResult {
    /// By rising distance, then number.
    pub near: Vec<NearDocument>,
    /// The rows read in each table; empty if all fingerprints were read.
    pub tables: Vec<TableRows>,
    /// A page was damaged: documents may be missing if all fingerprints were read.
    pub damaged: bool,
}

/// The rows of one table that have a segment in common with a fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableRows {
    /// The first four bytes of their row keys.
    pub segment: u32,
    /// The fifth byte: the number of the table, from 1.
    pub flag: u8,
    /// How many there are.
    pub rows: u64,
    /// How many of them are in no table before: candidates, each counted once.
    pub new: u64,
    /// Those near, in the order of their row keys.
    pub near: Vec<NearDocument>,
}

impl Sqlite {
    /// The documents at most `k` bits from a fingerprint: by the tables if they are exact for `k` and not damaged, else by
    /// a scan, which ends early if the watch stops it.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, LibraryError> {
        let Some(plan) = self.plan_for(k) else { return self.scan(fingerprint, k, watch) };
        match self.look_up(plan, fingerprint, k) {
            Err(LibraryError::Damaged(_)) => Ok(NearResult { damaged: true, ..self.scan(fingerprint, k, watch)? }),
            result => result,
        }
    }

    fn plan_for(&self, k: u32) -> Option<&Plan> {
        self.identity.plan.as_ref().filter(|plan| k <= plan.exact_k())
    }

    fn look_up(&self, plan: &Plan, fingerprint: Fingerprint, k: u32) -> Result<NearResult, LibraryError> {
        let mut result = NearResult::default();
        let mut statement = self.connection.prepare_cached("SELECT key FROM row_key WHERE key >= ?1 AND key < ?2")?;
        for ([from, to], flag) in row_key::ranges(plan, fingerprint).zip(1..) {
            let segment = from.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
            let mut table = TableRows { segment, flag, rows: 0, new: 0, near: Vec::new() };
            let mut rows = statement.query(params![from, to])?;
            while let Some(row) = rows.next()? {
                table.rows += 1;
                let key = row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged("row key"))?;
                let (other, document) =
                    row_key::parse(key, self.identity.recipe.recipe.bits).ok_or(LibraryError::Damaged("row key"))?;
                let before = plan.tables().iter().take(usize::from(flag) - 1);
                let seen = before.into_iter().any(|table| table.key(other) == table.key(fingerprint));
                table.new += u64::from(!seen);
                let hamming = fingerprint.hamming(other);
                if hamming <= k {
                    table.near.push(NearDocument { hamming, document });
                }
            }
            result.near.extend(&table.near);
            result.tables.push(table);
        }
        result.near.sort_unstable();
        result.near.dedup();
        Ok(result)
    }

    /// The same by looking at every fingerprint.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(super) fn scan(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, LibraryError> {
        scan(fingerprint, k, |visit| self.each_fingerprint(watch, visit))
    }

    /// Visits all fingerprints, with the numbers of their documents, until the watch stops it.
    pub(super) fn each_fingerprint(
        &self,
        watch: &Watch,
        visit: &mut dyn FnMut(Fingerprint, u32),
    ) -> Result<(), LibraryError> {
        let all = "SELECT fingerprint, id FROM document WHERE fingerprint IS NOT NULL ORDER BY fingerprint";
        let mut statement = self.connection.prepare_cached(all)?;
        let mut rows = statement.query([])?;
        let width = self.identity.recipe.recipe.bits;
        while let Some(row) = rows.next()?.filter(|_| !watch.stopped()) {
            let bytes = row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged("fingerprint"))?;
            visit(row_key::from_bytes(bytes, width).ok_or(LibraryError::Damaged("fingerprint"))?, row.get(1)?);
        }
        Ok(())
    }

    /// The fingerprint of the document that was added last.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn last_fingerprint(&self) -> Result<Option<Fingerprint>, LibraryError> {
        let last = "SELECT fingerprint FROM document WHERE fingerprint IS NOT NULL ORDER BY id DESC LIMIT 1";
        let bytes: Option<Vec<u8>> = self.connection.query_row(last, [], |row| row.get(0)).optional()?;
        Ok(bytes.and_then(|bytes| row_key::from_bytes(&bytes, self.identity.recipe.recipe.bits)))
    }
}

/// The documents within k of each of many fingerprints, by looking at every fingerprint once: to read one takes longer than
/// to compare it with a hundred.
///
/// # Errors
/// Those of `each`.
pub(super) fn scan_each(
    fingerprints: &[Fingerprint],
    k: u32,
    each: impl FnOnce(&mut dyn FnMut(Fingerprint, u32)) -> Result<(), LibraryError>,
) -> Result<Vec<NearResult>, LibraryError> {
    let mut results = vec![NearResult::default(); fingerprints.len()];
    each(&mut |other, document| {
        for (fingerprint, result) in fingerprints.iter().zip(&mut results) {
            let hamming = fingerprint.hamming(other);
            if hamming <= k {
                result.near.push(NearDocument { hamming, document });
            }
        }
    })?;
    for result in &mut results {
        result.near.sort_unstable();
    }
    Ok(results)
}

/// The same for one.
///
/// # Errors
/// Those of `each`.
pub(super) fn scan(
    fingerprint: Fingerprint,
    k: u32,
    each: impl FnOnce(&mut dyn FnMut(Fingerprint, u32)) -> Result<(), LibraryError>,
) -> Result<NearResult, LibraryError> {
    Ok(scan_each(&[fingerprint], k, each)?.pop().unwrap_or_default())
}

/// The `most` documents nearest to a fingerprint, whatever their distance.
///
/// # Errors
/// Those of `each`.
pub(super) fn nearest(
    fingerprint: Fingerprint,
    most: usize,
    each: impl FnOnce(&mut dyn FnMut(Fingerprint, u32)) -> Result<(), LibraryError>,
) -> Result<Vec<NearDocument>, LibraryError> {
    let mut nearest = BinaryHeap::new();
    each(&mut |other, document| {
        nearest.push(NearDocument { hamming: fingerprint.hamming(other), document });
        if nearest.len() > most {
            nearest.pop();
        }
    })?;
    Ok(nearest.into_sorted_vec())
}
