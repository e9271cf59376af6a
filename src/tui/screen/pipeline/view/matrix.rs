//! All rows at once, where there are few bits: every feature's weight, hash and ±row, and under them the sums as wide
//! columns.
//!
//! ```text
//! FEATURE     w   HASH           ± ROW
//! CSDN        4   1 0 0 1 0 1     +4     −4     −4     +4     −4     +4
//! 博客        5   1 0 1 0 1 1     +5     −5     +5     −5     +5     +5
//! …
//! SUM  after 2 of 10 rows         +9            +1            +1     +9
//!                                 ██            ▂▂            ▂▂     ██
//! ```

use std::ops::Range;

use ratatui::{layout::Rect, style::Style};

use super::{features::Known, moving, picture, walk};
use crate::{
    lesson::Stage,
    locale::grouped,
    say::{plain, signed, whole},
    simhash::{Fingerprint, Trace},
    t,
    text::{truncate_middle, width},
    tui::{
        model::{ClickTarget, Drawn, Model},
        view::parts::click_columns,
        widget::{BitLayout, BitRow, Pen, diverging, widest},
    },
};

/// Rows that the chart needs at least, with its numbers, bits, the column's line and the timeline.
const CHART: u16 = 11;

/// Rows that a lesson needs for the table's head, a row, bars with their numbers, the bits and the timeline.
const LEAST: u16 = 10;

/// Rows that the sums need as numbers, with the table's head, their bits and the timeline.
const COMPACT: u16 = 4;

/// The places of the parts of the matrix.
pub(super) struct MatrixLayout {
    /// The end of the weights.
    weight: u16,
    /// The start of the hashes.
    hash: u16,
    bits: BitRow,
}

/// The places where all of it fits; `None` where it does not.
pub(super) fn layout(trace: &Trace, area: Rect) -> Option<MatrixLayout> {
    let bits = u16::from(trace.recipe.bits);
    if bits > 16 || area.height <= COMPACT || trace.features.is_empty() {
        return None;
    }
    let longest = widest((0..trace.features.len().min(200)).map(|f| trace.name(f)));
    let weight = longest.clamp(7, 14) + 7;
    let hash = weight + 3;
    let rows = hash + 2 * bits + 2;
    let layout = BitLayout::new(bits.into(), area.width.checked_sub(rows)?.min(9 * bits), None, 16);
    let least = if whole(trace) { 4 } else { 6 };
    let [weight, hash, rows] = [weight, hash, rows].map(|from| area.x + from);
    (layout.cell >= least).then(|| MatrixLayout { weight, hash, bits: layout.at(rows, 0) })
}

pub(super) fn draw(
    model: &Model,
    trace: &Trace,
    places: &MatrixLayout,
    pen: &mut Pen<'_>,
    area: Rect,
    drawn: &mut Drawn,
) {
    let all = model.workspace.pipeline.walk.order().len() as u16;
    // A page of a lesson on a step before the sums shows none.
    let step = model.workspace.pipeline.state.as_ref().map(|state| state.step.stage);
    if model.workspace.lesson.is_some() && step.is_some_and(|stage| stage < Stage::Sums) {
        let rows = all.min(area.height - 2);
        table(model, trace, pen, Rect { height: rows + 1, ..area }, places, drawn);
        places.bits.numbers(pen, area.y + rows + 1, model.workspace.marked_columns());
        rings(model, pen, &places.bits, area.y..area.y + rows + 2);
        walk::position(model, pen, Rect { y: area.bottom() - 1, height: 1, ..area }, drawn);
        return;
    }
    // The bars are the last to go: before them the rows that are added already.
    let least = if model.workspace.lesson.is_some() { LEAST } else { CHART + 4 };
    let compact = area.height < least;
    let room = if area.height < CHART + 4 { LEAST - 1 } else { CHART + 2 };
    let rows = all.min(area.height - if compact { COMPACT } else { room });
    table(model, trace, pen, Rect { height: rows + 1, ..area }, places, drawn);
    let target = if compact {
        let y = area.y + rows + 1;
        numbers(model, trace, pen, Rect { y, height: 3, ..area }, places, drawn);
        y
    } else {
        let y = area.y + rows + 1 + u16::from(area.height >= CHART + 4);
        let (axis, end) = chart(model, trace, pen, Rect { y, height: area.bottom() - y, ..area }, places, drawn);
        rings(model, pen, &places.bits, area.y..end);
        axis
    };
    let place = &model.workspace.pipeline;
    moving::fall_numbers(model, trace, pen, &places.bits, |row| {
        let window = place.list.window(place.walk.order().len(), rows.into());
        [area.y + 1 + row.saturating_sub(window.start).min(rows.saturating_sub(1).into()) as u16, target]
    });
}

/// A ring round each column that a page of a lesson is about, from its votes to its number.
pub(super) fn rings(model: &Model, pen: &mut Pen<'_>, bits: &BitRow, rows: Range<u16>) {
    let marks = pen.theme.marks;
    let style = Style { fg: pen.theme.marked.fg, ..Style::new() };
    let shown = bits.columns();
    for &column in model.workspace.marked_columns().iter().filter(|column| shown.contains(column)) {
        let cells = bits.cells(column);
        let (left, right) = (cells.start.saturating_sub(1), cells.end);
        for y in rows.start + 1..rows.end {
            for x in [left, right] {
                pen.cell(x, y, marks.upright, style);
            }
        }
    }
}

fn table(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, places: &MatrixLayout, drawn: &mut Drawn) {
    let (theme, lang, place) = (pen.theme, model.lang, &model.workspace.pipeline);
    let (bits, whole) = (&places.bits, whole(trace));
    let x = area.x;
    let rows = usize::from(area.height - 1);
    let order = place.walk.order();
    let window = place.list.window(order.len(), rows);
    let end = pen.text(x, area.y, t!(lang, "pipeline.feature-head"), theme.strong);
    let weight = if window.len() < order.len() {
        // Those that are hidden are counted in the place of the title.
        let first = if rows > 1 { format!("{}{}", window.start + 1, theme.marks.none) } else { String::new() };
        format!("{first}{}/{}", window.end, order.len())
    } else {
        t!(lang, "pipeline.weight").to_owned()
    };
    pen.text_until(end + 1, area.y, places.weight, &weight, theme.label);
    pen.text(places.hash, area.y, t!(lang, "pipeline.hash"), theme.strong);
    let beside = t!(lang, "pipeline.rows-beside");
    let beside = if width(t!(lang, "pipeline.row")) + 2 + width(beside) > usize::from(bits.layout.width()) {
        ""
    } else {
        beside
    };
    pen.head(bits.start(), area.y, t!(lang, "pipeline.row"), beside);
    drawn.rows = rows;
    let state = place.state.as_ref();
    for (row, y) in window.zip(area.y + 1..) {
        let f = order[row];
        let Some(feature) = trace.features.get(f) else { continue };
        let known = Known::of(state, trace, row, f);
        let selected = row == place.list.selected;
        drawn.click(0..bits.start(), y, ClickTarget::Row(row));
        if selected {
            pen.selected(y, bits.end(), state.is_some());
        }
        let name = truncate_middle(trace.name(f), usize::from(places.weight - x) - 7);
        let style = known.name(model.workspace.marks_feature(trace.name(f)), selected, theme);
        pen.text(x, y, &name, style);
        let weight = if known.weighed { plain(feature.weight, whole) } else { theme.marks.dot.into() };
        pen.text_right(places.weight, y, &weight, style);
        let hash = Fingerprint::new(feature.hash, trace.recipe.bits);
        let hashed = state.is_none_or(|state| row < state.hashed);
        let made = state.is_none_or(|state| row < state.rows);
        if !made {
            bits.dots(pen, y);
        }
        for column in bits.columns() {
            let one = hash.bit(column);
            let (digit, style) = match one {
                _ if !hashed => (theme.marks.dot, theme.rule),
                true => ("1", theme.accent()),
                false => ("0", theme.label),
            };
            pen.cell(places.hash + 2 * column as u16, y, digit, style);
            if made {
                let value = moving::term(trace, feature, column);
                let style = if selected { theme.signed(value).patch(theme.strong) } else { theme.signed(value) };
                bits.write(pen, y, column, &signed(value, whole, lang), style);
            }
        }
    }
}

/// The sums as numbers, where there is no room for columns.
fn numbers(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, places: &MatrixLayout, drawn: &mut Drawn) {
    let (theme, lang, place) = (pen.theme, model.lang, &model.workspace.pipeline);
    let y = area.y;
    pen.text(area.x, y, t!(lang, "pipeline.sum-head"), theme.strong);
    let before = place.state.as_ref().filter(|state| state.step.stage == Stage::Sums);
    for (column, &sum) in moving::sums(model, trace).iter().enumerate() {
        let text = signed(sum, whole(trace), lang);
        let changed = before.is_some_and(|state| ![0, sum].contains(&state.before(trace, column)));
        let style = if model.workspace.marked_columns().contains(&column) {
            theme.marked
        } else if changed {
            theme.alert
        } else {
            theme.signed(sum).patch(theme.strong)
        };
        places.bits.write(pen, y, column, &text, style);
    }
    click_columns(drawn, &places.bits, y, 2);
    bits(model, trace, pen, (area.x, y + 1), &places.bits);
    walk::position(model, pen, Rect { y: y + 2, height: 1, ..area }, drawn);
}

/// The bits under the sums, or their signs until all are read.
fn bits(model: &Model, trace: &Trace, pen: &mut Pen<'_>, (label, y): (u16, u16), bits: &BitRow) {
    let (lang, state) = (model.lang, model.workspace.pipeline.state.as_ref());
    let read = state.is_none_or(|state| state.read == bits.layout.bits);
    let text = lang.text(if read { "pipeline.bits-head" } else { "pipeline.sign-head" });
    pen.text(label, y, text, pen.theme.strong);
    walk::bits(model, trace, pen, bits, y);
}

/// The sums as columns. Returns the line of their axis, and that below their numbers.
fn chart(
    model: &Model,
    trace: &Trace,
    pen: &mut Pen<'_>,
    area: Rect,
    places: &MatrixLayout,
    drawn: &mut Drawn,
) -> (u16, u16) {
    let (theme, lang, place) = (pen.theme, model.lang, &model.workspace.pipeline);
    let n = grouped(place.summed() as u64);
    let all = place.walk.order().len() as u64;
    let beside = t!(lang, "pipeline.sum-part", n, all = grouped(all));
    let mut head = pen.within(Rect { width: places.bits.start() - area.x - 1, ..area });
    head.text(area.x, area.y, t!(lang, "pipeline.sum-head"), theme.strong);
    head.text(area.x, area.y + 1, &beside, theme.label);
    // The bits and the numbers of the columns, the line of one column, the timeline.
    let roomy = area.height > CHART - 2;
    let height = area.height.saturating_sub(if roomy { 5 } else { 3 });
    let sums = picture::ShownSums::of(model, trace);
    let y = area.y + height;
    diverging(pen, &places.bits, area.y..y, &sums.columns(), Some(place.column));
    click_columns(drawn, &places.bits, area.y, height + 2);
    bits(model, trace, pen, (area.x, y), &places.bits);
    places.bits.numbers(pen, y + 1, model.workspace.marked_columns());
    if roomy {
        picture::column_line(model, trace, pen, area, y + 3, 1);
    }
    walk::position(model, pen, Rect { y: area.bottom() - 1, height: 1, ..area }, drawn);
    (area.y + height.saturating_sub(1) / 2, y + 2)
}
