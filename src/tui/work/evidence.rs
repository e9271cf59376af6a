//! A pair by other methods, while that dialog is open.

use std::sync::Arc;

use super::counted;
use crate::{
    compare::evidence::evidence_watched,
    tui::{
        job::Job,
        model::{Dialog, Evidenced, Model, TaskProgress},
    },
};

pub(super) fn follow(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let documents = workspace.dialogs.iter().find_map(|dialog| match dialog {
        Dialog::Evidence(documents, _) => Some(*documents),
        _ => None,
    })?;
    let key = (documents, workspace.batch.generation);
    if workspace.batch.ranked != workspace.batch.generation || !workspace.results.evidence.wants(&key) {
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
            let found = counted(evidence_watched([&texts[0].text, &texts[1].text], [&a, &b], &recipe, watch))?;
            Ok(found.map(|found| Arc::new(Evidenced { texts, found })))
        },
    );
    Some(job.seen(TaskProgress::Footer("work.evidence")))
}
