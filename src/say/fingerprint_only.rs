//! Sentences on a pair with a fingerprint-only document.

use super::{Emphasis, Sentence, Topic, verdict};
use crate::{
    compare::distance::{CHANCE_LIMIT, chance_within, cosine_interval, cosine_of},
    locale::Lang,
    t,
};

/// `name` and `place` are those of the fingerprint-only document.
pub(crate) fn fingerprint_only(
    hamming: Option<u32>,
    (k, bits): (u32, u8),
    (name, place): (&str, &str),
    lang: Lang,
) -> Vec<Sentence> {
    let mut said = Vec::new();
    let mut say = |topic, emphasis, text| said.push(Sentence { topic, emphasis, text });
    say(Topic::Rule, Emphasis::Plain, verdict(hamming, k, name, lang));
    let chance = chance_within(k, bits);
    if chance > CHANCE_LIMIT {
        say(Topic::Rule, Emphasis::Alert, t!(lang, "rule.chance", bits = bits, share = lang.percent(chance), k = k));
    }
    say(Topic::Why, Emphasis::Alert, t!(lang, "print.why", name = name, place = place));
    if let Some(hamming) = hamming {
        let (low, high) = cosine_interval(hamming, bits);
        let [cosine, low, high] = [cosine_of(hamming, bits), low, high].map(|c| format!("{c:.3}"));
        say(Topic::Cosine, Emphasis::Plain, t!(lang, "print.cosine", bits = cosine, low = low, high = high));
    }
    said
}
