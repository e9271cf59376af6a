//! Isotonic regression: the falling sequence that is nearest to some values.

/// The sequence that never rises and has the least weighted squared distance from `values`, by pool adjacent violators
/// (Ayer et al. 1955). A value of weight 0 takes the result before it, or the first one.
pub(super) fn falling(values: &[f64], weights: &[f64]) -> Vec<f64> {
    // Runs of one result each: their weighted sum, weight and length.
    let mut pools: Vec<(f64, f64, usize)> = Vec::with_capacity(values.len());
    let mut before = 0;
    for (&value, &weight) in values.iter().zip(weights) {
        if weight <= 0.0 {
            match pools.last_mut() {
                Some((.., length)) => *length += 1,
                None => before += 1,
            }
            continue;
        }
        let mut pool = (value * weight, weight, 1);
        while let Some(&(sum, weight, length)) = pools.last()
            && sum / weight <= pool.0 / pool.1
        {
            pool = (pool.0 + sum, pool.1 + weight, pool.2 + length);
            pools.pop();
        }
        pools.push(pool);
    }
    let Some(first) = pools.first_mut() else { return vec![0.0; values.len()] };
    first.2 += before;
    pools.into_iter().flat_map(|(sum, weight, length)| std::iter::repeat_n(sum / weight, length)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same by the min–max formula (Robertson, Wright and Dykstra 1988), in cubic time.
    fn naive(values: &[f64], weights: &[f64]) -> Vec<f64> {
        let mean = |from: usize, to: usize| {
            let sum: f64 = (from..=to).map(|at| values[at] * weights[at]).sum();
            sum / weights[from..=to].iter().sum::<f64>()
        };
        let at = |at: usize| {
            let most = |to: usize| (0..=at).map(|from| mean(from, to)).fold(f64::INFINITY, f64::min);
            (at..values.len()).map(most).fold(f64::NEG_INFINITY, f64::max)
        };
        (0..values.len()).map(at).collect()
    }

    proptest! {
        #[test]
        fn it_is_what_the_formula_says(points in prop::collection::vec((0.0f64..1.0, 0.01f64..9.0), 0..12)) {
            let (values, weights): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
            let (found, expected) = (falling(&values, &weights), naive(&values, &weights));
            prop_assert_eq!(found.len(), expected.len());
            prop_assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9), "{:?} {:?}", found, expected);
        }

        #[test]
        fn it_never_rises_whatever_the_weights(points in prop::collection::vec((0.0f64..1.0, 0.0f64..2.0), 1..40)) {
            let (values, weights): (Vec<f64>, Vec<f64>) =
                points.into_iter().map(|(value, weight)| (value, (weight - 1.0).max(0.0))).unzip();
            let found = falling(&values, &weights);
            prop_assert_eq!(found.len(), values.len());
            prop_assert!(found.windows(2).all(|two| two[0] >= two[1] - 1e-12));
        }
    }

    #[test]
    fn values_without_weight_take_what_is_beside_them() {
        assert_eq!(falling(&[9.0, 0.5, 7.0, 0.2], &[0.0, 1.0, 0.0, 1.0]), [0.5, 0.5, 0.5, 0.2]);
        assert_eq!(falling(&[1.0, 2.0], &[0.0, 0.0]), [0.0, 0.0]);
    }
}
