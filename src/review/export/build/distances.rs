//! All distances between the documents of a report.

use super::{DocumentInput, ReportInput};
use crate::{
    review::export::{DistanceMatrix, HeatCell, HeatMap, budget::MAX_MATRIX},
    simhash::Fingerprint,
};

/// The greatest number of rows of a heat map; more documents are put in groups.
const MAX_GROUPS: usize = 100;

impl ReportInput<'_> {
    /// `None` if there are too few documents, or too many for a file.
    pub(super) fn matrix(&self) -> Option<DistanceMatrix> {
        let known = self.fingerprints();
        if !(2..=MAX_MATRIX).contains(&known.len()) {
            return None;
        }
        let distance = |a: Option<Fingerprint>, b: Option<Fingerprint>| Some(a?.hamming(b?));
        let distances = known.iter().map(|&(_, a)| known.iter().map(|&(_, b)| distance(a, b)).collect()).collect();
        Some(DistanceMatrix { documents: known.iter().map(|(at, _)| at + 1).collect(), distances })
    }

    /// `None` if there are too few documents.
    pub(super) fn heat_map(&self) -> Option<HeatMap> {
        let known: Vec<usize> = self.fingerprints().iter().filter_map(|(at, known)| known.map(|_| *at)).collect();
        if known.len() < 2 {
            return None;
        }
        let group = known.len().div_ceil(MAX_GROUPS);
        let mut map = HeatMap {
            documents: known.iter().map(|at| at + 1).collect(),
            group,
            rows: (0..known.len().div_ceil(group)).map(|row| vec![HeatCell::default(); row + 1]).collect(),
            pairs_at: vec![0; usize::from(self.recipe.bits) + 1],
        };
        for pair in self.pairs {
            let group = |at: usize| known.binary_search(&at).ok().map(|place| place / group);
            let (Some(distance), [Some(a), Some(b)]) = (pair.hamming(), pair.documents().map(group)) else {
                continue;
            };
            let cell = &mut map.rows[a.max(b)][a.min(b)];
            cell.distance = Some(cell.distance.map_or(distance, |least| least.min(distance)));
            cell.disagrees |= pair.disagreement(self.thresholds()).is_some();
            if let Some(pairs) = map.pairs_at.get_mut(distance as usize) {
                *pairs += 1;
            }
        }
        Some(map)
    }

    /// The documents that were read, each with its fingerprint if it has one.
    fn fingerprints(&self) -> Vec<(usize, Option<Fingerprint>)> {
        let fingerprint = |(at, document): (usize, &DocumentInput<'_>)| match document {
            DocumentInput { record: Some(record), .. } => Some((at, Some(record.fingerprint))),
            of => of.compared.as_ref().ok().map(|compared| (at, compared.fingerprint)),
        };
        self.documents.iter().enumerate().filter_map(fingerprint).collect()
    }
}
