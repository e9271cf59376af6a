//! Recipes with a name: profiles, which reproduce other systems' fingerprints bit for bit, and one of simscope's own.

use std::{fmt, iter, str::FromStr};

use super::{
    hash::FeatureHash,
    recipe::{Empty, Fold, Keep, Recipe, RecipeError, Sign, Sum, Tie, Tokenizer, Weighting, unknown},
};

/// A recipe under a name: one that gives another system's fingerprints, or [`ROBUST`](Profile::ROBUST).
#[derive(Debug)]
pub struct Profile {
    /// The name for `--recipe`, such as `pypi-simhash`.
    pub name: &'static str,
    /// The system, with its version or the article that describes it.
    pub system: &'static str,
    /// The threshold of the recipe, if it is not the default.
    pub k: Option<u32>,
    recipe: Recipe,
}

/// A recipe with its own threshold, if it has one. The threshold is not part of the recipe, because it changes no bit;
/// a line that names a threshold ends in, for example, `;k=17`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeWithK {
    /// The recipe, from the line without its threshold.
    pub recipe: Recipe,
    /// The largest distance called near, at most the width of the recipe.
    pub k: Option<u32>,
}

/// The settings that most systems have in common.
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
    /// The best verdict rather than the articles' rule: wider fingerprints, and the k that `simscope evaluate --seeds
    /// 64
    /// --split` chose for them.
    pub const ROBUST: &'static Self = &Self {
        name: "robust",
        system: "simscope, 128 bits with its own k",
        k: Some(17),
        recipe: Recipe {
            tokenizer: Tokenizer::Jieba,
            weight: Weighting::MinTfSqrtIdf(5),
            hash: FeatureHash::Xxh3_128(0),
            bits: 128,
            empty: Empty::None,
            ..SYSTEM
        },
    };

    /// All profiles of other systems, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "pypi-simhash",
            system: "PyPI simhash 2.1.2, a text",
            k: None,
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
            k: None,
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
            k: None,
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
            k: None,
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
            k: None,
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
            k: None,
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
            k: None,
            recipe: Recipe { tokenizer: Tokenizer::Space, weight: Weighting::Tf, hash: FeatureHash::SipHash, ..SYSTEM },
        },
        Self {
            name: "simhash-py",
            system: "seomoz simhash-cpp with simhash-py",
            k: None,
            recipe: Recipe { tokenizer: Tokenizer::Space, weight: Weighting::Tf, hash: FeatureHash::Md5, ..SYSTEM },
        },
        Self {
            name: "gaoya",
            system: "the Rust crate gaoya 0.2.2",
            k: None,
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
            k: None,
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
            k: None,
            recipe: Recipe {
                tokenizer: Tokenizer::Keywords,
                weight: Weighting::Keyword(Keep::All),
                hash: FeatureHash::Lookup3,
                sum: Sum::Float,
                ..SYSTEM
            },
        },
    ];

    /// The settings that reproduce the system's fingerprints.
    pub fn recipe(&self) -> Recipe {
        self.recipe.clone()
    }

    /// All recipes with a name: `robust` and the profiles.
    pub fn named() -> impl Iterator<Item = &'static Self> {
        iter::once(Self::ROBUST).chain(Self::ALL)
    }

    /// The recipe of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::named().find(|profile| profile.name == name)
    }

    /// The profile that `recipe` is, whatever its width.
    pub fn of(recipe: &Recipe) -> Option<&'static Self> {
        let same = |profile: &&Self| Recipe { bits: recipe.bits, ..profile.recipe() } == *recipe;
        Self::named().find(same)
    }

    /// All names, separated by commas, for messages.
    fn names() -> String {
        Self::named().map(|profile| profile.name).collect::<Vec<_>>().join(", ")
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

impl fmt::Display for RecipeWithK {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.recipe.fmt(f)?;
        self.k.map_or(Ok(()), |k| write!(f, ";k={k}"))
    }
}

impl FromStr for RecipeWithK {
    type Err = RecipeError;

    /// Reads as a [`Recipe`], with or without a k at the end; a name brings the k that goes with it.
    fn from_str(line: &str) -> Result<Self, RecipeError> {
        let (line, said) = match line.rsplit_once(";k=") {
            Some((line, k)) => (line, Some(k)),
            None => (line, None),
        };
        let recipe: Recipe = line.parse()?;
        let within = |k: &u32| *k <= u32::from(recipe.bits);
        let k = match said {
            Some(said) => {
                let allowed = || unknown("k", said, format!("0 to {}", recipe.bits));
                Some(said.parse().ok().filter(within).ok_or_else(allowed)?)
            }
            None => Profile::find(line).and_then(|profile| profile.k),
        };
        Ok(Self { recipe, k })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_name_the_k_that_goes_with_it() {
        let line = Recipe::default().to_string();
        let read = |line: &str| line.parse::<RecipeWithK>().map(|read| (read.recipe, read.k));
        assert_eq!(read(&line), Ok((Recipe::default(), None)));
        assert_eq!(read(&format!("{line};k=17")), Ok((Recipe::default(), Some(17))));
        let robust = Profile::ROBUST.recipe();
        assert_eq!(read("robust"), Ok((robust.clone(), Profile::ROBUST.k)));
        assert_eq!(read("robust;k=5"), Ok((robust.clone(), Some(5))));
        assert_eq!(read("mfonda").map(|(_, k)| k), Ok(None));
        for wrong in ["65", "-1", "", "3;k=4", "x"] {
            assert!(read(&format!("{line};k={wrong}")).is_err(), "{wrong}");
        }
        // A recipe alone has none, so a line that says more is no recipe of a fingerprint.
        assert!(format!("{line};k=3").parse::<Recipe>().is_err());
        assert_eq!(robust.to_string().parse(), Ok(robust));
    }
}
