//! All distances as a picture in the page: SVG without text that comes from anywhere, since its labels are numbers.

use std::fmt::Write;

use super::Matrix;

/// The side of a cell, in pixels.
const CELL: usize = 26;
/// The room for the numbers of rows and columns.
const EDGE: usize = 34;
/// Beyond about as many bits as chance gives, no cell is fainter.
const FAINTEST: f64 = 0.06;

/// The picture. `label` says what it is to whoever does not see it.
pub(super) fn svg(matrix: &Matrix, k: u32, bits: u8, label: &str) -> String {
    let n = matrix.documents.len();
    let side = EDGE + n * CELL + 2;
    let mut svg = format!(
        "<svg class=\"matrix\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\" role=\"img\" \
         aria-label=\"{label}\">\n"
    );
    let mut text = |x: usize, y: usize, class: &str, words: &str| {
        _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{words}</text>");
    };
    let middle = |at: usize| EDGE + at * CELL + CELL / 2;
    for (at, number) in matrix.documents.iter().enumerate() {
        text(EDGE - 8, middle(at) + 4, "row", &number.to_string());
        text(middle(at), EDGE - 10, "column", &number.to_string());
    }
    svg.push('\n');
    for (i, row) in matrix.distances.iter().enumerate() {
        for (j, distance) in row.iter().enumerate().filter(|(j, _)| *j != i) {
            let (x, y) = (EDGE + j * CELL, EDGE + i * CELL);
            let near = distance.is_some_and(|distance| distance <= k);
            // Half of the bits differ by chance: that far there is nothing to see.
            let strength = distance.map_or(0.0, |distance| 1.0 - f64::from(distance) / (f64::from(bits) / 2.0));
            let strength = strength.clamp(FAINTEST, 1.0) * 0.85;
            let class = if near { " class=\"near\"" } else { "" };
            _ = write!(
                svg,
                "<rect{class} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill-opacity=\"{strength:.2}\"/>",
                x + 1,
                y + 1,
                CELL - 2,
                CELL - 2
            );
            let words = distance.map_or_else(|| "–".to_owned(), |distance| distance.to_string());
            let class = if strength > 0.5 { "value strong" } else { "value" };
            _ = write!(svg, "<text x=\"{}\" y=\"{}\" class=\"{class}\">{words}</text>", x + CELL / 2, y + CELL / 2 + 4);
        }
        svg.push('\n');
    }
    svg.push_str("</svg>");
    svg
}
