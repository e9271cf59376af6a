//! Two texts as two vectors at their true angle, and the columns of their fingerprints as lines through the origin.

use std::f64::consts::FRAC_PI_2;

use maud::{Markup, html};

use super::both;
use crate::{
    compare::geometry::{Angle, Geometries, Geometry, Hyperplane},
    say,
    simhash::Trace,
};

const MIDDLE: f64 = 160.0;
const RADIUS: f64 = 130.0;
/// The length of the lines, as a share of a vector's.
const REACH: f64 = 0.88;

/// The picture, with its sentence; `None` where a text has no fingerprint.
pub(super) fn circle(cosine: f64, traces: [&Trace; 2], hamming: u32) -> Option<Markup> {
    let columns = Geometry::columns(cosine, traces)?;
    let bits = columns.hyperplanes.len();
    let of = Geometries { columns, random: Geometry::random(cosine, 0), hamming };
    let angle = of.columns.angle;
    Some(html! {
        figure class="circle" {
            svg viewBox="0 0 320 320" width="320" height="320" aria-hidden="true" {
                circle class="cut" cx=(MIDDLE) cy=(MIDDLE) r=(RADIUS * REACH) fill="none" {}
                @for separates in [false, true] {
                    @for hyperplane in of.columns.hyperplanes.iter().filter(|hyperplane| hyperplane.separates() == separates) {
                        @if let Some([x, y]) = along(hyperplane) {
                            @let ends = [at(angle, [x * REACH, y * REACH]), at(angle, [-x * REACH, -y * REACH])];
                            line class=(if separates { "hyperplane separates" } else { "hyperplane" })
                                x1=(ends[0].0) y1=(ends[0].1) x2=(ends[1].0) y2=(ends[1].1) {}
                        }
                    }
                }
                @for (vector, class, name, side) in [(0, "minus", "A", -14.0), (1, "plus", "B", 14.0)] {
                    @let (x, y) = at(angle, angle.vectors()[vector]);
                    line class={ "vector " (class) } x1=(MIDDLE) y1=(MIDDLE) x2=(x) y2=(y) {}
                    circle class={ "tip " (class) } cx=(x) cy=(y) r="5" {}
                    text class="bit" x=(tenth(x + side)) y=(tenth(y)) { (name) }
                }
            }
            figcaption { (both(|lang| say::geometry(&of, false, bits, lang))) }
        }
    })
}

/// The direction of a hyperplane's line; `None` where the picture does not show it.
fn along(hyperplane: &Hyperplane) -> Option<[f64; 2]> {
    let [x, y] = hyperplane.normal;
    let length = x.hypot(y);
    (length > 0.0).then(|| [-y / length, x / length])
}

/// The place of a point on the picture: A and B lean equally from the vertical, A to the left.
fn at(angle: Angle, [x, y]: [f64; 2]) -> (f64, f64) {
    let (sine, cosine) = (FRAC_PI_2 + angle.radians() / 2.0).sin_cos();
    let (right, up) = (cosine * x + sine * y, sine * x - cosine * y);
    (tenth(MIDDLE + RADIUS * right), tenth(MIDDLE - RADIUS * up))
}

fn tenth(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}
