//! Documents read and examined, or taken from the cache; and those whose files changed, read again.

use crate::{
    batch::{CacheUse, Detail, PrepareResult, Reloaded, Reread},
    document::safe_name,
    locale::grouped,
    t,
    tui::{
        job::Job,
        model::{Model, TaskProgress, Workspace},
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
    let lang = model.session.lang;
    let [all, hits, misses] = [hits + misses, *hits, *misses].map(|n| grouped(n as u64));
    let said = match error {
        Some(why) => t!(lang, "notice.not-kept", why = safe_name(why)),
        // There is nothing to say the first time.
        None if hits == "0" => return,
        None if misses == "0" => t!(lang, "notice.all-kept", all = all),
        None => t!(lang, "notice.kept", all = all, kept = hits, reread = misses),
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
    let job = Job::in_parts(&mut workspace.results.reload, (), reloaded, move |watch, post| {
        post.send(request.run(watch)?);
        Ok(())
    });
    let job = job.seen(TaskProgress::Footer("work.reading")).ending(|model, stopped| {
        if stopped {
            model.workspace.batch.stop_reloading();
        }
    });
    Some(job)
}

/// Replaces documents whose files changed, and says so. The selection stays.
fn reloaded(model: &mut Model, reloaded: Reloaded) {
    let workspace = &mut model.workspace;
    let lost = |reread: &Reread| matches!(reread, Reread::Unreadable(_));
    let lost: Vec<usize> = reloaded.documents.iter().filter(|(_, reread)| lost(reread)).map(|(&at, _)| at).collect();
    let was_outdated = |at: &usize| workspace.batch.entries.get(*at).is_some_and(|entry| entry.outdated.is_some());
    let same = |(at, reread): &(&usize, &Reread)| matches!(reread, Reread::Same) && was_outdated(at);
    let back = reloaded.documents.iter().find(same).map(|(&at, _)| at);
    let Some(replaced) = workspace.batch.install_reloaded(reloaded) else { return };
    if !replaced.is_empty() {
        workspace.results.prepare.ask(workspace.batch.generation);
        // Its spans would point into the texts as they were.
        if workspace.results.diff.asked().is_some_and(|pair| pair.iter().any(|at| replaced.contains(at))) {
            workspace.results.diff.forget();
        }
    }
    let lang = model.session.lang;
    let first = |at: Option<usize>| at.map_or("", |at| workspace.batch.name(at));
    let said = match (replaced.len(), lost.len()) {
        (0, 0) => back.map(|at| t!(lang, "notice.back", name = workspace.batch.name(at))),
        (1, _) => Some(t!(lang, "notice.reloaded-one", name = first(replaced.first().copied()))),
        (0, 1) => Some(t!(lang, "notice.outdated-one", name = first(lost.first().copied()))),
        (0, n) => Some(t!(lang, "notice.outdated", n = n)),
        (n, _) => Some(t!(lang, "notice.reloaded", n = n)),
    };
    if said.is_some() {
        workspace.notice = said;
    }
}
