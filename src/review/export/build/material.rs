//! What a report is made of, as the command line and the screens both fill it. Computes nothing itself.

use serde::Serialize;

use super::super::LookedUp;
use crate::{
    archive::FingerprintRecord,
    compare::{
        coverage::{Coverage, RunLength},
        exclusion::Excluded,
        pair,
    },
    document,
    locale::Lang,
    review::Matched,
    simhash::{Fingerprint, Recipe, Watch},
};

/// A document to report.
pub struct Of<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it was.
    pub path: String,
    /// What was made of it, or why nothing could be: a stable name, and a sentence.
    pub made: Result<Made<'a>, (&'static str, String)>,
    /// Where its fingerprint alone was found; then nothing else was made of it.
    pub print: Option<&'a FingerprintRecord>,
}

/// What was made of a document.
pub struct Made<'a> {
    /// Its text.
    pub document: &'a document::Document,
    /// Its fingerprint, if it has one to compare.
    pub fingerprint: Option<Fingerprint>,
    /// How it was read, in words.
    pub reading: String,
    /// What is left out of it.
    pub excluded: &'a [Excluded],
}

/// What is seen of a pair where it is looked at closely.
pub struct Look {
    /// What of A stands in B, and of B in A.
    pub coverage: [Coverage; 2],
    /// What there is to say, in sentences.
    pub said: Vec<Said>,
}

/// A sentence on a pair.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    /// About what; a stable name.
    pub topic: &'static str,
    /// The same as it is shown.
    pub label: String,
    /// The words.
    pub text: String,
}

/// What a report is made of.
pub struct Material<'a> {
    /// Language of the sentences.
    pub lang: Lang,
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The largest distance called near.
    pub k: u32,
    /// Up to this distance pairs join clusters.
    pub cutoff: u32,
    /// How long a shared run must be.
    pub run: RunLength,
    /// What was left out of the texts, a line for each rule.
    pub exclusions: Vec<String>,
    /// Documents are told by their numbers alone.
    pub hidden: bool,
    /// All documents.
    pub documents: Vec<Of<'a>>,
    /// The lookup in an archive of fingerprints.
    pub archive: Option<LookedUp>,
    /// All pairs, ranked; their documents by their places in `documents`.
    pub pairs: &'a [pair::Pair],
    /// What the reader decided, by the same places.
    pub matched: &'a Matched,
    /// A pair without what was left out; `None` where nothing was to be.
    pub rest: &'a (dyn Fn(&pair::Pair) -> Option<pair::Pair> + Sync),
    /// The exact cosine of a pair.
    pub cosine: &'a (dyn Fn(&pair::Pair) -> Option<f64> + Sync),
    /// What is to be kept in mind of a document, which is to be called by that name.
    pub warnings: &'a (dyn Fn(usize, &str) -> Vec<String> + Sync),
    /// Looks at a pair, whose documents are to be called by these names.
    pub look: &'a (dyn Fn(&pair::Pair, [&str; 2]) -> Option<Look> + Sync),
    /// How far it is, and the way to stop it.
    pub watch: &'a Watch,
}
