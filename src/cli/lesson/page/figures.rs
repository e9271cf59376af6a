//! The pictures of fingerprints and texts: bits under each other, the tables of an index, the circle of two vectors,
//! the runs of the robustness test.

use std::f64::consts::FRAC_PI_2;

use maud::{Markup, html};

use super::{both, phrase};
use crate::{
    compare::geometry::{Angle, Geometries, Geometry, Hyperplane, Plane},
    lab::{RUNS, Robustness},
    lesson::LessonPage,
    say,
    search::{BlockIndex, Plan},
    simhash::{Fingerprint, Trace},
    t,
};

/// Columns side by side: a phone has room for so many.
const COLUMNS: usize = 16;
const ACROSS: usize = 20;
const LABEL: usize = 30;
const ROW: usize = 20;

/// A row of bits and the name before it, of which a letter or digit is drawn.
struct BitRow {
    mark: String,
    fingerprint: Fingerprint,
}

/// The fingerprints of a page's pair, with their distance and the verdict on it; without them and without marks, if the
/// distance is what the page asks for.
pub(super) fn compared(
    names: &[[String; 2]],
    fingerprints: &[Option<Fingerprint>],
    page: &LessonPage,
    k: u32,
) -> Markup {
    let asked = page.asks_distance();
    let rows: Vec<BitRow> = fingerprints
        .iter()
        .enumerate()
        .filter_map(|(at, fingerprint)| Some(BitRow { mark: letter(at), fingerprint: (*fingerprint)? }))
        .collect();
    let first = [0, 1].map(|at| fingerprints.get(at).copied().flatten());
    let hamming = first[0].zip(first[1]).map(|(a, b)| a.hamming(b));
    html! {
        figure class="bits" {
            (legend(names))
            (groups(&rows, (!asked).then_some(0), &page.marked_columns, &[]))
            @if let Some(hamming) = hamming.filter(|_| !asked) {
                figcaption { (both(|lang| say::verdict(Some(hamming), k, "", lang))) }
            }
        }
    }
}

/// The letter of a document.
pub(super) fn letter(at: usize) -> String {
    u8::try_from(at)
        .ok()
        .filter(|&at| at < 26)
        .map_or_else(|| (at + 1).to_string(), |at| char::from(b'A' + at).to_string())
}

/// The letters and the names they stand for.
pub(super) fn legend(names: &[[String; 2]]) -> Markup {
    html! {
        dl class="legend" {
            @for (at, name) in names.iter().enumerate() {
                div { dt { (letter(at)) } dd { (both(|lang| name[usize::from(lang.is_chinese())].clone())) } }
            }
        }
    }
}

/// The rows, compared with row `base` if one is named. Lines are drawn before the columns in `cuts`.
fn groups(rows: &[BitRow], base: Option<usize>, marked: &[usize], cuts: &[usize]) -> Markup {
    let Some(of) = rows.get(base.unwrap_or(0)).map(|row| row.fingerprint) else {
        return html! { p class="aside" { (phrase("table.none")) } };
    };
    let bits = usize::from(of.width());
    let apart = |row: &BitRow, column: usize| base.is_some() && row.fingerprint.bit(column) != of.bit(column);
    let differs = |column: usize| rows.iter().any(|row| apart(row, column));
    let (first, height) = (20, 20 + (rows.len() + 1) * ROW + 4);
    html! {
        div class="groups" {
            @for from in (0..bits).step_by(COLUMNS) {
                @let columns = from..bits.min(from + COLUMNS);
                @let width = LABEL + columns.len() * ACROSS + 2;
                @let middle = |column: usize| LABEL + (column - from) * ACROSS + ACROSS / 2;
                svg viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) aria-hidden="true" {
                    @for column in columns.clone().filter(|column| marked.contains(column)) {
                        rect class="mark"
                            x=(middle(column) - ACROSS / 2) y="2" width=(ACROSS) height=(height - 4) rx="3" {}
                    }
                    @for column in columns.clone().filter(|column| bits <= COLUMNS || column % 4 == 0) {
                        text class="index" x=(middle(column)) y="14" { (column) }
                    }
                    @for (at, row) in rows.iter().enumerate() {
                        @let y = first + at * ROW;
                        text class="name" x=(LABEL - 8) y=(y + 15) { (row.mark) }
                        @for column in columns.clone() {
                            @let one = row.fingerprint.bit(column);
                            @let differs = apart(row, column);
                            @let class = if differs { "bit differs" } else if one { "bit one" } else { "bit" };
                            @if differs {
                                rect class="call" x=(middle(column) - 8) y=(y + 1) width="16" height="18" rx="2" {}
                            }
                            text class=(class) x=(middle(column)) y=(y + 15) {
                                (u8::from(one))
                            }
                        }
                    }
                    @for column in columns.clone().filter(|&column| differs(column)) {
                        text class="cell call" x=(middle(column)) y=(first + rows.len() * ROW + 14) { "▲" }
                    }
                    @for &cut in cuts.iter().filter(|cut| columns.contains(cut) && **cut > 0) {
                        @let x = middle(cut) - ACROSS / 2;
                        line class="cut" x1=(x) x2=(x) y1="4" y2=(height - 4) {}
                    }
                }
            }
        }
    }
}

/// Texts of two words as points of a plane, with the first random lines; those between two texts stand out, and up to
/// three have an arrow.
pub(super) fn plane(texts: &[&Trace], lines: usize) -> Markup {
    let Some(first) = texts.first() else { return html! {} };
    let plane = Plane::of(texts);
    // A unit is 26 wide; the corner is at 70, 250.
    let at = |[x, y]: [f64; 2]| [70.0 + 26.0 * x, 250.0 - 26.0 * y];
    let few = lines <= 3;
    html! {
        figure class="circle" {
            svg viewBox="0 0 320 320" width="320" height="320" aria-hidden="true" {
                @for [x, y] in plane.ground(lines, Plane::MOST).map(at) { circle class="ground" cx=(x) cy=(y) r="1" {} }
                line class="zero" x1="10" x2="310" y1="250" y2="250" {}
                line class="zero" x1="70" x2="70" y1="10" y2="310" {}
                text class="index" x="300" y="266" { (first.name(0)) }
                text class="index" x="44" y="20" { (first.name(1)) }
                @for tick in [2, 4, 6, 8] {
                    @let [x, y] = at([f64::from(tick), f64::from(tick)]);
                    text class="index" x=(x) y="264" { (tick) }
                    text class="index" x="58" y=(y + 4.0) { (tick) }
                }
                @for line in 0..lines {
                    @let [x, y] = Plane::normal(line);
                    @let [from, to] = [[-y * 14.0, x * 14.0], [y * 14.0, -x * 14.0]].map(at);
                    @let class = if plane.separates(line) { "hyperplane separates" } else { "hyperplane" };
                    line class=(class) x1=(from[0]) y1=(from[1]) x2=(to[0]) y2=(to[1]) {}
                    @if few {
                        @let tip = at([x * 1.8, y * 1.8]);
                        @let name = at([x * 2.3, y * 2.3]);
                        line class="arrow" x1="70" y1="250" x2=(tip[0]) y2=(tip[1]) {}
                        text class="name" x=(name[0]) y=(name[1]) { "r" (line + 1) }
                    }
                }
                @for (at, (&point, class)) in plane.points.iter().zip(["minus", "plus"]).enumerate() {
                    @let [x, y] = [70.0 + 26.0 * point[0], 250.0 - 26.0 * point[1]];
                    line class={ "vector " (class) } x1="70" y1="250" x2=(x) y2=(y) {}
                    text class={ "name " (class) } x=(x + 18.0) y=(y - 4.0) { (letter(at)) }
                }
            }
        }
    }
}

/// The document of the page looked up among all by a block index: the fingerprints with the blocks marked off, and what
/// each table finds.
pub(super) fn index(names: &[[String; 2]], fingerprints: &[Option<Fingerprint>], page: &LessonPage, k: u32) -> Markup {
    let all: Option<Vec<Fingerprint>> = fingerprints.iter().copied().collect();
    let made = all.as_deref().and_then(|all| {
        let query = *all.get(page.document)?;
        let plan = Plan::new(query.width(), page.blocks, page.chosen).ok()?;
        Some((query, BlockIndex::new(plan, all).ok()?))
    });
    let (Some(all), Some((query, index))) = (all, made) else { return html! {} };
    let rows: Vec<BitRow> =
        all.iter().enumerate().map(|(at, &fingerprint)| BitRow { mark: letter(at), fingerprint }).collect();
    let plan = index.plan();
    let cuts: Vec<usize> = plan.blocks().iter().map(|block| usize::from(block.start)).collect();
    let found = index.search(query, k);
    let own = page.document as u32;
    let candidates = |bucket: &[u32]| -> Vec<(String, u32)> {
        let others = bucket.iter().filter(|&&number| number != own);
        others.filter_map(|&number| Some((letter(number as usize), all.get(number as usize)?.hamming(query)))).collect()
    };
    let (chosen, blocks, reach) = (plan.chosen(), plan.blocks().len(), plan.exact_k());
    html! {
        figure class="bits" {
            (legend(names))
            (groups(&rows, Some(page.document), &page.marked_columns, &cuts))
            figcaption {
                (both(|lang| t!(lang, "exhibit.tables-beside", chosen, blocks, reach)))
            }
            div class="wide" { table {
                thead { tr {
                    @for title in ["exhibit.table", "exhibit.blocks", "exhibit.key", "exhibit.candidates"] {
                        th { (phrase(title)) }
                    }
                } }
                tbody { @for (at, look_up) in found.look_ups.iter().enumerate() {
                    @let digits = usize::from(look_up.table.bits).div_ceil(4);
                    tr {
                        td { (at + 1) }
                        td { @for block in &look_up.table.chosen { (block + 1) " " } }
                        td { code { (format!("{:0digits$x}", look_up.key)) } }
                        td { @for (name, hamming) in candidates(look_up.bucket) {
                            span class=(if hamming <= k { "found" } else { "other" }) {
                                (name) " HD " (hamming) @if hamming <= k { " =" }
                            } " "
                        } }
                    }
                } }
            } }
        }
    }
}

const MIDDLE: f64 = 160.0;
const CIRCLE: f64 = 130.0;
/// The length of the lines, as a share of a vector's.
const REACH: f64 = 0.88;

/// Two texts as two vectors at their true angle, and the columns of their fingerprints as lines through the origin,
/// with the sentence; `None` where a text has no fingerprint.
pub(super) fn circle(cosine: f64, traces: [&Trace; 2], hamming: u32) -> Option<Markup> {
    let columns = Geometry::columns(cosine, traces)?;
    let bits = columns.hyperplanes.len();
    let of = Geometries { columns, random: Geometry::random(cosine, 0), hamming };
    let angle = of.columns.angle;
    Some(html! {
        figure class="circle" {
            svg viewBox="0 0 320 320" width="320" height="320" aria-hidden="true" {
                circle class="cut" cx=(MIDDLE) cy=(MIDDLE) r=(CIRCLE * REACH) fill="none" {}
                @for separates in [false, true] {
                    @for hyperplane in of.columns.hyperplanes.iter().filter(|one| one.separates() == separates) {
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
    (tenth(MIDDLE + CIRCLE * right), tenth(MIDDLE - CIRCLE * up))
}

fn tenth(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

/// The width of the picture of runs, and the most of a distance.
const WIDTH: f64 = 640.0;
const WIDEST: f64 = 40.0;
/// The distance of dots above each other, and their radius.
const STEP: f64 = 7.0;
const RADIUS: f64 = 2.8;
/// Room below the dots, for the numbers.
const UNDER: f64 = 20.0;

/// How far a word replaced at random changes texts, by their names in each language: a dot for each run, over its
/// distance; all with the scale of the one that changes most.
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
                    (both(|lang| t!(lang, "runs.within", k, share)))
                }
                @let height = base + UNDER;
                @let limit = f64::from(k + 1) * cell;
                svg viewBox={ "0 0 " (WIDTH) " " (height) } width=(WIDTH) height=(height) aria-hidden="true" {
                    line class="cut" x1="0" x2=(f64::from(furthest + 1) * cell) y1=(base) y2=(base) {}
                    line class="cut" x1=(limit) x2=(limit) y1="0" y2=(height) {}
                    @for (at, &hamming) in point.distances.iter().enumerate() {
                        @let place = pile(&point.distances[..at], hamming);
                        @let aside = STEP * ((place % across) as f64 + 0.5) + (cell - STEP * across as f64) / 2.0;
                        circle class=(if hamming <= k { "plus" } else { "minus" }) r=(RADIUS)
                            cx=(f64::from(hamming) * cell + aside)
                            cy=(base - STEP * ((place / across) as f64 + 0.5) - 1.0) {}
                    }
                    @for hamming in 0..=furthest {
                        text class="index" x=((f64::from(hamming) + 0.5) * cell) y=(base + 15.0) { (hamming) }
                    }
                }
            }
            figcaption { (both(|lang| t!(lang, "runs.title", n = 1, runs = RUNS))) }
        }
    }
}
