//! Sentences with their labels in a column of their own, wrapped to the width of the terminal.

use std::io::{self, IsTerminal, Write};

use crate::{
    batch::{Batch, PairDetail},
    locale::Lang,
    text::{Wrap, clean, width},
};

/// How wide lines are where there is no terminal to ask.
const COLUMNS: usize = 100;
/// Narrower lines help nobody.
const NARROWEST: usize = 20;

/// How many cells a line has.
pub(super) fn columns() -> usize {
    let of_terminal = || crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns));
    if io::stdout().is_terminal() { of_terminal().filter(|&n| n > 0).unwrap_or(COLUMNS) } else { COLUMNS }
}

/// Writes a text behind so many cells that are taken already; its later lines begin below its first.
pub(super) fn hanging(out: &mut dyn Write, taken: usize, text: &str) -> io::Result<()> {
    // Cleaned first, so that not even a line feed breaks what is not to be broken.
    let text = clean(text);
    let cells = columns().saturating_sub(taken).max(NARROWEST) as u16;
    for (n, line) in Wrap::new(cells).lines(&text).into_iter().enumerate() {
        let indent = if n > 0 { " ".repeat(taken) } else { String::new() };
        writeln!(out, "{indent}{}", text.get(line.span).unwrap_or(""))?;
    }
    Ok(())
}

/// Writes the findings on a pair.
pub(super) fn sentences(
    out: &mut dyn Write,
    batch: &Batch,
    detail: &PairDetail,
    names: [&str; 2],
    lang: Lang,
) -> io::Result<()> {
    let sentences = batch.sentences(detail, names, lang);
    let label_cells = sentences.iter().map(|s| width(s.topic.label(lang))).max().unwrap_or(0);
    let mut before = None;
    for sentence in &sentences {
        // A label is written once for all sentences on its topic.
        let label = if before == Some(sentence.topic) { "" } else { sentence.topic.label(lang) };
        before = Some(sentence.topic);
        write!(out, "{label}{}", " ".repeat(label_cells + 2 - width(label)))?;
        hanging(out, label_cells + 2, &sentence.text)?;
    }
    Ok(())
}
