//! How far a word replaced at random changes texts: a dot for each run, over its distance.

use maud::{Markup, html};

use super::both;
use crate::{lab::Robustness, t};

/// The width of the picture, and the most of a distance.
const WIDTH: f64 = 640.0;
const WIDEST: f64 = 40.0;
/// The distance of dots above each other, and their radius.
const STEP: f64 = 7.0;
const RADIUS: f64 = 2.8;
/// Room below the dots, for the numbers.
const UNDER: f64 = 20.0;

/// The pictures of texts, by their names in each language; all with the scale of the one that changes most.
pub(super) fn runs(texts: &[([String; 2], Robustness)], k: u32) -> Markup {
    let points = || texts.iter().filter_map(|(name, text)| Some((name, text, text.points.first()?)));
    let furthest = points().flat_map(|(.., point)| &point.distances).max().copied().unwrap_or(0).max(2 * k + 1);
    let cell = (WIDTH / f64::from(furthest + 1)).min(WIDEST).floor();
    // A gap between distances.
    let across = (cell / STEP - 1.0).floor().max(1.0) as usize;
    let pile = |distances: &[u32], of: u32| distances.iter().filter(|&&hamming| hamming == of).count();
    html! {
        figure class="runs" {
            @for (name, text, point) in points() {
                @let most = point.distances.iter().map(|&hamming| pile(&point.distances, hamming)).max().unwrap_or(0);
                @let base = most.div_ceil(across) as f64 * STEP + 2.0;
                @let near = point.distances.iter().filter(|&&hamming| hamming <= k).count();
                @let share = format!("{:.0}", 100.0 * near as f64 / point.distances.len().max(1) as f64);
                p class="caption" {
                    b { (both(|lang| name[usize::from(lang.is_chinese())].clone())) } " · "
                    (both(|lang| t!(lang, "runs.words", n = text.words))) " · "
                    (both(|lang| t!(lang, "runs.within", k = k, share = share)))
                }
                svg viewBox={ "0 0 " (WIDTH) " " (base + UNDER) } width=(WIDTH) height=(base + UNDER) aria-hidden="true" {
                    line class="cut" x1="0" x2=(f64::from(furthest + 1) * cell) y1=(base) y2=(base) {}
                    line class="cut" x1=(f64::from(k + 1) * cell) x2=(f64::from(k + 1) * cell) y1="0" y2=(base + UNDER) {}
                    @for (at, &hamming) in point.distances.iter().enumerate() {
                        @let place = pile(&point.distances[..at], hamming);
                        circle class=(if hamming <= k { "plus" } else { "minus" }) r=(RADIUS)
                            cx=(f64::from(hamming) * cell + STEP * ((place % across) as f64 + 0.5) + (cell - STEP * across as f64) / 2.0)
                            cy=(base - STEP * ((place / across) as f64 + 0.5) - 1.0) {}
                    }
                    @for hamming in 0..=furthest {
                        text class="index" x=((f64::from(hamming) + 0.5) * cell) y=(base + 15.0) { (hamming) }
                    }
                }
            }
            figcaption { (both(|lang| t!(lang, "runs.title", n = 1, runs = crate::lab::RUNS))) }
        }
    }
}
