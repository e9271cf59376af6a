//! The parts that pages of several results have in common.

use std::fmt::Display;

use super::Sentence;
use crate::{page::Page, t};

impl Page {
    /// The first line of all results on pairs.
    pub(crate) fn recipe_and_k(&mut self, recipe: &dyn Display, k: u32) {
        self.line(t!(self.lang, "cli.recipe-k", recipe, k));
    }

    /// The numbers of documents, pairs, near-duplicates, pairs that share much text but are not near, and documents
    /// that cannot be used.
    pub(crate) fn counts(&mut self, counts: [usize; 5]) {
        let names = [
            ("count.document", "count.documents"),
            ("count.pair", "count.pairs"),
            ("count.near-one", "count.near"),
            ("count.shared-one", "count.shared"),
            ("count.failed-one", "count.failed"),
        ];
        // Documents and pairs are always counted, the rest where there is any.
        let counted = counts.into_iter().zip(names).enumerate().filter(|&(place, (n, _))| place < 2 || n > 0);
        let counted =
            counted.map(|(_, (n, (one, many)))| self.lang.fill(if n == 1 { one } else { many }, &[("n", &n)]));
        self.line(counted.collect::<Vec<_>>().join("  "));
    }

    /// By which scores a list goes, where text is excluded.
    pub(crate) fn scored_by(&mut self, whole: bool) {
        self.text(self.lang.text(if whole { "exclude.by-whole" } else { "exclude.by-remainder" }));
    }

    /// The two names, as the title of the findings on a pair.
    pub(crate) fn pair(&mut self, names: [&str; 2]) {
        let [a, b] = names;
        self.strong(format!("{a} {} {b}", self.lang.set("×")), names);
    }

    /// The findings on a pair. A label is written once for all sentences on its topic.
    pub(crate) fn sentences(&mut self, sentences: Vec<Sentence>) {
        let (lang, mut before) = (self.lang, None);
        let terms = sentences.into_iter().map(|Sentence { topic, text, .. }| {
            let again = before.replace(topic) == Some(topic);
            (if again { "" } else { topic.label(lang) }, text)
        });
        self.terms(0, terms.collect::<Vec<_>>());
    }

    /// That similarity is no proof, at the end.
    pub(crate) fn proof(&mut self) {
        self.head(t!(self.lang, "cli.proof"));
    }
}
