//! The front door: what most programs need, in three functions, and the same under any [`Recipe`].

use rayon::prelude::*;

use crate::{
    compare::attribution::Joint,
    search::{Flat, Near, join},
    simhash::{CountError, Fingerprint, Recipe, Watch, from_fixed, sketch, trace},
};

/// A bit in which the fingerprints of two texts differ, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct BitDifference {
    /// The number of the column, from 0 at the left.
    pub column: usize,
    /// The sum of the column in A and in B: the bit is 1 if it is above 0.
    pub sums: [f64; 2],
    /// The fewest words that flipped the bit, the one with the most weight first: if each of them had the weight in B
    /// that it has in A, the bit would be the same in both.
    pub words: Vec<String>,
}

/// The fingerprint of a text, 64 bits, under the default recipe.
///
/// `None` for a text without words, which has none; without the feature `chinese` also for one with Han characters, as
/// their words are not known then ([`Recipe::fingerprint`] gives that error).
///
/// ```
/// let [a, b] = ["the lamp was lit at dusk", "at dusk the lamp was lit"].map(simscope_core::fingerprint);
/// assert_eq!(a.zip(b).map(|(a, b)| a.hamming(b)), Some(0), "the order of words does not count");
/// assert_eq!(simscope_core::fingerprint("?!"), None);
/// ```
pub fn fingerprint(text: &str) -> Option<Fingerprint> {
    Recipe::default().fingerprint(text).unwrap_or_default()
}

/// All pairs of texts whose fingerprints differ in at most `k` bits, the nearest first, without comparing every two. A
/// text without a [`fingerprint`] is in no pair. The usual `k` is 3 ([`DEFAULT_K`](crate::compare::DEFAULT_K)).
///
/// ```
/// let texts = ["the lamp was lit at dusk", "wool is carded, then spun", "at dusk the lamp was lit"];
/// let near = simscope_core::near_duplicates(&texts, 3);
/// assert_eq!(near.iter().map(|pair| (pair.a, pair.b, pair.hamming)).collect::<Vec<_>>(), [(0, 2, 0)]);
/// ```
pub fn near_duplicates<T: AsRef<str> + Sync>(texts: &[T], k: u32) -> Vec<Near> {
    near(texts.par_iter().map(|text| fingerprint(text.as_ref())).collect(), k)
}

/// Why the fingerprints of two texts differ: each bit that does, from the left, with its sums and the words that turned
/// it. `None` if a text has no [`fingerprint`].
///
/// ```
/// let bits = simscope_core::explain("the lamp was lit at dusk", "the lamp was lit at dawn").expect("words");
/// assert!(bits.iter().all(|bit| (bit.sums[0] > 0.0) != (bit.sums[1] > 0.0)));
/// assert!(bits.iter().flat_map(|bit| &bit.words).all(|word| word == "dusk" || word == "dawn"));
/// ```
pub fn explain(a: &str, b: &str) -> Option<Vec<BitDifference>> {
    Recipe::default().explain(a, b).unwrap_or_default()
}

/// The three functions under this recipe instead of the default.
///
/// ```
/// use simscope_core::Recipe;
/// let recipe: Recipe = "chars:3;fold=case;tf;xxh3-128;128;gt".parse()?;
/// let print = recipe.fingerprint("海上的风向，每天清晨都记录。")?.expect("there are characters");
/// assert_eq!(print.width(), 128);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Recipe {
    /// The fingerprint of a text; `None` if it has no features, such as words.
    ///
    /// # Errors
    /// [`CountError`] if the recipe reads a list of features and the text is not one; without the feature `chinese`, if
    /// the recipe needs words and the text has Han characters.
    pub fn fingerprint(&self, text: &str) -> Result<Option<Fingerprint>, CountError> {
        Ok(sketch(text, self)?.comparable())
    }

    /// As [`near_duplicates`](crate::near_duplicates).
    ///
    /// # Errors
    /// As [`fingerprint`](Self::fingerprint), of the first text that has one.
    pub fn near_duplicates<T: AsRef<str> + Sync>(&self, texts: &[T], k: u32) -> Result<Vec<Near>, CountError> {
        let prints = texts.par_iter().map(|text| self.fingerprint(text.as_ref()));
        Ok(near(prints.collect::<Result<_, _>>()?, k))
    }

    /// As [`explain`](crate::explain).
    ///
    /// # Errors
    /// As [`fingerprint`](Self::fingerprint).
    pub fn explain(&self, a: &str, b: &str) -> Result<Option<Vec<BitDifference>>, CountError> {
        let traces = [&trace(a, self)?, &trace(b, self)?];
        if traces.iter().any(|trace| trace.sketch.comparable().is_none()) {
            return Ok(None);
        }
        let joint = Joint::new(traces[0], traces[1]);
        let difference = |column| BitDifference {
            column,
            sums: traces.map(|trace| from_fixed(trace.sums[column])),
            words: joint.undo_bit(column).features.iter().map(|&word| joint.name(word, traces).into()).collect(),
        };
        Ok(Some(joint.fingerprints[0].xor(joint.fingerprints[1]).columns().map(difference).collect()))
    }
}

fn near(prints: Vec<Option<Fingerprint>>, k: u32) -> Vec<Near> {
    let known = prints.into_iter().enumerate().filter_map(|(text, print)| Some((text, print?)));
    let (texts, prints): (Vec<usize>, Vec<Fingerprint>) = known.unzip();
    let flat = Flat::new(prints.first().map_or(0, |print| print.width()), &prints).expect("one recipe has one width");
    let mut near = Watch::without(|watch| join(&flat, k, watch));
    for pair in &mut near {
        (pair.a, pair.b) = (texts[pair.a], texts[pair.b]);
    }
    near.sort_by_key(|pair| pair.hamming);
    near
}
