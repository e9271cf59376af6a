//! A pair on the page: verdict and note, figures, shared passages with their places, both texts, differences.

use std::collections::HashSet;

use maud::{Markup, html};

use super::{decided, names};
use crate::{
    locale::{Lang, grouped, percent},
    review::export::{
        ColumnBlock, ColumnPart, DecidedHunk, DiffPart, PartKind, Report, ReportColumn, ReportDetail,
        ReportDifferences, ReportPair, ReportPassage, ReportRow, TextPassage, wording::Figure,
    },
    simhash::is_han,
    t,
};

/// Up to so many passages, their table is beside the heading.
const FEW_PASSAGES: usize = 9;

pub(super) fn article(report: &Report, detail: &ReportDetail) -> Markup {
    let lang = report.lang;
    let Some(pair) = report.pair(detail.pair) else { return Markup::default() };
    let numbered: Vec<&ReportPassage> = detail.passages.iter().filter(|passage| !passage.excluded).collect();
    let many = numbered.len() > FEW_PASSAGES;
    html! {
        article id={ "pair-" (pair.number) } aria-labelledby={ "title-" (pair.number) } {
            "\n"
            div class="top" {
                div class="about" {
                    h2 id={ "title-" (pair.number) } { span class="rank" { (pair.number) } " " (names(report, pair)) }
                    (decided(report, &pair.decision))
                    (figures(report, pair))
                    @for sentence in Report::about(detail) { p class="said" { (sentence) } }
                    @for sentence in report.altered_of(detail, pair) { p class="altered" { (sentence) } }
                }
                @if !many { (passages(report, &numbered)) }
            }
            @if many { div class="many" { (passages(report, &numbered)) } }
            @if detail.hidden_passages > 0 {
                p class="aside" { (t!(lang, "report.hidden-passages", n = grouped(detail.hidden_passages as u64))) }
            }
            @if detail.more_passages > 0 {
                p class="aside" { (t!(lang, "report.more-passages", n = grouped(detail.more_passages as u64))) }
            }
            (columns(report, detail))
            @if let Some(found) = &detail.differences { (differences(report, detail, found)) }
            (decided_changes(report, t!(lang, "report.spots"), &detail.hunks, detail))
            (decided_changes(report, t!(lang, "report.orphans"), &detail.orphans, detail))
        }
        "\n"
    }
}

fn figures(report: &Report, pair: &ReportPair) -> Markup {
    html! {
        p class="figures" {
            @for (label, Figure { text, is_reason }) in report.figure_labels().into_iter().zip(report.figures(pair)) {
                span { (label) " " @if is_reason { b { (text) } } @else { (text) } } " "
            }
        }
        @if let Some(whole) = report.other_figures(pair) { p class="said" { (whole) } }
    }
}

/// The passages with their places; a column of pages where a document has any.
fn passages(report: &Report, passages: &[&ReportPassage]) -> Markup {
    let lang = report.lang;
    if passages.is_empty() {
        return Markup::default();
    }
    let parts = [0, 1].map(|side| {
        let place = |passage: &ReportPassage| [passage.here, passage.there][side];
        passages.iter().any(|passage| place(passage).part(lang).is_some())
    });
    let in_text = [t!(lang, "report.in-a"), t!(lang, "report.in-b")];
    html! {
        table class="passages" {
            thead {
                tr {
                    th scope="col" { (t!(lang, "report.passage-number")) }
                    th scope="col" class="number" { (t!(lang, "report.characters")) }
                    @for side in [0, 1] {
                        th scope="col" { (in_text[side]) }
                        @if parts[side] { td {} }
                    }
                }
            }
            tbody {
                "\n"
                @for passage in passages {
                    tr {
                        th scope="row" { @if let Some(number) = passage.number { (number) } }
                        td class="number" { (length(passage, lang)) }
                        @for (side, place) in [passage.here, passage.there].into_iter().enumerate() {
                            td { "¶\u{a0}" (place.paragraph) }
                            @if parts[side] { td { (place.part(lang).unwrap_or_default()) } }
                        }
                    }
                    "\n"
                }
            }
        }
    }
}

/// The length of a passage, and how much of it is the same in both texts if it has edits.
fn length(passage: &ReportPassage, lang: Lang) -> String {
    let kept = percent(passage.kept as f64 / passage.chars.max(1) as f64);
    match passage.edits {
        0 => grouped(passage.chars),
        n => t!(lang, "report.chars-edited", chars = grouped(passage.chars), kept, n),
    }
}

/// A before B, side by side where there is room.
pub(super) fn columns(report: &Report, detail: &ReportDetail) -> Markup {
    if detail.columns.is_empty() {
        return html! { p class="aside" { (t!(report.lang, "report.no-columns")) } };
    }
    let one = detail.columns.len() == 1;
    html! {
        div class=(if one { "columns one" } else { "columns" }) {
            "\n"
            @for (side, column) in ["A", "B"].into_iter().zip(&detail.columns) {
                (self::column(report, column, if one { "A = B" } else { side }))
            }
        }
    }
}

fn column(report: &Report, column: &ReportColumn, side: &str) -> Markup {
    let lang = report.lang;
    let texts = column.blocks.iter().flat_map(|block| match block {
        ColumnBlock::Paragraph { parts, .. } => &parts[..],
        ColumnBlock::Omitted { .. } => &[],
    });
    let language = language(texts.flat_map(|part| part.text.chars()));
    let name = report.name(column.document);
    html! {
        section class="text" aria-label={ (side) " " (name) } {
            h3 {
                span class="side" { (side) " " } span class="name" { (name) } " "
                small { (t!(lang, "report.length", n = grouped(column.characters))) }
            }
            "\n"
            div lang=(language) { "\n" @for block in &column.blocks { (self::block(report, block)) "\n" } }
        }
        "\n"
    }
}

fn block(report: &Report, block: &ColumnBlock) -> Markup {
    let lang = report.lang;
    match block {
        ColumnBlock::Omitted { chars } => html! {
            p class="gap" lang=(report.language) { (t!(lang, "report.omitted", n = grouped(*chars))) }
        },
        ColumnBlock::Paragraph { at, continued, parts } => html! {
            p {
                span class="place" title=(at.shown(lang)) { (at.paragraph) }
                @if *continued { "…" }
                @for parts in parts.chunk_by(same_passage) { (column_parts(report, parts)) }
            }
        },
    }
}

/// Whether a part goes on with the passage of the one before.
fn same_passage(before: &ColumnPart, part: &ColumnPart) -> bool {
    part.passage.zip(before.passage).is_some_and(|(own, other)| own.number == other.number && !own.begins)
}

/// Parts of one passage; or one that is of none.
fn column_parts(report: &Report, parts: &[ColumnPart]) -> Markup {
    let lang = report.lang;
    let ([part, others @ ..], Some(last)) = (parts, parts.last()) else { return Markup::default() };
    let Some(TextPassage { number, begins, edited, .. }) = part.passage else {
        return struck(report, part.excluded, &part.text);
    };
    let words = |text: &str, edited: bool| html! { @if edited { u { (text) } } @else { (text) } };
    let (first, rest) = part.text.split_at(if begins { first_word(&part.text) } else { 0 });
    html! {
        mark class=(if number % 2 == 1 { "odd" } else { "even" }) {
            @if begins {
                (ear(report, &t!(lang, "report.begins", n = number)))
                // The number is in the line in which the passage begins.
                span class="start" { b class="chip" aria-hidden="true" { (number) } (words(first, edited)) }
            }
            (words(rest, edited))
            @for part in others { (words(&part.text, part.passage.is_some_and(|passage| passage.edited))) }
            @if last.passage.is_some_and(|passage| passage.ends) { (ear(report, &t!(lang, "report.ends", n = number))) }
        }
    }
}

/// The longest word that is kept with a number, in characters.
const MAX_FIRST: usize = 20;

/// The end of the first word of a text, in bytes; a Han character is one.
fn first_word(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    if is_han(first) {
        return first.len_utf8();
    }
    let ends = |&(at, (_, c)): &(usize, (usize, char))| at == MAX_FIRST || c.is_whitespace() || is_han(c);
    text.char_indices().enumerate().find(ends).map_or(text.len(), |(_, (end, _))| end)
}

pub(super) fn differences(report: &Report, detail: &ReportDetail, found: &ReportDifferences) -> Markup {
    let lang = report.lang;
    let texts = found.rows.iter().flat_map(|row| &row.parts).flat_map(|part| part.text.chars());
    html! {
        h3 { (t!(lang, "report.differences")) " " small { (report.heading(found)) } }
        "\n"
        div class="diff" lang=(language(texts)) {
            "\n"
            @for row in &found.rows { (diff_row(report, detail, row)) "\n" }
        }
        @if found.more_changes > 0 {
            p class="aside" { (t!(lang, "report.more-changes", n = found.more_changes)) }
        }
    }
}

fn diff_row(report: &Report, detail: &ReportDetail, row: &ReportRow) -> Markup {
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
                @for (part, first) in parts { (diff_part(report, detail, part, first)) }
            }
        }
    }
}

/// A part of a paragraph; the first part of a change has an id.
fn diff_part(report: &Report, detail: &ReportDetail, part: &DiffPart, first: Option<usize>) -> Markup {
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

fn decided_changes(report: &Report, title: &str, hunks: &[DecidedHunk], detail: &ReportDetail) -> Markup {
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

/// Words for screen readers only, in place of a colour or a line.
fn ear(report: &Report, words: &str) -> Markup {
    html! { span class="ear" lang=(report.language) { (words) " " } }
}

/// A text, struck through if excluded.
fn struck(report: &Report, excluded: bool, text: &str) -> Markup {
    html! {
        @if excluded { s { (ear(report, t!(report.lang, "report.excluded-text"))) (text) } } @else { (text) }
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
