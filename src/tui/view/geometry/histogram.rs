//! How often fingerprints of random hyperplanes have each distance, at the angle to which B is turned.

use ratatui::layout::Rect;

use super::{label, width_of};
use crate::{
    compare::geometry::Dial,
    tui::widget::{Dots, Pen},
};

/// Draws the histogram with the expected distance and that of the first fingerprint.
pub(super) fn draw(dial: &Dial, pen: &mut Pen<'_>, area: Rect) {
    let theme = pen.theme;
    let plot = Rect { height: area.height.saturating_sub(2), ..area };
    let mut dots = Dots::new(plot);
    let (width, height) = dots.size();
    let all = f64::from(dial.bits);
    let across = |hamming: f64| hamming / all * (width - 1.0);
    let most = dial.counts.iter().max().copied().unwrap_or(1).max(1);
    let first = dial.hamming();
    let half = (width / (all + 1.0) / 2.0).clamp(0.5, 3.0);
    for (hamming, &count) in dial.counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
        // The row above is for the name of the expected distance.
        let top = height - (height - 5.0) * f64::from(count) / f64::from(most);
        let style = if hamming == first { theme.alert } else { theme.positive };
        let middle = across(hamming as f64);
        let mut x = (middle - half).max(0.0);
        while x < (middle + half).min(width - 1.0) || x <= middle {
            dots.line((x, top), (x, height - 1.0), style);
            x += 1.0;
        }
    }
    dots.draw(pen);
    let bottom = plot.bottom();
    for x in plot.x..plot.right() {
        pen.cell(x, bottom, theme.marks.rule, theme.rule);
    }
    let name = format!("{:.1}", dial.expected());
    let (x, _) = dots.cell_of((across(dial.expected()), 0.0));
    pen.cell(x, bottom, theme.marks.up, theme.strong);
    label(pen, at(x, &name, plot), plot.y, &name, theme.strong);
    let quarter = usize::from(dial.bits) / 4;
    for hamming in (0..=usize::from(dial.bits)).step_by(quarter.max(1)) {
        let (text, (x, _)) = (hamming.to_string(), dots.cell_of((across(hamming as f64), 0.0)));
        pen.text(at(x, &text, plot), bottom + 1, &text, theme.label);
    }
}

/// The place of a text whose middle is at `x`, within the plot.
fn at(x: u16, text: &str, plot: Rect) -> u16 {
    let last = plot.right().saturating_sub(width_of(text));
    x.saturating_sub(width_of(text) / 2).clamp(plot.x, last.max(plot.x))
}
