//! Screen 2 in large print, for a projector: the columns around the cursor, wide, with their numbers in large digits.
//!
//! ```text
//! a.txt  text › tokens › weights › hashes › ± rows › sums › bits
//! 算法 weighs 3 and hashes to 101100. …
//!
//! 算法  3   6 of 10
//!     +3        −3        +3
//!     ██                  ▄▄
//! ─────────────────────────────
//!               ██
//!   ▄█ ▀▀█      ▄█ ▄█     ▀▀█
//!  ▀█▀ …
//!   1         0         1
//!   0         1         2
//! ‖ ━━━━━━━━━━━━━━━───────  1×  18 / 29
//! ```
//! Exclusions: the table of features, hexadecimal numbers, margins, places. `j k` still select a feature, `h l` a
//! bit, and Enter traces either.

use ratatui::{layout::Rect, style::Style};

use super::{moving, picture, walk};
use crate::{
    locale::grouped,
    say::{plain, whole},
    simhash::{Fixed, SCALE, Trace, signed as row_value},
    t,
    text::truncate_middle,
    tui::{
        model::{Drawn, Model},
        view::parts::click_columns,
        widget::{BitLayout, BitRow, ColumnChart, LARGE, Pen, diverging, large, large_width, number},
    },
};

/// The least rows of the chart.
const CHART: u16 = 3;

pub(super) fn draw(model: &Model, trace: &Trace, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let top = head(model, trace, pen, body);
    let bottom = Rect { y: body.bottom().saturating_sub(1), height: 1, ..body };
    let above = Rect { y: top, height: bottom.y.saturating_sub(top), ..body };
    walk::position(model, pen, bottom, drawn);
    if walk::draw_reading(model, trace, pen, above) {
        return;
    }
    let place = &model.workspace.pipeline;
    let layout = BitLayout::large(trace.recipe.bits.into(), body.width, widest_sum(trace));
    let bits = layout.at(body.x + (body.width.saturating_sub(layout.width())) / 2, layout.row_of(place.column));
    let y = above.y + 1;
    let begun = place.state.as_ref().is_none_or(|state| state.summed > 0 || state.read > 0);
    feature_head(model, trace, pen, (body.x, above.y));
    if !begun {
        // Nothing is summed yet, so there is room.
        let y = y + above.bottom().saturating_sub(y + LARGE + 1) / 2;
        feature_row(model, trace, pen, &bits, y, true);
        bits.numbers(pen, y + LARGE, model.workspace.marked_columns());
        return;
    }
    feature_row(model, trace, pen, &bits, y, false);
    let y = y + 1;
    // Under the chart: sums, bits, numbers of the columns. If there is little room the bits are small, then there is no
    // chart, then the sums are small.
    let max_height = bottom.y.saturating_sub(y);
    let ways = [(LARGE, LARGE, CHART), (LARGE, 1, CHART), (LARGE, 1, 0), (1, 1, 0)];
    let Some((sums, digits, chart)) = ways.into_iter().find(|(sums, digits, chart)| sums + digits + chart < max_height)
    else {
        return;
    };
    let height = max_height - sums - digits - 1;
    if chart > 0 {
        let shown = picture::ShownSums::of(model, trace);
        let columns = ColumnChart { bare: true, ..shown.columns() };
        // An odd number of rows: the axis has one of its own.
        let odd = height - (height + 1) % 2;
        diverging(pen, &bits, y..y + odd, &columns, Some(place.column));
        moving::fall_numbers(model, trace, pen, &bits, |_| [above.y + 1, y + odd / 2]);
    }
    click_columns(drawn, &bits, y, bottom.y - y);
    let y = y + height;
    write_sums(model, trace, pen, &bits, y, sums == LARGE);
    if digits == LARGE {
        large_bits(model, trace, pen, &bits, y + sums);
    } else {
        walk::bits(model, trace, pen, &bits, y + sums);
    }
    bits.numbers(pen, bottom.y - 1, model.workspace.marked_columns());
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

/// Draws the terms that the feature adds to the columns, up to the step, in large digits or in small ones.
fn feature_row(model: &Model, trace: &Trace, pen: &mut Pen<'_>, bits: &BitRow, y: u16, in_large: bool) {
    let (theme, place) = (pen.theme, &model.workspace.pipeline);
    let Some(feature) = place.feature().and_then(|f| trace.features.get(f)) else { return };
    let selected = place.list.selected;
    let (hashed, made) = place.state.as_ref().map_or((true, true), |s| (selected < s.hashed, selected < s.rows));
    for column in bits.columns() {
        let one = row_value(feature.hash, trace.recipe.bits, column, 1) > 0;
        let (text, style) = match (made, hashed) {
            (true, _) => moving::term_number(model.lang, theme, trace, feature, column),
            (_, true) => (u8::from(one).to_string(), if one { theme.positive } else { theme.label }),
            _ => (theme.marks.dot.to_owned(), theme.label),
        };
        write(pen, bits, y, column, (&text, style), in_large);
    }
}

/// Writes in the middle of a column.
fn write(pen: &mut Pen<'_>, bits: &BitRow, y: u16, column: usize, (text, style): (&str, Style), in_large: bool) {
    if in_large {
        let inset = bits.layout.cell.saturating_sub(large_width(text)) / 2;
        large(pen, (bits.cells(column).start + inset, y), text, style);
    } else {
        bits.write(pen, y, column, text, style);
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
