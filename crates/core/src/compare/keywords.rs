//! The words that a system's own program took from a text, beside the words that its method takes from it here.
//!
//! Knows traces. It must not know where a list comes from or what is written about it.

use std::collections::BTreeMap;

use crate::simhash::{Fixed, Trace};

/// In what two lists of keywords differ, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keywords {
    /// The words that both have with the same weight.
    pub same: usize,
    /// Words that are here alone.
    pub here: Vec<String>,
    /// Words that occur in the list alone.
    pub there: Vec<String>,
    /// Words that weigh otherwise, with their weights here and there.
    pub weights: Vec<(String, [Fixed; 2])>,
}

impl Keywords {
    /// From the words kept here and the words of the list. Weights are the same where they differ by no more than the
    /// IDF table is rounded.
    pub fn new(here: &Trace, there: &Trace) -> Self {
        let mut all: BTreeMap<&str, [Option<(Fixed, u32)>; 2]> = BTreeMap::new();
        for (side, trace) in [here, there].into_iter().enumerate() {
            for (at, feature) in trace.features.iter().enumerate().filter(|(_, feature)| feature.weight != 0) {
                all.entry(trace.name(at)).or_default()[side] = Some((feature.weight, feature.tf));
            }
        }
        let mut found = Self::default();
        for (word, weights) in all {
            match weights {
                [Some((a, tf)), Some((b, _))] if (a - b).abs() <= ROUNDING * Fixed::from(tf) => found.same += 1,
                [Some((a, _)), Some((b, _))] => found.weights.push((word.to_owned(), [a, b])),
                [Some(_), None] => found.here.push(word.to_owned()),
                _ => found.there.push(word.to_owned()),
            }
        }
        found
    }
}

/// The table is rounded to tenths, for each occurrence; a word counted once more or less weighs far more than this.
const ROUNDING: Fixed = crate::simhash::SCALE * 6 / 100;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::{Recipe, trace};

    fn traced(text: &str, recipe: &str) -> Trace {
        trace(text, &recipe.parse::<Recipe>().unwrap()).unwrap()
    }

    #[test]
    fn words_are_sorted_by_the_list_they_are_in() {
        let here = traced("keeper lighthouse keeper seagull", "yanyiwu-text");
        let there = traced("keeper\t23.478408\nlighthouse\t23.4\nlamp\t11.7\n", "yanyiwu");
        let found = Keywords::new(&here, &there);
        assert_eq!((found.same, found.here, found.there), (1, vec!["seagull".into()], vec!["lamp".into()]));
        assert_eq!(found.weights.into_iter().map(|(word, _)| word).collect::<Vec<_>>(), ["lighthouse"]);
    }
}
