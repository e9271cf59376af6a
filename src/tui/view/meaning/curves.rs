//! The chart of F1 against k: a line a recipe with its letter on it; that under the cursor has its band.

use ratatui::{layout::Rect, style::Style};

use super::axis::{Axis, AxisMark};
use crate::{
    compare::evaluation::{MeasuredAtK, Spread},
    locale::Lang,
    tui::{
        theme::Theme,
        widget::{Dots, Pen},
    },
};

/// A recipe's figures from k = 0 on, and its letter.
pub(super) struct Curve<'a> {
    pub(super) letter: &'static str,
    pub(super) at: &'a [MeasuredAtK],
}

/// The most cells between two thresholds.
const CELLS: u16 = 5;
/// Cells of the numbers at the left, with the gap behind them.
const LEAD: u16 = 5;
/// The top of the chart.
const TOP: f64 = 1.0;
/// The lowest of the best figures is so far above the bottom, or up to a step more.
const BELOW: f64 = 0.1;
/// The bottom is a multiple of this.
const STEP: f64 = 0.1;
/// A line has its letter once in so many thresholds.
const LETTER_EVERY: usize = LETTERS.len();

/// The letters of the lines.
pub(super) const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// The style of a line.
pub(super) fn style(theme: &Theme, line: usize) -> Style {
    [theme.positive, theme.negative, theme.strong, theme.label].get(line).copied().unwrap_or(theme.text)
}

/// Draws all lines, over the band of the selected one, and the axis with its marks, in `rows` rows.
pub(super) fn draw(pen: &mut Pen<'_>, y: u16, rows: u16, curves: &[Curve<'_>], selected: usize, marks: Vec<AxisMark>) {
    let area = pen.area;
    let thresholds = curves.iter().map(|curve| curve.at.len()).max().unwrap_or(0).max(1);
    let axis = Axis::new(area.x + LEAD, area.width.saturating_sub(LEAD), thresholds, CELLS);
    let width = (thresholds as u16).saturating_mul(axis.cell).min(area.width.saturating_sub(LEAD));
    let plot = Rect { x: axis.x, y, width, height: rows.saturating_sub(2).max(1) };
    let picture = Picture { plot, bottom: bottom(curves), cell: f64::from(axis.cell) };
    picture.scale(pen);
    let order = [selected].into_iter().chain((0..curves.len()).filter(|&line| line != selected));
    let ordered = || order.clone().filter_map(|line| Some((line, curves.get(line)?)));
    let mut dots = Dots::new(plot);
    for (line, curve) in ordered() {
        dots.lift();
        picture.line(&mut dots, curve, style(pen.theme, line), line == selected);
    }
    dots.draw(pen);
    for (line, curve) in ordered() {
        picture.letters(pen, curve, line, line == selected);
    }
    axis.draw(pen, plot.bottom(), marks);
}

/// The bottom of the chart, so that the best figures of all lines are well apart; lower ones are not drawn.
fn bottom(curves: &[Curve<'_>]) -> f64 {
    let best = |curve: &Curve<'_>| {
        let means = curve.at.iter().filter_map(|at| at.f1).map(|f1| f1.mean);
        means.fold(0.0, f64::max)
    };
    let least = curves.iter().map(best).fold(TOP, f64::min) - BELOW;
    ((least / STEP).floor() * STEP).max(0.0)
}

/// The places of figures on the frame.
struct Picture {
    plot: Rect,
    /// The figure at the bottom.
    bottom: f64,
    /// Cells between two thresholds.
    cell: f64,
}

impl Picture {
    fn x(&self, k: usize) -> f64 {
        k as f64 * self.cell * 2.0
    }

    fn y(&self, f1: f64) -> f64 {
        let dots = f64::from(self.plot.height) * 4.0 - 1.0;
        (TOP - f1) / (TOP - self.bottom) * dots
    }

    /// Draws the numbers and the upright at the left.
    fn scale(&self, pen: &mut Pen<'_>) {
        let (plot, label) = (self.plot, pen.theme.label);
        pen.upright(plot.x - 1, plot.y..plot.bottom());
        for f1 in [TOP, f64::midpoint(TOP, self.bottom), self.bottom] {
            let row = plot.y + (self.y(f1) / 4.0) as u16;
            pen.text_right(plot.x - 1, row, &format!("{f1:.2}"), label);
        }
    }

    /// Draws a line through the means, over its band.
    fn line(&self, dots: &mut Dots, curve: &Curve<'_>, style: Style, banded: bool) {
        let steps = self.x(1) as usize;
        for (k, pair) in curve.at.windows(2).enumerate() {
            let [Some(from), Some(to)] = [pair[0].f1, pair[1].f1] else { continue };
            let (left, right) = (self.x(k), self.x(k + 1));
            if banded {
                for step in 0..=steps {
                    let share = step as f64 / steps.max(1) as f64;
                    self.band(dots, left + step as f64, mix(from, to, share), style);
                }
            }
            dots.line((left, self.y(from.mean)), (right, self.y(to.mean)), style);
        }
    }

    /// Draws the band at one place, every other dot of it, so that the line is seen in it.
    fn band(&self, dots: &mut Dots, x: f64, Spread { mean, sd, .. }: Spread, style: Style) {
        let [top, low] = [mean + sd, mean - sd].map(|f1| self.y(f1.min(TOP)).round() as u32);
        for y in (top..=low).filter(|y| (y + x as u32).is_multiple_of(2)) {
            dots.dot((x, f64::from(y)), style);
        }
    }

    /// Writes the letter of a line on it, each line at thresholds of its own.
    fn letters(&self, pen: &mut Pen<'_>, curve: &Curve<'_>, line: usize, selected: bool) {
        let style = style(pen.theme, line).patch(if selected { pen.theme.strong } else { Style::new() });
        for (k, at) in curve.at.iter().enumerate().filter(|(k, _)| k % LETTER_EVERY == line) {
            let Some(f1) = at.f1.filter(|f1| f1.mean >= self.bottom) else { continue };
            let (x, y) = ((self.x(k) / 2.0) as u16, (self.y(f1.mean) / 4.0) as u16);
            pen.cell(self.plot.x + x, self.plot.y + y, curve.letter, style);
        }
    }
}

/// Between two figures.
fn mix(from: Spread, to: Spread, share: f64) -> Spread {
    let between = |from: f64, to: f64| from + (to - from) * share;
    Spread { mean: between(from.mean, to.mean), sd: between(from.sd, to.sd), n: from.n.min(to.n) }
}

/// A mean with its standard deviation, or alone if it is of one measurement.
pub(super) fn figure(spread: Spread, lang: Lang) -> String {
    if spread.n > 1 {
        lang.set(&format!("{:.3} ± {:.3}", spread.mean, spread.sd)).into_owned()
    } else {
        format!("{:.3}", spread.mean)
    }
}
