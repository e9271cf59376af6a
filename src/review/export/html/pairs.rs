//! The table of all pairs of the page. Knows nothing of texts.

use std::{
    collections::HashSet,
    io::{self, Write},
};

use super::{
    super::{Report, words::distance},
    decided, names, section,
};
use crate::t;

/// Writes the table of pairs.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
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
            write!(out, "<span class=\"marks\">{}</span>", super::marks(&marks))?;
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
