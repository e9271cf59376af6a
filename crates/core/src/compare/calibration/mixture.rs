//! The distances of unrelated pairs as their cosines predict them.
//!
//! Two vectors at the angle θ are on different sides of a random hyperplane with probability θ/π (Charikar 2002). So the
//! distance of a pair is binomial with its own p = acos(cosine)/π, and that of all pairs is the mixture. One binomial with
//! p = ½ is wrong by orders of magnitude in the tail, as texts in one language are never at right angles.

use std::f64::consts::PI;

/// The number of steps between p = 0 and p = 1: pairs are counted by p, which is what makes millions of them cheap. A
/// step changes a probability at distance 0 of 64 bits by under 4 % at p = 0.4.
pub(crate) const STEPS: usize = 2048;

/// The step of a pair with that cosine.
pub(crate) fn step(cosine: f64) -> usize {
    let p = libm::acos(cosine.clamp(-1.0, 1.0)) / PI;
    ((p * STEPS as f64) as usize).min(STEPS - 1)
}

/// The expected number of pairs at each distance from 0 to `bits`, of so many pairs at each step.
pub(crate) fn expected(steps: &[u32], bits: u8) -> Vec<f64> {
    let mut expected = vec![0.0; usize::from(bits) + 1];
    for (step, &pairs) in steps.iter().enumerate().filter(|(_, pairs)| **pairs > 0) {
        let p = (step as f64 + 0.5) / STEPS as f64;
        for (sum, share) in expected.iter_mut().zip(binomial(bits, p)) {
            *sum += share * f64::from(pairs);
        }
    }
    expected
}

/// The probability of each number of hits in `n` trials, each with probability `p` between 0 and 1.
fn binomial(n: u8, p: f64) -> impl Iterator<Item = f64> {
    let n = f64::from(n);
    let odds = p / (1.0 - p);
    let first = libm::pow(1.0 - p, n);
    (0..=n as u32).scan(first, move |share, hits| {
        let now = *share;
        *share *= (n - f64::from(hits)) / (f64::from(hits) + 1.0) * odds;
        Some(now)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binomial_adds_up_to_one_and_has_its_mean() {
        for (n, p) in [(64, 0.44), (128, 0.5), (3, 0.01), (64, 0.999)] {
            let shares: Vec<f64> = binomial(n, p).collect();
            let mean: f64 = shares.iter().enumerate().map(|(hits, share)| hits as f64 * share).sum();
            assert_eq!(shares.len(), usize::from(n) + 1);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{n} {p}");
            assert!((mean - f64::from(n) * p).abs() < 1e-6, "{n} {p} {mean}");
        }
    }

    #[test]
    fn right_angles_give_half_of_the_bits() {
        let mut steps = vec![0; STEPS];
        steps[step(0.0)] = 10;
        let expected = expected(&steps, 64);
        assert!((expected.iter().sum::<f64>() - 10.0).abs() < 1e-9);
        assert!((expected[32] / 10.0 - 0.0993).abs() < 0.001, "{}", expected[32]);
        assert_eq!((step(1.0), step(-1.0), step(2.0)), (0, STEPS - 1, 0));
    }
}
