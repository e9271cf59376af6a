//! A setting that is changed while the program runs, from a picker or the command line.

use super::{Request, ScreenEffect, set_k};
use crate::{
    compare::DEFAULT_K,
    simhash::{Profile, Recipe, RecipeError},
    tui::{
        model::{Choice, List, Model},
        screen::Screen,
    },
};

/// Changes the recipe, and the threshold where one goes with it. A threshold that went with the recipe before goes with it.
pub(super) fn set_recipe(model: &mut Model, recipe: Recipe, k: Option<u32>) {
    let before = &model.workspace.batch.recipe;
    let of_before = Profile::of(before).and_then(|profile| profile.k);
    let gone = *before != recipe && of_before == Some(model.workspace.k);
    model.workspace.batch.set_recipe(recipe);
    if let Some(k) = k.or(gone.then_some(DEFAULT_K)) {
        set_k(model, k);
    }
}

/// Makes a choice hold.
///
/// # Errors
/// If it does not go with the rest of the recipe.
pub(super) fn apply(model: &mut Model, choice: Choice) -> Result<Vec<ScreenEffect>, RecipeError> {
    if let Some(recipe) = choice.apply(&model.workspace.batch.recipe) {
        let k = match choice {
            Choice::Profile(at) => Profile::named().nth(at).and_then(|profile| profile.k),
            _ => None,
        };
        set_recipe(model, recipe.checked()?, k);
        return Ok(Vec::new());
    }
    match choice {
        Choice::Colours(theme) => model.session.look.choose(theme),
        Choice::PairSort(sort) => model.workspace.overview.sort = sort,
        Choice::FeatureSort(order) => {
            model.workspace.pipeline.order = order;
            model.workspace.pipeline.list = List::default();
        }
        Choice::Document(document) => {
            model.workspace.pipeline.document = Some(document);
            if model.workspace.screen == Screen::Overview {
                model.workspace.screen = Screen::Pipeline;
            }
        }
        Choice::Pair(row) => {
            if let Some(pair) = model.workspace.listed(row) {
                let documents = pair.documents();
                model.workspace.select(documents);
            }
        }
        Choice::BitsPerRow(bits) => model.workspace.bits.per_row = bits,
        Choice::Lesson(lesson) => return Ok(vec![ScreenEffect::Lesson(lesson)]),
        Choice::Export(export) => return Ok(vec![Request::Export(export).into()]),
        Choice::Preset(preset, other) => return Ok(vec![ScreenEffect::Preset(preset, other)]),
        _ => {}
    }
    Ok(Vec::new())
}
