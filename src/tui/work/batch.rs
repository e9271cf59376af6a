//! Documents read and examined, or taken from the cache; those whose files changed, read again; all their pairs, and
//! the list that screen 1 makes of them.

use std::sync::Arc;

use super::once;
use crate::{
    batch::{CacheUse, Detail, PrepareResult, Ranking, Reloaded, Reread},
    compare::diff::read_paragraphs,
    document::safe_name,
    locale::grouped,
    t,
    tui::{
        dialog::{submission::SubmissionDialog, submissions::SubmissionsDialog},
        model::{LESSON_PAIR, ListContext, ListQuery, Listing, Model, Sourced, TaskProgress, Workspace, job::Job},
    },
};

/// Every number is kept, unless there are so many documents that only those looked at keep theirs.
fn detail(workspace: &Workspace) -> Detail {
    if workspace.batch.many() { Detail::Subjects } else { Detail::Traces }
}

/// Documents that were not read yet, and those whose numbers are of an older recipe.
pub(super) fn prepare(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let generation = workspace.batch.generation;
    // A document that is being read is not read a second time: standard input could not be.
    if !workspace.results.prepare.wants(&generation) || workspace.batch.entries.iter().any(|entry| entry.reading) {
        return None;
    }
    let detail = detail(workspace);
    let Some(request) = workspace.batch.prepare(detail) else {
        workspace.results.prepare.ask(generation);
        return None;
    };
    let label = if request.reads() { "work.reading" } else { "work.examining" };
    let job = Job::in_parts(&mut workspace.results.prepare, generation, install, move |watch, post| {
        request.run(watch, |part| post.send(part))
    });
    let job = job.seen(TaskProgress::Footer(label)).ending(|model, stopped| {
        if stopped {
            model.workspace.batch.stop();
        }
    });
    Some(job)
}

fn install(model: &mut Model, part: PrepareResult) {
    match part {
        PrepareResult::Cached(cached) => report_cache(model, &cached),
        part => model.workspace.batch.install(part),
    }
}

/// Says how many documents came from the cache, and how many were read.
fn report_cache(model: &mut Model, CacheUse { hits, misses, error }: &CacheUse) {
    let lang = model.lang;
    let [all, hits, misses] = [hits + misses, *hits, *misses].map(|n| grouped(n as u64));
    let said = match error {
        Some(why) => t!(lang, "notice.not-kept", why = safe_name(why)),
        // There is nothing to say the first time.
        None if hits == "0" => return,
        None if misses == "0" => t!(lang, "notice.all-kept", all),
        None => t!(lang, "notice.kept", all, kept = hits, reread = misses),
    };
    model.workspace.notice.get_or_insert(said);
}

/// Documents whose files changed, once nothing else is to be done with documents.
pub(super) fn reload(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if workspace.tasks.computes(&workspace.results.reload) {
        return None;
    }
    let request = workspace.batch.reload(detail(workspace))?;
    let job = once(&mut workspace.results.reload, (), reloaded, move |watch| request.run_at_once(watch));
    let job = job.seen(TaskProgress::Footer("work.reading")).ending(|model, stopped| {
        if stopped {
            model.workspace.batch.stop_reloading();
        }
    });
    Some(job)
}

/// Replaces documents whose files changed, and says so. The selection stays.
fn reloaded(model: &mut Model, reread: Reread) {
    let workspace = &mut model.workspace;
    let Some(Reloaded { replaced, lost, back }) = workspace.batch.install_reread(reread) else { return };
    if !replaced.is_empty() {
        workspace.results.prepare.ask(workspace.batch.generation);
    }
    let lang = model.lang;
    let first = |at: Option<usize>| at.map_or("", |at| workspace.batch.name(at));
    let said = match (replaced.len(), lost.len()) {
        (0, 0) => back.first().map(|&at| t!(lang, "notice.back", name = workspace.batch.name(at))),
        (1, _) => Some(t!(lang, "notice.reloaded-one", name = first(replaced.first().copied()))),
        (0, 1) => Some(t!(lang, "notice.outdated-one", name = first(lost.first().copied()))),
        (0, n) => Some(t!(lang, "notice.outdated", n)),
        (n, _) => Some(t!(lang, "notice.reloaded", n)),
    };
    if said.is_some() {
        workspace.notice = said;
    }
}

/// Up to so many pairs the list is made while the key is answered; it takes about a millisecond.
const AT_ONCE: usize = 20_000;

/// Every two documents, once all are read and examined.
pub(super) fn rank(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let generation = workspace.batch.generation;
    if !workspace.results.ranking.wants(&generation) || !workspace.batch.settled() {
        return None;
    }
    let request = workspace.batch.rank();
    let query = ListQuery { generation, ..workspace.list_query() };
    let context = ListContext { subjects: request.subjects(), ..workspace.list_context() };
    let job = once(&mut workspace.results.ranking, generation, ranked, move |watch| {
        let ranking = request.run(watch)?;
        let listing = Listing::new(&ranking.pairs, &context, &query);
        watch.check()?;
        Ok((ranking, Arc::new(listing)))
    });
    let job = job.seen(TaskProgress::Footer("work.ranking")).ending(|model, stopped| {
        let batch = &mut model.workspace.batch;
        if stopped && batch.settled() && batch.ranked != batch.generation {
            batch.halted = Some(batch.generation);
        }
    });
    Some(job)
}

fn ranked(model: &mut Model, (ranking, listing): (Ranking, Arc<Listing>)) {
    let workspace = &mut model.workspace;
    let before = workspace.pair();
    let unchecked = workspace.batch.given.as_ref().is_some_and(|given| given.other.is_none());
    if !workspace.batch.install_ranking(ranking) {
        return;
    }
    let top = std::mem::take(&mut workspace.overview.top) && workspace.overview.list.selected == 0;
    let before = workspace.take_wanted().or(before.filter(|_| !top));
    let selected = before.or(workspace.lesson.as_ref().map(|_| LESSON_PAIR));
    workspace.k = workspace.k.min(u32::from(workspace.batch.recipe.bits));
    workspace.replace_list(listing, selected);
    let other = workspace.batch.given.as_ref().and_then(|given| Some((given.len(), given.other.as_ref()?.len())));
    if let Some((all, n)) = other.filter(|(_, n)| unchecked && *n > 0) {
        workspace.notice = Some(t!(model.lang, "given.differ", n, all));
    }
}

/// The same pairs in another order, or others of them.
pub(super) fn list_pairs(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let query = workspace.list_query();
    if workspace.listing.query == query || workspace.batch.ranked == 0 {
        return None;
    }
    let pairs = workspace.batch.scored_pairs();
    if pairs.len() <= AT_ONCE {
        workspace.install_list(Arc::new(Listing::keeping(&pairs, &workspace.list_context(), &query)));
        return None;
    }
    if !workspace.results.listing.wants(&query) {
        return None;
    }
    let context = workspace.list_context();
    let install = |model: &mut Model, listing: Arc<Listing>| {
        if listing.query == model.workspace.list_query() {
            model.workspace.install_list(listing);
        }
    };
    let job = once(&mut workspace.results.listing, query.clone(), install, move |watch| {
        let listing = Listing::keeping(&pairs, &context, &query);
        watch.check()?;
        Ok(Arc::new(listing))
    });
    Some(job.seen(TaskProgress::Footer("work.ranking")))
}

/// The documents with what they have from others, while their list is open.
pub(super) fn submissions(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    workspace.dialogs.find::<SubmissionsDialog>()?;
    let revision = workspace.review.as_ref().map_or(0, |review| review.revision);
    let key = (workspace.list_query(), revision);
    if !workspace.is_ranked() || !workspace.results.submissions.wants(&key) {
        return None;
    }
    let request = workspace.batch.submissions(workspace.k);
    let decisions = workspace.review.as_ref().map(|review| review.matched.clone()).unwrap_or_default();
    Some(Job::of(
        workspace,
        |workspace| &mut workspace.results.submissions,
        key,
        move |_| Ok(Some(Arc::new(request.run(&decisions)))),
    ))
}

/// The document of such a list that is looked at, with its sources.
pub(super) fn sources(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let at = workspace.dialogs.find::<SubmissionDialog>()?.document();
    let key = (at, workspace.list_query());
    if !workspace.is_ranked() || !workspace.results.sources.wants(&key) {
        return None;
    }
    let request = workspace.batch.sources_of(at)?;
    let job = Job::of(
        workspace,
        |workspace| &mut workspace.results.sources,
        key,
        move |watch| {
            let sources = request.run(watch)?;
            let paragraphs = read_paragraphs(&sources.document.text);
            Ok(Some(Arc::new(Sourced { at, sources, paragraphs })))
        },
    );
    Some(job.seen(TaskProgress::Footer("work.sources")))
}
