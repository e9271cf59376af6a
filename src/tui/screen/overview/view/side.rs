//! All pairs at a glance: the matrix of distances, and how many pairs lie how far apart.

use ratatui::{layout::Rect, style::Style};

use crate::{
    compare::pair::Pair,
    locale::grouped,
    t,
    text::width,
    tui::{
        model::{ClickTarget, Drawn, Model},
        theme::Theme,
        widget::{Pen, upwards, widest},
    },
};

/// Matrix above, histogram below.
pub(super) fn draw_side(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    const HISTOGRAM: u16 = 4;
    let matrix = Rect { height: area.height.saturating_sub(HISTOGRAM + 1), ..area };
    draw_matrix(model, &mut pen.within(matrix), matrix, drawn);
    let histogram = Rect { y: matrix.bottom(), height: HISTOGRAM, ..area };
    draw_histogram(model, &mut pen.within(histogram), histogram);
}

/// The distances of all pairs in a triangle, by the documents' numbers, as many as fit around the selected pair. The
/// first document needs no row and the last no column.
pub(super) fn draw_matrix(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let batch = &model.workspace.batch;
    let Pen { theme, lang, .. } = *pen;
    pen.head(area.x, area.y, t!(lang, "overview.matrix"), t!(lang, "overview.matrix-beside"));
    // An unreadable document has no distance to anything.
    let present: Vec<usize> = batch.present().filter(|&at| !batch.entries[at].failed()).collect();
    let documents = present.len();
    if documents < 2 {
        return;
    }
    let label = batch.entries.len().to_string().len() as u16;
    // A cell holds two digits, and air behind them where there is room for all.
    let others = u16::try_from(documents - 1).unwrap_or(u16::MAX);
    let all = |cell: u16| others.saturating_mul(cell + 1).saturating_add(1);
    let cell = if all(4).saturating_add(label) <= area.width { 4 } else { 3 };
    let across = usize::from(area.width.saturating_sub(label + 1) / (cell + 1)).clamp(1, documents - 1);
    let rows = area.height.saturating_sub(2);
    let tall = if others.saturating_mul(2) <= rows { 2 } else { 1 };
    let down = usize::from(rows / tall).clamp(1, documents - 1);
    let part = across < documents - 1 || down < documents - 1;
    let down = if part { usize::from(rows.saturating_sub(1) / tall).clamp(1, documents - 1) } else { down };
    // The window holds the selected pair, in row b and column a.
    let place = |document: usize| present.partition_point(|&at| at < document);
    let [a, b] = model.workspace.pair().map_or([0, 1], |pair| pair.map(place));
    let first_row = b.saturating_sub(down).min(documents - 1 - down) + 1;
    let first_column = a.saturating_sub(across / 2).min(documents - 1 - across);
    let left = area.x + label + 1;
    for (n, column) in (first_column..first_column + across).enumerate() {
        let x = left + n as u16 * (cell + 1);
        pen.text_right(x + 3, area.y + 1, &(present[column] + 1).to_string(), theme.label);
    }
    for (n, row) in (first_row..first_row + down).enumerate() {
        let y = area.y + 2 + n as u16 * tall;
        pen.text_right(area.x + label, y, &(present[row] + 1).to_string(), theme.label);
        for (m, column) in (first_column..(first_column + across).min(row)).enumerate() {
            let x = left + m as u16 * (cell + 1);
            let Some(pair) = batch.pair([present[column], present[row]]) else { continue };
            let pair = model.workspace.as_listed(pair);
            let chosen = model.workspace.pair() == Some(pair.documents());
            let style = heat(theme, pair, model, chosen);
            for y in y..y + tall {
                pen.tint(x..x + cell, y, style);
                drawn.click(x..x + cell, y, ClickTarget::Pair(present[column], present[row]));
            }
            let text = theme.number(pair.hamming());
            let text =
                if !theme.coloured && (chosen || pair.near(model.workspace.k)) { format!("[{text}]") } else { text };
            pen.text_right(x + if text.ends_with(']') { cell } else { 3 }, y, &text, style);
        }
    }
    if part {
        let all = grouped(others.into());
        let text = t!(lang, "overview.matrix-part", rows = down, columns = across, all);
        let around = t!(lang, "overview.matrix-around", part = text);
        let text = if width(&around) <= usize::from(area.width) { around } else { text };
        pen.text(area.x, area.bottom().saturating_sub(1), &text, theme.label);
    }
}

/// A count in three cells: a number that is cut off would be another number.
fn short(count: u64) -> String {
    let (thousands, millions) = (count as f64 / 1e3, count as f64 / 1e6);
    match count {
        0..1_000 => count.to_string(),
        1_000..99_500 => format!("{thousands:.0}k"),
        99_500..950_000 => format!("{millions:.1}M").trim_start_matches('0').to_owned(),
        _ => format!("{millions:.0}M"),
    }
}

/// The ground of a cell: the nearer, the warmer.
fn heat(theme: &Theme, pair: &Pair, model: &Model, chosen: bool) -> Style {
    let called = pair.near(model.workspace.k) || pair.disagreement(model.workspace.thresholds()).is_some();
    match (called, chosen) {
        (true, _) => theme.cursor,
        (false, true) => theme.tab,
        (false, false) => {
            let half = f64::from(model.workspace.batch.recipe.bits) / 2.0;
            let share = pair.hamming().map_or(1.0, |h| f64::from(h) / half);
            theme.heat(1.0 - share)
        }
    }
}

/// How many pairs lie how far apart.
pub(super) fn draw_histogram(model: &Model, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    pen.head(area.x, area.y, t!(lang, "overview.histogram"), t!(lang, "overview.histogram-beside"));
    let bins = bins(model.workspace.k, u32::from(model.workspace.batch.recipe.bits));
    let at = &model.workspace.listing.tally.at;
    let within = |&(low, high): &(u32, u32)| at.iter().take(high as usize + 1).skip(low as usize).sum();
    let counts: Vec<u64> = bins.iter().map(within).collect();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let max_width = area.width / bins.len().max(1) as u16;
    let tall = area.height.saturating_sub(2).clamp(1, 6);
    let to = theme.marks.none;
    // A bar, a gap, the longest number, and a gap before the next bar.
    let longest = widest(counts.iter().map(|&count| short(count)));
    let thick = if 2 + 1 + longest < max_width { 2 } else { 1 };
    for (i, (&(low, high), &count)) in bins.iter().zip(&counts).enumerate() {
        let x = area.x + i as u16 * max_width;
        let base = area.y + 1 + tall;
        let style = if i == 0 { theme.alert } else { theme.bar };
        let eighths = if count == 0 { 0 } else { ((count as f64 / most as f64 * f64::from(tall) * 8.0) as u16).max(1) };
        upwards(pen, x..x + thick, base, eighths, style);
        pen.text(x + thick + 1, base - 1, &short(count), if count == 0 { theme.label } else { theme.text });
        pen.text(x, base, &format!("{low}{to}{high}"), theme.label);
    }
}

/// Distances in five bins: within k, just beyond, and the rest up to the width.
fn bins(k: u32, bits: u32) -> Vec<(u32, u32)> {
    let mut bounds = vec![k];
    for share in [0.16, 0.29, 0.42] {
        let high = (f64::from(bits) * share).round() as u32;
        if high > bounds[bounds.len() - 1] {
            bounds.push(high);
        }
    }
    let mut low = 0;
    let mut bins: Vec<(u32, u32)> = bounds.iter().map(|&high| (std::mem::replace(&mut low, high + 1), high)).collect();
    if low <= bits {
        bins.push((low, bits));
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn counts_are_rounded_where_they_do_not_fit() {
        let counts = [0, 999, 1_000, 6_128, 99_499, 99_500, 949_999, 950_000, 1_999_000, 99_400_000];
        let shown = ["0", "999", "1k", "6k", "99k", ".1M", ".9M", "1M", "2M", "99M"];
        assert_eq!(counts.map(short), shown);
        assert!(shown.iter().all(|text| text.len() <= 3));
    }
}
