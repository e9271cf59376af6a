//! The verdict of the rule.

use crate::{
    compare::{
        Thresholds,
        pair::{Disagreement, Pair},
    },
    locale::Lang,
    t,
};

/// The verdict of the rule on a distance; without one, `nameless` is the document that has no fingerprint.
pub(crate) fn verdict(hamming: Option<u32>, k: u32, nameless: &str, lang: Lang) -> String {
    match hamming {
        None => t!(lang, "rule.none", name = nameless),
        Some(hd) if hd <= k => t!(lang, "rule.near", hd = hd, k = k),
        Some(hd) => t!(lang, "rule.far", hd = hd, k = k),
    }
}

/// The verdict on a pair whose shared text is known: it says so where that contradicts the rule.
pub(super) fn verdict_of(pair: &Pair, at: Thresholds, lang: Lang) -> String {
    let k = at.k;
    match (pair.hamming(), pair.disagreement(at)) {
        (Some(hd), Some(Disagreement::SharedNotNear)) => t!(lang, "rule.missed", hd = hd, k = k),
        (Some(hd), Some(Disagreement::NearNotShared)) => t!(lang, "rule.alone", hd = hd, k = k),
        (hamming, _) => verdict(hamming, k, "", lang),
    }
}
