//! The report as one HTML page: no script, nothing loaded; readable without colour, by screen readers, on paper and in
//! the dark.

mod section;

use std::{
    collections::HashSet,
    io::{self, Write},
    iter,
};

use maud::{DOCTYPE, Markup, html};

use super::{
    Report, ReportDecision, ReportDocument, ReportPair,
    wording::{Figure, Setting, short_note},
};
use crate::{
    html,
    locale::grouped,
    review::submissions::{COLUMNS, SubmissionRow},
    t,
    table::{Align, Column},
};

/// Colours only repeat the meaning of lines, signs and words.
const STYLE: &str = include_str!("style.css");
/// A browser loads nothing and runs nothing, whatever the texts contain.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Writes the page part by part, so that it is never whole in memory.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let title = report.title();
    let style = format!("{STYLE}{}", running_lines(report));
    let head = html::head(&title, POLICY, &style);
    html::write(out, &html! { (DOCTYPE) "\n" })?;
    write!(out, "<html lang=\"{}\">", report.language)?;
    html::write(out, &head)?;
    write!(out, "\n<body><main>\n")?;
    parts(report).try_for_each(|part| html::write(out, &part))?;
    out.write_all(b"\n</main></body></html>\n")
}

/// The page in parts, made one after the other, for this format and for Markdown.
pub(super) fn parts(report: &Report) -> impl Iterator<Item = Markup> {
    let details = report.details.iter().map(|detail| section::article(report, detail));
    let behind: [fn(&Report) -> Markup; 5] = [others, clusters, documents, gone, footer];
    iter::once_with(|| front(report)).chain(details).chain(behind.into_iter().map(|part| part(report)))
}

fn footer(report: &Report) -> Markup {
    let made = t!(report.lang, "report.footer", version = report.version, made = report.created.shown());
    html! { footer { p { (report.caution) } @if let Some(said) = report.reviewers() { p { (said) } } p { (made) } } }
}

/// The lines at the top and the bottom of printed pages. They have no names of documents, since CSS has rules of its
/// own for what a text may contain.
fn running_lines(report: &Report) -> String {
    let lang = report.lang;
    let quoted = |text: &str| {
        let safe = text.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\\' | '<'));
        format!("\"{}\"", safe.collect::<String>())
    };
    let title = quoted(t!(lang, "report.title"));
    let made = quoted(&t!(lang, "report.footer", version = report.version, made = report.created.shown()));
    format!(
        "@page {{ @top-left {{ content: {title}; }} @bottom-left {{ content: {made}; }} }}\n\
         @page :first {{ @top-left {{ content: none; }} }}\n"
    )
}

/// The greatest number of documents with altered text that are named on the first page.
const MAX_ALTERED: usize = 8;

/// The first page: what the report is, what it does not prove, what was decided, and how the numbers were made.
fn front(report: &Report) -> Markup {
    let lang = report.lang;
    html! {
        header {
            h1 { (t!(lang, "report.title")) }
            @let subtitle = report.subtitle();
            @if !subtitle.is_empty() { p class="summary" { strong { (subtitle) } } }
            p class="summary" { (report.summary()) }
            p class="caution" { strong { (t!(lang, "report.caution-head")) } " " (t!(lang, "report.caution")) }
            @if let Some(archive) = &report.archive { p class="summary" { (archive.sentence(lang)) } }
            @if let Some(sentence) = report.received_sentence() { p class="caution" { strong { (sentence) } } }
        }
        "\n"
        @if !report.is_case { (submissions(report)) (decisions(report)) }
        section class="method" aria-label=(t!(lang, "report.settings")) {
            "\n"
            (settings(report))
            p class="terms" {
                @for (term, meaning) in report.terms() { @if !term.is_empty() { b { (term) } } (meaning) " " }
            }
        }
        "\n"
    }
}

/// The documents by what they have from others; those that have nothing are counted alone.
fn submissions(report: &Report) -> Markup {
    let lang = report.lang;
    let rows: Vec<SubmissionRow> = report.submission_rows().filter(|row| row.of.largest.is_some()).collect();
    // Of two documents the pair says it all.
    if rows.is_empty() || report.submissions.len() < 3 {
        return Markup::default();
    }
    let class = |column: &Column| if column.align == Align::Right { "number" } else { "names" };
    html! {
        section id="submissions" {
            h2 { (t!(lang, "submissions.report")) }
            p { (report.submissions_counted()) }
            div class="wide" {
                table class="pairs" {
                    thead {
                        tr {
                            @for (_, of) in COLUMNS {
                                th scope="col" class=(class(&of.column)) { (lang.text(of.column.title)) }
                            }
                        }
                    }
                    "\n"
                    tbody {
                        "\n"
                        @for row in &rows {
                            tr {
                                @for (_, of) in COLUMNS {
                                    td class=(class(&of.column)) { ((of.cell)(row, lang).value.or_sign(lang)) }
                                }
                            }
                            "\n"
                        }
                    }
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
                (pair_table(report, &shown))
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
fn others(report: &Report) -> Markup {
    let shown: Vec<&ReportPair> = report.other_pairs().collect();
    if shown.is_empty() || report.is_case {
        return Markup::default();
    }
    html! {
        section id="others" { h2 { (t!(report.lang, "report.others")) } (pair_table(report, &shown)) }
        "\n"
    }
}

fn pair_table(report: &Report, pairs: &[&ReportPair]) -> Markup {
    let lang = report.lang;
    let with_section: HashSet<usize> = report.details.iter().map(|detail| detail.pair).collect();
    let decided = pairs.iter().any(|pair| pair.is_decided);
    let noted = pairs.iter().any(|pair| pair.decision.note.is_some());
    html! {
        div class="wide" {
            table class="pairs" {
                thead {
                    tr {
                        th scope="col" class="number" { "#" }
                        th scope="col" { (t!(lang, "report.pair")) }
                        @if decided { th scope="col" { (t!(lang, "report.verdict")) } }
                        @if noted { th scope="col" { (t!(lang, "report.note")) } }
                        @for title in report.figure_labels() { th scope="col" class="number" { (title) } }
                    }
                }
                "\n"
                tbody {
                    "\n"
                    @for pair in pairs {
                        (pair_row(report, pair, [decided, noted], with_section.contains(&pair.number))) "\n"
                    }
                }
            }
        }
    }
}

fn pair_row(report: &Report, pair: &ReportPair, [decided, noted]: [bool; 2], has_section: bool) -> Markup {
    let lang = report.lang;
    let verdict = match pair.decision.label(lang) {
        Some(verdict) => html! { b { (verdict) } },
        None if pair.places_decided > 0 => html! { (t!(lang, "reviewing.undecided", n = pair.places_decided)) },
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

fn clusters(report: &Report) -> Markup {
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

fn documents(report: &Report) -> Markup {
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
                    tbody { "\n" @for document in &report.documents { (document_row(report, document)) "\n" } }
                }
            }
            @if weak > 0 { p class="aside" { (WEAK) " " (t!(lang, "report.weak", n = weak)) } }
        }
        "\n"
    }
}

fn document_row(report: &Report, document: &ReportDocument) -> Markup {
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
                @if let Some(path) = document.path.as_ref().filter(|path| !path.ends_with(&document.name)) {
                    " " small { (path) }
                }
                @for remark in document.error.iter().chain(&document.remarks) { p class="remark" { (remark) } }
            }
            td { (document.reading.as_deref().unwrap_or("–")) }
            td class="number" { (characters) }
            td { (digits(document.fingerprint.as_deref(), t!(lang, "table.none"))) }
            td { (digits(document.content_hash.as_deref(), "–")) }
        }
    }
}

fn gone(report: &Report) -> Markup {
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

/// The names of a pair. The sign is never alone in a line.
fn names(report: &Report, pair: &ReportPair) -> Markup {
    html! {
        span class="name" { (report.name(pair.a)) }
        " " span class="times" { "×\u{a0}" } span class="name" { (report.name(pair.b)) }
    }
}

/// Verdict, note and date.
fn decided(report: &Report, decided: &ReportDecision) -> Markup {
    html! {
        @if let Some(verdict) = decided.verdict {
            p class="verdict" {
                b class=(verdict.key()) { (decided.label(report.lang).unwrap_or_default()) } " "
                small { (report.since(decided)) }
            }
        }
        @if let Some(note) = &decided.note { p class="note" { (note) } }
    }
}
