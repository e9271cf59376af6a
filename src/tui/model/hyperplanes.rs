//! The state of the dialog of hyperplanes. Computes no angle.

use std::{sync::Arc, time::Duration};

use super::{Play, Steps};
use crate::{
    batch::PairDetail,
    compare::geometry::{Dial, Geometries, Geometry},
    lab::{REPLACED, RUNS, Robustness},
};

/// The state of the dialog of hyperplanes, over the selected pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct HyperplanesState {
    /// Random hyperplanes; if false, the columns of the fingerprints.
    pub random: bool,
    /// The seed of the random hyperplanes.
    pub seed: u64,
    /// The angle to which B is turned, in degrees; `None` if it is where it is.
    turned: Option<u16>,
    /// The two at that angle.
    pub dial: Option<Arc<Dial>>,
    /// `None` while it is not known, or if the pair has no angle.
    pub shown: Option<Arc<Geometries>>,
    /// The numbers of columns and of random hyperplanes that are drawn, at most; one at least.
    steps: [usize; 2],
    /// The inputs of `shown`: pair, generation, seed.
    made_of: Option<([usize; 2], u64, u64)>,
}

impl HyperplanesState {
    /// Updates the hyperplanes for this pair.
    pub(crate) fn refresh(&mut self, generation: u64, detail: &PairDetail) {
        let made_of = Some((detail.comparison.pair.documents(), generation, self.seed));
        if self.made_of != made_of {
            self.shown = Geometries::of(&detail.comparison, detail.sides(), self.seed).map(Arc::new);
            self.made_of = made_of;
            self.set_dial();
        }
    }

    /// Shows so many random hyperplanes, or the first column where there are none; B is where it is.
    pub(crate) fn begin(&mut self, lines: usize) {
        self.random = lines > 0;
        self.steps = [1, lines.max(1)];
        (self.turned, self.dial) = (None, None);
    }

    /// Turns B by so many degrees, first to the nearest multiple of them; hyperplanes are random ones then.
    pub(crate) fn turn(&mut self, by: i16) {
        let Some(shown) = self.shown.as_deref() else { return };
        let step = f64::from(by.abs());
        let now = self.turned.map_or_else(|| shown.columns.angle.degrees(), f64::from) / step;
        let next = if by > 0 { (now + 1e-9).floor() + 1.0 } else { (now - 1e-9).ceil() - 1.0 };
        self.turned = Some((next * step).clamp(0.0, 180.0) as u16);
        self.random = true;
        self.set_dial();
    }

    /// Shows the columns or random hyperplanes, with B where it is.
    pub(crate) fn switch(&mut self) {
        self.turned = None;
        self.dial = None;
        self.random = !self.random;
    }

    fn set_dial(&mut self) {
        let bits = self.shown.as_ref().map(|shown| shown.columns.hyperplanes.len() as u8);
        self.dial = self.turned.zip(bits).map(|(degrees, bits)| Arc::new(Dial::new(degrees, bits, self.seed)));
    }

    /// The columns, or the random hyperplanes.
    pub(crate) fn geometry(&self) -> Option<&Geometry> {
        if let Some(dial) = &self.dial {
            return Some(&dial.geometry);
        }
        let shown = self.shown.as_deref()?;
        Some(if self.random { &shown.random } else { &shown.columns })
    }

    /// How many of them are drawn: at least one.
    pub(crate) fn step(&self) -> usize {
        self.steps[usize::from(self.random)].clamp(1, self.last())
    }

    /// With the next ones: one, or where there are many already a sixteenth of them, since the axis is logarithmic.
    fn grown(&self) -> usize {
        let step = self.step();
        step + (step / 16).max(1)
    }
}

impl Steps for HyperplanesState {
    fn at(&self) -> Option<usize> {
        Some(self.step())
    }

    fn last(&self) -> usize {
        self.geometry().map_or(1, |geometry| geometry.hyperplanes.len())
    }

    fn go(&mut self, step: usize) {
        self.steps[usize::from(self.random)] = step.clamp(1, self.last());
    }

    /// The next power of two, or the one before.
    fn stage(&self, at: usize, forward: bool) -> usize {
        if forward { (at + 1).next_power_of_two() } else { at.next_power_of_two() / 2 }
    }

    fn feature(&self, at: usize, forward: bool) -> usize {
        self.stage(at, forward)
    }

    fn still(&self) -> usize {
        if self.done() { 1 } else { self.grown() }
    }

    fn stride(&self) -> usize {
        1
    }

    fn advance(&mut self) {
        self.go(self.grown());
    }
}

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
