//! A picker and its choices: settings, and the values of each.

use super::Sort;
use crate::{
    config::ThemeName,
    lab::Preset,
    lesson::IncludedLesson,
    simhash::{FeatureHash, Fold, Keep, Order, Recipe, Tie, Tokenizer, Weighting},
};

/// A setting that a picker changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    Profile,
    Tokens,
    Fold,
    Weight,
    /// The feature hash.
    Hash,
    Width,
    /// The tie rule.
    Tie,
    Theme,
    /// The order of pairs.
    Sort,
    /// The order of features.
    FeatureSort,
    /// The document to show.
    Document,
    /// The pair to show.
    Pair,
    /// Bits in a row.
    BitsPerRow,
    /// The lesson to read.
    Lesson,
    Page,
    /// A change to make in the lab.
    Preset,
}

/// Something to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The default recipe.
    Default,
    /// A profile, by its place in the list of profiles.
    Profile(usize),
    Tokens(Tokenizer),
    Fold(Fold),
    Weight(Weighting),
    Hash(FeatureHash),
    Width(u8),
    /// A tie rule.
    Tie(Tie),
    Colours(ThemeName),
    /// An order of pairs.
    PairSort(Sort),
    /// An order of features.
    FeatureSort(Order),
    Document(usize),
    /// A pair, by its place in the list.
    Pair(usize),
    /// Bits in a row; `None` as fits.
    BitsPerRow(Option<u8>),
    Lesson(IncludedLesson),
    /// A page of the lesson, from 0.
    Page(usize),
    /// A change; of the one that appends a document, which.
    Preset(Preset, Option<usize>),
}

impl Setting {
    /// The rows of the recipe panel.
    pub(crate) const RECIPE: [Self; 7] =
        [Self::Profile, Self::Tokens, Self::Fold, Self::Weight, Self::Hash, Self::Width, Self::Tie];
}

impl Choice {
    /// The recipe with this choice made; `None` where the choice is not about the recipe.
    pub(crate) fn apply(self, recipe: &Recipe) -> Option<Recipe> {
        let mut recipe = recipe.clone();
        match self {
            Self::Default => recipe = Recipe::default(),
            Self::Profile(preset) => recipe = crate::simhash::Profile::named().nth(preset)?.recipe(),
            Self::Tokens(tokenizer) => {
                if (tokenizer == Tokenizer::Given) != (recipe.tokenizer == Tokenizer::Given) {
                    recipe = of_other_kind(&recipe);
                }
                recipe.tokenizer = tokenizer;
            }
            Self::Weight(weight) => {
                if weight.is_given() != recipe.weight.is_given() {
                    recipe = of_other_kind(&recipe);
                }
                recipe.weight = weight;
            }
            Self::Fold(fold) => recipe.fold = fold,
            Self::Hash(hash) => recipe.hash = hash,
            Self::Width(bits) => recipe.bits = bits,
            Self::Tie(tie) => recipe.tie = tie,
            _ => return None,
        }
        Some(recipe)
    }
}

/// The recipe for lists of features in place of texts, or the other way round. Given features and given weights go
/// together, so choosing one chooses the other.
fn of_other_kind(recipe: &Recipe) -> Recipe {
    let Recipe { tokenizer, weight, fold, .. } = Recipe::default();
    if recipe.weight.is_given() {
        Recipe { tokenizer, weight, fold: recipe.fold.and(fold), ..*recipe }
    } else {
        let (tokenizer, weight) = (Tokenizer::Given, Weighting::Given(Keep::All));
        Recipe { tokenizer, weight, fold: recipe.fold.of_lists(), ..*recipe }
    }
}
