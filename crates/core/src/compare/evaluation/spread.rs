//! Mean, standard deviation and bootstrap interval.

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Values of one measure: over seeds, for example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Their arithmetic mean.
    pub mean: f64,
    /// Their standard deviation, with n − 1 in the denominator; 0 for a single value.
    pub sd: f64,
    /// How many there are.
    pub n: usize,
}

impl Spread {
    /// Of some values; `None` of none.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let values: Vec<f64> = values.into_iter().collect();
        let n = values.len();
        if n == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let sd = if n > 1 { (squares / (n - 1) as f64).sqrt() } else { 0.0 };
        Some(Self { mean, sd, n })
    }
}

/// How often a resample is drawn. The ends of a 95 % interval are then the 25th value from either side.
pub const RESAMPLES: usize = 1000;

/// A 95 % interval by the bootstrap (Efron 1979, percentile method) over `groups`: each resample draws as many groups as
/// there are, with replacement, and `measure` gets how often each was drawn. The seed decides on the draws. `None` if
/// `measure` has too few values.
pub fn bootstrap(groups: usize, seed: u64, mut measure: impl FnMut(&[u32]) -> Option<f64>) -> Option<[f64; 2]> {
    interval((0..RESAMPLES).filter_map(|resample| measure(&draws(groups, seed, resample))).collect())
}

/// How often each group is drawn for a resample.
pub(in crate::compare) fn draws(groups: usize, seed: u64, resample: usize) -> Vec<u32> {
    let mut drawn = vec![0; groups];
    for draw in 0..groups as u64 {
        let random = xxh3_64_with_seed(&[(resample as u64).to_le_bytes(), draw.to_le_bytes()].concat(), seed);
        drawn[((u128::from(random) * groups as u128) >> 64) as usize] += 1;
    }
    drawn
}

/// The 95 % interval of the values of [`RESAMPLES`] resamples; `None` if most of them have no value, as the
/// others make no interval.
pub(in crate::compare) fn interval(mut values: Vec<f64>) -> Option<[f64; 2]> {
    if values.len() * 2 < RESAMPLES {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let cut = values.len() / 40;
    Some([values[cut], values[values.len() - 1 - cut]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_standard_deviation() {
        assert_eq!(Spread::new([]), None);
        assert_eq!(Spread::new([2.5]), Some(Spread { mean: 2.5, sd: 0.0, n: 1 }));
        let spread = Spread::new([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert!((spread.mean - 5.0).abs() < 1e-12 && (spread.sd - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn the_interval_of_a_share_is_about_the_normal_one() {
        // 300 of 1,000: 0.3 ± 1.96 √(0.3·0.7/1000) = 0.272 to 0.328.
        let share = |drawn: &[u32]| {
            let hits: u32 = drawn[..300].iter().sum();
            Some(f64::from(hits) / 1000.0)
        };
        let [low, high] = bootstrap(1000, 1, share).unwrap();
        assert!((low - 0.272).abs() < 0.005 && (high - 0.328).abs() < 0.005, "{low} {high}");
        assert_eq!(bootstrap(1000, 1, share), bootstrap(1000, 1, share));
        assert_eq!(bootstrap(3, 1, |_| None), None);
        assert_eq!(bootstrap(1, 7, |_| Some(0.5)), Some([0.5, 0.5]));
    }
}
