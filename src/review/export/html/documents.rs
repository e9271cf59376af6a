//! The last pages: clusters, documents, and decisions on files that no longer exist.

use maud::{Markup, html};

use super::{
    super::{Report, ReportDocument},
    decided,
};
use crate::{locale::grouped, t};

pub(super) fn clusters(report: &Report) -> Markup {
    let lang = report.lang;
    if report.clusters.is_empty() {
        return Markup::default();
    }
    html! {
        section id="clusters" {
            h2 { (t!(lang, "report.clusters")) " " small { (t!(lang, "report.cutoff", n = report.cutoff)) } }
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
        }
        "\n"
    }
}

/// The mark of a document whose distances say little.
const WEAK: &str = "†";

pub(super) fn table(report: &Report) -> Markup {
    let lang = report.lang;
    let head = [
        "#",
        lang.text("table.document"),
        lang.text("report.read-as"),
        lang.text("report.characters"),
        lang.text("table.fingerprint"),
        lang.text("report.hash"),
    ];
    let weak = report.documents.iter().filter(|document| document.is_weak).count();
    html! {
        section id="documents" {
            h2 { (t!(lang, "report.documents")) }
            div class="wide" {
                table class="documents" {
                    thead { tr { @for name in head { th scope="col" { (name) } } } }
                    "\n"
                    tbody { "\n" @for document in &report.documents { (row(report, document)) "\n" } }
                }
            }
            @if weak > 0 { p class="aside" { (WEAK) " " (t!(lang, "report.weak", n = weak)) } }
        }
        "\n"
    }
}

fn row(report: &Report, document: &ReportDocument) -> Markup {
    let lang = report.lang;
    let characters = document.characters.map_or_else(|| "–".to_owned(), grouped);
    let digits = |digits: Option<&str>, none: &str| {
        html! { @if let Some(digits) = digits { code class="digits" { (digits) } } @else { (none) } }
    };
    html! {
        tr id={ "document-" (document.number) } {
            td class="number" { (document.number) }
            th scope="row" class="names" {
                (document.name) @if document.is_weak { (WEAK) }
                @if let Some(path) = document.path.as_ref().filter(|path| !path.ends_with(&document.name)) { " " small { (path) } }
                @for remark in document.error.iter().chain(&document.remarks) { p class="remark" { (remark) } }
            }
            td { (document.reading.as_deref().unwrap_or("–")) }
            td class="number" { (characters) }
            td { (digits(document.fingerprint.as_deref(), t!(lang, "table.none"))) }
            td { (digits(document.content_hash.as_deref(), "–")) }
        }
    }
}

pub(super) fn gone(report: &Report) -> Markup {
    if report.missing.is_empty() {
        return Markup::default();
    }
    html! {
        section id="gone" {
            h2 { (t!(report.lang, "report.gone")) }
            @for missing in &report.missing {
                div class="decided" {
                    p { (missing.names[0]) " " span class="times" { "×\u{a0}" } (missing.names[1]) }
                    (decided(report, &missing.decision))
                }
                "\n"
            }
        }
        "\n"
    }
}
