//! The ± row, the accumulator as columns, the bits, the column under the cursor, the timeline, the feature's places.

use ratatui::layout::Rect;

use super::{moving, walk};
use crate::{
    lesson::{LessonTerm, Stage},
    locale::grouped,
    say::{plain, signed, whole},
    simhash::{Fingerprint, Fixed, Sum, Tie, Trace, from_fixed},
    t,
    text::truncate_middle,
    tui::{
        model::{Drawn, Model},
        view::parts::{self, below, click_columns},
        widget::{BitLayout, BitRow, ColumnChart, Pen, diverging, fits},
    },
};

/// Draws the picture; where there is room, with the places.
pub(super) fn draw(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn, wide: bool) {
    let (lang, place) = (model.lang, &model.workspace.pipeline);
    let bottom = Rect { y: area.bottom().saturating_sub(1 + u16::from(wide)), height: 1, ..area };
    let above = bottom.y.saturating_sub(area.y + u16::from(wide));
    if walk::draw_reading(model, trace, pen, Rect { height: above, ..area }) {
        walk::position(model, pen, bottom, drawn);
        return;
    }
    let bits = usize::from(trace.recipe.bits);
    let layout = BitLayout::new(bits, area.width, None, 16);
    let left = area.x + (area.width.saturating_sub(layout.width())) / 2 * u16::from(!wide);
    let rows: Vec<BitRow> = (0..layout.rows()).map(|row| layout.at(left, row)).collect();
    let all = place.walk.order().len();
    let state = place.state.as_ref();
    let feature = place.feature().and_then(|f| Some((f, trace.features.get(f)?)));
    let mut y = area.y;
    let weighing = state.is_some_and(|state| state.step.stage == Stage::Weights);
    // Above a page of a lesson the bars stay, and the row that is added to them goes, unless the page is about it.
    let about = feature.is_some_and(|(f, _)| model.workspace.marks_feature(trace.name(f)));
    let low = model.workspace.lesson.is_some() && !about && area.height <= 7 + 2 * rows.len() as u16;
    let signs = !low || state.is_some_and(|state| state.step.stage <= Stage::Hashes);
    if let Some((f, _)) = feature.filter(|_| signs && !weighing) {
        y = row(model, trace, f, pen, (area.x, y), &rows);
    }
    if state.is_some_and(|state| matches!(state.step.stage, Stage::Weights | Stage::Hashes)) {
        // There are no sums yet: what there is of the feature is what it was counted from.
        let hashing = state.is_some_and(|state| state.step.stage == Stage::Hashes);
        if hashing {
            let marked = model.workspace.marked_columns();
            let row = marked.first().map_or(0, |&column| layout.row_of(column));
            rows[row].numbers(pen, y, marked);
        }
        let y = if hashing { y + 1 } else { area.y };
        if let Some((f, _)) = feature {
            places(model, trace, f, pen, Rect { y, height: bottom.y.saturating_sub(y + 1), ..area });
        }
        walk::position(model, pen, bottom, drawn);
        return;
    }
    y += u16::from(wide);
    if wide {
        let n = place.summed();
        let beside = match state {
            None => t!(lang, "pipeline.sum-all", n = grouped(all as u64)),
            Some(_) => t!(lang, "pipeline.sum-part", n = grouped(n as u64), all = grouped(all as u64)),
        };
        let exact = trace.recipe.sum == Sum::Float;
        let beside = if exact { format!("{beside}{}{}", lang.set(" · "), t!(lang, "pipeline.float")) } else { beside };
        pen.head(area.x, y, t!(lang, "pipeline.accumulator"), &beside);
        y += 1;
    }
    // Under each row of the chart: its digits and numbers; under all: the column, the timeline, the places.
    let n = rows.len() as u16;
    let places = if wide && area.height > 26 { 5 } else { 0 };
    let under = 2 * n + u16::from(wide) + 1 + 1 + 2 * u16::from(wide) + places;
    let chart = (area.bottom().saturating_sub(y + under) / n).max(3);
    let sums = ShownSums::of(model, trace);
    let top = y;
    for bits in &rows {
        diverging(pen, bits, y..y + chart, &sums.columns(), Some(place.column));
        click_columns(drawn, bits, y, chart + 2);
        y += chart;
        walk::bits(model, trace, pen, bits, y);
        bits.numbers(pen, y + 1, model.workspace.marked_columns());
        y += 2;
    }
    if let Some((_, feature)) = moving::falling_feature(model, trace) {
        let theme = pen.theme;
        for (row, bits) in (0..).zip(&rows) {
            let ends = [area.y + 1 + row, top + row * (chart + 2) + (chart - 1) / 2];
            moving::fall(model, pen, bits, ends, |column| moving::sign(theme, trace, feature, column));
        }
    }
    y += u16::from(wide);
    column_line(model, trace, pen, area, y, 1 + u16::from(wide));
    y += 1 + 2 * u16::from(wide);
    walk::position(model, pen, Rect { y, height: 1, ..area }, drawn);
    if places > 0
        && let Some((f, _)) = feature
    {
        self::places(model, trace, f, pen, below(area, y + 2));
    }
}

/// The feature's places in the text.
fn places(model: &Model, trace: &Trace, f: usize, pen: &mut Pen<'_>, area: Rect) {
    let Some(feature) = trace.features.get(f) else { return };
    let lang = model.lang;
    let beside = t!(lang, "pipeline.places-beside", n = grouped(u64::from(feature.tf)), name = trace.name(f));
    let beside = truncate_middle(&beside, usize::from(area.width).saturating_sub(10));
    pen.within(area).head(area.x, area.y, t!(lang, "pipeline.places"), &beside);
    let inside = below(area, area.y + 1);
    for (y, place) in (inside.y..inside.bottom()).zip(parts::places(model, trace, f, inside.width.into())) {
        parts::pieces(&mut pen.within(inside), inside.x, y, &place);
    }
}

/// The sums that are shown, those before the step, and the scale of both.
pub(super) struct ShownSums {
    now: Vec<Fixed>,
    before: Option<Vec<Fixed>>,
    most: Fixed,
}

impl ShownSums {
    pub(super) fn of(model: &Model, trace: &Trace) -> Self {
        let place = &model.workspace.pipeline;
        let now = place.sums(trace);
        let adds = place.state.as_ref().filter(|state| state.step.stage == Stage::Sums);
        let before = adds.map(|state| (0..now.len()).map(|column| state.before(trace, column)).collect());
        // The scale is that of the end, so that growing is seen; where the way there leads higher, it is the height
        // there.
        let most = trace.sums.iter().chain(now).chain(before.iter().flatten()).map(|v| v.abs()).max().unwrap_or(0);
        // On one axis texts of a lesson can be compared.
        let all = model.workspace.lesson.as_ref().filter(|reading| reading.shown().scale);
        let all = all.into_iter().flat_map(|reading| 0..reading.lesson.documents.len());
        let traces = all.filter_map(|at| model.workspace.batch.trace(at));
        let most = traces.flat_map(|trace| trace.sums.iter().map(|v| v.abs())).max().unwrap_or(0).max(most);
        Self { now: moving::sums(model, trace).into_owned(), before, most }
    }

    pub(super) fn columns(&self) -> ColumnChart<'_> {
        ColumnChart { sums: &self.now, before: self.before.as_deref(), most: self.most, bare: false }
    }
}

/// The ± row of the feature under the cursor, as far as the step has made it. Returns the line behind it.
fn row(model: &Model, trace: &Trace, f: usize, pen: &mut Pen<'_>, (x, y): (u16, u16), rows: &[BitRow]) -> u16 {
    let (theme, lang, place) = (pen.theme, model.lang, &model.workspace.pipeline);
    let Some(feature) = trace.features.get(f) else { return y };
    let name = truncate_middle(trace.name(f), 20);
    let selected = place.list.selected;
    let hash = Fingerprint::new(feature.hash, trace.recipe.bits);
    let (hashed, made) = place.state.as_ref().map_or((true, true), |s| (selected < s.hashed, selected < s.rows));
    let label = lang.text(if made { "pipeline.row" } else { "pipeline.hash" });
    let after = pen.text(x, y, label, theme.strong) + 2;
    let marked = model.workspace.marks_feature(trace.name(f));
    let after = pen.text(after, y, &name, if marked { theme.marked } else { theme.accent() });
    if made {
        let weight = plain(feature.weight.abs(), whole(trace));
        let long = t!(lang, "pipeline.row-beside", weight);
        let short = t!(lang, "pipeline.row-beside-short", weight);
        if let Some(beside) = [long, short].iter().find(|beside| fits(after + 1, beside, pen.area.right())) {
            pen.text(after + 1, y, beside, theme.label);
        }
    }
    for (bits, y) in rows.iter().zip(y + 1..) {
        if made {
            bits.signs(pen, y, hash, |_| None);
        } else if hashed {
            bits.digits(pen, y, hash, |_| None);
        } else {
            bits.dots(pen, y);
        }
    }
    y + 1 + rows.len() as u16
}

/// Draws the sum of the column under the cursor, and how sure its bit is. Takes two rows if one is too narrow.
pub(super) fn column_line(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, y: u16, rows: u16) {
    let pipeline = &model.workspace.pipeline;
    let (theme, lang, column) = (pen.theme, model.lang, pipeline.column);
    let sums = moving::sums(model, trace);
    let v = sums.get(column).copied().unwrap_or(0);
    let one = trace.signs(&sums).bit(column);
    let whole = whole(trace);
    let x = pen.text(area.x, y, &t!(lang, "pipeline.bit", bit = column), theme.strong);
    if pipeline.state.is_some() && pipeline.summed() == 0 {
        pen.text(x + 3, y, t!(lang, "pipeline.no-row-yet"), theme.label);
        return;
    }
    let x = pen.text(x + 2, y, &format!("V = {}", signed(v, whole, lang)), theme.alert);
    if trace.sketch.fingerprint.is_none() && pipeline.state.is_none() {
        pen.text(x + 3, y, t!(lang, "pipeline.no-fingerprint"), theme.label);
        return;
    }
    let x = pen.text(x + 2, y, &format!("{} {}", theme.marks.becomes, u8::from(one)), theme.strong);
    if v == 0 {
        pen.text(x + 3, y, t!(lang, "pipeline.tie"), theme.label);
        return;
    }
    let margin = if trace.norm > 0.0 { from_fixed(v.abs()) / trace.norm } else { 0.0 };
    let knows = model.workspace.knows(LessonTerm::Margin);
    let margin = t!(lang, "pipeline.margin", margin = format!("{margin:.2}"));
    let weight = plain(v.abs(), whole);
    // A sum of 0 has the other bit already where the tie rule says so.
    let by_tie = one != (trace.recipe.tie == Tie::One);
    let alone = if by_tie { t!(lang, "pipeline.alone-from", weight) } else { t!(lang, "pipeline.alone", weight) };
    let x = if knows { pen.text(x + 3, y, &margin, theme.label) } else { x };
    if fits(x + 3, &alone, area.right()) {
        pen.text(x + 3, y, &alone, theme.label);
    } else if rows > 1 {
        pen.text(area.x, y + 1, &alone, theme.label);
    }
}
