//! Profiles: recipes that reproduce other systems' fingerprints bit for bit.

use super::{
    hash::FeatureHash,
    recipe::{Empty, Fold, Keep, Recipe, Sign, Sum, Tie, Tokenizer, Weighting},
};

/// A recipe that gives another system's fingerprints, under a name.
#[derive(Debug)]
pub struct Profile {
    /// The name for `--recipe`, such as `pypi-simhash`.
    pub name: &'static str,
    /// The system, with its version or the article that describes it.
    pub system: &'static str,
    recipe: Recipe,
}

impl Profile {
    /// The settings under which the system's own fingerprints come out.
    pub fn recipe(&self) -> Recipe {
        self.recipe.clone()
    }
}

/// What most systems have in common.
const SYSTEM: Recipe = Recipe {
    tokenizer: Tokenizer::Space,
    fold: Fold::None,
    weight: Weighting::Tf,
    hash: FeatureHash::Md5,
    bits: 64,
    sign: Sign::Plain,
    tie: Tie::Zero,
    sum: Sum::Fixed,
    empty: Empty::Constant,
};

/// All profiles, in the order of the picker and of `--help`.
pub static ALL: &[Profile] = &[
    Profile {
        name: "pypi-simhash",
        system: "PyPI simhash 2.1.2, a text",
        recipe: Recipe {
            tokenizer: Tokenizer::PypiWindows(4),
            weight: Weighting::Tf,
            hash: FeatureHash::Md5Low,
            ..SYSTEM
        },
    },
    Profile {
        name: "pypi-simhash-list",
        system: "PyPI simhash 2.1.2, given features with weights",
        recipe: Recipe {
            tokenizer: Tokenizer::Given,
            weight: Weighting::Given(Keep::All),
            hash: FeatureHash::Md5Low,
            sum: Sum::Float,
            ..SYSTEM
        },
    },
    Profile {
        name: "article-003",
        system: "a Java class often copied in Chinese articles",
        recipe: Recipe {
            tokenizer: Tokenizer::JavaSpace,
            weight: Weighting::Tf,
            hash: FeatureHash::Article003,
            bits: 128,
            tie: Tie::One,
            ..SYSTEM
        },
    },
    Profile {
        name: "text-dedup",
        system: "ChenghaoMou/text-dedup",
        recipe: Recipe {
            tokenizer: Tokenizer::TextDedupNgrams(3),
            weight: Weighting::Binary,
            hash: FeatureHash::Xxh3Seed42,
            ..SYSTEM
        },
    },
    Profile {
        name: "mfonda",
        system: "mfonda/simhash (Go), words",
        recipe: Recipe {
            tokenizer: Tokenizer::MfondaWords,
            weight: Weighting::Tf,
            hash: FeatureHash::Fnv1,
            tie: Tie::One,
            ..SYSTEM
        },
    },
    Profile {
        name: "mfonda-unicode",
        system: "mfonda/simhash (Go), Unicode words in NFKC",
        recipe: Recipe {
            tokenizer: Tokenizer::MfondaUnicode,
            weight: Weighting::Tf,
            hash: FeatureHash::Fnv1,
            tie: Tie::One,
            ..SYSTEM
        },
    },
    Profile {
        name: "simhash-rs",
        system: "the Rust crate simhash 0.3.0",
        recipe: Recipe { tokenizer: Tokenizer::Space, weight: Weighting::Tf, hash: FeatureHash::SipHash, ..SYSTEM },
    },
    Profile {
        name: "simhash-py",
        system: "seomoz simhash-cpp with simhash-py",
        recipe: Recipe { tokenizer: Tokenizer::Space, weight: Weighting::Tf, hash: FeatureHash::Md5, ..SYSTEM },
    },
    Profile {
        name: "gaoya",
        system: "the Rust crate gaoya 0.2.2",
        recipe: Recipe {
            tokenizer: Tokenizer::Space,
            weight: Weighting::Tf,
            hash: FeatureHash::SipHashGaoya,
            sign: Sign::Inverted,
            ..SYSTEM
        },
    },
    Profile {
        name: "yanyiwu",
        system: "yanyiwu/simhash, a given keyword list",
        recipe: Recipe {
            tokenizer: Tokenizer::Given,
            weight: Weighting::Given(Keep::All),
            hash: FeatureHash::Lookup3,
            sum: Sum::Float,
            ..SYSTEM
        },
    },
    Profile {
        name: "yanyiwu-text",
        system: "the method of yanyiwu/simhash, a text",
        recipe: Recipe {
            tokenizer: Tokenizer::Keywords,
            weight: Weighting::Keyword(Keep::All),
            hash: FeatureHash::Lookup3,
            sum: Sum::Float,
            ..SYSTEM
        },
    },
];

/// The profile with the name `name`.
pub fn find(name: &str) -> Option<&'static Profile> {
    ALL.iter().find(|preset| preset.name == name)
}

/// The profile that `recipe` is, whatever its width.
pub fn of(recipe: &Recipe) -> Option<&'static Profile> {
    ALL.iter().find(|preset| Recipe { bits: recipe.bits, ..preset.recipe() } == *recipe)
}

/// All names, separated by commas, for messages.
pub fn names() -> String {
    ALL.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ")
}
