//! The report as `CommonMark` with the tables of GitHub, which are readable lines elsewhere.
//!
//! Removed and added words are `[-…-]` and `{+…+}` as on the screens, since Markdown has no markup for both.

mod section;

use std::io::{self, Write};

use super::{
    Report, ReportDecision, ReportPair,
    wording::{Figure, Setting, short_note},
};
use crate::{markdown::escaped, t};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    writeln!(out, "# {}\n\n{}\n", t!(lang, "report.title"), escaped(&report.summary()))?;
    writeln!(out, "> **{}** {}\n", t!(lang, "report.caution-head"), t!(lang, "report.caution"))?;
    if !report.is_case {
        decisions(report, out)?;
    }
    for Setting { label, recipe, value } in report.settings() {
        // A recipe is copied verbatim.
        let recipe = recipe.map_or_else(String::new, |recipe| format!("`{recipe}` · "));
        writeln!(out, "- {label}{}{recipe}{}", t!(lang, "report.colon"), escaped(&value))?;
    }
    writeln!(
        out,
        "- {}",
        escaped(&t!(lang, "report.footer", version = report.version, made = report.created.shown()))
    )?;
    let terms = report.terms().map(|(term, meaning)| match &*term {
        "" => escaped(&meaning),
        term => format!("**{term}**{}", escaped(&meaning)),
    });
    writeln!(out, "\n{}", terms.join(lang.gap()))?;
    if let Some(map) = &report.heat_map {
        writeln!(out, "\n{}", escaped(&map.in_words(report)))?;
    }
    for detail in &report.details {
        section::write(report, detail, out)?;
    }
    others(report, out)?;
    clusters(report, out)?;
    documents(report, out)?;
    gone(report, out)
}

/// Decided pairs, then those that are flagged.
fn decisions(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    writeln!(out, "## {}\n", t!(lang, "report.decisions"))?;
    let shown: Vec<&ReportPair> = report.first_pairs().collect();
    if shown.is_empty() {
        writeln!(out, "{}\n", t!(lang, "report.no-decisions"))?;
    } else {
        pairs(report, &shown, out)?;
        writeln!(out)?;
    }
    if let Some(archive) = &report.archive {
        writeln!(out, "{}\n", escaped(&archive.sentence(lang)))?;
    }
    for sentence in report.omitted.iter().cloned().chain(report.unverified()) {
        writeln!(out, "{}\n", escaped(&sentence))?;
    }
    let (named, _) = report.altered(usize::MAX);
    for sentence in &named {
        writeln!(out, "- {}", escaped(sentence))?;
    }
    if !named.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

/// Pairs that are neither decided nor flagged.
fn others(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let shown: Vec<&ReportPair> = report.other_pairs().collect();
    if shown.is_empty() || report.is_case {
        return Ok(());
    }
    writeln!(out, "\n## {}\n", t!(report.lang, "report.others"))?;
    pairs(report, &shown, out)
}

fn clusters(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if report.clusters.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## {}\n", t!(lang, "report.clusters"))?;
    for cluster in &report.clusters {
        let names: Vec<String> = cluster.documents.iter().map(|&number| escaped(report.name(number))).collect();
        let spread = t!(lang, "report.spread", n = cluster.spread);
        writeln!(out, "- **{}** {} {spread}", cluster.number, lang.list(&names))?;
    }
    Ok(())
}

fn table(out: &mut dyn Write, head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> io::Result<()> {
    writeln!(out, "| {} |", head.iter().map(|title| escaped(title)).collect::<Vec<_>>().join(" | "))?;
    writeln!(out, "|{}", " --- |".repeat(head.len()))?;
    for row in rows {
        writeln!(out, "| {} |", row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}

fn pairs(report: &Report, pairs: &[&ReportPair], out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let head = [
        "#",
        t!(lang, "report.pair"),
        t!(lang, "report.verdict"),
        t!(lang, "report.note"),
        t!(lang, "report.a-in-b"),
        t!(lang, "report.b-in-a"),
        t!(lang, "report.longest"),
        "HD",
    ];
    writeln!(out, "| {} |", head.join(" | "))?;
    writeln!(out, "|{}", " --- |".repeat(head.len()))?;
    for pair in pairs {
        let has_section = report.details.iter().any(|detail| detail.pair == pair.number);
        let [a, b] = [pair.a, pair.b].map(|number| escaped(report.name(number)));
        let verdict = match pair.decision.label(lang) {
            Some(verdict) => format!("**{verdict}**"),
            None if pair.is_decided => "–".to_owned(),
            None => t!(lang, "report.none-yet").to_owned(),
        };
        let note = pair.decision.note.as_deref().unwrap_or_default();
        let note = escaped(&short_note(note, has_section));
        write!(out, "| {} | {a} × {b} | {verdict} | {note} |", pair.number)?;
        for Figure { text, is_reason } in report.figures(pair) {
            if is_reason { write!(out, " **{text}** |")? } else { write!(out, " {text} |")? }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Verdict and note.
fn decided(report: &Report, decided: &ReportDecision, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    if let Some(verdict) = decided.label(lang) {
        let since = escaped(&report.since(decided));
        let (label, colon) = (t!(lang, "report.verdict"), t!(lang, "report.colon"));
        writeln!(out, "{label}{colon}**{verdict}** ({since})\n")?;
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
