//! The differences of a pair on the page, and the decisions on its changes.

use std::collections::HashSet;

use maud::{Markup, html};

use super::{
    super::{DecidedHunk, DiffPart, PartKind, Report, ReportDetail, ReportDifferences, ReportRow},
    decided, ear, language, struck,
};
use crate::{locale::grouped, t};

pub(super) fn differences(report: &Report, detail: &ReportDetail, found: &ReportDifferences) -> Markup {
    let lang = report.lang;
    let texts = found.rows.iter().flat_map(|row| &row.parts).flat_map(|part| part.text.chars());
    html! {
        h3 { (t!(lang, "report.differences")) " " small { (report.heading(found)) } }
        "\n"
        div class="diff" lang=(language(texts)) {
            "\n"
            @for row in &found.rows { (self::row(report, detail, row)) "\n" }
        }
        @if found.more_changes > 0 {
            p class="aside" { (t!(lang, "report.more-changes", n = found.more_changes)) }
        }
    }
}

fn row(report: &Report, detail: &ReportDetail, row: &ReportRow) -> Markup {
    let [a, b] = report.gutter(row);
    let label = report.label(row);
    if row.kind == "folded" {
        return html! {
            div class="row folded" { p class="fold" lang=(report.language) { (label.unwrap_or_default()) } }
        };
    }
    // Links to a change lead to its first side.
    let parts = row.parts.iter().scan(None, |last, part| {
        let number = part.number.filter(|_| part.kind != PartKind::Same);
        let first = number.filter(|_| number != *last);
        *last = number.or(*last);
        Some((part, first))
    });
    html! {
        div class={ "row " (row.kind) } {
            div class="place" { span title="A" { (a) } span title="B" { (b) } }
            p {
                @if let Some(label) = label { span class="label" lang=(report.language) { (label) } " " }
                @for (part, first) in parts { (self::part(report, detail, part, first)) }
            }
        }
    }
}

/// A part of a paragraph; the first part of a change has an id.
fn part(report: &Report, detail: &ReportDetail, part: &DiffPart, first: Option<usize>) -> Markup {
    let lang = report.lang;
    let text = struck(report, part.excluded, &part.text);
    let id = first.map(|number| format!("pair-{}-change-{number}", detail.pair));
    let gap = (part.omitted > 0).then(|| t!(lang, "report.omitted", n = grouped(part.omitted)));
    html! {
        @match part.kind {
            PartKind::Same => (text),
            PartKind::Removed => del id=[id] { (ear(report, t!(lang, "report.removed"))) (text) },
            PartKind::Added => ins id=[id] { (ear(report, t!(lang, "report.added"))) (text) },
            PartKind::AlsoInA | PartKind::AlsoInB => {
                mark class="odd" id=[id] { (text) } " " small lang=(report.language) { (report.also(part)) } " "
            }
        }
        @if let Some(gap) = gap { " " span class="gap" lang=(report.language) { (gap) } " " }
    }
}

pub(super) fn decided_changes(report: &Report, title: &str, hunks: &[DecidedHunk], detail: &ReportDetail) -> Markup {
    let lang = report.lang;
    if hunks.is_empty() {
        return Markup::default();
    }
    let rows = detail.differences.iter().flat_map(|found| &found.rows);
    let shown: HashSet<usize> = rows.flat_map(ReportRow::changes).collect();
    let change = |number: usize| {
        let label = t!(lang, "report.change", n = number);
        html! {
            @if shown.contains(&number) {
                a href=(format!("#pair-{}-change-{number}", detail.pair)) { (label) }
            } @else {
                (label)
            }
            " "
        }
    };
    html! {
        h3 { (title) }
        ul class="spots" {
            "\n"
            @for hunk in hunks {
                li {
                    p class="words" {
                        @if let Some(number) = hunk.change { (change(number)) }
                        @if let Some(number) = hunk.passage { (t!(lang, "report.passage", n = number)) " " }
                        @if hunk.is_passage { mark class="odd" { (hunk.a) } }
                        @else if !hunk.a.is_empty() { del { (ear(report, t!(lang, "report.removed"))) (hunk.a) } " " }
                        @if !hunk.b.is_empty() { ins { (ear(report, t!(lang, "report.added"))) (hunk.b) } }
                    }
                    (decided(report, &hunk.decision))
                }
                "\n"
            }
        }
    }
}
