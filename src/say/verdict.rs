//! The verdict of the rule.

use crate::{locale::Lang, t};

/// The verdict of the rule on a distance; without one, `nameless` is the document that has no fingerprint.
pub(crate) fn verdict(hamming: Option<u32>, k: u32, nameless: &str, lang: Lang) -> String {
    match hamming {
        None => t!(lang, "rule.none", name = nameless),
        Some(hd) if hd <= k => t!(lang, "rule.near", hd = hd, k = k),
        Some(hd) => t!(lang, "rule.far", hd = hd, k = k),
    }
}
