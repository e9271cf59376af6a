//! Fingerprints with nothing behind them: of documents that were only hashed, and from files. What can be said of two
//! of them is their distance.

use rayon::prelude::*;

use super::{documents, print_error, settings::ResolvedSettings, stored::StoredFingerprint};
use crate::{
    batch::stream::{Seen, Streamed, read, remainder},
    compare::exclusion::{ExcludedShare, Exclusions},
    document::{Source, display_names},
    simhash::{Fingerprint, Sketch, sketch},
};

/// A fingerprint, or why there is none.
pub(super) struct ListedFingerprint {
    /// What the document is called, told apart from the others. Safe to show.
    pub name: String,
    /// `None` where there is none to compare.
    pub fingerprint: Option<Fingerprint>,
    /// Its source.
    pub origin: FingerprintOrigin,
    /// The fingerprint without what was left out; the same one where nothing was to be.
    pub rest: Option<Fingerprint>,
    /// How much was left out.
    pub share: ExcludedShare,
}

/// Where a fingerprint comes from.
pub(super) enum FingerprintOrigin {
    /// A document of this run.
    Document(Streamed<Sketch>),
    /// A file with fingerprints.
    Stored(StoredFingerprint),
}

/// Fingerprints to be compared, and how.
pub(super) struct FingerprintList {
    /// Those of documents in the order in which they were given, then those from files.
    pub all: Vec<ListedFingerprint>,
    /// Recipe, k, language.
    pub settings: ResolvedSettings,
    /// What was to be left out, where something was.
    pub exclusions: Option<Exclusions>,
}

/// Two fingerprints compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FingerprintPair {
    /// Places of A and B, A before B.
    pub documents: [usize; 2],
    /// In how many bits they differ; `None` where one has no fingerprint.
    pub hamming: Option<u32>,
}

impl FingerprintList {
    /// Hashes the documents, whole and without what is to be left out, and joins the stored fingerprints to theirs.
    pub(super) fn new(
        sources: Vec<Source>,
        stored: Vec<StoredFingerprint>,
        settings: ResolvedSettings,
        exclusions: Option<Exclusions>,
    ) -> Self {
        let of_stored = stored.iter().map(|stored| documents::source(stored.path.as_ref()));
        let named: Vec<Source> = sources.iter().cloned().chain(of_stored).collect();
        let names = display_names(&named.iter().collect::<Vec<_>>());
        let own = |sketch: Sketch| sketch.fingerprint.filter(|_| !sketch.constant);
        let documents = read(sources, |document| {
            let whole = sketch(&document.text, &settings.recipe)?;
            let Some(exclusions) = &exclusions else { return Ok((whole, own(whole), ExcludedShare::default())) };
            let (excluded, rest) = remainder(&document.text, exclusions, &settings.recipe, settings.run)?;
            Ok((whole, rest, ExcludedShare::new(&document.text, &excluded)))
        });
        let documents = documents.into_iter().map(|Streamed { source, name, seen }| {
            let (share, rest) = seen.as_ref().map_or_else(|_| Default::default(), |seen| (seen.made.2, seen.made.1));
            let seen = seen.map(|Seen { reading, landmarks, made }| Seen { reading, landmarks, made: made.0 });
            let fingerprint = seen.as_ref().ok().and_then(|seen| own(seen.made));
            (fingerprint, rest, share, FingerprintOrigin::Document(Streamed { source, name, seen }))
        });
        let stored = stored.into_iter().map(|stored| {
            (stored.fingerprint, stored.fingerprint, ExcludedShare::default(), FingerprintOrigin::Stored(stored))
        });
        let print = |((fingerprint, rest, share, mut origin), name): (_, String)| {
            if let FingerprintOrigin::Document(entry) = &mut origin {
                entry.name.clone_from(&name);
            }
            ListedFingerprint { name, fingerprint, origin, rest, share }
        };
        Self { all: documents.chain(stored).zip(names).map(print).collect(), settings, exclusions }
    }

    /// The distance of two, by their places.
    pub(super) fn hamming(&self, a: usize, b: usize) -> Option<u32> {
        let [a, b] = [a, b].map(|at| self.all.get(at).and_then(|print| print.fingerprint));
        Some(a?.hamming(b?))
    }

    /// The distance of two without what was left out.
    pub(super) fn hamming_without(&self, a: usize, b: usize) -> Option<u32> {
        let [a, b] = [a, b].map(|at| self.all.get(at).and_then(|print| print.rest));
        Some(a?.hamming(b?))
    }

    /// Whether a distance is near by the rule.
    pub(super) fn near(&self, hamming: Option<u32>) -> bool {
        hamming.is_some_and(|hamming| hamming <= self.settings.k())
    }

    /// How many pairs are near.
    pub(super) fn near_pairs(&self) -> usize {
        let row = |a: usize| (a + 1..self.all.len()).filter(|&b| self.near(self.hamming(a, b))).count();
        (0..self.all.len()).into_par_iter().map(row).sum()
    }

    /// Every two of those that could be read, by their distance; those without one last.
    pub(super) fn pairs(&self) -> Vec<FingerprintPair> {
        let read: Vec<usize> = (0..self.all.len()).filter(|&at| !self.all[at].failed()).collect();
        let mut pairs: Vec<FingerprintPair> = (0..read.len())
            .flat_map(|i| (i + 1..read.len()).map(move |j| (i, j)))
            .map(|(i, j)| (read[i], read[j]))
            .map(|(a, b)| FingerprintPair { documents: [a, b], hamming: self.hamming(a, b) })
            .collect();
        pairs.sort_by_key(|pair| (pair.hamming.unwrap_or(u32::MAX), pair.documents));
        pairs
    }

    /// How many could not be read.
    pub(super) fn failed(&self) -> usize {
        self.all.iter().filter(|print| print.failed()).count()
    }

    /// Names the documents of which nothing could be made, on standard error.
    pub(super) fn print_error(&self) {
        for print in &self.all {
            if let FingerprintOrigin::Document(Streamed { source, seen: Err(failure), .. }) = &print.origin {
                print_error(&failure.message(source, self.settings.lang));
            }
        }
    }
}

impl ListedFingerprint {
    /// Whether it is a document of this run of which nothing could be made.
    pub(super) fn failed(&self) -> bool {
        matches!(&self.origin, FingerprintOrigin::Document(entry) if entry.seen.is_err())
    }
}
