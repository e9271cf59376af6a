//! Aligned columns, measured in cells.

use std::io::{self, Write};

use crate::{
    locale::Lang,
    review::pairs::{PairColumn, Row},
    table::{Align, Value},
    text::{pad_end, pad_start, width},
};

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
