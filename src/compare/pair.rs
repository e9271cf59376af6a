//! Pairs of documents: the distance, the verdict of the rule, the second signal, and their order in a list.

use std::{cmp::Ordering, sync::Arc};

use rayon::prelude::*;

use super::coverage::{Windows, coverage};
use crate::simhash::{Fingerprint, Fixed, Stopped, Trace, Watch};

/// The largest Hamming distance called near unless told otherwise (Manku, Jain, Das Sarma, WWW 2007).
pub const DEFAULT_K: u32 = 3;
/// From this share on, a text counts as standing in the other for the most part.
pub const MUCH_SHARED: f64 = 0.5;

/// What comparing needs of a document: little enough to hold for thousands.
#[derive(Debug)]
pub struct Subject {
    /// The fingerprint; `None` where there is none to compare (an empty text, or only a system's constant).
    pub fingerprint: Option<Fingerprint>,
    /// The features' keys and weights, sorted by key.
    vector: Vec<(u64, Fixed)>,
    norm: f64,
    windows: Arc<Windows>,
}

impl Subject {
    /// From a trace and the windows of the same text.
    pub fn new(trace: &Trace, windows: Arc<Windows>) -> Self {
        let mut vector: Vec<_> = trace.features.iter().map(|f| (f.key, f.weight)).collect();
        vector.sort_unstable();
        let fingerprint = trace.sketch.fingerprint.filter(|_| !trace.sketch.constant);
        // A text without features has no direction, whatever constant a system makes of it.
        let norm = if trace.sketch.constant { 0.0 } else { trace.norm };
        Self { fingerprint, vector, norm, windows }
    }

    /// The features' keys and weights, sorted by key, and the length of that vector.
    pub(super) fn vector(&self) -> (&[(u64, Fixed)], f64) {
        (&self.vector, self.norm)
    }

    /// The windows, for looking at one pair closely.
    pub fn windows(&self) -> &Arc<Windows> {
        &self.windows
    }
}

/// Two documents compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Indices of A and B in the list of documents, A before B.
    pub documents: [usize; 2],
    /// In how many bits they differ; `None` where one has no fingerprint.
    pub hamming: Option<u32>,
    /// The cosine of the two weight vectors; `None` where one is empty.
    pub cosine: Option<f64>,
    /// The share of A that stands in B, and of B that stands in A.
    pub coverage: [f64; 2],
    /// The two files are byte for byte the same.
    pub identical: bool,
    /// Both texts are long enough to hold a shared run; else the coverage says nothing.
    pub coverable: bool,
}

/// Where the two signals, distance and shared passages, contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// Not near by the rule, yet most of one text stands in the other.
    SharedNotNear,
    /// Near by the rule, yet little of either stands in the other.
    NearNotShared,
}

impl Disagreement {
    /// A stable name, for files.
    pub fn key(self) -> &'static str {
        match self {
            Self::SharedNotNear => "shared-not-near",
            Self::NearNotShared => "near-not-shared",
        }
    }
}

impl Pair {
    /// Near-duplicates by the rule: the distance is at most `k`.
    pub fn near(&self, k: u32) -> bool {
        self.hamming.is_some_and(|hamming| hamming <= k)
    }

    /// The larger of the two coverages.
    pub fn most_covered(&self) -> f64 {
        self.coverage[0].max(self.coverage[1])
    }

    /// Whether the two signals contradict each other at `k`.
    pub fn disagreement(&self, k: u32) -> Option<Disagreement> {
        match (self.near(k), self.most_covered() >= MUCH_SHARED) {
            (false, true) => Some(Disagreement::SharedNotNear),
            // A text too short to hold a run cannot share one, and identical texts are not contradicted.
            (true, false) if !self.identical && self.coverable => Some(Disagreement::NearNotShared),
            _ => None,
        }
    }

    /// Near-duplicates first, then pairs where the signals disagree by larger coverage, then by distance; ties by
    /// coverage and by the order of the documents.
    pub fn rank(&self, other: &Self, k: u32) -> Ordering {
        let class = |pair: &Self| match (pair.near(k), pair.disagreement(k)) {
            (true, _) => 0,
            (false, Some(_)) => 1,
            (false, None) => 2,
        };
        let distance = |pair: &Self| pair.hamming.unwrap_or(u32::MAX);
        let coverage = other.most_covered().total_cmp(&self.most_covered());
        let by_class = class(self).cmp(&class(other));
        let within = if class(self) == 1 {
            coverage.then(distance(self).cmp(&distance(other)))
        } else {
            distance(self).cmp(&distance(other)).then(coverage)
        };
        by_class.then(within).then(self.documents.cmp(&other.documents))
    }
}

/// Compares two documents; `identical` is for the caller to know.
pub fn compare(documents: [usize; 2], a: &Subject, b: &Subject, identical: bool) -> Pair {
    let hamming = a.fingerprint.zip(b.fingerprint).map(|(a, b)| a.hamming(b));
    let coverage = coverage(&a.windows, &b.windows).map(|coverage| coverage.share);
    let coverable = a.windows.holds_runs() && b.windows.holds_runs();
    Pair { documents, hamming, cosine: cosine(a, b), coverage, identical, coverable }
}

/// Compares every two of the documents that can be compared, in the order (0, 1), (0, 2), … ; on all cores.
///
/// # Errors
/// [`Stopped`] where it was told to stop.
pub fn compare_all(
    subjects: &[Option<Arc<Subject>>],
    identical: impl Fn(usize, usize) -> bool + Sync,
    watch: &Watch,
) -> Result<Vec<Pair>, Stopped> {
    let rows: Vec<Vec<Pair>> = (0..subjects.len())
        .into_par_iter()
        .map(|i| {
            let Some(a) = &subjects[i] else {
                watch.advance((subjects.len() - i - 1) as u64);
                return Ok(Vec::new());
            };
            let mut row = Vec::new();
            for (j, b) in subjects.iter().enumerate().skip(i + 1) {
                watch.check()?;
                if let Some(b) = b {
                    row.push(compare([i, j], a, b, identical(i, j)));
                }
                watch.advance(1);
            }
            Ok(row)
        })
        .collect::<Result<_, Stopped>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// The cosine of the two weight vectors, summed in the order of the keys so that it is the same everywhere.
pub fn cosine(a: &Subject, b: &Subject) -> Option<f64> {
    if a.norm == 0.0 || b.norm == 0.0 {
        return None;
    }
    let (mut i, mut j) = (0, 0);
    let mut dot: i128 = 0;
    while let (Some(&(x, v)), Some(&(y, w))) = (a.vector.get(i), b.vector.get(j)) {
        match x.cmp(&y) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                dot += i128::from(v) * i128::from(w);
                i += 1;
                j += 1;
            }
        }
    }
    let scale = crate::simhash::SCALE as f64;
    Some((dot as f64 / (scale * scale) / (a.norm * b.norm)).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: usize, b: usize, hamming: u32, coverage: f64) -> Pair {
        let coverage = [coverage, 0.0];
        let (identical, coverable) = (false, true);
        Pair { documents: [a, b], hamming: Some(hamming), cosine: None, coverage, identical, coverable }
    }

    #[test]
    fn near_then_contradicted_then_the_rest() {
        let mut pairs =
            [pair(0, 1, 9, 0.0), pair(0, 2, 20, 0.9), pair(1, 2, 12, 0.6), pair(2, 3, 2, 0.9), pair(1, 3, 9, 0.1)];
        pairs.sort_by(|a, b| a.rank(b, 3));
        assert_eq!(pairs.map(|p| p.documents), [[2, 3], [0, 2], [1, 2], [1, 3], [0, 1]]);
    }

    #[test]
    fn signals_disagree_both_ways() {
        assert_eq!(pair(0, 1, 9, 0.6).disagreement(3), Some(Disagreement::SharedNotNear));
        assert_eq!(pair(0, 1, 2, 0.1).disagreement(3), Some(Disagreement::NearNotShared));
        assert_eq!(pair(0, 1, 9, 0.1).disagreement(3), None);
        let short = Pair { coverable: false, ..pair(0, 1, 2, 0.0) };
        assert_eq!(short.disagreement(3), None, "a text too short for a run cannot share one");
        let identical = Pair { identical: true, ..pair(0, 1, 0, 0.0) };
        assert_eq!(identical.disagreement(3), None);
    }
}
