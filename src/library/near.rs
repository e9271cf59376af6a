//! Finds documents whose fingerprints are near one.

use std::collections::BinaryHeap;

use rusqlite::params;

use super::{Library, LibraryError, row_key};
use crate::simhash::Fingerprint;

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
    /// Rows read in each table; empty where all fingerprints were read.
    pub rows: Vec<u64>,
}

impl Library {
    /// The documents at most `k` bits from a fingerprint: by the tables where they are exact for `k`, else by a scan.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn near(&self, fingerprint: Fingerprint, k: u32) -> Result<NearResult, LibraryError> {
        let Some(plan) = self.plan.as_ref().filter(|plan| k <= plan.exact_k()) else {
            return self.scan(fingerprint, k);
        };
        let mut result = NearResult::default();
        let mut statement = self.connection.prepare_cached("SELECT key FROM row_key WHERE key >= ?1 AND key < ?2")?;
        for [from, to] in row_key::ranges(plan, fingerprint) {
            let mut rows = statement.query(params![from, to])?;
            let mut read = 0;
            while let Some(row) = rows.next()? {
                read += 1;
                let key = row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged("row key"))?;
                let (other, document) =
                    row_key::parse(key, self.recipe.recipe.bits).ok_or(LibraryError::Damaged("row key"))?;
                let hamming = fingerprint.hamming(other);
                if hamming <= k {
                    result.near.push(NearDocument { hamming, document });
                }
            }
            result.rows.push(read);
        }
        result.near.sort_unstable();
        result.near.dedup();
        Ok(result)
    }

    /// The same by looking at every fingerprint.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn scan(&self, fingerprint: Fingerprint, k: u32) -> Result<NearResult, LibraryError> {
        let mut near = Vec::new();
        self.each_fingerprint(|other, document| {
            let hamming = fingerprint.hamming(other);
            if hamming <= k {
                near.push(NearDocument { hamming, document });
            }
        })?;
        near.sort_unstable();
        Ok(NearResult { near, rows: Vec::new() })
    }

    /// The `most` documents nearest to a fingerprint, whatever their distance.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn nearest(&self, fingerprint: Fingerprint, most: usize) -> Result<Vec<NearDocument>, LibraryError> {
        let mut nearest = BinaryHeap::new();
        self.each_fingerprint(|other, document| {
            nearest.push(NearDocument { hamming: fingerprint.hamming(other), document });
            if nearest.len() > most {
                nearest.pop();
            }
        })?;
        Ok(nearest.into_sorted_vec())
    }

    /// Visits all fingerprints, with the numbers of their documents.
    fn each_fingerprint(&self, mut visit: impl FnMut(Fingerprint, u32)) -> Result<(), LibraryError> {
        let all = "SELECT fingerprint, id FROM document WHERE fingerprint IS NOT NULL ORDER BY fingerprint";
        let mut statement = self.connection.prepare_cached(all)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged("fingerprint"))?;
            let width = self.recipe.recipe.bits;
            visit(row_key::from_bytes(bytes, width).ok_or(LibraryError::Damaged("fingerprint"))?, row.get(1)?);
        }
        Ok(())
    }
}
