//! Words and sentences that several formats have in common.

use std::borrow::Cow;

use super::{DiffPart, PartKind, Report, ReportDecision, ReportDetail, ReportDifferences, ReportPair, ReportRow};
use crate::{
    document::safe_name,
    locale::{grouped, percent},
    review::{
        Timestamp,
        pairs::{self, Figures},
        submissions::{self, SubmissionRow},
    },
    t,
};

/// The longest note in a table whose pair has a section, in characters.
const SHORT_NOTE: usize = 80;

/// A figure of a pair.
pub(super) struct Figure {
    pub text: String,
    /// It is the one that the pair is looked at for.
    pub is_reason: bool,
}

/// The settings of the numbers: fingerprints, then shared text.
pub(super) struct Setting {
    pub label: &'static str,
    /// The recipe, to be copied verbatim.
    pub recipe: Option<String>,
    pub value: String,
}

/// A note in a table: its beginning, if the whole of it has a section to be in.
pub(super) fn short_note(note: &str, has_section: bool) -> Cow<'_, str> {
    match note.char_indices().nth(SHORT_NOTE) {
        Some((end, _)) if has_section => format!("{}…", note[..end].trim_end()).into(),
        _ => Cow::Borrowed(note),
    }
}

impl Report {
    /// The name of the document with that number.
    pub(crate) fn name(&self, number: usize) -> &str {
        let at = self.documents.binary_search_by_key(&number, |document| document.number);
        at.ok().map_or("", |at| &self.documents[at].name)
    }

    /// A sentence for each document of a library whose matching runs could not be verified.
    pub(crate) fn unverified(&self) -> impl Iterator<Item = String> {
        let library = self.archive.as_ref().and_then(|archive| archive.library.as_ref());
        library.into_iter().flat_map(|library| &library.unverified).map(|of| {
            let hidden = || t!(self.lang, "archive.hidden").to_owned();
            let other = of.path.as_deref().map_or_else(hidden, safe_name);
            let (name, n) = (self.name(of.document), of.matching_runs);
            t!(self.lang, "archive.unverified-of", name, other, n, why = of.why)
        })
    }

    /// The pair with that number.
    pub(super) fn pair(&self, number: usize) -> Option<&ReportPair> {
        self.pairs.get(number.wrapping_sub(1))
    }

    /// The pair as a row of a list.
    pub(crate) fn row(&self, pair: &ReportPair) -> pairs::Row<'_> {
        let documents = [pair.a, pair.b].map(|number| number.wrapping_sub(1));
        pairs::Row {
            number: pair.number,
            remainder: pair.remainder.unwrap_or_default(),
            by_remainder: self.by_remainder(),
            identical: pair.identical,
            cosine: pair.cosine,
            decision: self.decision_cell(&pair.decision).into(),
            ..pairs::Row::new(self.lang, documents, [pair.a, pair.b].map(|number| self.name(number)), pair.whole)
        }
    }

    /// The rows of a list of documents.
    pub(crate) fn submission_rows(&self) -> impl Iterator<Item = SubmissionRow> {
        self.submissions.iter().map(|submission| SubmissionRow {
            name: self.name(submission.document).to_owned(),
            of: submission.of,
            largest: submission.largest_source.map_or_else(String::new, |number| self.name(number).to_owned()),
            altered: self.documents.iter().any(|one| one.number == submission.document && one.altered.is_some()),
            state: submission.state,
        })
    }

    /// How many documents have much from others.
    pub(crate) fn submissions_counted(&self) -> String {
        let much = self.submissions.iter().filter(|one| one.from_others_edited > submissions::MUCH).count();
        submissions::counted(self.submissions.len(), much, self.without_submission, self.lang)
    }

    /// The verdict, `?` if a file changed since, `*` if there is a note; in brackets if they were received.
    fn decision_cell(&self, decision: &ReportDecision) -> String {
        let verdict = decision.verdict.map_or("", |verdict| verdict.label(self.lang));
        let changed = if decision.changed_since.is_empty() { "" } else { "?" };
        let mark = format!("{verdict}{changed}{}", if decision.note.is_some() { "*" } else { "" });
        if decision.received && !mark.is_empty() { t!(self.lang, "received.mark", mark) } else { mark }
    }

    /// That nobody checked the names of reviewers, if there are any.
    pub(super) fn reviewers(&self) -> Option<&'static str> {
        let named = self.pairs.iter().any(|pair| pair.decision.reviewer.is_some());
        named.then(|| t!(self.lang, "report.reviewers"))
    }

    /// That verdicts and notes were received, if they were.
    pub(crate) fn received_sentence(&self) -> Option<&'static str> {
        self.received.then(|| t!(self.lang, "received.report"))
    }

    pub(super) fn title(&self) -> String {
        let lang = self.lang;
        match &self.pairs[..] {
            [pair] if self.is_case => t!(lang, "report.case", a = self.name(pair.a), b = self.name(pair.b)),
            _ => t!(lang, "report.title").to_owned(),
        }
    }

    /// The title that was given, and who reviews; empty if neither is known.
    pub(super) fn subtitle(&self) -> String {
        let reviewer = (!self.reviewer.is_empty()).then(|| t!(self.lang, "report.reviewed-by", name = self.reviewer));
        let title = (!self.title.is_empty()).then(|| self.title.clone());
        title.into_iter().chain(reviewer).collect::<Vec<_>>().join(t!(self.lang, "report.parted"))
    }

    /// What hiding names did, if they are hidden.
    pub(crate) fn names_sentence(&self) -> Option<String> {
        let hidden = self.names_hidden.then(|| t!(self.lang, "report.names-hidden").to_owned());
        let in_texts = self.names.as_ref().map(|names| {
            t!(
                self.lang,
                "report.names-in-texts",
                n = grouped(names.replaced as u64),
                kept = grouped(names.kept as u64)
            )
        });
        hidden.map(|hidden| hidden + &in_texts.map_or_else(String::new, |said| self.lang.gap().to_owned() + &said))
    }

    /// The counts of documents and pairs in one line.
    pub(super) fn summary(&self) -> String {
        let (lang, counts) = (self.lang, self.counts);
        let number = |n: usize| grouped(n as u64);
        let (documents, pairs) = (number(counts.documents), number(counts.pairs));
        if self.is_case {
            let summary = t!(lang, "report.summary-case", documents, pairs);
            return [summary].into_iter().chain(self.names_sentence()).collect::<Vec<_>>().join(lang.gap());
        }
        let mut sentences = vec![t!(
            lang,
            "report.summary",
            documents,
            pairs,
            near = number(counts.near),
            shared = number(counts.shared_not_near),
            decided = number(counts.decided),
            open = number(counts.open)
        )];
        if counts.failed > 0 {
            sentences.push(t!(lang, "report.summary-failed", n = number(counts.failed)));
        }
        if counts.matching < counts.pairs {
            sentences.push(t!(lang, "report.summary-meant", n = number(counts.matching), filter = self.filter));
        }
        sentences.extend(self.names_sentence());
        sentences.join(lang.gap())
    }

    /// The settings of the numbers, in two lines.
    pub(super) fn settings(&self) -> [Setting; 2] {
        let lang = self.lang;
        let excluded = if self.exclusions.is_empty() {
            t!(lang, "report.nothing-excluded").to_owned()
        } else {
            t!(lang, "report.excluded-rules", rules = lang.list(&self.exclusions))
        };
        let run = t!(lang, "report.run-of", han = self.run.han, words = self.run.words);
        [
            Setting {
                label: t!(lang, "report.fingerprints"),
                recipe: Some(self.recipe.clone()),
                value: t!(lang, "report.k-of", k = self.k, bits = self.bits),
            },
            Setting { label: t!(lang, "report.run"), recipe: None, value: format!("{run} · {excluded}") },
        ]
    }

    /// The terms of the tables, each with its meaning.
    pub(super) fn terms(&self) -> [(String, String); 4] {
        let lang = self.lang;
        let shares_term = [t!(lang, "report.a-in-b"), t!(lang, "report.b-in-a")].join(lang.comma());
        let shares =
            if self.by_remainder() { t!(lang, "report.term-shares-after") } else { t!(lang, "report.term-shares") };
        [
            (shares_term, shares.to_owned()),
            (t!(lang, "report.term-longest").to_owned(), t!(lang, "report.term-longest-is").to_owned()),
            ("HD".to_owned(), t!(lang, "report.term-hd", bits = self.bits, half = self.bits / 2)),
            (String::new(), t!(lang, "report.term-bold").to_owned()),
        ]
    }

    /// The pairs of the first page: decided ones and flagged ones.
    pub(super) fn first_pairs(&self) -> impl Iterator<Item = &ReportPair> {
        self.pairs.iter().filter(|pair| pair.is_decided || self.counted(pair).is_flagged())
    }

    pub(super) fn other_pairs(&self) -> impl Iterator<Item = &ReportPair> {
        self.pairs.iter().filter(|pair| !pair.is_decided && !self.counted(pair).is_flagged())
    }

    /// Sentences on documents with characters that deceive the eye, and the number of such documents that are not
    /// named.
    pub(super) fn altered(&self, most: usize) -> (Vec<&str>, usize) {
        let mut named: Vec<&str> = self.documents.iter().filter_map(|document| document.altered.as_deref()).collect();
        let more = named.len().saturating_sub(most);
        named.truncate(most);
        (named, more)
    }

    /// The same of the two documents of a pair, and its distance without those characters.
    pub(super) fn altered_of(&self, detail: &ReportDetail, pair: &ReportPair) -> Vec<String> {
        let of = self.documents.iter().filter(|document| [pair.a, pair.b].contains(&document.number));
        let found = of.filter_map(|document| document.altered.clone());
        let distance = detail.hamming_as_read.map(|hd| t!(self.lang, "altered.distance", hd));
        found.chain(distance).collect()
    }

    /// The names of the [figures](Self::figures).
    pub(super) fn figure_labels(&self) -> [&'static str; 4] {
        [t!(self.lang, "report.a-in-b"), t!(self.lang, "report.b-in-a"), t!(self.lang, "report.longest"), "HD"]
    }

    /// Both shares, the longest passage and HD.
    pub(super) fn figures(&self, pair: &ReportPair) -> [Figure; 4] {
        let figures = self.counted(pair);
        let most = figures.shares.into_iter().flatten().fold(0.0, f64::max);
        let share = |side: usize| Figure {
            text: figures.shares[side].map_or_else(|| "–".to_owned(), percent),
            is_reason: !figures.near && most > 0.0 && figures.shares[side] == Some(most),
        };
        let plain = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        [
            share(0),
            share(1),
            Figure { text: plain(figures.longest.map(grouped)), is_reason: false },
            Figure { text: plain(figures.hamming.map(|hd| hd.to_string())), is_reason: figures.near },
        ]
    }

    /// The scores that count are those after exclusion.
    fn by_remainder(&self) -> bool {
        self.scores == Some("rest")
    }

    /// The figures that count.
    pub(super) fn counted(&self, pair: &ReportPair) -> Figures {
        pair.remainder.filter(|_| self.by_remainder()).unwrap_or(pair.whole)
    }

    /// The figures that do not count, if something is excluded.
    pub(super) fn other_figures(&self, pair: &ReportPair) -> Option<String> {
        let (lang, after) = (self.lang, pair.remainder?);
        let other = if self.by_remainder() { pair.whole } else { after };
        let hd = other.hamming.map_or_else(|| "–".to_owned(), |hamming| hamming.to_string());
        let [a, b] = other.shares.map(|share| share.map_or_else(|| "–".to_owned(), percent));
        Some(if self.by_remainder() { t!(lang, "report.whole", hd, a, b) } else { t!(lang, "report.rest", hd, a, b) })
    }

    /// Sentences on a pair: first what it shares, then what the rule says.
    pub(super) fn about(detail: &ReportDetail) -> impl Iterator<Item = &str> {
        let of = |topic: &'static str| detail.sentences.iter().filter(move |sentence| sentence.topic == topic);
        of("but").chain(of("rule")).map(|sentence| &*sentence.text)
    }

    /// The time of a verdict, and the files that changed after it.
    pub(super) fn since(&self, decision: &ReportDecision) -> String {
        let mut parts: Vec<String> = decision.reviewer.iter().cloned().collect();
        parts.extend(decision.verdict_at.iter().map(Timestamp::shown));
        if !decision.changed_since.is_empty() {
            let names: Vec<String> =
                decision.changed_since.iter().map(|&number| self.name(number).to_owned()).collect();
            parts.push(t!(self.lang, "report.changed-since", names = self.lang.list(&names)));
        }
        if decision.received {
            parts.push(t!(self.lang, "received.not-accepted").into());
        }
        parts.join(t!(self.lang, "report.parted"))
    }

    /// The sentences above the differences of a pair.
    pub(super) fn heading(&self, found: &ReportDifferences) -> String {
        let lang = self.lang;
        let mut sentences = vec![t!(lang, "report.changes", n = found.changes)];
        if !found.complete {
            sentences.push(t!(lang, "report.coarse").into());
        }
        sentences.join(lang.gap())
    }

    /// The place of a part in the other text, if it is elsewhere there.
    pub(super) fn also(&self, part: &DiffPart) -> String {
        let place = part.also.map(|place| place.shown(self.lang));
        match (part.kind, place) {
            (PartKind::AlsoInA, Some(place)) => t!(self.lang, "report.also-in-a", place),
            (PartKind::AlsoInB, Some(place)) => t!(self.lang, "report.also-in-b", place),
            _ => String::new(),
        }
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
