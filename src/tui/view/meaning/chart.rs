//! The distributions over the distance, one band below the other, and the probability of a near-duplicate.

use ratatui::layout::Rect;

use super::{
    MeaningView,
    axis::{Axis, AxisMark},
};
use crate::{
    compare::calibration::Distances,
    t,
    text::width,
    tui::widget::{Pen, bars},
};

/// A value for each distance, with a name.
struct Band {
    name: &'static str,
    values: Vec<f64>,
    /// The value that fills its height.
    most: f64,
}

/// The most cells of a column.
const CELLS: u16 = 3;
/// Rows of a band with much room, and with little.
const ROWS: [u16; 2] = [3, 2];

/// Draws the bands, the axis and its marks. Returns the rows it took.
pub(super) fn draw(view: &MeaningView<'_>, pen: &mut Pen<'_>, y: u16, roomy: bool) -> u16 {
    let (theme, area, lang) = (pen.theme, pen.area, view.lang);
    let tall = ROWS[usize::from(!roomy)];
    let mut bands = bands(view);
    if roomy {
        bands.extend(probability(view));
    }
    let scale = |band: &Band| t!(lang, "meaning.up-to", share = lang.percent(band.most));
    let lead = bands.iter().map(|band| width(band.name).max(width(&scale(band)))).max().unwrap_or(0) as u16 + 2;
    let axis = Axis::new(area.x + lead, area.width.saturating_sub(lead), view.distances, CELLS);
    let mut top = y;
    for band in &bands {
        pen.text(area.x, top + tall - 1, band.name, theme.text);
        if tall > 1 && band.most < 1.0 {
            pen.text(area.x, top, &scale(band), theme.label);
        }
        let columns = band.values.chunks(axis.group).enumerate().map(|(column, values)| {
            let hammings = column * axis.group..(column + 1) * axis.group;
            let style = match view.hamming() as usize {
                here if hammings.contains(&here) => theme.alert,
                _ if hammings.start <= view.k as usize => theme.positive,
                _ => theme.bar,
            };
            (values.iter().copied().fold(0.0, f64::max) / band.most, style)
        });
        bars(
            pen,
            Rect { x: axis.x, y: top, width: area.right().saturating_sub(axis.x), height: tall },
            axis.cell,
            columns,
        );
        top += tall;
    }
    let marks = marks(view, pen);
    axis.draw(pen, top, marks);
    top + 2 - y
}

/// The threshold, and the selected pair.
fn marks(view: &MeaningView<'_>, pen: &Pen<'_>) -> Vec<AxisMark> {
    let k = AxisMark { at: view.k, text: t!(view.lang, "meaning.mark-k", k = view.k), style: pen.theme.positive };
    let pair = view.pair.map(|hamming| AxisMark {
        at: hamming,
        text: t!(view.lang, "meaning.mark-pair", hd = hamming),
        style: pen.theme.strong,
    });
    [k].into_iter().chain(pair).collect()
}

fn bands(view: &MeaningView<'_>) -> Vec<Band> {
    let lang = view.lang;
    let shares = |distances: &Distances| {
        let all = distances.total().max(1) as f64;
        distances.counts().iter().map(|&count| count as f64 / all).collect()
    };
    let band = |name, mut values: Vec<f64>| {
        values.truncate(view.distances);
        let most = values.iter().copied().fold(0.0, f64::max);
        Band { name, values, most: most.max(f64::MIN_POSITIVE) }
    };
    vec![
        band(t!(lang, "meaning.near"), shares(&view.calibration.near())),
        band(t!(lang, "meaning.related"), shares(&view.calibration.related())),
        band(t!(lang, "meaning.unrelated"), view.calibration.unrelated().shares().to_vec()),
    ]
}

/// The probability of a near-duplicate, which the table has too.
fn probability(view: &MeaningView<'_>) -> Option<Band> {
    let mut values: Vec<f64> = view.posterior?.all().iter().map(|at| at.near).collect();
    values.truncate(view.distances);
    Some(Band { name: t!(view.lang, "meaning.probable"), values, most: 1.0 })
}
