//! Finds documents that share runs of text.

use std::collections::HashMap;

use super::{LibraryError, Sqlite, segments};
use crate::simhash::Watch;

/// A document that has hashes of runs in common with a text: it shares passages, but for a hash of two runs by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sharing {
    /// The number of the document.
    pub document: u32,
    /// How many hashes they have in common.
    pub runs: u32,
    /// Σ 1/df over these hashes, df being the number of documents that have one.
    pub score: f64,
}

/// The result of looking runs up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SharingResult {
    /// By falling score, then number.
    pub best: Vec<Sharing>,
    /// Blocks were damaged: documents may be missing.
    pub damaged: bool,
}

impl Sqlite {
    /// The `most` documents that share the rarest runs, the best first. Runs in damaged blocks are skipped. The watch
    /// may end it early.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn sharing(&self, runs: &[u64], most: usize, watch: &Watch) -> Result<SharingResult, LibraryError> {
        let segments = segments::all(&self.connection)?;
        let mut all: HashMap<u32, Sharing> = HashMap::new();
        let (mut found, mut damaged) = (Vec::new(), false);
        for &run in runs.iter().take_while(|_| !watch.stopped()) {
            found.clear();
            match segments::look_up(&self.connection, &segments, run, &mut found) {
                Err(LibraryError::Damaged(_)) => damaged = true,
                result => result?,
            }
            let rarity = 1.0 / found.len() as f64;
            for &document in &found {
                let sharing = all.entry(document).or_insert(Sharing { document, runs: 0, score: 0.0 });
                sharing.runs += 1;
                sharing.score += rarity;
            }
        }
        let mut all: Vec<Sharing> = all.into_values().collect();
        all.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
        let mut exists = self.connection.prepare_cached("SELECT 1 FROM document WHERE id = ?1")?;
        let mut best = Vec::new();
        for sharing in all {
            if best.len() == most {
                break;
            }
            // It may have been removed, and its hashes not yet.
            if exists.exists([sharing.document])? {
                best.push(sharing);
            }
        }
        Ok(SharingResult { best, damaged })
    }
}
