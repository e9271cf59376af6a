//! A pair on the page: verdict and note, figures, shared passages with their places, both texts, differences.

use maud::{Markup, html};

use super::{
    super::{Report, ReportDetail, ReportPair, ReportPassage, wording::Figure},
    changes, column, decided, names,
};
use crate::{locale::grouped, t};

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
            (column::columns(report, detail))
            @if let Some(found) = &detail.differences { (changes::differences(report, detail, found)) }
            (changes::decided_changes(report, t!(lang, "report.spots"), &detail.hunks, detail))
            (changes::decided_changes(report, t!(lang, "report.orphans"), &detail.orphans, detail))
        }
        "\n"
    }
}

fn figures(report: &Report, pair: &ReportPair) -> Markup {
    let lang = report.lang;
    let labels = [t!(lang, "report.a-in-b"), t!(lang, "report.b-in-a"), t!(lang, "report.longest"), "HD"];
    html! {
        p class="figures" {
            @for (label, Figure { text, is_reason }) in labels.into_iter().zip(report.figures(pair)) {
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
                        td class="number" { (grouped(passage.chars)) }
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
