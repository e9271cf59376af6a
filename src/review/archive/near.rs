//! What of an archive is near to a batch, and what can be read of it.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{Archive, Print};
use crate::{
    compare::distance::{CHANCE_LIMIT, chance_within},
    document::{self, Document, ReadError, Source},
    search::{FAR, Plan, nearest},
    simhash::{Fingerprint, Stopped, Watch, sketch},
};

/// More of an archive than this is not looked at, the nearest first: whoever has a page that 100,000 others have too
/// knows it after the first 5,000.
pub const MOST: usize = 5000;

/// How far a fingerprint may be to be met: within k, or within the cutoff up to which pairs join clusters, unless so many
/// are as near by chance that it says nothing.
pub fn reach(k: u32, cutoff: u32, bits: u8) -> u32 {
    if chance_within(cutoff, bits) > CHANCE_LIMIT { k } else { k.max(cutoff) }
}

/// A document of an archive that is near to some document of the batch.
#[derive(Debug)]
pub struct Met {
    /// What its line tells.
    pub print: Print,
    /// How far it is from the nearest of the batch.
    pub hamming: u32,
    /// The document, where its file can be read and still has that fingerprint.
    pub document: Option<Document>,
}

/// What came of looking a batch up in an archive.
#[derive(Debug)]
pub struct Reached {
    /// How many fingerprints are near to some document of the batch.
    pub near: usize,
    /// The nearest of them, in the order of the archive.
    pub met: Vec<Met>,
    /// How many of them are documents of the batch themselves, and are passed over.
    pub own: usize,
    /// Up to this distance.
    pub within: u32,
    /// How many fingerprints were looked up.
    pub queries: usize,
    /// The tables that they were looked up in; `None` where comparing with all costs less.
    pub plan: Option<Plan>,
    /// A line that cannot be read again.
    pub lost: Option<ReadError>,
}

impl Archive {
    /// Looks up the fingerprints of a batch, and reads what is near where that can be done. `files` are those of the
    /// batch, which do not meet themselves.
    ///
    /// # Errors
    /// [`Stopped`] where it was told to stop.
    pub fn reach(
        &self,
        batch: &[Fingerprint],
        files: &[&Path],
        within: u32,
        watch: &Watch,
    ) -> Result<Reached, Stopped> {
        watch.expect(batch.len() as u64);
        let least = nearest(batch, &self.prints, within, watch)?;
        let mut near: Vec<(u8, u32)> = least.into_iter().zip(0..).filter(|&(hamming, _)| hamming != FAR).collect();
        let all = near.len();
        // The batch may be in the archive, and its own documents are the nearest then.
        let most = MOST + batch.len();
        if near.len() > most {
            near.select_nth_unstable(most);
            near.truncate(most);
        }
        near.par_sort_unstable();
        let prints: Vec<_> = near
            .par_iter()
            .map(|&(hamming, number)| {
                watch.check()?;
                Ok(self.print(number).map(|print| (print, u32::from(hamming))))
            })
            .collect::<Result<_, Stopped>>()?;
        let of_batch: HashSet<PathBuf> = files.iter().filter_map(|file| fs::canonicalize(file).ok()).collect();
        let is_own = |print: &Print| print.places.iter().any(|place| self.is_one_of(place, print, &of_batch));
        let (mut own, mut lost, mut kept) = (0, None, Vec::new());
        for print in prints {
            match print {
                Err(unreadable) => lost = lost.or(Some(unreadable)),
                Ok((print, _)) if is_own(&print) => own += 1,
                Ok(print) if kept.len() < MOST => kept.push(print),
                Ok(_) => {}
            }
        }
        kept.par_sort_unstable_by_key(|(print, _)| print.number);
        let met = kept.into_par_iter().map(|(print, hamming)| {
            watch.check()?;
            Ok(Met { document: self.document(&print, watch), print, hamming })
        });
        let met = met.collect::<Result<_, Stopped>>()?;
        watch.check()?;
        let plan = Plan::that_pays(self.prints.width(), within, self.len() as u64, batch.len() as u64);
        Ok(Reached { near: all - own, met, own, within, queries: batch.len(), plan, lost })
    }

    /// Whether the document is one of these files, unchanged.
    fn is_one_of(&self, place: &Path, print: &Print, files: &HashSet<PathBuf>) -> bool {
        let there = fs::canonicalize(place).is_ok_and(|place| files.contains(&place));
        there && self.document(print, &Watch::default()).is_some()
    }

    /// The document, where it is still what its line says.
    fn document(&self, print: &Print, watch: &Watch) -> Option<Document> {
        let same = |document: &Document| {
            let made = sketch(&document.text, &self.recipe, watch).ok()?;
            made.fingerprint.filter(|&found| !made.constant && found == print.fingerprint)
        };
        let files = print.places.iter().filter(|place| place.is_file());
        let mut read =
            files.filter_map(|place| document::read_while(&Source::File(place.clone()), &|| !watch.stopped()).ok());
        read.find(|document| same(document).is_some())
    }
}
