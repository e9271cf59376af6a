//! Fingerprints with nothing behind them: of documents that were only hashed, and from files. What can be said of two
//! of them is their distance.

use rayon::prelude::*;

use super::{
    complain,
    desk::{Entry, read},
    documents,
    settings::Chosen,
    stored::Stored,
};
use crate::{
    document::{Source, display_names},
    simhash::{Fingerprint, Sketch, Watch, sketch},
};

/// A fingerprint, or why there is none.
pub struct Print {
    /// What the document is called, told apart from the others. Safe to show.
    pub name: String,
    /// `None` where there is none to compare.
    pub fingerprint: Option<Fingerprint>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a fingerprint comes from.
pub enum Origin {
    /// A document of this run.
    Document(Entry<Sketch>),
    /// A file with fingerprints.
    Stored(Stored),
}

/// Fingerprints to be compared, and how.
pub struct Prints {
    /// Those of documents in the order in which they were given, then those from files.
    pub all: Vec<Print>,
    /// Recipe, k, language.
    pub chosen: Chosen,
}

/// Two fingerprints compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Places of A and B, A before B.
    pub documents: [usize; 2],
    /// In how many bits they differ; `None` where one has no fingerprint.
    pub hamming: Option<u32>,
}

impl Prints {
    /// Hashes the documents and joins the stored fingerprints to theirs.
    pub fn new(sources: Vec<Source>, stored: Vec<Stored>, chosen: Chosen) -> Self {
        let watch = Watch::default();
        let of_stored = stored.iter().map(|stored| documents::source(stored.path.as_ref()));
        let named: Vec<Source> = sources.iter().cloned().chain(of_stored).collect();
        let names = display_names(&named.iter().collect::<Vec<_>>());
        let documents = read(sources, |document| sketch(&document.text, &chosen.recipe, &watch)).into_iter();
        let documents = documents.map(|entry| {
            let sketch = entry.seen.as_ref().ok().map(|seen| seen.made);
            let fingerprint = sketch.filter(|sketch| !sketch.constant).and_then(|sketch| sketch.fingerprint);
            (fingerprint, Origin::Document(entry))
        });
        let stored = stored.into_iter().map(|stored| (stored.fingerprint, Origin::Stored(stored)));
        let print = |((fingerprint, mut origin), name): (_, String)| {
            if let Origin::Document(entry) = &mut origin {
                entry.name.clone_from(&name);
            }
            Print { name, fingerprint, origin }
        };
        Self { all: documents.chain(stored).zip(names).map(print).collect(), chosen }
    }

    /// The distance of two, by their places.
    pub fn hamming(&self, a: usize, b: usize) -> Option<u32> {
        let [a, b] = [a, b].map(|at| self.all.get(at).and_then(|print| print.fingerprint));
        Some(a?.hamming(b?))
    }

    /// Whether a distance is near by the rule.
    pub fn near(&self, hamming: Option<u32>) -> bool {
        hamming.is_some_and(|hamming| hamming <= self.chosen.k())
    }

    /// How many pairs are near.
    pub fn near_pairs(&self) -> usize {
        let row = |a: usize| (a + 1..self.all.len()).filter(|&b| self.near(self.hamming(a, b))).count();
        (0..self.all.len()).into_par_iter().map(row).sum()
    }

    /// Every two of those that could be read, by their distance; those without one last.
    pub fn pairs(&self) -> Vec<Distance> {
        let read: Vec<usize> = (0..self.all.len()).filter(|&at| !self.all[at].failed()).collect();
        let mut pairs: Vec<Distance> = (0..read.len())
            .flat_map(|i| (i + 1..read.len()).map(move |j| (i, j)))
            .map(|(i, j)| (read[i], read[j]))
            .map(|(a, b)| Distance { documents: [a, b], hamming: self.hamming(a, b) })
            .collect();
        pairs.sort_by_key(|pair| (pair.hamming.unwrap_or(u32::MAX), pair.documents));
        pairs
    }

    /// How many could not be read.
    pub fn failed(&self) -> usize {
        self.all.iter().filter(|print| print.failed()).count()
    }

    /// Names the documents of which nothing could be made, on standard error.
    pub fn complain(&self) {
        for print in &self.all {
            if let Origin::Document(Entry { seen: Err(trouble), .. }) = &print.origin {
                complain(&trouble.message(self.chosen.lang));
            }
        }
    }
}

impl Print {
    /// Whether it is a document of this run of which nothing could be made.
    pub fn failed(&self) -> bool {
        matches!(&self.origin, Origin::Document(entry) if entry.seen.is_err())
    }
}
