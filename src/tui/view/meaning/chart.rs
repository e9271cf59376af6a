//! The distributions over the distance, one band below the other, and the probability of a near-duplicate.

use ratatui::layout::Rect;

use super::MeaningView;
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

/// The places of the distances on a line.
struct Axis {
    x: u16,
    /// Cells of a column.
    cell: u16,
    /// Distances in a column.
    group: usize,
    columns: usize,
}

impl Axis {
    fn new(x: u16, cells: u16, distances: usize) -> Self {
        let cells = usize::from(cells.max(1));
        let group = distances.div_ceil(cells);
        let columns = distances.div_ceil(group);
        Self { x, cell: (cells / columns).clamp(1, 3) as u16, group, columns }
    }

    /// The first cell of the column of a distance; `None` above the last one.
    fn place(&self, hamming: u32) -> Option<u16> {
        let column = hamming as usize / self.group;
        (column < self.columns).then(|| self.x + column as u16 * self.cell)
    }
}

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
    let axis = Axis::new(area.x + lead, area.width.saturating_sub(lead), view.distances);
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
    marks(view, &axis, pen, top);
    top + 2 - y
}

/// The numbers under the bands, and what is at some of them.
fn marks(view: &MeaningView<'_>, axis: &Axis, pen: &mut Pen<'_>, y: u16) {
    let (theme, lang) = (pen.theme, view.lang);
    let step = if 5 * axis.cell as usize / axis.group < 5 { 10 } else { 5 };
    for hamming in (0..view.distances as u32).step_by(step) {
        if let Some(x) = axis.place(hamming) {
            pen.text(x, y, &hamming.to_string(), theme.label);
        }
    }
    let mut all = vec![(view.k, t!(lang, "meaning.mark-k", k = view.k), theme.positive)];
    if let Some(hamming) = view.pair {
        all.push((hamming, t!(lang, "meaning.mark-pair", hd = hamming), theme.strong));
    }
    all.sort_by_key(|(hamming, ..)| *hamming);
    let marked: Vec<_> =
        all.iter().filter_map(|(hamming, text, style)| Some((axis.place(*hamming)?, text, *style))).collect();
    for (x, _, style) in &marked {
        pen.cell(*x, y + 1, theme.marks.up, *style);
    }
    // If marks are too close, their words follow the last one, in the order of the marks.
    let mut free = 0;
    for (at, (x, text, style)) in marked.iter().enumerate() {
        let next = marked.get(at + 1).map(|(next, ..)| *next);
        let fits = next.is_none_or(|next| x + 2 + (width(text) as u16) < next);
        let x = if fits { *x } else { next.unwrap_or(*x) };
        let x = (x + 2).min(pen.area.right().saturating_sub(width(text) as u16)).max(free);
        free = pen.text(x, y + 1, text, *style) + 3;
    }
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
