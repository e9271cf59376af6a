//! Where the reader is on the dialog of planes.

use std::sync::Arc;

use crate::{
    batch::PairDetail,
    compare::geometry::{Geometries, Geometry},
};

/// The dialog of planes, over the selected pair.
#[derive(Clone, Debug)]
pub(crate) struct HyperplanesState {
    /// Whether the planes are random ones; else the columns of the fingerprints.
    pub random: bool,
    /// Which set of random planes.
    pub seed: u64,
    /// What is looked at; `None` while it is not known, or where there is none.
    pub shown: Option<Arc<Geometries>>,
    /// How many columns and how many random planes are drawn, where there are as many.
    steps: [usize; 2],
    /// Which pair, which generation, which set.
    made_of: Option<([usize; 2], u64, u64)>,
}

impl Default for HyperplanesState {
    /// All columns of the fingerprints: the pair as it is. Random planes begin with one.
    fn default() -> Self {
        Self { random: false, seed: 0, shown: None, steps: [usize::MAX, 1], made_of: None }
    }
}

impl HyperplanesState {
    /// Brings the planes in step with the pair.
    pub(crate) fn refresh(&mut self, generation: u64, detail: &PairDetail) {
        let made_of = Some((detail.comparison.pair.documents(), generation, self.seed));
        if self.made_of != made_of {
            self.shown = Geometries::of(&detail.comparison, detail.sides(), self.seed).map(Arc::new);
            self.made_of = made_of;
        }
    }

    /// The planes in turn.
    pub(crate) fn geometry(&self) -> Option<&Geometry> {
        let shown = self.shown.as_deref()?;
        Some(if self.random { &shown.random } else { &shown.columns })
    }

    /// How many there are.
    fn all(&self) -> usize {
        self.geometry().map_or(1, |geometry| geometry.planes.len())
    }

    /// How many of them are drawn: at least one.
    pub(crate) fn step(&self) -> usize {
        self.steps[usize::from(self.random)].clamp(1, self.all())
    }

    /// Draws so many.
    pub(crate) fn go(&mut self, step: usize) {
        self.steps[usize::from(self.random)] = step.clamp(1, self.all());
    }

    /// Whether all are drawn.
    pub(crate) fn done(&self) -> bool {
        self.step() == self.all()
    }

    /// Draws the next ones: one, or where there are many already a sixteenth of them, since the axis is logarithmic.
    pub(crate) fn grow(&mut self) {
        let step = self.step();
        self.go(step + (step / 16).max(1));
    }

    /// To the next power of two, or the one before.
    pub(crate) fn double(&mut self, forward: bool) {
        let step = self.step();
        self.go(if forward { (step + 1).next_power_of_two() } else { step.next_power_of_two() / 2 });
    }
}
