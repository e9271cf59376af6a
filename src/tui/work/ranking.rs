//! All pairs of the batch, and the list that screen 1 makes of them.

use std::sync::Arc;

use crate::{
    batch::Ranking,
    t,
    tui::{
        job::Job,
        model::{LESSON_PAIR, ListContext, ListQuery, Listing, Model, TaskProgress},
    },
};

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
    let job = Job::in_parts(&mut workspace.results.ranking, generation, ranked, move |watch, post| {
        let ranking = request.run(watch)?;
        let listing = Listing::new(&ranking.pairs, &context, &query);
        watch.check()?;
        post.send((ranking, Arc::new(listing)));
        Ok(())
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
        workspace.notice = Some(t!(model.session.lang, "given.differ", n = n, all = all));
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
    let job = Job::in_parts(&mut workspace.results.listing, query.clone(), listed, move |watch, post| {
        let listing = Listing::keeping(&pairs, &context, &query);
        watch.check()?;
        post.send(Arc::new(listing));
        Ok(())
    });
    Some(job.seen(TaskProgress::Footer("work.ranking")))
}

fn listed(model: &mut Model, listing: Arc<Listing>) {
    if listing.query == model.workspace.list_query() {
        model.workspace.install_list(listing);
    }
}
