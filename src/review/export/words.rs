//! What several forms say alike.

use std::borrow::Cow;

use super::{Change, Closer, Decided, Pair, Report, Row};
use crate::{
    review::pairs::{self, Figures, PairColumn},
    t,
};

/// A cell of a pair, for reading.
pub(super) fn cell(column: &PairColumn, row: &pairs::Row<'_>) -> String {
    (column.cell)(row).value.shown(row.lang).map_or_else(|| "–".to_owned(), Cow::into_owned)
}

impl Report {
    /// The name of the document with that number.
    pub fn name(&self, number: usize) -> &str {
        self.documents.get(number.wrapping_sub(1)).map_or("", |document| &document.name)
    }

    /// The pair with that number.
    pub(super) fn pair(&self, number: usize) -> Option<&Pair> {
        self.pairs.get(number.wrapping_sub(1))
    }

    /// The pair as a row of a list.
    pub fn row(&self, pair: &Pair) -> pairs::Row<'_> {
        let whole = Figures {
            hamming: pair.hamming,
            near: pair.near_duplicate,
            disagree: pair.disagreement.is_some(),
            shares: [pair.a_in_b, pair.b_in_a],
        };
        let remainder = pair.rest.map_or_else(Figures::default, |rest| Figures {
            hamming: rest.hamming,
            near: rest.near_duplicate,
            disagree: false,
            shares: [rest.a_in_b, rest.b_in_a].map(Some),
        });
        let documents = [pair.a, pair.b].map(|number| number.wrapping_sub(1));
        pairs::Row {
            bits: self.bits,
            number: pair.number,
            remainder,
            identical: pair.identical,
            longest: pair.longest,
            cosine: pair.cosine,
            decision: self.decision(&pair.decided).into(),
            ..pairs::Row::new(self.lang, documents, [pair.a, pair.b].map(|number| self.name(number)), whole)
        }
    }

    /// The verdict, `?` if a file changed since, `*` if there is a note.
    fn decision(&self, decided: &Decided) -> String {
        let verdict = decided.verdict.map_or("", |verdict| verdict.label(self.lang));
        let changed = if decided.changed_since.is_empty() { "" } else { "?" };
        format!("{verdict}{changed}{}", if decided.note.is_some() { "*" } else { "" })
    }

    /// What the numbers were made with: label and value.
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
        all.push((t!(lang, "report.made"), self.made.shown()));
        all.push((t!(lang, "report.with"), format!("simscope {}", self.version)));
        all
    }

    /// How many there are of what, in a sentence.
    pub(super) fn summary(&self) -> String {
        let (lang, counts) = (self.lang, self.counts);
        let mut said = vec![t!(
            lang,
            "report.summary",
            documents = counts.documents,
            pairs = counts.pairs,
            near = counts.near,
            disagree = counts.disagree,
            decided = counts.decided
        )];
        if counts.failed > 0 {
            said.push(t!(lang, "report.summary-failed", n = counts.failed));
        }
        if counts.meant < counts.pairs {
            said.push(t!(lang, "report.summary-meant", n = counts.meant));
        }
        said.join(lang.gap())
    }

    /// What a pair is to be marked with: words for each thing that holds of it.
    pub(super) fn marks(&self, pair: &Pair) -> Vec<&'static str> {
        let lang = self.lang;
        let marks = [
            (pair.identical, t!(lang, "report.mark-identical")),
            (pair.near_duplicate, t!(lang, "report.mark-near")),
            (pair.disagreement == Some("shared-not-near"), t!(lang, "report.mark-shared")),
            (pair.disagreement == Some("near-not-shared"), t!(lang, "report.mark-little")),
        ];
        marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect()
    }

    /// What a pair is without what was left out.
    pub(super) fn rest(&self, pair: &Pair) -> Option<String> {
        let (lang, rest) = (self.lang, pair.rest?);
        let hd = rest.hamming.map_or_else(|| "–".to_owned(), |hamming| hamming.to_string());
        let [a, b] = [rest.a_in_b, rest.b_in_a].map(|share| lang.percent(share));
        Some(t!(lang, "report.rest", hd = hd, a = a, b = b))
    }

    /// When a verdict was given, and what was changed since.
    pub(super) fn since(&self, decided: &Decided) -> String {
        let mut said: Vec<String> = decided.verdict_at.iter().map(crate::review::Stamp::shown).collect();
        if !decided.changed_since.is_empty() {
            let names: Vec<String> = decided.changed_since.iter().map(|&number| self.name(number).to_owned()).collect();
            said.push(t!(self.lang, "report.changed-since", names = self.lang.list(&names)));
        }
        said.join(t!(self.lang, "report.parted"))
    }

    /// What stands over the differences of a pair.
    pub(super) fn heading(&self, closer: &Closer) -> Vec<String> {
        let lang = self.lang;
        let Some(found) = &closer.differences else { return Vec::new() };
        let mut said = vec![t!(lang, "report.changes", n = found.changes)];
        if !found.near {
            said.push(t!(lang, "report.not-near").into());
        }
        if !found.complete {
            said.push(t!(lang, "report.coarse").into());
        }
        said
    }

    /// Where a row is in A and in B.
    pub(super) fn gutter(&self, row: &Row) -> [String; 2] {
        [row.a, row.b].map(|place| place.map_or_else(String::new, |place| place.shown(self.lang)))
    }

    /// What a row is, where that is not seen from its words.
    pub(super) fn label(&self, row: &Row) -> Option<String> {
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

impl Row {
    /// The numbers of its changes, each once.
    pub(super) fn changes(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> =
            self.parts.iter().filter(|part| part.change != Change::Same).filter_map(|part| part.number).collect();
        numbers.dedup();
        numbers
    }
}
