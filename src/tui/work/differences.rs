//! The differences of two texts in bounded time, what one of them does to the bits, and the passages that the texts
//! share.
//!
//! A verdict on a change is known to be orphaned only where the differences of its pair are known. So the pairs that
//! have such verdicts, one after the other, are compared as they are now, once for each state of their files.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use super::once;
use crate::{
    compare::{
        HunkEffect,
        coverage::{RunLength, Windows},
        diff::{self, AlignmentPoint, Reading},
        exclusion::{ExcludedSpan, shared_text},
    },
    document::Document,
    review::HunkId,
    simhash::{Stopped, Watch},
    tui::{
        dialog::passages::PassagesDialog,
        model::{DiffMode, DiffQuery, Diffed, Model, Orphan, PassageKey, Passages, TaskProgress, contents, job::Job},
        screen::Screen,
    },
};

/// How long the search may take before it settles for coarser ones.
const BUDGET: Duration = Duration::from_secs(2);

/// The differences of the selected pair, while screen 4 is shown.
pub(super) fn find(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let documents = workspace.pair()?;
    let texts = workspace.batch.documents(documents)?;
    let contents = texts.each_ref().map(|document| document.reading.content_hash);
    let reading = if workspace.diff_mode() == DiffMode::AsWritten { Reading::AsWritten } else { Reading::Normalised };
    let accepted = workspace.review.as_ref().filter(|review| !review.is_received());
    let points = accepted.map_or_else(Vec::new, |review| review.matched.points(documents).to_vec());
    let key = (documents, contents, reading, points.clone());
    if workspace.screen != Screen::Diff || !workspace.results.diff.wants(&key) {
        return None;
    }
    let job = once(&mut workspace.results.diff, key.clone(), install, move |watch| {
        Ok((key, Arc::new(differences(documents, texts, &points, reading, watch)?)))
    });
    Some(job.seen(TaskProgress::Footer("work.diff")))
}

fn install(model: &mut Model, (key, diffed): (DiffQuery, Arc<Diffed>)) {
    let workspace = &mut model.workspace;
    if !workspace.results.diff.install(key, diffed) {
        return;
    }
    workspace.results.effects.clear();
    workspace.results.effect.forget();
}

fn differences(
    documents: [usize; 2],
    texts: [Arc<Document>; 2],
    points: &[AlignmentPoint],
    reading: Reading,
    watch: &Watch,
) -> Result<Diffed, Stopped> {
    let deadline = Instant::now() + BUDGET;
    let found = diff::diff_settled([&texts[0].text, &texts[1].text], points, reading, Some(deadline));
    watch.check()?;
    Ok(Diffed::new(documents, texts, found))
}

/// The hunks as the journal knows them, in each reading: without the paragraphs that were set beside each other, and
/// with them.
fn hunks(documents: &[Arc<Document>; 2], points: &[AlignmentPoint], watch: &Watch) -> Result<Vec<HunkId>, Stopped> {
    let texts = documents.each_ref().map(|document| document.text.as_str());
    let mut all = Vec::new();
    // Decisions from before paragraphs were aligned still apply.
    for points in [&[][..], points].into_iter().take(if points.is_empty() { 1 } else { 2 }) {
        for reading in [Reading::Normalised, Reading::AsWritten] {
            watch.check()?;
            let found = diff::diff_settled(texts, points, reading, Some(Instant::now() + BUDGET));
            all.extend(HunkId::all(&found.diff, texts));
            if !found.two_readings {
                break;
            }
        }
    }
    Ok(all)
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
    let install = |model: &mut Model, ((documents, hunk, generation), effect): (([usize; 2], u32, u64), _)| {
        if model.workspace.results.diff_of(documents).is_some() {
            model.workspace.results.effects.insert(hunk, (generation, effect));
        }
    };
    Some(once(&mut workspace.results.effect, key, install, move |watch| {
        let effect = HunkEffect::new(&diffed.diff, diffed.texts(), hunk as usize, fingerprints, &recipe, watch)?;
        Ok((key, effect))
    }))
}

/// The passages that a pair shares, while its texts or their list are looked at.
pub(super) fn passages(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let listed = workspace.dialogs.find().map(PassagesDialog::documents);
    let documents = listed.or_else(|| workspace.pair().filter(|_| workspace.screen == Screen::Diff))?;
    let texts = workspace.batch.documents(documents)?;
    let revision = workspace.batch.excluded_revision(documents, [&texts[0], &texts[1]]);
    let decided = workspace.review.as_ref().map_or_else(Vec::new, |review| review.matched.decided_passages(documents));
    let contents = texts.each_ref().map(|document| document.reading.content_hash);
    let key = (documents, contents, revision, decided.clone());
    if !workspace.results.passages.wants(&key) {
        return None;
    }
    let [a, b] = workspace.batch.excluded(documents, [&texts[0], &texts[1]]).map(<[_]>::to_vec);
    let run = workspace.batch.run;
    let chars = documents.map(|at| workspace.batch.subject(at).map_or(0, |subject| subject.windows().chars()));
    Some(Job::of(
        workspace,
        |workspace| &mut workspace.results.passages,
        key,
        move |watch| {
            let is_decided = |words: [&str; 2]| decided.iter().any(|passage| passage.is_passage(words));
            let shared = shared_text([&texts[0].text, &texts[1].text], [&a, &b], run, &is_decided, watch)?;
            Ok(Some(Arc::new(Passages::new(documents, texts, shared, chars, revision))))
        },
    ))
}

/// In how many other documents the passage under the cursor of screen 4 occurs.
pub(super) fn holders(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if workspace.screen != Screen::Diff || !workspace.shows_shared() || !workspace.batch.settled() {
        return None;
    }
    let key = workspace.passage_key()?;
    if workspace.results.holders.contains_key(&key) || !workspace.results.holder.wants(&key) {
        return None;
    }
    let words = workspace.passages_of(key.documents)?.text(workspace.shared.passage).to_owned();
    let (run, subjects) = (workspace.batch.run, workspace.batch.subjects());
    Some(once(&mut workspace.results.holder, key.clone(), install_holders, move |watch| {
        let passage = Windows::new(&words, run, watch)?;
        let others = subjects.iter().enumerate().filter(|(at, _)| !key.documents.contains(at));
        let mut holders = 0;
        for (_, subject) in others {
            watch.check()?;
            holders += u32::from(subject.as_ref().is_some_and(|subject| subject.windows().holds(&passage)));
        }
        Ok((key, holders))
    }))
}

fn install_holders(model: &mut Model, (key, holders): (PassageKey, u32)) {
    let results = &mut model.workspace.results;
    // Those of other documents, or of other texts, are not asked for again.
    results.holders.retain(|known, _| (known.documents, known.generation) == (key.documents, key.generation));
    results.holders.insert(key, holders);
}

/// The texts of a pair.
struct AlignedTexts {
    pair: [usize; 2],
    documents: [Arc<Document>; 2],
    /// Paragraphs that were set beside each other.
    points: Vec<AlignmentPoint>,
    /// The exclusions of both.
    excluded: [Vec<ExcludedSpan>; 2],
}

impl AlignedTexts {
    /// The changes and the shared passages, as the journal knows them. Decisions from before something was excluded
    /// still apply.
    fn places(&self, run: RunLength, watch: &Watch) -> Result<Vec<HunkId>, Stopped> {
        let mut places = hunks(&self.documents, &self.points, watch)?;
        let texts = self.documents.each_ref().map(|document| document.text.as_str());
        let [a, b] = &self.excluded;
        // A decision may be on an edited passage, or on one inside it that is the same word for word.
        for (excluded, whole) in [([&[][..]; 2], true), ([&[][..]; 2], false), ([a, b], true), ([a, b], false)] {
            let shared = shared_text(texts, excluded, run, &|_| !whole, watch)?;
            places.extend(shared.passages.iter().map(|passage| HunkId::passage(&passage.shared, texts)));
        }
        Ok(places)
    }
}

/// The places of pairs on whose changes something was decided, one pair after the other.
pub(super) fn places(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if workspace.tasks.computes(&workspace.results.places) || !workspace.batch.settled() {
        return None;
    }
    let (review, batch) = (workspace.review.as_ref()?, &workspace.batch);
    let unknown = |pair: &[usize; 2]| {
        let of = contents(batch, *pair);
        of.is_some() && of != review.places.get(pair).map(|(of, _)| *of)
    };
    let decided = review.matched.pairs().filter(|&pair| !review.matched.hunks(pair).is_empty());
    let mut pairs: Vec<[usize; 2]> = decided.filter(unknown).collect();
    if pairs.is_empty() {
        return None;
    }
    pairs.sort_unstable();
    let texts = |pair: [usize; 2]| {
        let documents = batch.documents(pair)?;
        let excluded = batch.excluded(pair, [&documents[0], &documents[1]]).map(<[_]>::to_vec);
        Some(AlignedTexts { pair, documents, points: review.matched.points(pair).to_vec(), excluded })
    };
    let run = batch.run;
    let texts: Vec<AlignedTexts> = pairs.into_iter().filter_map(texts).collect();
    Some(Job::in_parts(&mut workspace.results.places, (), install_places, move |watch, post| {
        texts.into_iter().try_for_each(|aligned| {
            let places = aligned.places(run, watch)?;
            let of = aligned.documents.each_ref().map(|document| document.reading.content_hash);
            post.send((aligned.pair, of, places.into()));
            watch.check()
        })
    }))
}

fn install_places(model: &mut Model, (pair, of, hunks): ([usize; 2], [u64; 2], Arc<[HunkId]>)) {
    if let Some(review) = &mut model.workspace.review {
        review.places.insert(pair, (of, hunks));
    }
    gather(model);
}

/// Lists the orphaned verdicts and notes again.
pub(crate) fn gather(model: &mut Model) {
    let workspace = &mut model.workspace;
    if let Some(review) = &mut workspace.review {
        review.orphans =
            Orphan::all((&review.matched, &review.files, &review.places), &workspace.batch, &workspace.results).into();
    }
}
