//! One page that says everything: no script, nothing loaded, readable without colour, by ear, on paper and in the dark.

use std::io::{self, Write};

use super::{Change, Closer, Decided, Pair, Report, Row, Spot, matrix, safe::escaped};
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
    writeln!(out, "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">")?;
    writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>")?;
    writeln!(out, "<header>\n<h1>{title}</h1>\n<p class=\"summary\">{}</p>", escaped(&report.summary()))?;
    caution(report, out)?;
    writeln!(out, "</header>")?;
    contents(report, out)?;
    settings(report, out)?;
    pairs(report, out)?;
    if let Some(distances) = &report.matrix {
        section(out, "matrix", t!(lang, "report.matrix"))?;
        let label = t!(lang, "report.matrix-label");
        writeln!(out, "<figure>{}\n<figcaption>{}</figcaption></figure>\n</section>",
            matrix::svg(distances, report.k, report.bits, label), escaped(&t!(lang, "report.matrix-legend", k = report.k)))?;
    }
    clusters(report, out)?;
    if !report.closer.is_empty() {
        section(out, "closer", t!(lang, "report.closer"))?;
        report.closer.iter().try_for_each(|closer| self::closer(report, closer, out))?;
        writeln!(out, "</section>")?;
    }
    documents(report, out)?;
    gone(report, out)?;
    writeln!(out, "</main>\n<footer><p>{}</p><p>{}</p></footer>\n</body>\n</html>", escaped(&report.caution), made(report))
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
        ("clusters", t!(lang, "report.clusters"), report.clusters.as_ref().is_some_and(|all| !all.is_empty())),
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

fn pairs(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    section(out, "pairs", t!(lang, "report.pairs"))?;
    if report.pairs.is_empty() {
        return writeln!(out, "<p>{}</p>\n</section>", t!(lang, "report.no-pairs"));
    }
    let close: std::collections::HashSet<usize> = report.closer.iter().map(|closer| closer.pair).collect();
    writeln!(out, "<div class=\"wide\"><table class=\"pairs\">\n<thead><tr><th scope=\"col\">#</th><th scope=\"col\">A × B</th>")?;
    let numbers = ["HD", t!(lang, "overview.a-in-b"), t!(lang, "overview.b-in-a"), t!(lang, "report.longest"), t!(lang, "report.cosine")];
    numbers.iter().try_for_each(|name| write!(out, "<th scope=\"col\" class=\"number\">{name}</th>"))?;
    writeln!(out, "<th scope=\"col\">{}</th></tr></thead>\n<tbody>", t!(lang, "report.decided"))?;
    for pair in &report.pairs {
        let class = if pair.near_duplicate { " class=\"near\"" } else if pair.disagreement.is_some() { " class=\"flagged\"" } else { "" };
        let number = match close.contains(&pair.number) {
            true => format!("<a href=\"#pair-{0}\">{0}</a>", pair.number),
            false => pair.number.to_string(),
        };
        writeln!(out, "<tr id=\"row-{}\"{class}><td class=\"number\">{number}</td><td class=\"names\">{}", pair.number, names(report, pair))?;
        let marks = report.marks(pair);
        if !marks.is_empty() {
            let marks: String = marks.iter().map(|mark| format!("<span class=\"mark\">{mark}</span>")).collect();
            write!(out, "<span class=\"marks\">{marks}</span>")?;
        }
        write!(out, "</td><td class=\"number hd\">{}</td>{}{}", report.distance(pair), share(report, pair.a_in_b), share(report, pair.b_in_a))?;
        let cosine = pair.cosine.map_or_else(|| "–".to_owned(), |cosine| format!("{cosine:.3}"));
        write!(out, "<td class=\"number\">{}</td><td class=\"number\">{cosine}</td><td class=\"decided\">", pair.longest)?;
        decided(report, &pair.decided, out)?;
        writeln!(out, "</td></tr>")?;
    }
    writeln!(out, "</tbody></table></div>\n</section>")
}

fn names(report: &Report, pair: &Pair) -> String {
    let [a, b] = [pair.a, pair.b].map(|number| {
        format!("<a class=\"name\" href=\"#document-{number}\">{}</a>", escaped(report.name(number)))
    });
    format!("{a} <span class=\"times\">×</span> {b}")
}

/// A share with a bar under it, which says the same.
fn share(report: &Report, share: f64) -> String {
    let (text, width) = (report.lang.percent(share), share.clamp(0.0, 1.0) * 100.0);
    format!("<td class=\"number share\">{text}<span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{width:.1}%\"></i></span></td>")
}

/// Verdict and note.
fn decided(report: &Report, decided: &Decided, out: &mut dyn Write) -> io::Result<()> {
    if let Some(verdict) = decided.verdict {
        let (key, label) = (verdict.key(), verdict.label(report.lang));
        write!(out, "<p class=\"verdict\"><b class=\"{key}\">{label}</b> <small>{}</small></p>", escaped(&report.since(decided)))?;
    }
    if let Some(note) = &decided.note {
        write!(out, "<p class=\"note\">{}</p>", escaped(note))?;
    }
    Ok(())
}

fn clusters(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let Some(clusters) = report.clusters.as_ref().filter(|clusters| !clusters.is_empty()) else { return Ok(()) };
    section(out, "clusters", t!(lang, "report.clusters"))?;
    writeln!(out, "<ol>")?;
    for cluster in clusters {
        let link = |&number: &usize| format!("<a href=\"#document-{number}\">{}</a>", escaped(report.name(number)));
        let names: Vec<String> = cluster.documents.iter().map(link).collect();
        let spread = cluster.spread.map_or_else(String::new, |spread| t!(lang, "report.spread", n = spread));
        writeln!(out, "<li value=\"{}\">{} <small>{spread}</small></li>", cluster.number, lang.list(&names))?;
    }
    writeln!(out, "</ol>\n</section>")
}

fn closer(report: &Report, closer: &Closer, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let Some(pair) = report.pair(closer.pair) else { return Ok(()) };
    writeln!(out, "<article id=\"pair-{0}\">\n<h3><span class=\"rank\">{0}</span> {1}</h3>", pair.number, names(report, pair))?;
    let marks = report.marks(pair);
    let [a_in_b, b_in_a] = [pair.a_in_b, pair.b_in_a].map(|share| lang.percent(share));
    writeln!(
        out,
        "<p class=\"figures\"><span>HD <b>{}</b></span> <span>{} <b>{a_in_b}</b></span> <span>{} <b>{b_in_a}</b></span> {}</p>",
        report.distance(pair),
        t!(lang, "overview.a-in-b"),
        t!(lang, "overview.b-in-a"),
        marks.iter().map(|mark| format!("<span class=\"mark\">{mark}</span> ")).collect::<String>()
    )?;
    if !pair.decided.is_empty() {
        write!(out, "<div class=\"decided\">")?;
        decided(report, &pair.decided, out)?;
        writeln!(out, "</div>")?;
    }
    if !closer.said.is_empty() {
        writeln!(out, "<dl class=\"said\">")?;
        for said in &closer.said {
            writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escaped(&said.label), escaped(&said.text))?;
        }
        writeln!(out, "</dl>")?;
    }
    passages(report, closer, out)?;
    differences(report, closer, out)?;
    spots(report, t!(lang, "report.spots"), &closer.spots, closer.pair, out)?;
    spots(report, t!(lang, "report.orphans"), &closer.orphans, closer.pair, out)?;
    writeln!(out, "</article>")
}

fn passages(report: &Report, closer: &Closer, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if closer.passages.is_empty() {
        return Ok(());
    }
    let name = report.name(closer.passages_of);
    writeln!(out, "<h4>{}</h4>\n<ol class=\"passages\">", escaped(&t!(lang, "report.passages", name = name)))?;
    for passage in &closer.passages {
        let there = passage.there.map_or_else(|| t!(lang, "report.several").into(), |place| place.shown(lang));
        let head = t!(lang, "report.passage", here = passage.here.shown(lang), there = there, n = passage.chars);
        let cut = if passage.cut { "…" } else { "" };
        writeln!(out, "<li><small>{}</small><blockquote>{}{cut}</blockquote></li>", escaped(&head), escaped(passage.text.trim()))?;
    }
    writeln!(out, "</ol>")?;
    if closer.more_passages > 0 {
        writeln!(out, "<p class=\"left-out\">{}</p>", escaped(&t!(lang, "report.more-passages", n = closer.more_passages)))?;
    }
    Ok(())
}

fn differences(report: &Report, closer: &Closer, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let Some(found) = &closer.differences else { return Ok(()) };
    let heading = report.heading(closer).join(lang.gap());
    writeln!(out, "<h4>{}</h4>\n<p class=\"heading\">{}</p>\n<div class=\"diff\">", t!(lang, "report.differences"), escaped(&heading))?;
    found.rows.iter().try_for_each(|row| self::row(report, closer, row, out))?;
    writeln!(out, "</div>")?;
    if found.more_changes > 0 {
        writeln!(out, "<p class=\"left-out\">{}</p>", escaped(&t!(lang, "report.more-changes", n = found.more_changes)))?;
    }
    Ok(())
}

fn row(report: &Report, closer: &Closer, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let id = match row.changes().first() {
        Some(number) => format!(" id=\"pair-{}-change-{number}\"", closer.pair),
        None => String::new(),
    };
    let [a, b] = report.gutter(row);
    write!(out, "<div class=\"row {}\"{id}>", row.kind)?;
    if row.kind == "folded" {
        return writeln!(out, "<p class=\"fold\">{}</p></div>", escaped(&report.label(row).unwrap_or_default()));
    }
    write!(out, "<div class=\"place\"><span title=\"A\">{}</span><span title=\"B\">{}</span></div><p>", escaped(&a), escaped(&b))?;
    if let Some(label) = report.label(row) {
        write!(out, "<span class=\"label\">{}</span> ", escaped(&label))?;
    }
    for part in &row.parts {
        let text = escaped(&part.text);
        match part.change {
            Change::Same => write!(out, "{text}")?,
            Change::Removed => write!(out, "<del><span class=\"ear\">{} </span>{text}</del>", t!(lang, "report.removed"))?,
            Change::Added => write!(out, "<ins><span class=\"ear\">{} </span>{text}</ins>", t!(lang, "report.added"))?,
        }
    }
    writeln!(out, "</p></div>")
}

fn spots(report: &Report, title: &str, spots: &[Spot], pair: usize, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if spots.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h4>{title}</h4>\n<ul class=\"spots\">")?;
    for spot in spots {
        write!(out, "<li><p class=\"words\">")?;
        if let Some(number) = spot.change {
            write!(out, "<a href=\"#pair-{pair}-change-{number}\">{}</a> ", t!(lang, "report.change", n = number))?;
        }
        if !spot.a.is_empty() {
            write!(out, "<del><span class=\"ear\">{} </span>{}</del> ", t!(lang, "report.removed"), escaped(&spot.a))?;
        }
        if !spot.b.is_empty() {
            write!(out, "<ins><span class=\"ear\">{} </span>{}</ins>", t!(lang, "report.added"), escaped(&spot.b))?;
        }
        write!(out, "</p>")?;
        decided(report, &spot.decided, out)?;
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ul>")
}

fn documents(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    section(out, "documents", t!(lang, "report.documents"))?;
    writeln!(out, "<div class=\"wide\"><table class=\"documents\">\n<thead><tr>")?;
    for name in ["#", t!(lang, "table.document"), t!(lang, "report.read-as"), t!(lang, "report.characters"), t!(lang, "table.fingerprint")] {
        write!(out, "<th scope=\"col\">{name}</th>")?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for document in &report.documents {
        let number = document.number;
        write!(out, "<tr id=\"document-{number}\"><td class=\"number\">{number}</td><td class=\"names\"><b>{}</b>", escaped(&document.name))?;
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
