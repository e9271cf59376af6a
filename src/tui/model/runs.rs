//! The state of the dialog in which the runs of the robustness of texts fall into their distances, one after another.
//! Computes no run.

use std::time::Duration;

use super::{Play, Steps};
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
    /// How many runs are known of every text.
    known: usize,
}

/// The parts in which a run falls.
const PARTS: usize = 4;
/// So many parts follow each other in the time of a step of screen 2.
const PACE: u32 = 8 * PARTS as u32;

impl RunsState {
    /// Nothing fallen yet, or all.
    pub(crate) fn new(documents: Vec<usize>, all: bool) -> Self {
        Self { documents, at: if all { RUNS * PARTS } else { 0 }, ..Self::default() }
    }

    /// Brings the number of known runs in step with the texts.
    pub(crate) fn refresh(&mut self, texts: &[Robustness]) {
        let words = texts.iter().filter(|text| !text.points.is_empty());
        self.known = words.map(Robustness::runs).min().unwrap_or(0);
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

    /// More words replaced, or fewer, as far as one of the texts has any.
    pub(crate) fn turn(&mut self, more: bool, known: &[Robustness]) {
        let most = known.iter().map(|text| text.points.len()).max().unwrap_or(0).saturating_sub(1);
        self.point = if more { (self.point + 1).min(most) } else { self.point.saturating_sub(1) };
    }
}

impl Steps for RunsState {
    fn at(&self) -> Option<usize> {
        Some(self.fallen())
    }

    fn last(&self) -> usize {
        RUNS
    }

    fn go(&mut self, runs: usize) {
        self.at = runs.min(RUNS) * PARTS;
    }

    fn stage(&self, _: usize, forward: bool) -> usize {
        if forward { RUNS } else { 0 }
    }

    fn beside(&self, at: usize, forward: bool) -> usize {
        if forward { (at + 1).min(self.known) } else { at.saturating_sub(1) }
    }

    fn still(&self) -> usize {
        self.fallen() % RUNS + 1
    }

    fn pause(&self, play: Play) -> Option<Duration> {
        (self.at < self.known.min(RUNS) * PARTS).then(|| play.interval() / PACE)
    }

    fn advance(&mut self) {
        self.at += 1;
    }
}
