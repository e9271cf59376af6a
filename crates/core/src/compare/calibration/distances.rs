//! How many pairs there are at each distance.

/// The number of pairs at each Hamming distance, from 0 to the width of the fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    counts: Vec<u64>,
}

impl Distances {
    /// No pair of fingerprints of that width.
    pub fn none(bits: u8) -> Self {
        Self { counts: vec![0; usize::from(bits) + 1] }
    }

    /// With the number of pairs at each distance.
    pub fn from_counts(counts: Vec<u64>) -> Self {
        Self { counts }
    }

    /// The number of pairs at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Counts a pair. A distance above the width counts as the width.
    pub fn add(&mut self, hamming: u32) {
        let last = self.counts.len().saturating_sub(1);
        if let Some(count) = self.counts.get_mut((hamming as usize).min(last)) {
            *count += 1;
        }
    }

    /// Counts the pairs of another list of the same width too.
    pub fn extend(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
    }

    /// The number of pairs.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The number of pairs at most so far apart.
    pub fn within(&self, k: u32) -> u64 {
        self.counts.iter().take(k as usize + 1).sum()
    }

    /// The share of the pairs that are at most so far apart; `None` if there are no pairs.
    pub fn share_within(&self, k: u32) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| self.within(k) as f64 / total as f64)
    }

    /// The mean distance; `None` if there are no pairs.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self.counts.iter().enumerate().map(|(hamming, &count)| hamming as f64 * count as f64).sum();
        (total > 0).then(|| sum / total as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_means() {
        let mut distances = Distances::none(8);
        assert_eq!((distances.share_within(8), distances.mean()), (None, None));
        for hamming in [0, 2, 2, 99] {
            distances.add(hamming);
        }
        assert_eq!(distances.counts(), [1, 0, 2, 0, 0, 0, 0, 0, 1]);
        assert_eq!((distances.share_within(1), distances.share_within(8)), (Some(0.25), Some(1.0)));
        assert_eq!((distances.mean(), distances.within(200)), (Some(3.0), 4));
    }
}
