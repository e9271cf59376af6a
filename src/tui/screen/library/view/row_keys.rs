//! The tables of row keys of a library at work: the rows that each has for the fingerprint looked up.

use ratatui::layout::Rect;

use crate::{
    locale::grouped,
    search::Plan,
    simhash::Fingerprint,
    store::{NearDocument, TABLES_K, TableRows},
    t,
    table::{Column, Width},
    text::width,
    tui::{
        model::{LibraryView, Model},
        widget::{Grid, Pen},
    },
};

/// Draws the tables, their near rows, and what the look-up took.
pub(super) fn draw(model: &Model, view: &LibraryView, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let mut pen = pen.within(area);
    let found = &view.found;
    let Some(fingerprint) = view.fingerprint.filter(|_| !found.tables.is_empty()) else {
        let text = t!(lang, "library.scanned-all", k = TABLES_K);
        pen.fill(area.x, area.y, &text, theme.label);
        return;
    };
    pen.head(area.x, area.y, t!(lang, "library.tables"), t!(lang, "library.tables-beside"));
    let digits = in_groups(&fingerprint.to_string());
    let columns = [
        Column::right("exhibit.table", 4).gap(2),
        Column::left("library.segment", 8).gap(1),
        Column::left("library.flag", 2).gap(2),
        Column::left("table.fingerprint", digits.len() as u16).gap(2),
        Column::right("library-file.number", 9).gap(1),
        Column::right("HD", 3).gap(1),
        Column::right("library-file.rows", 7).gap(2),
        Column::right("library.within", 4).gap(2),
        Column::flexible("", Width::Bar { least: 6, most: 40 }),
    ];
    let grid = Grid::titled(columns, area, lang);
    grid.head(&mut pen, area.y + 1);
    let plan = Plan::within(fingerprint.width(), TABLES_K, 1).ok();
    let most = found.tables.iter().map(|table| table.rows).max().unwrap_or(0).max(1);
    let last = area.bottom().saturating_sub(1);
    let shares = shares(&found.tables, usize::from(last.saturating_sub(area.y + 2)));
    let mut y = area.y + 2;
    for (table, share) in found.tables.iter().zip(shares) {
        let columns = plan.as_ref().and_then(|plan| plan.blocks().get(usize::from(table.flag) - 1).cloned());
        let block = columns.map_or(0..0, |block| usize::from(block.start)..usize::from(block.end));
        for row in 0..share {
            let near = table.near.get(row).copied();
            let (key, flag) = (in_hex(table.segment, block.len()), table.flag.to_string());
            let mut line = grid.line(&mut pen, y);
            line.cell(if row == 0 { &flag } else { "" }, theme.text);
            line.cell(&key, theme.positive);
            line.cell(&flag, theme.label);
            line.skip();
            line.cell(&near.map_or_else(String::new, |near| grouped(near.document.into())), theme.text);
            line.cell(&near.map_or_else(String::new, |near| near.hamming.to_string()), theme.alert);
            if row == 0 {
                line.cell(&grouped(table.rows), theme.text);
                line.cell(&grouped(table.near.len() as u64), theme.text);
                let bar = grid.bar();
                let cells = |n: u64| (n as f64 / most as f64 * bar.len() as f64).ceil() as u16;
                let near = cells(table.near.len() as u64);
                for x in 0..cells(table.rows) {
                    let style = if x < near { theme.alert } else { theme.bar };
                    pen.cell(bar.start + x, y, theme.marks.lower[4], style);
                }
            }
            let x = grid.place(3).start;
            match near.and_then(|near| fingerprint_of(view, fingerprint, near)) {
                Some(other) => digits_of(&mut pen, (x, y), [fingerprint, other], &block),
                None if table.near.is_empty() => {
                    _ = pen.text_until(x, y, grid.place(5).end, &none(model, table), theme.label);
                }
                None => {}
            }
            y += 1;
        }
    }
    sums(view, &mut pen, Rect { y: last, height: 1, ..area });
}

/// How many rows each table gets of so many: one, and then by turns one more for each that has more near rows.
fn shares(tables: &[TableRows], all: usize) -> Vec<usize> {
    let mut shares = vec![1; tables.len().min(all)];
    let mut left = all - shares.len();
    while left > 0 {
        let before = left;
        for (share, table) in shares.iter_mut().zip(tables) {
            if left > 0 && table.near.len() > *share {
                *share += 1;
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    shares
}

/// The fingerprint of a document that was found.
fn fingerprint_of(view: &LibraryView, query: Fingerprint, near: NearDocument) -> Option<Fingerprint> {
    let hit = view.found.near.iter().find(|hit| hit.document.id == near.document);
    // The document itself is no hit.
    hit.and_then(|hit| hit.document.fingerprint).or((near.hamming == 0).then_some(query))
}

/// The digits of a fingerprint: those of the block that are equal, and those that differ, stand out.
fn digits_of(pen: &mut Pen<'_>, (x, y): (u16, u16), [query, other]: [Fingerprint; 2], block: &std::ops::Range<usize>) {
    let theme = pen.theme;
    let (digits, own) = (other.to_string(), query.to_string());
    // The first digit has fewer bits where the width is no multiple of four.
    let lead = digits.len() * 4 - usize::from(other.width());
    let mut x = x;
    for (at, (digit, same)) in digits.chars().zip(own.chars()).enumerate() {
        let first = (at * 4).saturating_sub(lead);
        let style = match (digit == same, block.contains(&first)) {
            (false, _) => theme.flipped,
            (true, true) => theme.positive,
            (true, false) => theme.label,
        };
        if at > 0 && at % 4 == 0 {
            x += 1;
        }
        x = pen.text(x, y, digit.encode_utf8(&mut [0; 4]), style);
    }
}

/// Hexadecimal digits in groups of four.
pub(super) fn in_groups(digits: &str) -> String {
    let digits: Vec<char> = digits.chars().collect();
    digits.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// A segment in as many digits as its bits need.
fn in_hex(segment: u32, bits: usize) -> String {
    let digits = bits.min(32).div_ceil(4).max(1);
    format!("{segment:0digits$x}")
}

/// The sentence on a table without a near row.
fn none(model: &Model, table: &TableRows) -> String {
    match table.rows {
        0 => t!(model.lang, "library.no-rows").to_owned(),
        rows => t!(model.lang, "library.none-near", rows = grouped(rows)),
    }
}

/// The rows for the tables with one row each, and what is around them.
pub(super) fn least_rows(view: &LibraryView) -> u16 {
    view.found.tables.len() as u16 + 3
}

/// Draws rows, candidates, accepted and time, and the check by a scan if one was made and there is space to say so.
fn sums(view: &LibraryView, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let tables = &view.found.tables;
    let [rows, new] =
        [tables.iter().map(|table| table.rows).sum::<u64>(), tables.iter().map(|table| table.new).sum::<u64>()];
    let mut accepted: Vec<u32> = tables.iter().flat_map(|table| &table.near).map(|near| near.document).collect();
    accepted.sort_unstable();
    accepted.dedup();
    let took = format!("{:.3}", view.found.took[0].as_secs_f64() * 1000.0);
    let (mut x, y) = (area.x, area.y);
    for (number, label) in [
        (grouped(rows), "library.rows-read"),
        (grouped(new), "library.candidates"),
        (grouped(accepted.len() as u64), "library.accepted"),
        (took, "library.milliseconds"),
    ] {
        let text = lang.fill(label, &[("n", &number)]);
        let (before, after) = text.split_once(&number).unwrap_or_default();
        x = pen.line(x, y, &[(before, theme.label), (&number, theme.strong), (after, theme.label)]) + 3;
    }
    let Some(scanned) = view.scanned else { return };
    let (text, style) = if scanned == accepted.len() {
        (t!(lang, "library.scan-same", n = grouped(scanned as u64)), theme.label)
    } else {
        (t!(lang, "library.scan-other", n = grouped(scanned as u64)), theme.alert)
    };
    if scanned != accepted.len() || width(&text) <= usize::from(area.right().saturating_sub(x)) {
        pen.text(x, y, &text, style);
    }
}
