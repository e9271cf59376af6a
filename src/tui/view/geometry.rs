//! The selected pair as two vectors at their true angle, and planes as lines between them.
//!
//! ```text
//! ── a.txt × b.txt: an angle of 47.2° ────────────────────────────────────────────────
//! RANDOM PLANES  17 of 1,024            SHARE  that separates A from B: 29.4 %
//!        A ⡀  ⢀ B                       50 % │⡆
//!       ⢀ ⠱⡀⢀⠎                               │⢣   ┬
//!       ⠈⢆ ⢱⡎  ⡠                        θ/π  │⠈⠢⠤⠤┼⠤⠤ – – – – –
//!         ⠑⢼⡧⠊                               │    ┴ HD 16
//!        ⡠⠊ ⠑⢄                           0 % └─────────────────
//!                                              1   16    64  1,024
//! A  01011001 01…
//! B  01001001 11…
//!
//! 5 of 17 random planes separate A from B: 29.4 %. θ/π is 26.2 %. HD 16 of 64 is 25.0 % …
//! ```

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use ratatui::{layout::Rect, style::Style};

use super::overlay::sheet;
use crate::{
    compare::{
        distance::share_interval,
        geometry::{Geometries, Geometry, Plane, RANDOM},
    },
    locale::{Lang, grouped},
    say, t,
    text::{truncate_middle, width},
    tui::{
        action::Action,
        model::{Drawn, Model, Target},
        screen::Screen,
        widget::{Dots, Pen, lines_of},
    },
};

/// What the title takes beside the names.
const TITLE: u16 = 30;
/// From this height on there is air, and room to say why.
const TALL: u16 = 24;
/// Under this width the two pictures do not stand side by side.
const BESIDE: u16 = 60;
/// Under this height a picture shows nothing.
const LEAST: u16 = 5;
/// Bits in the rows below the pictures.
const BITS: usize = 64;

/// Draws the sheet.
pub fn draw(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let room = usize::from(pen.area.width.saturating_sub(TITLE)) / 2;
    let [a, b] = model.pair().unwrap_or_default().map(|i| truncate_middle(model.desk.name(i), room));
    let planes = &model.planes;
    let angle =
        planes.shown.as_ref().map_or_else(|| lang.set("–").into(), |of| format!("{:.1}", of.columns.angle.degrees()));
    let title = t!(lang, "geometry.title", a = a, b = b, angle = angle);
    let mut sheet = sheet(pen, u16::MAX, &title, &keys(model));
    let area = sheet.area;
    let (Some(of), Some(geometry)) = (planes.shown.as_deref(), planes.geometry()) else {
        let known = model.pair().is_some_and(|documents| model.desk.close_of(documents).is_some());
        let text = if known { t!(lang, "geometry.none") } else { t!(lang, "overview.working") };
        sheet.paragraph(area.x, area.y, area.height, text, sheet.theme.label);
        return;
    };
    let shown = Shown { of, geometry, random: planes.random, step: planes.step(), lang };
    let air = u16::from(area.height >= TALL);
    let says = say::geometry(of, shown.random, shown.step, lang);
    let why = say::geometry_why(of, shown.random, lang);
    // As much room as the longest of what may stand there, so that the pictures stay where they are.
    let longest = |random| {
        let last = lines_of(&say::geometry(of, random, RANDOM, lang), area.width).max(lines_of(&says, area.width));
        let wanted = air > 0 || of.columns.angle.flat();
        last + if wanted { lines_of(say::geometry_why(of, random, lang), area.width) } else { 0 }
    };
    let words = longest(false).max(longest(true));
    let height = area.height.saturating_sub(1 + 2 * air + 2 + 1 + words);
    heads(model, &shown, &mut sheet);
    if height >= LEAST {
        let left = Rect { y: area.y + 1 + air, width: left_width(area.width, height), height, ..area };
        picture(&shown, &mut sheet, left);
        if area.width >= BESIDE {
            let x = left.right() + 3;
            curve(&shown, &mut sheet, Rect { x, width: area.right().saturating_sub(x), ..left }, drawn);
        }
    }
    let y = area.bottom().saturating_sub(words + 3).max(area.y + 1);
    bits(&shown, &mut sheet, y);
    let y = area.bottom().saturating_sub(words);
    let y = y + sheet.paragraph(area.x, y, words, &says, sheet.theme.text);
    let left = area.bottom().saturating_sub(y);
    sheet.paragraph(area.x, y, left, why, sheet.theme.label);
}

/// What is drawn.
#[derive(Clone, Copy)]
struct Shown<'a> {
    of: &'a Geometries,
    geometry: &'a Geometry,
    random: bool,
    step: usize,
    lang: Lang,
}

/// The keys of the sheet are those of screen 2.
fn keys(model: &Model) -> String {
    let key = |action| model.keymap.keys(Screen::Pipeline, action).first().map(ToString::to_string).unwrap_or_default();
    t!(
        model.lang,
        "geometry.keys",
        back = key(Action::StepBack),
        forward = key(Action::StepForward),
        first = key(Action::First),
        last = key(Action::Last),
        pane = key(Action::NextPane),
        next = key(Action::Next)
    )
}

/// As wide as a circle of that height, with its names beside it; at most half.
fn left_width(room: u16, height: u16) -> u16 {
    if room < BESIDE { room } else { (2 * height + 8).min(room / 2) }
}

fn heads(model: &Model, shown: &Shown<'_>, pen: &mut Pen<'_>) {
    let (area, lang) = (pen.area, shown.lang);
    let [n, all] = [shown.step, shown.geometry.planes.len()].map(|n| grouped(n as u64));
    let mut beside = t!(lang, "geometry.count", n = n, all = all);
    let head = if shown.random { t!(lang, "geometry.head-random") } else { t!(lang, "geometry.head-columns") };
    if shown.random && model.planes.seed != 0 {
        let set = model.planes.seed.wrapping_add(1);
        beside = format!("{beside}   {}", t!(lang, "geometry.set", n = set));
    }
    let x = pen.head(area.x, area.y, head, &beside) + 4;
    if area.width >= BESIDE {
        let share = lang.percent(shown.geometry.share(shown.step));
        let x = x.max(area.x + area.width / 2);
        pen.head(x, area.y, t!(lang, "geometry.head-share"), &t!(lang, "geometry.share-beside", share = share));
    }
}

/// The plane of A and B on the screen: a middle, the length of a vector in dots, and a turn that has A and B lean out
/// alike from upright, A to the left.
#[derive(Clone, Copy)]
struct View {
    middle: (f64, f64),
    radius: f64,
    turn: f64,
}

/// How far lines reach, as a share of a vector's length: less, so that the tips stand free.
const REACH: f64 = 0.88;

impl View {
    /// Where a point of the plane stands. Seen from behind, so that B, which the plane has to the left of A, is right.
    fn at(self, [x, y]: [f64; 2]) -> (f64, f64) {
        let (sine, cosine) = self.turn.sin_cos();
        let (right, up) = (cosine * x + sine * y, sine * x - cosine * y);
        (self.middle.0 + self.radius * right, self.middle.1 - self.radius * up)
    }
}

/// The circle with the lines of the planes and the two vectors.
fn picture(shown: &Shown<'_>, pen: &mut Pen<'_>, area: Rect) {
    let theme = pen.theme;
    let angle = shown.geometry.angle;
    let mut dots = Dots::new(area);
    let (width, height) = dots.size();
    // Beside the circle there is room for the names of the vectors.
    let radius = ((width - 16.0).min(height) / 2.0 - 0.5).max(4.0);
    let view = View { middle: (width / 2.0, height / 2.0), radius, turn: FRAC_PI_2 + angle.radians() / 2.0 };
    dots.arc(view.middle, radius * REACH, 0.0..=TAU, theme.rule);
    let step = shown.step.min(shown.geometry.planes.len());
    let planes = &shown.geometry.planes[..step];
    // Many lines would fill the middle; each stays outside, where it is three dots from the next.
    let inner = (step as f64 * 3.0 / PI / radius).min(0.9 * REACH);
    let drawable = |plane: &&Plane| shown.random || !angle.flat() && plane.normal.iter().any(|x| x.abs() > 0.0);
    for separates in [false, true] {
        let style = if separates { theme.strong } else { theme.rule };
        dots.lift();
        for plane in planes.iter().filter(drawable).filter(|plane| plane.separates() == separates) {
            line(&mut dots, view, plane, if step <= 8 { 0.0 } else { inner }, style);
        }
    }
    let last = planes.last().filter(drawable);
    if let Some(last) = last {
        dots.lift();
        line(&mut dots, view, last, 0.0, theme.call);
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

/// The line in which the plane is seen, from `inner` of the radius outward on both sides.
fn line(dots: &mut Dots, view: View, plane: &Plane, inner: f64, style: Style) {
    let along = along(plane);
    for end in [along, along.map(|x| -x)] {
        dots.line(view.at(end.map(|x| x * inner)), view.at(end.map(|x| x * REACH)), style);
    }
}

/// The direction of the plane's line.
fn along(plane: &Plane) -> [f64; 2] {
    let [x, y] = plane.normal;
    let length = x.hypot(y);
    [-y / length, x / length]
}

/// A vector: two dots thick, so that it is told from lines without colour too, with a head.
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
    label(pen, u, v, "B", theme.positive.patch(theme.strong));
}

/// Which side of the last line gives 1 and which 0, at its lower end, where no vector is.
fn sides(dots: &Dots, view: View, plane: &Plane, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let end = along(plane);
    let end = if view.at(end).1 > view.middle.1 { end } else { end.map(|x| -x) };
    let length = plane.normal[0].hypot(plane.normal[1]);
    for (digit, side, style) in [("1", 1.0, theme.positive.patch(theme.strong)), ("0", -1.0, theme.label)] {
        let beside = plane.normal.map(|x| x / length * side * 6.0 / view.radius);
        let (x, y) = dots.cell_of(view.at([end[0] * 0.72 + beside[0], end[1] * 0.72 + beside[1]]));
        label(pen, x, y, digit, style);
    }
}

/// Writes on a picture: nothing of what lies there shows through.
fn label(pen: &mut Pen<'_>, x: u16, y: u16, text: &str, style: Style) {
    let mut pen = pen.within(Rect::new(x, y, width_of(text), 1));
    pen.clear();
    pen.text(x, y, text, style);
}

/// How the share runs to θ/π, over the number of planes; and where the fingerprints stand.
fn curve(shown: &Shown<'_>, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, shown.lang);
    let name = lang.set("θ/π");
    let left = width_of(&name).max(4) + 1;
    let plot =
        Rect { x: area.x + left + 1, width: area.width.saturating_sub(left + 1), height: area.height - 2, ..area };
    let bits = shown.of.columns.planes.len();
    let interval = share_interval(shown.of.hamming, bits as u8);
    let expected = shown.geometry.angle.share();
    let top = top(expected.max(interval.1));
    let mut dots = Dots::new(plot);
    let (width, height) = dots.size();
    let octaves = (RANDOM as f64).log2();
    let across = |n: f64| n.log2() / octaves * (width - 1.0);
    let up = |share: f64| (1.0 - share / top) * (height - 1.0);
    for x in (0..width as u32).step_by(4) {
        dots.line((f64::from(x), up(expected)), (f64::from(x) + 1.0, up(expected)), theme.label);
    }
    dots.lift();
    bar(
        &mut dots,
        across(bits as f64),
        [interval.0, interval.1].map(up),
        up(shown.of.columns.share(bits)),
        theme.strong,
    );
    dots.lift();
    let mut before = None;
    for x in 0..=(across(shown.step as f64)) as u32 {
        let n = (f64::from(x) / (width - 1.0) * octaves).exp2().round() as usize;
        let at = (f64::from(x), up(shown.geometry.share(n.min(shown.step))).max(0.0));
        dots.line(before.unwrap_or(at), at, theme.positive);
        before = Some(at);
    }
    let now = (across(shown.step as f64), up(shown.geometry.share(shown.step)).max(0.0));
    dots.lift();
    for dx in [-1.0, 0.0, 1.0] {
        dots.line((now.0 + dx, now.1 - 1.0), (now.0 + dx, now.1 + 1.0), theme.call);
    }
    // The axes.
    let (x, bottom) = (plot.x - 1, plot.bottom());
    pen.upright(x, plot.y..bottom);
    for x in plot.x..plot.right() {
        pen.cell(x, bottom, theme.marks.rule, theme.rule);
    }
    dots.draw(pen);
    let row = dots.cell_of((0.0, up(expected))).1;
    for (share, y) in [(top, plot.y), (0.0, bottom - 1)] {
        if y != row {
            pen.text_right(x - 1, y, &percent(share, lang), theme.label);
        }
    }
    pen.text_right(x - 1, row, &name, theme.strong);
    for n in (0..=octaves as u32).step_by(2).map(|octave| 1u64 << octave) {
        let text = grouped(n);
        let middle = plot.x + (across(n as f64) / 2.0) as u16;
        let at = middle.saturating_sub(width_of(&text) / 2).min(plot.right().saturating_sub(width_of(&text)));
        pen.text(at, bottom + 1, &text, theme.label);
    }
    let name = format!("HD {}", shown.of.hamming);
    let (at, row) = dots.cell_of((across(bits as f64), up(interval.1)));
    label(pen, at.saturating_sub(width_of(&name) / 2), row.saturating_sub(1).max(plot.y), &name, theme.strong);
    let columns = f64::from(plot.width);
    for i in 0..plot.width {
        let n = (f64::from(i) / (columns - 1.0) * octaves).exp2().round() as usize;
        drawn.targets.push((Rect { x: plot.x + i, width: 1, ..plot }, Target::Choice(n)));
    }
}

/// A whole number of hundredths.
fn percent(share: f64, lang: Lang) -> String {
    let gap = if lang.is_chinese() { "" } else { " " };
    format!("{:.0}{gap}%", share * 100.0)
}

fn width_of(text: &str) -> u16 {
    width(text) as u16
}

/// The end of the axis: high enough to see swings above `most`.
fn top(most: f64) -> f64 {
    let ends = [0.1, 0.2, 0.3, 0.5, 0.75];
    ends.into_iter().find(|&end| end >= 1.3 * most).unwrap_or(1.0)
}

/// An interval as a bar upright between two marks, with what it is of thick on it.
fn bar(dots: &mut Dots, x: f64, [low, high]: [f64; 2], at: f64, style: Style) {
    dots.line((x, low), (x, high), style);
    for y in [low, high] {
        dots.line((x - 2.0, y), (x + 2.0, y), style);
    }
    for dx in [-1.0, 1.0] {
        dots.line((x + dx, at - 1.0), (x + dx, at + 1.0), style);
    }
}

/// The bits so far, a page of them.
fn bits(shown: &Shown<'_>, pen: &mut Pen<'_>, y: u16) {
    let (theme, area) = (pen.theme, pen.area);
    let start = (shown.step - 1) / BITS * BITS;
    let all = shown.geometry.planes.len();
    for (side, (name, style)) in [("A", theme.negative), ("B", theme.positive)].into_iter().enumerate() {
        let y = y + side as u16;
        pen.text(area.x, y, name, style.patch(theme.strong));
        for i in start..all.min(start + BITS) {
            let x = area.x + 3 + ((i - start) + (i - start) / 8) as u16;
            let plane = &shown.geometry.planes[i];
            if i >= shown.step {
                pen.cell(x, y, theme.marks.dot, theme.rule);
                continue;
            }
            let one = plane.bits[side];
            let style = match plane.separates() {
                _ if i + 1 == shown.step => theme.cursor,
                true => theme.flipped,
                false if one => theme.positive,
                false => theme.label,
            };
            pen.cell(x, y, if one { "1" } else { "0" }, style);
        }
    }
    if start > 0 {
        let pages =
            format!("{}{}{}", grouped(start as u64 + 1), theme.marks.none, grouped((start + BITS).min(all) as u64));
        pen.text_right(area.right(), y, &pages, theme.label);
    }
}
