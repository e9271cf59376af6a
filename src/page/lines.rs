//! A page as lines of a width, and these as the lines of a terminal. Knows pieces and cells, and no colours.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::{Block, Head, Page};
use crate::{
    table::Align,
    text::{Wrap, clean, pad_end, pad_start, width},
};

/// A line, and the block that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub block: usize,
    pub pieces: Vec<Piece>,
}

/// A stretch of text of one look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Piece {
    pub text: String,
    pub look: Look,
    /// Where it leads: a name that the page's reader knows.
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Look {
    #[default]
    Plain,
    /// Stands out in every output.
    Strong,
    Emphasis,
    Code,
    /// A title, which needs no mark on paper.
    Head,
    /// Less important than the text beside it.
    Label,
    /// Above zero, or below it.
    Signed(bool),
    /// Belongs to a finding.
    Alert,
}

impl Piece {
    /// Text that is safe to send to a terminal.
    pub(crate) fn new(text: impl AsRef<str>, look: Look) -> Self {
        Self { text: clean(text.as_ref()).into_owned(), look, link: None }
    }

    #[must_use]
    pub(crate) fn to(self, link: &impl ToString) -> Self {
        Self { link: Some(link.to_string()), ..self }
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Self::new(text, Look::Plain)
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        let text = if let Cow::Owned(clean) = clean(&text) { clean } else { text };
        Self { text, ..Self::default() }
    }
}

impl Line {
    pub(crate) fn text(&self) -> String {
        text_of(&self.pieces)
    }
}

pub(crate) fn text_of(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// How lines are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    pub columns: usize,
    /// What goes before and behind words that stand out.
    pub strong: [&'static str; 2],
}

/// Narrower paragraphs help nobody.
const NARROWEST: usize = 20;
/// The greatest width of a column of a table, except the last one.
const WIDEST: usize = 48;

impl Page {
    /// The lines on so many cells. Tables and single lines may be wider.
    pub(crate) fn lines(&self, columns: usize) -> Vec<Line> {
        let lines = self.blocks.iter().map(|block| self.laid(block, columns)).enumerate();
        lines.flat_map(|(block, rows)| rows.map(move |pieces| Line { block, pieces })).collect()
    }

    /// One after the other, since a table may have millions.
    fn laid<'a>(&'a self, block: &'a Block, columns: usize) -> Box<dyn Iterator<Item = Vec<Piece>> + 'a> {
        let rows = match block {
            Block::Line(pieces) => vec![pieces.clone()],
            Block::Text { lead, text } => hanging(lead, text, columns),
            Block::Terms { indent, terms } => {
                let label = terms.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
                let lead = |term: &str| format!("{:indent$}{}  ", "", pad_end(term, label));
                let term = |(term, text): &(String, Piece)| {
                    hanging(&Piece::new(lead(term), Look::Label), std::slice::from_ref(text), columns)
                };
                terms.iter().flat_map(term).collect()
            }
            Block::Table { indent, heads, rows } => return Box::new(self.table_lines(*indent, heads, rows)),
        };
        Box::new(rows.into_iter())
    }

    /// The cells, two spaces between the columns. The last one is not cut.
    fn table_lines<'a>(
        &self,
        indent: usize,
        heads: &'a [Head],
        rows: &'a [Vec<Piece>],
    ) -> impl Iterator<Item = Vec<Piece>> + use<'a> {
        let title = |head: &Head| Piece::new(head.words(self.lang), Look::Label);
        let titles: Vec<Piece> = heads.iter().map(title).collect();
        let widest = |(column, title): (usize, &Piece)| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            let least = width(&title.text).max(heads[column].least);
            let widest = cells.map(|cell| width(&cell.text)).fold(least, usize::max);
            if column + 1 < heads.len() { widest.min(WIDEST) } else { widest }
        };
        let widths: Vec<usize> = titles.iter().enumerate().map(widest).collect();
        let row = move |cells: &Vec<Piece>| {
            let mut line = vec![Piece::from(" ".repeat(indent))];
            for ((cell, head), &cells) in cells.iter().zip(heads).zip(&widths) {
                let text = match head.align {
                    Align::Left => pad_end(&cell.text, cells),
                    Align::Right => pad_start(&cell.text, cells),
                };
                line.push(Piece { text: text + "  ", look: cell.look, link: cell.link.clone() });
            }
            while line.last().is_some_and(|piece| piece.text.trim_end().is_empty()) {
                line.pop();
            }
            if let Some(last) = line.last_mut() {
                last.text.truncate(last.text.trim_end().len());
            }
            line
        };
        // Heads without words have no line.
        let titled = titles.iter().any(|title| !title.text.is_empty());
        titled.then(|| row(&titles)).into_iter().chain(rows.iter().map(row))
    }

    /// Writes the page, safe to send to a terminal.
    pub(crate) fn write(&self, out: &mut dyn Write, terminal: Terminal) -> io::Result<()> {
        let [before, behind] = terminal.strong;
        for line in self.blocks.iter().flat_map(|block| self.laid(block, terminal.columns)) {
            for Piece { text, look, .. } in line {
                match look {
                    Look::Strong => write!(out, "{before}{text}{behind}")?,
                    _ => write!(out, "{text}")?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// The first line behind a sign or a label, the others below its text.
pub(crate) fn hanging(lead: &Piece, pieces: &[Piece], columns: usize) -> Vec<Vec<Piece>> {
    let indent = width(&lead.text);
    let rows = wrapped(pieces, columns.saturating_sub(indent).max(NARROWEST)).into_iter().enumerate();
    let begun = |(n, mut row): (usize, Vec<Piece>)| {
        row.insert(0, if n == 0 { lead.clone() } else { " ".repeat(indent).into() });
        row
    };
    rows.map(begun).collect()
}

/// Breaks pieces into lines; code only where it must be.
pub(crate) fn wrapped(pieces: &[Piece], columns: usize) -> Vec<Vec<Piece>> {
    let text = text_of(pieces);
    let row = |span: std::ops::Range<usize>| {
        let mut at = 0;
        let mut row = Vec::new();
        for piece in pieces {
            let (start, end) = (span.start.max(at), span.end.min(at + piece.text.len()));
            if start < end {
                row.push(Piece { text: text[start..end].into(), ..piece.clone() });
            }
            at += piece.text.len();
        }
        row
    };
    let (mut end, mut codes) = (0, Vec::new());
    for piece in pieces {
        codes.extend((piece.look == Look::Code).then_some(end..end + piece.text.len()));
        end += piece.text.len();
    }
    let wrap = Wrap::new(u16::try_from(columns).unwrap_or(u16::MAX)).keep_whole(&codes);
    wrap.lines(&text).into_iter().map(|line| row(line.span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        locale::Lang,
        page::{left, right},
    };

    fn written(page: &Page) -> String {
        let mut out = Vec::new();
        page.write(&mut out, Terminal { columns: 24, strong: ["<", ">"] }).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_stand_under_each_other_in_cells() {
        let mut page = Page::new(Lang::En);
        let rows = [["海明距离", "1", "a"], ["fox", "-12", "b"]];
        page.table(1, [left("词"), right("V"), left("name")], rows.map(|row| row.map(str::to_owned)));
        assert_eq!(written(&page), " 词          V  name\n 海明距离    1  a\n fox       -12  b\n");
    }

    #[test]
    fn a_long_table_goes_out_in_pages_with_the_columns_of_all() {
        let rows = (0..10_000_u32).map(|n| [n.to_string(), "x".repeat(n as usize / 1_000)]);
        let mut whole = Page::new(Lang::En);
        whole.table(0, [left("n"), left("name")], rows.clone());
        let (mut pages, mut parts) = (0, String::new());
        let taken: Result<(), ()> = Page::tables(Lang::En, [left("n"), left("name")], rows, &mut |page| {
            (pages, parts) = (pages + 1, parts.clone() + &written(page));
            Ok(())
        });
        assert!(taken.is_ok() && pages == 3 && parts == written(&whole), "{pages}");
    }

    #[test]
    fn words_that_stand_out_are_marked_in_their_order() {
        let mut page = Page::new(Lang::En);
        page.strong("a × a", ["a", "a"]);
        page.behind("! ", "a paragraph of thirty cells \n");
        assert_eq!(written(&page), "<a> × <a>\n! a paragraph of thirty\n  cells ^J\n");
    }
}
