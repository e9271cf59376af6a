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
    document::Source,
    search::{BlockIndex, Hit, Plan},
    simhash::{Fingerprint, Stopped, Watch},
    store::{FingerprintFiles, StoreError},
    tui::{
        model::{ArchiveQuery, ArchiveView, IndexView, IndexViewKey, Model, TaskProgress, job::Job},
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

/// How many of a bucket are named.
const NAMED: usize = 4;
/// Larger tables are not built to be looked at.
const MOST_BYTES: u64 = 1 << 30;
/// How many of those within k.
const NEAREST: usize = 5;

/// The archive view of the document that is looked up, while screen 6 is shown.
pub(super) fn of_archive(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let archive = workspace.batch.archive.as_ref()?.fingerprint_files()?.clone();
    if workspace.screen != Screen::Library || *archive.recipe() != workspace.batch.recipe {
        return None;
    }
    let query = workspace.batch.subject(workspace.shown_document())?.fingerprint?;
    let key = ArchiveQuery { query, k: workspace.k, chosen: workspace.library.chosen };
    if query.width() != workspace.batch.recipe.bits || !workspace.results.archive_view.wants(&key) {
        return None;
    }
    let before = workspace.results.archive_view.value().and_then(|archive_view| archive_view.index.clone());
    let archive_view = key.clone();
    Some(Job::of(
        workspace,
        |workspace| &mut workspace.results.archive_view,
        key,
        move |watch| Ok(Some(Arc::new(seek(&archive, archive_view, before, watch)?))),
    ))
}

/// Looks a fingerprint up in the tables of an archive. Tables of the same plan are used again.
fn seek(
    archive: &FingerprintFiles,
    seek: ArchiveQuery,
    before: Option<Arc<BlockIndex>>,
    watch: &Watch,
) -> Result<ArchiveView, Stopped> {
    let plan = Plan::within(seek.query.width(), seek.k, seek.chosen).ok();
    let bytes_of = |plan: &Plan| {
        (plan.tables().len() * archive.fingerprints().len()) as u64 * if plan.width() <= 64 { 12 } else { 20 }
    };
    let too_large = plan.as_ref().map(bytes_of).filter(|&bytes| bytes > MOST_BYTES);
    let plan = plan.filter(|_| too_large.is_none());
    let index = plan.map(|plan| match before {
        Some(index) if *index.plan() == plan && index.len() == archive.fingerprints().len() => index,
        _ => Arc::new(BlockIndex::of(plan, archive.fingerprints())),
    });
    watch.check()?;
    let name = |number: usize| match archive.record(number) {
        Ok(print) => Source::File(print.path).name(),
        Err(error) => error.place().to_owned(),
    };
    let distance = |number: usize| archive.fingerprints().get(number).map_or(0, |print| print.hamming(seek.query));
    let Some(of) = index.as_deref() else {
        let (buckets, nearest) = Default::default();
        return Ok(ArchiveView { seek, index, too_large, buckets, compared: 0, accepted: 0, nearest, missed: 0 });
    };
    let found = of.search(seek.query, seek.k);
    let buckets = found.look_ups.iter().map(|look_up| {
        // The nearest of a bucket are the ones worth a name; of a large one all are looked through once.
        let mut near: Vec<Hit> = look_up
            .bucket
            .iter()
            .map(|&number| number as usize)
            .map(|number| Hit { hamming: distance(number), number })
            .collect();
        near.sort_unstable();
        let named = near.into_iter().take(NAMED).map(|hit| (name(hit.number), hit.hamming)).collect();
        (look_up.key, look_up.bucket.len(), named)
    });
    let buckets = buckets.collect();
    let nearest = found.accepted.iter().take(NEAREST).map(|hit| (name(hit.number), hit.hamming)).collect();
    let (compared, accepted) = (found.compared, found.accepted.len());
    drop(found);
    let missed = archive.fingerprints().within(seek.query, seek.k).len() - accepted;
    Ok(ArchiveView { seek, index, too_large, buckets, compared, accepted, nearest, missed })
}
