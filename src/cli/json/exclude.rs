//! Exclusions, and pairs without the excluded text, as JSON.

use super::shape::{JsonDocumentExclusions, JsonExcluded, JsonExclusions, JsonWithout};
use crate::{
    batch::{Batch, Remainder},
    cli::hashed::HashedRemainder,
    compare::{
        CharOffsets,
        exclusion::{self, ExclusionReason, ExclusionReasons, Pattern},
        pair::{self, Disagreement, cosine},
    },
    review::ExclusionRule,
};

/// The exclusions of a batch; `None` if nothing is excluded.
pub(super) fn exclusions(batch: &Batch) -> Option<JsonExclusions> {
    let (remainders, exclusions) = (batch.all_remainders()?, batch.rules.exclusions());
    let of_one = |at: usize| Some(document(&batch.document(at)?.text, remainders.get(at)?, &batch.rules.list));
    Some(JsonExclusions {
        scores: if batch.rules.whole { "whole" } else { "without" },
        quotations: exclusions.quotations,
        references: exclusions.references,
        base: exclusions.base.len(),
        common: exclusions.common,
        patterns: exclusions.patterns.iter().map(|pattern| Pattern::as_str(pattern).to_owned()).collect(),
        of: (0..batch.entries.len()).map(of_one).collect(),
    })
}

fn document(text: &str, remainder: &Remainder, rules: &[ExclusionRule]) -> JsonDocumentExclusions {
    let mut offsets = CharOffsets::new(text);
    let stretch = |excluded: &exclusion::ExcludedSpan| {
        let [start, end] = offsets.of(excluded.span);
        stretch(start, end, excluded.why)
    };
    JsonDocumentExclusions {
        chars: remainder.share.chars,
        of: remainder.share.of,
        fingerprint: remainder.subject.fingerprint.map(|fingerprint| fingerprint.to_string()),
        stretches: remainder.excluded.iter().map(stretch).collect(),
        not_applied: remainder.not_applied.iter().filter_map(|&rule| rules.get(rule)?.kind.pattern()).collect(),
    }
}

/// The same of a document that was only hashed.
pub(super) fn of_hashed(remainder: &HashedRemainder) -> JsonDocumentExclusions {
    JsonDocumentExclusions {
        chars: remainder.share.chars,
        of: remainder.share.of,
        fingerprint: remainder.fingerprint.map(|fingerprint| fingerprint.to_string()),
        stretches: remainder.excluded.iter().map(|one| stretch(one.start, one.end, one.reasons)).collect(),
        not_applied: remainder.not_applied.clone(),
    }
}

fn stretch(start: usize, end: usize, reasons: ExclusionReasons) -> JsonExcluded {
    JsonExcluded { start, end, why: reasons.all().map(ExclusionReason::key).collect() }
}

/// A pair without the excluded text; `None` if nothing is excluded.
pub(super) fn pair(pair: &pair::Pair, batch: &Batch, k: u32) -> Option<JsonWithout> {
    let (remainders, documents) = (batch.all_remainders()?, pair.documents());
    let without = remainders.pair(documents)?;
    let [a, b] = documents.map(|at| remainders.get(at));
    Some(JsonWithout {
        hamming: without.hamming(),
        near_duplicate: without.near(k),
        disagreement: without.disagreement(batch.thresholds(k)).map(Disagreement::key),
        cosine: cosine(&a?.subject, &b?.subject),
        a_in_b: without.coverage[0],
        b_in_a: without.coverage[1],
    })
}
