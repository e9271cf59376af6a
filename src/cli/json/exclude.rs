//! What was left out, and what a pair is without it, as JSON.

use super::{
    places::Places,
    shape::{Excluded, LeftOut, OfDocument, Without},
};
use crate::{
    compare::{
        exclusion::{self, Exclusions, Pattern, Share, Why, pair_without},
        pair::{Disagreement, cosine},
    },
    simhash::Fingerprint,
};

/// What was to be left out, and what that came to; each document with its text.
pub(super) fn left_out<'a>(
    exclusions: &Exclusions,
    of: impl Iterator<Item = (Option<&'a str>, &'a Option<exclusion::Without>)>,
) -> LeftOut {
    LeftOut {
        quotations: exclusions.quotations,
        references: exclusions.references,
        base: exclusions.base.len(),
        common: exclusions.common,
        patterns: exclusions.patterns.iter().map(|pattern| Pattern::as_str(pattern).to_owned()).collect(),
        of: of.map(|(text, without)| Some(document(text?, without.as_ref()?))).collect(),
    }
}

fn document(text: &str, without: &exclusion::Without) -> OfDocument {
    of_document(text, &without.excluded, without.share, without.rest.subject.fingerprint)
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

/// A pair of what is left.
pub(super) fn pair([a, b]: [&exclusion::Without; 2], k: u32) -> Without {
    let rest = pair_without([0, 1], a, b);
    Without {
        hamming: rest.hamming(),
        near_duplicate: rest.near(k),
        disagreement: rest.disagreement(k).map(Disagreement::key),
        cosine: cosine(&a.rest.subject, &b.rest.subject),
        a_in_b: rest.coverage[0],
        b_in_a: rest.coverage[1],
    }
}
