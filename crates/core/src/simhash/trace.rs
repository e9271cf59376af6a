//! A text processed by the pipeline, with every number ([`Trace`], for display) or only with the result ([`sketch`],
//! for comparison). Both use the same code.

use std::ops::Range;

use rayon::prelude::*;

use super::{
    accumulate::{Fixed, PrefixSums, SCALE, accumulate, from_fixed, signed, to_fixed},
    count::{CountError, Counter, FeatureCount, Token, count},
    fingerprint::{Fingerprint, bit_of, mask},
    hash::FeatureHash,
    idf::Idf,
    recipe::{Empty, Recipe, Sign, Sum, Tie, Tokenizer},
    segment::Span,
    watch::Watch,
    weight::{MANY, Weighed, Weights, weigh},
};

use crate::room;

/// A distinct token with its weight and its hash.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The place of its name in [`Trace`]'s names; see [`Trace::name`].
    name: Span,
    /// The number of times it occurs.
    pub tf: u32,
    /// Its inverse document frequency, if the weight needs it.
    pub idf: Option<Idf>,
    /// Its weight, in multiples of 2⁻¹⁶.
    pub weight: Fixed,
    /// Its row of bits, as a number of as many bits as the recipe has: the feature hash, inverted if the recipe's sign
    /// is.
    pub hash: u128,
    /// Its first place in the text.
    pub first: Span,
    /// XXH3-64 of its name: equal features of two texts have equal keys.
    pub key: u64,
    /// The weight before it was rounded, where sums are floats.
    float: f64,
}

/// The result of the pipeline, without the numbers on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sketch {
    /// The fingerprint; `None` for a text without features.
    pub fingerprint: Option<Fingerprint>,
    /// The fingerprint is only the reproduced system's constant for a text without features: never near anything.
    pub constant: bool,
    /// The number of tokens.
    pub tokens: u64,
    /// The number of distinct tokens.
    pub features: usize,
    /// The effective number of features, (Σw²)² / Σw⁴: as many features of equal weight would spread the sums alike. 0
    /// without features.
    pub n_eff: f64,
}

impl Sketch {
    /// The fingerprint, unless it is the constant of a text without features: such a constant does not depend on the
    /// text, so two of them are always equal.
    pub fn comparable(&self) -> Option<Fingerprint> {
        self.fingerprint.filter(|_| !self.constant)
    }
}

/// A text with every number between it and its fingerprint, and, unless it was made
/// [without](Pipeline::without_places), all tokens with their places.
#[derive(Debug)]
pub struct Trace {
    /// The settings it was made with.
    pub recipe: Recipe,
    /// The distinct tokens, in the order of their first places.
    pub features: Vec<Feature>,
    /// The accumulator V, one sum per column, leftmost first. Rounded to 2⁻¹⁶ if the recipe sums floats.
    pub sums: Vec<Fixed>,
    /// √Σw²: the length of the weight vector.
    pub norm: f64,
    /// The largest weight, whatever its sign.
    pub heaviest: Fixed,
    /// True if every weight is a whole number.
    pub whole: bool,
    /// The number of characters in the text.
    pub chars: u64,
    /// The fingerprint and the figures of the whole text.
    pub sketch: Sketch,
    names: String,
    places: TokenPlaces,
}

/// The tokens in the order of the text, and for each feature which of them are its own. Empty if none are
/// kept.
#[derive(Debug, Default)]
struct TokenPlaces {
    tokens: Vec<Token>,
    /// The numbers of the tokens, feature after feature.
    numbers: Vec<u32>,
    /// The first of each feature's, and the end of the last one's.
    starts: Vec<u32>,
}

impl TokenPlaces {
    fn new(tokens: Vec<Token>, features: &[Feature]) -> Self {
        let mut starts = Vec::with_capacity(features.len() + 1);
        let mut sum = 0;
        for feature in features {
            starts.push(sum);
            sum += feature.tf;
        }
        starts.push(sum);
        let mut free = starts.clone();
        let mut numbers = vec![0; tokens.len()];
        for (number, token) in tokens.iter().enumerate() {
            let free = &mut free[token.feature as usize];
            numbers[*free as usize] = number as u32;
            *free += 1;
        }
        Self { tokens, numbers, starts }
    }

    fn of(&self, feature: usize) -> &[u32] {
        let end = |at: usize| self.starts.get(at).map_or(self.numbers.len(), |&end| end as usize);
        self.numbers.get(end(feature)..end(feature + 1)).unwrap_or_default()
    }
}

/// The processing of a text by the pipeline. [`trace`] and [`sketch`] are short forms without options.
///
/// ```
/// use simscope_core::simhash::{Pipeline, Recipe, Watch};
/// let (recipe, watch) = ("space;fold=none;tf;xxh3-64;64;gt".parse::<Recipe>()?, Watch::default());
/// let pipeline = Pipeline::new(&recipe).watched(&watch).without_places();
/// let trace = pipeline.trace("to be or not to be")?;
/// assert_eq!((trace.features.len(), trace.places(0, 0).count()), (4, 0));
/// assert_eq!(pipeline.sketch("to be or not to be")?, trace.sketch);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pipeline<'a> {
    recipe: &'a Recipe,
    watch: Option<&'a Watch>,
    keep_places: bool,
}

impl<'a> Pipeline<'a> {
    /// The pipeline of a recipe, which keeps places and cannot be stopped.
    pub fn new(recipe: &'a Recipe) -> Self {
        Self { recipe, watch: None, keep_places: true }
    }

    /// With a [`Watch`] that counts bytes of text.
    #[must_use]
    pub fn watched(self, watch: &'a Watch) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// Traces then store no places, which take the most memory, and [`Trace::places`] is empty. For texts that are only
    /// compared.
    #[must_use]
    pub fn without_places(self) -> Self {
        Self { keep_places: false, ..self }
    }

    pub(crate) fn watch(&self) -> Option<&'a Watch> {
        self.watch
    }

    /// Takes `text` through the pipeline and keeps every number.
    ///
    /// # Errors
    /// [`CountError`] if the recipe expects a list of features and the text is not one, or, without the feature
    /// `chinese`, if the recipe needs segmentation and the text has Han characters; [`CountError::Stopped`] if the
    /// watch stopped it.
    pub fn trace(&self, text: &str) -> Result<Trace, CountError> {
        let recipe = self.recipe;
        let mut counter = count(text, recipe, self.keep_places, self.watch.unwrap_or(&Watch::default()))?;
        let tokens = counter.tokens.take();
        let weights = weigh(&counter, recipe.weight);
        let features = features(&weights, 0..counter.counts.len(), &counter, recipe);
        let mut sums = Sums::new(recipe, weights.order.as_deref());
        sums.add(&features);
        let (sums, sketch, squares) = sums.finish(&counter);
        Ok(Trace {
            recipe: recipe.clone(),
            places: tokens.map_or_else(TokenPlaces::default, |tokens| TokenPlaces::new(tokens, &features)),
            sums,
            norm: squares.sqrt(),
            heaviest: features.iter().map(|f| f.weight.abs()).max().unwrap_or(0),
            whole: features.iter().all(|f| f.weight % SCALE == 0),
            chars: text.chars().count() as u64,
            features,
            sketch,
            names: counter.names,
        })
    }

    /// Processes `text` and keeps only the result.
    ///
    /// # Errors
    /// As [`trace`](Self::trace).
    pub fn sketch(&self, text: &str) -> Result<Sketch, CountError> {
        let counter = count(text, self.recipe, false, self.watch.unwrap_or(&Watch::default()))?;
        Ok(sketched(&counter, &weigh(&counter, self.recipe.weight), self.recipe))
    }
}

/// Processes `text` with the [`Pipeline`] of `recipe` and keeps every number.
///
/// # Errors
/// As [`Pipeline::trace`], except that it cannot be stopped.
///
/// ```
/// use simscope_core::simhash::{Recipe, trace};
/// let recipe = "space;fold=none;tf;xxh3-64;64;gt".parse::<Recipe>()?;
/// let trace = trace("to be or not to be", &recipe)?;
/// assert_eq!((trace.sketch.tokens, trace.features.len()), (6, 4));
/// assert_eq!(trace.name(0), "to");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace(text: &str, recipe: &Recipe) -> Result<Trace, CountError> {
    Pipeline::new(recipe).trace(text)
}

/// Processes `text` with the [`Pipeline`] of `recipe` and keeps only the result.
///
/// # Errors
/// As [`trace`].
pub fn sketch(text: &str, recipe: &Recipe) -> Result<Sketch, CountError> {
    Pipeline::new(recipe).sketch(text)
}

/// Like [`sketch`], under each of the recipes. A recipe with the same tokens as the previous one, or also the same
/// weights, does not count or weight them again: many seeds of a hash take little longer than one.
///
/// # Errors
/// As [`Pipeline::trace`].
///
/// ```
/// use simscope_core::simhash::{FeatureHash, Recipe, Watch, sketch, sketch_each};
/// let recipes = [1, 2, 3].map(|seed| Recipe { hash: FeatureHash::Xxh3_64(seed), ..Recipe::default() });
/// let all = sketch_each("to be or not to be", &recipes, &Watch::default())?;
/// assert_eq!(all[2], sketch("to be or not to be", &recipes[2])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sketch_each(text: &str, recipes: &[Recipe], watch: &Watch) -> Result<Vec<Sketch>, CountError> {
    let mut all = Vec::with_capacity(recipes.len());
    let same_tokens = |one: &Recipe, next: &Recipe| {
        // A given list has hashes too, and what they mean depends on the hash.
        (one.tokenizer, one.fold) == (next.tokenizer, next.fold) && one.tokenizer != Tokenizer::Given
    };
    for recipes in recipes.chunk_by(same_tokens) {
        let counter = count(text, &recipes[0], false, watch)?;
        for recipes in recipes.chunk_by(|one, next| one.weight == next.weight) {
            let weights = weigh(&counter, recipes[0].weight);
            for recipe in recipes {
                watch.check()?;
                all.push(sketched(&counter, &weights, recipe));
            }
        }
    }
    Ok(all)
}

fn sketched(counter: &Counter, weights: &Weights, recipe: &Recipe) -> Sketch {
    let mut sums = Sums::new(recipe, weights.order.as_deref());
    let all = counter.counts.len();
    // A few at a time: all features of a long text, with their hashes, take more memory than counting them did. Floats
    // are added in an order of their own, for which all must be there.
    let step = if recipe.sum == Sum::Float { all.max(1) } else { AT_A_TIME };
    for start in (0..all).step_by(step) {
        sums.add(&features(weights, start..all.min(start + step), counter, recipe));
    }
    sums.finish(counter).1
}

/// Enough to keep all cores busy.
const AT_A_TIME: usize = 16 * MANY;

/// The features with those numbers.
fn features(weights: &Weights, numbers: Range<usize>, counter: &Counter, recipe: &Recipe) -> Vec<Feature> {
    let turned = turned(recipe);
    let feature = |at: usize| {
        let FeatureCount { name, key, tf, first } = counter.counts[at];
        let Weighed { weight, float, idf } = weights.all[at];
        let given = counter.given.get(at).copied().unwrap_or_default();
        let digest = |hash: FeatureHash| hash.digest(name.of(&counter.names), key, recipe.bits);
        let hash = given.hash.unwrap_or_else(|| digest(recipe.hash)) ^ turned;
        Feature { name, tf, idf, weight, hash, first, key, float }
    };
    room::collected_in_parallel(numbers.into_par_iter().with_min_len(MANY).map(feature))
}

/// The bits of a hash that are turned over to become a row.
fn turned(recipe: &Recipe) -> u128 {
    if recipe.sign == Sign::Inverted { mask(recipe.bits) } else { 0 }
}

/// The sums over all features, in their order.
struct Sums<'a> {
    recipe: &'a Recipe,
    /// In which order floats are added, where that is not the features' own.
    order: Option<&'a [u32]>,
    fixed: Vec<Fixed>,
    /// In 64-bit floats, for the systems that are defined so.
    floats: Vec<f64>,
    squares: f64,
    fourths: f64,
}

impl<'a> Sums<'a> {
    fn new(recipe: &'a Recipe, order: Option<&'a [u32]>) -> Self {
        let width = usize::from(recipe.bits);
        Self { recipe, order, fixed: vec![0; width], floats: vec![0.0; width], squares: 0.0, fourths: 0.0 }
    }

    /// Adds the features that come next; for floats, all of them.
    fn add(&mut self, features: &[Feature]) {
        let width = self.recipe.bits;
        match self.recipe.sum {
            Sum::Fixed => {
                let sums = accumulate(features.iter().map(|f| (f.hash, f.weight)), width);
                self.fixed.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum);
            }
            Sum::Float => match self.order {
                Some(order) => self.add_floats(order.iter().map(|&i| &features[i as usize])),
                None => self.add_floats(features.iter()),
            },
        }
        for feature in features {
            let square = from_fixed(feature.weight) * from_fixed(feature.weight);
            self.squares += square;
            self.fourths += square * square;
        }
    }

    /// In 64-bit floats, one after the other.
    fn add_floats<'f>(&mut self, features: impl Iterator<Item = &'f Feature>) {
        for feature in features {
            for (column, sum) in self.floats.iter_mut().enumerate() {
                let one = bit_of(feature.hash, self.recipe.bits, column);
                *sum += if one { feature.float } else { -feature.float };
            }
        }
    }

    /// The accumulator, what it comes to, and Σw².
    fn finish(self, counter: &Counter) -> (Vec<Fixed>, Sketch, f64) {
        let Self { recipe, fixed, floats, squares, fourths, .. } = self;
        let (sums, ones): (Vec<Fixed>, Vec<bool>) = match recipe.sum {
            Sum::Fixed => {
                let ones = fixed.iter().map(|&v| is_one(v as f64, recipe.tie)).collect();
                (fixed, ones)
            }
            Sum::Float => {
                let ones = floats.iter().map(|&v| is_one(v, recipe.tie)).collect();
                (floats.into_iter().map(to_fixed).collect(), ones)
            }
        };
        // A text of only the empty token (PyPI's simhash makes one) has no features worth the name either.
        let nothing = counter.names.is_empty();
        let fingerprint =
            (!nothing || recipe.empty == Empty::Constant).then(|| Fingerprint::from_columns(ones.into_iter()));
        let n_eff = if fourths > 0.0 { squares * squares / fourths } else { 0.0 };
        let features = counter.counts.len();
        let sketch = Sketch { fingerprint, constant: nothing, tokens: counter.total, features, n_eff };
        (sums, sketch, squares)
    }
}

/// The fingerprint of column sums, at most 128.
///
/// ```
/// use simscope_core::simhash::{Tie, signs};
/// assert_eq!(format!("{:b}", signs(&[13, 108, -22, -5, -32, 55], Tie::Zero)), "110001");
/// ```
pub fn signs(sums: &[Fixed], tie: Tie) -> Fingerprint {
    Fingerprint::from_columns(sums.iter().map(|&v| is_one(v as f64, tie)))
}

fn is_one(value: f64, tie: Tie) -> bool {
    match tie {
        Tie::Zero => value > 0.0,
        Tie::One => value >= 0.0,
    }
}

/// An order in which features are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Heaviest first; ties by first place.
    #[default]
    Weight,
    /// By first place in the text.
    Place,
    /// Most frequent first; ties by first place.
    Count,
    /// By name, in the order of the code points.
    Name,
}

impl Order {
    /// All, in the order of lists.
    pub const ALL: [Self; 4] = [Self::Weight, Self::Place, Self::Count, Self::Name];
}

impl Trace {
    /// The feature's name: the token as it was counted, that is, folded.
    pub fn name(&self, feature: usize) -> &str {
        self.features.get(feature).map_or("", |f| f.name.of(&self.names))
    }

    /// The feature's places in the text, from its `from`th on (counted from 0), if places are stored.
    pub fn places(&self, feature: usize, from: usize) -> impl Iterator<Item = Span> {
        let numbers = self.places.of(feature).get(from..).unwrap_or_default();
        numbers.iter().filter_map(|&number| Some(self.places.tokens.get(number as usize)?.span))
    }

    /// The token of that number, counted from 0 in the order of the text: its place and its feature. `None` if no
    /// places are stored.
    pub fn token(&self, number: usize) -> Option<(Span, usize)> {
        self.places.tokens.get(number).map(|token| (token.span, token.feature as usize))
    }

    /// The feature's hash as it was computed or given: [`Feature::hash`] before it was turned over.
    pub fn hash(&self, feature: &Feature) -> Fingerprint {
        Fingerprint::new(feature.hash ^ turned(&self.recipe), self.recipe.bits)
    }

    /// The feature's +weight or −weight in each column, leftmost first.
    pub fn row(&self, feature: &Feature) -> Vec<Fixed> {
        let bits = self.recipe.bits;
        (0..usize::from(bits)).map(|column| signed(feature.hash, bits, column, feature.weight)).collect()
    }

    /// The features' indices in that order.
    pub fn order(&self, order: Order) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.features.len()).collect();
        let feature = |i: usize| &self.features[i];
        match order {
            Order::Weight => all.sort_by_key(|&i| std::cmp::Reverse(feature(i).weight)),
            Order::Place => {}
            Order::Count => all.sort_by_key(|&i| std::cmp::Reverse(feature(i).tf)),
            Order::Name => all.sort_by_key(|&i| self.name(i)),
        }
        all
    }

    /// The fingerprint of column sums under this trace's tie rule.
    pub fn signs(&self, sums: &[Fixed]) -> Fingerprint {
        signs(sums, self.recipe.tie)
    }

    /// The margin of a column, |V| / √Σw²: the larger, the safer the bit. 0 without features.
    pub fn margin(&self, column: usize) -> f64 {
        let v = self.sums.get(column).copied().unwrap_or(0);
        if self.norm > 0.0 { from_fixed(v.abs()) / self.norm } else { 0.0 }
    }
}

impl Trace {
    /// The number of times the feature occurs among the first `tokens` tokens.
    pub fn tf_among(&self, feature: usize, tokens: usize) -> usize {
        self.places.of(feature).partition_point(|&number| (number as usize) < tokens)
    }

    /// The number of features among the first `tokens` tokens. These are the first ones, since features are in the
    /// order of their first places.
    pub fn features_among(&self, tokens: usize) -> usize {
        let first = |feature: usize| self.places.of(feature).first().is_some_and(|&number| (number as usize) < tokens);
        let (mut from, mut to) = (0, self.features.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            if first(middle) { from = middle + 1 } else { to = middle }
        }
        from
    }

    /// Returns true if the feature's bits were given with it instead of computed by the recipe's hash.
    pub fn is_given_hash(&self, feature: &Feature) -> bool {
        let Recipe { tokenizer, hash, bits, .. } = self.recipe;
        tokenizer == Tokenizer::Given
            && hash.digest(feature.name.of(&self.names), feature.key, bits) != self.hash(feature).value()
    }

    /// The accumulator after each of `features`, in that order.
    pub fn sums_along(&self, features: &[usize]) -> PrefixSums {
        let rows = features.iter().map(|&i| self.features.get(i).map_or((0, 0), |f| (f.hash, f.weight)));
        PrefixSums::new(rows.collect(), self.recipe.bits)
    }
}
