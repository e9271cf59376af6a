//! The tables of a block index, a row each: its blocks, the key looked up in it, the bucket, and the candidates with their
//! distances. Knows an index, not what it is of.

use std::borrow::Cow;

use ratatui::layout::Rect;

use crate::{
    locale::{Lang, grouped},
    search::Index,
    t,
    table::{Column, Width},
    text::{truncate_middle, width},
    tui::widget::{Grid, Pen},
};

/// The widest name.
const NAME: usize = 24;
/// No row has room for more candidates.
pub(crate) const NAMED: usize = 64;

/// The result of one table.
#[derive(Debug)]
pub(crate) struct TableRow<'a> {
    pub key: u128,
    /// How many fingerprints have it, the one looked up not counted: the candidates.
    pub bucket: usize,
    /// The first of them, by name and distance.
    pub named: Vec<(Cow<'a, str>, u32)>,
}

/// Draws the tables of the index, of which the one under the `cursor` is always seen. `row` is asked for those that are.
pub(crate) fn draw<'a>(
    pen: &mut Pen<'_>,
    area: Rect,
    (index, k): (&Index, u32),
    cursor: usize,
    lang: Lang,
    row: impl Fn(usize) -> Option<TableRow<'a>>,
) {
    let theme = pen.theme;
    let plan = index.plan();
    let (chosen, all, reach) = (plan.chosen(), plan.blocks().len(), plan.exact_k());
    let beside = t!(lang, "exhibit.tables-beside", chosen = chosen, blocks = all, reach = reach);
    pen.head(area.x, area.y, t!(lang, "exhibit.tables"), &beside);
    let digits = plan.tables().iter().map(|table| usize::from(table.bits).div_ceil(4)).max().unwrap_or(1);
    let most = grouped(index.len() as u64).len().max(6);
    let fixed = |title: &'static str, least: usize| Width::Fixed(width(lang.text(title)).max(least) as u16);
    let columns = [
        Column::right("exhibit.table", fixed("exhibit.table", 4)).gap(2),
        Column::left("exhibit.blocks", fixed("exhibit.blocks", 3 * chosen)).gap(2),
        Column::left("exhibit.key", fixed("exhibit.key", digits)).gap(2),
        Column::right("exhibit.bucket", fixed("exhibit.bucket", most)).gap(2),
        Column::left("exhibit.candidates", Width::REMAINING),
    ];
    let grid = Grid::new(columns, area.x + 2, area.width.saturating_sub(2), lang);
    grid.head(pen, area.y + 1);
    let rows = usize::from(area.height.saturating_sub(2));
    let first = (cursor + 1).saturating_sub(rows).min(plan.tables().len().saturating_sub(rows));
    for (at, table) in plan.tables().iter().enumerate().skip(first).take(rows) {
        let Some(row) = row(at) else { return };
        let y = area.y + 2 + (at - first) as u16;
        let selected = at == cursor;
        if selected {
            pen.selected(y, area.right(), true);
        }
        let style = if selected { theme.strong } else { theme.text };
        let chosen: Vec<String> = table.chosen.iter().map(|block| (block + 1).to_string()).collect();
        let digits = usize::from(table.bits).div_ceil(4);
        let mut line = grid.line(pen, y);
        line.cell(&(at + 1).to_string(), style);
        line.cell(&chosen.join(" "), style);
        line.cell(&format!("{:0digits$x}", row.key), style);
        line.cell(&grouped(row.bucket as u64), style);
        named(pen, (grid.place(4).start, y), selected, &row, k);
    }
}

/// The candidates of a table, each with its distance.
fn named(pen: &mut Pen<'_>, (mut x, y): (u16, u16), selected: bool, row: &TableRow<'_>, k: u32) {
    let theme = pen.theme;
    let style = if selected { theme.strong } else { theme.text };
    let mut left = row.bucket;
    for (n, (name, hamming)) in row.named.iter().enumerate() {
        let accepted = *hamming <= k;
        let name = truncate_middle(name, NAME);
        let distance = format!(" HD {hamming}{}", if accepted { " =" } else { "" });
        // Candidates that do not fit are counted, and the count needs cells too.
        let behind = left.saturating_sub(1);
        let more = if behind == 0 { 0 } else { 4 + grouped(behind as u64).len() };
        if n > 0 && usize::from(x) + width(&name) + width(&distance) + more > usize::from(pen.area.right()) {
            break;
        }
        x = pen.line(x, y, &[(&name, style), (&distance, if accepted { theme.alert } else { theme.label })]) + 3;
        left = behind;
    }
    if row.bucket == 0 {
        pen.text(x, y, theme.marks.none, theme.label);
    } else if left > 0 {
        pen.text(x, y, &format!("+{}", grouped(left as u64)), theme.label);
    }
}
