//! The report as `CommonMark` with the tables of GitHub, which are readable lines elsewhere.
//!
//! Removed and added words are `[-…-]` and `{+…+}` as on the screens, since Markdown has no markup for both.

use std::io::{self, Write};

use super::{
    ColumnBlock, ColumnPart, DecidedHunk, DiffPart, PartKind, Report, ReportColumn, ReportDecision, ReportDetail,
    ReportDifferences, ReportPair, TextPassage,
    wording::{Figure, Setting, short_note},
};
use crate::{locale::grouped, markdown::escaped, t};

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
        section(report, detail, out)?;
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

/// A pair: verdict and note, figures, shared passages with their places, both texts, differences. Passages are `[1 …
/// 1]`, as on screens without colour.
fn section(report: &Report, detail: &ReportDetail, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let Some(pair) = report.pair(detail.pair) else { return Ok(()) };
    let [a, b] = [pair.a, pair.b].map(|number| escaped(report.name(number)));
    writeln!(out, "\n## {}\\. {a} × {b}\n", pair.number)?;
    decided(report, &pair.decision, out)?;
    let figure = |(label, figure): (&str, Figure)| match figure {
        Figure { text, is_reason: true } => format!("{label} **{text}**"),
        Figure { text, is_reason: false } => format!("{label} {text}"),
    };
    let figures: Vec<String> = report.figure_labels().into_iter().zip(report.figures(pair)).map(figure).collect();
    writeln!(out, "- {}", figures.join(" · "))?;
    let altered = report.altered_of(detail, pair);
    let whole = report.other_figures(pair);
    let said = whole.iter().map(String::as_str).chain(Report::about(detail)).chain(altered.iter().map(String::as_str));
    for sentence in said {
        writeln!(out, "- {}", escaped(sentence))?;
    }
    passages(report, detail, out)?;
    if detail.columns.is_empty() {
        writeln!(out, "\n{}", t!(lang, "report.no-columns"))?;
    }
    for (side, column) in ["A", "B"].into_iter().zip(&detail.columns) {
        self::column(report, column, if detail.columns.len() == 1 { "A = B" } else { side }, out)?;
    }
    if let Some(found) = &detail.differences {
        differences(report, found, out)?;
    }
    hunks(report, t!(lang, "report.spots"), &detail.hunks, out)?;
    hunks(report, t!(lang, "report.orphans"), &detail.orphans, out)
}

/// The passages with their places.
fn passages(report: &Report, detail: &ReportDetail, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let mut numbered = detail.passages.iter().filter_map(|passage| Some((passage.number?, passage))).peekable();
    if numbered.peek().is_some() {
        let [number, characters] = [t!(lang, "report.passage-number"), t!(lang, "report.characters")];
        let [a, b] = [t!(lang, "report.in-a"), t!(lang, "report.in-b")];
        writeln!(out, "\n| {number} | {characters} | {a} | {b} |\n| --- | --- | --- | --- |")?;
    }
    for (number, passage) in numbered {
        let [here, there] = [passage.here, passage.there].map(|place| escaped(&place.shown(lang)));
        writeln!(out, "| {number} | {} | {here} | {there} |", grouped(passage.chars))?;
    }
    if detail.hidden_passages > 0 {
        let hidden = t!(lang, "report.hidden-passages", n = grouped(detail.hidden_passages as u64));
        writeln!(out, "\n{}", escaped(&hidden))?;
    }
    if detail.more_passages > 0 {
        let more = t!(lang, "report.more-passages", n = grouped(detail.more_passages as u64));
        writeln!(out, "\n{}", escaped(&more))?;
    }
    Ok(())
}

fn column(report: &Report, column: &ReportColumn, side: &str, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let length = t!(lang, "report.length", n = grouped(column.characters));
    writeln!(out, "\n### {side} {} ({length})", escaped(report.name(column.document)))?;
    for block in &column.blocks {
        match block {
            ColumnBlock::Omitted { chars } => writeln!(out, "\n*{}*", t!(lang, "report.omitted", n = grouped(*chars)))?,
            ColumnBlock::Paragraph { at, continued, parts } => {
                let text: String = parts.iter().map(marked).collect();
                let continued = if *continued { "…" } else { "" };
                writeln!(out, "\n{} {continued}{}", escaped(&at.shown(lang)), text.trim())?;
            }
        }
    }
    Ok(())
}

/// A part of a paragraph with the marks of its passage.
fn marked(part: &ColumnPart) -> String {
    let text = part_of(PartKind::Same, &part.text);
    match part.passage {
        _ if part.excluded => format!("\\[x {} x\\]", text.trim()),
        None => text,
        Some(TextPassage { number, begins, ends }) => {
            let begins = if begins { format!("\\[{number} ") } else { String::new() };
            let ends = if ends { format!(" {number}\\]") } else { String::new() };
            format!("{begins}{text}{ends}")
        }
    }
}

fn differences(report: &Report, found: &ReportDifferences, out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
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
            let also = report.also(part);
            let text = if also.is_empty() { text } else { format!("\\[{text} *{}*\\]", escaped(&also)) };
            let text = if part.excluded { format!("\\[x {} x\\]", text.trim()) } else { text };
            let omitted = (part.omitted > 0).then(|| t!(lang, "report.omitted", n = grouped(part.omitted)));
            omitted.map_or_else(|| text.clone(), |omitted| format!("{text} *{omitted}* "))
        };
        let parts: String = row.parts.iter().map(part).collect();
        writeln!(out, "\n{place} {label}{}", parts.trim())?;
    }
    if found.more_changes > 0 {
        writeln!(out, "\n{}", escaped(&t!(lang, "report.more-changes", n = found.more_changes)))?;
    }
    Ok(())
}

/// Decisions on changes.
fn hunks(report: &Report, head: &str, hunks: &[DecidedHunk], out: &mut dyn Write) -> io::Result<()> {
    if !hunks.is_empty() {
        writeln!(out, "\n### {head}\n")?;
    }
    for hunk in hunks {
        let words = if hunk.is_passage {
            format!("\\[{}\\]", part_of(PartKind::Same, &hunk.a))
        } else {
            format!("{}{}", part_of(PartKind::Removed, &hunk.a), part_of(PartKind::Added, &hunk.b))
        };
        let passage = hunk.passage.map(|number| format!("{} ", t!(report.lang, "report.passage", n = number)));
        let number = hunk.change.map(|number| format!("{number}\\. ")).or(passage).unwrap_or_default();
        writeln!(out, "- {number}{words}\n")?;
        let mut inner = Vec::new();
        decided(report, &hunk.decision, &mut inner)?;
        for line in String::from_utf8_lossy(&inner).lines() {
            writeln!(out, "  {line}")?;
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
        PartKind::Same | PartKind::AlsoInA | PartKind::AlsoInB => format!("{before}{inner}{after}"),
        PartKind::Removed => format!("{before}\\[-{inner}-\\]{after}"),
        PartKind::Added => format!("{before}{{+{inner}+}}{after}"),
    }
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
        [
            document.number.to_string(),
            document.name.clone(),
            document.path.clone().unwrap_or_default(),
            document.reading.clone().unwrap_or_default(),
            document.bytes.map_or_else(String::new, |bytes| bytes.to_string()),
            document.fingerprint.clone().unwrap_or_else(|| t!(lang, "table.none").into()),
            document.content_hash.clone().unwrap_or_default(),
            remarks.join(lang.gap()),
        ]
        .map(|cell| escaped(&cell))
        .into()
    });
    table(out, &head.map(escaped), rows)
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

fn pairs(report: &Report, pairs: &[&ReportPair], out: &mut dyn Write) -> io::Result<()> {
    let lang = report.lang;
    let head = ["#", t!(lang, "report.pair"), t!(lang, "report.verdict"), t!(lang, "report.note")];
    let head: Vec<String> = [head, report.figure_labels()].concat().into_iter().map(str::to_owned).collect();
    let rows = pairs.iter().map(|pair| {
        let has_section = report.details.iter().any(|detail| detail.pair == pair.number);
        let [a, b] = [pair.a, pair.b].map(|number| escaped(report.name(number)));
        let verdict = match pair.decision.label(lang) {
            Some(verdict) => format!("**{verdict}**"),
            None if pair.is_decided => "–".to_owned(),
            None => t!(lang, "report.none-yet").to_owned(),
        };
        let note = pair.decision.note.as_deref().unwrap_or_default();
        let note = escaped(&short_note(note, has_section));
        let figures =
            report.figures(pair).map(|Figure { text, is_reason }| if is_reason { format!("**{text}**") } else { text });
        [pair.number.to_string(), format!("{a} × {b}"), verdict, note].into_iter().chain(figures).collect()
    });
    table(out, &head, rows)
}

/// A table of cells that are escaped.
fn table(out: &mut dyn Write, head: &[String], rows: impl Iterator<Item = Vec<String>>) -> io::Result<()> {
    writeln!(out, "| {} |\n|{}", head.join(" | "), " --- |".repeat(head.len()))?;
    for row in rows {
        writeln!(out, "| {} |", row.join(" | "))?;
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
