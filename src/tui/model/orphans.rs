//! Verdicts and notes that have lost what they were of, in whole or in part: none of them is ever dropped.

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};

use super::Results;
use crate::{
    batch::Batch,
    review::{Decision, Decisions, FileId, Files, HunkId, Timestamp},
};

/// Decisions on something that changed or is gone.
#[derive(Clone, Debug)]
pub(crate) struct Orphan {
    pub lost: Lost,
    /// The pair, where it still exists.
    pub pair: Option<[usize; 2]>,
    /// The two files: indices in the batch, or the former paths.
    pub files: [Result<usize, String>; 2],
    /// The place in them; `None` for the pair as a whole.
    pub hunk: Option<HunkId>,
    pub decision: Decision,
}

/// The reason why a decision is an orphan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lost {
    /// A file is not there any more.
    File,
    /// The files are there, but not the words of the change.
    Words,
    /// A file was changed since.
    Changed,
}

/// The places of a pair as they are now, with the hashes of the bytes of its files.
pub(crate) type PairPlaces = BTreeMap<[usize; 2], ([u64; 2], Arc<[HunkId]>)>;

impl Orphan {
    /// All of them, as far as is known: places are looked for in the background.
    pub(crate) fn all(
        (matched, files, places): (&Decisions, &Files, &PairPlaces),
        batch: &Batch,
        results: &Results,
    ) -> Vec<Self> {
        let mut all = Vec::new();
        for gone in matched.missing() {
            let of = |file: &FileId| files.find(file).ok_or_else(|| file.path.clone());
            all.push(Self {
                lost: Lost::File,
                pair: None,
                files: gone.target.files.each_ref().map(of),
                hunk: gone.target.hunk.clone(),
                decision: gone.decision.clone(),
            });
        }
        for pair in matched.pairs() {
            let orphan = |lost, hunk: Option<&HunkId>, decision: &Decision| Self {
                lost,
                pair: Some(pair),
                files: pair.map(Ok),
                hunk: hunk.cloned(),
                decision: decision.clone(),
            };
            if let Some(decision) = matched.pair(pair).filter(|decision| matched.is_outdated(pair, decision)) {
                all.push(orphan(Lost::Changed, None, decision));
            }
            let Some(now) = now(places, batch, results, pair) else { continue };
            let gone = matched.orphans(pair, &now).into_iter();
            all.extend(gone.map(|(hunk, decision)| orphan(Lost::Words, Some(hunk), decision)));
        }
        all.sort_by_key(|orphan| (orphan.lost, orphan.pair, Reverse(orphan.at().map(|at| at.as_str().to_owned()))));
        all
    }

    /// When the last word on it was written, by the clocks of those who wrote.
    pub(crate) fn at(&self) -> Option<&Timestamp> {
        let Decision { verdict, notes, drafts } = &self.decision;
        let noted = notes.iter().chain(drafts).map(|noted| &noted.at);
        verdict.iter().map(|given| &given.at).chain(noted).max_by_key(|at| at.as_str())
    }

    /// The note, and whether it is an unsaved draft.
    pub(crate) fn note(&self) -> Option<(String, bool)> {
        let writing = self.decision.note_input();
        let saved = self.decision.note().map(|note| (note, false));
        saved.or_else(|| writing.draft.then_some((writing.text, true)))
    }
}

/// The places of a pair, where they are known of the texts as they are.
fn now(places: &PairPlaces, batch: &Batch, results: &Results, pair: [usize; 2]) -> Option<Vec<HunkId>> {
    let (of, hunks) = places.get(&pair)?;
    if contents(batch, pair)? != *of {
        return None;
    }
    // Points of alignment make other hunks, exclusions other passages.
    let shown = results.diff_of(pair).into_iter().flat_map(|diffed| diffed.places.iter());
    let passages = results.passages.value().filter(|passages| passages.documents == pair);
    let passages = passages.into_iter().flat_map(|passages| passages.ids());
    Some(hunks.iter().chain(shown).chain(passages).cloned().collect())
}

/// The hashes of the bytes of two documents, once both are read.
pub(crate) fn contents(batch: &Batch, pair: [usize; 2]) -> Option<[u64; 2]> {
    let [a, b] = pair.map(|at| batch.document(at).map(|document| document.reading.content_hash));
    Some([a?, b?])
}
