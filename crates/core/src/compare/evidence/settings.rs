//! The verdict under other weights and tokens: robust if all agree, fragile if some do not.
//!
//! Everything else is as in the recipe: folding, hash, width, signs and ties. Each cell is the verdict of SimHash with
//! these settings; no cell is more correct than another.

use rayon::prelude::*;

use crate::simhash::{CountError, Pipeline, Recipe, Sum, Tokenizer, Watch, Weighting};

/// The result of one setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsCell {
    /// The recipe; `None` if these tokens and this weight cannot be combined.
    pub recipe: Option<Recipe>,
    /// The number of bits in which the two differ; `None` if one has no fingerprint.
    pub hamming: Option<u32>,
}

/// A grid: a row for each kind of tokens, a column for each weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsGrid {
    /// The rows. The recipe's own tokens come first if they are not one of the four.
    pub tokens: Vec<Tokenizer>,
    /// The columns, likewise.
    pub weights: Vec<Weighting>,
    /// Row after row.
    pub cells: Vec<SettingsCell>,
    /// The cell of the recipe itself.
    pub own: usize,
}

impl SettingsGrid {
    pub(super) fn new(texts: [&str; 2], own: &Recipe, watch: &Watch) -> Result<Self, CountError> {
        let tokens = with(own.tokenizer, &Tokenizer::COMPARED);
        let weights = with(own.weight, &Weighting::COMPARED);
        let recipe = |tokenizer, weight| {
            if (tokenizer, weight) == (own.tokenizer, own.weight) {
                return Some(own.clone());
            }
            // How sums are added belongs to the weight that it was defined with.
            let sum = if weight == own.weight { own.sum } else { Sum::Fixed };
            Recipe { tokenizer, weight, sum, ..own.clone() }.checked().ok()
        };
        let recipes: Vec<Option<Recipe>> =
            tokens.iter().flat_map(|&t| weights.iter().map(move |&w| recipe(t, w))).collect();
        let size = texts.iter().map(|text| text.len() as u64).sum::<u64>();
        watch.expect(size * recipes.iter().flatten().count() as u64);
        let cell = |recipe: Option<Recipe>| {
            let Some(recipe) = recipe else { return Ok(SettingsCell { recipe: None, hamming: None }) };
            let [a, b] = texts.map(|text| Pipeline::new(&recipe).watched(watch).sketch(text));
            let [a, b] = [a?, b?].map(|sketch| sketch.comparable());
            Ok(SettingsCell { recipe: Some(recipe), hamming: a.zip(b).map(|(a, b)| a.hamming(b)) })
        };
        let cells = recipes.into_par_iter().map(cell).collect::<Result<Vec<SettingsCell>, CountError>>()?;
        let own = cells.iter().position(|cell| cell.recipe.as_ref() == Some(own)).unwrap_or(0);
        Ok(Self { tokens, weights, cells, own })
    }

    /// The cells that have a verdict at all, as (row, column, near at `k`).
    fn verdicts(&self, k: u32) -> impl Iterator<Item = (usize, bool)> {
        self.cells.iter().enumerate().filter_map(move |(at, cell)| Some((at, cell.hamming? <= k)))
    }

    /// The number of settings that call the pair near at `k`, and the number of settings with a verdict.
    pub fn near(&self, k: u32) -> (usize, usize) {
        (self.verdicts(k).filter(|(_, near)| *near).count(), self.verdicts(k).count())
    }

    /// The cells whose verdict at `k` differs from the recipe's; if there are none, the verdict is robust. `None` if
    /// the recipe itself has none.
    pub fn turned(&self, k: u32) -> Option<Vec<usize>> {
        let own = self.cells.get(self.own)?.hamming? <= k;
        Some(self.verdicts(k).filter(|(_, near)| *near != own).map(|(at, _)| at).collect())
    }

    /// The tokens and the weight of a cell.
    pub fn setting(&self, cell: usize) -> Option<(Tokenizer, Weighting)> {
        let columns = self.weights.len();
        Some((*self.tokens.get(cell / columns)?, *self.weights.get(cell % columns)?))
    }
}

/// The usual ones, after the recipe's own if that is not one of them.
fn with<T: Copy + PartialEq>(own: T, usual: &[T]) -> Vec<T> {
    let own = (!usual.contains(&own)).then_some(own);
    own.into_iter().chain(usual.iter().copied()).collect()
}

#[cfg(all(test, feature = "chinese"))]
mod tests {
    use super::*;
    use crate::simhash::sketch;

    const TEXTS: [&str; 2] = [
        "The keeper lit the lamp, then the stove; 灯塔上的灯亮了。",
        "The keeper lit the stove at last; 灯塔上的灯灭了。",
    ];

    fn settings(recipe: &str) -> SettingsGrid {
        SettingsGrid::new(TEXTS, &recipe.parse().unwrap(), &Watch::default()).unwrap()
    }

    #[test]
    fn each_cell_is_what_its_recipe_says_alone() {
        let own = Recipe::default();
        let found = settings(&own.to_string());
        assert_eq!((found.tokens.len(), found.weights.len(), found.cells.len()), (4, 5, 20));
        assert_eq!(found.cells[found.own].recipe, Some(own));
        for (at, cell) in found.cells.iter().enumerate() {
            let recipe = cell.recipe.clone().unwrap();
            assert_eq!(found.setting(at), Some((recipe.tokenizer, recipe.weight)));
            let [a, b] = TEXTS.map(|text| sketch(text, &recipe).unwrap().fingerprint.unwrap());
            assert_eq!(cell.hamming, Some(a.hamming(b)), "{recipe}");
        }
    }

    #[test]
    fn a_recipe_of_its_own_kind_gets_a_row_and_a_column() {
        let found = settings("space;fold=case;tfsqrtidf;md5;32;ge");
        assert_eq!((found.tokens.len(), found.weights.len(), found.own), (5, 5, 0));
        let foreign = settings("yanyiwu-text");
        assert_eq!(foreign.cells[foreign.own].recipe, Some("yanyiwu-text".parse().unwrap()));
        assert!(
            foreign.cells.iter().filter(|cell| cell.recipe.is_some()).count() > 16,
            "floats go with one weight only"
        );
    }

    #[test]
    fn robust_is_when_nothing_turns_the_verdict() {
        let mut found = settings(&Recipe::default().to_string());
        found.cells.iter_mut().for_each(|cell| cell.hamming = Some(9));
        assert_eq!((found.turned(3), found.near(3)), (Some(vec![]), (0, 20)));
        (found.cells[2].hamming, found.cells[5].hamming) = (Some(3), None);
        assert_eq!((found.turned(3), found.near(3)), (Some(vec![2]), (1, 19)));
        assert_eq!(found.turned(2), Some(vec![]));
        let own = found.own;
        found.cells[own].hamming = None;
        assert_eq!(found.turned(3), None);
    }
}
