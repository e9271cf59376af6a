//! Pairs that another tool found, in place of every two documents: what a Spark job or a database wrote. Their distances are
//! checked against the fingerprints made here.

mod file;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

pub(crate) use file::{PairsFile, PairsFileError};

use crate::{
    compare::{Groups, pair::Pair},
    document::Source,
    files::CanonicalFolders,
};

/// The pairs among the first documents of a batch.
#[derive(Clone, Debug)]
pub(crate) struct GivenPairs {
    /// How many documents these are.
    documents: usize,
    /// The lower number first, sorted.
    pairs: Arc<[[u32; 2]]>,
    /// The distances that were given with the pairs.
    distances: Arc<[Option<u32>]>,
    /// Those that are others here; `None` until they were checked. A recipe chosen later is meant to change them.
    pub other: Option<Arc<[OtherDistance]>>,
}

/// A distance that is another one here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherDistance {
    pub documents: [usize; 2],
    /// In bits, as it was given.
    pub given: u32,
    /// As it was computed; `None` where a document has no fingerprint.
    pub computed: Option<u32>,
}

impl GivenPairs {
    /// Numbers the documents of a file: those among `own` first, the others behind them, which are returned. With documents
    /// of one's own, pairs of two others are skipped.
    pub(crate) fn new(file: PairsFile, own: &[Source]) -> (Self, Vec<Source>) {
        let mut folders = CanonicalFolders::default();
        let mut canonical = |path: &Path| folders.path_of(path).unwrap_or_else(|| path.to_owned());
        let own_files = own.iter().enumerate().filter_map(|(at, source)| Some((at, source.file()?)));
        let mut numbers: HashMap<PathBuf, u32> = own_files.map(|(at, file)| (canonical(file), at as u32)).collect();
        let paths: Vec<PathBuf> = file.documents.iter().map(|path| canonical(path)).collect();
        let mut others = Vec::new();
        let mut pairs = Vec::new();
        for (documents, distance) in file.pairs {
            let is_own = |at: usize| numbers.get(&paths[at]).is_some_and(|&number| (number as usize) < own.len());
            if !own.is_empty() && !documents.iter().any(|&at| is_own(at)) {
                continue;
            }
            let [a, b] = documents.map(|at| {
                *numbers.entry(paths[at].clone()).or_insert_with(|| {
                    others.push(Source::File(file.documents[at].clone()));
                    (own.len() + others.len() - 1) as u32
                })
            });
            if a != b {
                pairs.push(([a.min(b), a.max(b)], distance));
            }
        }
        // If a pair is given twice the first distance counts.
        pairs.sort_by_key(|(pair, _)| *pair);
        pairs.dedup_by_key(|(pair, _)| *pair);
        let (pairs, distances): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let documents = own.len() + others.len();
        (Self { documents, pairs: pairs.into(), distances: distances.into(), other: None }, others)
    }

    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Documents of which these alone are pairs.
    pub(crate) fn among(&self, groups: Groups) -> Groups {
        groups.given(self.documents, self.pairs.clone())
    }

    /// The distances that are others than those given. `computed` are in the order of their documents; a pair that is not
    /// among them could not be compared.
    pub(super) fn checked(&self, computed: &[Pair]) -> Arc<[OtherDistance]> {
        let given = self.pairs.iter().zip(&*self.distances).filter_map(|(pair, distance)| Some((pair, (*distance)?)));
        let other = given.filter_map(|(pair, given)| {
            let documents = pair.map(|at| at as usize);
            let at = computed.binary_search_by_key(&documents, Pair::documents).ok()?;
            let computed = computed[at].hamming();
            (computed != Some(given)).then_some(OtherDistance { documents, given, computed })
        });
        other.collect()
    }
}
