//! Fingerprints without texts: of documents that were only hashed, and from files. Two of them have a distance, and nothing
//! else can be known of the pair.

use rayon::prelude::*;

use super::{documents, print_error, settings::ResolvedSettings};
use crate::{
    batch::{
        Work,
        stream::{Streamed, StreamedValue, read, remainder},
    },
    compare::{
        Thresholds,
        exclusion::{ExcludedShare, Exclusions},
        order::{NameOrder, ordered},
        pair::Pair,
    },
    document::{Source, display_names},
    say,
    simhash::{Fingerprint, Sketch, sketch},
    store::StoredFingerprint,
};

/// A fingerprint, or why there is none.
pub(super) struct ListedFingerprint {
    /// The name of the document, distinct from the others. Safe to show.
    pub name: String,
    /// `None` where there is none to compare.
    pub fingerprint: Option<Fingerprint>,
    pub origin: FingerprintOrigin,
    pub remainder: FingerprintRemainder,
}

/// A document without the excluded text.
#[derive(Default)]
pub(super) struct FingerprintRemainder {
    /// Without exclusions, that of the document.
    pub fingerprint: Option<Fingerprint>,
    /// The excluded share.
    pub share: ExcludedShare,
    /// Patterns that would take too much work on the document, and were not applied to it.
    pub not_applied: Vec<String>,
}

/// The origin of a fingerprint.
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
    /// `None` if nothing is excluded.
    pub exclusions: Option<Exclusions>,
    /// The distances of the whole texts count, though text is excluded.
    pub whole: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FingerprintPair {
    /// Places of A and B, A before B.
    pub documents: [usize; 2],
    /// In how many bits they differ; `None` where one has no fingerprint.
    pub hamming: Option<u32>,
}

impl FingerprintList {
    /// Hashes the documents with and without exclusions, and appends the stored fingerprints.
    pub(super) fn new(
        sources: Vec<Source>,
        stored: Vec<StoredFingerprint>,
        settings: ResolvedSettings,
        (exclusions, whole): (Option<Exclusions>, bool),
    ) -> Self {
        let of_stored = stored.iter().map(|stored| documents::source(stored.path.as_ref()));
        let named: Vec<Source> = sources.iter().cloned().chain(of_stored).collect();
        let names = display_names(&named.iter().collect::<Vec<_>>());
        let own = |sketch: Sketch| sketch.fingerprint.filter(|_| !sketch.constant);
        let documents = read(sources, Work::Hash, |document| {
            let whole = sketch(&document.text, &settings.recipe)?;
            let Some(exclusions) = &exclusions else {
                return Ok((whole, FingerprintRemainder { fingerprint: own(whole), ..Default::default() }));
            };
            let (excluded, fingerprint) = remainder(&document.text, exclusions, &settings.recipe, settings.run)?;
            let share = ExcludedShare::new(&document.text, &excluded.spans);
            let pattern = |at: usize| exclusions.patterns[at].as_str().to_owned();
            let not_applied = excluded.not_applied.into_iter().map(pattern).collect();
            Ok((whole, FingerprintRemainder { fingerprint, share, not_applied }))
        });
        let documents = documents.into_iter().map(|Streamed { source, name, seen }| {
            let mut remainder = FingerprintRemainder::default();
            let seen = seen.map(|StreamedValue { reading, landmarks, altered, made }| {
                remainder = made.1;
                StreamedValue { reading, landmarks, altered, made: made.0 }
            });
            let fingerprint = seen.as_ref().ok().and_then(|seen| own(seen.made));
            (fingerprint, remainder, FingerprintOrigin::Document(Streamed { source, name, seen }))
        });
        let stored = stored.into_iter().map(|stored| {
            let fingerprint = stored.fingerprint;
            let remainder = FingerprintRemainder { fingerprint, ..Default::default() };
            (fingerprint, remainder, FingerprintOrigin::Stored(stored))
        });
        let print = |((fingerprint, remainder, mut origin), name): (_, String)| {
            if let FingerprintOrigin::Document(entry) = &mut origin {
                entry.name.clone_from(&name);
            }
            ListedFingerprint { name, fingerprint, origin, remainder }
        };
        Self { all: documents.chain(stored).zip(names).map(print).collect(), settings, exclusions, whole }
    }

    /// The distance of two, by their places.
    pub(super) fn hamming(&self, a: usize, b: usize) -> Option<u32> {
        let [a, b] = [a, b].map(|at| self.all.get(at).and_then(|print| print.fingerprint));
        Some(a?.hamming(b?))
    }

    /// The distance of two remainders.
    pub(super) fn hamming_without(&self, a: usize, b: usize) -> Option<u32> {
        let [a, b] = [a, b].map(|at| self.all.get(at).and_then(|print| print.remainder.fingerprint));
        Some(a?.hamming(b?))
    }

    /// The distance that counts.
    pub(super) fn hamming_scored(&self, a: usize, b: usize) -> Option<u32> {
        if self.whole { self.hamming(a, b) } else { self.hamming_without(a, b) }
    }

    /// Whether a distance is within the threshold.
    pub(super) fn near(&self, hamming: Option<u32>) -> bool {
        hamming.is_some_and(|hamming| hamming <= self.settings.k())
    }

    /// The number of near pairs, by the distances that count.
    pub(super) fn near_pairs(&self) -> usize {
        let row = |a: usize| (a + 1..self.all.len()).filter(|&b| self.near(self.hamming_scored(a, b))).count();
        (0..self.all.len()).into_par_iter().map(row).sum()
    }

    /// Every two of those that could be read, in the order of all lists of pairs: without texts, that is by distance.
    pub(super) fn pairs(&self) -> Vec<FingerprintPair> {
        let read: Vec<usize> = (0..self.all.len()).filter(|&at| !self.all[at].failed()).collect();
        let pairs: Vec<Pair> = (0..read.len())
            .flat_map(|i| (i + 1..read.len()).map(move |j| (i, j)))
            .map(|(i, j)| [read[i], read[j]])
            .map(|documents| Pair::new(documents, self.hamming(documents[0], documents[1])))
            .collect();
        let names = NameOrder::of(self.all.iter().map(|print| print.name.as_str()));
        let thresholds = Thresholds { k: self.settings.k(), texts: self.settings.config.text_thresholds() };
        let order = ordered(&pairs, thresholds, &names).into_iter().map(|at| &pairs[at as usize]);
        order.map(|pair| FingerprintPair { documents: pair.documents(), hamming: pair.hamming() }).collect()
    }

    /// The number of documents that could not be processed.
    pub(super) fn failed(&self) -> usize {
        self.all.iter().filter(|print| print.failed()).count()
    }

    /// Names the documents that could not be processed, and the patterns that were not applied, on standard error.
    pub(super) fn print_errors(&self) {
        for print in &self.all {
            for pattern in &print.remainder.not_applied {
                print_error(&say::pattern_not_applied(pattern, &[&print.name], self.settings.lang));
            }
            if let FingerprintOrigin::Document(Streamed { source, seen: Err(failure), .. }) = &print.origin {
                print_error(&failure.message(source, self.settings.lang));
            }
        }
    }
}

impl ListedFingerprint {
    /// Whether it is a document of this run that could not be processed.
    pub(super) fn failed(&self) -> bool {
        matches!(&self.origin, FingerprintOrigin::Document(entry) if entry.seen.is_err())
    }
}
