//! The findings of the methods beside SimHash on a pair: figure, explanation, and what the method sees and misses.

use super::number::decimals;
use crate::{
    compare::evidence::{
        Evidence, EvidenceMethod, HASHES, LongestSentences, MinHash, Paragraphs, SettingsGrid, Shingles, Vectors, WORDS,
    },
    locale::{Lang, grouped},
    simhash::{Tokenizer, Weighting},
    t,
};

#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub method: EvidenceMethod,
    pub name: &'static str,
    /// Its figure, in a few cells.
    pub figure: String,
    /// The figure as a similarity from 0 to 1, if it is one.
    pub share: Option<f64>,
    /// The numbers behind the figure.
    pub detail: String,
    pub sees: &'static str,
    pub misses: &'static str,
}

/// The findings of all methods that apply to the pair.
pub(crate) fn findings(evidence: &Evidence, k: u32, lang: Lang) -> Vec<Finding> {
    EvidenceMethod::ALL.into_iter().filter_map(|method| finding(evidence, method, k, lang)).collect()
}

fn finding(evidence: &Evidence, method: EvidenceMethod, k: u32, lang: Lang) -> Option<Finding> {
    let (name, sees, misses) = match method {
        EvidenceMethod::Cosine => {
            (t!(lang, "evidence.cosine"), t!(lang, "evidence.cosine-sees"), t!(lang, "evidence.cosine-misses"))
        }
        EvidenceMethod::Euclidean => {
            (t!(lang, "evidence.euclidean"), t!(lang, "evidence.euclidean-sees"), t!(lang, "evidence.euclidean-misses"))
        }
        EvidenceMethod::Shingles => {
            (t!(lang, "evidence.shingles"), t!(lang, "evidence.shingles-sees"), t!(lang, "evidence.shingles-misses"))
        }
        EvidenceMethod::MinHash => {
            (t!(lang, "evidence.minhash"), t!(lang, "evidence.minhash-sees"), t!(lang, "evidence.minhash-misses"))
        }
        EvidenceMethod::Sentences => {
            (t!(lang, "evidence.sentences"), t!(lang, "evidence.sentences-sees"), t!(lang, "evidence.sentences-misses"))
        }
        EvidenceMethod::Settings => {
            (t!(lang, "evidence.settings"), t!(lang, "evidence.settings-sees"), t!(lang, "evidence.settings-misses"))
        }
        EvidenceMethod::Paragraphs => (
            t!(lang, "evidence.paragraphs"),
            t!(lang, "evidence.paragraphs-sees"),
            t!(lang, "evidence.paragraphs-misses"),
        ),
    };
    let (figure, share, detail) = match (method, &evidence.prose) {
        (EvidenceMethod::Cosine, _) => cosine(evidence.vectors, lang),
        (EvidenceMethod::Euclidean, _) => euclidean(evidence.vectors, lang),
        (_, None) => return None,
        (EvidenceMethod::Shingles, Some(prose)) => shingles(&prose.shingles, lang),
        (EvidenceMethod::MinHash, Some(prose)) => minhash(&prose.minhash, lang),
        (EvidenceMethod::Sentences, Some(prose)) => sentences(&prose.sentences, lang),
        (EvidenceMethod::Settings, Some(prose)) => settings(&prose.settings, k, lang),
        (EvidenceMethod::Paragraphs, Some(prose)) => paragraphs(&prose.paragraphs, k, lang),
    };
    Some(Finding { method, name, figure, share, detail, sees, misses })
}

/// Figure, similarity and explanation.
type Found = (String, Option<f64>, String);

fn none(why: &str, lang: Lang) -> Found {
    (t!(lang, "evidence.none").into(), None, why.into())
}

/// So many of so many.
fn part(n: usize, all: usize, lang: Lang) -> (String, Option<f64>) {
    let [of, whole] = [n, all].map(|n| grouped(n as u64));
    (t!(lang, "evidence.of", n = of, all = whole), (all > 0).then(|| n as f64 / all as f64))
}

fn cosine(vectors: Option<Vectors>, lang: Lang) -> Found {
    let Some(vectors) = vectors else { return none(t!(lang, "evidence.no-features"), lang) };
    let angle = format!("{:.1}", vectors.cosine.acos().to_degrees());
    (decimals(vectors.cosine, 3, lang), Some(vectors.cosine.max(0.0)), t!(lang, "evidence.angle", angle = angle))
}

fn euclidean(vectors: Option<Vectors>, lang: Lang) -> Found {
    let Some(vectors) = vectors else { return none(t!(lang, "evidence.no-features"), lang) };
    let [a, b] = vectors.norms.map(|norm| format!("{norm:.1}"));
    let unit = format!("{:.3}", vectors.normalised);
    (format!("{:.1}", vectors.euclidean), None, t!(lang, "evidence.lengths", a = a, b = b, unit = unit))
}

fn shingles(shingles: &Shingles, lang: Lang) -> Found {
    let Some(share) = shingles.jaccard() else { return none(&t!(lang, "evidence.too-short", words = WORDS), lang) };
    let [shared, union] = [shingles.shared, shingles.union()].map(|n| grouped(n as u64));
    let detail = t!(lang, "evidence.shared-shingles", shared = shared, union = union, words = WORDS);
    (format!("{share:.3}"), Some(share), detail)
}

fn minhash(minhash: &MinHash, lang: Lang) -> Found {
    let Some((share, error)) = minhash.estimate.zip(minhash.error) else {
        return none(&t!(lang, "evidence.too-short", words = WORDS), lang);
    };
    let error = format!("{error:.3}");
    let detail = t!(lang, "evidence.minima", equal = minhash.equal, n = HASHES, error = error);
    (format!("{share:.3}"), Some(share), detail)
}

fn sentences(found: &LongestSentences, lang: Lang) -> Found {
    let [Some(a), Some(b)] = found.hashes.map(|hash| hash.map(|hash| format!("{hash:016x}"))) else {
        return none(t!(lang, "evidence.no-sentences"), lang);
    };
    let (figure, share) = part(found.equal(), found.of(), lang);
    let detail = if found.same() {
        t!(lang, "evidence.same-signature", hash = a)
    } else {
        t!(lang, "evidence.signatures", a = a, b = b)
    };
    (figure, share, detail)
}

fn paragraphs(paragraphs: &Paragraphs, k: u32, lang: Lang) -> Found {
    let (near, long, short) = paragraphs.near(k);
    let detail = if short == 0 {
        t!(lang, "evidence.near-paragraphs", k = k)
    } else {
        let short = grouped(short as u64);
        t!(lang, "evidence.near-and-short", k = k, short = short)
    };
    let (figure, share) = part(near, long, lang);
    (figure, share, detail)
}

fn settings(settings: &SettingsGrid, k: u32, lang: Lang) -> Found {
    let (near, all) = settings.near(k);
    let share = (all > 0).then(|| near as f64 / all as f64);
    match settings.turned(k).as_deref() {
        None => none(t!(lang, "evidence.no-features"), lang),
        Some([]) if near > 0 => (t!(lang, "evidence.robust").into(), share, t!(lang, "evidence.all-near", n = all)),
        Some([]) => (t!(lang, "evidence.robust").into(), share, t!(lang, "evidence.all-far", n = all)),
        Some(turned) => {
            let detail = t!(lang, "evidence.turned", near = near, n = all, turned = turned.len());
            (t!(lang, "evidence.fragile").into(), share, detail)
        }
    }
}

/// Tokens as a setting takes them, without versions.
pub(crate) fn tokens_name(tokens: Tokenizer) -> String {
    let name = tokens.to_string();
    name.split(['@', '/']).next().unwrap_or_default().to_owned()
}

/// A weight as a setting takes it, without the table.
pub(crate) fn weight_name(weight: Weighting) -> String {
    let name = weight.to_string();
    let name = name.split('@').next().unwrap_or_default();
    name.strip_suffix(":all").unwrap_or(name).to_owned()
}
