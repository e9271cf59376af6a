//! The accumulator as columns: positive up, negative down, in eighths of a cell.

use std::ops::Range;

use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};

use super::{BitLayout, Pen};
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

fn ink(pen: &Pen<'_>, value: Fixed, called: bool) -> Ink {
    let style = if called { pen.theme.alert } else { pen.theme.signed(value) };
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

/// The height of a value in eighths of a cell, if `most` fills `rows`; at least one if it is not 0.
fn height(value: Fixed, most: Fixed, rows: u16) -> u16 {
    if most == 0 || value == 0 {
        return 0;
    }
    let eighths = (value.abs() as f64 / most as f64 * f64::from(rows) * 8.0).round() as u16;
    eighths.clamp(1, rows * 8)
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

/// Draws the sums as columns that grow up and down from an axis in the middle of `area`, one row of the layout, at the
/// layout's places from the area's left edge. The part that the last step added is emphasized, the part that it removed
/// is a shade.
pub(crate) fn diverging(
    pen: &mut Pen<'_>,
    area: Rect,
    layout: &BitLayout,
    row: usize,
    columns: &ColumnChart<'_>,
    cursor: Option<usize>,
) {
    // Wide columns carry their numbers beyond their ends, so the bars leave a row free on either side.
    let numbered = layout.wide() && !columns.bare;
    let spare = u16::from(numbered);
    let half = (area.height.saturating_sub(1) / 2).saturating_sub(spare).max(1);
    let axis = area.y + half + spare;
    for column in layout.row(row) {
        let Some(&value) = columns.sums.get(column) else { continue };
        let called = cursor == Some(column);
        let tall = |value| height(value, columns.most, half);
        let plain = ink(pen, value, called);
        let left = area.x + layout.x(column);
        for x in left..left + layout.cell {
            pen.cell(x, axis, pen.theme.marks.rule, pen.theme.rule);
            bar(pen, x, axis, value, tall(value), plain);
            if let Some(&before) = columns.before.and_then(|before| before.get(column)) {
                changed(pen, x, axis, (before, value), tall);
            }
        }
        if numbered {
            let rows = tall(value).div_ceil(8);
            let y = if value > 0 { axis.saturating_sub(rows + 1) } else { axis + rows + 1 };
            let text = number(value, pen.theme.marks);
            let style = if called { pen.theme.alert } else { pen.theme.strong };
            let x = left + layout.cell.saturating_sub(width(&text) as u16) / 2;
            pen.text_until(x, y, left + layout.cell + 1, &text, style);
        }
    }
}

/// A bar on its side of the axis.
fn bar(pen: &mut Pen<'_>, x: u16, axis: u16, value: Fixed, eighths: u16, ink: Ink) {
    if value > 0 {
        up(pen, x, axis, eighths, ink);
    } else {
        down(pen, x, axis + 1, eighths, ink);
    }
}

/// Marks what a step made of a bar: the cells it grew by, or a shade in those it left.
fn changed(pen: &mut Pen<'_>, x: u16, axis: u16, (before, now): (Fixed, Fixed), tall: impl Fn(Fixed) -> u16) {
    let cell = |value: Fixed, i: u16| cell_of(axis, value, i);
    let same_side = (before > 0) == (now > 0);
    let (was, is) = (tall(before), tall(now));
    let kept = if same_side { was.min(is) } else { 0 };
    // A bar that grew from nothing keeps the colour of its sign.
    if is > kept && before != 0 {
        let style = pen.theme.alert;
        for i in kept / 8..is.div_ceil(8) {
            let y = cell(now, i);
            pen.area.contains((x, y).into()).then(|| pen.buffer[(x, y)].set_fg(style.fg.unwrap_or_default()));
        }
    }
    if was > kept {
        for i in kept.div_ceil(8)..was.div_ceil(8) {
            pen.cell(x, cell(before, i), pen.theme.marks.shade, pen.theme.rule);
        }
    }
}

/// The sums of B as columns from an axis in the middle of `area`, with those of A behind them: a shade where A reached
/// further or was on the other side of 0, a line across the column where A ended sooner. `most` fills half of the
/// height. One row of the layout.
pub(crate) fn over_ghost(
    pen: &mut Pen<'_>,
    area: Rect,
    layout: &BitLayout,
    row: usize,
    [a, b]: [&[Fixed]; 2],
    most: Fixed,
    called: impl Fn(usize) -> bool,
) {
    let marks = pen.theme.marks;
    let half = (area.height.saturating_sub(1) / 2).max(1);
    let axis = area.y + half;
    for column in layout.row(row) {
        let [Some(&a), Some(&b)] = [a, b].map(|sums| sums.get(column)) else { continue };
        let same_side = (a > 0) == (b > 0);
        let (was, is) = (height(a, most, half), height(b, most, half));
        let ink = ink(pen, b, called(column));
        let left = area.x + layout.x(column);
        for x in left..left + layout.cell {
            pen.cell(x, axis, marks.rule, pen.theme.rule);
            for i in if same_side { is / 8 } else { 0 }..was.div_ceil(8) {
                pen.cell(x, cell_of(axis, a, i), marks.shade, pen.theme.rule);
            }
            bar(pen, x, axis, b, is, ink);
            let end = was.div_ceil(8);
            if same_side && end > 0 && 8 * end < is && marks.turns && pen.theme.coloured {
                let (symbol, style) = if b > 0 {
                    (marks.lower[7], ink.style)
                } else {
                    (marks.lower[1], ink.style.add_modifier(Modifier::REVERSED))
                };
                pen.cell(x, cell_of(axis, b, end - 1), symbol, style);
            }
        }
    }
}

/// The row of the `i`-th cell of a value's bar from the axis.
fn cell_of(axis: u16, value: Fixed, i: u16) -> u16 {
    if value > 0 { axis.saturating_sub(1 + i) } else { axis + 1 + i }
}

/// |V| of A growing up and |V| of B growing down from an axis in the middle of `area`; the colour is the sign.
/// One row of the layout; flipped columns are called on the axis.
pub(crate) fn back_to_back(
    pen: &mut Pen<'_>,
    area: Rect,
    layout: &BitLayout,
    row: usize,
    sums: [&[Fixed]; 2],
    most: Fixed,
    (cursor, flipped): (Option<usize>, impl Fn(usize) -> bool),
) {
    let marks = pen.theme.marks;
    let half = (area.height.saturating_sub(1) / 2).max(1);
    let axis = area.y + half;
    for column in layout.row(row) {
        let [Some(&a), Some(&b)] = sums.map(|sums| sums.get(column)) else { continue };
        let called = cursor == Some(column);
        let (above, below) = (ink(pen, a, called), ink(pen, b, called));
        let left = area.x + layout.x(column);
        for x in left..left + layout.cell {
            up(pen, x, axis, height(a, most, half), above);
            down(pen, x, axis + 1, height(b, most, half), below);
            let (symbol, style) =
                if flipped(column) { (marks.heavy_upright, pen.theme.alert) } else { (marks.rule, pen.theme.rule) };
            pen.cell(x, axis, symbol, style);
        }
    }
}

/// The ± row of a feature: up where its bit is 1, down where it is 0. One row of the layout.
pub(crate) fn signs_row(
    pen: &mut Pen<'_>,
    x: u16,
    y: u16,
    layout: &BitLayout,
    row: usize,
    one: impl Fn(usize) -> bool,
) {
    let (positive, negative, marks) = (pen.theme.positive, pen.theme.negative, pen.theme.marks);
    for column in layout.row(row) {
        let (symbol, style) = if one(column) { (marks.up, positive) } else { (marks.down, negative) };
        pen.cell(x + layout.middle(column), y, symbol, style);
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
        tui::theme::{Depth, Ground, Theme},
    };

    fn drawn(depth: Depth, sums: &[Fixed]) -> Vec<String> {
        let area = Rect::new(0, 0, 8, 9);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::new(ThemeName::Auto, depth, Ground::Dark);
        let layout = BitLayout::new(20, 80, None, 16);
        let columns = ColumnChart { sums, before: None, most: 8, bare: false };
        diverging(&mut Pen::new(&mut buffer, area, &theme, Lang::En), area, &layout, 0, &columns, None);
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
        over_ghost(&mut Pen::new(&mut buffer, area, &theme, Lang::En), area, &layout, 0, [a, b], 8, |_| false);
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
