//! The selected pair in detail: the traces of its documents, where only those looked at are kept, and why its bits
//! differ; and a pair under every profile and by other methods, while those dialogs are open.

use std::sync::Arc;

use rayon::prelude::*;

use super::counted;
use crate::{
    batch::PairDetail,
    compare::{self, profiles::opinions},
    simhash::{Pipeline, Trace},
    tui::{
        dialog::{evidence::EvidencePage, profiles::ProfilesPage, reader::Reader},
        model::{Model, TaskProgress, job::Job},
    },
};

/// The traces of those documents of many that are looked at.
pub(super) fn traces(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let generation = workspace.batch.generation;
    let mut wanted = workspace.pair().map_or_else(Vec::new, Vec::from);
    wanted.push(workspace.shown_document());
    wanted.sort_unstable();
    wanted.dedup();
    wanted.retain(|&at| {
        let examined = workspace.batch.examined(at);
        let untraced = examined.is_some_and(|examined| examined.generation == generation && examined.trace().is_none());
        untraced && workspace.batch.record(at).is_none()
    });
    let key = (wanted, generation);
    if key.0.is_empty() || !workspace.results.traces.wants(&key) {
        return None;
    }
    let found = |&at: &usize| Some((at, workspace.batch.document(at)?.clone()));
    let documents: Vec<_> = key.0.iter().filter_map(found).collect();
    let recipe = workspace.batch.recipe.clone();
    let install = |model: &mut Model, (at, generation, trace): (usize, u64, Arc<Trace>)| {
        model.workspace.batch.keep_trace(at, generation, trace);
    };
    Some(Job::in_parts(&mut workspace.results.traces, key, install, move |watch, post| {
        documents.into_par_iter().try_for_each(|(at, document)| {
            if let Some(trace) = counted(Pipeline::new(&recipe).watched(watch).trace(&document.text))? {
                post.send((at, generation, trace.into()));
            }
            Ok(())
        })
    }))
}

/// The selected pair, once both traces are there.
pub(super) fn compare(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let pair = *workspace.listed(workspace.overview.list.selected)?;
    let k = workspace.k;
    let key = (pair.documents(), workspace.batch.ranked, k);
    if !workspace.is_ranked() || !workspace.results.comparison.wants(&key) {
        return None;
    }
    let [a, b] = pair.documents().map(|at| workspace.batch.traced(at));
    let sides = [a?, b?];
    Some(Job::of(
        workspace,
        |workspace| &mut workspace.results.comparison,
        key,
        move |_| Ok(Some(Arc::new(PairDetail::new(pair, k, sides)))),
    ))
}

/// The pair under every profile.
pub(super) fn profiles(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let documents = workspace.dialogs.find::<Reader<ProfilesPage>>()?.page().0;
    let key = (documents, workspace.batch.generation);
    if !workspace.is_ranked() || !workspace.results.profiles.wants(&key) {
        return None;
    }
    let texts = workspace.batch.documents(documents)?;
    let recipe = workspace.batch.recipe.clone();
    let job = Job::of(
        workspace,
        |workspace| &mut workspace.results.profiles,
        key,
        move |watch| counted(opinions([&texts[0].text, &texts[1].text], &recipe, watch)),
    );
    Some(job.seen(TaskProgress::Footer("work.profiles")))
}

/// The pair by other methods.
pub(super) fn evidence(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let documents = workspace.dialogs.find::<Reader<EvidencePage>>()?.page().0;
    let key = (documents, workspace.batch.generation);
    if !workspace.is_ranked() || !workspace.results.evidence.wants(&key) {
        return None;
    }
    let texts = workspace.batch.documents(documents)?;
    let [a, b] = documents.map(|at| workspace.batch.subject(at).cloned());
    let (a, b) = (a?, b?);
    let recipe = workspace.batch.recipe.clone();
    let job = Job::of(
        workspace,
        |workspace| &mut workspace.results.evidence,
        key,
        move |watch| {
            let found = compare::evidence::evidence([&texts[0].text, &texts[1].text], [&a, &b], &recipe, watch);
            Ok(counted(found)?.map(Arc::new))
        },
    );
    Some(job.seen(TaskProgress::Footer("work.evidence")))
}
