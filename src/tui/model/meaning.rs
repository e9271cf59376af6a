//! The shares that are assumed with a calibration, and the probabilities that follow from it. Computes no probability.

use crate::compare::{calibration::Prior, evaluation::LabelledPair};

/// The shares that are assumed with the calibration of a batch, and the outcome of a request for one.
#[derive(Debug)]
pub(crate) struct MeaningState {
    /// Counts the calibrations.
    pub revision: u64,
    pub prior: Prior,
    /// The reader asked for a calibration.
    pub wanted: bool,
    /// The reason that there is none, in a sentence.
    pub failure: Option<String>,
}

impl Default for MeaningState {
    fn default() -> Self {
        Self { revision: 0, prior: Prior::ASSUMED, wanted: false, failure: None }
    }
}

/// The documents that are measured, by their generation, and the labelled pairs.
pub(crate) type MeasurementKey = (u64, Vec<LabelledPair>);

/// The inputs of the probabilities: the number of the calibration and the shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PosteriorKey {
    pub revision: u64,
    pub prior: Prior,
}

impl MeaningState {
    /// The inputs of the probabilities now.
    pub(crate) fn key(&self) -> PosteriorKey {
        PosteriorKey { revision: self.revision, prior: self.prior }
    }
}
