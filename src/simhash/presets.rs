//! Profiles: recipes that reproduce other systems' fingerprints bit for bit.

use super::{
    hash::FeatureHash,
    recipe::{Empty, Fold, Recipe, Sum, Tie, Tokenizer, Weighting},
};

/// A named recipe of another system.
#[derive(Debug)]
pub struct Preset {
    /// The name for `--recipe`.
    pub name: &'static str,
    /// Whose fingerprints it gives.
    pub system: &'static str,
    recipe: Recipe,
}

impl Preset {
    /// The recipe.
    pub fn recipe(&self) -> Recipe {
        self.recipe.clone()
    }
}

/// All profiles.
pub static ALL: &[Preset] = &[
    Preset {
        name: "pypi-simhash",
        system: "PyPI simhash 2.1.2, a text",
        recipe: Recipe {
            tokenizer: Tokenizer::PypiWindows(4),
            fold: Fold::None,
            weight: Weighting::Tf,
            hash: FeatureHash::Md5Low,
            bits: 64,
            tie: Tie::Zero,
            sum: Sum::Fixed,
            empty: Empty::Constant,
        },
    },
    Preset {
        name: "pypi-simhash-list",
        system: "PyPI simhash 2.1.2, given features with weights",
        recipe: Recipe {
            tokenizer: Tokenizer::Given,
            fold: Fold::None,
            weight: Weighting::Given,
            hash: FeatureHash::Md5Low,
            bits: 64,
            tie: Tie::Zero,
            sum: Sum::Float,
            empty: Empty::Constant,
        },
    },
    Preset {
        name: "article-003",
        system: "a Java class often copied in Chinese articles",
        recipe: Recipe {
            tokenizer: Tokenizer::JavaSpace,
            fold: Fold::None,
            weight: Weighting::Tf,
            hash: FeatureHash::Article003,
            bits: 128,
            tie: Tie::One,
            sum: Sum::Fixed,
            empty: Empty::Constant,
        },
    },
    Preset {
        name: "yanyiwu",
        system: "yanyiwu/simhash, a given keyword list",
        recipe: Recipe {
            tokenizer: Tokenizer::Given,
            fold: Fold::None,
            weight: Weighting::Given,
            hash: FeatureHash::Lookup3,
            bits: 64,
            tie: Tie::Zero,
            sum: Sum::Float,
            empty: Empty::Constant,
        },
    },
];

/// The profile of that name.
pub fn find(name: &str) -> Option<&'static Preset> {
    ALL.iter().find(|preset| preset.name == name)
}

/// The profile that `recipe` is, whatever its width.
pub fn of(recipe: &Recipe) -> Option<&'static Preset> {
    ALL.iter().find(|preset| Recipe { bits: recipe.bits, ..preset.recipe() } == *recipe)
}

/// All names, for messages.
pub fn names() -> String {
    ALL.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ")
}
