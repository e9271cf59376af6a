//! What the model wants computed, seen from what it has: asked for once, whatever brought the want about.

use std::sync::Arc;

use super::{Effect, outcome};
use crate::{
    compare::pair::Subject,
    document::{Document, Source},
    simhash::Watch,
    tui::{
        job::{Given, How, Job, Ranked},
        model::{Examined, Listing, Model, Overlay, Traced, Trouble, Wish, Work},
        screen::Screen,
    },
};

/// Up to so many pairs the list is made while the key is answered; it takes about a millisecond.
const AT_ONCE: usize = 20_000;

/// How documents are examined now.
pub fn how(model: &Model) -> How {
    let traces = !model.desk.many();
    let store = model.desk.store.clone();
    How { recipe: model.recipe.clone(), generation: model.desk.generation, run: model.run, traces, store }
}

/// Work that is shown while it runs.
fn work(model: &mut Model, what: &'static str, job: Job) -> Effect {
    let watch = Arc::new(Watch::default());
    model.desk.work = Some(Work { what, watch: watch.clone(), shown: false });
    Effect::Start(model.desk.number, job, watch)
}

/// Brings what is shown in step with what is known, and asks for what is missing.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    model.desk.stay_hidden(model.lang);
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
    effects.extend(model.keepsake.take().map(Effect::Export));
    effects
}

/// Documents that were not read yet, and those whose numbers are of an older recipe.
fn prepare(model: &mut Model) -> Option<Effect> {
    let generation = model.desk.generation;
    // What is being read is not read a second time: standard input could not be.
    if model.asked.examine == generation || model.desk.entries.iter().any(|entry| entry.reading) {
        return None;
    }
    model.asked.examine = generation;
    let mut documents = Vec::new();
    let recipe = &model.recipe;
    let archived = model.desk.archive.as_ref().and_then(|archive| archive.archive()).map(|archive| archive.recipe());
    let comparable = archived.is_some_and(|archived| archived == recipe);
    for (at, entry) in model.desk.entries.iter_mut().enumerate() {
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
        let keeping = model.desk.store.is_some() && matches!(entry.source.plain(), Source::File(_));
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
    if model.desk.changed.is_empty() || model.desk.reload.is_some() || !model.desk.settled() {
        return None;
    }
    let sources = model.desk.changed.iter().filter_map(|&at| {
        let entry = model.desk.entries.get(at)?;
        let before = entry.document.as_ref()?.as_ref().ok().map(|document| document.reading.content_hash);
        Some((at, entry.source.clone(), before))
    });
    let job = Job::Reload { sources: sources.collect(), how: how(model) };
    let effect = work(model, "work.reading", job);
    model.desk.reload = model.desk.work.as_ref().map(|work| work.watch.clone());
    Some(effect)
}

/// The documents that can be compared, in their places.
pub fn comparable(model: &Model) -> Vec<Option<(Arc<Document>, Arc<Subject>)>> {
    let generation = model.desk.generation;
    let documents = model.desk.entries.iter().map(|entry| {
        let document = entry.document.as_ref()?.as_ref().ok().filter(|_| !entry.aside)?.clone();
        let examined = entry.examined.as_ref().filter(|e| e.generation == generation)?;
        Some((document, examined.subject.clone()))
    });
    documents.collect()
}

fn rank(model: &mut Model) -> Option<Effect> {
    let generation = model.desk.generation;
    if model.asked.rank == generation || !model.desk.settled() {
        return None;
    }
    model.asked.rank = generation;
    let documents = model.desk.entries.iter().map(|entry| {
        let document = entry.document.as_ref().and_then(|read| read.as_ref().ok()).cloned();
        let examined = entry.examined.as_ref().filter(|e| e.generation == generation && !entry.aside)?;
        let there = document.is_some() || entry.print.is_some();
        there.then(|| Ranked { document, bytes: entry.bytes(), subject: examined.subject.clone() })
    });
    let wish = Wish { generation, ..model.wish() };
    let groups = model.desk.groups();
    let job = Job::Rank { documents: documents.collect(), groups, about: model.about(), wish };
    Some(work(model, "work.ranking", job))
}

/// The list of pairs in another order.
fn list(model: &mut Model) -> Option<Effect> {
    let wish = model.wish();
    if model.desk.listing.wish == wish || model.desk.ranked == 0 {
        return None;
    }
    let pairs = model.by_rest().map_or_else(|| model.desk.pairs.clone(), |rests| rests.pairs.clone());
    if pairs.len() <= AT_ONCE {
        outcome::list(model, Arc::new(Listing::keeping(&pairs, &model.about(), &wish)));
        return None;
    }
    if model.asked.list.as_ref() == Some(&wish) {
        return None;
    }
    model.asked.list = Some(wish.clone());
    let about = model.about();
    Some(work(model, "work.ranking", Job::List { pairs, about, wish }))
}

/// The traces of those documents of many that are looked at.
fn open(model: &mut Model) -> Option<Effect> {
    let generation = model.desk.generation;
    let mut wanted = model.pair().map_or_else(Vec::new, Vec::from);
    wanted.push(model.shown_document());
    wanted.sort_unstable();
    wanted.dedup();
    wanted.retain(|&at| {
        let examined = model.desk.entries.get(at).and_then(|entry| entry.examined.as_ref());
        let untraced = examined.is_some_and(|examined| examined.generation == generation && examined.trace.is_none());
        untraced && model.desk.print(at).is_none()
    });
    if wanted.is_empty() || model.asked.open.as_ref().is_some_and(|(asked, g)| *asked == wanted && *g == generation) {
        return None;
    }
    let documents = wanted.iter().filter_map(|&at| Some((at, model.desk.document(at)?.clone()))).collect();
    model.asked.open = Some((wanted, generation));
    Some(Effect::Start(model.desk.number, Job::Open { documents, how: how(model) }, Arc::default()))
}

fn compare(model: &mut Model) -> Option<Effect> {
    let pair = *model.desk.listed(model.overview.list.selected)?;
    if model.desk.ranked != model.desk.generation {
        return None;
    }
    let wanted = Some((pair.documents(), model.desk.ranked, model.k));
    if model.asked.compare == wanted {
        return None;
    }
    let looked_at = |i: usize| {
        let examined = model.desk.entries.get(i)?.examined.as_ref()?;
        Some((examined.trace.clone()?, examined.subject.clone()))
    };
    let [a, b] = pair.documents().map(looked_at);
    let sides = [a?, b?];
    model.asked.compare = wanted;
    let job = Job::Compare { pair, sides, k: model.k, generation: model.desk.ranked };
    Some(Effect::Start(model.desk.number, job, Arc::default()))
}

fn diff(model: &mut Model) -> Option<Effect> {
    let documents = model.pair()?;
    if model.screen != Screen::Diff || model.asked.diff == Some(documents) {
        return None;
    }
    let [a, b] = documents.map(|i| model.desk.document(i).cloned());
    let texts = [a?, b?];
    model.asked.diff = Some(documents);
    let points = model.diff.points.get(&documents).cloned().unwrap_or_default();
    Some(work(model, "work.diff", Job::Diff { documents, texts, points }))
}

/// What a pair shares, while its texts or that list are looked at.
fn passages(model: &mut Model) -> Option<Effect> {
    let listed = model.overlays.iter().find_map(|overlay| match overlay {
        Overlay::Passages(documents, ..) => Some(*documents),
        _ => None,
    });
    let documents = listed.or_else(|| model.pair().filter(|_| model.screen == Screen::Diff))?;
    let [a, b] = documents.map(|i| model.desk.document(i).cloned());
    let texts = [a?, b?];
    let left_out = model.desk.struck(documents, [&texts[0], &texts[1]]);
    let wanted = Some((documents, texts.each_ref().map(|document| document.reading.content_hash), left_out));
    if model.asked.passages == wanted {
        return None;
    }
    model.asked.passages = wanted;
    let excluded = model.desk.excluded(documents, [&texts[0], &texts[1]]).map(<[_]>::to_vec);
    let job = Job::Passages { documents, texts, excluded, left_out, run: model.run };
    Some(Effect::Start(model.desk.number, job, Arc::default()))
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

/// The pair by other methods, while it is looked at.
fn evidence(model: &mut Model) -> Option<Effect> {
    let documents = model.overlays.iter().find_map(|overlay| match overlay {
        Overlay::Evidence(documents, _) => Some(*documents),
        _ => None,
    })?;
    let generation = model.desk.generation;
    let wanted = Some((documents, generation));
    let known = model.desk.evidence_of(documents).is_some_and(|evidence| evidence.generation == generation);
    if model.asked.evidence == wanted || model.desk.ranked != generation || known {
        return None;
    }
    let [a, b] = documents.map(|i| model.desk.document(i).cloned());
    let [v, w] = documents.map(|i| Some(model.desk.entries.get(i)?.examined.as_ref()?.subject.clone()));
    let (texts, subjects) = ([a?, b?], [v?, w?]);
    model.asked.evidence = wanted;
    let job = Job::Evidence { documents, texts, subjects, recipe: model.recipe.clone(), generation };
    Some(work(model, "work.evidence", job))
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
    let [v, w] = documents.map(|i| model.desk.fingerprint(i));
    let job = Job::Hunk { hunk, diffed, fingerprints: [v?, w?], recipe: model.recipe.clone(), generation };
    model.asked.hunk = wanted;
    Some(Effect::Start(model.desk.number, job, Arc::default()))
}

fn refresh(model: &mut Model) {
    let shown = model.shown_document();
    let examined = model.desk.entries.get(shown).and_then(|entry| entry.examined.as_ref());
    if let Some((generation, trace)) = examined.and_then(|e| Some((e.generation, e.trace.clone()?))) {
        let traced = model.overlays.iter().rev().find_map(|overlay| match overlay {
            Overlay::Formula(Traced::Column { column, .. }, _) => Some(*column),
            _ => None,
        });
        model.pipeline.refresh(shown, generation, &trace, traced);
        if model.reading.as_ref().is_some_and(|reading| !reading.placed) {
            super::lesson::place(model);
            model.pipeline.refresh(shown, generation, &trace, traced);
        }
    }
    let Some(documents) = model.pair() else { return };
    if let Some(close) = model.desk.close_of(documents).cloned()
        && let Some(reasons) = &close.comparison.bits
    {
        model.bits.refresh(model.desk.compared, &close, reasons);
    }
    if model.overlays.contains(&Overlay::Geometry)
        && let Some(close) = model.desk.close_of(documents)
    {
        model.planes.refresh(model.desk.compared, close);
    }
    let marked = model.marked();
    if let Some(diffed) = model.desk.diff_of(documents).cloned() {
        model.diff.refresh(&diffed, marked);
        super::diff::wake(model);
    }
}
