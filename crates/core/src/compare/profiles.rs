//! One pair under every profile: the verdict of each system, and the part of a recipe that makes two disagree.
//!
//! The part is found by experiment: the own recipe gets one part of the other's at a time, and the distance is computed
//! again. Must not know documents, or describe its findings in words.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::simhash::{CountError, Pipeline, Profile, Recipe, Sketch, Tokenizer, Watch};

/// The result of a recipe for a pair.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// The profile's name; `None` for a recipe that is not a profile.
    pub profile: Option<&'static str>,
    /// The settings of the opinion.
    pub recipe: Recipe,
    /// The sketches of A and of B.
    pub sketches: [Sketch; 2],
    /// The number of bits in which the two differ; `None` if one has no fingerprint, or only a constant.
    pub hamming: Option<u32>,
    /// The results of the own recipe with one part of this one in place of its own, for each part that differs.
    pub steps: Vec<RecipeStep>,
}

/// The own recipe with one part of another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecipeStep {
    /// The part that is exchanged; all others are the own recipe's.
    pub part: RecipePart,
    /// The distance with it, in bits; `None` if a text has no fingerprint then.
    pub hamming: Option<u32>,
    /// The width of the fingerprints with it, in bits.
    pub bits: u8,
}

/// A part of a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecipePart {
    /// The tokenizer and the folding.
    Tokens,
    /// The weight of a feature, and the way weights are summed.
    Weight,
    /// The source of the bits, their number, and their sign.
    Hash,
    /// The rules for a column of exactly 0 and for a text without features.
    Tie,
}

impl RecipePart {
    /// All of them, in the order of a recipe.
    pub const ALL: [Self; 4] = [Self::Tokens, Self::Weight, Self::Hash, Self::Tie];

    /// A stable name, for files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Weight => "weight",
            Self::Hash => "hash",
            Self::Tie => "tie",
        }
    }

    /// `recipe` with this part of `other`.
    fn replaced(self, recipe: &Recipe, other: &Recipe) -> Recipe {
        let mut put = recipe.clone();
        match self {
            Self::Tokens => (put.tokenizer, put.fold) = (other.tokenizer, other.fold),
            Self::Weight => (put.weight, put.sum) = (other.weight, other.sum),
            Self::Hash => (put.hash, put.bits, put.sign) = (other.hash, other.bits, other.sign),
            Self::Tie => (put.tie, put.empty) = (other.tie, other.empty),
        }
        put
    }
}

impl Opinion {
    /// Near at threshold `k`.
    pub fn near(&self, k: u32) -> bool {
        self.hamming.is_some_and(|hamming| hamming <= k)
    }

    /// The difference of its distance from the own recipe's, as a share of the bits; for ordering.
    pub fn further(&self, own: &Self) -> u64 {
        let scaled = |opinion: &Self, by: &Self| opinion.hamming.map(|hd| u64::from(hd) * u64::from(by.recipe.bits));
        let (Some(a), Some(b)) = (scaled(self, own), scaled(own, self)) else { return 0 };
        // Both widths are in both, so gaps of narrow and wide recipes are measured alike once divided by its own width.
        a.abs_diff(b) * 128 / u64::from(self.recipe.bits)
    }

    /// The parts that explain why this one disagrees with `own` at `k`. If the verdicts differ, the parts that change
    /// it by themselves; otherwise the part that by itself brings the distance closest, as a share of the bits. Empty
    /// if there is none.
    pub fn decisive(&self, own: &Self, k: u32) -> Vec<RecipePart> {
        let turned = |step: &&RecipeStep| step.hamming.is_some_and(|hamming| (hamming <= k) == self.near(k));
        if self.hamming.is_some() && own.hamming.is_some() && self.near(k) != own.near(k) {
            let parts: Vec<RecipePart> = self.steps.iter().filter(turned).map(|step| step.part).collect();
            if !parts.is_empty() {
                return parts;
            }
        }
        self.closest(own).into_iter().collect()
    }

    fn closest(&self, own: &Self) -> Option<RecipePart> {
        let share = |hamming: u32, bits: u8| f64::from(hamming) / f64::from(bits);
        let goal = share(self.hamming?, self.recipe.bits);
        let gap = |hamming: u32, bits: u8| (share(hamming, bits) - goal).abs();
        let before = gap(own.hamming?, own.recipe.bits);
        let gaps = self.steps.iter().filter_map(|step| Some((gap(step.hamming?, step.bits), step.part)));
        let nearer = gaps.filter(|(gap, _)| *gap < before);
        nearer.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, part)| part)
    }
}

/// The opinions of `own` and every profile on two texts, `own` first. Profiles of lists are used if the texts are
/// lists, otherwise those of texts. The [`Watch`] counts bytes of text.
///
/// # Errors
/// As [`Pipeline::sketch`].
///
/// ```
/// use simscope_core::{compare::profiles::opinions, simhash::{Recipe, Watch}};
/// let texts = ["the keeper lit the lamp", "the keeper lit the stove"];
/// let all = opinions(texts, &Recipe::default(), &Watch::default())?;
/// assert_eq!((all[0].profile, all[1].profile), (None, Some("pypi-simhash")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn opinions(texts: [&str; 2], own: &Recipe, watch: &Watch) -> Result<Vec<Opinion>, CountError> {
    let list = own.tokenizer == Tokenizer::Given;
    let others: Vec<(&'static str, Recipe)> = Profile::ALL
        .iter()
        .map(|preset| (preset.name, preset.recipe()))
        .filter(|(name, recipe)| {
            (recipe.tokenizer == Tokenizer::Given) == list && Profile::of(own).is_none_or(|own| own.name != *name)
        })
        .collect();
    let parts = |other: &Recipe| {
        let put = RecipePart::ALL.map(|part| (part, part.replaced(own, other)));
        put.into_iter().filter(|(_, put)| put != own && put.clone().checked().is_ok()).collect::<Vec<_>>()
    };
    let mut wanted: HashSet<Recipe> = HashSet::from([own.clone()]);
    for (_, other) in &others {
        wanted.extend(parts(other).into_iter().map(|(_, put)| put));
        wanted.insert(other.clone());
    }
    watch.expect(texts.iter().map(|text| text.len() as u64).sum::<u64>() * wanted.len() as u64);
    let sketches = |recipe: Recipe| {
        let [a, b] = texts.map(|text| Pipeline::new(&recipe).watched(watch).sketch(text));
        Ok((recipe, [a?, b?]))
    };
    let all: HashMap<Recipe, [Sketch; 2]> = wanted.into_par_iter().map(sketches).collect::<Result<_, CountError>>()?;
    let opinion = |profile, recipe: &Recipe, steps| {
        let sketches = all[recipe];
        Opinion { profile, recipe: recipe.clone(), sketches, hamming: distance(sketches), steps }
    };
    let first = opinion(Profile::of(own).map(|profile| profile.name), own, Vec::new());
    let rest = others.iter().map(|(name, other)| {
        let step =
            |(part, put): (RecipePart, Recipe)| RecipeStep { part, hamming: distance(all[&put]), bits: put.bits };
        opinion(Some(*name), other, parts(other).into_iter().map(step).collect())
    });
    Ok(std::iter::once(first).chain(rest).collect())
}

fn distance([a, b]: [Sketch; 2]) -> Option<u32> {
    Some(a.comparable()?.hamming(b.comparable()?))
}

#[cfg(all(test, feature = "chinese"))]
mod tests {
    use super::*;
    use crate::simhash::sketch;

    const TEXTS: [&str; 2] = [
        "The keeper lit the lamp, then the stove; the keeper slept. 灯塔上的灯亮了。",
        "The keeper lit the stove and then the lamp; nobody slept. 灯塔上的灯灭了。",
    ];

    #[test]
    fn each_row_is_what_its_recipe_says_alone() {
        let own = Recipe::default();
        let all = opinions(TEXTS, &own, &Watch::default()).unwrap();
        let texts = Profile::ALL.iter().filter(|profile| profile.recipe().tokenizer != Tokenizer::Given).count();
        assert_eq!(all.len(), 1 + texts);
        for opinion in &all {
            let alone = TEXTS.map(|text| sketch(text, &opinion.recipe).unwrap());
            assert_eq!(opinion.sketches, alone);
            for step in &opinion.steps {
                let put = step.part.replaced(&own, &opinion.recipe);
                let [a, b] = TEXTS.map(|text| sketch(text, &put).unwrap());
                assert_eq!(step.hamming, distance([a, b]), "{put}");
            }
        }
    }

    #[test]
    fn all_parts_together_are_the_other_recipe() {
        let own = Recipe::default();
        for other in Profile::ALL.iter().map(Profile::recipe) {
            let all = RecipePart::ALL.into_iter().fold(own.clone(), |recipe, part| part.replaced(&recipe, &other));
            assert_eq!(all, other);
        }
    }

    #[test]
    fn a_profile_is_not_compared_with_itself_and_lists_with_lists() {
        let names = |recipe: &str, text: &str| -> Vec<_> {
            let all = opinions([text, text], &recipe.parse().unwrap(), &Watch::default()).unwrap();
            all.into_iter().map(|opinion| opinion.profile.unwrap_or_default()).collect()
        };
        assert_eq!(names("gaoya", "a b").iter().filter(|name| **name == "gaoya").count(), 1);
        assert_eq!(names("yanyiwu", "灯塔\t2\n"), ["yanyiwu", "pypi-simhash-list"]);
        assert_eq!(names("given;fold=none;given;md5;64;gt", "灯塔\t2\n"), ["", "pypi-simhash-list", "yanyiwu"]);
    }

    #[test]
    fn what_turns_the_verdict_is_decisive_else_what_comes_closest() {
        let mut all = opinions(TEXTS, &Recipe::default(), &Watch::default()).unwrap();
        let mut other = all.remove(1);
        let mut own = all.remove(0);
        let step = |part, hamming| RecipeStep { part, hamming, bits: 64 };
        let (tokens, weight, hash) = (RecipePart::Tokens, RecipePart::Weight, RecipePart::Hash);
        for (mine, theirs, steps, expected) in [
            // Both far: what comes closest.
            (20, 4, vec![step(tokens, Some(12)), step(weight, Some(7)), step(hash, None)], vec![weight]),
            // Nothing comes closer.
            (20, 4, vec![step(tokens, Some(20)), step(weight, Some(60))], vec![]),
            // Near against far: all that carry it over k, however far.
            (2, 4, vec![step(tokens, Some(9)), step(weight, Some(3)), step(hash, Some(5))], vec![tokens, hash]),
            // Nothing carries it, one comes closer.
            (9, 3, vec![step(tokens, Some(8)), step(weight, Some(9))], vec![tokens]),
        ] {
            (own.hamming, other.hamming, other.steps) = (Some(mine), Some(theirs), steps);
            assert_eq!(other.decisive(&own, 3), expected);
        }
    }
}
