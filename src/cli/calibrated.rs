//! The result of `simscope calibrate`, which its printers take. It must not know the printers or the arguments.

use crate::{
    compare::{
        calibration::{Calibration, ClosestPair, Posterior},
        evaluation::ProposedThresholds,
    },
    locale::Lang,
};

/// A calibration with the probabilities under a prior.
pub(super) struct Calibrated {
    pub(super) calibration: Calibration,
    pub(super) posterior: Posterior,
    /// The closest pair that counts as unrelated: the names, and the numbers.
    pub(super) closest: Option<([String; 2], ClosestPair)>,
    /// The thresholds of shared text and of the cosine, from labelled pairs.
    pub(super) proposed: Option<ProposedThresholds>,
    /// The library whose documents were read too.
    pub(super) library: Option<CalibratedLibrary>,
    pub(super) lang: Lang,
}

/// The part that a library has in a calibration.
pub(super) struct CalibratedLibrary {
    /// Safe to show.
    pub(super) file: String,
    /// How many documents it holds.
    pub(super) documents: u64,
    /// Those that were read, beside those that were named.
    pub(super) read: u64,
    /// Those that were to be read, and whose texts are not at hand.
    pub(super) without_text: u64,
    /// Those read are a sample.
    pub(super) sampled: bool,
}
