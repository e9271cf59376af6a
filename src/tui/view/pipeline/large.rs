//! Screen 2 in large print, for a projector: the columns around the cursor, wide, with their numbers in large digits.
//!
//! ```text
//! a.txt  text › tokens › weights › hashes › ± rows › sums › bits
//! 算法 weighs 3 and hashes to 101100. …
//!
//! ± ROW  算法  6 of 10
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
//! What is left out: the table of features, hexadecimal numbers, margins, places. `j k` still select a feature, `h l` a
//! bit, and Enter traces either.

use ratatui::layout::Rect;

use super::{picture, reading, walk};
use crate::{
    locale::grouped,
    say::{plain, signed, whole},
    simhash::{Fixed, SCALE, Trace, signed as row_value},
    t,
    text::{truncate_middle, width},
    tui::{
        model::{Drawn, Model, Target},
        widget::{BitLayout, Columns, LARGE, Pen, column_numbers, diverging, large, large_width, number},
    },
};

/// The least rows of the chart.
const CHART: u16 = 3;

/// Draws the screen.
pub fn draw(model: &Model, trace: &Trace, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let top = head(model, trace, pen, body);
    let bottom = Rect { y: body.bottom().saturating_sub(1), height: 1, ..body };
    let above = Rect { y: top, height: bottom.y.saturating_sub(top), ..body };
    walk::timeline(model, pen, bottom, drawn);
    if reading::draw(model, trace, pen, above) {
        return;
    }
    let place = &model.pipeline;
    let bits = usize::from(trace.recipe.bits);
    let layout = BitLayout::large(bits, body.width, widest(trace));
    let row = layout.row_of(place.column);
    let left = body.x + (body.width.saturating_sub(layout.width())) / 2;
    let y = feature_row(model, trace, pen, Rect { x: left, ..above }, (&layout, row), body.x);
    // Under the chart: sums, bits, numbers of the columns.
    let under = 2 * LARGE + 1;
    let chart = bottom.y.saturating_sub(y + under);
    if chart < CHART {
        return;
    }
    let sums = picture::Sums::of(model, trace);
    let columns = Columns { bare: true, ..sums.columns() };
    // An odd number of rows: the axis has one of its own.
    let room = Rect::new(left, y, layout.width(), chart - (chart + 1) % 2);
    diverging(pen, room, &layout, row, &columns, Some(place.column));
    let y = bottom.y - under;
    numbers(model, trace, pen, (left, y), &layout, row);
    column_numbers(pen, left, bottom.y - 1, &layout, row);
    for column in layout.row(row) {
        let cells = Rect::new(left + layout.x(column), room.y, layout.cell, bottom.y - room.y);
        drawn.targets.push((cells, Target::Column(column)));
    }
}

/// The document, the stages, and what the step did. Returns the row below.
fn head(model: &Model, trace: &Trace, pen: &mut Pen<'_>, body: Rect) -> u16 {
    let (theme, lang) = (pen.theme, model.lang);
    let name = truncate_middle(model.desk.name(model.shown_document()), usize::from(body.width / 3));
    let x = pen.text(body.x, body.y, &name, theme.strong) + 3;
    let Some(state) = &model.pipeline.state else {
        let n = trace.features.len();
        pen.text(x, body.y, &t!(lang, "pipeline.sum-all", n = grouped(n as u64)), theme.text);
        return body.y + 2;
    };
    walk::crumbs(state.step.stage, lang, pen, (x, body.y), body.right());
    walk::now(model, trace, pen, Rect { y: body.y + 1, height: body.height.saturating_sub(1), ..body }, false)
}

/// How wide the widest sum is in large print, as far as can be told from the end: on the way there a sum can be a digit
/// longer, and is then drawn over its neighbour's gap.
fn widest(trace: &Trace) -> u16 {
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

/// The feature under the cursor and what it adds to each column. Returns the row below.
fn feature_row(
    model: &Model,
    trace: &Trace,
    pen: &mut Pen<'_>,
    at: Rect,
    (layout, row): (&BitLayout, usize),
    x: u16,
) -> u16 {
    let (theme, lang, place) = (pen.theme, model.lang, &model.pipeline);
    let Some((f, feature)) = place.feature().and_then(|f| Some((f, trace.features.get(f)?))) else { return at.y };
    let (all, whole) = (place.walk.order().len(), whole(trace));
    let (hashed, made) =
        place.state.as_ref().map_or((true, true), |s| (place.list.selected < s.hashed, place.list.selected < s.rows));
    let x = pen.text(x, at.y, t!(lang, "pipeline.row"), theme.strong) + 2;
    let name = truncate_middle(trace.name(f), 24);
    let x = pen.text(x, at.y, &name, theme.positive.patch(theme.strong)) + 2;
    let x = pen.text(x, at.y, &plain(feature.weight, whole), theme.strong) + 3;
    let of = t!(lang, "geometry.count", n = grouped(place.list.selected as u64 + 1), all = grouped(all as u64));
    pen.text(x, at.y, &of, theme.label);
    for column in layout.row(row) {
        let value = row_value(feature.hash, trace.recipe.bits, column, feature.weight);
        let (text, style) = if made {
            (signed(value, whole, lang), theme.signed(value).patch(theme.strong))
        } else if hashed {
            (u8::from(value > 0).to_string(), theme.strong)
        } else {
            (theme.marks.dot.to_owned(), theme.label)
        };
        let inset = layout.cell.saturating_sub(width(&text) as u16) / 2;
        pen.text(at.x + layout.x(column) + inset, at.y + 1, &text, style);
    }
    at.y + 2
}

/// The sums and the bits in large digits.
fn numbers(model: &Model, trace: &Trace, pen: &mut Pen<'_>, (x, y): (u16, u16), layout: &BitLayout, row: usize) {
    let (theme, place) = (pen.theme, &model.pipeline);
    let sums = place.sums(trace);
    let signs = trace.signs(sums);
    let begun = place.state.as_ref().is_none_or(|state| state.summed > 0 || state.read > 0);
    for column in layout.row(row) {
        let value: Fixed = sums.get(column).copied().unwrap_or(0);
        let called = column == place.column;
        let mut write = |text: &str, y: u16, style| {
            let inset = layout.cell.saturating_sub(large_width(text)) / 2;
            large(pen, (x + layout.x(column) + inset, y), text, style);
        };
        let style = if called { theme.call } else { theme.signed(value) };
        let text = number(value, theme.marks);
        write(if text.is_empty() { "0" } else { &text }, y, style);
        let read = place.state.as_ref().is_none_or(|state| column < state.read);
        let one = signs.bit(column);
        let style = match (called, one && read) {
            (true, _) => theme.call,
            (_, true) => theme.positive,
            _ => theme.label,
        };
        let bit = if !begun {
            "·"
        } else if one {
            "1"
        } else {
            "0"
        };
        write(bit, y + LARGE, style);
    }
}
