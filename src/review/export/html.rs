//! The report as one HTML page: no script, nothing loaded; readable without colour, by screen readers, on paper and in the
//! dark.

mod changes;
mod column;
mod documents;
mod front;
mod section;

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Report, ReportDecision, ReportPair};
use crate::{html, simhash::is_han, t};

/// Colours only repeat the meaning of lines, signs and words.
const STYLE: &str = include_str!("style.css");

/// A browser loads nothing and runs nothing, whatever the texts contain.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Writes the page part by part, so that it is never whole in memory.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let title = report.title();
    let style = format!("{STYLE}{}", running_lines(report));
    let head = html! {
        head {
            meta charset="utf-8"; "\n"
            meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
            meta http-equiv="Content-Security-Policy" content=(POLICY); "\n"
            meta name="color-scheme" content="light dark"; "\n"
            meta name="referrer" content="no-referrer"; "\n"
            title { (title) } "\n"
            style { "\n" (PreEscaped(style)) } "\n"
        }
    };
    html::write(out, &html! { (DOCTYPE) "\n" })?;
    write!(out, "<html lang=\"{}\">", report.language)?;
    html::write(out, &head)?;
    write!(out, "\n<body><main>\n")?;
    html::write(out, &front::page(report))?;
    for detail in &report.details {
        html::write(out, &section::article(report, detail))?;
    }
    for part in [front::others(report), documents::clusters(report), documents::table(report), documents::gone(report)]
    {
        html::write(out, &part)?;
    }
    let footer = t!(lang, "report.footer", version = report.version, made = report.created.shown());
    html::write(out, &html! { footer { p { (report.caution) } p { (footer) } } })?;
    out.write_all(b"\n</main></body></html>\n")
}

/// The lines at the top and the bottom of printed pages. They have no names of documents, since CSS has rules of its own
/// for what a text may contain.
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

/// The names of a pair. The sign is never alone in a line.
fn names(report: &Report, pair: &ReportPair) -> Markup {
    html! {
        span class="name" { (report.name(pair.a)) }
        " " span class="times" { "×\u{a0}" } span class="name" { (report.name(pair.b)) }
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

/// Verdict, note and date.
fn decided(report: &Report, decided: &ReportDecision) -> Markup {
    html! {
        @if let Some(verdict) = decided.verdict {
            p class="verdict" {
                b class=(verdict.key()) { (decided.label(report.lang).unwrap_or_default()) } " " small { (report.since(decided)) }
            }
        }
        @if let Some(note) = &decided.note { p class="note" { (note) } }
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
