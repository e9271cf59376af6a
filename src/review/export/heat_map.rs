//! The picture of all distances, as an SVG in the page and in words. Its labels are numbers, so it has no untrusted text.

use maud::{Markup, html};

use super::{HeatCell, HeatMap, Report};
use crate::{locale::grouped, t};

/// The side of the picture without labels, in its own units.
const SIDE: f64 = 300.0;
/// The greatest side of a cell.
const MAX_CELL: f64 = 22.0;
/// The space for the numbers of rows and columns.
const EDGE: f64 = 22.0;
/// Up to so many rows, rows, columns and cells have numbers.
const MAX_NUMBERED: usize = 25;
/// Cells with less ink than this are left white.
const FAINTEST: f64 = 0.1;

pub(super) fn svg(map: &HeatMap, report: &Report) -> Markup {
    let rows = map.rows.len();
    let numbered = rows <= MAX_NUMBERED;
    let cell = (SIDE / rows as f64).min(MAX_CELL);
    let edge = if numbered { EDGE } else { 1.0 };
    // The first document has no row of its own, and the last one no column.
    let skipped = usize::from(map.group == 1);
    let side = format!("{:.1}", edge + (rows - skipped) as f64 * cell + 1.0);
    let middle = |at: usize| edge + at as f64 * cell + cell / 2.0;
    html! {
        svg class="heat" viewBox={ "0 0 " (side) " " (side) } width=(side) height=(side) role="img" aria-label=(map.in_words(report)) {
            "\n"
            @if numbered {
                @for (at, &number) in map.documents.iter().enumerate() {
                    @if at > 0 { (text(edge - 6.0, middle(at - skipped), "end", number)) }
                    @if at + 1 < rows { (text(middle(at), edge - 8.0, "label", number)) }
                }
            }
            @for (i, row) in map.rows[skipped..].iter().enumerate() {
                "\n"
                @for (j, one) in row.iter().enumerate() {
                    (draw(*one, [middle(j), middle(i)], cell, numbered, report))
                }
            }
        }
        "\n"
    }
}

/// A cell, centred at a point: black is near, grey is nearer than chance, framed shares much text but is not near, or the reverse.
fn draw(cell: HeatCell, [x, y]: [f64; 2], side: f64, numbered: bool, report: &Report) -> Markup {
    let Some(distance) = cell.distance else { return Markup::default() };
    let near = distance <= report.k;
    // Half of the bits differ by chance.
    let ink = if near { 1.0 } else { (1.0 - f64::from(distance) / (f64::from(report.bits) / 2.0)).max(0.0) * 0.6 };
    let [left, top] = [x, y].map(|middle| format!("{:.1}", middle - side / 2.0 + 0.5));
    let size = format!("{:.1}", (side - 1.0).max(1.0));
    let class = if cell.disagrees && !near { "framed" } else { "cell" };
    html! {
        @if ink >= FAINTEST || cell.disagrees {
            rect class=(class) x=(left) y=(top) width=(size) height=(size) fill-opacity=(format!("{ink:.2}")) {}
        }
        @if numbered { (text(x, y, if near { "near" } else { "value" }, distance)) }
    }
}

fn text(x: f64, y: f64, class: &str, words: impl std::fmt::Display) -> Markup {
    let [x, y] = [x, y + 3.5].map(|at| format!("{at:.1}"));
    html! { text class=(class) x=(x) y=(y) { (words) } }
}

impl HeatMap {
    /// How many pairs are how far apart.
    pub(super) fn in_words(&self, report: &Report) -> String {
        let lang = report.lang;
        let all = self.pairs_at.len() as u32;
        let bands = [0, report.k + 1, all / 6 + 1, all / 3 + 1, all];
        let mut parts = Vec::new();
        for band in bands.windows(2).filter(|band| band[0] < band[1]) {
            let pairs: u64 = self.pairs_at[band[0] as usize..band[1] as usize].iter().sum();
            parts.push(t!(lang, "report.band", n = grouped(pairs), from = band[0], to = band[1] - 1));
        }
        t!(lang, "report.bands", bands = lang.list(&parts))
    }

    /// The legend of the picture.
    pub(super) fn caption(&self, report: &Report) -> String {
        let lang = report.lang;
        let mut sentences = vec![t!(lang, "report.heat", k = report.k)];
        if self.group > 1 {
            sentences.push(t!(lang, "report.heat-groups", n = self.group));
        }
        if self.rows.len() > MAX_NUMBERED {
            sentences.push(self.in_words(report));
        } else {
            let names = self.documents.iter().map(|&number| format!("{number} {}", report.name(number)));
            sentences.push(t!(lang, "report.heat-names", names = lang.list(&names.collect::<Vec<_>>())));
        }
        sentences.join(lang.gap())
    }
}
