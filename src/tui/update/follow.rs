//! What the model wants computed, seen from what it has: asked for once, whatever brought the want about.

use std::sync::Arc;

use super::Effect;
use crate::{
    simhash::Watch,
    tui::{
        job::{How, Job},
        model::{Model, Overlay, Traced, Work},
        screen::Screen,
    },
};

/// Reads all documents that were not read yet.
pub fn load(model: &mut Model) -> Vec<Effect> {
    let unread = model.desk.entries.iter().enumerate().filter(|(_, entry)| entry.document.is_none());
    let sources: Vec<_> = unread.map(|(i, entry)| (i, entry.source.clone())).collect();
    let how = how(model);
    model.asked.examine = model.desk.generation;
    vec![work(model, "work.reading", Job::Load { sources, how })]
}

fn how(model: &Model) -> How {
    How { recipe: model.recipe.clone(), generation: model.desk.generation, run: model.run }
}

/// Work that is shown while it runs.
fn work(model: &mut Model, what: &'static str, job: Job) -> Effect {
    let watch = Arc::new(Watch::default());
    model.desk.work = Some(Work { what, watch: watch.clone(), shown: false });
    Effect::Start(job, watch)
}

/// Brings what is shown in step with what is known, and asks for what is missing.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    effects.extend(examine(model));
    effects.extend(rank(model));
    effects.extend(compare(model));
    effects.extend(diff(model));
    effects.extend(profiles(model));
    refresh(model);
    effects.extend(hunk(model));
    effects
}

/// Documents whose numbers are of an older recipe.
fn examine(model: &mut Model) -> Option<Effect> {
    let loading = model.desk.entries.iter().any(|entry| entry.document.is_none());
    if loading || model.asked.examine == model.desk.generation {
        return None;
    }
    model.asked.examine = model.desk.generation;
    let entries = model.desk.entries.iter().enumerate();
    let documents = entries.filter_map(|(i, entry)| {
        let document = entry.document.as_ref()?.as_ref().ok()?.clone();
        Some((i, document, entry.examined.as_ref().map(|e| e.subject.windows().clone())))
    });
    let job = Job::Examine { documents: documents.collect(), how: how(model) };
    Some(work(model, "work.examining", job))
}

fn rank(model: &mut Model) -> Option<Effect> {
    let generation = model.desk.generation;
    if model.asked.rank == generation || !model.desk.settled() {
        return None;
    }
    model.asked.rank = generation;
    let documents = model.desk.entries.iter().map(|entry| {
        let document = entry.document.as_ref()?.as_ref().ok()?.clone();
        let examined = entry.examined.as_ref().filter(|e| e.generation == generation)?;
        Some((document, examined.subject.clone()))
    });
    let job = Job::Rank { documents: documents.collect(), generation };
    Some(work(model, "work.ranking", job))
}

fn compare(model: &mut Model) -> Option<Effect> {
    let pair = *model.desk.pairs.get(model.overview.list.selected)?;
    if model.desk.ranked != model.desk.generation {
        return None;
    }
    let wanted = Some((pair.documents, model.desk.ranked, model.k));
    if model.asked.compare == wanted {
        return None;
    }
    let examined = |i: usize| model.desk.entries.get(i)?.examined.clone();
    let [a, b] = pair.documents.map(examined);
    let sides = [a?, b?];
    model.asked.compare = wanted;
    Some(Effect::Start(Job::Compare { pair, sides, k: model.k }, Arc::default()))
}

fn diff(model: &mut Model) -> Option<Effect> {
    let documents = model.pair()?;
    if model.screen != Screen::Diff || model.asked.diff == Some(documents) {
        return None;
    }
    let [a, b] = documents.map(|i| model.desk.document(i).cloned());
    let texts = [a?, b?];
    model.asked.diff = Some(documents);
    Some(work(model, "work.diff", Job::Diff { documents, texts }))
}

/// The pair under every profile, while it is looked at.
fn profiles(model: &mut Model) -> Option<Effect> {
    let documents = model.overlays.iter().find_map(|overlay| match overlay {
        Overlay::Profiles(documents, _) => Some(*documents),
        _ => None,
    })?;
    let generation = model.desk.generation;
    let wanted = Some((documents, generation));
    if model.asked.profiles == wanted || model.desk.ranked != generation || model.desk.opinions_of(documents).is_some()
    {
        return None;
    }
    let [a, b] = documents.map(|i| model.desk.document(i).cloned());
    let texts = [a?, b?];
    model.asked.profiles = wanted;
    let job = Job::Profiles { documents, texts, recipe: model.recipe.clone(), generation };
    Some(work(model, "work.profiles", job))
}

fn hunk(model: &mut Model) -> Option<Effect> {
    let documents = model.pair()?;
    let generation = model.desk.ranked;
    if model.screen != Screen::Diff || !model.marked() || generation != model.desk.generation {
        return None;
    }
    let diffed = model.desk.diff_of(documents)?.clone();
    let hunk = model.diff.hunk as u32;
    let known = model.desk.effects.get(&hunk).is_some_and(|(g, _)| *g == generation);
    let wanted = Some((documents, hunk, generation));
    if known || model.asked.hunk == wanted || model.diff.hunk >= diffed.diff.hunks.len() {
        return None;
    }
    let [a, b] = documents.map(|i| model.desk.document(i).cloned());
    let [v, w] = documents.map(|i| model.desk.fingerprint(i));
    let (texts, fingerprints) = ([a?, b?], [v?, w?]);
    let job = Job::Hunk { hunk, diffed, texts, fingerprints, recipe: model.recipe.clone(), generation };
    model.asked.hunk = wanted;
    Some(Effect::Start(job, Arc::default()))
}

fn refresh(model: &mut Model) {
    let shown = model.shown_document();
    if let Some(examined) = model.desk.entries.get(shown).and_then(|entry| entry.examined.clone()) {
        let traced = model.overlays.iter().rev().find_map(|overlay| match overlay {
            Overlay::Formula(Traced::Column { column, position, .. }, _) => Some((*column, *position)),
            _ => None,
        });
        model.pipeline.refresh(shown, examined.generation, &examined.trace, traced);
    }
    let Some(documents) = model.pair() else { return };
    if let Some(comparison) = model.desk.comparison_of(documents).cloned()
        && let Some(reasons) = &comparison.bits
    {
        model.bits.refresh(documents, model.desk.compared, reasons);
    }
    let marked = model.marked();
    if let Some(diffed) = model.desk.diff_of(documents).cloned() {
        model.diff.refresh(documents, &diffed.diff, marked);
        super::diff::wake(model);
    }
}
