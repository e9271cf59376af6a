//! Columns that stand under each other, measured in cells.

use std::io::{self, Write};

use crate::text::{pad_end, pad_start, width};

/// Where a cell's text stands in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// Writes as many rows as there are of what, without holding them: each is made twice, to be measured and to be written.
pub(super) fn stream<T, const N: usize>(
    out: &mut dyn Write,
    sides: [Side; N],
    head: [&str; N],
    of: &[T],
    row: impl Fn(&T) -> [String; N],
) -> io::Result<()> {
    let head = head.map(str::to_owned);
    let mut widths = head.each_ref().map(|text| width(text));
    for one in of {
        let row = row(one);
        widths = std::array::from_fn(|column| widths[column].max(width(&row[column])));
    }
    let cut = |(column, cells): (usize, usize)| if column + 1 < N { cells.min(WIDEST) } else { cells };
    let widths: [usize; N] = std::array::from_fn(|column| cut((column, widths[column])));
    line(out, sides, 0, widths, &head)?;
    of.iter().try_for_each(|one| line(out, sides, 0, widths, &row(one)))
}

/// One row, two spaces between the columns.
fn line<const N: usize>(
    out: &mut dyn Write,
    sides: [Side; N],
    indent: usize,
    widths: [usize; N],
    row: &[String; N],
) -> io::Result<()> {
    let mut line = " ".repeat(indent);
    for (column, (text, cells)) in row.iter().zip(widths).enumerate() {
        line.push_str(if column > 0 { "  " } else { "" });
        line.push_str(&match sides[column] {
            Side::Left => pad_end(text, cells),
            Side::Right => pad_start(text, cells),
        });
    }
    writeln!(out, "{}", line.trim_end())
}

/// Rows of cells, made safe to show. The last column is not cut.
pub(super) struct Table<const N: usize> {
    sides: [Side; N],
    indent: usize,
    rows: Vec<[String; N]>,
}

/// What a column takes at most, but for the last one.
const WIDEST: usize = 48;

impl<const N: usize> Table<N> {
    /// A table with its head.
    pub(super) fn new(sides: [Side; N], indent: usize, head: [&str; N]) -> Self {
        Self { sides, indent, rows: vec![head.map(str::to_owned)] }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    /// Writes it, two spaces between the columns.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let widest = |column: usize| self.rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
        let widths: [usize; N] =
            std::array::from_fn(|column| if column + 1 < N { widest(column).min(WIDEST) } else { widest(column) });
        self.rows.iter().try_for_each(|row| line(out, self.sides, self.indent, widths, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_each_other_in_cells() {
        let mut table = Table::new([Side::Left, Side::Right, Side::Left], 1, ["词", "V", "name"]);
        table.row(["海明距离".into(), "1".into(), "a".into()]);
        table.row(["fox".into(), "-12".into(), "b".into()]);
        let mut out = Vec::new();
        table.write(&mut out).unwrap();
        let expected = " 词          V  name\n 海明距离    1  a\n fox       -12  b\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        let mut streamed = Vec::new();
        let row = |&(a, b): &(&str, &str)| [a.to_owned(), b.to_owned()];
        stream(&mut streamed, [Side::Left, Side::Right], ["词", "V"], &[("海明距离", "1"), ("fox", "-12")], row)
            .unwrap();
        assert_eq!(String::from_utf8(streamed).unwrap(), "词          V\n海明距离    1\nfox       -12\n");
    }
}
