//! The report as one HTML page: no script, nothing loaded; readable without colour, by screen readers, on paper and in the
//! dark.

mod detail;
mod pairs;

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Report, ReportDecision, ReportDocument, ReportPair, matrix};
use crate::{html, locale::grouped, t};

/// Colours only repeat the meaning of lines, signs and words.
const STYLE: PreEscaped<&str> = PreEscaped(include_str!("style.css"));

/// A browser loads nothing and runs nothing, whatever the texts contain.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let title = t!(lang, "report.title");
    let footer = t!(lang, "report.footer", version = report.version, made = report.created.shown());
    let page = html! {
        (DOCTYPE) "\n"
        html lang=(report.language) {
            head {
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                meta http-equiv="Content-Security-Policy" content=(POLICY); "\n"
                meta name="color-scheme" content="light dark"; "\n"
                meta name="referrer" content="no-referrer"; "\n"
                title { (title) } "\n"
                style { "\n" (STYLE) } "\n"
            }
            "\n"
            body {
                main {
                    "\n"
                    header {
                        h1 { (title) }
                        p class="summary" { (report.summary()) }
                        p class="caution" { strong { (t!(lang, "report.caution-head")) } " " (report.caution) }
                    }
                    "\n"
                    (contents(report))
                    (settings(report))
                    (pairs::table(report))
                    (distances(report))
                    (clusters(report))
                    @if !report.details.is_empty() {
                        (section("closer", t!(lang, "report.closer"), &html! {
                            @for detail in &report.details { (detail::article(report, detail)) }
                        }))
                    }
                    (documents(report))
                    (gone(report))
                }
                "\n"
                footer { p { (report.caution) } p { (footer) } }
                "\n"
            }
        }
        "\n"
    };
    html::write(out, &page)
}

fn section(id: &str, title: &str, inside: &Markup) -> Markup {
    html! { section id=(id) { "\n" h2 { (title) } "\n" (inside) } "\n" }
}

fn contents(report: &Report) -> Markup {
    let lang = report.lang;
    let parts = [
        ("settings", t!(lang, "report.settings"), true),
        ("pairs", t!(lang, "report.pairs"), true),
        ("matrix", t!(lang, "report.matrix"), report.matrix.is_some()),
        ("clusters", t!(lang, "report.clusters"), !report.clusters.is_empty()),
        ("closer", t!(lang, "report.closer"), !report.details.is_empty()),
        ("documents", t!(lang, "report.documents"), true),
        ("gone", t!(lang, "report.gone"), !report.missing.is_empty()),
    ];
    let details = html! {
        ol {
            "\n"
            @for pair in report.details.iter().filter_map(|detail| report.pair(detail.pair)) {
                li value=(pair.number) {
                    a href={ "#pair-" (pair.number) } { (report.name(pair.a)) " × " (report.name(pair.b)) }
                }
                "\n"
            }
        }
    };
    html! {
        nav aria-label=(t!(lang, "report.contents")) {
            "\n"
            h2 { (t!(lang, "report.contents")) }
            ol {
                "\n"
                @for (id, title, _) in parts.into_iter().filter(|(.., there)| *there) {
                    li { a href={ "#" (id) } { (title) } @if id == "closer" { (details) } }
                    "\n"
                }
            }
        }
        "\n"
    }
}

fn settings(report: &Report) -> Markup {
    let inside = html! {
        dl {
            "\n"
            @for (label, value) in report.settings() { div { dt { (label) } dd { (value) } } "\n" }
        }
        @if !report.omitted.is_empty() {
            ul class="left-out" { @for sentence in &report.omitted { li { (sentence) } } }
        }
    };
    section("settings", t!(report.lang, "report.settings"), &inside)
}

/// The marks of a pair, in words.
fn marks(report: &Report, pair: &ReportPair) -> Markup {
    html! {
        @for (n, mark) in report.marks(pair).into_iter().enumerate() {
            @if n > 0 { " " }
            span class="mark" { (mark) }
        }
    }
}

fn names(report: &Report, pair: &ReportPair) -> Markup {
    let name = |number: usize| html! { a class="name" href={ "#document-" (number) } { (report.name(number)) } };
    html! { (name(pair.a)) " " (times()) " " (name(pair.b)) }
}

fn times() -> Markup {
    html! { span class="times" { "×" } }
}

/// Verdict and note.
fn decided(report: &Report, decided: &ReportDecision) -> Markup {
    html! {
        @if let Some(verdict) = decided.verdict {
            p class="verdict" {
                b class=(verdict.key()) { (verdict.label(report.lang)) } " " small { (report.since(decided)) }
            }
        }
        @if let Some(note) = &decided.note { p class="note" { (note) } }
    }
}

fn distances(report: &Report) -> Markup {
    let lang = report.lang;
    let Some(distances) = &report.matrix else { return Markup::default() };
    let inside = html! {
        figure {
            div class="beside" {
                (matrix::svg(distances, report.k, report.bits, t!(lang, "report.matrix-label")))
                ol {
                    "\n"
                    @for &number in &distances.documents {
                        li value=(number) {
                            a class="plain" href={ "#document-" (number) } { (report.name(number)) }
                        }
                        "\n"
                    }
                }
            }
            figcaption { (t!(lang, "report.matrix-legend", k = report.k)) }
        }
    };
    section("matrix", t!(lang, "report.matrix"), &inside)
}

fn clusters(report: &Report) -> Markup {
    let lang = report.lang;
    if report.clusters.is_empty() {
        return Markup::default();
    }
    let inside = html! {
        ol {
            "\n"
            @for cluster in &report.clusters {
                li value=(cluster.number) {
                    @for (n, &number) in cluster.documents.iter().enumerate() {
                        @if n > 0 { (lang.comma()) }
                        a href={ "#document-" (number) } { (report.name(number)) }
                    }
                    " " small { (t!(lang, "report.spread", n = cluster.spread)) }
                }
                "\n"
            }
        }
    };
    section("clusters", t!(lang, "report.clusters"), &inside)
}

fn documents(report: &Report) -> Markup {
    let lang = report.lang;
    let head = [
        "#",
        lang.text("table.document"),
        lang.text("report.read-as"),
        lang.text("report.characters"),
        lang.text("table.fingerprint"),
    ];
    let inside = html! {
        div class="wide" {
            table class="documents" {
                thead { tr { @for name in head { th scope="col" { (name) } } } }
                "\n"
                tbody { "\n" @for document in &report.documents { (self::document(report, document)) "\n" } }
            }
        }
    };
    section("documents", t!(lang, "report.documents"), &inside)
}

fn document(report: &Report, document: &ReportDocument) -> Markup {
    let lang = report.lang;
    let characters = document.characters.map_or_else(|| "–".to_owned(), grouped);
    html! {
        tr id={ "document-" (document.number) } {
            td class="number" { (document.number) }
            td class="names" {
                b { (document.name) }
                @if let Some(path) = document.path.as_ref().filter(|path| **path != document.name) {
                    br; small { (path) }
                }
                @for remark in document.error.iter().chain(&document.warnings) { p class="remark" { (remark) } }
            }
            td { (document.reading.as_deref().unwrap_or("–")) }
            td class="number" { (characters) }
            td {
                code { (document.fingerprint.as_deref().unwrap_or(t!(lang, "table.none"))) }
                @if let Some(hash) = &document.content_hash {
                    br; small { (t!(lang, "report.hash")) " " code { (hash) } }
                }
            }
        }
    }
}

fn gone(report: &Report) -> Markup {
    if report.missing.is_empty() {
        return Markup::default();
    }
    let inside = html! {
        @for missing in &report.missing {
            div class="decided" {
                p { (missing.names[0]) " " (times()) " " (missing.names[1]) }
                (decided(report, &missing.decision))
            }
            "\n"
        }
    };
    section("gone", t!(report.lang, "report.gone"), &inside)
}
