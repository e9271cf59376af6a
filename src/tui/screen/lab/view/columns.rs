//! The columns with those of the original behind them, live under the keys, and the effect of the word at the cursor
//! on each.
//!
//! ```text
//! WORD AT THE CURSOR  rain  ±11.0: 30 columns ▲ up, 34 ▼ down   decides 3 bits alone
//!        ▼▼▲▼▲▼▲▼ …
//!        █ ▒  ▇█
//!        ─────────
//!         █ █
//! before 10100110 …
//! now    10101110 …
//!        0
//! ```

use ratatui::layout::Rect;

use crate::{
    lab::Trial,
    say::{plain, whole},
    simhash::{Feature, Fingerprint, Trace},
    t,
    text::truncate_middle,
    tui::{
        model::{Model, Workbench},
        widget::{BitLayout, Pen, fits, over_ghost},
    },
};

/// The names of both fingerprints, and air.
const LABEL: u16 = 7;
/// The widest word.
const WORD: usize = 20;

fn layout(bits: usize, max_width: u16) -> BitLayout {
    BitLayout::new(bits, max_width.saturating_sub(LABEL), None, 8)
}

/// How wide the columns are, in so many cells at most.
pub(super) fn width(bench: &Workbench, max_width: u16) -> u16 {
    let bits = bench.trial().map_or(64, |trial| usize::from(trial.trace.recipe.bits));
    layout(bits, max_width).width() + LABEL
}

/// The rows that it takes at least in so many cells, with bars.
pub(super) fn least(bench: &Workbench, max_width: u16) -> u16 {
    let bits = bench.trial().map_or(64, |trial| usize::from(trial.trace.recipe.bits));
    let layout = layout(bits, max_width);
    1 + layout.rows() as u16 * 6
}

/// Draws the columns.
pub(super) fn draw(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let Some(trial) = bench.trial() else { return };
    let word = bench
        .fresh(model.workspace.batch.generation)
        .then(|| word_before(&trial.trace, bench.editor.cursor()))
        .flatten()
        .filter(|(at, feature)| trial.effects.get(*at).is_some() && !trial.excluded.contains(&feature.key));
    if let Some((at, feature)) = word {
        head(trial, at, feature, pen, area);
    } else {
        // A long text has no places of words.
        let long = trial.trace.sketch.tokens > 0 && trial.trace.token(0).is_none();
        let key = if long { "lab.columns-long" } else { "lab.columns-beside" };
        pen.head(area.x, area.y, t!(lang, "lab.columns"), lang.text(key));
    }
    let [Some(a), Some(b)] = trial.fingerprints else { return };
    let bits = trial.trace.recipe.bits;
    let layout = layout(usize::from(bits), area.width);
    let rows = layout.rows() as u16;
    let decided = word.map_or(0, |(at, _)| trial.effects[at].bits);
    let decides = |column: usize| Fingerprint::new(decided, bits).bit(column);
    let xor = a.xor(b);
    let marked = model.workspace.lesson.as_ref().map_or(&[][..], |reading| reading.marked_columns());
    // The signs, two rows of bits and the numbers.
    let word = word.filter(|(_, feature)| feature.weight != 0);
    let under = 3 + u16::from(word.is_some());
    let chart = (area.height.saturating_sub(1) / rows).saturating_sub(under);
    for row in 0..rows {
        let bits = layout.at(area.x + LABEL, row.into());
        let mut y = area.y + 1 + row * (chart + under);
        if let Some((_, feature)) = word {
            bits.signs(pen, y, trial.trace.hash(feature), |column| decides(column).then_some(theme.flipped));
            y += 1;
        }
        if chart >= 3 {
            let sums = [&trial.original.sums, &trial.sums].map(Vec::as_slice);
            let most = sums.into_iter().flatten().map(|sum| sum.abs()).max().unwrap_or(0);
            over_ghost(pen, &bits, y..y + chart, sums, most, |column| xor.bit(column));
            y += chart;
        }
        for (name, fingerprint, style) in [("lab.before", a, theme.alert), ("lab.now", b, theme.flipped)] {
            pen.text(area.x, y, lang.text(name), theme.label);
            let called = |column| xor.bit(column).then_some(style);
            bits.digits(pen, y, fingerprint, called);
            y += 1;
        }
        bits.numbers(pen, y, marked);
    }
}

/// The word, its weight, and what it does.
fn head(trial: &Trial, at: usize, feature: &Feature, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let bits = u32::from(trial.trace.recipe.bits);
    let up = trial.trace.hash(feature).ones();
    let weight = plain(feature.weight, whole(&trial.trace));
    let (rises, falls) = (theme.marks.up, theme.marks.down);
    let pushes = t!(lang, "lab.word-pushes", weight, up, down = bits - up, mark_up = rises, mark_down = falls);
    let decides = t!(lang, "lab.word-decides", n = trial.effects[at].count());
    let x = pen.text(area.x, area.y, t!(lang, "lab.word"), theme.strong) + 2;
    let x = pen.text(x, area.y, &truncate_middle(trial.trace.name(at), WORD), theme.flipped) + 2;
    let x = pen.text_until(x, area.y, area.right(), &pushes, theme.label) + 3;
    if fits(x, &decides, area.right()) {
        pen.text(x, area.y, &decides, theme.alert);
    }
}

/// The feature of the last token that begins before a place in the text; `None` without one, or where the places of
/// tokens are not kept.
fn word_before(trace: &Trace, place: usize) -> Option<(usize, &Feature)> {
    let (mut low, mut high) = (0, trace.sketch.tokens as usize);
    while low < high {
        let middle = low.midpoint(high);
        let (span, _) = trace.token(middle)?;
        if (span.start as usize) < place { low = middle + 1 } else { high = middle }
    }
    let (_, feature) = trace.token(low.checked_sub(1)?)?;
    Some((feature, trace.features.get(feature)?))
}
