//! The ways to look a fingerprint up in a library, measured; and what they would cost with more documents.

use std::{ops::Range, time::Duration};

use ratatui::layout::Rect;

use super::head;
use crate::{
    locale::grouped,
    say,
    search::Plan,
    store::{FigureOrigin, LayoutCost, StoreError, TABLES_K, Way, WayKind},
    t,
    table::{Column, Width},
    tui::{
        action::Action,
        model::{LibraryPane, LibraryView, MeasuredWays, Model},
        view::parts::below,
        widget::{Grid, Pen, centred, ticks, widest},
    },
};

/// The scale of times: from 0.01 ms on, so many powers of ten.
const LEAST: f64 = 0.01;
const DECADES: f64 = 5.0;

pub(super) fn draw(model: &Model, view: &LibraryView, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let mut pen = pen.within(area);
    let Some(library) = &model.workspace.library.opened else { return };
    let results = &model.workspace.results;
    let Some(fingerprint) = view.fingerprint else { return };
    let keys = model.keys_of([Action::Left, Action::Right]);
    let beside = match library.power {
        Some(power) => t!(lang, "library.ways-power", power, left = keys[0], right = keys[1]),
        None => {
            t!(lang, "library.ways-beside", k = view.k, bits = fingerprint.width(), left = keys[0], right = keys[1])
        }
    };
    let known = measured(model, view);
    let beside = if known.is_some() { beside } else { String::new() };
    head(model, &mut pen, area, LibraryPane::Ways, t!(lang, "library.ways"), &beside);
    let Some(known) = known else {
        let text = if model.workspace.tasks.computes(&results.ways) {
            t!(lang, "library.ways-measuring").to_owned()
        } else {
            t!(lang, "library.ways-ask", key = model.key_of(Action::NextPane))
        };
        pen.text(area.x, area.y + 1, &text, theme.label);
        return;
    };
    let measured = match known {
        Ok(measured) => measured,
        Err(error) => {
            let file = crate::document::safe_name(&library.place.name());
            pen.paragraph(area.x, area.y + 1, area.height, &say::library_error(error, &file, lang), theme.alert);
            return;
        }
    };
    let (ways, documents) = (&measured.ways, measured.documents());
    let rows: Vec<Way> = match library.power {
        Some(power) => ways.iter().map(|way| at(way, fingerprint.width(), view.k, documents, 1 << power)).collect(),
        None => ways.clone(),
    };
    let mut y = table(&mut pen, area, &rows);
    // They are those of the documents there are.
    if library.power.is_none() && !measured.layouts.is_empty() {
        y = layouts(&mut pen, Rect { y, ..area }, &measured.layouts);
    }
    sentences(model, &mut pen, below(area, y), ways);
}

/// The measurements for the document looked up; `None` while there are none.
pub(super) fn measured<'a>(model: &'a Model, view: &LibraryView) -> Option<&'a Result<MeasuredWays, StoreError>> {
    let revision = model.workspace.library.opened.as_ref()?.revision;
    let slot = &model.workspace.results.ways;
    let key = slot.key()?;
    let same = Some(key.fingerprint) == view.fingerprint && (key.k, key.revision) == (view.k, revision);
    Some(slot.value().filter(|_| same)?.as_ref())
}

/// Draws a row for each layout of the tables. Returns the row below.
fn layouts(pen: &mut Pen<'_>, area: Rect, layouts: &[LayoutCost]) -> u16 {
    let longest = widest(layouts.iter().map(|cost| say::engine(cost.engine, pen.lang)));
    let [layout, others @ ..] = say::LAYOUTS.map(|field| field.column);
    let grid = Grid::titled([layout.fixed(longest)].into_iter().chain(others), area, pen.lang);
    grid.head(pen, area.y);
    for (y, cost) in (area.y + 1..).zip(layouts) {
        grid.fields(pen, y, &say::LAYOUTS, cost, cost.origin == FigureOrigin::Library);
    }
    area.y + 1 + layouts.len() as u16
}

/// The cost of a way with `n` documents, from that with those there are.
fn at(way: &Way, width: u8, k: u32, documents: u64, n: u64) -> Way {
    let grown = |size: u64| (size as f64 / documents.max(1) as f64 * n as f64) as u64;
    let rows = match way.kind {
        WayKind::Tables { chosen, .. } => Plan::within(width, k.max(if chosen == 1 { TABLES_K } else { 0 }), chosen)
            .map_or(0, |plan| plan.cost(n).candidates.round() as u64),
        WayKind::QueryEnumeration | WayKind::StoreEnumeration => way.rows,
        WayKind::Scan => n,
    };
    Way { rows, bytes: grown(way.bytes), took: None, ..*way }
}

/// Draws a row for each way. Returns the row below.
fn table(pen: &mut Pen<'_>, area: Rect, ways: &[Way]) -> u16 {
    let Pen { theme, lang, .. } = *pen;
    let longest = widest(ways.iter().map(|way| say::library_way(way.kind, lang)));
    let [way, look_ups, rows, space, took] = say::WAYS.map(|field| field.column);
    let bar = Column::flexible("", Width::Bar { least: 18, most: 42 });
    let grid = Grid::titled([way.fixed(longest), look_ups, rows, space, took.gap(3), bar], area, lang);
    grid.head(pen, area.y + 1);
    let scale = grid.bar();
    if !scale.is_empty() && ways.iter().any(|way| way.took.is_some()) {
        titles(pen, &scale, area.y + 1);
    }
    let mut y = area.y + 2;
    for (n, way) in ways.iter().enumerate() {
        grid.fields(pen, y, &say::WAYS, way, n == 0);
        if let Some(took) = way.took.map(milliseconds) {
            for x in scale.clone() {
                pen.cell(x, y, theme.marks.dot, theme.rule);
            }
            if !scale.is_empty() {
                pen.cell(place(&scale, took), y, theme.marks.pinned, if n == 0 { theme.positive } else { theme.label });
            }
        }
        y += 1;
    }
    y
}

/// Draws the powers of ten over the scale, as far as they fit.
fn titles(pen: &mut Pen<'_>, scale: &Range<u16>, y: u16) {
    let labels = ["0.01", "0.1", "1", "10", "100", "1,000"].into_iter().enumerate();
    let at = |power: usize| place(scale, LEAST * 10f64.powi(power as i32));
    let label = pen.theme.label;
    ticks(pen, y, labels.map(|(power, text)| (centred(at(power), text, scale), text, label)));
}

fn milliseconds(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}

/// The cell of a time on the scale.
fn place(scale: &Range<u16>, ms: f64) -> u16 {
    let share = ((ms / LEAST).log10() / DECADES).clamp(0.0, 1.0);
    scale.start + (share * f64::from((scale.len() as u16).saturating_sub(1))).round() as u16
}

/// Draws how many rows were to be expected, and how many fingerprints an enumeration has.
fn sentences(model: &Model, pen: &mut Pen<'_>, area: Rect, ways: &[Way]) {
    let Pen { theme, lang, .. } = *pen;
    let documents = ways.iter().find(|way| way.kind == WayKind::Scan).map_or(0, |way| way.rows);
    let power = model.workspace.library.opened.as_ref().and_then(|library| library.power);
    let (n, estimated) = (power.map_or(documents, |power| 1 << power), power.is_some());
    let Some(key) = model.workspace.results.ways.key() else { return };
    let bits = key.fingerprint.width();
    let mut y = area.y + u16::from(area.height > 2);
    if let Some(way) = ways.iter().find(|way| matches!(way.kind, WayKind::Tables { chosen: 1, .. }))
        && let Ok(plan) = Plan::within(bits, TABLES_K, 1)
    {
        let cost = plan.cost(n);
        let keys = 1u64 << plan.tables().iter().map(|table| table.bits).min().unwrap_or(0).min(63);
        let (n, keys, rows) = (grouped(n), grouped(keys), say::mean_rows(cost.candidates));
        let text = if estimated {
            t!(lang, "library.expected", tables = cost.tables, n, keys, rows)
        } else {
            let read = grouped(way.rows);
            t!(lang, "library.expected-read", tables = cost.tables, n, keys, rows, read)
        };
        y += pen.fill(area.x, y, &text, theme.text);
    }
    let terms = terms(bits, key.k);
    let sum: u128 = terms.iter().sum();
    let terms: Vec<String> = terms.iter().map(|&term| grouped_wide(term)).collect();
    let text = t!(lang, "library.enumeration", terms = terms.join(" + "), sum = grouped_wide(sum), k = key.k);
    pen.fill(area.x, y, &text, theme.text);
}

/// How many fingerprints lie 0, 1, … k bits away.
fn terms(bits: u8, k: u32) -> Vec<u128> {
    let mut term = 1u128;
    let next = |i: u128| {
        let now = term;
        term = term.saturating_mul(u128::from(bits) - i) / (i + 1);
        now
    };
    (0..=u128::from(k.min(bits.into()))).map(next).collect()
}

fn grouped_wide(number: u128) -> String {
    u64::try_from(number).map_or_else(|_| format!("{:.1e}", number as f64), grouped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_fingerprints_lie_at_each_distance() {
        assert_eq!(terms(64, 3), [1, 64, 2016, 41_664]);
        assert_eq!(terms(3, 9), [1, 3, 3, 1]);
    }

    #[test]
    fn times_have_their_places_on_the_scale() {
        let scale = 10..61;
        assert_eq!([0.001, 0.01, 0.1, 1.0, 1000.0, 1e6].map(|ms| place(&scale, ms)), [10, 10, 20, 30, 60, 60]);
    }
}
