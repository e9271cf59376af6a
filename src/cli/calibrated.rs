//! The result of `simscope calibrate`, which its printers take. It must not know the printers or the arguments.

use crate::{
    compare::calibration::{Calibration, ClosestPair, Posterior},
    locale::Lang,
};

/// A calibration with the probabilities under a prior.
pub(super) struct Calibrated {
    pub(super) calibration: Calibration,
    pub(super) posterior: Posterior,
    /// The closest pair that counts as unrelated: the names, and the numbers.
    pub(super) closest: Option<([String; 2], ClosestPair)>,
    pub(super) lang: Lang,
}
