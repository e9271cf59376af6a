//! A block index at work: a query's blocks, the result of each table, and the fingerprints accepted after comparing. It
//! is given all that it shows and must not know the model.
//!
//! ```text
//! QUERY  c                1                2                3                4
//! c       0000000000000000 0000000011111110 1111111100000001 1111111111111110
//! a HD 3  0000000000000000 0000000011111111 1111111100000000 1111111111111111
//!
//! TABLES  1 of 4 blocks per key: finds all within threshold 3
//!   table  blocks  key   bucket  candidates
//! >     1  1       0000       2  a HD 3 =   b HD 30
//!       2  2       00fe       0  –
//! …
//! COMPARED  2 of 5        ACCEPTED  a HD 3        WITH ALL  the same
//! COST      2^34 fingerprints: …
//! ```

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::parts::indented;
use crate::{
    locale::{Lang, grouped},
    search::{BlockIndex, Hit, Plan, SearchResult},
    simhash::Fingerprint,
    t,
    table::{Column, Width},
    text::{truncate_middle, width},
    tui::widget::{Grid, Pen, lines_of, widest},
};

/// The inputs of the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exhibit<'a> {
    pub index: &'a BlockIndex,
    /// The names of its fingerprints, by number.
    pub names: &'a [&'a str],
    /// The fingerprint that is looked up.
    pub query: Fingerprint,
    /// Its own number if the index holds it: it is not a result then.
    pub own: Option<usize>,
    /// The largest distance that is accepted.
    pub k: u32,
    /// The table under the cursor.
    pub table: usize,
}

/// The cost of a lookup is given for an archive of 2 to this power fingerprints, as in article 004.
const ARCHIVE: u32 = 34;
/// How many of the nearest are laid under the query at most.
const NEAREST: usize = 3;
/// The head of the tables, their titles, two of them, and a line of air.
const TABLES: u16 = 5;
/// The widest name.
const NAME: usize = 24;

pub(crate) fn draw(exhibit: &Exhibit<'_>, pen: &mut Pen<'_>, area: Rect) {
    let mut pen = pen.within(area);
    let found = exhibit.index.search(exhibit.query, exhibit.k);
    let mut below = exhibit.sums(&found, pen.lang);
    let label = widest(below.iter().map(|(label, ..)| label)) + 3;
    let lines = |text: &str| lines_of(text, area.width.saturating_sub(label)).max(1);
    let taken = |below: &[SummaryLine]| below.iter().map(|(_, text, _)| lines(text)).sum::<u16>();
    // The tables are what it is about: where they do not all fit, the nearest but the first make room for them.
    let all = exhibit.index.plan().tables().len() as u16 + TABLES - 2;
    let left = area.height.saturating_sub(all + 3 + taken(&below));
    let y = exhibit.blocks(&found, &mut pen, usize::from(left).clamp(1, NEAREST));
    // Lines that do not fit are omitted, the cost first.
    while !below.is_empty() && taken(&below) > area.bottom().saturating_sub(y + TABLES) {
        below.pop();
    }
    let first = area.bottom().saturating_sub(taken(&below));
    let max_height = first.saturating_sub(y + u16::from(!below.is_empty()));
    let area = Rect { y, height: max_height, ..area };
    let plan = (exhibit.index.plan(), exhibit.index.len() as u64, exhibit.k);
    draw_tables(&mut pen, area, plan, Some(exhibit.table), |at| {
        let look_up = found.look_ups.get(at)?;
        let named = |number| (exhibit.name(number).into(), exhibit.bits(number).hamming(exhibit.query));
        Some(TableRow {
            key: look_up.key,
            bucket: exhibit.others(look_up.bucket).count() as u64,
            named: exhibit.others(look_up.bucket).take(NAMED).map(named).collect(),
        })
    });
    let mut y = first;
    for (name, text, style) in below {
        let style = if style { pen.theme.alert } else { pen.theme.text };
        pen.text(area.x, y, name, pen.theme.strong);
        y += pen.fill(area.x + label, y, &text, style).max(1);
    }
}

/// A line of the summary: label, text, and whether it is an alert.
type SummaryLine = (&'static str, String, bool);

impl Exhibit<'_> {
    fn name(&self, number: usize) -> &str {
        self.names.get(number).copied().unwrap_or_default()
    }

    fn others<'a>(&'a self, bucket: &'a [u32]) -> impl Iterator<Item = usize> + 'a {
        bucket.iter().map(|&number| number as usize).filter(|&number| Some(number) != self.own)
    }

    fn not_own(&self, hits: &[Hit]) -> Vec<Hit> {
        hits.iter().copied().filter(|hit| Some(hit.number) != self.own).collect()
    }

    /// So many fingerprints nearest to the query, those that were accepted first of all.
    fn nearest(&self, most: usize) -> Vec<Hit> {
        let all = self.index.scan(self.query, u32::MAX);
        self.not_own(&all).into_iter().take(most).collect()
    }

    fn bits(&self, number: usize) -> Fingerprint {
        // Numbers come from the index itself.
        self.index.get(number).unwrap_or(self.query)
    }
}

impl Exhibit<'_> {
    /// The query's bits, block by block, over those of its nearest, with what differs marked and what makes the key of
    /// the table under the cursor on its own ground. Returns the row below.
    fn blocks(&self, found: &SearchResult<'_>, pen: &mut Pen<'_>, most: usize) -> u16 {
        let Pen { theme, area, lang, .. } = *pen;
        let plan = self.index.plan();
        let bits = u16::from(plan.width()) + plan.blocks().len() as u16 - 1;
        pen.text(area.x, area.y, t!(lang, "exhibit.query"), theme.strong);
        let nearest = self.nearest(most);
        let rows = self.own.map(|own| (self.name(own).to_owned(), self.query));
        let query = rows.unwrap_or_else(|| (t!(lang, "exhibit.query-row").into(), self.query));
        let label = |hit: &Hit| format!("{} HD {}", truncate_middle(self.name(hit.number), NAME - 6), hit.hamming);
        let mut rows: Vec<(String, Fingerprint)> =
            [query].into_iter().chain(nearest.iter().map(|hit| (label(hit), self.bits(hit.number)))).collect();
        let fits = |rows: &[(String, Fingerprint)]| {
            let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0).min(NAME) as u16;
            area.x + names + 2 + bits <= area.right()
        };
        if !fits(&rows) {
            // Without the names there is room for the bits sooner; the tables below name them.
            rows[0].0.clear();
            for (row, hit) in rows.iter_mut().skip(1).zip(&nearest) {
                row.0 = format!("HD {}", hit.hamming);
            }
        }
        let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0).min(NAME);
        let x = area.x + names as u16 + 2;
        if x + bits > area.right() {
            // Too many bits for a row: the keys below say what there is.
            pen.text(area.x + 8, area.y, &self.query.to_string(), theme.positive);
            return area.y + 2;
        }
        let chosen = found.look_ups.get(self.table).map_or(&[][..], |look_up| &look_up.table.chosen);
        let at = |column: u8, block: usize| x + u16::from(column) + block as u16;
        for (block, range) in plan.blocks().iter().enumerate() {
            let key = chosen.contains(&(block as u8));
            let style = if key { theme.alert } else { theme.label };
            pen.text(at(range.start, block), area.y, &(block + 1).to_string(), style);
            for (row, (_, fingerprint)) in rows.iter().enumerate() {
                let y = area.y + 1 + row as u16;
                let xor = fingerprint.xor(self.query);
                let differs = |column: u8| xor.bit(column.into());
                for column in range.clone() {
                    let (digit, plain) =
                        if fingerprint.bit(column.into()) { ("1", theme.positive) } else { ("0", theme.label) };
                    pen.cell(at(column, block), y, digit, if differs(column) { theme.flipped } else { plain });
                }
                if key && !range.clone().any(differs) {
                    pen.tint(at(range.start, block)..at(range.end, block), y, theme.selected);
                }
            }
        }
        for (row, (name, _)) in rows.iter().enumerate() {
            let style = if row == 0 { theme.strong } else { theme.text };
            pen.text(area.x, area.y + 1 + row as u16, &truncate_middle(name, names), style);
        }
        area.y + 2 + rows.len() as u16
    }

    /// The summary: a label and a text for each line, and whether it is an alert.
    fn sums(&self, found: &SearchResult<'_>, lang: Lang) -> Vec<SummaryLine> {
        let own = usize::from(self.own.is_some());
        let (compared, all) = (found.compared.saturating_sub(own), self.index.len().saturating_sub(own));
        let accepted = self.not_own(&found.accepted);
        let names = |hits: &[Hit]| {
            let names: Vec<String> =
                hits.iter().map(|hit| format!("{} HD {}", self.name(hit.number), hit.hamming)).collect();
            if names.is_empty() { lang.set("–").into_owned() } else { lang.list(&names) }
        };
        let brute = self.not_own(&self.index.scan(self.query, self.k));
        let missed: Vec<Hit> = brute.iter().copied().filter(|hit| !accepted.contains(hit)).collect();
        let check = if missed.is_empty() {
            t!(lang, "exhibit.same").to_owned()
        } else {
            t!(lang, "exhibit.missed", k = self.k, names = names(&missed))
        };
        let cost = self.index.plan().cost(1 << ARCHIVE);
        let whole = |number: f64| grouped(number.round() as u64);
        let bucket = if whole(cost.bucket.0) == whole(cost.bucket.1) {
            whole(cost.bucket.0)
        } else {
            t!(lang, "exhibit.range", least = whole(cost.bucket.0), most = whole(cost.bucket.1))
        };
        let candidates = whole(cost.candidates);
        vec![
            (
                t!(lang, "exhibit.compared"),
                t!(lang, "exhibit.of", n = grouped(compared as u64), all = grouped(all as u64)),
                false,
            ),
            (t!(lang, "exhibit.accepted"), names(&accepted), !accepted.is_empty()),
            (t!(lang, "exhibit.check"), check, !missed.is_empty()),
            (t!(lang, "exhibit.cost"), t!(lang, "exhibit.cost-of", power = ARCHIVE, bucket, candidates), false),
        ]
    }
}

/// No row has room for more candidates.
pub(crate) const NAMED: usize = 64;

/// The result of one table.
#[derive(Debug)]
pub(crate) struct TableRow<'a> {
    pub key: u128,
    /// How many fingerprints have it, the one looked up not counted: the candidates.
    pub bucket: u64,
    /// The first of them, by name and distance.
    pub named: Vec<(Cow<'a, str>, u32)>,
}

/// Draws the tables of a plan, whose buckets have at most so many fingerprints. The table under the `cursor` is always
/// seen; `row` is asked for those that are.
pub(crate) fn draw_tables<'a>(
    pen: &mut Pen<'_>,
    area: Rect,
    (plan, most, k): (&Plan, u64, u32),
    cursor: Option<usize>,
    row: impl Fn(usize) -> Option<TableRow<'a>>,
) {
    let Pen { theme, lang, .. } = *pen;
    let (chosen, all, reach) = (plan.chosen(), plan.blocks().len(), plan.exact_k());
    let (rows, tables) = (usize::from(area.height.saturating_sub(2)), plan.tables().len());
    let first = cursor.map_or(0, |cursor| (cursor + 1).saturating_sub(rows)).min(tables.saturating_sub(rows));
    let mut beside = t!(lang, "exhibit.tables-beside", chosen, blocks = all, reach);
    if rows < tables {
        let shown = format!("{}{}{}", first + 1, theme.marks.none, first + rows);
        beside = format!("{}{}{beside}", t!(lang, "exhibit.of", n = shown, all = tables), lang.set(" · "));
    }
    pen.head(area.x, area.y, t!(lang, "exhibit.tables"), &beside);
    let digits = plan.tables().iter().map(|table| usize::from(table.bits).div_ceil(4)).max().unwrap_or(1);
    let most = grouped(most).len().max(6);
    let columns = [
        Column::right("exhibit.table", 4).gap(2),
        Column::left("exhibit.blocks", 3 * chosen as u16).gap(2),
        Column::left("exhibit.key", digits as u16).gap(2),
        Column::right("exhibit.bucket", most as u16).gap(2),
        Column::flexible("exhibit.candidates", Width::REMAINING),
    ];
    let grid = Grid::titled(columns, indented(area), lang);
    grid.head(pen, area.y + 1);
    for (at, table) in plan.tables().iter().enumerate().skip(first).take(rows) {
        let Some(row) = row(at) else { return };
        let y = area.y + 2 + (at - first) as u16;
        let selected = Some(at) == cursor;
        if selected {
            pen.selected(y, area.right(), true);
        }
        let style = theme.row(selected);
        let chosen: Vec<String> = table.chosen.iter().map(|block| (block + 1).to_string()).collect();
        let digits = usize::from(table.bits).div_ceil(4);
        let mut line = grid.line(pen, y);
        line.cell(&(at + 1).to_string(), style);
        line.cell(&chosen.join(" "), style);
        line.cell(&format!("{:0digits$x}", row.key), style);
        line.cell(&grouped(row.bucket), style);
        named(pen, (grid.place(4).start, y), selected, &row, k);
    }
}

/// The candidates of a table, each with its distance.
fn named(pen: &mut Pen<'_>, (mut x, y): (u16, u16), selected: bool, row: &TableRow<'_>, k: u32) {
    let theme = pen.theme;
    let style = theme.row(selected);
    let mut left = row.bucket;
    for (n, (name, hamming)) in row.named.iter().enumerate() {
        let accepted = *hamming <= k;
        let name = truncate_middle(name, NAME);
        let distance = format!(" HD {hamming}{}", if accepted { " =" } else { "" });
        // Candidates that do not fit are counted, and the count needs cells too.
        let behind = left.saturating_sub(1);
        let more = if behind == 0 { 0 } else { 4 + grouped(behind).len() };
        if n > 0 && usize::from(x) + width(&name) + width(&distance) + more > usize::from(pen.area.right()) {
            break;
        }
        x = pen.line(x, y, &[(&name, style), (&distance, if accepted { theme.alert } else { theme.label })]) + 3;
        left = behind;
    }
    if row.bucket == 0 {
        pen.text(x, y, theme.marks.none, theme.label);
    } else if left > 0 {
        pen.text(x, y, &format!("+{}", grouped(left)), theme.label);
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use ratatui::{Terminal, backend::TestBackend};

    use super::*;
    use crate::{
        config::ThemeName,
        tui::theme::{Depth, Ground, Theme},
    };

    fn drawn((width, height): (u16, u16), blocks: (u8, u8), table: usize, lang: Lang) -> String {
        let bits = |text: &str| Fingerprint::new(u128::from_str_radix(&text.replace(' ', ""), 2).unwrap(), 64);
        let stored = [
            bits("0000000000000000 0000000011111111 1111111100000000 1111111111111111"),
            bits("0000000000000000 0101010101010101 0011001100110011 0000111100001111"),
            bits("1010101010101010 0000000011111110 1100110011001100 1111000011110000"),
            bits("0000000000000000 0000000011111110 1111111100000001 1111111111111110"),
            bits("1111000011110000 1100110011001100 1010101010101010 1111111111111111"),
        ];
        let index = BlockIndex::new(Plan::new(64, blocks.0, blocks.1).unwrap(), &stored).unwrap();
        let names = ["article-004.txt", "夜市.txt", "green.txt", "article-004-edited.txt", "far.txt"];
        let exhibit = Exhibit { index: &index, names: &names, query: stored[3], own: Some(3), k: 3, table };
        let theme = Theme::new(ThemeName::Auto, Depth::True, Ground::Dark);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| {
                let area = frame.area();
                draw(&exhibit, &mut Pen::new(frame.buffer_mut(), area, &theme, lang), area);
            })
            .unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn four_blocks_of_which_one_is_equal() {
        assert_snapshot!("index-4-of-1", drawn((116, 20), (4, 1), 0, Lang::En));
    }

    #[test]
    fn five_blocks_of_which_two_are_equal_in_little_room() {
        assert_snapshot!("index-5-of-2", drawn((76, 16), (5, 2), 9, Lang::Zh));
    }

    #[test]
    fn what_a_plan_of_less_reach_misses_is_said() {
        let picture = drawn((116, 20), (1, 1), 0, Lang::En);
        assert!(picture.contains("misses article-004.txt HD 3"), "{picture}");
    }

    #[test]
    fn any_width_is_drawn_in() {
        for width in [1, 10, 40, 70] {
            for height in [1, 3, 9] {
                drawn((width, height), (5, 2), 3, Lang::En);
            }
        }
    }
}
