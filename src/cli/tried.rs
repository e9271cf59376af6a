//! The result of `simscope evaluate --calibration`, which its printers take. It must not know the printers or the arguments.

use crate::{
    compare::calibration::{Calibration, Prior, Reliability},
    locale::Lang,
};

/// A calibration of one part of labelled pairs, tried on the other.
pub(super) struct TriedCalibration {
    /// The file with the pairs. Safe to show.
    pub(super) file: String,
    /// The families in both parts.
    pub(super) families: [usize; 2],
    /// The labelled pairs in both parts.
    pub(super) pairs: [usize; 2],
    pub(super) calibration: Calibration,
    /// The shares of the classes among the pairs of the first part.
    pub(super) prior: Prior,
    pub(super) reliability: Reliability,
    pub(super) lang: Lang,
}
