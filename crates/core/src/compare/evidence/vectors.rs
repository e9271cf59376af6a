//! The texts as points in the vector space model: a feature is an axis, its weight the coordinate.

use crate::{
    compare::pair::{Subject, cosine},
    simhash::SCALE,
};

/// How far two weight vectors are from each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vectors {
    /// The cosine of the angle between them, −1 to 1; never below 0 where no weight is.
    pub cosine: f64,
    /// The Euclidean distance, in units of weight.
    pub euclidean: f64,
    /// The Euclidean distance once both are made as long as 1: 0 to √2 where no weight is below 0.
    pub normalised: f64,
    /// How long they are.
    pub norms: [f64; 2],
}

impl Vectors {
    /// `None` where one of the two has no direction.
    pub(super) fn new([a, b]: [&Subject; 2]) -> Option<Self> {
        let cosine = cosine(a, b)?;
        let ((of_a, norm_a), (of_b, norm_b)) = (a.vector(), b.vector());
        // Whole numbers, so that it is 0 exactly where the vectors are the same, and the same on every machine.
        let mut squares: i128 = 0;
        let (mut i, mut j) = (0, 0);
        while i < of_a.len() || j < of_b.len() {
            let (in_a, in_b) = match (of_a.get(i), of_b.get(j)) {
                (Some(x), Some(y)) => (x.0 <= y.0, y.0 <= x.0),
                (x, y) => (x.is_some(), y.is_some()),
            };
            let difference = if in_a { of_a[i].1 } else { 0 } - if in_b { of_b[j].1 } else { 0 };
            squares += i128::from(difference) * i128::from(difference);
            (i, j) = (i + usize::from(in_a), j + usize::from(in_b));
        }
        let euclidean = (squares as f64).sqrt() / SCALE as f64;
        let normalised = if squares == 0 { 0.0 } else { (2.0 - 2.0 * cosine).max(0.0).sqrt() };
        Some(Self { cosine, euclidean, normalised, norms: [norm_a, norm_b] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compare::{Examined, coverage::RunLength},
        simhash::{Pipeline, Recipe},
    };

    fn vectors(a: &str, b: &str, recipe: &str) -> Option<Vectors> {
        let recipe: Recipe = recipe.parse().unwrap();
        let [a, b] = [a, b].map(|text| Examined::new(text, &Pipeline::new(&recipe), RunLength::default()).unwrap());
        Vectors::new([&a.subject, &b.subject])
    }

    #[test]
    fn figures_by_hand() {
        // (2, 1, 0) and (1, 0, 2): dot 2, lengths √5 and √5, difference (1, 1, −2).
        let found = vectors("x x y", "x z z", "space;fold=none;tf;xxh3-64;64;gt").unwrap();
        assert!((found.cosine - 0.4).abs() < 1e-12);
        assert!((found.euclidean - 6f64.sqrt()).abs() < 1e-12);
        assert!((found.normalised - 1.2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn doubling_a_text_keeps_the_angle_and_not_the_distance() {
        let once = "the keeper lit the lamp";
        let found = vectors(once, &format!("{once} {once}"), "space;fold=none;tf;xxh3-64;64;gt").unwrap();
        assert!(found.cosine > 1.0 - 1e-12 && found.normalised < 1e-6);
        assert!((found.euclidean - found.norms[0]).abs() < 1e-12);
        assert_eq!(vectors(once, once, "jieba;fold=none;tfidf;xxh3-64;64;gt").unwrap().normalised.to_bits(), 0);
        assert_eq!(vectors(once, " \n", "jieba;fold=none;tfidf;xxh3-64;64;gt"), None);
    }
}
