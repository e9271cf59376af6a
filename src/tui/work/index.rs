//! Fingerprints among many: the archive that the batch is looked up in, and the tables, clusters and passages of all
//! documents that screen 6 shows.

use std::sync::Arc;

use super::once;
use crate::{
    batch::LookupResult,
    compare::{
        cluster::Forest,
        coverage::shared_passages,
        pair::{Pair, Subject},
    },
    search::{BlockIndex, Plan},
    simhash::{Fingerprint, Stopped, Watch},
    store::StoreError,
    tui::{
        model::{IndexView, IndexViewKey, Model, TaskProgress, job::Job},
        screen::Screen,
    },
};

/// The archive, read once the batch is ranked.
pub(super) fn read_archive(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let request = workspace.batch.read_archive()?;
    if !workspace.results.archive.wants(&()) || !workspace.is_settled() {
        return None;
    }
    let install = |model: &mut Model, read| model.workspace.batch.install_archive(read);
    let job = once(&mut workspace.results.archive, (), install, move |watch| request.run(watch));
    Some(job.seen(TaskProgress::Footer("work.archive")).ending(ended))
}

/// Looks the batch up in the archive or the library, again whenever the batch or the distance is another.
pub(super) fn look_up(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if !workspace.is_settled() {
        return None;
    }
    let request = workspace.batch.look_up(workspace.k, workspace.library.cutoff)?;
    if !workspace.results.lookup.wants(&request.query) {
        return None;
    }
    let job = once(&mut workspace.results.lookup, request.query.clone(), found, move |watch| request.run(watch));
    Some(job.seen(TaskProgress::Footer("work.near")).ending(ended))
}

fn found(model: &mut Model, lookup: Result<LookupResult, Arc<StoreError>>) {
    model.workspace.overview.top = model.workspace.lesson.is_none();
    match lookup {
        Ok(lookup) => model.workspace.batch.install_lookup(lookup),
        Err(error) => model.workspace.batch.fail_lookup(error),
    }
}

fn ended(model: &mut Model, stopped: bool) {
    if let Some(archive) = model.workspace.batch.archive.as_mut().filter(|_| stopped) {
        archive.stopped = true;
    }
}

/// All documents, while screen 6 is shown.
pub(super) fn of_batch(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let key = IndexViewKey { generation: workspace.batch.ranked, k: workspace.k, chosen: workspace.library.chosen };
    if workspace.screen != Screen::Library || !workspace.is_ranked() || !workspace.results.index_view.wants(&key) {
        return None;
    }
    let present = |at: usize| workspace.batch.entries.get(at).is_some_and(|entry| !entry.aside);
    let subjects = workspace.batch.subjects().into_iter().enumerate();
    let subjects: Vec<_> = subjects.map(|(at, subject)| subject.filter(|_| present(at))).collect();
    let before =
        workspace.results.index_view.value().filter(|index_view| index_view.of.generation == key.generation).cloned();
    let (pairs, bits) = (workspace.batch.pairs.clone(), workspace.batch.recipe.bits);
    let job = once(&mut workspace.results.index_view, key, install, move |watch| {
        Ok(Arc::new(shelve(&subjects, &pairs, (bits, key), before.as_deref(), watch)?))
    });
    Some(job.seen(TaskProgress::Footer("work.shelving")))
}

fn install(model: &mut Model, index_view: Arc<IndexView>) {
    if model.workspace.results.index_view.install(index_view.of, index_view) {
        let cutoff = model.workspace.library.cutoff;
        model.workspace.cut(cutoff);
    }
}

/// All documents together. If only the plan changed, clusters and passages are used again.
fn shelve(
    subjects: &[Option<Arc<Subject>>],
    pairs: &[Pair],
    (bits, order): (u8, IndexViewKey),
    before: Option<&IndexView>,
    watch: &Watch,
) -> Result<IndexView, Stopped> {
    let with_fingerprint = |at: &usize| subjects[*at].as_ref().is_some_and(|subject| subject.fingerprint.is_some());
    let documents: Vec<usize> = (0..subjects.len()).filter(with_fingerprint).collect();
    let fingerprints: Vec<Fingerprint> =
        documents.iter().filter_map(|&at| subjects[at].as_ref()?.fingerprint).collect();
    let plan = Plan::within(bits, order.k, order.chosen).ok();
    let index = plan.and_then(|plan| BlockIndex::new(plan, &fingerprints).ok());
    watch.check()?;
    let (forest, passages) = if let Some(index_view) = before {
        (index_view.forest.clone(), index_view.passages.clone())
    } else {
        let windows: Vec<_> = subjects.iter().map(|s| s.as_ref().map(|s| &**s.windows())).collect();
        (Forest::new(subjects.len(), pairs), shared_passages(&windows, 2, watch)?)
    };
    Ok(IndexView { of: order, documents, index, forest, passages })
}
