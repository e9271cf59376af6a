//! All pairs of the batch, and the list that screen 1 makes of them.

use std::sync::Arc;

use crate::{
    compare::pair::{Pair, Subject, compare_all},
    document::Document,
    tui::{
        job::Job,
        model::{LESSON_PAIR, ListContext, ListQuery, Listing, Model, Progress},
    },
};

/// Up to so many pairs the list is made while the key is answered; it takes about a millisecond.
const AT_ONCE: usize = 20_000;

/// What is compared of a document.
struct Ranked {
    /// `None` where only its fingerprint is known.
    document: Option<Arc<Document>>,
    /// The size and hash of its bytes, where those are known.
    bytes: Option<(u64, u64)>,
    subject: Arc<Subject>,
}

impl Ranked {
    fn identical(&self, other: &Self) -> bool {
        match (&self.document, &other.document) {
            (Some(a), Some(b)) => a.same_bytes(b),
            _ => self.bytes.is_some() && self.bytes == other.bytes,
        }
    }
}

/// Every two documents, once all are read and examined.
pub(super) fn rank(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let generation = workspace.batch.generation;
    if !workspace.results.ranking.wants(&generation) || !workspace.batch.settled() {
        return None;
    }
    let documents = workspace.batch.entries.iter().map(|entry| {
        let document = entry.document.as_ref().and_then(|read| read.as_ref().ok()).cloned();
        let examined = entry.examined.as_ref().filter(|e| e.generation == generation && !entry.aside)?;
        let there = document.is_some() || entry.print.is_some();
        there.then(|| Ranked { document, bytes: entry.bytes(), subject: examined.subject.clone() })
    });
    let documents: Vec<Option<Ranked>> = documents.collect();
    let query = ListQuery { generation, ..workspace.list_query() };
    let (groups, context) = (workspace.batch.groups(), workspace.list_context());
    let job = Job::in_parts(&mut workspace.results.ranking, generation, ranked, move |watch, post| {
        let subjects: Vec<_> = documents.iter().map(|d| d.as_ref().map(|known| known.subject.clone())).collect();
        let identical =
            |i: usize, j: usize| documents[i].as_ref().zip(documents[j].as_ref()).is_some_and(|(a, b)| a.identical(b));
        let pairs: Arc<[Pair]> = compare_all(&subjects, &groups, identical, watch)?.into();
        let listing = Listing::new(&pairs, &ListContext { subjects, ..context }, &query);
        watch.check()?;
        post.send((pairs, Arc::new(listing)));
        Ok(())
    });
    let job = job.seen(Progress::Footer("work.ranking")).ending(|model, stopped| {
        let batch = &mut model.workspace.batch;
        if stopped && batch.settled() && batch.ranked != batch.generation {
            batch.halted = Some(batch.generation);
        }
    });
    Some(job)
}

fn ranked(model: &mut Model, (pairs, listing): (Arc<[Pair]>, Arc<Listing>)) {
    let workspace = &mut model.workspace;
    if listing.wish.generation != workspace.batch.generation {
        return;
    }
    let top = std::mem::take(&mut workspace.overview.top) && workspace.overview.list.selected == 0;
    let selected = workspace.pair().filter(|_| !top);
    let selected = selected.or(workspace.lesson.as_ref().map(|_| LESSON_PAIR));
    workspace.batch.pairs = pairs;
    workspace.batch.ranked = listing.wish.generation;
    workspace.k = workspace.k.min(u32::from(workspace.recipe.bits));
    workspace.put_list(listing, selected);
}

/// The same pairs in another order, or others of them.
pub(super) fn list(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let query = workspace.list_query();
    if workspace.batch.listing.wish == query || workspace.batch.ranked == 0 {
        return None;
    }
    let pairs = workspace.by_rest().map_or_else(|| workspace.batch.pairs.clone(), |rests| rests.pairs.clone());
    if pairs.len() <= AT_ONCE {
        workspace.list(Arc::new(Listing::keeping(&pairs, &workspace.list_context(), &query)));
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
    Some(job.seen(Progress::Footer("work.ranking")))
}

fn listed(model: &mut Model, listing: Arc<Listing>) {
    if listing.wish == model.workspace.list_query() {
        model.workspace.list(listing);
    }
}
