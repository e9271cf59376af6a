//! Screen 2 in large print, for a projector: the columns around the cursor, wide, with their numbers in large digits.
//!
//! ```text
//! a.txt  text › tokens › weights › hashes › ± rows › sums › bits
//! “算法” weighs 3 and hashes to 101100. …
//!
//! 结构   2       −2        +2        +2
//! 算法   3       +3        −3        +3
//!                ██                  ▄▄
//! ─────────────────────────────────────────
//!                          ██
//!              ▄█ ▀▀█      ▄█ ▄█     ▀▀█
//!             ▀█▀ …
//!                 1         0         1
//!                 0         1         2
//!                101100 01…
//! ‖ ━━━━━━━━━━━━━━━───────  1×  18 / 29
//! ```
//! If there are more columns, all bits stand above the timeline, with those marked that the step flipped. Where there
//! is little room the table is one line, with the feature under the cursor. Exclusions: hexadecimal numbers, margins,
//! places. `j k` still select a feature, `h l` a bit, and Enter traces either.

use std::ops::Range;

use ratatui::{layout::Rect, style::Style};

use super::{features::Known, matrix, moving, picture, walk};
use crate::{
    locale::grouped,
    say::{plain, whole},
    simhash::{Feature, Fixed, SCALE, Trace, signed as row_value},
    t,
    text::truncate_middle,
    tui::{
        model::{ClickTarget, Drawn, Model},
        theme::Theme,
        view::parts::click_columns,
        widget::{BitLayout, BitRow, ColumnChart, LARGE, Pen, diverging, large_width, number},
    },
};

/// The least rows of the chart.
const CHART: u16 = 3;

/// So many rows of the table are worth more than large bits, and so many more than large sums of one feature.
const TABLE: [u16; 2] = [11, 3];

/// Where the table's names, its weights and its columns begin and end.
const NAMES: [u16; 3] = [10, 15, 16];

/// So many columns are enough beside the table.
const ENOUGH: usize = 8;

/// The cells of a small number.
const NUMBER: u16 = 7;

pub(super) fn draw(model: &Model, trace: &Trace, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let top = head(model, trace, pen, body);
    let bottom = Rect { y: body.bottom().saturating_sub(1), height: 1, ..body };
    let above = Rect { y: top, height: bottom.y.saturating_sub(top), ..body };
    walk::position(model, pen, bottom, drawn);
    if walk::draw_reading(model, trace, pen, above) {
        return;
    }
    let (place, lang) = (&model.workspace.pipeline, model.lang);
    let bits = trace.recipe.bits.into();
    let widest = widest_sum(trace);
    let layout = |names, least| BitLayout::large(bits, body.width.saturating_sub(names), least);
    let alone = layout(0, widest);
    // The table is beside as many columns as there are without it, or else beside all of them with small sums.
    let beside = Some(layout(NAMES[2], widest)).filter(|beside| beside.per_row >= alone.per_row.min(ENOUGH));
    let beside = beside.or_else(|| Some(layout(NAMES[2], NUMBER)).filter(|beside| beside.rows() == 1));
    let begun = place.state.as_ref().is_none_or(|state| state.summed > 0 || state.read > 0);
    // At the bottom are the numbers of the columns and, if these are not all, all bits.
    let all = BitLayout::new(bits, body.width, Some(bits), 8);
    let strip = u16::from(beside.unwrap_or(alone).rows() > 1 && all.rows() == 1);
    let sums = if beside.is_some_and(|beside| beside.cell < widest) { 1 } else { LARGE };
    let features = if beside.is_some() { place.walk.order().len() } else { 0 };
    let room = above.height.saturating_sub(1 + strip);
    let Some(parts) = LargeParts::of(room, features, sums, begun) else { return };
    let beside = beside.filter(|_| parts.table > 0);
    let (layout, names) = beside.map_or((alone, 0), |beside| (beside, NAMES[2]));
    let x = body.x + names + (body.width - names).saturating_sub(layout.width()) / 2;
    let bits = layout.at(x, layout.row_of(place.column));
    let mut y = above.y;
    if parts.table > 0 {
        table(model, trace, pen, Rect { height: parts.table, ..above }, &bits, drawn);
        y += parts.table;
    }
    if parts.feature > 0 {
        if parts.table == 0 {
            feature_head(model, trace, pen, (body.x, y));
        }
        feature_row(model, trace, pen, &bits, y + 1, !begun);
        y += parts.feature;
    }
    let votes = y;
    if parts.chart > 0 {
        let shown = picture::ShownSums::of(model, trace);
        let columns = ColumnChart { bare: true, ..shown.columns() };
        // An odd number of rows: the axis has one of its own.
        let odd = parts.chart - (parts.chart + 1) % 2;
        diverging(pen, &bits, y..y + odd, &columns, Some(place.column));
        let window = place.list.window(features, parts.table.into());
        moving::fall_numbers(model, trace, pen, &bits, |row| {
            let from = if parts.table > 0 { row.saturating_sub(window.start) as u16 } else { 1 };
            [(above.y + from).min(votes), y + odd / 2]
        });
        y += parts.chart;
    }
    if begun {
        click_columns(drawn, &bits, votes, bottom.y - votes);
        write_sums(model, trace, pen, &bits, y, parts.sums == LARGE);
        y += parts.sums;
        if parts.digits == LARGE {
            large_bits(model, trace, pen, &bits, y);
        } else {
            walk::bits(model, trace, pen, &bits, y);
        }
        y += parts.digits;
    }
    bits.numbers(pen, y, model.workspace.marked_columns());
    matrix::rings(model, pen, &bits, above.y.saturating_sub(1)..y);
    // What is there is named where there are names.
    if begun && names > 0 {
        let bottom = y - parts.digits;
        pen.text(body.x, bottom - parts.sums + parts.sums / 2, t!(lang, "pipeline.sum-head"), pen.theme.strong);
        let read = place.state.as_ref().is_none_or(|state| state.read == all.bits);
        let bits = lang.text(if read { "pipeline.bits-head" } else { "pipeline.sign-head" });
        pen.text(body.x, bottom + parts.digits / 2, bits, pen.theme.strong);
    }
    if strip > 0 && begun {
        let shown = bits.columns();
        let x = bits.start().min(body.right().saturating_sub(all.width()));
        all_bits(model, trace, pen, &all.at(x, 0), y + 1, &shown);
    }
}

/// How many rows each part has, from above.
#[derive(Default)]
struct LargeParts {
    table: u16,
    /// One feature, with its row.
    feature: u16,
    chart: u16,
    sums: u16,
    digits: u16,
}

impl LargeParts {
    /// If there is little room the bits are small, then the table is short, then it is one feature, then there is no
    /// chart, then the sums are small. Nothing being summed yet, there is the row of the feature in large digits.
    fn of(room: u16, features: usize, sums: u16, begun: bool) -> Option<Self> {
        let all = features.try_into().map_or(TABLE[0], |all: u16| all.min(TABLE[0]));
        if !begun {
            let feature = 1 + LARGE;
            return Some(Self { table: room.checked_sub(feature)?.min(all), feature, ..Self::default() });
        }
        let table = |rows: u16, digits| (rows.min(all), 0, CHART, sums, digits);
        let one = |chart, sums, digits| (0, 2, chart, sums, digits);
        let tables = [table(TABLE[0], LARGE), table(TABLE[0], 1), table(TABLE[1], 1)];
        let ones = [one(CHART, LARGE, LARGE), one(CHART, LARGE, 1), one(0, LARGE, 1), one(0, 1, 1)];
        let ways = tables.into_iter().filter(|_| all > 0).chain(ones);
        let mut ways = ways.map(|(table, feature, chart, sums, digits)| Self { table, feature, chart, sums, digits });
        let way = ways.find(|way| way.rows() <= room)?;
        // What is left is the table's before it is the chart's.
        let left = room - way.rows();
        let table = if way.table > 0 { left.min(all - way.table) } else { 0 };
        let chart = if way.chart > 0 { left - table } else { 0 };
        Some(Self { table: way.table + table, chart: way.chart + chart, ..way })
    }

    fn rows(&self) -> u16 {
        self.table + self.feature + self.chart + self.sums + self.digits
    }
}

/// The document, the stages, and what the step did. Returns the row below.
fn head(model: &Model, trace: &Trace, pen: &mut Pen<'_>, body: Rect) -> u16 {
    let Pen { theme, lang, .. } = *pen;
    let name =
        truncate_middle(model.workspace.batch.name(model.workspace.shown_document()), usize::from(body.width / 3));
    let x = pen.text(body.x, body.y, &name, theme.strong) + 3;
    let Some(state) = &model.workspace.pipeline.state else {
        let n = trace.features.len();
        pen.text(x, body.y, &t!(lang, "pipeline.sum-all", n = grouped(n as u64)), theme.text);
        return body.y + 2;
    };
    walk::crumbs(state.step.stage, pen, (x, body.y), body.right());
    walk::now(model, trace, pen, Rect { y: body.y + 1, height: body.height.saturating_sub(1), ..body }, false)
}

/// The width of the widest sum in large print, estimated from the final sums: on the way there a sum can be a digit
/// longer, and is then drawn over its neighbour's gap.
fn widest_sum(trace: &Trace) -> u16 {
    let most = trace.sums.iter().map(|v| v.abs()).max().unwrap_or(0);
    let digits = (most / SCALE).to_string().len();
    let text = if whole(trace) || digits > 3 {
        format!("-{}", "8".repeat(digits))
    } else if digits == 1 {
        "-8.8".into()
    } else {
        "-88.8".into()
    };
    large_width(&text)
}

/// The feature under the cursor.
fn feature_head(model: &Model, trace: &Trace, pen: &mut Pen<'_>, (x, y): (u16, u16)) {
    let (theme, lang, place) = (pen.theme, model.lang, &model.workspace.pipeline);
    let Some((f, feature)) = place.feature().and_then(|f| Some((f, trace.features.get(f)?))) else { return };
    let marked = model.workspace.marks_feature(trace.name(f));
    let style = if marked { theme.marked } else { theme.accent() };
    let x = pen.text(x, y, &truncate_middle(trace.name(f), 24), style) + 2;
    let x = if place.state.as_ref().is_none_or(|state| place.list.selected < state.weighed) {
        pen.text(x, y, &plain(feature.weight, whole(trace)), theme.strong) + 3
    } else {
        x
    };
    let [at, all] = [place.list.selected + 1, place.walk.order().len()].map(|n| grouped(n as u64));
    pen.text(x, y, &t!(lang, "geometry.count", n = at, all), theme.label);
}

/// Features with their weights and what each adds to the columns, as far as the step has come.
fn table(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, bits: &BitRow, drawn: &mut Drawn) {
    let (theme, place) = (pen.theme, &model.workspace.pipeline);
    let order = place.walk.order();
    drawn.rows = area.height.into();
    for (row, y) in place.list.window(order.len(), area.height.into()).zip(area.y..) {
        let f = order[row];
        let Some(feature) = trace.features.get(f) else { continue };
        let selected = row == place.list.selected;
        drawn.click(area.x..bits.start(), y, ClickTarget::Row(row));
        if selected {
            pen.selected(y, bits.end(), place.state.is_some());
        }
        let known = Known::of(place.state.as_ref(), trace, row, f);
        let style = known.name(model.workspace.marks_feature(trace.name(f)), selected, theme);
        let [name, weight, _] = NAMES;
        pen.text(area.x, y, &truncate_middle(trace.name(f), name.into()), style);
        let number = if known.weighed { plain(feature.weight, whole(trace)) } else { theme.marks.dot.into() };
        pen.text_right(area.x + weight, y, &number, style);
        for column in bits.columns() {
            let (text, style) = vote(model, trace, (row, feature), column, theme);
            bits.write(pen, y, column, &text, style);
        }
    }
}

/// What a feature has in a column, as far as the step has come: its term, its bit, nothing.
fn vote(
    model: &Model,
    trace: &Trace,
    (row, feature): (usize, &Feature),
    column: usize,
    theme: &Theme,
) -> (String, Style) {
    let state = model.workspace.pipeline.state.as_ref();
    let one = row_value(feature.hash, trace.recipe.bits, column, 1) > 0;
    if state.is_none_or(|state| row < state.rows) {
        moving::term_number(model.lang, theme, trace, feature, column)
    } else if state.is_none_or(|state| row < state.hashed) {
        (u8::from(one).to_string(), if one { theme.positive } else { theme.label })
    } else {
        (theme.marks.dot.to_owned(), theme.label)
    }
}

/// Draws what the feature under the cursor has in the columns, in large digits or in small ones.
fn feature_row(model: &Model, trace: &Trace, pen: &mut Pen<'_>, bits: &BitRow, y: u16, in_large: bool) {
    let (theme, place) = (pen.theme, &model.workspace.pipeline);
    let Some(feature) = place.feature().and_then(|f| trace.features.get(f)) else { return };
    for column in bits.columns() {
        let (text, style) = vote(model, trace, (place.list.selected, feature), column, theme);
        write(pen, bits, y, column, (&text, style), in_large);
    }
}

/// All bits in one line, as they are after the step: those of the columns above are strong, those that it flipped are
/// marked.
fn all_bits(model: &Model, trace: &Trace, pen: &mut Pen<'_>, bits: &BitRow, y: u16, above: &Range<usize>) {
    let (theme, state) = (pen.theme, model.workspace.pipeline.state.as_ref());
    let flipped = |column| {
        state.is_some_and(|state| {
            let (before, now) = (state.before(trace, column), state.sums[column]);
            before != 0 && (before > 0) != (now > 0)
        })
    };
    bits.digits(pen, y, moving::ShownBits::of(model, trace).signs, |column| match () {
        () if flipped(column) => Some(theme.flipped),
        () if above.contains(&column) => Some(theme.strong),
        () => Some(theme.label),
    });
}

/// Writes in the middle of a column: in large digits where they fit.
fn write(pen: &mut Pen<'_>, bits: &BitRow, y: u16, column: usize, (text, style): (&str, Style), in_large: bool) {
    if in_large && large_width(text) <= bits.layout.cell {
        bits.write_large(pen, y, column, text, style);
    } else {
        bits.write(pen, y + u16::from(in_large), column, text, style);
    }
}

/// The sums, in large digits or in small ones.
fn write_sums(model: &Model, trace: &Trace, pen: &mut Pen<'_>, bits: &BitRow, y: u16, in_large: bool) {
    let (theme, place) = (pen.theme, &model.workspace.pipeline);
    let sums = moving::sums(model, trace);
    for column in bits.columns() {
        let value: Fixed = sums.get(column).copied().unwrap_or(0);
        let style = if column == place.column { theme.alert } else { theme.signed(value) };
        write(pen, bits, y, column, (&number(value, theme.marks), style), in_large);
    }
}

/// The bits in large digits: those that are read, and the signs so far of those that are not.
fn large_bits(model: &Model, trace: &Trace, pen: &mut Pen<'_>, bits: &BitRow, y: u16) {
    let (theme, place) = (pen.theme, &model.workspace.pipeline);
    let shown = moving::ShownBits::of(model, trace);
    for column in bits.columns() {
        let one = shown.signs.bit(column);
        let style = match (column == place.column, one && column < shown.read) {
            (true, _) => theme.alert,
            (_, true) => theme.positive,
            _ => theme.label,
        };
        let digit = if one { "1" } else { "0" };
        // A digit that turns over is seen from its edge.
        if shown.turns(column) {
            (y..y + LARGE).for_each(|y| bits.mark(pen, y, column, (theme.marks.upright, theme.alert)));
        } else {
            write(pen, bits, y, column, (digit, style), true);
        }
    }
}
