//! Words and sentences that several formats have in common.

use std::borrow::Cow;

use super::{Report, ReportDecision, ReportDifferences, ReportPair, ReportRow};
use crate::{
    review::{
        Timestamp,
        pairs::{self, Figures, PairColumn},
    },
    t,
};

/// A cell of a pair, for reading.
pub(super) fn cell(column: &PairColumn, row: &pairs::Row<'_>) -> String {
    (column.cell)(row).value.shown(row.lang).map_or_else(|| "–".to_owned(), Cow::into_owned)
}

impl Report {
    /// The name of the document with that number.
    pub(crate) fn name(&self, number: usize) -> &str {
        self.documents.get(number.wrapping_sub(1)).map_or("", |document| &document.name)
    }

    /// The pair with that number.
    pub(super) fn pair(&self, number: usize) -> Option<&ReportPair> {
        self.pairs.get(number.wrapping_sub(1))
    }

    /// The pair as a row of a list.
    pub(crate) fn row(&self, pair: &ReportPair) -> pairs::Row<'_> {
        let whole = Figures {
            hamming: pair.hamming,
            near: pair.near_duplicate,
            disagree: pair.disagreement.is_some(),
            shares: [pair.a_in_b, pair.b_in_a],
        };
        let remainder = pair.remainder.map_or_else(Figures::default, |rest| Figures {
            hamming: rest.hamming,
            near: rest.near_duplicate,
            disagree: rest.disagreement.is_some(),
            shares: [rest.a_in_b, rest.b_in_a].map(Some),
        });
        let documents = [pair.a, pair.b].map(|number| number.wrapping_sub(1));
        pairs::Row {
            bits: self.bits,
            number: pair.number,
            remainder,
            by_remainder: self.scores == Some("rest"),
            identical: pair.identical,
            longest: pair.longest,
            cosine: pair.cosine,
            decision: self.decision_cell(&pair.decision).into(),
            ..pairs::Row::new(self.lang, documents, [pair.a, pair.b].map(|number| self.name(number)), whole)
        }
    }

    /// The verdict, `?` if a file changed since, `*` if there is a note.
    fn decision_cell(&self, decision: &ReportDecision) -> String {
        let verdict = decision.verdict.map_or("", |verdict| verdict.label(self.lang));
        let changed = if decision.changed_since.is_empty() { "" } else { "?" };
        format!("{verdict}{changed}{}", if decision.note.is_some() { "*" } else { "" })
    }

    /// The settings of the numbers: label and value.
    pub(super) fn settings(&self) -> Vec<(&'static str, String)> {
        let lang = self.lang;
        let mut all = vec![
            (t!(lang, "report.recipe"), self.recipe.clone()),
            (t!(lang, "report.k"), t!(lang, "report.k-of", k = self.k, bits = self.bits)),
            (t!(lang, "report.run"), t!(lang, "report.run-of", han = self.run.han, words = self.run.words)),
        ];
        if !self.clusters.is_empty() {
            all.push((t!(lang, "report.clusters"), t!(lang, "report.cutoff", n = self.cutoff)));
        }
        let excluded = if self.exclusions.is_empty() {
            vec![t!(lang, "report.nothing").to_owned()]
        } else {
            self.exclusions.clone()
        };
        all.push((t!(lang, "report.exclusions"), lang.list(&excluded)));
        if !self.filter.is_empty() {
            all.push((t!(lang, "report.filter"), self.filter.clone()));
        }
        all.push((t!(lang, "report.made"), self.created.shown()));
        all.push((t!(lang, "report.with"), format!("simscope {}", self.version)));
        all
    }

    pub(super) fn summary(&self) -> String {
        let (lang, counts) = (self.lang, self.counts);
        let mut sentences = vec![t!(
            lang,
            "report.summary",
            documents = counts.documents,
            pairs = counts.pairs,
            near = counts.near,
            disagree = counts.disagree,
            decided = counts.decided
        )];
        if counts.failed > 0 {
            sentences.push(t!(lang, "report.summary-failed", n = counts.failed));
        }
        if counts.matching < counts.pairs {
            sentences.push(t!(lang, "report.summary-meant", n = counts.matching));
        }
        sentences.join(lang.gap())
    }

    /// Identical, near, or a disagreement, each in a few words.
    pub(super) fn marks(&self, pair: &ReportPair) -> Vec<&'static str> {
        let lang = self.lang;
        let marks = [
            (pair.identical, t!(lang, "report.mark-identical")),
            (pair.near_duplicate, t!(lang, "report.mark-near")),
            (pair.disagreement == Some("shared-not-near"), t!(lang, "report.mark-shared")),
            (pair.disagreement == Some("near-not-shared"), t!(lang, "report.mark-little")),
        ];
        marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect()
    }

    /// The figures after exclusion, in a sentence.
    pub(super) fn remainder(&self, pair: &ReportPair) -> Option<String> {
        let (lang, remainder) = (self.lang, pair.remainder?);
        let hd = remainder.hamming.map_or_else(|| "–".to_owned(), |hamming| hamming.to_string());
        let [a, b] = [remainder.a_in_b, remainder.b_in_a].map(|share| lang.percent(share));
        Some(t!(lang, "report.rest", hd = hd, a = a, b = b))
    }

    /// The time of a verdict, and the files that changed after it.
    pub(super) fn since(&self, decision: &ReportDecision) -> String {
        let mut parts: Vec<String> = decision.verdict_at.iter().map(Timestamp::shown).collect();
        if !decision.changed_since.is_empty() {
            let names: Vec<String> =
                decision.changed_since.iter().map(|&number| self.name(number).to_owned()).collect();
            parts.push(t!(self.lang, "report.changed-since", names = self.lang.list(&names)));
        }
        parts.join(t!(self.lang, "report.parted"))
    }

    /// The sentences above the differences of a pair.
    pub(super) fn heading(&self, found: &ReportDifferences) -> String {
        let lang = self.lang;
        let mut sentences = vec![t!(lang, "report.changes", n = found.changes)];
        if !found.near {
            sentences.push(t!(lang, "report.not-near").into());
        }
        if !found.complete {
            sentences.push(t!(lang, "report.coarse").into());
        }
        sentences.join(lang.gap())
    }

    /// The locations of a row in A and in B.
    pub(super) fn gutter(&self, row: &ReportRow) -> [String; 2] {
        [row.a, row.b].map(|place| place.map_or_else(String::new, |place| place.shown(self.lang)))
    }

    /// The kind of a row, if its words do not show it.
    pub(super) fn label(&self, row: &ReportRow) -> Option<String> {
        let lang = self.lang;
        match (row.kind, row.moved) {
            ("removed", Some(number)) => Some(t!(lang, "report.moved-from", n = number)),
            ("added", Some(number)) => Some(t!(lang, "report.moved-to", n = number)),
            ("removed", None) => Some(t!(lang, "report.removed-row").into()),
            ("added", None) => Some(t!(lang, "report.added-row").into()),
            ("folded", _) if row.paragraphs == 1 => Some(t!(lang, "report.folded-one").into()),
            ("folded", _) => Some(t!(lang, "report.folded", n = row.paragraphs)),
            _ => None,
        }
    }
}
