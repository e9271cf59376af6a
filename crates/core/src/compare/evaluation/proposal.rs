//! The thresholds of the signals beside the distance that labelled pairs propose.

use super::{Judged, Mid, Rule, Score};

/// A threshold and what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProposedThreshold {
    /// In whole percent, as in the settings.
    pub percent: u8,
    /// The pairs it calls near; pairs in between count as neither.
    pub score: Score,
}

/// For each signal the threshold with the best F1 on some pairs, the least of several; `None` if it finds no near pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProposedThresholds {
    /// The least of the larger shares.
    pub shared: Option<ProposedThreshold>,
    /// The least cosine.
    pub cosine: Option<ProposedThreshold>,
}

impl ProposedThresholds {
    /// Tries every whole percent.
    pub fn new(pairs: &[Judged]) -> Self {
        Self {
            shared: best(pairs, |least| Rule { shared: Some(least), ..Rule::default() }),
            cosine: best(pairs, |least| Rule { cosine: Some(least), ..Rule::default() }),
        }
    }
}

fn best(pairs: &[Judged], rule: fn(f64) -> Rule) -> Option<ProposedThreshold> {
    let proposed = (1..=100).map(|percent| {
        let score = Score::new(pairs, rule(f64::from(percent) / 100.0), Mid::Neither);
        ProposedThreshold { percent, score }
    });
    let found = proposed.filter(|proposed| proposed.score.near_called > 0);
    found.reduce(|best, next| if next.score.f1() > best.score.f1() { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::evaluation::Label;

    #[test]
    fn the_least_threshold_with_the_best_f1_is_proposed() {
        let pair = |label, shared, cosine| Judged { label, hamming: None, shared, cosine };
        let pairs = [
            pair(Label::Near, 0.82, Some(0.99)),
            pair(Label::Near, 0.9, Some(0.95)),
            pair(Label::Mid, 0.8, Some(1.0)),
            pair(Label::Far, 0.597, Some(0.97)),
            pair(Label::Far, 0.1, None),
        ];
        let ProposedThresholds { shared, cosine } = ProposedThresholds::new(&pairs);
        let shared = shared.unwrap();
        assert_eq!((shared.percent, shared.score.f1()), (60, Some(1.0)));
        let cosine = cosine.unwrap();
        assert_eq!(
            (cosine.percent, cosine.score.near_called, cosine.score.far_called),
            (1, 2, 1),
            "F1 0.8 beats 0.667"
        );
        assert_eq!(ProposedThresholds::new(&pairs[2..]), ProposedThresholds { shared: None, cosine: None });
    }
}
