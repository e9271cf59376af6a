//! A pair in detail on the page: its sentences, shared passages and differences, and the decisions on its changes.

use std::collections::HashSet;

use maud::{Markup, html};

use super::{
    super::{DecidedHunk, DiffPart, PartKind, Report, ReportDetail, ReportDifferences, ReportRow, wording::cell},
    decided, marks, names,
};
use crate::{
    review::pairs::{A_IN_B, B_IN_A, HAMMING},
    simhash::is_han,
    t,
};

pub(super) fn article(report: &Report, detail: &ReportDetail) -> Markup {
    let lang = report.lang;
    let Some(pair) = report.pair(detail.pair) else { return Markup::default() };
    let row = report.row(pair);
    html! {
        article id={ "pair-" (pair.number) } {
            "\n"
            h3 { span class="rank" { (pair.number) } " " (names(report, pair)) }
            "\n"
            p class="figures" {
                @for column in [HAMMING, A_IN_B, B_IN_A] {
                    span { (lang.text(column.column.title)) " " b { (cell(&column, &row)) } } " "
                }
                (marks(report, pair))
            }
            "\n"
            @if let Some(remainder) = report.remainder(pair) { p class="heading" { (remainder) } }
            @if !pair.decision.is_empty() { div class="decided" { (decided(report, &pair.decision)) } }
            @if !detail.sentences.is_empty() {
                dl class="said" { @for sentence in &detail.sentences { div { dt { (sentence.label) } dd { (sentence.text) } } } }
            }
            (passages(report, detail))
            @if let Some(found) = &detail.differences { (differences(report, detail, found)) }
            (hunks(report, t!(lang, "report.spots"), &detail.hunks, detail))
            (hunks(report, t!(lang, "report.orphans"), &detail.orphans, detail))
        }
        "\n"
    }
}

/// Words for screen readers only, in place of a colour or a line.
fn ear(report: &Report, words: &str) -> Markup {
    html! { span class="ear" lang=(report.language) { (words) " " } }
}

/// A text, struck through if excluded.
fn struck(report: &Report, excluded: bool, text: &str) -> Markup {
    html! {
        @if excluded { s { (ear(report, t!(report.lang, "report.left-out"))) (text) } } @else { (text) }
    }
}

fn passages(report: &Report, detail: &ReportDetail) -> Markup {
    let lang = report.lang;
    if detail.passages.is_empty() {
        return Markup::default();
    }
    html! {
        h4 { (t!(lang, "report.passages", name = report.name(detail.passages_of))) }
        ol class="passages" {
            "\n"
            @for passage in &detail.passages {
                @let (here, there) = (passage.here.shown(lang), passage.there.shown(lang));
                @let text = format!("{}{}", passage.text.trim(), if passage.cut { "…" } else { "" });
                li {
                    small { (t!(lang, "report.passage", here = here, there = there, n = passage.chars)) }
                    blockquote lang=(language(passage.text.chars())) { (struck(report, passage.excluded, &text)) }
                }
                "\n"
            }
        }
        @if detail.more_passages > 0 {
            p class="left-out" { (t!(lang, "report.more-passages", n = detail.more_passages)) }
        }
    }
}

fn differences(report: &Report, detail: &ReportDetail, found: &ReportDifferences) -> Markup {
    let lang = report.lang;
    let texts = found.rows.iter().flat_map(|row| &row.parts).flat_map(|part| part.text.chars());
    html! {
        h4 { (t!(lang, "report.differences")) }
        p class="heading" { (report.heading(found)) }
        "\n"
        div class="diff" lang=(language(texts)) {
            "\n"
            @for row in &found.rows { (self::row(report, detail, row)) "\n" }
        }
        @if found.more_changes > 0 {
            p class="left-out" { (t!(lang, "report.more-changes", n = found.more_changes)) }
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
    match part.kind {
        PartKind::Same => text,
        PartKind::Removed => html! { del id=[id] { (ear(report, t!(lang, "report.removed"))) (text) } },
        PartKind::Added => html! { ins id=[id] { (ear(report, t!(lang, "report.added"))) (text) } },
    }
}

fn hunks(report: &Report, title: &str, hunks: &[DecidedHunk], detail: &ReportDetail) -> Markup {
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
        h4 { (title) }
        ul class="spots" {
            "\n"
            @for hunk in hunks {
                li {
                    p class="words" {
                        @if let Some(number) = hunk.change { (change(number)) }
                        @if !hunk.a.is_empty() { del { (ear(report, t!(lang, "report.removed"))) (hunk.a) } " " }
                        @if !hunk.b.is_empty() { ins { (ear(report, t!(lang, "report.added"))) (hunk.b) } }
                    }
                    (decided(report, &hunk.decision))
                }
                "\n"
            }
        }
    }
}

/// The language of a text, for fonts and voices: Chinese or unknown.
fn language(texts: impl Iterator<Item = char>) -> &'static str {
    let (mut han, mut all) = (0, 0);
    for c in texts.filter(|c| c.is_alphanumeric()) {
        all += 1;
        han += usize::from(is_han(c));
    }
    // A Han character is worth several letters.
    if han * 4 > all { "zh" } else { "" }
}
