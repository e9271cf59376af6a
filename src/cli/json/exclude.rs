//! What was left out, and what a pair is without it, as JSON.

use super::{
    places::Places,
    shape::{Excluded, LeftOut, OfDocument, Without},
};
use crate::{
    batch::{Batch, Remainder},
    compare::{
        exclusion::{self, Pattern, Share, Why},
        pair::{self, Disagreement, cosine},
    },
    simhash::Fingerprint,
};

/// What was to be left out of the documents of a batch, and what that came to; `None` where nothing was to be.
pub(super) fn left_out(batch: &Batch) -> Option<LeftOut> {
    let (remainders, exclusions) = (batch.all_remainders()?, batch.rules.exclusions());
    let of_one = |at: usize| Some(document(&batch.document(at)?.text, remainders.get(at)?));
    Some(LeftOut {
        quotations: exclusions.quotations,
        references: exclusions.references,
        base: exclusions.base.len(),
        common: exclusions.common,
        patterns: exclusions.patterns.iter().map(|pattern| Pattern::as_str(pattern).to_owned()).collect(),
        of: (0..batch.entries.len()).map(of_one).collect(),
    })
}

fn document(text: &str, remainder: &Remainder) -> OfDocument {
    of_document(text, &remainder.excluded, remainder.share, remainder.subject.fingerprint)
}

/// What was left out of a document with this text, and the fingerprint of what is left.
pub(in crate::cli) fn of_document(
    text: &str,
    excluded: &[exclusion::Excluded],
    share: Share,
    fingerprint: Option<Fingerprint>,
) -> OfDocument {
    let mut places = Places::new(text);
    let stretch = |excluded: &exclusion::Excluded| {
        let place = places.stretch(excluded.span);
        Excluded { start: place.start, end: place.end, why: excluded.why.all().map(Why::key).collect() }
    };
    let stretches = excluded.iter().map(stretch).collect();
    let fingerprint = fingerprint.map(|fingerprint| fingerprint.to_string());
    OfDocument { chars: share.chars, of: share.of, fingerprint, stretches }
}

/// A pair without what was left out; `None` where nothing was to be.
pub(super) fn pair(pair: &pair::Pair, batch: &Batch, k: u32) -> Option<Without> {
    let (remainders, documents) = (batch.all_remainders()?, pair.documents());
    let without = remainders.pair(documents)?;
    let [a, b] = documents.map(|at| remainders.get(at));
    Some(Without {
        hamming: without.hamming(),
        near_duplicate: without.near(k),
        disagreement: without.disagreement(k).map(Disagreement::key),
        cosine: cosine(&a?.subject, &b?.subject),
        a_in_b: without.coverage[0],
        b_in_a: without.coverage[1],
    })
}
