//! The shares that are assumed with a calibration, and the probabilities that follow from it. Computes no probability.

use crate::compare::{
    calibration::{Calibration, Prior},
    evaluation::LabelledPair,
};

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

/// The number of distances up to which there is something to see: those of nearly all unrelated pairs.
pub(crate) fn distances(calibration: &Calibration) -> usize {
    let unrelated = calibration.unrelated();
    let all = unrelated.shares().len();
    (1..all).find(|&n| unrelated.share_within(n as u32) > NEARLY_ALL).map_or(all, |n| n + 1)
}

/// The share of unrelated pairs above whose distance nothing is shown.
const NEARLY_ALL: f64 = 0.999;

/// Shares to choose from. They are close to each other at both ends: of all pairs of documents, very few are near.
const STEPS: [f64; 19] =
    [0.0, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/// The class of unrelated pairs among the three.
const UNRELATED: usize = 2;
/// Two shares as close as this are the same step.
const SAME: f64 = 1e-9;

/// The prior with one class a step more or less common. The other two keep their proportion, so the three add up to 1.
pub(crate) fn moved(prior: Prior, class: usize, more: bool) -> Prior {
    let mut shares = prior.shares();
    let Some(&share) = shares.get(class) else { return prior };
    // The share of unrelated pairs is close to 1 as a rule: its steps are those of all others together.
    let (now, more_steps) = if class == UNRELATED { (1.0 - share, !more) } else { (share, more) };
    let next = if more_steps {
        STEPS.into_iter().find(|&step| step > now + SAME)
    } else {
        STEPS.into_iter().rev().find(|&step| step < now - SAME)
    };
    let Some(next) = next.map(|next| if class == UNRELATED { 1.0 - next } else { next }) else { return prior };
    let others = 1.0 - share;
    for (_, other) in shares.iter_mut().enumerate().filter(|(at, _)| *at != class) {
        *other = if others > SAME { *other / others * (1.0 - next) } else { (1.0 - next) / 2.0 };
    }
    shares[class] = next;
    Prior::new(shares).unwrap_or(prior)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn shares_add_up_to_one_wherever_they_are_moved(
            moves in prop::collection::vec((0usize..3, any::<bool>()), 0..60),
        ) {
            let mut prior = Prior::ASSUMED;
            for (class, more) in moves {
                let next = moved(prior, class, more);
                let [before, after] = [prior, next].map(|prior| prior.shares());
                prop_assert!((after.iter().sum::<f64>() - 1.0).abs() < 1e-9 && after.iter().all(|share| *share >= 0.0));
                let rose = after[class] > before[class];
                prop_assert!(next == prior || rose == more, "{before:?} {after:?}");
                prior = next;
            }
        }
    }

    #[test]
    fn a_share_moves_by_steps_and_the_others_keep_their_proportion() {
        let more = moved(Prior::ASSUMED, 0, true);
        assert!((more.near - 0.02).abs() < 1e-12 && (more.unrelated / more.related - 98.0).abs() < 1e-6);
        let fewer = moved(Prior::ASSUMED, 2, false);
        assert!((fewer.unrelated - 0.95).abs() < 1e-12 && (fewer.near - fewer.related).abs() < 1e-12);
        let none = Prior { near: 0.0, related: 0.0, unrelated: 1.0 };
        assert!((moved(none, 0, true).near - 0.0001).abs() < 1e-12, "from nothing");
        assert_eq!(moved(none, 0, false), none);
    }
}
