//! The share of separating hyperplanes by their number, on a logarithmic axis, and the share of the fingerprints.

use ratatui::{layout::Rect, style::Style};

use super::{AnglePicture, label, width_of};
use crate::{
    compare::{distance::share_interval, geometry::RANDOM},
    locale::{Lang, grouped},
    tui::{
        model::{ClickTarget, Drawn},
        widget::{Dots, Pen},
    },
};

/// Draws the share of separating hyperplanes as it converges to θ/π, and that of the fingerprints.
pub(super) fn draw(shown: &AnglePicture<'_>, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, shown.lang);
    let name = lang.set("θ/π");
    let left = width_of(&name).max(4) + 1;
    let plot =
        Rect { x: area.x + left + 1, width: area.width.saturating_sub(left + 1), height: area.height - 2, ..area };
    let bits = shown.of.columns.hyperplanes.len();
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
        dots.line((now.0 + dx, now.1 - 1.0), (now.0 + dx, now.1 + 1.0), theme.alert);
    }
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
    // From the end, which is worth more than what would run into it.
    let mut free = u16::MAX;
    for n in (0..=octaves as u32 / 2).rev().map(|pair| 1u64 << (2 * pair)) {
        let text = grouped(n);
        let middle = plot.x + (across(n as f64) / 2.0) as u16;
        let at = middle.saturating_sub(width_of(&text) / 2).min(plot.right().saturating_sub(width_of(&text)));
        if at.saturating_add(width_of(&text)) < free {
            pen.text(at, bottom + 1, &text, theme.label);
            free = at;
        }
    }
    let name = format!("HD {}", shown.of.hamming);
    let (at, row) = dots.cell_of((across(bits as f64), up(interval.1)));
    label(pen, at.saturating_sub(width_of(&name) / 2), row.saturating_sub(1).max(plot.y), &name, theme.strong);
    let columns = f64::from(plot.width);
    for i in 0..plot.width {
        let n = (f64::from(i) / (columns - 1.0) * octaves).exp2().round() as usize;
        drawn.targets.push((Rect { x: plot.x + i, width: 1, ..plot }, ClickTarget::Choice(n)));
    }
}

/// A whole number of hundredths.
fn percent(share: f64, lang: Lang) -> String {
    let gap = if lang.is_chinese() { "" } else { " " };
    format!("{:.0}{gap}%", share * 100.0)
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
