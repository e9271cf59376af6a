//! The circle: hyperplanes as lines through the origin, and two vectors.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use ratatui::{layout::Rect, style::Style};

use super::{AnglePicture, label};
use crate::{
    compare::geometry::Hyperplane,
    tui::widget::{Dots, Pen},
};

/// The plane they span, A and B, on the screen: its centre, the length of a vector in dots, and a turn that has A and B
/// lean equally from the vertical, A to the left.
#[derive(Clone, Copy)]
struct View {
    middle: (f64, f64),
    radius: f64,
    turn: f64,
}

/// The length of the lines, as a share of a vector's length: shorter, so that the tips are visible.
const REACH: f64 = 0.88;

impl View {
    /// The dot of a point in the hyperplane. Seen from behind, so that B, which is to the left of A there, is on the right.
    fn at(self, [x, y]: [f64; 2]) -> (f64, f64) {
        let (sine, cosine) = self.turn.sin_cos();
        let (right, up) = (cosine * x + sine * y, sine * x - cosine * y);
        (self.middle.0 + self.radius * right, self.middle.1 - self.radius * up)
    }
}

/// Draws the circle with the lines of the hyperplanes and the two vectors.
pub(super) fn draw(shown: &AnglePicture<'_>, pen: &mut Pen<'_>, area: Rect) {
    let theme = pen.theme;
    let angle = shown.geometry.angle;
    let mut dots = Dots::new(area);
    let (width, height) = dots.size();
    // Beside the circle there is room for the names of the vectors.
    let radius = ((width - 16.0).min(height) / 2.0 - 0.5).max(4.0);
    let view = View { middle: (width / 2.0, height / 2.0), radius, turn: FRAC_PI_2 + angle.radians() / 2.0 };
    dots.arc(view.middle, radius * REACH, 0.0..=TAU, theme.rule);
    let step = shown.step.min(shown.geometry.hyperplanes.len());
    let hyperplanes = &shown.geometry.hyperplanes[..step];
    // Many lines would fill the middle; each stays outside, where it is three dots from the next.
    let inner = (step as f64 * 3.0 / PI / radius).min(0.9 * REACH);
    let drawable =
        |hyperplane: &&Hyperplane| shown.random || !angle.flat() && hyperplane.normal.iter().any(|x| x.abs() > 0.0);
    for separates in [false, true] {
        let style = if separates { theme.strong } else { theme.rule };
        dots.lift();
        for hyperplane in hyperplanes.iter().filter(drawable).filter(|hyperplane| hyperplane.separates() == separates) {
            line(&mut dots, view, hyperplane, if step <= 8 { 0.0 } else { inner }, style);
        }
    }
    let last = hyperplanes.last().filter(drawable);
    if let Some(last) = last {
        dots.lift();
        line(&mut dots, view, last, 0.0, theme.alert);
    }
    let vectors = angle.vectors();
    for (vector, style) in vectors.into_iter().zip([theme.negative, theme.positive]) {
        dots.lift();
        arrow(&mut dots, view, vector, style);
    }
    dots.draw(pen);
    names(&dots, view, vectors, pen);
    if let Some(last) = last {
        sides(&dots, view, last, pen);
    }
}

/// Draws the line of a hyperplane, from `inner` of the radius outward on both sides.
fn line(dots: &mut Dots, view: View, hyperplane: &Hyperplane, inner: f64, style: Style) {
    let along = along(hyperplane);
    for end in [along, along.map(|x| -x)] {
        dots.line(view.at(end.map(|x| x * inner)), view.at(end.map(|x| x * REACH)), style);
    }
}

/// The direction of the hyperplane's line.
fn along(hyperplane: &Hyperplane) -> [f64; 2] {
    let [x, y] = hyperplane.normal;
    let length = x.hypot(y);
    [-y / length, x / length]
}

/// Draws a vector: two dots thick and with a head, so that it differs from lines without colour too.
fn arrow(dots: &mut Dots, view: View, [x, y]: [f64; 2], style: Style) {
    let thick = 1.0 / view.radius;
    for side in [-0.5, 0.5] {
        let [dx, dy] = [-y * thick * side, x * thick * side];
        dots.line(view.at([dx, dy]), view.at([x + dx, y + dy]), style);
    }
    let tip = view.at([x, y]);
    for turn in [-0.4, 0.4f64] {
        let (sine, cosine) = turn.sin_cos();
        let back = [x * cosine - y * sine, x * sine + y * cosine].map(|v| v * 5.0 / view.radius);
        dots.line(tip, view.at([x - back[0], y - back[1]]), style);
    }
}

/// A and B beside the tips of their vectors, A on the left.
fn names(dots: &Dots, view: View, [a, b]: [[f64; 2]; 2], pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let outward = |vector: [f64; 2], side: f64| {
        let (x, y) = view.at(vector);
        dots.cell_of((x + side * 5.0, y))
    };
    let ((x, y), (u, v)) = (outward(a, -1.0), outward(b, 1.0));
    label(pen, x, y, "A", theme.negative.patch(theme.strong));
    label(pen, u, v, "B", theme.accent());
}

/// Labels the sides of the last line with 1 and 0, at its lower end, where no vector is.
fn sides(dots: &Dots, view: View, hyperplane: &Hyperplane, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let end = along(hyperplane);
    let end = if view.at(end).1 > view.middle.1 { end } else { end.map(|x| -x) };
    let length = hyperplane.normal[0].hypot(hyperplane.normal[1]);
    for (digit, side, style) in [("1", 1.0, theme.accent()), ("0", -1.0, theme.label)] {
        let beside = hyperplane.normal.map(|x| x / length * side * 6.0 / view.radius);
        let (x, y) = dots.cell_of(view.at([end[0] * 0.72 + beside[0], end[1] * 0.72 + beside[1]]));
        label(pen, x, y, digit, style);
    }
}
