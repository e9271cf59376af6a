//! The number of words of a text that can be replaced at random before it is no longer called a near-duplicate of the
//! original.
//!
//! A run replaces one word after the other, in random order, by random words of the same script, and records the
//! distance after 1, 2, 5 … words. The words come from the table of synonyms, regardless of meaning. The same seed
//! gives the same curve on every machine.

use super::{Dice, synonyms::synonyms};
use crate::simhash::{CountError, Fingerprint, NoChinese, Pipeline, Recipe, Segment, Watch, segments, sketch};

/// The numbers of replaced words after which the distance is measured.
pub const REPLACED: [usize; 8] = [1, 2, 5, 10, 20, 40, 80, 160];
/// The number of runs.
pub const RUNS: usize = 60;
/// The seed of the first run; each further run has the next number.
const SEED: u64 = 0x0051_4D5C_09E5;

/// The distances of the runs so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robustness {
    /// The number of words of the text.
    pub words: usize,
    /// One point a number of replaced words; only as many as the text has words for.
    pub points: Vec<RobustnessPoint>,
}

/// The distances after one number of replaced words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobustnessPoint {
    /// The number of replaced words.
    pub replaced: usize,
    /// The Hamming distance to the unchanged text in bits, of each run. A text that lost its fingerprint has the full
    /// width.
    pub distances: Vec<u32>,
}

impl RobustnessPoint {
    /// The share of the runs that stayed within `k`; `None` before the first.
    pub fn within(&self, k: u32) -> Option<f64> {
        let near = self.distances.iter().filter(|&&hamming| hamming <= k).count();
        (!self.distances.is_empty()).then(|| near as f64 / self.distances.len() as f64)
    }

    /// The mean distance; `None` before the first run.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.distances.iter().copied().map(f64::from).sum();
        (!self.distances.is_empty()).then(|| sum / self.distances.len() as f64)
    }
}

impl Robustness {
    /// The number of runs done.
    pub fn runs(&self) -> usize {
        self.points.last().map_or(0, |point| point.distances.len())
    }
}

/// Replaces words of `text` by chance, in [`RUNS`] runs. The result has no points if the text has no fingerprint. Calls
/// `progress` with the distances so far after each run; the [`Watch`] counts fingerprints.
///
/// # Errors
/// As [`Pipeline::sketch`]; and of a Chinese text without the feature `chinese`, whatever the recipe, as words are
/// replaced.
pub fn robustness(
    text: &str,
    recipe: &Recipe,
    mut progress: impl FnMut(&Robustness),
    watch: &Watch,
) -> Result<Robustness, CountError> {
    NoChinese::check(text)?;
    let Some(before) = Pipeline::new(recipe).watched(watch).sketch(text)?.fingerprint else {
        return Ok(Robustness::default());
    };
    let words: Vec<Segment> = segments(text).into_iter().filter(|segment| segment.is_word()).collect();
    let point = |replaced: usize| RobustnessPoint { replaced, distances: Vec::new() };
    let points = REPLACED.into_iter().filter(|&n| n <= words.len()).map(point).collect();
    let mut robustness = Robustness { words: words.len(), points };
    watch.expect((RUNS * robustness.points.len()) as u64);
    let most = robustness.points.last().map_or(0, |point| point.replaced);
    for run in 0..RUNS {
        let mut dice = Dice::new(SEED + run as u64);
        let order = dice.some_of(words.len(), most);
        let new: Vec<&str> = order.iter().map(|&at| synonyms().any(words[at].span.of(text), &mut dice)).collect();
        for point in &mut robustness.points {
            watch.check().map_err(CountError::Stopped)?;
            let mut instead: Vec<(usize, &str)> =
                order.iter().copied().zip(new.iter().copied()).take(point.replaced).collect();
            instead.sort_unstable();
            let changed = replaced(text, &words, &instead);
            // It would count bytes of text.
            let after = sketch(&changed, recipe)?.fingerprint;
            point.distances.push(hamming(before, after));
            watch.advance(1);
        }
        progress(&robustness);
    }
    Ok(robustness)
}

fn hamming(before: Fingerprint, after: Option<Fingerprint>) -> u32 {
    after.map_or(u32::from(before.width()), |after| before.hamming(after))
}

/// The text with some of its words replaced, in the order of their places.
pub(super) fn replaced(text: &str, words: &[Segment], instead: &[(usize, &str)]) -> String {
    let mut changed = String::with_capacity(text.len() + instead.len() * 4);
    let mut end = 0;
    for &(at, word) in instead {
        let place = words[at].span.range();
        changed.push_str(&text[end..place.start]);
        changed.push_str(word);
        end = place.end;
    }
    changed.push_str(&text[end..]);
    changed
}

#[cfg(all(test, feature = "chinese"))]
mod tests {
    use super::*;

    fn curve(text: &str) -> Robustness {
        robustness(text, &Recipe::default(), |_| (), &Watch::default()).unwrap()
    }

    #[test]
    fn it_is_the_same_every_time_and_falls() {
        let text = include_str!("../../../../assets/samples/lighthouse-zh.txt");
        let robustness = curve(text);
        assert_eq!(robustness, curve(text));
        assert_eq!((robustness.runs(), robustness.points.len()), (RUNS, REPLACED.len()));
        let mean: Vec<f64> = robustness.points.iter().filter_map(RobustnessPoint::mean).collect();
        assert!(mean.windows(2).all(|two| two[0] <= two[1] + 0.3), "{mean:?}");
        let (first, last) = (&robustness.points[0], &robustness.points[7]);
        assert!(first.within(3) > last.within(3), "{first:?} {last:?}");
        assert_eq!(last.within(64), Some(1.0));
    }

    #[test]
    fn a_short_text_has_fewer_points_and_an_empty_one_none() {
        assert_eq!(curve("one two three").points.iter().map(|p| p.replaced).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(curve(""), Robustness::default());
    }

    #[test]
    fn it_stops_when_asked_to() {
        let watch = Watch::default();
        let mut runs = 0;
        let progress = |_: &Robustness| {
            runs += 1;
            watch.stop();
        };
        let stopped = robustness("one two three four five six", &Recipe::default(), progress, &watch);
        assert!(matches!(stopped, Err(CountError::Stopped(_))));
        assert_eq!(runs, 1);
    }

    #[test]
    fn words_are_replaced_in_their_places() {
        let text = "one, two; three.";
        let words: Vec<Segment> = segments(text).into_iter().filter(|segment| segment.is_word()).collect();
        assert_eq!(replaced(text, &words, &[(0, "x"), (2, "yy")]), "x, two; yy.");
        assert_eq!(replaced(text, &words, &[]), text);
    }
}
