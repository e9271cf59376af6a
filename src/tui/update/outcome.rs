//! Results of work, put on the desk. What is older than what is there is dropped.

use std::sync::Arc;

use crate::tui::{
    job::Outcome,
    model::{Model, Trouble},
};

/// Takes a result in.
pub fn take(model: &mut Model, outcome: Outcome) {
    match outcome {
        Outcome::Read(at, result) => {
            if let Some(entry) = model.desk.entries.get_mut(at) {
                entry.document = Some(result);
            }
        }
        Outcome::Examined(at, examined) => {
            if let Some(entry) = model.desk.entries.get_mut(at)
                && entry.examined.as_ref().is_none_or(|e| e.generation <= examined.generation)
            {
                entry.trouble = None;
                entry.examined = Some(examined);
            }
        }
        Outcome::Trouble(at, generation, why) => {
            if let Some(entry) = model.desk.entries.get_mut(at) {
                entry.trouble = Some((generation, why));
                entry.examined = None;
            }
        }
        Outcome::Ranked(generation, pairs) => {
            if generation == model.desk.generation {
                let selected = model.pair();
                model.desk.pairs = pairs;
                model.desk.ranked = generation;
                model.k = model.k.min(u32::from(model.recipe.bits));
                sort_keeping(model, selected);
            }
        }
        Outcome::Compared(generation, comparison) => {
            if generation == model.desk.generation {
                model.desk.comparison = Some(comparison);
                model.desk.compared = generation;
            }
        }
        Outcome::Diffed(diffed) => {
            if model.asked.diff == Some(diffed.documents) {
                model.desk.diff = Some(diffed);
                model.desk.effects.clear();
            }
        }
        Outcome::Hunk(documents, hunk, generation, effect) => {
            if model.desk.diff_of(documents).is_some() {
                model.desk.effects.insert(hunk, (generation, effect));
            }
        }
        Outcome::Opinions(opinions) => {
            if model.asked.profiles == Some((opinions.documents, opinions.generation)) {
                model.desk.opinions = Some(opinions);
            }
        }
        Outcome::Ended(watch) => {
            if model.desk.work.as_ref().is_some_and(|work| Arc::ptr_eq(&work.watch, &watch)) {
                model.desk.work = None;
                if watch.stopped() {
                    stopped(model);
                }
            }
        }
    }
}

/// What the reader stopped stays undone until it is asked for anew, and says so.
fn stopped(model: &mut Model) {
    let generation = model.desk.generation;
    for entry in &mut model.desk.entries {
        let examined = entry.examined.as_ref().is_some_and(|e| e.generation == generation);
        if entry.document.is_some() && !examined && entry.trouble.is_none() {
            entry.trouble = Some((generation, Trouble::Stopped));
        }
    }
}

/// Sorts the pairs anew; the selected one stays selected.
pub fn sort(model: &mut Model) {
    let selected = model.pair();
    sort_keeping(model, selected);
}

fn sort_keeping(model: &mut Model, selected: Option<[usize; 2]>) {
    let (sort, k) = (model.overview.sort, model.k);
    model.desk.order(k, |pairs| sort.apply(pairs, k));
    let row = selected.and_then(|documents| model.desk.row_of(documents)).unwrap_or(0);
    model.overview.list.select(row, model.desk.pairs.len(), model.drawn.rows);
}

/// Selects the pair of these documents.
pub fn select(model: &mut Model, documents: [usize; 2]) {
    if let Some(row) = model.desk.row_of(documents) {
        model.overview.list.select(row, model.desk.pairs.len(), model.drawn.rows);
        model.diff.marks = None;
    }
}
