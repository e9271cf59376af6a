//! A page as the lines of a terminal.

use std::io::{self, Write};

use super::{Block, Head, Page};
use crate::{
    table::Align,
    text::{Wrap, clean, pad_end, pad_start, width},
};

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
    /// Writes the page, safe to send to a terminal.
    pub(crate) fn write(&self, out: &mut dyn Write, terminal: Terminal) -> io::Result<()> {
        self.blocks.iter().try_for_each(|block| match block {
            Block::Blank => writeln!(out),
            Block::Line { text, strong } => writeln!(out, "{}", terminal.marked(&clean(text), strong)),
            Block::Text { lead, text } => terminal.paragraph(out, lead, text),
            Block::Terms { indent, terms } => terminal.terms(out, *indent, terms),
            Block::Table { indent, heads, rows } => self.write_table(out, *indent, heads, rows),
        })
    }

    /// Writes cells, two spaces between the columns. The last one is not cut.
    fn write_table(&self, out: &mut dyn Write, indent: usize, heads: &[Head], rows: &[Vec<String>]) -> io::Result<()> {
        let titles: Vec<&str> = heads.iter().map(|head| self.lang.find(&head.title).unwrap_or(&head.title)).collect();
        let widest = |(column, title): (usize, &&str)| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            let widest = cells.map(|cell| width(cell)).fold(width(title), usize::max);
            if column + 1 < heads.len() { widest.min(WIDEST) } else { widest }
        };
        let widths: Vec<usize> = titles.iter().enumerate().map(widest).collect();
        let mut write = |cells: &mut dyn Iterator<Item = &str>| {
            let padded = cells.zip(heads).zip(&widths).map(|((text, head), &cells)| match head.align {
                Align::Left => pad_end(text, cells),
                Align::Right => pad_start(text, cells),
            });
            let line = padded.collect::<Vec<_>>().join("  ");
            writeln!(out, "{}", format!("{:indent$}{line}", "").trim_end())
        };
        write(&mut titles.iter().copied())?;
        rows.iter().try_for_each(|row| write(&mut row.iter().map(String::as_str)))
    }
}

impl Terminal {
    /// A line with its words marked that stand out.
    fn marked(self, line: &str, words: &[String]) -> String {
        let [before, behind] = self.strong;
        let (mut marked, mut rest) = (String::new(), line);
        for word in words {
            let Some((text, after)) = rest.split_once(&*clean(word)) else { continue };
            marked.extend([text, before, word, behind]);
            rest = after;
        }
        marked + rest
    }

    fn paragraph(self, out: &mut dyn Write, lead: &str, text: &str) -> io::Result<()> {
        // Cleaned first, so that not even a line feed breaks what is not to be broken.
        let (text, taken) = (clean(text), width(lead));
        let cells = self.columns.saturating_sub(taken).max(NARROWEST) as u16;
        for (n, line) in Wrap::new(cells).lines(&text).into_iter().enumerate() {
            let before = if n == 0 { clean(lead) } else { " ".repeat(taken).into() };
            writeln!(out, "{before}{}", text.get(line.span).unwrap_or(""))?;
        }
        Ok(())
    }

    fn terms(self, out: &mut dyn Write, indent: usize, terms: &[(String, String)]) -> io::Result<()> {
        let label = terms.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
        terms.iter().try_for_each(|(term, text)| {
            self.paragraph(out, &format!("{:indent$}{}  ", "", pad_end(term, label)), text)
        })
    }
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
    fn words_that_stand_out_are_marked_in_their_order() {
        let mut page = Page::new(Lang::En);
        page.strong("a × a", ["a", "a"]);
        page.behind("! ", "a paragraph of thirty cells \n");
        assert_eq!(written(&page), "<a> × <a>\n! a paragraph of thirty\n  cells ^J\n");
    }
}
