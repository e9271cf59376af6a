//! The meaning of a distance among the documents: how far apart small edits, related and unrelated texts are, and how
//! probable a near-duplicate is at each distance; on the second page, F1 at each threshold.

mod axis;
mod chart;
mod curves;
mod none;
mod prior;
mod table;
mod thresholds;

use super::dialog::frame;
use crate::{
    compare::calibration::{Calibration, Posterior},
    locale::{Lang, grouped},
    say, t,
    tui::{
        action::Action,
        model::{Drawn, MeaningPage, MeaningTab, Model, distances},
        widget::Pen,
    },
};

/// From this height on there is air, and a larger chart.
const TALL: u16 = 26;
/// Rows of the sentences at the bottom with much room, and with little.
const WORDS: [u16; 2] = [3, 2];
/// The most rows of the origin, and of the weaknesses.
const ORIGIN: u16 = 3;

/// A calibration of the recipe in use, and the cursors.
#[derive(Clone, Copy)]
struct MeaningView<'a> {
    calibration: &'a Calibration,
    /// Possibly of the shares before, while new ones are computed.
    posterior: Option<&'a Posterior>,
    /// It is of the shares that are shown.
    current: bool,
    page: &'a MeaningPage,
    k: u32,
    /// The distance of the selected pair.
    pair: Option<u32>,
    /// The number of distances with something to see.
    distances: usize,
    lang: Lang,
}

impl MeaningView<'_> {
    /// The distance under the cursor.
    fn hamming(&self) -> u32 {
        self.page.list.selected as u32
    }
}

/// Draws the dialog.
pub(super) fn draw(model: &Model, page: &MeaningPage, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    if page.tab == MeaningTab::Thresholds {
        return thresholds::draw(model, page, pen, drawn);
    }
    let state = &model.workspace.meaning;
    let known = model.workspace.batch.current_calibration();
    let mut dialog = frame(pen, u16::MAX, t!(lang, "meaning.title"), &keys(model, known.is_some()));
    let Some(calibration) = known else { return none::draw(model, page, &mut dialog) };
    let view = MeaningView {
        calibration,
        posterior: model.workspace.results.posterior.value().map(|posterior| &**posterior),
        current: model.workspace.results.posterior.key() == Some(&state.key()),
        page,
        k: model.workspace.k,
        pair: model.workspace.selected_hamming(),
        distances: distances(calibration),
        lang,
    };
    let area = dialog.area;
    let air = u16::from(area.height >= TALL);
    let mut y = area.y + origin(&view, model, &mut dialog) + air;
    y += chart::draw(&view, &mut dialog, y, air > 0) + air;
    let words = WORDS[usize::from(air == 0)];
    let bottom = area.bottom().saturating_sub(words + 1);
    table::draw(&view, &mut dialog, y..bottom.saturating_sub(air), drawn);
    prior::draw(&view, state.prior, &mut dialog, bottom);
    dialog.paragraph(area.x, bottom + 1, words, &prior::sentence(&view, air > 0), dialog.theme.text);
}

/// The keys of the dialog.
fn keys(model: &Model, known: bool) -> String {
    let keys = [Action::Down, Action::Up, Action::Next, Action::Left, Action::Right, Action::NextPane];
    let [down, up, next, less, more, tab] = keys.map(|action| model.key_of(action));
    if known {
        t!(model.session.lang, "meaning.keys", down = down, up = up, next = next, less = less, more = more, tab = tab)
    } else {
        t!(model.session.lang, "meaning.keys-none", next = next, less = less, more = more, tab = tab)
    }
}

/// Draws the origin of the calibration, and its weaknesses. Returns the rows it took.
fn origin(view: &MeaningView<'_>, model: &Model, pen: &mut Pen<'_>) -> u16 {
    let (theme, area, lang) = (pen.theme, pen.area, view.lang);
    let small = area.height < TALL;
    let mut lines = if small { vec![short_origin(view)] } else { say::calibration_origin(view.calibration, lang) };
    if model.workspace.tasks.computes(&model.workspace.results.calibration) {
        lines = vec![t!(lang, "meaning.again").into()];
    }
    let mut rows = pen.paragraph(area.x, area.y, ORIGIN, &lines.join(lang.gap()), theme.label);
    let mut cautions = say::calibration_cautions(view.calibration, lang);
    cautions.extend(model.workspace.meaning.failure.clone());
    if view.calibration.suggested_k().is_none() {
        cautions.push(say::suggested_k(view.calibration, lang));
    }
    if let Some(caution) = cautions.first().filter(|_| small) {
        rows += pen.paragraph(area.x, area.y + rows, 1, caution, theme.alert);
    } else if !cautions.is_empty() {
        rows += pen.paragraph(area.x, area.y + rows, ORIGIN, &cautions.join(lang.gap()), theme.alert);
    }
    rows
}

/// The origin in numbers.
fn short_origin(view: &MeaningView<'_>) -> String {
    let origin = &view.calibration.origin;
    let [documents, families, pairs] = [origin.documents as u64, origin.families as u64, origin.pairs].map(grouped);
    t!(view.lang, "meaning.origin", documents = documents, families = families, pairs = pairs)
}
