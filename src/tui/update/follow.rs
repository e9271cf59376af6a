//! What the model wants computed, seen from what it has: asked for once, whatever brought the want about.

use std::sync::Arc;

use super::{Effect, outcome};
use crate::{
    compare::pair::Subject,
    document::{Document, Source},
    simhash::Watch,
    tui::{
        job::{Given, How, Job, Ranked},
        model::{Dialog, Examined, ListQuery, Listing, Model, Traced, Trouble, Work},
        screen::Screen,
    },
};

/// Up to so many pairs the list is made while the key is answered; it takes about a millisecond.
const AT_ONCE: usize = 20_000;

/// How documents are examined now.
pub fn how(model: &Model) -> How {
    let traces = !model.workspace.batch.many();
    let store = model.workspace.batch.store.clone();
    How {
        recipe: model.workspace.recipe.clone(),
        generation: model.workspace.batch.generation,
        run: model.workspace.run,
        traces,
        store,
    }
}

/// Work that is shown while it runs.
fn work(model: &mut Model, what: &'static str, job: Job) -> Effect {
    let watch = Arc::new(Watch::default());
    model.workspace.batch.work = Some(Work { what, watch: watch.clone(), shown: false });
    Effect::Start(model.workspace.number, job, watch)
}

/// Brings what is shown in step with what is known, and asks for what is missing.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    model.workspace.batch.stay_hidden(model.session.lang);
    let mut effects = Vec::new();
    effects.extend(prepare(model));
    effects.extend(reload(model));
    effects.extend(rank(model));
    effects.extend(super::archive::follow(model));
    effects.extend(list(model));
    effects.extend(open(model));
    effects.extend(compare(model));
    effects.extend(super::exclusion::follow(model));
    effects.extend(diff(model));
    effects.extend(passages(model));
    effects.extend(profiles(model));
    effects.extend(evidence(model));
    effects.extend(super::browser::follow(model));
    effects.extend(super::browser::walk(model));
    effects.extend(super::library::follow(model));
    effects.extend(super::library::seek(model));
    effects.extend(super::review::follow(model));
    effects.extend(super::orphans::follow(model));
    effects.extend(super::lab::wants::follow(model));
    refresh(model);
    effects.extend(hunk(model));
    effects.extend(model.workspace.keepsake.take().map(Effect::Export));
    effects
}

/// Documents that were not read yet, and those whose numbers are of an older recipe.
fn prepare(model: &mut Model) -> Option<Effect> {
    let generation = model.workspace.batch.generation;
    // What is being read is not read a second time: standard input could not be.
    if model.workspace.asked.examine == generation || model.workspace.batch.entries.iter().any(|entry| entry.reading) {
        return None;
    }
    model.workspace.asked.examine = generation;
    let mut documents = Vec::new();
    let recipe = &model.workspace.recipe;
    let archived =
        model.workspace.batch.archive.as_ref().and_then(|archive| archive.archive()).map(|archive| archive.recipe());
    let comparable = archived.is_some_and(|archived| archived == recipe);
    for (at, entry) in model.workspace.batch.entries.iter_mut().enumerate() {
        if let Some(print) = &entry.print {
            // There is nothing to be read, and under another recipe nothing to compare.
            let subject = Subject::print(comparable.then_some(print.fingerprint)).into();
            entry.examined = Some(Examined { generation, subject, trace: None });
            continue;
        }
        // What was stopped is done when it is asked for anew, under another recipe or here again.
        if entry.settled(generation) {
            continue;
        }
        // What was stopped between being read and being examined is read once more: what is kept of a file must be of the
        // file as it is now.
        let keeping = model.workspace.batch.store.is_some() && matches!(entry.source.plain(), Source::File(_));
        let again = keeping && entry.examined.is_none();
        match &entry.document {
            Some(Ok(document)) if !again => {
                let windows = entry.examined.as_ref().map(|e| e.subject.windows().clone());
                documents.push((at, Given::Text(document.clone(), windows)));
            }
            Some(Err(_)) => {}
            None if entry.trouble.is_some() && entry.source.is_read_once() => {
                entry.trouble = Some((generation, Trouble::Stopped));
            }
            None | Some(Ok(_)) => {
                entry.reading = true;
                documents.push((at, Given::Source(entry.source.clone())));
            }
        }
    }
    if documents.is_empty() {
        return None;
    }
    let unread = documents.iter().any(|(_, given)| matches!(given, Given::Source(_)));
    let what = if unread { "work.reading" } else { "work.examining" };
    let job = Job::Prepare { documents, how: how(model) };
    Some(work(model, what, job))
}

/// Documents whose files changed, once nothing else is to be done with documents.
fn reload(model: &mut Model) -> Option<Effect> {
    if model.workspace.batch.changed.is_empty()
        || model.workspace.batch.reload.is_some()
        || !model.workspace.batch.settled()
    {
        return None;
    }
    let sources = model.workspace.batch.changed.iter().filter_map(|&at| {
        let entry = model.workspace.batch.entries.get(at)?;
        let before = entry.document.as_ref()?.as_ref().ok().map(|document| document.reading.content_hash);
        Some((at, entry.source.clone(), before))
    });
    let job = Job::Reload { sources: sources.collect(), how: how(model) };
    let effect = work(model, "work.reading", job);
    model.workspace.batch.reload = model.workspace.batch.work.as_ref().map(|work| work.watch.clone());
    Some(effect)
}

/// The documents that can be compared, in their places.
pub fn comparable(model: &Model) -> Vec<Option<(Arc<Document>, Arc<Subject>)>> {
    let generation = model.workspace.batch.generation;
    let documents = model.workspace.batch.entries.iter().map(|entry| {
        let document = entry.document.as_ref()?.as_ref().ok().filter(|_| !entry.aside)?.clone();
        let examined = entry.examined.as_ref().filter(|e| e.generation == generation)?;
        Some((document, examined.subject.clone()))
    });
    documents.collect()
}

fn rank(model: &mut Model) -> Option<Effect> {
    let generation = model.workspace.batch.generation;
    if model.workspace.asked.rank == generation || !model.workspace.batch.settled() {
        return None;
    }
    model.workspace.asked.rank = generation;
    let documents = model.workspace.batch.entries.iter().map(|entry| {
        let document = entry.document.as_ref().and_then(|read| read.as_ref().ok()).cloned();
        let examined = entry.examined.as_ref().filter(|e| e.generation == generation && !entry.aside)?;
        let there = document.is_some() || entry.print.is_some();
        there.then(|| Ranked { document, bytes: entry.bytes(), subject: examined.subject.clone() })
    });
    let wish = ListQuery { generation, ..model.workspace.list_query() };
    let groups = model.workspace.batch.groups();
    let job = Job::Rank { documents: documents.collect(), groups, about: model.workspace.list_context(), wish };
    Some(work(model, "work.ranking", job))
}

/// The list of pairs in another order.
fn list(model: &mut Model) -> Option<Effect> {
    let wish = model.workspace.list_query();
    if model.workspace.batch.listing.wish == wish || model.workspace.batch.ranked == 0 {
        return None;
    }
    let pairs =
        model.workspace.by_rest().map_or_else(|| model.workspace.batch.pairs.clone(), |rests| rests.pairs.clone());
    if pairs.len() <= AT_ONCE {
        outcome::list(model, Arc::new(Listing::keeping(&pairs, &model.workspace.list_context(), &wish)));
        return None;
    }
    if model.workspace.asked.list.as_ref() == Some(&wish) {
        return None;
    }
    model.workspace.asked.list = Some(wish.clone());
    let about = model.workspace.list_context();
    Some(work(model, "work.ranking", Job::List { pairs, about, wish }))
}

/// The traces of those documents of many that are looked at.
fn open(model: &mut Model) -> Option<Effect> {
    let generation = model.workspace.batch.generation;
    let mut wanted = model.workspace.pair().map_or_else(Vec::new, Vec::from);
    wanted.push(model.workspace.shown_document());
    wanted.sort_unstable();
    wanted.dedup();
    wanted.retain(|&at| {
        let examined = model.workspace.batch.entries.get(at).and_then(|entry| entry.examined.as_ref());
        let untraced = examined.is_some_and(|examined| examined.generation == generation && examined.trace.is_none());
        untraced && model.workspace.batch.print(at).is_none()
    });
    if wanted.is_empty()
        || model.workspace.asked.open.as_ref().is_some_and(|(asked, g)| *asked == wanted && *g == generation)
    {
        return None;
    }
    let documents = wanted.iter().filter_map(|&at| Some((at, model.workspace.batch.document(at)?.clone()))).collect();
    model.workspace.asked.open = Some((wanted, generation));
    Some(Effect::Start(model.workspace.number, Job::Open { documents, how: how(model) }, Arc::default()))
}

fn compare(model: &mut Model) -> Option<Effect> {
    let pair = *model.workspace.batch.listed(model.workspace.overview.list.selected)?;
    if model.workspace.batch.ranked != model.workspace.batch.generation {
        return None;
    }
    let wanted = Some((pair.documents(), model.workspace.batch.ranked, model.workspace.k));
    if model.workspace.asked.compare == wanted {
        return None;
    }
    let looked_at = |i: usize| {
        let examined = model.workspace.batch.entries.get(i)?.examined.as_ref()?;
        Some((examined.trace.clone()?, examined.subject.clone()))
    };
    let [a, b] = pair.documents().map(looked_at);
    let sides = [a?, b?];
    model.workspace.asked.compare = wanted;
    let job = Job::Compare { pair, sides, k: model.workspace.k, generation: model.workspace.batch.ranked };
    Some(Effect::Start(model.workspace.number, job, Arc::default()))
}

fn diff(model: &mut Model) -> Option<Effect> {
    let documents = model.workspace.pair()?;
    if model.workspace.screen != Screen::Diff || model.workspace.asked.diff == Some(documents) {
        return None;
    }
    let [a, b] = documents.map(|i| model.workspace.batch.document(i).cloned());
    let texts = [a?, b?];
    model.workspace.asked.diff = Some(documents);
    let points = model.workspace.diff.points.get(&documents).cloned().unwrap_or_default();
    Some(work(model, "work.diff", Job::Diff { documents, texts, points }))
}

/// What a pair shares, while its texts or that list are looked at.
fn passages(model: &mut Model) -> Option<Effect> {
    let listed = model.workspace.dialogs.iter().find_map(|overlay| match overlay {
        Dialog::Passages(documents, ..) => Some(*documents),
        _ => None,
    });
    let documents = listed.or_else(|| model.workspace.pair().filter(|_| model.workspace.screen == Screen::Diff))?;
    let [a, b] = documents.map(|i| model.workspace.batch.document(i).cloned());
    let texts = [a?, b?];
    let left_out = model.workspace.batch.struck(documents, [&texts[0], &texts[1]]);
    let wanted = Some((documents, texts.each_ref().map(|document| document.reading.content_hash), left_out));
    if model.workspace.asked.passages == wanted {
        return None;
    }
    model.workspace.asked.passages = wanted;
    let excluded = model.workspace.batch.excluded(documents, [&texts[0], &texts[1]]).map(<[_]>::to_vec);
    let job = Job::Passages { documents, texts, excluded, left_out, run: model.workspace.run };
    Some(Effect::Start(model.workspace.number, job, Arc::default()))
}

/// The pair under every profile, while it is looked at.
fn profiles(model: &mut Model) -> Option<Effect> {
    let documents = model.workspace.dialogs.iter().find_map(|overlay| match overlay {
        Dialog::Profiles(documents, _) => Some(*documents),
        _ => None,
    })?;
    let generation = model.workspace.batch.generation;
    let wanted = Some((documents, generation));
    if model.workspace.asked.profiles == wanted
        || model.workspace.batch.ranked != generation
        || model.workspace.batch.opinions_of(documents).is_some()
    {
        return None;
    }
    let [a, b] = documents.map(|i| model.workspace.batch.document(i).cloned());
    let texts = [a?, b?];
    model.workspace.asked.profiles = wanted;
    let job = Job::Profiles { documents, texts, recipe: model.workspace.recipe.clone(), generation };
    Some(work(model, "work.profiles", job))
}

/// The pair by other methods, while it is looked at.
fn evidence(model: &mut Model) -> Option<Effect> {
    let documents = model.workspace.dialogs.iter().find_map(|overlay| match overlay {
        Dialog::Evidence(documents, _) => Some(*documents),
        _ => None,
    })?;
    let generation = model.workspace.batch.generation;
    let wanted = Some((documents, generation));
    let known = model.workspace.batch.evidence_of(documents).is_some_and(|evidence| evidence.generation == generation);
    if model.workspace.asked.evidence == wanted || model.workspace.batch.ranked != generation || known {
        return None;
    }
    let [a, b] = documents.map(|i| model.workspace.batch.document(i).cloned());
    let [v, w] = documents.map(|i| Some(model.workspace.batch.entries.get(i)?.examined.as_ref()?.subject.clone()));
    let (texts, subjects) = ([a?, b?], [v?, w?]);
    model.workspace.asked.evidence = wanted;
    let job = Job::Evidence { documents, texts, subjects, recipe: model.workspace.recipe.clone(), generation };
    Some(work(model, "work.evidence", job))
}

fn hunk(model: &mut Model) -> Option<Effect> {
    let documents = model.workspace.pair()?;
    let generation = model.workspace.batch.ranked;
    if model.workspace.screen != Screen::Diff
        || !model.workspace.marked()
        || generation != model.workspace.batch.generation
    {
        return None;
    }
    let diffed = model.workspace.batch.diff_of(documents)?.clone();
    let hunk = model.workspace.diff.hunk as u32;
    let known = model.workspace.batch.effects.get(&hunk).is_some_and(|(g, _)| *g == generation);
    let wanted = Some((documents, hunk, generation));
    if known || model.workspace.asked.hunk == wanted || model.workspace.diff.hunk >= diffed.diff.hunks.len() {
        return None;
    }
    let [v, w] = documents.map(|i| model.workspace.batch.fingerprint(i));
    let job = Job::Hunk { hunk, diffed, fingerprints: [v?, w?], recipe: model.workspace.recipe.clone(), generation };
    model.workspace.asked.hunk = wanted;
    Some(Effect::Start(model.workspace.number, job, Arc::default()))
}

fn refresh(model: &mut Model) {
    let shown = model.workspace.shown_document();
    let examined = model.workspace.batch.entries.get(shown).and_then(|entry| entry.examined.as_ref());
    if let Some((generation, trace)) = examined.and_then(|e| Some((e.generation, e.trace.clone()?))) {
        let traced = model.workspace.dialogs.iter().rev().find_map(|overlay| match overlay {
            Dialog::Formula(Traced::Column { column, .. }, _) => Some(*column),
            _ => None,
        });
        model.workspace.pipeline.refresh(shown, generation, &trace, traced);
        if model.workspace.lesson.as_ref().is_some_and(|reading| !reading.placed) {
            super::lesson::place(model);
            model.workspace.pipeline.refresh(shown, generation, &trace, traced);
        }
    }
    let Some(documents) = model.workspace.pair() else { return };
    if let Some(close) = model.workspace.batch.close_of(documents).cloned()
        && let Some(reasons) = &close.comparison.bits
    {
        model.workspace.bits.refresh(model.workspace.batch.compared, &close, reasons);
    }
    if model.workspace.dialogs.contains(&Dialog::Geometry)
        && let Some(close) = model.workspace.batch.close_of(documents)
    {
        model.workspace.planes.refresh(model.workspace.batch.compared, close);
    }
    let marked = model.workspace.marked();
    if let Some(diffed) = model.workspace.batch.diff_of(documents).cloned() {
        model.workspace.diff.refresh(&diffed, marked);
        super::diff::wake(model);
    }
}
