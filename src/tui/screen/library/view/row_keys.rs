//! The tables of a library at work: the key of the fingerprint looked up in each, how many rows have it, and which of
//! their documents are near.

use ratatui::layout::Rect;

use super::name;
use crate::{
    locale::grouped,
    search::Plan,
    simhash::Fingerprint,
    store::TABLES_K,
    t,
    text::width,
    tui::{
        model::{LibraryView, Model},
        view::exhibit::{NAMED, TableRow, draw_tables},
        widget::Pen,
    },
};

/// Draws the tables, their near documents, and what the look-up took.
pub(super) fn draw(model: &Model, view: &LibraryView, pen: &mut Pen<'_>, area: Rect) {
    let mut pen = pen.within(area);
    let found = &view.found;
    let plan = |fingerprint: Fingerprint| Some((fingerprint, Plan::within(fingerprint.width(), TABLES_K, 1).ok()?));
    let Some((fingerprint, plan)) = view.fingerprint.filter(|_| !found.tables.is_empty()).and_then(plan) else {
        let text = t!(pen.lang, "library.scanned-all", k = TABLES_K);
        pen.fill(area.x, area.y, &text, pen.theme.label);
        return;
    };
    let most = found.tables.iter().map(|table| table.rows).max().unwrap_or(0);
    let tables = Rect { height: area.height.saturating_sub(1), ..area };
    draw_tables(&mut pen, tables, (&plan, most, view.k), None, |at| {
        let table = found.tables.get(at)?;
        let near = table.near.iter().take(NAMED).map(|near| {
            let hit = found.near.iter().find(|hit| hit.document.id == near.document);
            // The document itself is no hit.
            let own = || model.workspace.batch.name(view.document).to_owned();
            (hit.map_or_else(own, |hit| name(model, &hit.document)).into(), near.hamming)
        });
        Some(TableRow { key: plan.tables().get(at)?.key(fingerprint), bucket: table.rows, named: near.collect() })
    });
    sums(view, &mut pen, Rect { y: area.bottom().saturating_sub(1), height: 1, ..area });
}

/// The rows for the tables with one row each, and what is around them.
pub(super) fn least_rows(view: &LibraryView) -> u16 {
    view.found.tables.len() as u16 + 3
}

/// Draws rows, candidates, accepted and time, and the check by a scan if one was made and there is space to say so.
fn sums(view: &LibraryView, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let tables = &view.found.tables;
    let [rows, new] =
        [tables.iter().map(|table| table.rows).sum::<u64>(), tables.iter().map(|table| table.new).sum::<u64>()];
    let mut accepted: Vec<u32> = tables.iter().flat_map(|table| &table.near).map(|near| near.document).collect();
    accepted.sort_unstable();
    accepted.dedup();
    let took = format!("{:.3}", view.found.took[0].as_secs_f64() * 1000.0);
    let (mut x, y) = (area.x, area.y);
    for (number, label) in [
        (grouped(rows), "library.rows-read"),
        (grouped(new), "library.candidates"),
        (grouped(accepted.len() as u64), "library.accepted"),
        (took, "library.milliseconds"),
    ] {
        let text = lang.fill(label, &[("n", &number)]);
        let (before, after) = text.split_once(&number).unwrap_or_default();
        x = pen.line(x, y, &[(before, theme.label), (&number, theme.strong), (after, theme.label)]) + 3;
    }
    let Some(scanned) = view.scanned else { return };
    let (text, style) = if scanned == accepted.len() {
        (t!(lang, "library.scan-same", n = grouped(scanned as u64)), theme.label)
    } else {
        (t!(lang, "library.scan-other", n = grouped(scanned as u64)), theme.alert)
    };
    if scanned != accepted.len() || width(&text) <= usize::from(area.right().saturating_sub(x)) {
        pen.text(x, y, &text, style);
    }
}
