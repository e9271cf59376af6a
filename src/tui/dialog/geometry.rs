//! The selected pair as two vectors at their true angle, and hyperplanes as lines between them.
//!
//! ```text
//! ── a.txt × b.txt: an angle of 47.2° ────────────────────────────────────────────────
//! RANDOM HYPERPLANES  17 of 1,024            SHARE  that separates A from B: 29.4%
//!        A ⡀  ⢀ B                       50% │⡆
//!       ⢀ ⠱⡀⢀⠎                               │⢣   ┬
//!       ⠈⢆ ⢱⡎  ⡠                        θ/π  │⠈⠢⠤⠤┼⠤⠤ – – – – –
//!         ⠑⢼⡧⠊                               │    ┴ HD 16
//!        ⡠⠊ ⠑⢄                           0% └─────────────────
//!                                              1   16    64  1,024
//! A  01011001 01…
//! B  01001001 11…
//!
//! 5 of 17 random hyperplanes separate A from B: 29.4%. θ/π is 26.2%. HD 16 of 64 is 25.0% …
//! ```

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crossterm::event::KeyEvent;
use ratatui::{layout::Rect, style::Style};

use super::played;
use crate::{
    compare::{
        distance::share_interval,
        geometry::{Geometries, Geometry, Hyperplane, RANDOM},
    },
    locale::{grouped, percent},
    say, t,
    text::width,
    tui::{
        action::Action,
        model::{
            ClickTarget, Drawn, Model, Steps,
            dialog::{Dialog, Playing},
            effect::{Effect, ScreenEffect},
        },
        screen::Screen,
        update::common::to_clipboard,
        view::{
            frame::frame,
            names,
            parts::{key_on, only_fingerprint},
        },
        widget::{Dots, Pen, Plot, lines_of},
    },
};

/// The angle of the selected pair, and random hyperplanes that separate it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GeometryDialog;

impl Dialog for GeometryDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let [a, b] = names::in_title(model, model.workspace.pair().unwrap_or_default(), pen.area.width, TITLE);
        let hyperplanes = &model.workspace.hyperplanes;
        let angle = hyperplanes
            .shown
            .as_ref()
            .map_or_else(|| lang.set("–").into(), |of| format!("{:.1}", of.columns.angle.degrees()));
        let known =
            model.workspace.pair().is_some_and(|documents| model.workspace.results.detail_of(documents).is_some());
        let none = known && hyperplanes.shown.is_none();
        let title = if none { t!(lang, "geometry.title-none", a, b) } else { t!(lang, "geometry.title", a, b, angle) };
        let keys = if none { t!(lang, "geometry.keys-none").to_owned() } else { keys(model) };
        let mut dialog = frame(pen, u16::MAX, &title, &keys);
        let area = dialog.area;
        if model.workspace.pair().is_some_and(|documents| only_fingerprint(model, documents, &mut dialog)) {
            return;
        }
        let (Some(of), Some(geometry)) = (hyperplanes.shown.as_deref(), hyperplanes.geometry()) else {
            let text = lang.text(if known { "geometry.none" } else { "overview.working" });
            dialog.fill(area.x, area.y, text, dialog.theme.label);
            return;
        };
        let shown = AnglePicture { of, geometry, random: hyperplanes.random, step: hyperplanes.step() };
        let air = u16::from(area.height >= TALL);
        let says = say::geometry(of, shown.random, shown.step, lang);
        let why = say::geometry_why(of, shown.random, lang);
        // As many rows as the longest sentence needs, so that the pictures do not move.
        let longest = |random| {
            let last = lines_of(&say::geometry(of, random, RANDOM, lang), area.width).max(lines_of(&says, area.width));
            let wanted = air > 0 || of.columns.angle.flat();
            last + if wanted { lines_of(say::geometry_why(of, random, lang), area.width) } else { 0 }
        };
        let words = longest(false).max(longest(true));
        // The pictures are worth more than the bits, which screen 3 has too.
        let with_bits = area.height >= 2 * LEAST + words;
        let rows = if with_bits { 3 } else { 0 };
        let height = area.height.saturating_sub(1 + 2 * air + rows + words);
        heads(model, &shown, &mut dialog);
        if height >= LEAST {
            let left = Rect { y: area.y + 1 + air, width: left_width(area.width, height), height, ..area };
            draw_circle(&shown, &mut dialog, left);
            if area.width >= BESIDE {
                let x = left.right() + 3;
                let right = Rect { x, width: area.right().saturating_sub(x), ..left };
                draw_curve(&shown, &mut dialog, right, drawn);
            }
        }
        if with_bits {
            bits(&shown, &mut dialog, area.bottom().saturating_sub(words + 3).max(area.y + 1));
        }
        let y = area.bottom().saturating_sub(words);
        let y = y + dialog.paragraph(area.x, y, words, &says, dialog.theme.text);
        dialog.fill(area.x, y, why, dialog.theme.label);
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        let action = played(model, event, action, Action::Geometry)?;
        act(model, action)
    }

    fn wheel(&mut self, model: &mut Model, action: Action) {
        let hyperplanes = &mut model.workspace.hyperplanes;
        let step = hyperplanes.step();
        hyperplanes.go(if action == Action::Down { step + 1 } else { step.saturating_sub(1) });
    }

    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        model.workspace.hyperplanes.go(row);
        None
    }

    fn plays(&self) -> Option<Playing> {
        Some(Playing::Hyperplanes)
    }
}

fn act(model: &mut Model, action: Action) -> Effect {
    let hyperplanes = &mut model.workspace.hyperplanes;
    match action {
        Action::Right | Action::Down => hyperplanes.go(hyperplanes.step() + 1),
        Action::Left | Action::Up => hyperplanes.go(hyperplanes.step() - 1),
        Action::NextPane | Action::PreviousPane => hyperplanes.switch(),
        Action::Copy | Action::CopyAll => return copy_hyperplanes(model),
        _ => return Some(ScreenEffect::Step(action)),
    }
    None
}

/// Copies a line for each hyperplane drawn: its number, the bits of A and B, how many separate them so far.
fn copy_hyperplanes(model: &mut Model) -> Effect {
    let geometry = model.workspace.hyperplanes.geometry()?;
    let drawn = geometry.hyperplanes.iter().take(model.workspace.hyperplanes.step()).enumerate();
    let lines: Vec<String> = drawn
        .map(|(i, hyperplane)| {
            let [a, b] = hyperplane.bits.map(u8::from);
            format!("{}\t{a}\t{b}\t{}", i + 1, geometry.separating(i + 1))
        })
        .collect();
    to_clipboard(model, lines.join("\n"))
}

/// Cells of the title beside the names.
const TITLE: u16 = 30;
/// From this height on there is air, and room to say why.
const TALL: u16 = 24;
/// Below this width the two pictures are not side by side.
const BESIDE: u16 = 60;
/// Under this height a picture shows nothing.
const LEAST: u16 = 5;
/// Bits in the rows below the pictures.
const BITS: usize = 64;

/// The inputs of both pictures.
#[derive(Clone, Copy)]
struct AnglePicture<'a> {
    of: &'a Geometries,
    geometry: &'a Geometry,
    random: bool,
    step: usize,
}

/// The keys of the dialog are those of screen 2.
fn keys(model: &Model) -> String {
    let key = |action| key_on(model, Screen::Pipeline, action);
    t!(
        model.lang,
        "geometry.keys",
        back = key(Action::StepBack),
        forward = key(Action::StepForward),
        halve = key(Action::StageBack),
        double = key(Action::StageForward),
        play = key(Action::Play),
        pane = key(Action::NextPane)
    )
}

/// As wide as a circle of that height, with its names beside it; at most half.
fn left_width(max_width: u16, height: u16) -> u16 {
    if max_width < BESIDE { max_width } else { (2 * height + 8).min(max_width / 2) }
}

fn heads(model: &Model, shown: &AnglePicture<'_>, pen: &mut Pen<'_>) {
    let Pen { area, lang, .. } = *pen;
    let [n, all] = [shown.step, shown.geometry.hyperplanes.len()].map(|n| grouped(n as u64));
    let mut beside = t!(lang, "geometry.count", n, all);
    let head = lang.text(if shown.random { "geometry.head-random" } else { "geometry.head-columns" });
    if model.play.on {
        let marks = pen.theme.marks;
        beside = format!("{beside}   {} {}{}", marks.playing, model.play.speed(), marks.times);
    }
    let x = pen.head(area.x, area.y, head, &beside) + 4;
    if area.width >= BESIDE {
        let share = percent(shown.geometry.share(shown.step));
        let x = x.max(area.x + area.width / 2);
        pen.head(x, area.y, t!(lang, "geometry.head-share"), &t!(lang, "geometry.share-beside", share));
    }
}

/// The bits so far, a page of them.
fn bits(shown: &AnglePicture<'_>, pen: &mut Pen<'_>, y: u16) {
    let Pen { theme, area, .. } = *pen;
    let start = (shown.step - 1) / BITS * BITS;
    let all = shown.geometry.hyperplanes.len();
    for (side, (name, style)) in [("A", theme.negative), ("B", theme.positive)].into_iter().enumerate() {
        let y = y + side as u16;
        pen.text(area.x, y, name, style.patch(theme.strong));
        for i in start..all.min(start + BITS) {
            let x = area.x + 3 + ((i - start) + (i - start) / 8) as u16;
            let hyperplane = &shown.geometry.hyperplanes[i];
            if i >= shown.step {
                pen.cell(x, y, theme.marks.dot, theme.rule);
                continue;
            }
            let one = hyperplane.bits[side];
            let style = match hyperplane.separates() {
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
        pen.text_right(area.right(), y + 2, &pages, theme.label);
    }
}

fn width_of(text: &str) -> u16 {
    width(text) as u16
}

/// Writes on a picture: nothing of what lies there shows through.
pub(super) fn label(pen: &mut Pen<'_>, x: u16, y: u16, text: &str, style: Style) {
    let mut pen = pen.within(Rect::new(x, y, width_of(text), 1));
    pen.clear();
    pen.text(x, y, text, style);
}

/// Draws the share of separating hyperplanes as it converges to θ/π, and that of the fingerprints.
fn draw_curve(shown: &AnglePicture<'_>, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let name = lang.set("θ/π");
    let left = width_of(&name).max(4) + 1;
    let area =
        Rect { x: area.x + left + 1, width: area.width.saturating_sub(left + 1), height: area.height - 2, ..area };
    let bits = shown.of.columns.hyperplanes.len();
    let interval = share_interval(shown.of.hamming, bits as u8);
    let expected = shown.geometry.angle.share();
    let top = top(expected.max(interval.1));
    let octaves = (RANDOM as f64).log2();
    // Numbers of hyperplanes in octaves, shares as parts of the highest.
    let mut plot = Plot::new(area, [0.0, octaves], [0.0, 1.0]);
    let share_at = |n: usize| shown.geometry.share(n) / top;
    plot.guide(expected / top, 2, theme.label);
    plot.dots.lift();
    let of_bits = (bits as f64).log2();
    let [low, high, own] = [interval.0, interval.1, shown.of.columns.share(bits)].map(|share| share / top);
    interval_bar(&mut plot, of_bits, [low, high], own, theme.strong);
    plot.dots.lift();
    let (width, _) = plot.dots.size();
    let now = plot.at(((shown.step as f64).log2(), share_at(shown.step)));
    let mut before = None;
    for x in 0..=now.0 as u32 {
        let n = (f64::from(x) / (width - 1.0) * octaves).exp2().round() as usize;
        let at = (f64::from(x), plot.at((0.0, share_at(n.min(shown.step)))).1.max(0.0));
        plot.dots.line(before.unwrap_or(at), at, theme.positive);
        before = Some(at);
    }
    let now = (now.0, now.1.max(0.0));
    plot.dots.lift();
    for dx in [-1.0, 0.0, 1.0] {
        plot.dots.line((now.0 + dx, now.1 - 1.0), (now.0 + dx, now.1 + 1.0), theme.alert);
    }
    pen.axis(area);
    let row = plot.cell((0.0, expected / top)).1;
    let ends = [(1.0, whole(top)), (0.0, whole(0.0))].into_iter();
    let ends =
        ends.filter(|(share, _)| plot.cell((0.0, *share)).1 != row).map(|(share, text)| (share, text, theme.label));
    plot.left_axis(pen, 1, ends.chain([(expected / top, name.into_owned(), theme.strong)]));
    plot.dots.draw(pen);
    // From the end, which is worth more than what would run into it.
    let mut free = u16::MAX;
    for octave in (0..=octaves as u32 / 2).rev().map(|pair| 2 * pair) {
        let text = grouped(1 << octave);
        let at = plot.centred(octave.into(), &text);
        if at.saturating_add(width_of(&text)) < free {
            pen.text(at, area.bottom() + 1, &text, theme.label);
            free = at;
        }
    }
    let name = format!("HD {}", shown.of.hamming);
    let (at, row) = plot.cell((of_bits, high));
    label(pen, at.saturating_sub(width_of(&name) / 2), row.saturating_sub(1).max(area.y), &name, theme.strong);
    let columns = f64::from(area.width);
    for i in 0..area.width {
        let n = (f64::from(i) / (columns - 1.0) * octaves).exp2().round() as usize;
        drawn.targets.push((Rect { x: area.x + i, width: 1, ..area }, ClickTarget::Choice(n)));
    }
}

/// A whole number of hundredths.
fn whole(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// The end of the axis: high enough to see swings above `most`.
fn top(most: f64) -> f64 {
    let ends = [0.1, 0.2, 0.3, 0.5, 0.75];
    ends.into_iter().find(|&end| end >= 1.3 * most).unwrap_or(1.0)
}

/// An interval as a bar upright between two marks, with what it is of thick on it.
fn interval_bar(plot: &mut Plot, x: f64, ends: [f64; 2], of: f64, style: Style) {
    let [low, high] = ends.map(|end| plot.at((x, end)));
    plot.dots.line(low, high, style);
    for (x, y) in [low, high] {
        plot.dots.line((x - 2.0, y), (x + 2.0, y), style);
    }
    let (x, y) = plot.at((x, of));
    for dx in [-1.0, 1.0] {
        plot.dots.line((x + dx, y - 1.0), (x + dx, y + 1.0), style);
    }
}

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
    /// The dot of a point in the hyperplane. Seen from behind, so that B, which is to the left of A there, is on the
    /// right.
    fn at(self, [x, y]: [f64; 2]) -> (f64, f64) {
        let (sine, cosine) = self.turn.sin_cos();
        let (right, up) = (cosine * x + sine * y, sine * x - cosine * y);
        (self.middle.0 + self.radius * right, self.middle.1 - self.radius * up)
    }
}

/// Draws the circle with the lines of the hyperplanes and the two vectors.
fn draw_circle(shown: &AnglePicture<'_>, pen: &mut Pen<'_>, area: Rect) {
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
            hyperplane_line(&mut dots, view, hyperplane, if step <= 8 { 0.0 } else { inner }, style);
        }
    }
    let last = hyperplanes.last().filter(drawable);
    if let Some(last) = last {
        dots.lift();
        hyperplane_line(&mut dots, view, last, 0.0, theme.alert);
    }
    let vectors = angle.vectors();
    for (vector, style) in vectors.into_iter().zip([theme.negative, theme.positive]) {
        dots.lift();
        arrow(&mut dots, view, vector, style);
    }
    dots.draw(pen);
    vector_names(&dots, view, vectors, pen);
    if let Some(last) = last {
        sides(&dots, view, last, pen);
    }
}

/// Draws the line of a hyperplane, from `inner` of the radius outward on both sides.
fn hyperplane_line(dots: &mut Dots, view: View, hyperplane: &Hyperplane, inner: f64, style: Style) {
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
fn vector_names(dots: &Dots, view: View, [a, b]: [[f64; 2]; 2], pen: &mut Pen<'_>) {
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
