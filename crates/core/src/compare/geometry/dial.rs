//! B turned to any angle: the distance to be expected there, and the distances of many fingerprints of random
//! hyperplanes.

use super::{Angle, Geometry};

/// How many fingerprints of random hyperplanes are drawn.
pub const SAMPLES: usize = 256;

/// Two vectors at a chosen angle.
#[derive(Clone, Debug, PartialEq)]
pub struct Dial {
    /// Random hyperplanes between the two. The first ones, as many as there are bits, are the first fingerprint.
    pub geometry: Geometry,
    /// The bits of a fingerprint.
    pub bits: u8,
    /// How many of the fingerprints have each distance, from 0.
    pub counts: Vec<u16>,
}

impl Dial {
    /// The angle is in degrees; `seed` is the set of random hyperplanes.
    pub fn new(degrees: u16, bits: u8, seed: u64) -> Self {
        let cosine = libm::cos(f64::from(degrees.min(180)).to_radians());
        let (angle, width) = (Angle::of(cosine), usize::from(bits));
        let mut counts = vec![0; width + 1];
        for sample in 0..SAMPLES {
            let numbers = sample * width..(sample + 1) * width;
            let hamming = numbers.filter(|&number| angle.random(number, seed).separates()).count();
            counts[hamming] += 1;
        }
        Self { geometry: Geometry::random(cosine, seed), bits, counts }
    }

    /// The distance to be expected.
    pub fn expected(&self) -> f64 {
        self.geometry.angle.share() * f64::from(self.bits)
    }

    /// The distance of the first fingerprint.
    pub fn hamming(&self) -> usize {
        self.geometry.separating(self.bits.into())
    }

    /// The least and the most distance of all fingerprints.
    pub fn range(&self) -> [usize; 2] {
        let some = |count: &u16| *count > 0;
        [self.counts.iter().position(some), self.counts.iter().rposition(some)].map(Option::unwrap_or_default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_lie_about_the_expected_one_and_grow_with_the_angle() {
        let mut before = 0.0;
        for degrees in (0..=180).step_by(5) {
            let dial = Dial::new(degrees, 64, 7);
            assert_eq!(dial.counts.iter().map(|&n| usize::from(n)).sum::<usize>(), SAMPLES);
            let total: usize = dial.counts.iter().enumerate().map(|(hamming, &n)| hamming * usize::from(n)).sum();
            let mean = total as f64 / SAMPLES as f64;
            // Four standard errors of a mean of so many binomial numbers.
            let share = f64::from(degrees) / 180.0;
            let error = 4.0 * (64.0 * share * (1.0 - share) / SAMPLES as f64).sqrt() + 1e-6;
            assert!((mean - dial.expected()).abs() <= error, "{degrees}: {mean} for {}", dial.expected());
            assert!(mean >= before, "{degrees}");
            let [least, most] = dial.range();
            assert!((least..=most).contains(&dial.hamming()));
            before = mean;
        }
        assert_eq!((Dial::new(0, 64, 1).range(), Dial::new(180, 128, 1).range()), ([0, 0], [128, 128]));
        assert_eq!(Dial::new(40, 64, 3), Dial::new(40, 64, 3));
    }
}
