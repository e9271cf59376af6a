//! Looks a batch up in files of fingerprints: which records are near, and which of their documents can still be read.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{FingerprintFiles, FingerprintRecord};
use crate::{
    compare::distance::{CHANCE_LIMIT, chance_within},
    document::{self, Document, ReadError, Source},
    search::{FAR, Plan, nearest},
    simhash::{Fingerprint, Pipeline, Stopped, Watch},
};

/// The most neighbours that are read, the nearest first: a page that 100,000 documents share is known after the first
/// 5,000.
pub(crate) const MAX_NEIGHBOURS: usize = 5000;

/// The greatest Hamming distance at which a record is a neighbour, in bits: the greater of threshold `k` and `cutoff`,
/// up to which pairs join clusters; `k` alone where too many fingerprints are within `cutoff` by chance
/// ([`CHANCE_LIMIT`]).
pub(crate) fn lookup_distance(k: u32, cutoff: u32, bits: u8) -> u32 {
    if chance_within(cutoff, bits) > CHANCE_LIMIT { k } else { k.max(cutoff) }
}

/// A record that is near some document of the batch.
#[derive(Debug)]
pub(crate) struct Neighbour {
    pub record: FingerprintRecord,
    /// Distance from the nearest document of the batch, in bits.
    #[cfg_attr(not(test), expect(dead_code, reason = "its tests alone ask for it"))]
    pub hamming: u32,
    /// The file, where it can be read and still has that fingerprint. Its text is not kept: there may be thousands.
    pub source: Option<Source>,
}

/// The result of looking a batch up.
#[derive(Debug)]
pub(crate) struct Lookup {
    /// How many records are near, without those of the batch itself.
    pub near: usize,
    /// The nearest of them, at most [`MAX_NEIGHBOURS`], in the order of the files.
    pub neighbours: Vec<Neighbour>,
    /// How many records are documents of the batch itself, and were skipped.
    #[cfg_attr(not(test), expect(dead_code, reason = "its tests alone ask for it"))]
    pub own: usize,
    /// The greatest distance, in bits.
    pub within: u32,
    /// How many fingerprints were looked up.
    pub queries: usize,
    /// The tables of the index; `None` where a scan costs less.
    pub plan: Option<Plan>,
    /// How many neighbours have a file that is not opened, since it is neither below the fingerprints nor below the
    /// working directory: the fingerprints may have come from anywhere.
    pub outside: usize,
    /// The first line that could not be read again.
    pub unreadable: Option<ReadError>,
}

impl FingerprintFiles {
    /// Looks up the fingerprints of a batch, and finds the files of the neighbours where they are still there. `files`
    /// are those of the batch: a record of one of them is no neighbour.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn look_up(
        &self,
        batch: &[Fingerprint],
        files: &[&Path],
        within: u32,
        watch: &Watch,
    ) -> Result<Lookup, Stopped> {
        watch.expect(batch.len() as u64);
        let least = nearest(batch, &self.fingerprints, within, watch)?;
        let mut near: Vec<(u8, u32)> = least.into_iter().zip(0..).filter(|&(hamming, _)| hamming != FAR).collect();
        let all = near.len();
        // The batch may be in the archive, and its own documents are the nearest then.
        let most = MAX_NEIGHBOURS + batch.len();
        if near.len() > most {
            near.select_nth_unstable(most);
            near.truncate(most);
        }
        near.par_sort_unstable();
        let records: Vec<_> = near
            .par_iter()
            .map(|&(hamming, number)| {
                watch.check()?;
                Ok(self.record(number).map(|record| (record, u32::from(hamming))))
            })
            .collect::<Result<_, Stopped>>()?;
        let of_batch: HashSet<PathBuf> = files.iter().filter_map(|file| fs::canonicalize(file).ok()).collect();
        let is_own = |record: &FingerprintRecord| {
            let in_batch = |path: &Path| fs::canonicalize(path).is_ok_and(|path| of_batch.contains(&path));
            self.source(record, &in_batch, &Watch::default()).is_some()
        };
        let is_inside = |path: &Path| self.identity.is_inside(path);
        let (mut own, mut unreadable, mut nearest) = (0, None, Vec::new());
        for record in records {
            match record {
                Err(error) => unreadable = unreadable.or(Some(error)),
                Ok((record, _)) if is_own(&record) => own += 1,
                Ok(record) if nearest.len() < MAX_NEIGHBOURS => nearest.push(record),
                Ok(_) => {}
            }
        }
        nearest.par_sort_unstable_by_key(|(record, _)| record.number);
        let neighbours = nearest.into_par_iter().map(|(record, hamming)| {
            watch.check()?;
            Ok(Neighbour { source: self.source(&record, &is_inside, watch), record, hamming })
        });
        let neighbours = neighbours.collect::<Result<Vec<_>, Stopped>>()?;
        let is_outside = |neighbour: &&Neighbour| {
            let files = neighbour.record.candidates.iter().filter(|path| path.is_file());
            neighbour.source.is_none()
                && files.clone().next().is_some()
                && !files.into_iter().any(|path| is_inside(path))
        };
        let outside = neighbours.iter().filter(is_outside).count();
        watch.check()?;
        let plan = Plan::that_pays(self.fingerprints.width(), within, self.offsets.len() as u64, batch.len() as u64);
        Ok(Lookup { near: all - own, neighbours, own, within, queries: batch.len(), plan, outside, unreadable })
    }

    /// The file of the document, where it may be opened, can be read and still has that fingerprint.
    fn source(
        &self,
        record: &FingerprintRecord,
        may_open: &(dyn Fn(&Path) -> bool + Sync),
        watch: &Watch,
    ) -> Option<Source> {
        let same = |document: &Document| {
            let made = Pipeline::new(self.recipe()).watched(watch).sketch(&document.text).ok()?;
            made.comparable().filter(|&found| found == record.fingerprint)
        };
        let files = record.candidates.iter().filter(|path| path.is_file() && may_open(path));
        let mut read =
            files.filter_map(|path| document::read_while(&Source::File(path.clone()), &|| !watch.stopped()).ok());
        read.find(|document| same(document).is_some()).map(|document| document.source)
    }
}
