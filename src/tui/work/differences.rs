//! The differences of two texts in bounded time, and what one of them does to the bits.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{
    compare::{
        HunkEffect,
        diff::{self, AlignmentPoint},
    },
    document::Document,
    review::HunkId,
    simhash::{Stopped, Watch},
    t,
    tui::{
        job::Job,
        model::{Diffed, Model, TaskProgress},
        screen::Screen,
    },
};

/// How long the search may take before it settles for coarser ones.
const BUDGET: Duration = Duration::from_secs(2);

/// The differences of the selected pair, while screen 4 is shown.
pub(super) fn find(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let documents = workspace.pair()?;
    if workspace.screen != Screen::Diff || workspace.shows_shared() || !workspace.results.diff.wants(&documents) {
        return None;
    }
    let texts = workspace.batch.documents(documents)?;
    let points = workspace.diff.points.get(&documents).cloned().unwrap_or_default();
    let job = Job::in_parts(&mut workspace.results.diff, documents, install, move |watch, post| {
        post.send(Arc::new(differences(documents, texts, &points, watch)?));
        Ok(())
    });
    Some(job.seen(TaskProgress::Footer("work.diff")))
}

fn install(model: &mut Model, diffed: Arc<Diffed>) {
    let workspace = &mut model.workspace;
    let (documents, points) = (diffed.documents, diffed.points.clone());
    if !workspace.results.diff.install(documents, diffed) {
        return;
    }
    let before = workspace.diff.points.insert(documents, points.clone()).map_or(0, |points| points.len());
    let lost = before.saturating_sub(points.len());
    if lost > 0 {
        workspace.notice = Some(t!(model.session.lang, "align.lost", n = lost));
    }
    workspace.results.effects.clear();
    workspace.results.effect.forget();
}

fn differences(
    documents: [usize; 2],
    texts: [Arc<Document>; 2],
    points: &[AlignmentPoint],
    watch: &Watch,
) -> Result<Diffed, Stopped> {
    let deadline = Instant::now() + BUDGET;
    let (diff, points) = diff::diff_settled(&texts[0].text, &texts[1].text, points, Some(deadline));
    watch.check()?;
    Ok(Diffed::new(documents, diff, texts, points))
}

/// The hunks as the journal knows them: without the paragraphs that were set beside each other, and with them.
pub(super) fn hunks(
    documents: &[Arc<Document>; 2],
    points: &[AlignmentPoint],
    watch: &Watch,
) -> Result<Vec<HunkId>, Stopped> {
    let texts = documents.each_ref().map(|document| document.text.as_str());
    let hunks = |points: &[AlignmentPoint]| {
        watch.check()?;
        let deadline = Instant::now() + BUDGET;
        Ok(HunkId::all(&diff::diff_settled(texts[0], texts[1], points, Some(deadline)).0, texts))
    };
    // Decisions from before paragraphs were aligned still apply.
    let aligned = if points.is_empty() { Vec::new() } else { hunks(points)? };
    Ok(hunks(&[])?.into_iter().chain(aligned).collect())
}

/// The effect of the hunk under the cursor on the bits.
pub(super) fn effect(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let documents = workspace.pair()?;
    let generation = workspace.batch.ranked;
    if workspace.screen != Screen::Diff || workspace.shows_shared() || generation != workspace.batch.generation {
        return None;
    }
    let diffed = workspace.results.diff_of(documents)?.clone();
    let hunk = workspace.diff.hunk as u32;
    let known = workspace.results.effects.get(&hunk).is_some_and(|(g, _)| *g == generation);
    let key = (documents, hunk, generation);
    if known || !workspace.results.effect.wants(&key) || workspace.diff.hunk >= diffed.diff.hunks.len() {
        return None;
    }
    let [v, w] = documents.map(|i| workspace.batch.fingerprint(i));
    let (fingerprints, recipe) = ([v?, w?], workspace.batch.recipe.clone());
    Some(Job::in_parts(&mut workspace.results.effect, key, install_effect, move |watch, post| {
        let effect = HunkEffect::new(&diffed.diff, diffed.texts(), hunk as usize, fingerprints, &recipe, watch)?;
        post.send((key, effect));
        Ok(())
    }))
}

fn install_effect(model: &mut Model, ((documents, hunk, generation), effect): (([usize; 2], u32, u64), HunkEffect)) {
    if model.workspace.results.diff_of(documents).is_some() {
        model.workspace.results.effects.insert(hunk, (generation, effect));
    }
}
