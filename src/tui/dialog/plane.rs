//! Texts of two words as points of a plane; random lines through its origin, each a bit; and the share of lines between
//! two texts.
//!
//! ```text
//! milk                                   r1 +   r2 −   r3 +
//!  8 |     101  /
//!    |   (A)   /     111                 A  101
//!    |        /                          B  011
//!  0 +-----------------(B)---- tea
//!
//! 12 of 64 lines separate A from B: 18.8%. Their angle, 32.9° of 180°, is 18.3%.
//! ```

use crossterm::event::KeyEvent;
use ratatui::{layout::Rect, style::Style};

use super::{geometry, played};
use crate::{
    compare::geometry::Plane,
    locale::percent,
    t,
    text::width,
    tui::{
        action::Action,
        model::{
            Drawn, MOST, Model, PlaneState,
            dialog::{Dialog, Playing},
            effect::{Effect, ScreenEffect},
        },
        screen::Screen,
        view::{frame::frame, parts::key_on},
        widget::{Pen, Plot, lines_of},
    },
};

/// The plane of a lesson's page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneDialog;

/// Up to so many lines each has its arrow and its name, and the parts between them have their bits.
const FEW: usize = 3;
/// The lower end of both axes: room for arrows that point outside.
const LEAST: f64 = -2.0;
/// The length of an arrow.
const ARROW: f64 = 1.8;
/// The least room for words beside the picture.
const WORDS: u16 = 24;
/// How far from the origin the bits of the parts stand.
const PARTS: f64 = 7.2;

impl Dialog for PlaneDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, _: &mut Drawn) {
        let lang = model.lang;
        let shown = &model.workspace.plane;
        let key = |action| key_on(model, Screen::Pipeline, action);
        let [left, down, up, right] = [Action::Left, Action::Down, Action::Up, Action::Right].map(key);
        let (back, forward) = (key(Action::StepBack), key(Action::StepForward));
        let (play, pane) = (key(Action::Play), key(Action::NextPane));
        let keys = if shown.plane.points.len() > 1 {
            t!(lang, "plane.keys-two", left, down, up, right, back, forward, play, pane)
        } else {
            t!(lang, "plane.keys", left, down, up, right, back, forward)
        };
        let title = t!(lang, "plane.title", x = shown.words[0].clone(), y = shown.words[1].clone());
        let mut dialog = frame(pen, u16::MAX, &title, &keys);
        let Pen { theme, area, .. } = dialog;
        // A dot is as wide as high: a cell has two by four. The words stand beside, or below where it is narrow.
        let said = said(shown, model);
        let wide = area.width > 2 * WORDS;
        let below = said.iter().map(|text| lines_of(text, area.width)).sum::<u16>();
        let (width, height) = if wide {
            ((2 * area.height).min(area.width.saturating_sub(WORDS)), area.height)
        } else {
            (area.width, area.height.saturating_sub(below))
        };
        let (width, height) = (width.min(2 * height), height.min(width / 2));
        let picture = Rect { width, height, ..area };
        if picture.height > 3 {
            draw_plane(shown, &mut dialog, picture);
        }
        let x = if wide { picture.right() + 3 } else { area.x };
        let words = Rect { x, width: area.right().saturating_sub(x), ..area };
        let mut dialog = dialog.within(words);
        let mut y = if wide { area.y } else { picture.bottom() };
        for (text, style) in said.into_iter().zip([theme.negative, theme.positive, theme.text]) {
            y += dialog.paragraph(x, y, area.bottom().saturating_sub(y), &text, style)
                + u16::from(wide && area.height > 9);
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        let action = played(model, event, action, Action::Geometry)?;
        let plane = &mut model.workspace.plane;
        match action {
            Action::Right => plane.shift(0, 1.0),
            Action::Left => plane.shift(0, -1.0),
            Action::Up => plane.shift(1, 1.0),
            Action::Down => plane.shift(1, -1.0),
            Action::NextPane | Action::PreviousPane => {
                plane.moving = (plane.moving + 1) % plane.plane.points.len().max(1);
            }
            _ => return Some(ScreenEffect::Step(action)),
        }
        None
    }

    fn plays(&self) -> Option<Playing> {
        Some(Playing::Plane)
    }
}

/// The bits of a point under the lines shown.
fn bits(point: [f64; 2], lines: usize) -> String {
    (0..lines).map(|line| if Plane::bit(point, line) { '1' } else { '0' }).collect()
}

/// Each text with its bits, and how many of the lines are between the two.
fn said(shown: &PlaneState, model: &Model) -> Vec<String> {
    let (lang, n) = (model.lang, shown.lines);
    let [x, y] = &shown.words;
    let place = |(point, name): (&[f64; 2], &str)| {
        let here = t!(lang, "plane.point", name, x = x.clone(), y = y.clone(), nx = point[0], ny = point[1]);
        if (1..=FEW).contains(&n) {
            format!("{here}   {}", t!(lang, "plane.bits", bits = bits(*point, n)))
        } else {
            here
        }
    };
    let mut said: Vec<String> = shown.plane.points.iter().zip(["A", "B"]).map(place).collect();
    if let Some(angle) = shown.plane.angle().filter(|_| n > 0) {
        let between = (0..n).filter(|&line| shown.plane.separates(line)).count();
        let (share, expected) = (percent(between as f64 / n as f64), percent(angle.share()));
        let degrees = format!("{:.1}", angle.degrees());
        said.push(t!(lang, "plane.between", between, n, share, degrees, expected));
    }
    said
}

/// The axes with the points, the lines, and what lies between them.
fn draw_plane(shown: &PlaneState, pen: &mut Pen<'_>, area: Rect) {
    let theme = pen.theme;
    let mut plot = Plot::new(area, [LEAST, MOST + 0.5], [LEAST, MOST + 0.5]);
    let (n, points) = (shown.lines, &shown.plane.points);
    let line = |plot: &mut Plot, from: [f64; 2], to: [f64; 2], style: Style| {
        let [from, to] = [from, to].map(|[x, y]| plot.at((x, y)));
        plot.dots.line(from, to, style);
    };
    for [x, y] in shown.plane.ground(n, MOST) {
        let at = plot.at((x, y));
        plot.dots.dot(at, theme.label);
    }
    plot.dots.lift();
    line(&mut plot, [LEAST, 0.0], [MOST + 0.5, 0.0], theme.label);
    line(&mut plot, [0.0, LEAST], [0.0, MOST + 0.5], theme.label);
    for separates in [false, true] {
        plot.dots.lift();
        let style = if separates { theme.strong } else { theme.rule };
        for normal in (0..n).filter(|&at| shown.plane.separates(at) == separates).map(Plane::normal) {
            let style = if n <= FEW { theme.text } else { style };
            let along = [-normal[1] * 12.0, normal[0] * 12.0];
            line(&mut plot, along.map(|x| -x), along, style);
        }
    }
    for normal in (0..n.min(FEW)).filter(|_| n <= FEW).map(Plane::normal) {
        plot.dots.lift();
        line(&mut plot, [0.0, 0.0], normal.map(|x| x * ARROW), theme.alert);
    }
    for (&point, style) in points.iter().zip([theme.negative, theme.positive]) {
        plot.dots.lift();
        line(&mut plot, [0.0, 0.0], point, style);
    }
    plot.dots.draw(pen);
    names(shown, &plot, pen);
}

/// The words at the axes, the names of points and arrows, and the bits of the parts of the plane.
fn names(shown: &PlaneState, plot: &Plot, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let roomy = plot.area.height > 9;
    let mut label = |[x, y]: [f64; 2], text: &str, style: Style| {
        let (x, y) = plot.cell((x, y));
        let half = width(text) as u16 / 2;
        geometry::label(pen, x.saturating_sub(half).max(plot.area.x), y.min(plot.area.bottom() - 1), text, style);
    };
    label([MOST - 0.5, -0.8], &shown.words[0], theme.strong);
    label([-1.0, MOST], &shown.words[1], theme.strong);
    for at in [2.0, 4.0, 6.0].into_iter().filter(|_| roomy) {
        label([at, -0.8], &at.to_string(), theme.label);
        label([-0.6, at], &at.to_string(), theme.label);
    }
    let n = shown.lines;
    if n > 1 && n <= FEW && roomy {
        let mut turns: Vec<f64> = (0..n).map(Plane::normal).map(|[x, y]| (-x / y).atan().to_degrees()).collect();
        turns.retain(|turn| (0.0..90.0).contains(turn));
        turns.extend([0.0, 90.0]);
        turns.sort_by(f64::total_cmp);
        for ends in turns.windows(2) {
            let (sine, cosine) = f64::midpoint(ends[0], ends[1]).to_radians().sin_cos();
            let at = [cosine * PARTS, sine * PARTS];
            label(at, &bits(at, n), theme.label);
        }
    }
    for line in (0..n).filter(|_| n <= FEW) {
        let normal = Plane::normal(line);
        label(normal.map(|x| x * (ARROW + 0.5)), &format!("r{}", line + 1), theme.alert);
    }
    for (at, (&point, name)) in shown.plane.points.iter().zip(["A", "B"]).enumerate() {
        let style = if at == 0 { theme.negative } else { theme.positive }.patch(theme.strong);
        let moves = at == shown.moving && shown.plane.points.len() > 1;
        label(point, &format!("({name})"), if moves { theme.cursor } else { style });
    }
}
