//! What moves, over the picture of the step that it leads to: a row on its way into its columns, sums that count up,
//! bits that turn over. With nothing on its way, each is what the step has.

use std::{borrow::Cow, ops::Range};

use ratatui::style::Style;

use crate::{
    locale::Lang,
    say::{signed, whole},
    simhash::{Feature, Fingerprint, Fixed, Trace, signed as row_value},
    tui::{
        model::{Model, Transition},
        theme::Theme,
        widget::{BitRow, Pen},
    },
};

/// The sums of a document as they are shown.
pub(super) fn sums<'a>(model: &'a Model, trace: &'a Trace) -> Cow<'a, [Fixed]> {
    match model.transition() {
        Some(transition) => transition.sums(0, whole(trace)).into(),
        None => model.workspace.pipeline.sums(trace).into(),
    }
}

/// The sums of one of both texts as they are shown.
pub(super) fn sums_of<'a>(model: &'a Model, trace: &Trace, text: usize) -> Cow<'a, [Fixed]> {
    match model.transition() {
        Some(transition) => transition.sums(text, whole(trace)).into(),
        None => model.workspace.two_texts.state.sums[text].as_slice().into(),
    }
}

/// Bits as they are shown, before or after they turned over.
pub(super) struct ShownBits {
    /// Rows in the sums whose signs they are.
    pub rows: usize,
    /// How many are read.
    pub read: usize,
    /// Signs of the sums.
    pub signs: Fingerprint,
    /// Those that are turning over.
    turning: Fingerprint,
    /// Those that are being read, which turn over too.
    reading: Range<usize>,
}

impl ShownBits {
    /// Bits that rest.
    fn still(rows: usize, read: usize, signs: Fingerprint) -> Self {
        Self { rows, read, signs, turning: signs.xor(signs), reading: 0..0 }
    }

    /// Those of one document.
    pub(super) fn of(model: &Model, trace: &Trace) -> Self {
        Self::moving(model, trace, 0).unwrap_or_else(|| {
            let place = &model.workspace.pipeline;
            let read = place.state.as_ref().map_or(usize::from(trace.recipe.bits), |state| state.read);
            Self::still(place.summed(), read, trace.signs(place.sums(trace)))
        })
    }

    /// Those of one of both texts.
    pub(super) fn of_text(model: &Model, trace: &Trace, text: usize) -> Self {
        Self::moving(model, trace, text).unwrap_or_else(|| {
            let state = &model.workspace.two_texts.state;
            Self::still(state.rows, state.read, trace.signs(&state.sums[text]))
        })
    }

    fn moving(model: &Model, trace: &Trace, text: usize) -> Option<Self> {
        let transition = model.transition()?;
        let pose = transition.bits();
        let mut bits = Self::still(pose.rows, pose.read, trace.signs(&pose.sums[text]));
        if let Some(ends) = transition.edge() {
            let [from, to] = ends.map(|pose| trace.signs(&pose.sums[text]));
            bits.turning = from.xor(to);
            bits.reading = ends[0].read..ends[1].read;
        }
        Some(bits)
    }

    pub(super) fn turns(&self, column: usize) -> bool {
        self.turning.bit(column) || self.reading.contains(&column)
    }

    /// Draws the bits that turn over, over their digits: for a moment they are seen from their edge.
    pub(super) fn turn(&self, pen: &mut Pen<'_>, bits: &BitRow, y: u16) {
        let edge = (pen.theme.marks.upright, pen.theme.alert);
        bits.columns().filter(|&column| self.turns(column)).for_each(|column| bits.mark(pen, y, column, edge));
    }
}

/// The feature whose row falls, with its place in the walk.
pub(super) fn falling_feature<'a>(model: &Model, trace: &'a Trace) -> Option<(usize, &'a Feature)> {
    let (row, _) = model.transition()?.fall()?;
    let feature = *model.workspace.pipeline.walk.order().get(row)?;
    Some((row, trace.features.get(feature)?))
}

/// Draws a row of terms as it falls, in the middle of its columns, from the line where it is written to that of the
/// sums. `text` is what it says in a column.
pub(super) fn fall(
    model: &Model,
    pen: &mut Pen<'_>,
    bits: &BitRow,
    [from, target]: [u16; 2],
    text: impl Fn(usize) -> (String, Style),
) {
    let Some((_, share)) = model.transition().and_then(Transition::fall) else { return };
    let y = from + (f64::from(target.saturating_sub(from)) * share).round() as u16;
    for column in bits.columns() {
        let (text, style) = text(column);
        bits.write(pen, y, column, &text, style);
    }
}

/// Draws the terms of the feature whose row falls as numbers, from where its row of the list is to the sums.
pub(super) fn fall_numbers(
    model: &Model,
    trace: &Trace,
    pen: &mut Pen<'_>,
    bits: &BitRow,
    ends: impl Fn(usize) -> [u16; 2],
) {
    let Some((row, feature)) = falling_feature(model, trace) else { return };
    let theme = pen.theme;
    fall(model, pen, bits, ends(row), |column| term_number(model.lang, theme, trace, feature, column));
}

/// What a feature adds to a column.
pub(super) fn term(trace: &Trace, feature: &Feature, column: usize) -> Fixed {
    row_value(feature.hash, trace.recipe.bits, column, feature.weight)
}

/// The term of a feature in a column as a number.
pub(super) fn term_number(
    lang: Lang,
    theme: &Theme,
    trace: &Trace,
    feature: &Feature,
    column: usize,
) -> (String, Style) {
    let value = term(trace, feature, column);
    (signed(value, whole(trace), lang), theme.signed(value).patch(theme.strong))
}

/// The sign of a feature's term in a column.
pub(super) fn sign(theme: &Theme, trace: &Trace, feature: &Feature, column: usize) -> (String, Style) {
    let value = term(trace, feature, column);
    let mark = if value > 0 { theme.marks.up } else { theme.marks.down };
    (mark.to_owned(), theme.signed(value))
}
