//! The meaning of a Hamming distance: the corresponding angle, its interval, and the effect of chance.

use std::f64::consts::PI;

/// The cosine that corresponds to `hamming` differing bits of `bits`: cos(π·HD/b).
///
/// For random hyperplanes the share of differing bits estimates the angle between two weight vectors divided by π
/// (Charikar 2002). The estimate is close only if the weight is spread over many features and the bits are independent.
pub fn cosine_of(hamming: u32, bits: u8) -> f64 {
    libm::cos(PI * f64::from(hamming) / f64::from(bits.max(1)))
}

/// The 95% interval of that cosine: Clopper–Pearson for `hamming` successes in `bits` trials, transformed by cos(π·p).
/// Lower end first.
pub fn cosine_interval(hamming: u32, bits: u8) -> (f64, f64) {
    let (low, high) = share_interval(hamming, bits);
    (libm::cos(PI * high), libm::cos(PI * low))
}

/// The 95% interval of the share of hyperplanes that separate two texts, given that `hamming` of `bits` do:
/// Clopper–Pearson.
pub fn share_interval(hamming: u32, bits: u8) -> (f64, f64) {
    clopper_pearson(hamming, u32::from(bits), 0.05)
}

/// The chance that two random fingerprints of `bits` bits are at most `k` apart.
pub fn chance_within(k: u32, bits: u8) -> f64 {
    binomial_cdf(k, u32::from(bits), 0.5)
}

/// Above this chance, a distance within k means little, and the verdict says so.
pub const CHANCE_LIMIT: f64 = 0.01;

/// The exact (Clopper–Pearson 1934) confidence interval of a share, for `hits` of `trials`.
fn clopper_pearson(hits: u32, trials: u32, alpha: f64) -> (f64, f64) {
    // The lower end is where P(X >= hits) = α/2, the upper where P(X <= hits) = α/2; both are monotone in p.
    let low = if hits == 0 { 0.0 } else { solve(|p| 1.0 - binomial_cdf(hits - 1, trials, p) >= alpha / 2.0) };
    let high = if hits >= trials { 1.0 } else { solve(|p| binomial_cdf(hits, trials, p) <= alpha / 2.0) };
    (low, high)
}

/// The least p in 0..=1 for which the monotone condition holds.
fn solve(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

/// P(X <= hits) for X binomial.
fn binomial_cdf(hits: u32, trials: u32, p: f64) -> f64 {
    if hits >= trials || p <= 0.0 {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    let mut log_choose = 0.0;
    let mut sum = 0.0;
    for i in 0..=hits {
        if i > 0 {
            log_choose += libm::log(f64::from(trials - i + 1)) - libm::log(f64::from(i));
        }
        let log_p = log_choose + f64::from(i) * libm::log(p) + f64::from(trials - i) * libm::log1p(-p);
        sum += libm::exp(log_p);
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 5e-4, "{a} is not {b}");
    }

    #[test]
    fn distance_five_of_64_as_in_the_design() {
        close(cosine_of(5, 64), 0.970);
        let (low, high) = cosine_interval(5, 64);
        close(low, 0.856);
        close(high, 0.997);
    }

    #[test]
    fn ends_are_closed() {
        assert!((cosine_interval(0, 64).1 - 1.0).abs() < 1e-12);
        assert!((cosine_interval(64, 64).0 + 1.0).abs() < 1e-12);
    }

    #[test]
    fn small_widths_are_near_by_chance() {
        close(chance_within(3, 3), 1.0);
        close(chance_within(3, 6), 0.656);
        close(chance_within(3, 8), 0.363);
        assert!(chance_within(3, 64) < 3e-15);
    }
}
