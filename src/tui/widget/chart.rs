//! The accumulator as columns: positive up, negative down, in eighths of a cell.

use std::ops::Range;

use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};

use super::{BitRow, Pen};
use crate::{
    simhash::{Fixed, from_fixed},
    text::width,
    tui::theme::Marks,
};

/// The character and style of a bar.
#[derive(Clone, Copy)]
struct Ink {
    style: Style,
    shaded: bool,
}

fn ink(pen: &Pen<'_>, value: Fixed) -> Ink {
    let style = pen.theme.signed(value);
    Ink { style, shaded: value < 0 && !pen.theme.coloured }
}

/// Draws a bar upwards from the row above `base`, `eighths` high.
fn up(pen: &mut Pen<'_>, x: u16, base: u16, eighths: u16, ink: Ink) {
    let marks = pen.theme.marks;
    for i in 0..eighths.div_ceil(8) {
        let part = (eighths - 8 * i).min(8);
        let symbol = if ink.shaded { marks.shade } else { marks.lower[usize::from(part)] };
        pen.cell(x, base.saturating_sub(1 + i), symbol, ink.style);
    }
}

/// A bar that hangs from the row `top` and grows down. Its last cell is drawn as what is missing of it, turned over,
/// where the marks allow that.
fn down(pen: &mut Pen<'_>, x: u16, top: u16, eighths: u16, ink: Ink) {
    let marks = pen.theme.marks;
    for i in 0..eighths.div_ceil(8) {
        let part = (eighths - 8 * i).min(8);
        let (symbol, style) = match part {
            _ if ink.shaded => (marks.shade, ink.style),
            _ if part == 8 || !marks.turns => (marks.lower[usize::from(part)], ink.style),
            _ if pen.theme.coloured => (marks.lower[usize::from(8 - part)], ink.style.add_modifier(Modifier::REVERSED)),
            _ => (marks.upper_half, ink.style),
        };
        pen.cell(x, top + i, symbol, style);
    }
}

/// Draws a bar upwards from the row above `base`, several cells wide and `eighths` high.
pub(crate) fn upwards(pen: &mut Pen<'_>, across: Range<u16>, base: u16, eighths: u16, style: Style) {
    across.for_each(|x| up(pen, x, base, eighths, Ink { style, shaded: false }));
}

/// Draws shares of the height of `area` as columns from its bottom upwards, each so many cells wide.
pub(crate) fn bars(pen: &mut Pen<'_>, area: Rect, cell: u16, shares: impl IntoIterator<Item = (f64, Style)>) {
    for ((share, style), column) in shares.into_iter().zip(0..) {
        let eighths = (share.clamp(0.0, 1.0) * f64::from(area.height) * 8.0).round() as u16;
        let left = area.x + column * cell;
        upwards(pen, left..(left + cell).min(area.right()), area.bottom(), eighths, style);
    }
}

/// A value as the number of a column: with its sign, as short as possible.
pub(crate) fn number(value: Fixed, marks: &Marks) -> String {
    let sign = match value.signum() {
        1 => "+",
        0 => "",
        _ => marks.minus,
    };
    let value = from_fixed(value.abs());
    if value.fract() == 0.0 || value >= 100.0 { format!("{sign}{value:.0}") } else { format!("{sign}{value:.1}") }
}

/// The row that columns grow up and down from, in the middle of a chart.
#[derive(Clone, Copy)]
struct Baseline {
    y: u16,
    /// Rows above it, and below it.
    half: u16,
    /// The value that fills them.
    most: Fixed,
}

impl Baseline {
    fn new(rows: &Range<u16>, most: Fixed) -> Self {
        let half = ((rows.len() as u16).saturating_sub(1) / 2).max(1);
        Self { y: rows.start + half, half, most }
    }

    /// The height of a value in eighths of a cell; at least one if it is not 0.
    fn tall(&self, value: Fixed) -> u16 {
        if self.most == 0 || value == 0 {
            return 0;
        }
        let eighths = (value.abs() as f64 / self.most as f64 * f64::from(self.half) * 8.0).round() as u16;
        eighths.clamp(1, self.half * 8)
    }

    /// The row of the `i`-th cell of a value's bar.
    fn row(&self, value: Fixed, i: u16) -> u16 {
        if value > 0 { self.y.saturating_sub(1 + i) } else { self.y + 1 + i }
    }

    /// The axis; what is called for is marked on it, so that a bar keeps the colour of its sign.
    fn rule(&self, pen: &mut Pen<'_>, x: u16, called: Option<&'static str>) {
        let theme = pen.theme;
        match called {
            Some(mark) => pen.cell(x, self.y, mark, theme.alert),
            None => pen.cell(x, self.y, theme.marks.rule, theme.rule),
        }
    }

    /// Draws the bar of a value on its side of the axis.
    fn bar(&self, pen: &mut Pen<'_>, x: u16, value: Fixed, ink: Ink) {
        if value > 0 {
            up(pen, x, self.y, self.tall(value), ink);
        } else {
            down(pen, x, self.y + 1, self.tall(value), ink);
        }
    }

    /// Shows what a step made of a bar: what was there before is dim, and there is a shade in the cells that it left.
    fn changed(&self, pen: &mut Pen<'_>, x: u16, before: Fixed, now: Fixed) {
        let (was, is) = (self.tall(before), self.tall(now));
        let kept = if (before > 0) == (now > 0) { was.min(is) } else { 0 };
        if is > kept {
            for y in (0..kept / 8).map(|i| self.row(now, i)).filter(|&y| pen.area.contains((x, y).into())) {
                pen.buffer[(x, y)].modifier |= Modifier::DIM;
            }
        }
        if was > kept {
            self.shade(pen, x, before, kept.div_ceil(8));
        }
    }

    /// Shades the bar of a value from its cell `from` on.
    fn shade(&self, pen: &mut Pen<'_>, x: u16, value: Fixed, from: u16) {
        for i in from..self.tall(value).div_ceil(8) {
            pen.cell(x, self.row(value, i), pen.theme.marks.shade, pen.theme.rule);
        }
    }
}

/// The values of a chart of columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnChart<'a> {
    /// The sums, leftmost first.
    pub sums: &'a [Fixed],
    /// The sums before the last step, where it changed them.
    pub before: Option<&'a [Fixed]>,
    /// The value that fills half of the height.
    pub most: Fixed,
    /// The caller draws the numbers of wide columns elsewhere.
    pub bare: bool,
}

/// Draws the sums as columns that grow up and down from an axis in the middle of `rows`. Beside the part that the last
/// step added the others are dim; the part that it removed is a shade.
pub(crate) fn diverging(
    pen: &mut Pen<'_>,
    bits: &BitRow,
    rows: Range<u16>,
    columns: &ColumnChart<'_>,
    cursor: Option<usize>,
) {
    // Wide columns carry their numbers beyond their ends, so the bars leave a row free on either side.
    let numbered = bits.layout.wide() && !columns.bare;
    let spare = u16::from(numbered);
    let half = ((rows.len() as u16).saturating_sub(1) / 2).saturating_sub(spare).max(1);
    let base = Baseline { y: rows.start + half + spare, half, most: columns.most };
    for column in bits.columns() {
        let Some(&value) = columns.sums.get(column) else { continue };
        let called = cursor == Some(column);
        let plain = ink(pen, value);
        for x in bits.cells(column) {
            base.rule(pen, x, called.then_some(pen.theme.marks.heavy_rule));
            base.bar(pen, x, value, plain);
            if let Some(&before) = columns.before.and_then(|before| before.get(column)) {
                base.changed(pen, x, before, value);
            }
        }
        if numbered {
            let y = base.row(value, base.tall(value).div_ceil(8));
            let text = number(value, pen.theme.marks);
            let style = if called { pen.theme.alert } else { pen.theme.strong };
            let cells = bits.cells(column);
            let inset = bits.layout.cell.saturating_sub(width(&text) as u16) / 2;
            // What is behind it must not shine through.
            let place = Rect::new(cells.start + inset, y, width(&text) as u16, 1);
            pen.within(place.intersection(pen.area)).clear();
            pen.text_until(cells.start + inset, y, cells.end + 1, &text, style);
        }
    }
}

/// The sums of B as columns from an axis in the middle of `rows`, with those of A behind them: a shade where A reached
/// further or was on the other side of 0, a line across the column where A ended sooner. Columns that are called for
/// are marked on the axis. `most` fills half of the height.
pub(crate) fn over_ghost(
    pen: &mut Pen<'_>,
    bits: &BitRow,
    rows: Range<u16>,
    [a, b]: [&[Fixed]; 2],
    most: Fixed,
    called: impl Fn(usize) -> bool,
) {
    let marks = pen.theme.marks;
    // Wide columns carry their numbers beyond their ends.
    let spare = u16::from(bits.layout.wide() && rows.len() > 4);
    let base = Baseline::new(&(rows.start + spare..rows.end - spare), most);
    for column in bits.columns() {
        let [Some(&a), Some(&b)] = [a, b].map(|sums| sums.get(column)) else { continue };
        let same_side = (a > 0) == (b > 0);
        let (end, is) = (base.tall(a).div_ceil(8), base.tall(b));
        let ink = ink(pen, b);
        for x in bits.cells(column) {
            base.rule(pen, x, called(column).then_some(marks.heavy_upright));
            base.shade(pen, x, a, if same_side { is / 8 } else { 0 });
            base.bar(pen, x, b, ink);
            if same_side && end > 0 && 8 * end < is && marks.turns && pen.theme.coloured {
                let (symbol, style) = if b > 0 {
                    (marks.lower[7], ink.style)
                } else {
                    (marks.lower[1], ink.style.add_modifier(Modifier::REVERSED))
                };
                pen.cell(x, base.row(b, end - 1), symbol, style);
            }
        }
        if spare > 0 {
            let (y, text) = (base.row(b, is.div_ceil(8)), number(b, marks));
            let cells = bits.cells(column);
            pen.within(Rect { y, height: 1, x: cells.start, width: cells.len() as u16 }.intersection(pen.area)).clear();
            bits.write(pen, y, column, &text, pen.theme.strong);
        }
    }
}

/// |V| of A growing up and |V| of B growing down from an axis in the middle of `rows`; the colour is the sign. Flipped
/// columns and the one under the cursor are marked on the axis.
pub(crate) fn back_to_back(
    pen: &mut Pen<'_>,
    bits: &BitRow,
    rows: Range<u16>,
    sums: [&[Fixed]; 2],
    most: Fixed,
    (cursor, flipped): (Option<usize>, impl Fn(usize) -> bool),
) {
    let base = Baseline::new(&rows, most);
    for column in bits.columns() {
        let [Some(&a), Some(&b)] = sums.map(|sums| sums.get(column)) else { continue };
        let [above, below] = [a, b].map(|value| ink(pen, value));
        let marks = pen.theme.marks;
        let called = if flipped(column) { Some(marks.heavy_upright) } else { None };
        let called = called.or((cursor == Some(column)).then_some(marks.heavy_rule));
        for x in bits.cells(column) {
            up(pen, x, base.y, base.tall(a), above);
            down(pen, x, base.y + 1, base.tall(b), below);
            base.rule(pen, x, called);
        }
    }
}

/// A _bar from `x` to the right: `share` (0 to 1) of `cells`, in eighths of a cell; something is always seen of a share
/// above 0.
pub(crate) fn across(pen: &mut Pen<'_>, x: u16, y: u16, cells: u16, share: f64, style: Style) {
    let mut eighths = (share.clamp(0.0, 1.0) * f64::from(cells) * 8.0).round() as u16;
    if share > 0.0 {
        eighths = eighths.max(1);
    }
    for i in 0..cells {
        let part = eighths.saturating_sub(8 * i).min(8);
        if part > 0 {
            pen.cell(x + i, y, pen.theme.marks.left[usize::from(part)], style);
        }
    }
}

/// A line of `cells` cells of which `share` is done.
pub(crate) fn timeline(pen: &mut Pen<'_>, x: u16, y: u16, cells: u16, share: f64) {
    let done = (share.clamp(0.0, 1.0) * f64::from(cells)).round() as u16;
    let (positive, rule, marks) = (pen.theme.positive, pen.theme.rule, pen.theme.marks);
    for i in 0..cells {
        let (symbol, style) = if i < done { (marks.heavy_rule, positive) } else { (marks.rule, rule) };
        pen.cell(x + i, y, symbol, style);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::{
        config::ThemeName,
        locale::Lang,
        tui::{
            theme::{Depth, Ground, Theme},
            widget::BitLayout,
        },
    };

    fn drawn(depth: Depth, sums: &[Fixed]) -> Vec<String> {
        let area = Rect::new(0, 0, 8, 9);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::new(ThemeName::Auto, depth, Ground::Dark);
        let layout = BitLayout::new(20, 80, None, 16);
        let columns = ColumnChart { sums, before: None, most: 8, bare: false };
        diverging(&mut Pen::new(&mut buffer, area, &theme, Lang::En), &layout.at(0, 0), 0..9, &columns, None);
        (0..9).map(|y| (0..4).map(|x| buffer[(x, y)].symbol()).collect()).collect()
    }

    #[test]
    fn columns_grow_from_the_axis_in_eighths() {
        let rows = drawn(Depth::True, &[8, -8, 1, 0]);
        assert_eq!(rows[0], "█   ");
        assert_eq!(rows[3], "█ ▄ ");
        assert_eq!(rows[4], "────");
        assert_eq!(rows[5], " █  ");
        assert_eq!(rows[8], " █  ");
    }

    fn ghosted(a: &[Fixed], b: &[Fixed]) -> Vec<String> {
        let area = Rect::new(0, 0, 8, 9);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::new(ThemeName::Auto, Depth::True, Ground::Dark);
        let layout = BitLayout::new(20, 80, None, 16);
        over_ghost(&mut Pen::new(&mut buffer, area, &theme, Lang::En), &layout.at(0, 0), 0..9, [a, b], 8, |_| false);
        (0..9).map(|y| (0..4).map(|x| buffer[(x, y)].symbol()).collect()).collect()
    }

    #[test]
    fn the_ghost_shows_where_a_reached_further_and_where_it_ended_sooner() {
        let shade = Theme::new(ThemeName::Auto, Depth::True, Ground::Dark).marks.shade;
        let rows = ghosted(&[8, 2, -4, 0], &[2, 8, 4, 0]);
        let column = |x: usize| -> Vec<String> {
            rows.iter().map(|row| row.chars().nth(x).unwrap_or(' ').to_string()).collect()
        };
        assert_eq!(column(0)[..4], [shade, shade, shade, "█"], "A reached further");
        assert_eq!(column(1)[..4], ["█", "█", "█", "▇"], "A ended at the line");
        assert_eq!((&*column(2)[3], &*column(2)[5], &*column(2)[6]), ("█", shade, shade), "A was on the other side");
        assert_eq!(column(3)[3..6], [" ", "─", " "], "nothing where both are 0");
    }

    #[test]
    fn without_colour_negative_bars_have_another_glyph() {
        let rows = drawn(Depth::Mono, &[8, -8, 1, -1]);
        assert_eq!(rows[3], "█ ▄ ");
        assert_eq!(rows[5], " ▒ ▒");
    }
}
