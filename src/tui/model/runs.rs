//! The state of the dialog in which the runs of the robustness of texts fall into their distances, one after another.
//! Computes no run.

use super::{Dialog, Model};
use crate::lab::{REPLACED, RUNS, Robustness};

/// The runs that are shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunsState {
    /// The texts, by the index of their document.
    pub documents: Vec<usize>,
    /// Which number of replaced words.
    pub point: usize,
    /// Parts of runs that are shown: each falls in some parts.
    at: usize,
}

/// The parts in which a run falls.
const PARTS: usize = 4;

impl RunsState {
    /// So many parts follow each other in the time of a step of screen 2.
    pub(crate) const PACE: u32 = 8 * PARTS as u32;

    /// Nothing fallen yet, or all.
    pub(crate) fn new(documents: Vec<usize>, all: bool) -> Self {
        Self { documents, point: 0, at: if all { RUNS * PARTS } else { 0 } }
    }

    pub(crate) fn replaced(&self) -> usize {
        REPLACED[self.point.min(REPLACED.len() - 1)]
    }

    pub(crate) fn fallen(&self) -> usize {
        self.at / PARTS
    }

    /// How far the next one has fallen, from 0 to 1; `None` where none is on its way.
    pub(crate) fn falling(&self) -> Option<f64> {
        let part = self.at % PARTS;
        (part > 0).then(|| part as f64 / PARTS as f64)
    }

    pub(crate) fn done(&self) -> bool {
        self.fallen() >= RUNS
    }

    /// Shows so many runs.
    pub(crate) fn go(&mut self, runs: usize) {
        self.at = runs.min(RUNS) * PARTS;
    }

    /// The next part; no further than runs are known.
    pub(crate) fn fall(&mut self, known: usize) {
        self.at = (self.at + 1).min(known.min(RUNS) * PARTS);
    }

    pub(crate) fn may_fall(&self, known: usize) -> bool {
        self.at < known.min(RUNS) * PARTS
    }

    /// More words replaced, or fewer, as far as one of the texts has any.
    pub(crate) fn turn(&mut self, more: bool, known: &[Robustness]) {
        let most = known.iter().map(|text| text.points.len()).max().unwrap_or(0).saturating_sub(1);
        self.point = if more { (self.point + 1).min(most) } else { self.point.saturating_sub(1) };
    }
}

impl Model {
    /// Opens the dialog, in which the runs of these documents fall, or have fallen where nothing is to move by itself.
    pub(crate) fn watch_runs(&mut self, documents: Vec<usize>) {
        let still = self.play.still;
        self.workspace.runs = RunsState::new(documents, still);
        self.play.on = !still;
        // Ask again for runs whose computation was stopped.
        self.workspace.results.runs.retry();
        self.workspace.dialogs.push(Dialog::Runs);
    }
}

/// How many runs are known of every text.
pub(crate) fn runs_known(texts: &[Robustness]) -> usize {
    texts.iter().filter(|text| !text.points.is_empty()).map(Robustness::runs).min().unwrap_or(0)
}
