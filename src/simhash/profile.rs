//! Profiles: recipes that reproduce other systems' fingerprints bit for bit.

use std::str::FromStr;

use super::{
    hash::FeatureHash,
    recipe::{Empty, Fold, Keep, Recipe, RecipeError, Sign, Sum, Tie, Tokenizer, Weighting},
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

/// What most systems have in common.
const SYSTEM: Recipe = Recipe {
    tokenizer: Tokenizer::Space,
    fold: Fold::NONE,
    weight: Weighting::Tf,
    hash: FeatureHash::Md5,
    bits: 64,
    sign: Sign::Plain,
    tie: Tie::Zero,
    sum: Sum::Fixed,
    empty: Empty::Constant,
};

impl Profile {
    /// All profiles, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "pypi-simhash",
            system: "PyPI simhash 2.1.2, a text",
            recipe: Recipe {
                tokenizer: Tokenizer::PypiWindows(4),
                weight: Weighting::Tf,
                hash: FeatureHash::Md5Low,
                ..SYSTEM
            },
        },
        Self {
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
        Self {
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
        Self {
            name: "text-dedup",
            system: "ChenghaoMou/text-dedup",
            recipe: Recipe {
                tokenizer: Tokenizer::TextDedupNgrams(3),
                weight: Weighting::Binary,
                hash: FeatureHash::Xxh3_64(42),
                ..SYSTEM
            },
        },
        Self {
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
        Self {
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
        Self {
            name: "simhash-rs",
            system: "the Rust crate simhash 0.3.0",
            recipe: Recipe { tokenizer: Tokenizer::Space, weight: Weighting::Tf, hash: FeatureHash::SipHash, ..SYSTEM },
        },
        Self {
            name: "simhash-py",
            system: "seomoz simhash-cpp with simhash-py",
            recipe: Recipe { tokenizer: Tokenizer::Space, weight: Weighting::Tf, hash: FeatureHash::Md5, ..SYSTEM },
        },
        Self {
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
        Self {
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
        Self {
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

    /// The settings under which the system's own fingerprints come out.
    pub fn recipe(&self) -> Recipe {
        self.recipe.clone()
    }

    /// The profile of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|profile| profile.name == name)
    }

    /// The profile that `recipe` is, whatever its width.
    pub fn of(recipe: &Recipe) -> Option<&'static Self> {
        Self::ALL.iter().find(|profile| Recipe { bits: recipe.bits, ..profile.recipe() } == *recipe)
    }

    /// All names, separated by commas, for messages.
    fn names() -> String {
        Self::ALL.iter().map(|profile| profile.name).collect::<Vec<_>>().join(", ")
    }
}

impl FromStr for Recipe {
    type Err = RecipeError;

    /// Reads the name of a profile, or a canonical line.
    fn from_str(line: &str) -> Result<Self, RecipeError> {
        if let Some(profile) = Profile::find(line) {
            return Ok(profile.recipe());
        }
        Self::from_line(line)?.ok_or_else(|| RecipeError::Shape { line: line.into(), profiles: Profile::names() })
    }
}
