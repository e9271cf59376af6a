//! What so many documents take in each engine, as `simscope library plan` prints it, with a bar up to the largest
//! sensible number of documents on an axis of powers of ten.
//!
//! ```text
//! ENGINES  2^20 = 1,048,576 documents, 64 bits, k 3
//! engine         way                    space     ms         up to                    10^5  10^7  10^9
//! SQLite         4 blocks: 4 tables    102 MB  0.073  1,428,571,428  then over 100 ms ██████████████▌
//! …
//!                                                                                         ▲
//! ```

use ratatui::layout::Rect;

use super::head;
use crate::{
    locale::{bytes, grouped},
    say,
    store::{Capacity, capacities, planned_parts},
    t,
    table::{Column, Field, Priority, Tone, Value, Width},
    tui::{
        model::{LibraryHead, LibraryPane, LibraryView, Model},
        widget::{Grid, Pen, centred, ticks, widest},
    },
};

/// The numbers of documents at both ends of the bars, as powers of ten: the right one is 2³⁴.
const FROM: f64 = 5.0;
const TO: f64 = 10.235_019_852_575_1;

/// Up to how many documents an engine is sensible.
const REACH: Field<Capacity> = Field {
    column: Column::flexible("", Width::Bar { least: 12, most: 52 }),
    cell: |of, _| Value::Share(Some(of.until.map_or(1.0, |(until, _)| share(until)))).into(),
};

/// The place of a number of documents on a bar, from 0 to 1.
fn share(documents: u64) -> f64 {
    ((documents.max(1) as f64).log10() - FROM) / (TO - FROM)
}

/// Draws the table in place of the other panes.
pub(super) fn draw(model: &Model, library: &LibraryHead, view: &LibraryView, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let (bits, stats) = (library.recipe.recipe.bits, &library.stats);
    let power = model.workspace.library.opened.as_ref().and_then(|opened| opened.power);
    let documents = power.map_or(stats.documents, |power| 1 << power);
    let engines = capacities(documents, bits, view.k);
    let n = format!("{}{}", power.map_or_else(String::new, |power| format!("2^{power} = ")), grouped(documents));
    let beside = t!(lang, "library.engines-beside", n, bits, k = view.k);
    head(model, pen, area, LibraryPane::Engines, t!(lang, "library.engines"), &beside);

    let [mut engine, mut way, _, _, space, _, time, until, mut limit, mut figures] = say::CAPACITIES;
    for field in [&mut engine, &mut way] {
        let cells = engines.iter().map(|of| (field.cell)(of, lang).value.or_sign(lang));
        field.column = field.column.fixed(widest(cells));
    }
    limit.column.priority = Priority::Yields(2);
    figures.column.priority = Priority::Yields(1);
    let fields = [engine, way, space, time, until, limit, figures, REACH];
    let grid = Grid::titled(fields.map(|field| field.column), area, lang);
    let (bar, y) = (grid.bar(), area.y + 2);
    grid.head(pen, y);
    let at =
        |share: f64| bar.start + (share.clamp(0.0, 1.0) * f64::from(bar.len().saturating_sub(1) as u16)).round() as u16;
    let powers = (FROM as u32..=TO as u32).map(|power| (at(share(10u64.pow(power))), format!("10^{power}")));
    ticks(pen, y, powers.map(|(x, text)| (centred(x, &text, &bar), text, theme.label)));
    for (y, of) in (y + 1..).zip(&engines) {
        let beyond = of.until.is_some_and(|(until, _)| documents > until);
        let cells = fields.iter().map(|field| (field.cell)(of, lang));
        let cells = cells.enumerate().map(|(n, cell)| if beyond && n > 3 { cell.toned(Tone::Alert) } else { cell });
        grid.row(pen, y, cells, false);
    }
    let y = y + 1 + engines.len() as u16;
    if share(documents) >= 0.0 {
        pen.cell(at(share(documents)), y, theme.marks.up, theme.strong);
    }
    let parts = planned_parts(bits, Some(stats));
    let kept = if stats.parts()[3] > 0 { 4 } else { 3 };
    let each: f64 = parts[..kept].iter().map(|part| part.each).sum();
    let note = t!(lang, "library.engines-note", size = bytes((each * documents as f64) as u64));
    pen.fill(area.x, y + 1, &note, theme.label);
}
