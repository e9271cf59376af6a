//! Results for reading: what the printers of several commands share. Lines, with titles in bold where colour is wanted,
//! safe to send to a terminal: names come safe from `document`, all else passes through [`text`](crate::text), the
//! module that measures and cleans. Knows no command.

mod library;
mod study;

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
};

pub(super) use library::{library_added, library_document, library_found, library_list, library_plan, library_stats};
pub(super) use study::{calibration, calibration_test, evaluation};

use super::settings::{END, ResolvedSettings};
use crate::{
    batch::{Batch, PairDetail, Remainders},
    compare::exclusion::ExcludedShare,
    locale::{Lang, grouped},
    review::pairs::{A, A_IN_B, B, B_IN_A, HAMMING, MARK, PairColumn, Row},
    say,
    simhash::Fingerprint,
    t,
    table::{Align, Value},
    text::{Wrap, clean, pad_end, pad_start, width},
};

/// How wide lines are where there is no terminal to ask.
const COLUMNS: usize = 100;
/// Narrower lines help nobody.
const NARROWEST: usize = 20;

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

/// Writes a sign, and a text behind it.
pub(super) fn marked(out: &mut dyn Write, sign: &str, text: &str) -> io::Result<()> {
    write!(out, "{sign}")?;
    hanging(out, width(sign), text)
}

/// Rows of cells, made safe to show. The last column is not cut.
pub(super) struct TextTable<const N: usize> {
    sides: [Align; N],
    indent: usize,
    rows: Vec<[String; N]>,
}

/// The greatest width of a column, except the last one.
const WIDEST: usize = 48;

impl<const N: usize> TextTable<N> {
    pub(super) fn new(sides: [Align; N], indent: usize, head: [&str; N]) -> Self {
        Self { sides, indent, rows: vec![head.map(str::to_owned)] }
    }

    /// A list of pairs with the columns that all lists of pairs share.
    pub(super) fn of_pairs<'r>(columns: &[PairColumn; N], rows: impl Iterator<Item = Row<'r>>, lang: Lang) -> Self {
        let head = columns.each_ref().map(|column| lang.text(column.column.title));
        let mut table = Self::new(columns.each_ref().map(|column| column.column.align), 0, head);
        for row in rows {
            table.row(columns.each_ref().map(|column| shown(&(column.cell)(&row).value, lang)));
        }
        table
    }

    pub(super) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    /// Writes it, two spaces between the columns.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let widest = |column: usize| self.rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
        let widths: [usize; N] =
            std::array::from_fn(|column| if column + 1 < N { widest(column).min(WIDEST) } else { widest(column) });
        for row in &self.rows {
            let mut line = " ".repeat(self.indent);
            for (column, (text, cells)) in row.iter().zip(widths).enumerate() {
                line.push_str(if column > 0 { "  " } else { "" });
                line.push_str(&match self.sides[column] {
                    Align::Left => pad_end(text, cells),
                    Align::Right => pad_start(text, cells),
                });
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A cell as text; unknown numbers get a sign.
fn shown(value: &Value<'_>, lang: Lang) -> String {
    let none = || if matches!(value, Value::Number(_)) { "-".into() } else { lang.set("–") };
    value.shown(lang).unwrap_or_else(none).into_owned()
}

/// The columns of a list of pairs without exclusions.
pub(super) const PAIRS: [PairColumn; 6] = [MARK, HAMMING, A_IN_B, B_IN_A, A, B];

/// A fingerprint, or a word that there is none.
pub(super) fn hex(fingerprint: Option<Fingerprint>, lang: Lang) -> String {
    fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |fingerprint| fingerprint.to_string())
}

/// A number, or a sign that there is none.
pub(super) fn number(number: Option<impl Display>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// The first line of all results on pairs.
pub(super) fn recipe_line(out: &mut dyn Write, settings: &ResolvedSettings) -> io::Result<()> {
    writeln!(out, "{}", t!(settings.lang, "cli.recipe-k", recipe = settings.recipe, k = settings.k()))
}

/// The numbers of documents, pairs, near-duplicates, pairs that share much text but are not near, and documents that
/// cannot be used.
pub(super) fn counts(out: &mut dyn Write, lang: Lang, counts: [usize; 5]) -> io::Result<()> {
    let names = [
        ("count.document", "count.documents"),
        ("count.pair", "count.pairs"),
        ("count.near-one", "count.near"),
        ("count.shared-one", "count.shared"),
        ("count.failed-one", "count.failed"),
    ];
    // Documents and pairs are always counted, the rest where there is any.
    let lines = counts.into_iter().zip(names).enumerate().filter(|&(place, (n, _))| place < 2 || n > 0);
    let lines = lines.map(|(_, (n, (one, many)))| lang.fill(if n == 1 { one } else { many }, &[("n", &n)]));
    writeln!(out, "{}", lines.collect::<Vec<_>>().join("  "))
}

/// By which scores the list goes, where text is excluded.
pub(super) fn scored_by(out: &mut dyn Write, whole: bool, lang: Lang) -> io::Result<()> {
    hanging(out, 0, lang.text(if whole { "exclude.by-whole" } else { "exclude.by-remainder" }))
}

/// The two names, as the title of the findings on the pair.
pub(super) fn title(out: &mut dyn Write, names: [&str; 2], settings: &ResolvedSettings) -> io::Result<()> {
    let (bold, end) = settings.colours().map_or(("", ""), |colours| (colours.bold, END));
    let [a, b] = names.map(|name| format!("{bold}{name}{end}"));
    writeln!(out, "{a} {} {b}", settings.lang.set("×"))
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

/// A sentence on distances in general, where there is no calibration.
pub(super) fn uncalibrated(out: &mut dyn Write, batch: &Batch, lang: Lang) -> io::Result<()> {
    match say::uncalibrated_distance(batch.recipe.bits, lang).filter(|_| batch.calibration.is_none()) {
        Some(sentence) => {
            writeln!(out)?;
            hanging(out, 0, sentence)
        }
        None => Ok(()),
    }
}

/// So many documents have a line each; of more, all come to one line.
const LISTED: usize = 20;

/// Writes the share excluded from each document.
pub(super) fn excluded_shares(out: &mut dyn Write, batch: &Batch, lang: Lang) -> io::Result<()> {
    let Some(remainders) = batch.all_remainders() else { return Ok(()) };
    let line = |at: usize| {
        let remainder = remainders.get(at)?;
        say::excluded_share(batch.name(at), remainder.share, &remainder.by, lang)
    };
    let lines: Vec<String> = (0..batch.entries.len()).filter_map(line).collect();
    if lines.len() > LISTED {
        return marked(out, "x ", &sum(remainders, lines.len(), lang));
    }
    if lines.is_empty() {
        return marked(out, "x ", t!(lang, "exclude.nothing"));
    }
    lines.iter().try_for_each(|line| marked(out, "x ", line))
}

fn sum(remainders: &Remainders, documents: usize, lang: Lang) -> String {
    let all = remainders.of.iter().flatten().fold(ExcludedShare::default(), |sum, remainder| sum.and(remainder.share));
    let (n, share) = (grouped(all.stretches as u64), lang.percent(all.share()));
    t!(lang, "exclude.of-many", documents = grouped(documents as u64), n, share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_each_other_in_cells() {
        let mut table = TextTable::new([Align::Left, Align::Right, Align::Left], 1, ["词", "V", "name"]);
        table.row(["海明距离".into(), "1".into(), "a".into()]);
        table.row(["fox".into(), "-12".into(), "b".into()]);
        let mut out = Vec::new();
        table.write(&mut out).unwrap();
        let expected = " 词          V  name\n 海明距离    1  a\n fox       -12  b\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
