//! The input of a report, which the command line and the screens both fill. Computes nothing itself.

use super::super::report::{ArchiveSummary, TopicSentence};
use crate::{
    compare::{TextThresholds, Thresholds, coverage::RunLength, exclusion::ExcludedSpan, pair},
    document,
    locale::Lang,
    review::{Decisions, Redactor},
    simhash::{Fingerprint, Recipe, Watch},
    store::FingerprintRecord,
};

pub(crate) struct DocumentInput<'a> {
    pub name: &'a str,
    pub path: String,
    /// The results, or the reason that there are none: a stable name and a sentence.
    pub compared: Result<ComparedDocument<'a>, (&'static str, String)>,
    /// The record of a document of which only the fingerprint is known; it has no results.
    pub record: Option<&'a FingerprintRecord>,
}

pub(crate) struct ComparedDocument<'a> {
    pub document: &'a document::Document,
    /// `None` if it has none to compare.
    pub fingerprint: Option<Fingerprint>,
    /// Format and encoding, in words.
    pub reading: String,
    pub excluded: &'a [ExcludedSpan],
}

#[derive(Clone, Debug)]
pub(crate) struct DocumentWarning {
    pub message: String,
    /// The document is short, or few words decide its bits.
    pub is_weak: bool,
}

/// The part of a pair's detail that the report does not find itself.
pub(crate) struct DetailInput {
    pub sentences: Vec<TopicSentence>,
    /// Hamming distance in the normalised reading, if a text has characters that deceive the eye.
    pub hamming_as_read: Option<u32>,
}

pub(crate) struct ReportInput<'a> {
    /// Language of the sentences.
    pub lang: Lang,
    pub recipe: &'a Recipe,
    /// The threshold, in bits.
    pub k: u32,
    /// The greatest distance at which pairs join clusters, in bits.
    pub cutoff: u32,
    /// The least length of a shared run.
    pub run: RunLength,
    /// A sentence, if not all pairs were compared.
    pub given: Option<String>,
    /// The thresholds of the signals that need both texts.
    pub texts: TextThresholds,
    /// One line for each rule of exclusion.
    pub exclusions: Vec<String>,
    /// Documents are identified by their numbers alone.
    pub hide_names: bool,
    /// The names that are hidden then.
    pub redactor: &'a Redactor,
    pub documents: Vec<DocumentInput<'a>>,
    pub archive: Option<ArchiveSummary>,
    /// All pairs with the scores that count, ranked; documents by their indices in `documents`.
    pub pairs: &'a [pair::Pair],
    /// The pair of the whole texts.
    pub whole: &'a (dyn Fn(&pair::Pair) -> pair::Pair + Sync),
    /// The scores that count are those after exclusion.
    pub by_remainder: bool,
    /// By the same indices.
    pub decisions: &'a Decisions,
    /// The pair after exclusion; `None` if nothing is excluded.
    pub remainder: &'a (dyn Fn(&pair::Pair) -> Option<pair::Pair> + Sync),
    /// Whether a document has characters that deceive the eye.
    pub altered: &'a (dyn Fn(usize) -> bool + Sync),
    /// The characters of a document that deceive the eye, counted in a sentence that calls it by the given name.
    pub altered_sentence: &'a (dyn Fn(usize, &str) -> Option<String> + Sync),
    /// The exact cosine of a pair.
    pub cosine: &'a (dyn Fn(&pair::Pair) -> Option<f64> + Sync),
    /// Warnings about a document, which they call by the given name.
    pub warnings: &'a (dyn Fn(usize, &str) -> Vec<DocumentWarning> + Sync),
    /// Compares a pair in detail; its sentences call the documents by the given names.
    pub detail: &'a (dyn Fn(&pair::Pair, [&str; 2]) -> Option<DetailInput> + Sync),
    pub watch: &'a Watch,
}

impl ReportInput<'_> {
    /// The thresholds of all signals.
    pub(super) fn thresholds(&self) -> Thresholds {
        Thresholds { k: self.k, texts: self.texts }
    }
}
