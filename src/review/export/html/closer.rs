//! A pair looked at closely, on the page: its sentences, the passages that both share, the differences, and what was
//! decided of them.

use std::{
    collections::HashSet,
    io::{self, Write},
};

use super::{
    super::{
        Change, Closer, Report, Row, Spot,
        safe::escaped,
        words::{distance, percent},
    },
    decided, names,
};
use crate::{simhash::is_han, t};

/// Writes what there is of one pair.
pub fn write(report: &Report, closer: &Closer, out: &mut dyn Write) -> io::Result<()> {
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
        super::marks(&marks)
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

/// Struck through, for the ear too.
fn struck(report: &Report, html: &str) -> String {
    let ear = t!(report.lang, "report.left-out");
    format!("<s><span class=\"ear\" lang=\"{}\">{ear} </span>{html}</s>", report.language)
}

fn passages(report: &Report, closer: &Closer, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if closer.passages.is_empty() {
        return Ok(());
    }
    let name = report.name(closer.passages_of);
    writeln!(out, "<h4>{}</h4>\n<ol class=\"passages\">", escaped(&t!(lang, "report.passages", name = name)))?;
    for passage in &closer.passages {
        let (here, there) = (passage.here.shown(lang), passage.there.shown(lang));
        let head = t!(lang, "report.passage", here = here, there = there, n = passage.chars);
        let cut = if passage.cut { "…" } else { "" };
        let text = format!("{}{cut}", escaped(passage.text.trim()));
        let text = if passage.left_out { struck(report, &text) } else { text };
        writeln!(
            out,
            "<li><small>{}</small><blockquote lang=\"{}\">{text}</blockquote></li>",
            escaped(&head),
            language(passage.text.chars()),
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
            text = struck(report, &text);
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
