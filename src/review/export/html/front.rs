//! The first page: what the report is, what it does not prove, what was decided, and how the numbers were made.

use std::collections::HashSet;

use maud::{Markup, html};

use super::{
    super::{
        Report, ReportPair, heat_map,
        wording::{Figure, Setting, short_note},
    },
    names,
};
use crate::t;

/// The greatest number of documents with altered text that are named on the first page.
const MAX_ALTERED: usize = 8;

pub(super) fn page(report: &Report) -> Markup {
    let lang = report.lang;
    html! {
        header {
            h1 { (t!(lang, "report.title")) }
            p class="summary" { (report.summary()) }
            p class="caution" { strong { (t!(lang, "report.caution-head")) } " " (t!(lang, "report.caution")) }
            @if let Some(archive) = &report.archive { p class="summary" { (archive.sentence(lang)) } }
            @if let Some(sentence) = report.received_sentence() { p class="caution" { strong { (sentence) } } }
        }
        "\n"
        @if !report.is_case { (decisions(report)) }
        section class="method" aria-label=(t!(lang, "report.settings")) {
            "\n"
            (settings(report))
            div class="beside" {
                p class="terms" { @for (term, meaning) in report.terms() { @if !term.is_empty() { b { (term) } } (meaning) " " } }
                @if let Some(map) = &report.heat_map {
                    figure { (heat_map::svg(map, report)) figcaption { (map.caption(report)) } }
                }
            }
        }
        "\n"
    }
}

/// Decided pairs, then those that are flagged.
fn decisions(report: &Report) -> Markup {
    let lang = report.lang;
    let shown: Vec<&ReportPair> = report.first_pairs().collect();
    html! {
        section id="decisions" {
            h2 { (t!(lang, "report.decisions")) }
            @if shown.is_empty() {
                p { (t!(lang, "report.no-decisions")) }
            } @else {
                (table(report, &shown))
            }
            @for sentence in &report.omitted { p class="aside" { (sentence) } }
            @for sentence in report.unverified() { p class="aside" { (sentence) } }
            (altered(report))
        }
        "\n"
    }
}

/// The documents with characters that deceive the eye.
fn altered(report: &Report) -> Markup {
    let (named, more) = report.altered(MAX_ALTERED);
    html! {
        @if !named.is_empty() {
            ul class="altered" { @for sentence in named { li { (sentence) } } }
        }
        @if more > 0 { p class="aside" { (t!(report.lang, "report.more-altered", n = more)) } }
    }
}

/// Pairs that are neither decided nor flagged.
pub(super) fn others(report: &Report) -> Markup {
    let shown: Vec<&ReportPair> = report.other_pairs().collect();
    if shown.is_empty() || report.is_case {
        return Markup::default();
    }
    html! {
        section id="others" { h2 { (t!(report.lang, "report.others")) } (table(report, &shown)) }
        "\n"
    }
}

fn table(report: &Report, pairs: &[&ReportPair]) -> Markup {
    let lang = report.lang;
    let with_section: HashSet<usize> = report.details.iter().map(|detail| detail.pair).collect();
    let decided = pairs.iter().any(|pair| pair.is_decided);
    let noted = pairs.iter().any(|pair| pair.decision.note.is_some());
    let numbers = [t!(lang, "report.a-in-b"), t!(lang, "report.b-in-a"), t!(lang, "report.longest"), "HD"];
    html! {
        div class="wide" {
            table class="pairs" {
                thead {
                    tr {
                        th scope="col" class="number" { "#" }
                        th scope="col" { (t!(lang, "report.pair")) }
                        @if decided { th scope="col" { (t!(lang, "report.verdict")) } }
                        @if noted { th scope="col" { (t!(lang, "report.note")) } }
                        @for title in numbers { th scope="col" class="number" { (title) } }
                    }
                }
                "\n"
                tbody {
                    "\n"
                    @for pair in pairs { (row(report, pair, [decided, noted], with_section.contains(&pair.number))) "\n" }
                }
            }
        }
    }
}

fn row(report: &Report, pair: &ReportPair, [decided, noted]: [bool; 2], has_section: bool) -> Markup {
    let lang = report.lang;
    let verdict = match pair.decision.label(lang) {
        Some(verdict) => html! { b { (verdict) } },
        None if pair.is_decided => html! { "–" },
        None => html! { (t!(lang, "report.none-yet")) },
    };
    html! {
        tr id={ "row-" (pair.number) } {
            td class="number" {
                @if has_section { a href={ "#pair-" (pair.number) } { (pair.number) } } @else { (pair.number) }
            }
            th scope="row" class="names" {
                (names(report, pair))
                @if pair.identical { " " small { (t!(lang, "report.mark-identical")) } }
            }
            @if decided { td class="decision" { (verdict) } }
            @if noted {
                td class="note" { @if let Some(note) = &pair.decision.note { (short_note(note, has_section)) } }
            }
            @for Figure { text, is_reason } in report.figures(pair) {
                td class="number" { @if is_reason { b { (text) } } @else { (text) } }
            }
        }
    }
}

fn settings(report: &Report) -> Markup {
    html! {
        dl class="settings" {
            "\n"
            @for Setting { label, recipe, value } in report.settings() {
                div {
                    dt { (label) }
                    dd { @if let Some(recipe) = recipe { code { (recipe) } " · " } (value) }
                }
                "\n"
            }
        }
    }
}
