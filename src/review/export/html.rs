//! One page that says everything: no script, nothing loaded, readable without colour, by ear, on paper and in the dark.

mod closer;
mod pairs;

use std::io::{self, Write};

use super::{Decided, Pair, Report, matrix, safe::escaped};
use crate::t;

/// How it looks. Colours only repeat what lines, signs and words say already.
const STYLE: &str = include_str!("style.css");

/// Writes the page.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let title = t!(lang, "report.title");
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">", report.language)?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    // Whatever stands in the texts, a browser loads nothing and runs nothing.
    writeln!(
        out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )?;
    writeln!(
        out,
        "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">"
    )?;
    writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>")?;
    writeln!(out, "<header>\n<h1>{title}</h1>\n<p class=\"summary\">{}</p>", escaped(&report.summary()))?;
    caution(report, out)?;
    writeln!(out, "</header>")?;
    contents(report, out)?;
    settings(report, out)?;
    pairs::write(report, out)?;
    distances(report, out)?;
    clusters(report, out)?;
    if !report.closer.is_empty() {
        section(out, "closer", t!(lang, "report.closer"))?;
        report.closer.iter().try_for_each(|closer| closer::write(report, closer, out))?;
        writeln!(out, "</section>")?;
    }
    documents(report, out)?;
    gone(report, out)?;
    writeln!(
        out,
        "</main>\n<footer><p>{}</p><p>{}</p></footer>\n</body>\n</html>",
        escaped(&report.caution),
        made(report)
    )
}

fn made(report: &Report) -> String {
    let lang = report.lang;
    escaped(&t!(lang, "report.footer", version = report.version, made = report.made.shown()))
}

fn section(out: &mut dyn Write, id: &str, title: &str) -> io::Result<()> {
    writeln!(out, "<section id=\"{id}\">\n<h2>{title}</h2>")
}

fn caution(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let head = t!(report.lang, "report.caution-head");
    writeln!(out, "<p class=\"caution\"><strong>{head}</strong> {}</p>", escaped(&report.caution))
}

fn contents(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    writeln!(out, "<nav aria-label=\"{0}\">\n<h2>{0}</h2>\n<ol>", t!(lang, "report.contents"))?;
    let parts = [
        ("settings", t!(lang, "report.settings"), true),
        ("pairs", t!(lang, "report.pairs"), true),
        ("matrix", t!(lang, "report.matrix"), report.matrix.is_some()),
        ("clusters", t!(lang, "report.clusters"), !report.clusters.is_empty()),
        ("closer", t!(lang, "report.closer"), !report.closer.is_empty()),
        ("documents", t!(lang, "report.documents"), true),
        ("gone", t!(lang, "report.gone"), !report.gone.is_empty()),
    ];
    for (id, title, _) in parts.into_iter().filter(|(.., there)| *there) {
        write!(out, "<li><a href=\"#{id}\">{title}</a>")?;
        if id == "closer" {
            writeln!(out, "\n<ol>")?;
            for pair in report.closer.iter().filter_map(|closer| report.pair(closer.pair)) {
                let [a, b] = [pair.a, pair.b].map(|number| escaped(report.name(number)));
                writeln!(out, "<li value=\"{0}\"><a href=\"#pair-{0}\">{a} × {b}</a></li>", pair.number)?;
            }
            write!(out, "</ol>")?;
        }
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ol>\n</nav>")
}

fn settings(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    section(out, "settings", t!(report.lang, "report.settings"))?;
    writeln!(out, "<dl>")?;
    for (label, value) in report.settings() {
        writeln!(out, "<div><dt>{label}</dt><dd>{}</dd></div>", escaped(&value))?;
    }
    writeln!(out, "</dl>")?;
    if !report.left_out.is_empty() {
        writeln!(out, "<ul class=\"left-out\">")?;
        report.left_out.iter().try_for_each(|sentence| writeln!(out, "<li>{}</li>", escaped(sentence)))?;
        writeln!(out, "</ul>")?;
    }
    writeln!(out, "</section>")
}

/// What a pair is marked with.
fn marks(marks: &[&str]) -> String {
    let mark = |mark: &&str| format!("<span class=\"mark\">{mark}</span>");
    marks.iter().map(mark).collect::<Vec<_>>().join(" ")
}

fn names(report: &Report, pair: &Pair) -> String {
    let [a, b] = [pair.a, pair.b]
        .map(|number| format!("<a class=\"name\" href=\"#document-{number}\">{}</a>", escaped(report.name(number))));
    format!("{a} <span class=\"times\">×</span> {b}")
}

/// Verdict and note.
fn decided(report: &Report, decided: &Decided, out: &mut dyn Write) -> io::Result<()> {
    if let Some(verdict) = decided.verdict {
        let (key, label) = (verdict.key(), verdict.label(report.lang));
        write!(
            out,
            "<p class=\"verdict\"><b class=\"{key}\">{label}</b> <small>{}</small></p>",
            escaped(&report.since(decided))
        )?;
    }
    if let Some(note) = &decided.note {
        write!(out, "<p class=\"note\">{}</p>", escaped(note))?;
    }
    Ok(())
}

fn distances(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let Some(distances) = &report.matrix else { return Ok(()) };
    section(out, "matrix", t!(lang, "report.matrix"))?;
    let svg = matrix::svg(distances, report.k, report.bits, t!(lang, "report.matrix-label"));
    writeln!(out, "<figure>\n<div class=\"beside\">{svg}\n<ol>")?;
    for &number in &distances.documents {
        writeln!(
            out,
            "<li value=\"{number}\"><a class=\"plain\" href=\"#document-{number}\">{}</a></li>",
            escaped(report.name(number))
        )?;
    }
    let legend = t!(lang, "report.matrix-legend", k = report.k);
    writeln!(out, "</ol></div>\n<figcaption>{}</figcaption>\n</figure>\n</section>", escaped(&legend))
}

fn clusters(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if report.clusters.is_empty() {
        return Ok(());
    }
    section(out, "clusters", t!(lang, "report.clusters"))?;
    writeln!(out, "<ol>")?;
    for cluster in &report.clusters {
        let link = |&number: &usize| format!("<a href=\"#document-{number}\">{}</a>", escaped(report.name(number)));
        let names: Vec<String> = cluster.documents.iter().map(link).collect();
        let spread = t!(lang, "report.spread", n = cluster.spread);
        writeln!(out, "<li value=\"{}\">{} <small>{spread}</small></li>", cluster.number, lang.list(&names))?;
    }
    writeln!(out, "</ol>\n</section>")
}

fn documents(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    section(out, "documents", t!(lang, "report.documents"))?;
    writeln!(out, "<div class=\"wide\"><table class=\"documents\">\n<thead><tr>")?;
    for name in [
        "#",
        t!(lang, "table.document"),
        t!(lang, "report.read-as"),
        t!(lang, "report.characters"),
        t!(lang, "table.fingerprint"),
    ] {
        write!(out, "<th scope=\"col\">{name}</th>")?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for document in &report.documents {
        let number = document.number;
        write!(
            out,
            "<tr id=\"document-{number}\"><td class=\"number\">{number}</td><td class=\"names\"><b>{}</b>",
            escaped(&document.name)
        )?;
        if let Some(path) = document.path.as_ref().filter(|path| **path != document.name) {
            write!(out, "<br><small>{}</small>", escaped(path))?;
        }
        for remark in document.error.iter().chain(&document.warnings) {
            write!(out, "<p class=\"remark\">{}</p>", escaped(remark))?;
        }
        let (reading, characters) = (document.reading.as_deref().unwrap_or("–"), document.characters);
        let characters = characters.map_or_else(|| "–".to_owned(), crate::locale::grouped);
        write!(out, "</td><td>{}</td><td class=\"number\">{characters}</td><td>", escaped(reading))?;
        let fingerprint = document.fingerprint.as_deref().unwrap_or(t!(lang, "table.none"));
        write!(out, "<code>{}</code>", escaped(fingerprint))?;
        if let Some(hash) = &document.content_hash {
            write!(out, "<br><small>{} <code>{}</code></small>", t!(lang, "report.hash"), escaped(hash))?;
        }
        writeln!(out, "</td></tr>")?;
    }
    writeln!(out, "</tbody></table></div>\n</section>")
}

fn gone(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.gone.is_empty() {
        return Ok(());
    }
    section(out, "gone", t!(report.lang, "report.gone"))?;
    for gone in &report.gone {
        let [a, b] = gone.names.each_ref().map(|name| escaped(name));
        write!(out, "<div class=\"decided\"><p>{a} <span class=\"times\">×</span> {b}</p>")?;
        decided(report, &gone.decided, out)?;
        writeln!(out, "</div>")?;
    }
    writeln!(out, "</section>")
}
