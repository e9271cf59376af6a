//! A trace as far as some step of the pipeline, for whoever walks through it: the first tokens, the first features, the
//! sums so far. Must not know who walks.

use super::{Feature, Trace};
use crate::simhash::{
    accumulate::PrefixSums,
    recipe::{Recipe, Tokenizer},
};

impl Trace {
    /// How often the feature occurs among the first `tokens` tokens.
    pub fn tf_among(&self, feature: usize, tokens: usize) -> usize {
        self.places.of(feature).partition_point(|&number| (number as usize) < tokens)
    }

    /// How many features there are among the first `tokens` tokens. These are the first ones, since features are in the
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

    /// Whether the feature's bits were given with it, and are not those of the recipe's hash.
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
