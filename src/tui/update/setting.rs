//! A setting that is changed while the program runs, from a picker or the command line.

use super::{Request, ScreenEffect};
use crate::{
    simhash::RecipeError,
    tui::{
        model::{Choice, List, Model},
        screen::Screen,
    },
};

/// Makes a choice hold.
///
/// # Errors
/// If it does not go with the rest of the recipe.
pub(super) fn apply(model: &mut Model, choice: Choice) -> Result<Vec<ScreenEffect>, RecipeError> {
    if let Some(recipe) = choice.apply(&model.workspace.batch.recipe) {
        model.workspace.batch.set_recipe(recipe.checked()?);
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
