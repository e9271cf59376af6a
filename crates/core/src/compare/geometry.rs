//! Hyperplanes drawn as lines: two documents as two vectors at their true angle, and the hyperplanes that separate
//! them.
//!
//! A hyperplane through the origin intersects the plane of two weight vectors in a line, unless it contains the plane.
//! A bit is the side of that line on which a vector lies; two vectors at angle θ are on different sides of a random
//! hyperplane with probability θ/π (Goemans and Williamson 1995; Charikar 2002). The module gives random hyperplanes
//! and those of the fingerprints. It is pure, and must not know screens or a clock.

use std::f64::consts::PI;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Comparison;
use crate::simhash::{Feature, Fixed, Trace, from_fixed};

/// The number of random hyperplanes.
pub const RANDOM: usize = 1024;

/// Below this sine, two vectors lie on one line within the precision of 64-bit floats, and span no plane.
const FLAT: f64 = 1e-6;

/// The directions of A and B in the plane they span: A on the first axis, B turned from it by their angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Angle {
    cosine: f64,
    sine: f64,
}

/// A hyperplane through the origin, seen as a line in the plane they span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hyperplane {
    /// The component of its normal in the plane of the vectors; the line is perpendicular to it. Of length 1 for random
    /// hyperplanes.
    pub normal: [f64; 2],
    /// The bits of A and of B: whether each lies on the side that the normal points to.
    pub bits: [bool; 2],
}

/// Hyperplanes in an order, and how many of the first n separate A from B.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// The angle between A and B.
    pub angle: Angle,
    /// In the order in which they are counted.
    pub hyperplanes: Vec<Hyperplane>,
    /// The numbers for the first 0, 1, 2, … hyperplanes.
    separating: Vec<u16>,
}

impl Angle {
    /// The angle of two vectors with that cosine.
    pub fn of(cosine: f64) -> Self {
        let cosine = cosine.clamp(-1.0, 1.0);
        Self { cosine, sine: (1.0 - cosine * cosine).max(0.0).sqrt() }
    }

    /// θ, from 0 to π.
    pub fn radians(self) -> f64 {
        libm::atan2(self.sine, self.cosine)
    }

    /// θ in degrees.
    pub fn degrees(self) -> f64 {
        self.radians().to_degrees()
    }

    /// θ/π: the share of random hyperplanes that separate the two vectors.
    pub fn share(self) -> f64 {
        self.radians() / PI
    }

    /// Returns true if the two vectors lie on one line and span no plane.
    pub fn flat(self) -> bool {
        self.sine < FLAT
    }

    /// A and B, each one long.
    pub fn vectors(self) -> [[f64; 2]; 2] {
        [[1.0, 0.0], [self.cosine, self.sine]]
    }

    /// Random hyperplane number `number` of the set `seed`: always the same, independent of earlier calls.
    ///
    /// The normal of a hyperplane in many dimensions that favours no direction favours none in any plane it is seen in,
    /// so its direction there is drawn evenly from the circle.
    pub(crate) fn random(self, number: usize, seed: u64) -> Hyperplane {
        let normal = direction(number, seed);
        Hyperplane { normal, bits: self.vectors().map(|vector| dot(normal, vector) > 0.0) }
    }

    /// The hyperplane whose normal has these products with A and B, both scaled to length 1.
    ///
    /// If A and B lie on one line, nothing is known of the normal beside it: that part is 0.
    fn with_products(self, [a, b]: [f64; 2], bits: [bool; 2]) -> Hyperplane {
        let beside = if self.flat() { 0.0 } else { (b - a * self.cosine) / self.sine };
        Hyperplane { normal: [a, beside], bits }
    }
}

impl Hyperplane {
    /// A and B lie on different sides.
    pub fn separates(&self) -> bool {
        self.bits[0] != self.bits[1]
    }
}

impl Geometry {
    /// [`RANDOM`] random hyperplanes between two vectors with that cosine.
    pub fn random(cosine: f64, seed: u64) -> Self {
        let angle = Angle::of(cosine);
        Self::new(angle, (0..RANDOM).map(|number| angle.random(number, seed)).collect())
    }

    /// The hyperplanes of the fingerprints, one per column, between two vectors with that cosine; `None` if a text has
    /// no fingerprint.
    ///
    /// The normal of column i has a component for each feature: +1 where the feature's hash has a 1 in column i, −1
    /// where it has a 0. So its product with a weight vector is exactly V\[i\], and the bit is the side.
    pub fn columns(cosine: f64, traces: [&Trace; 2]) -> Option<Self> {
        let angle = Angle::of(cosine);
        let bits = traces.map(|trace| trace.sketch.fingerprint);
        let [a, b] = [bits[0]?, bits[1]?];
        let column = |(i, (&v, &w)): (usize, (&Fixed, &Fixed))| {
            let products = [from_fixed(v) / traces[0].norm, from_fixed(w) / traces[1].norm];
            angle.with_products(products, [a.bit(i), b.bit(i)])
        };
        Some(Self::new(angle, traces[0].sums.iter().zip(&traces[1].sums).enumerate().map(column).collect()))
    }

    fn new(angle: Angle, hyperplanes: Vec<Hyperplane>) -> Self {
        let mut separating = Vec::with_capacity(hyperplanes.len() + 1);
        separating.push(0);
        let mut sum = 0;
        for hyperplane in &hyperplanes {
            sum += u16::from(hyperplane.separates());
            separating.push(sum);
        }
        Self { angle, hyperplanes, separating }
    }

    /// The number of the first `n` hyperplanes (or all, if there are fewer) that separate A from B.
    pub fn separating(&self, n: usize) -> usize {
        usize::from(self.separating[n.min(self.hyperplanes.len())])
    }

    /// Their share; of no hyperplanes, 0.
    pub fn share(&self, n: usize) -> f64 {
        self.separating(n) as f64 / n.clamp(1, self.hyperplanes.len().max(1)) as f64
    }
}

/// Both kinds of hyperplanes of one pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometries {
    /// The columns of the fingerprints.
    pub columns: Geometry,
    /// Hyperplanes drawn at random.
    pub random: Geometry,
    /// In how many columns the fingerprints differ.
    pub hamming: u32,
}

impl Geometries {
    /// The hyperplanes of a pair, and random ones; `None` if a text has no fingerprint or no direction.
    pub fn of(comparison: &Comparison, traces: [&Trace; 2]) -> Option<Self> {
        let (cosine, hamming) = (comparison.cosine?, comparison.pair.hamming()?);
        let columns = Geometry::columns(cosine, traces)?;
        Some(Self { columns, random: Geometry::random(cosine, 0), hamming })
    }
}

/// A direction drawn evenly from the circle: number `number` of the set `seed`, as a vector one long.
fn direction(number: usize, seed: u64) -> [f64; 2] {
    let drawn = xxh3_64_with_seed(&(number as u64).to_le_bytes(), seed);
    // The 53 bits that a float holds.
    let turn = (drawn >> 11) as f64 / (1u64 << 53) as f64 * 2.0 * PI;
    [libm::cos(turn), libm::sin(turn)]
}

/// The number of random lines in a [`Plane`].
pub const LINES: usize = 64;

/// The set of its lines: of the first three each lies between the axes, far enough from the others to be looked at.
const SET: u64 = 16_981;

/// Texts of two words as points of a plane, and random lines through its origin: what two dimensions show of texts of
/// many words and hyperplanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    /// The weights of the two words in each text.
    pub points: Vec<[f64; 2]>,
}

impl Plane {
    /// The greatest weight that there is room for.
    pub const MOST: f64 = 8.0;

    /// Texts as points, by their weights of the two words of the first text.
    pub fn of(texts: &[&Trace]) -> Self {
        let words = texts.first().map_or(&[][..], |first| &first.features);
        let weight = |trace: &Trace, at: usize| {
            let same = |feature: &&Feature| words.get(at).is_some_and(|word| word.key == feature.key);
            trace.features.iter().find(same).map_or(0.0, |feature| from_fixed(feature.weight))
        };
        Self { points: texts.iter().map(|trace| [0, 1].map(|at| weight(trace, at))).collect() }
    }

    /// The arrow of a line, one long and at right angles to it.
    pub fn normal(line: usize) -> [f64; 2] {
        direction(line, SET)
    }

    /// Returns true if a point lies on the side that the line's arrow points to: the bit of the text.
    pub fn bit(point: [f64; 2], line: usize) -> bool {
        dot(point, Self::normal(line)) > 0.0
    }

    /// The angle of the first two points; `None` if there are not two, or one has no direction.
    pub fn angle(&self) -> Option<Angle> {
        let [a, b] = *self.points.first_chunk()?;
        let length = dot(a, a).sqrt() * dot(b, b).sqrt();
        (length > 0.0).then(|| Angle::of(dot(a, b) / length))
    }

    /// The places, half a unit apart, of the wedge between the first two points; of one point, of the side that the
    /// arrow of an only line points to.
    pub fn ground(&self, lines: usize, most: f64) -> impl Iterator<Item = [f64; 2]> {
        let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
        let is_in = move |&place: &[f64; 2]| match self.points[..] {
            [a, b, ..] => cross(a, place) * cross(b, place) < 0.0 && dot(place, place) < most * most,
            _ => lines == 1 && Self::bit(place, 0),
        };
        let steps = move || (0..(2.0 * most) as usize).map(|at| at as f64 / 2.0 + 0.25);
        steps().flat_map(move |x| steps().map(move |y| [x, y])).filter(is_in)
    }

    /// Returns true if a line separates the first two points.
    pub fn separates(&self, line: usize) -> bool {
        matches!(self.points[..], [a, b, ..] if Self::bit(a, line) != Self::bit(b, line))
    }
}

/// The product of two vectors in two dimensions.
pub(crate) fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        compare::{
            Examined,
            coverage::RunLength,
            pair::{compare, cosine},
        },
        simhash::{Pipeline, Recipe},
    };

    fn columns(texts: [&str; 2], recipe: &str) -> (Geometry, (f64, Option<u32>), [Arc<Trace>; 2]) {
        let recipe: Recipe = recipe.parse().unwrap();
        let [a, b] = texts.map(|text| Examined::new(text, &Pipeline::new(&recipe), RunLength::default()).unwrap());
        let cosine = cosine(&a.subject, &b.subject).unwrap();
        let hamming = compare([0, 1], &a.subject, &b.subject, false).hamming();
        (Geometry::columns(cosine, [&a.trace, &b.trace]).unwrap(), (cosine, hamming), [a.trace, b.trace])
    }

    /// Article 001: h(w1) … h(w5) in 3 bits and d = (1, 2, 0, 3, 0) give m = (−4, −2, 6), hence 001; and the three
    /// hyperplanes have the normals r1 = (1, −1, 1, −1, 1), …, made of the first, second, third bits of the words.
    #[test]
    fn article_001_through_the_same_code() {
        let d = "w1\t1\t5\nw2\t2\t3\nw3\t0\t4\nw4\t3\t1\nw5\t0\t6\n";
        // The one word w2 beside it: the products with it are the second components of r1, r2 and r3.
        let (geometry, (cosine, hamming), traces) = columns([d, "w2\t1\t3\n"], "given;fold=none;given;xxh3-64;3;gt");
        let length = 14f64.sqrt();
        assert!((cosine - 2.0 / length).abs() < 1e-12);
        let [a, b] = geometry.angle.vectors();
        let products: Vec<_> =
            geometry.hyperplanes.iter().map(|p| [dot(p.normal, a) * length, dot(p.normal, b)]).collect();
        for (found, expected) in products.iter().flatten().zip([-4.0, -1.0, -2.0, 1.0, 6.0, 1.0]) {
            assert!((found - expected).abs() < 1e-9, "{products:?}");
        }
        let bits = |side: usize| geometry.hyperplanes.iter().map(|p| u8::from(p.bits[side])).collect::<Vec<_>>();
        assert_eq!((bits(0), bits(1)), (vec![0, 0, 1], vec![0, 1, 1]));
        assert_eq!(traces[0].sketch.fingerprint.unwrap().to_string(), "1");
        assert_eq!((geometry.separating(3), hamming), (1, Some(1)));
    }

    #[test]
    fn the_hyperplanes_of_the_fingerprint_are_its_columns() {
        let texts = ["the keeper lit the lamp at dusk and went home", "the keeper put the lamp out at dawn"];
        let (geometry, (cosine, hamming), traces) = columns(texts, &Recipe::default().to_string());
        let [a, b] = geometry.angle.vectors();
        assert!((dot(a, b) - cosine).abs() < 1e-12, "the angle is the cosine's");
        for (column, hyperplane) in geometry.hyperplanes.iter().enumerate() {
            for (vector, trace) in [a, b].into_iter().zip(&traces) {
                let v = from_fixed(trace.sums[column]);
                assert!((dot(hyperplane.normal, vector) * trace.norm - v).abs() < 1e-9 * trace.norm);
            }
            let sides = [a, b].map(|vector| dot(hyperplane.normal, vector) > 0.0);
            assert_eq!(hyperplane.bits, sides, "column {column}");
        }
        assert_eq!(Some(geometry.separating(64) as u32), hamming);
        assert!((geometry.share(64) - f64::from(hamming.unwrap()) / 64.0).abs() < 1e-12);
    }

    #[test]
    fn one_direction_is_separated_by_nothing_and_the_opposite_by_all() {
        let (geometry, ..) = columns(["to be or not", "to be or not to be or not"], "space;fold=none;tf;xxh3-64;64;gt");
        assert!(geometry.angle.flat());
        assert_eq!(geometry.separating(64), 0);
        assert_eq!(Geometry::random(1.0, 0).separating(RANDOM), 0);
        assert_eq!(Geometry::random(-1.0, 0).separating(RANDOM), RANDOM);
        let opposite = ["a\t1\nb\t2\n", "a\t-1\nb\t-2\n"];
        let (geometry, ..) = columns(opposite, "given;fold=none;given;xxh3-64;64;gt");
        assert!((geometry.angle.degrees() - 180.0).abs() < 1e-4);
    }

    #[test]
    fn a_text_without_a_direction_has_no_geometry() {
        let examined = |text| Examined::new(text, &Pipeline::new(&Recipe::default()), RunLength::default()).unwrap();
        let [a, b] = ["", "a word"].map(examined);
        let pair = compare([0, 1], &a.subject, &b.subject, false);
        let comparison = Comparison::new(pair, [&a.trace, &b.trace], [&a.subject, &b.subject], 3);
        assert_eq!(Geometries::of(&comparison, [&a.trace, &b.trace]), None);
    }

    #[test]
    fn the_share_runs_to_the_angle() {
        for cosine in [-0.9, -0.3, 0.0, 0.5, 0.9, 0.99] {
            for seed in 0..8 {
                let geometry = Geometry::random(cosine, seed);
                let expected = geometry.angle.share();
                // Five standard deviations of a share of 1,024.
                let most = 5.0 * (expected * (1.0 - expected) / RANDOM as f64).sqrt();
                let away = (geometry.share(RANDOM) - expected).abs();
                assert!(away < most, "cosine {cosine}, set {seed}: {away}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_angle_is_the_cosines(cosine in -1.0..=1.0f64) {
            let angle = Angle::of(cosine);
            let [a, b] = angle.vectors();
            prop_assert!((dot(a, b) - cosine).abs() < 1e-12);
            prop_assert!((libm::cos(angle.radians()) - cosine).abs() < 1e-12);
        }

        #[test]
        fn any_state_is_the_fold_of_its_hyperplanes(cosine in -1.0..=1.0f64, seed: u64, n in 0..=RANDOM) {
            let geometry = Geometry::random(cosine, seed);
            let fold = geometry.hyperplanes.iter().take(n).filter(|hyperplane| hyperplane.separates()).count();
            prop_assert_eq!(geometry.separating(n), fold);
            prop_assert_eq!(geometry.hyperplanes.get(n).copied(), (n < RANDOM).then(|| geometry.angle.random(n, seed)));
        }

        #[test]
        fn bits_are_sides(cosine in -1.0..=1.0f64, number: usize, seed: u64) {
            let angle = Angle::of(cosine);
            let hyperplane = angle.random(number, seed);
            prop_assert_eq!(hyperplane.bits, angle.vectors().map(|vector| dot(hyperplane.normal, vector) > 0.0));
            // Turned about the origin, the hyperplane is the same, and both bits are the other ones.
            let turned = hyperplane.normal.map(|x| -x);
            prop_assert_eq!(hyperplane.bits.map(|bit| !bit), angle.vectors().map(|vector| dot(turned, vector) > 0.0));
        }
    }

    /// Of many lines through the origin as many separate two points as their angle is of 180°; the lines of the plane
    /// show that, and the first three lie apart.
    #[test]
    fn the_lines_of_the_plane_are_drawn_evenly() {
        let plane = Plane { points: vec![[4.0, 5.0], [6.0, 2.0]] };
        let expected = plane.angle().unwrap().share() * LINES as f64;
        let found = (0..LINES).filter(|&line| plane.separates(line)).count();
        assert!((found as f64 - expected).abs() < 1.0, "{found} and {expected}");
        let bits = |point| (0..3).map(|line| Plane::bit(point, line)).collect::<Vec<bool>>();
        assert_eq!(
            plane.points.iter().map(|&point| bits(point)).collect::<Vec<_>>(),
            [[true, false, true], [false, true, true]]
        );
        assert_eq!(Plane { points: vec![[1.0, 1.0], [0.0, 0.0]] }.angle(), None);
    }

    #[test]
    fn texts_have_their_words_on_the_same_axes() {
        let recipe = "words;fold=none;tf;xxh3-64;8;gt".parse().unwrap();
        let traces =
            ["tea tea tea milk", "milk tea tea tea", "milk"].map(|text| crate::simhash::trace(text, &recipe).unwrap());
        let plane = Plane::of(&traces.iter().collect::<Vec<_>>());
        assert_eq!(plane.points, [[3.0, 1.0], [3.0, 1.0], [0.0, 1.0]]);
    }
}
