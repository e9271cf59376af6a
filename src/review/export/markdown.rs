//! The report as `CommonMark` with the tables of GitHub, which are readable lines elsewhere.
//!
//! Removed and added words are `[-…-]` and `{+…+}` as on the screens, since Markdown has no markup for both.

use std::io::{self, Write};

use super::{DiffPart, PartKind, Report, ReportDecision, ReportDetail, wording::cell};
use crate::{
    markdown::escaped,
    review::pairs::{A, A_IN_B, B, B_IN_A, HAMMING, LONGEST, NUMBER, PairColumn},
    t,
};

/// The columns of pairs that are shared with other lists.
const PAIRS: [PairColumn; 7] = [NUMBER, A, B, HAMMING, A_IN_B, B_IN_A, LONGEST];

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    writeln!(out, "# {}\n\n{}\n", t!(lang, "report.title"), escaped(&report.summary()))?;
    writeln!(out, "> **{}** {}\n", t!(lang, "report.caution-head"), escaped(&report.caution))?;
    for (label, value) in report.settings() {
        // A recipe is copied verbatim.
        let value = if value == report.recipe { format!("`{value}`") } else { escaped(&value) };
        writeln!(out, "- {label}{}{value}", t!(lang, "report.colon"))?;
    }
    for sentence in &report.omitted {
        writeln!(out, "- {}", escaped(sentence))?;
    }
    pairs(report, out)?;
    if !report.clusters.is_empty() {
        writeln!(out, "\n## {}\n", t!(lang, "report.clusters"))?;
        for cluster in &report.clusters {
            let names: Vec<String> = cluster.documents.iter().map(|&number| escaped(report.name(number))).collect();
            let spread = t!(lang, "report.spread", n = cluster.spread);
            writeln!(out, "- **{}** {} {spread}", cluster.number, lang.list(&names))?;
        }
    }
    for detail in &report.details {
        pair_detail(report, detail, out)?;
    }
    documents(report, out)?;
    gone(report, out)
}

fn table(out: &mut dyn Write, head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> io::Result<()> {
    writeln!(out, "| {} |", head.iter().map(|title| escaped(title)).collect::<Vec<_>>().join(" | "))?;
    writeln!(out, "|{}", " --- |".repeat(head.len()))?;
    for row in rows {
        writeln!(out, "| {} |", row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}

fn pairs(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    writeln!(out, "\n## {}\n", t!(lang, "report.pairs"))?;
    if report.pairs.is_empty() {
        return writeln!(out, "{}", t!(lang, "report.no-pairs"));
    }
    let own = ["report.signals", "report.verdict", "report.note"];
    let head: Vec<&str> = PAIRS.iter().map(|column| column.column.title).chain(own).map(|key| lang.text(key)).collect();
    let rows = report.pairs.iter().map(|pair| {
        let row = report.row(pair);
        let marks = report.marks(pair).into_iter().map(String::from).chain(report.remainder(pair));
        let own = [
            marks.collect::<Vec<_>>().join(t!(lang, "report.parted")),
            pair.decision.verdict.map_or("", |verdict| verdict.label(lang)).to_owned(),
            pair.decision.note.clone().unwrap_or_default(),
        ];
        PAIRS.iter().map(|column| cell(column, &row)).chain(own).collect()
    });
    table(out, &head, rows)
}

fn pair_detail(report: &Report, detail: &ReportDetail, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let Some(pair) = report.pair(detail.pair) else { return Ok(()) };
    let [a, b] = [pair.a, pair.b].map(|number| escaped(report.name(number)));
    writeln!(out, "\n## {}\\. {a} × {b}\n", pair.number)?;
    decided(report, &pair.decision, out)?;
    if let Some(remainder) = report.remainder(pair) {
        writeln!(out, "- {}", escaped(&remainder))?;
    }
    for sentence in &detail.sentences {
        writeln!(out, "- **{}** {}", escaped(&sentence.label), escaped(&sentence.text))?;
    }
    if !detail.passages.is_empty() {
        let of = escaped(report.name(detail.passages_of));
        writeln!(out, "\n### {}\n", t!(lang, "report.passages", name = of))?;
        for passage in &detail.passages {
            let cut = if passage.cut { "…" } else { "" };
            let (here, there) = (passage.here.shown(lang), passage.there.shown(lang));
            let text = format!("{}{cut}", escaped(&passage.text));
            let text = if passage.excluded { format!("\\[x {} x\\]", text.trim()) } else { text };
            writeln!(out, "- {} → {}{}{text}", escaped(&here), escaped(&there), t!(lang, "report.colon"))?;
        }
        if detail.more_passages > 0 {
            writeln!(out, "- {}", escaped(&t!(lang, "report.more-passages", n = detail.more_passages)))?;
        }
    }
    if let Some(found) = &detail.differences {
        writeln!(out, "\n### {}\n\n{}", t!(lang, "report.differences"), escaped(&report.heading(found)))?;
        for row in &found.rows {
            let label = report.label(row).map_or_else(String::new, |label| format!("*{}* ", escaped(&label)));
            let [a, b] = report.gutter(row).map(|place| escaped(&place));
            let place = if a == b || b.is_empty() {
                a
            } else if a.is_empty() {
                b
            } else {
                format!("{a} → {b}")
            };
            let part = |part: &DiffPart| {
                let text = part_of(part.kind, &part.text);
                if part.excluded { format!("\\[x {} x\\]", text.trim()) } else { text }
            };
            let parts: String = row.parts.iter().map(part).collect();
            writeln!(out, "\n{place} {label}{}", parts.trim())?;
        }
        if found.more_changes > 0 {
            writeln!(out, "\n{}", escaped(&t!(lang, "report.more-changes", n = found.more_changes)))?;
        }
    }
    for (head, hunks) in [(t!(lang, "report.spots"), &detail.hunks), (t!(lang, "report.orphans"), &detail.orphans)] {
        if !hunks.is_empty() {
            writeln!(out, "\n### {head}\n")?;
        }
        for hunk in hunks {
            let words = format!("{}{}", part_of(PartKind::Removed, &hunk.a), part_of(PartKind::Added, &hunk.b));
            let number = hunk.change.map_or_else(String::new, |number| format!("{number}\\. "));
            writeln!(out, "- {number}{words}\n")?;
            let mut inner = Vec::new();
            decided(report, &hunk.decision, &mut inner)?;
            for line in String::from_utf8_lossy(&inner).lines() {
                writeln!(out, "  {line}")?;
            }
        }
    }
    Ok(())
}

/// A part of a paragraph. White space at its ends separates words, and is not trimmed.
fn part_of(change: PartKind, text: &str) -> String {
    let ends = |at: fn(&str) -> &str| if at(text).len() < text.len() { " " } else { "" };
    let inner = escaped(text);
    if inner.is_empty() {
        return if text.is_empty() { String::new() } else { " ".into() };
    }
    let (before, after) = (ends(str::trim_start), ends(str::trim_end));
    match change {
        PartKind::Same => format!("{before}{inner}{after}"),
        PartKind::Removed => format!("{before}\\[-{inner}-\\]{after}"),
        PartKind::Added => format!("{before}{{+{inner}+}}{after}"),
    }
}

/// Verdict and note.
fn decided(report: &Report, decided: &ReportDecision, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if let Some(verdict) = decided.verdict {
        let since = escaped(&report.since(decided));
        let (label, colon) = (t!(lang, "report.verdict"), t!(lang, "report.colon"));
        writeln!(out, "{label}{colon}**{}** ({since})\n", verdict.label(lang))?;
    }
    for line in decided.note.iter().flat_map(|note| note.lines()) {
        let line = escaped(line);
        if !line.is_empty() {
            writeln!(out, "> {line}\n>")?;
        }
    }
    if decided.note.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

fn documents(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    writeln!(out, "\n## {}\n", t!(lang, "report.documents"))?;
    let head = [
        "#",
        t!(lang, "table.document"),
        t!(lang, "report.path"),
        t!(lang, "report.read-as"),
        t!(lang, "report.bytes"),
        t!(lang, "table.fingerprint"),
        t!(lang, "report.hash"),
        t!(lang, "report.remarks"),
    ];
    let rows = report.documents.iter().map(|document| {
        let remarks: Vec<&str> = document.error.iter().chain(&document.warnings).map(String::as_str).collect();
        vec![
            document.number.to_string(),
            document.name.clone(),
            document.path.clone().unwrap_or_default(),
            document.reading.clone().unwrap_or_default(),
            document.bytes.map_or_else(String::new, |bytes| bytes.to_string()),
            document.fingerprint.clone().unwrap_or_else(|| t!(lang, "table.none").into()),
            document.content_hash.clone().unwrap_or_default(),
            remarks.join(lang.gap()),
        ]
    });
    table(out, &head, rows)
}

fn gone(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if report.missing.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## {}\n", t!(lang, "report.gone"))?;
    for missing in &report.missing {
        let [a, b] = missing.names.each_ref().map(|name| escaped(name));
        writeln!(out, "{a} × {b}\n")?;
        decided(report, &missing.decision, out)?;
    }
    Ok(())
}
