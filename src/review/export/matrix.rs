//! The matrix of distances as an SVG in the page. Its labels are numbers, so it has no untrusted text.

use maud::{Markup, html};

use super::DistanceMatrix;

/// The side of a cell, in pixels.
const CELL: usize = 26;
/// The space for the numbers of rows and columns, in pixels.
const EDGE: usize = 34;
/// The least opacity, for distances as large as chance gives.
const FAINTEST: f64 = 0.06;

/// `label` is for screen readers.
pub(super) fn svg(matrix: &DistanceMatrix, k: u32, bits: u8, label: &str) -> Markup {
    let side = EDGE + matrix.documents.len() * CELL + 2;
    let middle = |at: usize| EDGE + at * CELL + CELL / 2;
    html! {
        svg class="matrix" viewBox={ "0 0 " (side) " " (side) } width=(side) height=(side) role="img" aria-label=(label) {
            "\n"
            @for (at, &number) in matrix.documents.iter().enumerate() {
                (text(EDGE - 8, middle(at) + 4, "row", number))
                (text(middle(at), EDGE - 10, "column", number))
            }
            @for (i, row) in matrix.distances.iter().enumerate() {
                "\n"
                @for (j, &distance) in row.iter().enumerate().filter(|(j, _)| *j != i) {
                    (cell([middle(j), middle(i)], distance, k, bits))
                }
            }
        }
        "\n"
    }
}

/// A distance, centred at a point.
fn cell([x, y]: [usize; 2], distance: Option<u32>, k: u32, bits: u8) -> Markup {
    let near = distance.is_some_and(|distance| distance <= k);
    // Half of the bits differ by chance.
    let strength = distance.map_or(0.0, |distance| 1.0 - f64::from(distance) / (f64::from(bits) / 2.0));
    let strength = strength.clamp(FAINTEST, 1.0) * 0.85;
    let (side, opacity) = (CELL - 2, format!("{strength:.2}"));
    let [left, top] = [x, y].map(|middle| middle - side / 2);
    let class = if strength > 0.5 { "value strong" } else { "value" };
    html! {
        rect class=[near.then_some("near")] x=(left) y=(top) width=(side) height=(side) rx="3" fill-opacity=(opacity) {}
        @match distance {
            Some(distance) => (text(x, y + 4, class, distance)),
            None => (text(x, y + 4, class, "–")),
        }
    }
}

fn text(x: usize, y: usize, class: &str, words: impl std::fmt::Display) -> Markup {
    html! { text x=(x) y=(y) class=(class) { (words) } }
}
