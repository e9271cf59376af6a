//! The documents of a review, each with what it has from any of the others, and how far the reader is with it: the
//! columns of such lists. It must not know where a list is shown.

use serde::Serialize;

use super::{Decisions, Verdict};
use crate::{
    compare::submissions::Submission,
    locale::Lang,
    t,
    table::{Cell, Column, Field, Priority, Tone, Value, Width},
};

/// From this share on a document is counted as one that has much from others.
pub(crate) const MUCH: f64 = 0.2;

/// How far the reader is with the pairs of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct SubmissionState {
    /// Flagged pairs without a verdict.
    pub undecided: usize,
    /// The gravest verdict on any of its pairs.
    pub verdict: Option<Verdict>,
}

impl SubmissionState {
    /// Counts a pair of the document.
    pub(crate) fn add(&mut self, decisions: &Decisions, pair: [usize; 2], flagged: bool) {
        // A verdict that somebody else gave closes nothing.
        let own = if decisions.is_received() { None } else { decisions.pair(pair) };
        let given = own.and_then(|decision| Some(decision.verdict.as_ref()?.verdict));
        self.undecided += usize::from(flagged && given.is_none());
        self.verdict = self.verdict.into_iter().chain(given).min_by_key(|&verdict| Verdict::gravity(Some(verdict)));
    }

    /// In words; empty where nothing is to be said.
    pub(crate) fn shown(self, lang: Lang) -> String {
        let verdict = self.verdict.map(|verdict| verdict.label(lang).to_owned());
        let undecided = (self.undecided > 0).then(|| t!(lang, "submissions.undecided", n = self.undecided));
        verdict.into_iter().chain(undecided).collect::<Vec<_>>().join(lang.comma())
    }
}

/// All documents of a batch beside each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Submissions {
    /// Those with most from others first.
    pub all: Vec<(Submission, SubmissionState)>,
    /// How many are too short to hold a run, or without text: nothing is known of them.
    pub unknown: usize,
}

/// A document in a list.
#[derive(Clone, Debug)]
pub(crate) struct SubmissionRow {
    pub name: String,
    pub of: Submission,
    /// The name of the largest source; empty without one.
    pub largest: String,
    /// It has characters that deceive the eye.
    pub altered: bool,
    pub state: SubmissionState,
}

const NAME: Width = Width::Text { least: 10, wanted: 0 };

const fn share(title: &'static str, cell: fn(&SubmissionRow, Lang) -> Cell<'static>) -> Field<SubmissionRow> {
    Field::right(title, 7, cell)
}

/// The columns of lists, each with its name in files.
pub(crate) const COLUMNS: [(&str, Field<SubmissionRow>); 9] = [
    (
        "document",
        Field { column: Column::flexible("table.document", NAME).gap(2), cell: |row, _| row.name.clone().into() },
    ),
    ("from_others_percent", share("submissions.from-others", |row, _| share_cell(row.of.from_others.share))),
    ("with_edits_percent", share("submissions.with-edits", |row, _| share_cell(row.of.from_others.edited()))),
    ("sources", Field::right("submissions.sources", 4, |row, _| number(row.of.sources as u64))),
    (
        "largest_source",
        Field {
            column: Column::flexible("submissions.largest", NAME).gap(1),
            cell: |row, _| row.largest.clone().into(),
        },
    ),
    (
        "largest_percent",
        Field::right("", 7, |row, _| Cell::plain(Value::Share(row.of.largest.map(|(_, share)| share)))),
    ),
    ("longest", Field::right("report.longest", 7, |row, _| number(row.of.longest.into()))),
    (
        "altered",
        Field {
            column: Column { priority: Priority::Yields(1), ..Column::left("submissions.altered", 3).gap(2) },
            cell: |row, lang| {
                Cell::plain(Value::text(if row.altered { t!(lang, "submissions.is-altered") } else { "" }))
                    .toned(Tone::Alert)
            },
        },
    ),
    (
        "state",
        Field {
            column: Column { priority: Priority::Yields(2), ..Column::left("submissions.state", 18) },
            cell: |row, lang| Cell {
                value: row.state.shown(lang).into(),
                tone: if row.state.verdict.is_some() { Tone::Decided } else { Tone::Plain },
            },
        },
    ),
];

fn share_cell(share: f64) -> Cell<'static> {
    let tone = if share == 0.0 { Tone::Note } else { Tone::Plain };
    Cell { value: Value::Share(Some(share)), tone }
}

fn number(number: u64) -> Cell<'static> {
    let tone = if number == 0 { Tone::Note } else { Tone::Plain };
    Cell { value: Value::Number(Some(number)), tone }
}

/// How many documents there are, how many of them have much from others, and of how many that is not known.
pub(crate) fn counted(documents: usize, much: usize, unknown: usize, lang: Lang) -> String {
    let counted = t!(lang, "submissions.count", documents, n = much, share = (MUCH * 100.0).round());
    let unknown = (unknown > 0).then(|| t!(lang, "submissions.unknown", n = unknown));
    [Some(counted), unknown].into_iter().flatten().collect::<Vec<_>>().join(lang.gap())
}
