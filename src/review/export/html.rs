//! One page that says everything: no script, nothing loaded, readable without colour, by ear, on paper and in the dark.

use std::{
    collections::HashSet,
    io::{self, Write},
};

use super::{
    Change, Closer, Decided, Pair, Report, Row, Spot, matrix,
    safe::escaped,
    words::{distance, percent},
};
use crate::{simhash::is_han, t};

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
    pairs(report, out)?;
    distances(report, out)?;
    clusters(report, out)?;
    if !report.closer.is_empty() {
        section(out, "closer", t!(lang, "report.closer"))?;
        report.closer.iter().try_for_each(|closer| self::closer(report, closer, out))?;
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

fn pairs(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    section(out, "pairs", t!(lang, "report.pairs"))?;
    if report.pairs.is_empty() {
        return writeln!(out, "<p>{}</p>\n</section>", t!(lang, "report.no-pairs"));
    }
    let close: HashSet<usize> = report.closer.iter().map(|closer| closer.pair).collect();
    writeln!(
        out,
        "<div class=\"wide\"><table class=\"pairs\">\n<thead><tr><th scope=\"col\">#</th><th scope=\"col\">A × B</th>"
    )?;
    let numbers = [
        "HD",
        t!(lang, "overview.a-in-b"),
        t!(lang, "overview.b-in-a"),
        t!(lang, "report.longest"),
        t!(lang, "report.cosine"),
    ];
    numbers.iter().try_for_each(|name| write!(out, "<th scope=\"col\" class=\"number\">{name}</th>"))?;
    writeln!(out, "<th scope=\"col\">{}</th></tr></thead>\n<tbody>", t!(lang, "report.decided"))?;
    for pair in &report.pairs {
        let class = if pair.near_duplicate {
            " class=\"near\""
        } else if pair.disagreement.is_some() {
            " class=\"flagged\""
        } else {
            ""
        };
        let mut number = pair.number.to_string();
        if close.contains(&pair.number) {
            number = format!("<a href=\"#pair-{number}\">{number}</a>");
        }
        writeln!(
            out,
            "<tr id=\"row-{}\"{class}><td class=\"number\">{number}</td><td class=\"names\">{}",
            pair.number,
            names(report, pair)
        )?;
        let marks = report.marks(pair);
        if !marks.is_empty() {
            write!(out, "<span class=\"marks\">{}</span>", self::marks(&marks))?;
        }
        if let Some(rest) = report.rest(pair) {
            write!(out, "<small>{rest}</small>")?;
        }
        write!(
            out,
            "</td><td class=\"number hd\">{}</td>{}{}",
            distance(pair),
            share(report, pair.a_in_b),
            share(report, pair.b_in_a)
        )?;
        let cosine = pair.cosine.map_or_else(|| "–".to_owned(), |cosine| format!("{cosine:.3}"));
        write!(
            out,
            "<td class=\"number\">{}</td><td class=\"number\">{cosine}</td><td class=\"decided\">",
            pair.longest.map_or_else(|| "–".to_owned(), |longest| longest.to_string())
        )?;
        decided(report, &pair.decided, out)?;
        writeln!(out, "</td></tr>")?;
    }
    writeln!(out, "</tbody></table></div>\n</section>")
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

/// The language of a text, for fonts and for voices: Chinese, or nobody knows.
fn language(texts: impl Iterator<Item = char>) -> &'static str {
    let (mut han, mut all) = (0, 0);
    for c in texts.filter(|c| c.is_alphanumeric()) {
        all += 1;
        han += usize::from(is_han(c));
    }
    // A Chinese character says as much as several letters.
    if han * 4 > all { "zh" } else { "" }
}

/// A share with a bar under it, which says the same.
fn share(report: &Report, share: Option<f64>) -> String {
    let Some(share) = share else { return "<td class=\"number\">–</td>".to_owned() };
    let (text, width) = (report.lang.percent(share), share.clamp(0.0, 1.0) * 100.0);
    if text == report.lang.percent(0.0) {
        return format!("<td class=\"number\">{text}</td>");
    }
    format!(
        "<td class=\"number share\">{text}<span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{width:.1}%\"></i></span></td>"
    )
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

fn closer(report: &Report, closer: &Closer, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let Some(pair) = report.pair(closer.pair) else { return Ok(()) };
    writeln!(
        out,
        "<article id=\"pair-{0}\">\n<h3><span class=\"rank\">{0}</span> {1}</h3>",
        pair.number,
        names(report, pair)
    )?;
    let marks = report.marks(pair);
    let [a_in_b, b_in_a] = [pair.a_in_b, pair.b_in_a].map(|share| percent(share, lang));
    writeln!(
        out,
        "<p class=\"figures\"><span>HD <b>{}</b></span> <span>{} <b>{a_in_b}</b></span> <span>{} <b>{b_in_a}</b></span> {}</p>",
        distance(pair),
        t!(lang, "overview.a-in-b"),
        t!(lang, "overview.b-in-a"),
        self::marks(&marks)
    )?;
    if let Some(rest) = report.rest(pair) {
        writeln!(out, "<p class=\"heading\">{rest}</p>")?;
    }
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
    spots(report, t!(lang, "report.spots"), &closer.spots, closer, out)?;
    spots(report, t!(lang, "report.orphans"), &closer.orphans, closer, out)?;
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
        writeln!(
            out,
            "<li><small>{}</small><blockquote lang=\"{}\">{}{cut}</blockquote></li>",
            escaped(&head),
            language(passage.text.chars()),
            escaped(passage.text.trim())
        )?;
    }
    writeln!(out, "</ol>")?;
    if closer.more_passages > 0 {
        writeln!(
            out,
            "<p class=\"left-out\">{}</p>",
            escaped(&t!(lang, "report.more-passages", n = closer.more_passages))
        )?;
    }
    Ok(())
}

fn differences(report: &Report, closer: &Closer, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let Some(found) = &closer.differences else { return Ok(()) };
    let heading = report.heading(closer).join(lang.gap());
    let texts = found.rows.iter().flat_map(|row| &row.parts).flat_map(|part| part.text.chars());
    writeln!(out, "<h4>{}</h4>\n<p class=\"heading\">{}</p>", t!(lang, "report.differences"), escaped(&heading))?;
    writeln!(out, "<div class=\"diff\" lang=\"{}\">", language(texts))?;
    found.rows.iter().try_for_each(|row| self::row(report, closer, row, out))?;
    writeln!(out, "</div>")?;
    if found.more_changes > 0 {
        writeln!(
            out,
            "<p class=\"left-out\">{}</p>",
            escaped(&t!(lang, "report.more-changes", n = found.more_changes))
        )?;
    }
    Ok(())
}

fn row(report: &Report, closer: &Closer, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let [a, b] = report.gutter(row);
    write!(out, "<div class=\"row {}\">", row.kind)?;
    if row.kind == "folded" {
        return writeln!(
            out,
            "<p class=\"fold\" lang=\"{}\">{}</p></div>",
            report.language,
            escaped(&report.label(row).unwrap_or_default())
        );
    }
    write!(
        out,
        "<div class=\"place\"><span title=\"A\">{}</span><span title=\"B\">{}</span></div><p>",
        escaped(&a),
        escaped(&b)
    )?;
    if let Some(label) = report.label(row) {
        write!(out, "<span class=\"label\" lang=\"{}\">{}</span> ", report.language, escaped(&label))?;
    }
    let mut last = None;
    for part in &row.parts {
        let mut text = escaped(&part.text);
        if part.left_out {
            let ear = t!(lang, "report.left-out");
            text = format!("<s><span class=\"ear\" lang=\"{}\">{ear} </span>{text}</s>", report.language);
        }
        let (tag, ear) = match part.change {
            Change::Same => {
                write!(out, "{text}")?;
                continue;
            }
            Change::Removed => ("del", t!(lang, "report.removed")),
            Change::Added => ("ins", t!(lang, "report.added")),
        };
        // The first side of a change is where links to it lead.
        let begins = part.number.filter(|_| part.number != last);
        last = part.number;
        let id = begins.map_or_else(String::new, |number| format!(" id=\"pair-{}-change-{number}\"", closer.pair));
        write!(out, "<{tag}{id}><span class=\"ear\" lang=\"{}\">{ear} </span>{text}</{tag}>", report.language)?;
    }
    writeln!(out, "</p></div>")
}

fn spots(report: &Report, title: &str, spots: &[Spot], closer: &Closer, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if spots.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h4>{title}</h4>\n<ul class=\"spots\">")?;
    for spot in spots {
        write!(out, "<li><p class=\"words\">")?;
        let rows = closer.differences.iter().flat_map(|found| &found.rows);
        let shown: HashSet<usize> = rows.flat_map(Row::changes).collect();
        if let Some(number) = spot.change {
            let (pair, label) = (closer.pair, t!(lang, "report.change", n = number));
            if shown.contains(&number) {
                write!(out, "<a href=\"#pair-{pair}-change-{number}\">{label}</a> ")?;
            } else {
                write!(out, "{label} ")?;
            }
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
