//! The results of other methods: each with its figure, what it sees and what it misses; then the sentences, settings and
//! paragraphs behind them.

use std::io::{self, Write};

use super::{paragraph::hanging, table::TextTable};
use crate::{
    compare::evidence::{Evidence, Paragraphs, ProseEvidence, SettingsGrid},
    locale::Lang,
    say, t,
    table::Align,
    text::{pad_end, pad_start, truncate_end, width},
};

pub(super) fn methods(
    out: &mut dyn Write,
    evidence: &Evidence,
    texts: [&str; 2],
    k: u32,
    lang: Lang,
) -> io::Result<()> {
    writeln!(out)?;
    hanging(out, 0, t!(lang, "evidence.head"))?;
    let findings = say::findings(evidence, k, lang);
    let name = findings.iter().map(|finding| width(finding.name)).max().unwrap_or(0);
    let figure = findings.iter().map(|finding| width(&finding.figure)).max().unwrap_or(0);
    let (sees, misses) = (t!(lang, "evidence.sees"), t!(lang, "evidence.misses"));
    let label = width(sees).max(width(misses));
    for finding in &findings {
        write!(out, "\n{}  {}  ", pad_end(finding.name, name), pad_start(&finding.figure, figure))?;
        hanging(out, name + figure + 4, &finding.detail)?;
        for (word, text) in [(sees, finding.sees), (misses, finding.misses)] {
            write!(out, "  {}  ", pad_end(word, label))?;
            hanging(out, label + 4, text)?;
        }
    }
    match &evidence.prose {
        Some(prose) => looked_at(out, prose, texts, k, lang),
        None => Ok(()),
    }
}

fn looked_at(out: &mut dyn Write, prose: &ProseEvidence, texts: [&str; 2], k: u32, lang: Lang) -> io::Result<()> {
    writeln!(out, "\n{}", t!(lang, "evidence.head-sentences"))?;
    for (side, name) in ["A", "B"].into_iter().enumerate() {
        for sentence in &prose.sentences.sentences[side] {
            write!(out, "{} {name}  ", if sentence.shared { "=" } else { " " })?;
            hanging(out, 5, sentence.span.of(texts[side]))?;
        }
    }
    writeln!(out, "\n{}", t!(lang, "evidence.head-settings", k = k))?;
    grid(out, &prose.settings, k)?;
    writeln!(out, "\n{}", t!(lang, "evidence.head-paragraphs", k = k))?;
    paragraphs(out, &prose.paragraphs, texts[0], k, lang)
}

/// Columns of a cell of the grid.
const CELL: usize = 8;

/// The distances: a row for each kind of tokens, a column for each weight.
fn grid(out: &mut dyn Write, settings: &SettingsGrid, k: u32) -> io::Result<()> {
    let rows: Vec<String> = settings.tokens.iter().map(|&tokens| say::tokens_name(tokens)).collect();
    let columns: Vec<String> = settings.weights.iter().map(|&weight| say::weight_name(weight)).collect();
    let name = rows.iter().map(|row| width(row)).max().unwrap_or(0);
    let cell = columns.iter().map(|column| width(column) + 2).max().unwrap_or(0).max(CELL);
    write!(out, "{}", " ".repeat(name + 2))?;
    columns.iter().try_for_each(|column| write!(out, "{} ", pad_start(column, cell)))?;
    for (at, found) in settings.cells.iter().enumerate() {
        if at % columns.len() == 0 {
            write!(out, "\n  {}", pad_end(&rows[at / columns.len()], name))?;
        }
        let own = if at == settings.own { "> " } else { "" };
        let hamming = found.hamming.map_or_else(|| "-".to_owned(), |hamming| hamming.to_string());
        let near = if found.hamming.is_some_and(|hamming| hamming <= k) { "=" } else { " " };
        write!(out, "{}{near}", pad_start(&format!("{own}{hamming}"), cell))?;
    }
    writeln!(out)
}

/// So many paragraphs are listed for reading, and so much of each.
const MOST: usize = 60;
const BEGINNING: usize = 48;

/// How a paragraph begins, with single spaces.
fn beginning(text: &str) -> String {
    text.split_whitespace().take(BEGINNING).collect::<Vec<_>>().join(" ")
}

fn paragraphs(out: &mut dyn Write, of: &Paragraphs, text: &str, k: u32, lang: Lang) -> io::Result<()> {
    let head = ["A", "B", "HD", "", t!(lang, "table.tokens"), t!(lang, "evidence.text-of-a")];
    let sides = [Align::Right, Align::Right, Align::Right, Align::Left, Align::Right, Align::Left];
    let mut table = TextTable::new(sides, 2, head);
    for (at, (paragraph, nearest)) in of.of[0].iter().zip(&of.nearest).enumerate().take(MOST) {
        let near = nearest.is_some_and(|nearest| nearest.hamming <= k);
        let mark = match (paragraph.short(), near) {
            (true, _) => "~",
            (false, true) => "=",
            (false, false) => "",
        };
        table.row([
            (at + 1).to_string(),
            nearest.map_or_else(|| "-".to_owned(), |nearest| (nearest.paragraph + 1).to_string()),
            nearest.map_or_else(|| "-".to_owned(), |nearest| nearest.hamming.to_string()),
            mark.to_owned(),
            paragraph.tokens.to_string(),
            truncate_end(&beginning(paragraph.span.of(text)), BEGINNING).into_owned(),
        ]);
    }
    table.write(out)?;
    match of.of[0].len().saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "{}", t!(lang, "evidence.more-paragraphs", n = more)),
    }
}
