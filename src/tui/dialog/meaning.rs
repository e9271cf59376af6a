//! The meaning of a distance among the documents: how far apart small edits, related and unrelated texts are, and how
//! probable a near-duplicate is at each distance; beside it a page of its own, F1 at each threshold.

pub(crate) mod thresholds;

use super::{
    command::CommandPrompt,
    reader::{Reader, ReaderPage},
};
use crate::{
    compare::calibration::{Calibration, LEAST_FAMILIES},
    page::{Line, Look, Page, Piece},
    say, t,
    tui::{
        action::Action,
        model::{Model, effect::Effect},
        view::progress,
    },
};

/// The meaning of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeaningPage;

/// Opens the page. Asks again for results whose computation was stopped.
pub(crate) fn open(model: &mut Model) {
    model.workspace.results.posterior.retry();
    model.workspace.results.measurement.retry();
    model.workspace.dialogs.open(Reader::new(MeaningPage));
}

impl ReaderPage for MeaningPage {
    const OPENER: Action = Action::Meaning;
    const TALL: bool = true;

    fn title(&self, model: &Model, _: u16) -> String {
        t!(model.lang, "meaning.title").into()
    }

    fn keys(&self, model: &Model) -> String {
        let [tab, down, up] = model.keys_of([Action::NextPane, Action::Down, Action::Up]);
        t!(model.lang, "meaning.keys", tab, down, up)
    }

    fn lines(&self, model: &Model, columns: usize, _: &str) -> Vec<Line> {
        let (workspace, lang) = (&model.workspace, model.lang);
        let mut page = Page::new(lang);
        if let Some(failure) = &workspace.meaning.failure {
            page.behind("! ", failure.as_str());
        }
        if workspace.tasks.computes(&workspace.results.calibration) {
            let far = progress::forms(model).map(|[far, _]| far);
            page.text(far.unwrap_or_else(|| t!(lang, "meaning.again").into()));
        }
        match workspace.batch.current_calibration() {
            Some(calibration) => known(&mut page, model, calibration, columns),
            None => general(&mut page, model),
        }
        page.lines(columns)
    }

    fn act(&mut self, model: &mut Model, action: Action, _: Option<&str>) -> Option<Effect> {
        let workspace = &mut model.workspace;
        match action {
            Action::Open => workspace.meaning.wanted = true,
            Action::NextPane | Action::PreviousPane => {
                workspace.dialogs.close();
                workspace.dialogs.open(thresholds::ThresholdsDialog::default());
            }
            // The shares are typed there.
            Action::Command => workspace.dialogs.open(CommandPrompt::default()),
            _ => return None,
        }
        Some(None)
    }
}

/// The figures of a calibration of the recipe in use, first of the distance of the selected pair.
fn known(page: &mut Page, model: &Model, calibration: &Calibration, columns: usize) {
    let (workspace, lang) = (&model.workspace, model.lang);
    let posterior = workspace.results.posterior.value();
    let hd = workspace.selected_hamming().unwrap_or(workspace.k);
    page.text(say::calibrated_distance(calibration, hd, lang));
    if let Some(at) = posterior.and_then(|posterior| posterior.at(hd)) {
        let (near, interval) = (say::probability(at.near), say::probability_interval(at.interval, lang));
        page.text(t!(lang, "meaning.probability", hd, near, interval));
    }
    page.blank();
    for sentence in say::calibration_origin(calibration, lang) {
        page.text(Piece::new(sentence, Look::Label));
    }
    say::cautions(page, calibration);
    say::by_threshold(page, calibration, Some(workspace.k), columns);
    page.text(say::suggested_k(calibration, lang));
    if let Some(posterior) = posterior {
        say::by_distance(page, calibration, posterior, Some(hd));
        why_shares(page);
    }
    say::distances_chart(page, calibration);
}

/// Distances in general, where there is no calibration.
fn general(page: &mut Page, model: &Model) {
    let lang = model.lang;
    if let Some(other) = &model.workspace.batch.calibration {
        page.behind("! ", t!(lang, "meaning.void", recipe = other.recipe));
        page.blank();
    }
    let bits = model.workspace.batch.recipe.bits;
    page.text(t!(lang, "meaning.general", bits, half = bits / 2));
    if bits == 64 {
        page.blank();
        page.text(t!(lang, "meaning.known"));
    }
    page.blank();
    let documents = model.workspace.batch.present().count();
    page.text(t!(lang, "meaning.make", documents, least = LEAST_FAMILIES));
    page.blank();
    page.text(say::prior(model.workspace.meaning.prior, lang));
    why_shares(page);
}

fn why_shares(page: &mut Page) {
    page.text(Piece::new(t!(page.lang, "meaning.prior-why", command = ":prior 2:3:95"), Look::Label));
}
