//! The result of `simscope calibrate`, which its printers take. It must not know the printers or the arguments.

use crate::{
    compare::calibration::{Calibration, Posterior},
    locale::Lang,
};

/// A calibration with the probabilities under a prior.
pub(super) struct Calibrated {
    pub(super) calibration: Calibration,
    pub(super) posterior: Posterior,
    pub(super) lang: Lang,
}
