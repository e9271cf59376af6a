//! Screen 2: one document, from text to fingerprint.
//!
//! ```text
//! a.txt  › UTF-8  › text 2,553 chars  › tokens 974  › features 412  › n_eff 97      fb8b 5202 b7cc a052
//!
//! FEATURES  by weight · 6 of 412       │ ± ROW  https adds +143.5 where its hash bit is 1, −143.5 where it is 0
//! feature        tf    idf   weight    │ ▲▼▲▼▼▼▲▼ …
//! 算法           15    8.7    130.4 ██ │
//! …                                    │ ACCUMULATOR  sum of 412 rows, one column a bit
//! ```
//! Below 100 columns the chart takes the full width above, the table stands under it.

use ratatui::{layout::Rect, style::Style};

use super::{names, work};
use crate::{
    document::Chosen,
    locale::grouped,
    say,
    simhash::{Fixed, Sum, Trace, Weighting, from_fixed},
    t,
    text::{truncate_middle, width},
    tui::{
        model::{Drawn, Model, Target, WIDE},
        theme::Marks,
        widget::{BitLayout, Pen, across, bit_digits, column_numbers, diverging, signs_row, timeline},
    },
};

/// Draws the screen.
pub fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let at = model.shown_document();
    let Some(trace) = model.desk.trace(at) else {
        pen.text(body.x, body.y, &names::trouble(model, at), pen.theme.text);
        return;
    };
    let wide = body.width >= WIDE - 2;
    context(model, trace, pen, body, wide);
    if wide {
        let top = body.y + 2;
        let height = body.bottom().saturating_sub(top);
        let left = Rect::new(body.x, top, (body.width * 2 / 5).min(46), height);
        let right = Rect::new(left.right() + 3, top, body.right().saturating_sub(left.right() + 3), height);
        features(model, trace, &mut pen.within(Rect { x: 0, width: left.right(), ..left }), left, drawn);
        pen.upright(left.right() + 1, top..body.bottom().saturating_sub(1));
        picture(model, trace, &mut pen.within(Rect { width: right.width + 1, ..right }), right, drawn, true);
    } else {
        let height = (body.height * 3 / 5).max(8).min(body.height.saturating_sub(6));
        let above = Rect::new(body.x, body.y + 1, body.width, height);
        picture(model, trace, &mut pen.within(above), above, drawn, false);
        let below = Rect::new(body.x, above.bottom(), body.width, body.bottom().saturating_sub(above.bottom()));
        features(model, trace, &mut pen.within(Rect { x: 0, width: below.right(), ..below }), below, drawn);
    }
}

/// The stages, with what each made of the text.
fn context(model: &Model, trace: &Trace, pen: &mut Pen<'_>, body: Rect, wide: bool) {
    let (theme, lang) = (pen.theme, model.lang);
    let at = model.shown_document();
    let end = work(model, pen, body.y);
    let hex = trace
        .sketch
        .fingerprint
        .map_or_else(|| t!(lang, "pipeline.no-fingerprint").to_owned(), |f| parted(&f.to_string()));
    let end = if wide { end } else { body.right() };
    let (y, right) = if wide { (body.y, end) } else { (0, pen.area.right() - 1) };
    let style = if trace.sketch.constant { theme.call } else { theme.positive.patch(theme.strong) };
    let hex_at = if wide {
        pen.text_right(right, y, &hex, style)
    } else {
        // The header's right end is free below 100 columns.
        let mut header = Pen { area: Rect { y: 0, height: 1, ..pen.buffer.area }, buffer: pen.buffer, theme };
        if right >= 60 {
            header.text_right(right, y, &hex, style);
        }
        end
    };
    let name = truncate_middle(model.desk.name(at), usize::from(body.width / 4));
    let mut parts: Vec<(String, String)> = Vec::new();
    if let Some(document) = model.desk.document(at) {
        // Where there is little room, only what is not as expected.
        if wide || document.reading.chosen != Chosen::Utf8 {
            parts.push((String::new(), say::encoding(&document.reading, lang)));
        }
        parts.push((t!(lang, "pipeline.text").into(), t!(lang, "pipeline.chars", n = grouped(trace.chars))));
    }
    parts.push((t!(lang, "pipeline.tokens").into(), grouped(trace.sketch.tokens)));
    parts.push((t!(lang, "pipeline.features").into(), grouped(trace.features.len() as u64)));
    parts.push(("n_eff".into(), format!("{:.0}", trace.sketch.n_eff)));
    let mut x = pen.text(body.x, body.y, &name, theme.strong);
    for (label, value) in parts {
        let cells = 4 + width(&label) + 1 + width(&value);
        if x as usize + cells > usize::from(hex_at) {
            break;
        }
        x = pen.text(x + 2, body.y, &format!("{} ", theme.marks.then), theme.rule);
        if !label.is_empty() {
            x = pen.text(x, body.y, &label, theme.label) + 1;
        }
        x = pen.text(x, body.y, &value, theme.text);
    }
}

/// Digits in groups of four.
pub fn parted(hex: &str) -> String {
    let first = hex.len() % 4;
    let mut groups: Vec<&str> = Vec::new();
    if first > 0 {
        groups.push(&hex[..first]);
    }
    groups.extend((first..hex.len()).step_by(4).map(|i| &hex[i..i + 4]));
    groups.join(" ")
}

/// A number with its sign, with one decimal, or none where all numbers of its kind are whole.
pub fn signed(value: Fixed, whole: bool, marks: &Marks) -> String {
    format!("{}{}", if value < 0 { marks.minus } else { "+" }, plain(value.abs(), whole))
}

/// A number with one decimal, or none where all numbers of its kind are whole.
pub fn plain(value: Fixed, whole: bool) -> String {
    let number = from_fixed(value);
    if whole { format!("{number:.0}") } else { format!("{number:.1}") }
}

/// Whether all weights of a trace are whole numbers.
pub fn whole(trace: &Trace) -> bool {
    match trace.recipe.weight {
        Weighting::Tf | Weighting::Binary => true,
        Weighting::Given(_) => trace.whole,
        _ => false,
    }
}

/// The features with tf, idf and weight.
fn features(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang, place) = (pen.theme, model.lang, &model.pipeline);
    let all = place.sorted.len();
    let beside = t!(
        lang,
        "pipeline.by",
        order = names::order(lang, place.order),
        at = if all == 0 { 0 } else { place.list.selected + 1 },
        all = grouped(all as u64)
    );
    pen.head(area.x, area.y, t!(lang, "pipeline.features-head"), &beside);
    let with_idf = trace.features.first().is_some_and(|f| f.idf.is_some());
    let bar = (area.width / 5).min(12);
    let weight_end = area.right() - bar - 1;
    let idf_end = weight_end - 9;
    let tf_end = if with_idf { idf_end - 7 } else { idf_end };
    let y = area.y + 1;
    pen.text(area.x, y, t!(lang, "pipeline.feature"), theme.label);
    pen.text_right(tf_end, y, "tf", theme.label);
    if with_idf {
        pen.text_right(idf_end, y, "idf", theme.label);
    }
    pen.text_right(weight_end, y, t!(lang, "pipeline.weight"), theme.label);
    let whole = whole(trace);
    let heaviest = trace.heaviest.max(1) as f64;
    let position = place.position.unwrap_or(all);
    let rows = area.height.saturating_sub(3).max(1);
    drawn.rows = usize::from(rows);
    let window = place.list.window(all, usize::from(rows));
    for row in window.clone() {
        let Some((f, feature)) =
            place.sorted.get(row).and_then(|&f| Some((f as usize, trace.features.get(f as usize)?)))
        else {
            continue;
        };
        let y = y + 1 + (row - window.start) as u16;
        let selected = row == place.list.selected;
        drawn.targets.push((Rect::new(0, y, area.right(), 1), Target::Row(row)));
        if selected {
            pen.selected(y, area.right(), place.on_column);
        }
        // What is not in the sum yet stands back.
        let waiting = row >= position;
        let style = |plain: Style| {
            if selected {
                plain.patch(theme.strong)
            } else if waiting {
                theme.label
            } else {
                plain
            }
        };
        let name = truncate_middle(trace.name(f), usize::from(tf_end.saturating_sub(area.x + 7)));
        pen.text(area.x, y, &name, style(theme.text));
        pen.text_right(tf_end, y, &feature.tf.to_string(), style(theme.label));
        if let Some(idf) = feature.idf {
            pen.text_right(idf_end, y, &format!("{:.1}", idf.value), style(theme.label));
        }
        pen.text_right(weight_end, y, &plain(feature.weight, whole), style(theme.text));
        let ink = if waiting { theme.rule } else { theme.positive };
        across(pen, weight_end + 1, y, bar, feature.weight.abs() as f64 / heaviest, ink);
    }
    let more = all.saturating_sub(window.end);
    if more > 0 {
        pen.text(area.x, area.bottom() - 1, &t!(lang, "pipeline.more", n = grouped(more as u64)), theme.label);
    }
}

/// The ± row, the accumulator, the bits, the column under the cursor, the timeline, the feature's places.
fn picture(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn, wide: bool) {
    let (theme, lang, place) = (pen.theme, model.lang, &model.pipeline);
    let bits = usize::from(trace.recipe.bits);
    let layout = BitLayout::new(bits, area.width, None, 16);
    let left = area.x + (area.width.saturating_sub(layout.width())) / 2 * u16::from(!wide);
    let all = place.sorted.len();
    let feature = place.feature().and_then(|f| Some((f, trace.features.get(f)?)));
    let mut y = area.y;
    // The ± row of the feature under the cursor.
    if let Some((f, feature)) = feature {
        let name = truncate_middle(trace.name(f), 20);
        let x = pen.text(area.x, y, t!(lang, "pipeline.row"), theme.strong) + 2;
        let x = pen.text(x, y, &name, theme.positive.patch(theme.strong));
        let weight = plain(feature.weight.abs(), whole(trace));
        pen.text(x + 1, y, &t!(lang, "pipeline.row-beside", weight = weight), theme.label);
        y += 1;
        for row in 0..layout.rows() {
            let one = |column| trace.recipe.bits as usize > column && bit(feature.hash, bits, column);
            signs_row(pen, left, y, &layout, row, one);
            y += 1;
        }
    }
    y += u16::from(wide);
    if wide {
        let beside = match place.position {
            None => t!(lang, "pipeline.sum-all", n = grouped(all as u64)),
            Some(n) => t!(lang, "pipeline.sum-part", n = grouped(n as u64), all = grouped(all as u64)),
        };
        let exact = trace.recipe.sum == Sum::Float;
        let beside = if exact { format!("{beside}{}{}", lang.set(" · "), t!(lang, "pipeline.float")) } else { beside };
        pen.head(area.x, y, t!(lang, "pipeline.accumulator"), &beside);
        y += 1;
    }
    // Under each row of the chart: its digits and numbers; under all: the column, the timeline, the places.
    let rows = layout.rows() as u16;
    let places = if wide && area.height > 26 { 5 } else { 0 };
    let under = 2 * rows + u16::from(wide) + 1 + 1 + 2 * u16::from(wide) + places;
    let chart = (area.bottom().saturating_sub(y + under) / rows).max(3);
    let most = trace.sums.iter().map(|v| v.abs()).max().unwrap_or(0);
    let fingerprint = trace.signs(&place.sums);
    for row in 0..layout.rows() {
        let room = Rect::new(left, y, area.width, chart);
        diverging(pen, room, &layout, row, &place.sums, most, Some(place.column));
        y += chart;
        let cursor = |column| (column == place.column).then_some(theme.cursor);
        bit_digits(pen, (left, y), &layout, row, fingerprint, cursor);
        column_numbers(pen, left, y + 1, &layout, row);
        for column in layout.row(row) {
            let cells = Rect::new(left + layout.x(column), room.y, layout.cell, chart + 2);
            drawn.targets.push((cells, Target::Column(column)));
        }
        y += 2;
    }
    y += u16::from(wide);
    column_line(model, trace, pen, area, y, 1 + u16::from(wide));
    y += 1 + 2 * u16::from(wide);
    // The timeline: where in the sum.
    let position = place.position.unwrap_or(all);
    let text = format!(" {} / {}", grouped(position as u64), grouped(all as u64));
    let cells = area.width.saturating_sub(width(&text) as u16);
    let share = if all == 0 { 1.0 } else { position as f64 / all as f64 };
    timeline(pen, area.x, y, cells, share);
    pen.text_right(area.right(), y, &text, theme.label);
    for i in 0..cells {
        let at = (usize::from(i) * all).checked_div(usize::from(cells.saturating_sub(1)).max(1)).unwrap_or(0);
        drawn.targets.push((Rect::new(area.x + i, y, 1, 1), Target::Position(at)));
    }
    if places > 0
        && let Some((f, feature)) = feature
    {
        let beside = t!(lang, "pipeline.places-beside", n = grouped(u64::from(feature.tf)), name = trace.name(f));
        pen.head(area.x, y + 2, t!(lang, "pipeline.places"), &truncate_middle(&beside, usize::from(area.width) - 10));
        let room = Rect::new(area.x, y + 3, area.width, area.bottom().saturating_sub(y + 3));
        super::formula::places(model, trace, f, &mut pen.within(room), 0);
    }
}

fn bit(hash: u128, bits: usize, column: usize) -> bool {
    crate::simhash::Fingerprint::new(hash, bits as u8).bit(column)
}

/// What the column under the cursor holds, and how sure it is. Takes two rows where one is too narrow.
fn column_line(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, y: u16, rows: u16) {
    let (theme, lang, column) = (pen.theme, model.lang, model.pipeline.column);
    let v = model.pipeline.sums.get(column).copied().unwrap_or(0);
    let one = trace.signs(&model.pipeline.sums).bit(column);
    let whole = whole(trace);
    let x = pen.text(area.x, y, &t!(lang, "pipeline.bit", bit = column), theme.strong);
    let x = pen.text(x + 2, y, &format!("V = {}", signed(v, whole, theme.marks)), theme.call);
    let x = pen.text(x + 2, y, &format!("{} {}", theme.marks.becomes, u8::from(one)), theme.strong);
    if v == 0 {
        pen.text(x + 3, y, t!(lang, "pipeline.tie"), theme.label);
        return;
    }
    let margin = if trace.norm > 0.0 { from_fixed(v.abs()) / trace.norm } else { 0.0 };
    let margin = t!(lang, "pipeline.margin", margin = format!("{margin:.2}"));
    let alone = t!(lang, "pipeline.alone", weight = plain(v.abs(), whole));
    let x = pen.text(x + 3, y, &margin, theme.label);
    if usize::from(x) + 3 + width(&alone) <= usize::from(area.right()) {
        pen.text(x + 3, y, &alone, theme.label);
    } else if rows > 1 {
        pen.text(area.x, y + 1, &alone, theme.label);
    }
}
