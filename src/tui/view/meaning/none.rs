//! The pane without a calibration: what is known in general, and how to make one.

use super::prior;
use crate::{
    compare::calibration::LEAST_FAMILIES,
    t,
    tui::{
        model::{MeaningPage, Model},
        view::progress,
        widget::Pen,
    },
};

/// Draws the explanation, the shares to be assumed, or how far the computation is.
pub(super) fn draw(model: &Model, page: &MeaningPage, pen: &mut Pen<'_>) {
    let (theme, area, lang) = (pen.theme, pen.area, model.session.lang);
    let (state, results) = (&model.workspace.meaning, &model.workspace.results);
    let mut y = area.y;
    let mut say = |pen: &mut Pen<'_>, text: &str, style| {
        y += pen.paragraph(area.x, y, area.bottom().saturating_sub(y), text, style) + 1;
        y
    };
    if let Some(other) = &model.workspace.batch.calibration {
        say(pen, &t!(lang, "meaning.void", recipe = other.recipe), theme.alert);
    }
    if let Some(failure) = &state.failure {
        say(pen, failure, theme.alert);
    }
    let bits = model.workspace.batch.recipe.bits;
    say(pen, &t!(lang, "meaning.general", bits = bits, half = bits / 2), theme.text);
    if bits == 64 {
        say(pen, t!(lang, "meaning.known"), theme.text);
    }
    let documents = model.workspace.batch.present().count();
    let y = say(pen, &t!(lang, "meaning.make", documents = documents, least = LEAST_FAMILIES), theme.text);
    if let Some(task) = model.workspace.tasks.of(&results.calibration) {
        progress::in_pane(model, Some(task), pen, y);
        return;
    }
    prior::line(state.prior, page.class, lang, pen, y);
    pen.paragraph(area.x, y + 1, area.bottom().saturating_sub(y + 1), t!(lang, "meaning.prior-why"), theme.label);
}
