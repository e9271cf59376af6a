//! The state of the dialog of hyperplanes. Computes no angle.

use std::sync::Arc;

use super::Steps;
use crate::{
    batch::PairDetail,
    compare::geometry::{Geometries, Geometry},
};

/// The state of the dialog of hyperplanes, over the selected pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct HyperplanesState {
    /// Random hyperplanes; if false, the columns of the fingerprints.
    pub random: bool,
    /// `None` while it is not known, or if the pair has no angle.
    pub shown: Option<Arc<Geometries>>,
    /// The numbers of columns and of random hyperplanes that are drawn, at most; one at least.
    steps: [usize; 2],
    /// The inputs of `shown`: pair, generation.
    made_of: Option<([usize; 2], u64)>,
}

impl HyperplanesState {
    /// Updates the hyperplanes for this pair.
    pub(crate) fn refresh(&mut self, generation: u64, detail: &PairDetail) {
        let made_of = Some((detail.comparison.pair.documents(), generation));
        if self.made_of != made_of {
            self.shown = Geometries::of(&detail.comparison, detail.sides()).map(Arc::new);
            self.made_of = made_of;
        }
    }

    /// Shows so many random hyperplanes, or the first column where there are none.
    pub(crate) fn begin(&mut self, lines: usize) {
        self.random = lines > 0;
        self.steps = [1, lines.max(1)];
    }

    /// Shows the columns, or random hyperplanes.
    pub(crate) fn switch(&mut self) {
        self.random = !self.random;
    }

    /// The columns, or the random hyperplanes.
    pub(crate) fn geometry(&self) -> Option<&Geometry> {
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
