//! The robustness of the texts whose runs are watched.

use super::counted;
use crate::{
    lab::{Robustness, robustness_watched},
    tui::{
        job::Job,
        model::{Dialog, Model, RunsKey, TaskProgress},
    },
};

/// The runs of each text, as they are done.
pub(super) fn follow(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if !workspace.dialogs.contains(&Dialog::Runs) {
        return None;
    }
    let mut texts = Vec::new();
    let mut states = Vec::new();
    for &document in &workspace.runs.documents {
        // Beside a page of a lesson its documents are as the lesson has them.
        let bench = workspace.lab.benches.get(&document).filter(|_| workspace.lesson.is_none());
        let changed = bench.map(|bench| (bench.revision, bench.history.state().text.clone()));
        let (revision, text) = match changed {
            Some(changed) => changed,
            None => (0, workspace.batch.document(document)?.text.clone()),
        };
        states.push((document, revision));
        texts.push(text);
    }
    let key = (states, workspace.batch.generation);
    if !workspace.results.runs.wants(&key) {
        return None;
    }
    let recipe = workspace.batch.recipe.clone();
    let job = Job::in_parts(&mut workspace.results.runs, key.clone(), install, move |watch, post| {
        let mut all = vec![Robustness::default(); texts.len()];
        for (at, text) in texts.iter().enumerate() {
            counted(robustness_watched(text, &recipe, watch, |now| {
                all[at].clone_from(now);
                // Texts fall together, so there is nothing to see before the last one.
                if at + 1 == texts.len() {
                    post.send((key.clone(), all.clone()));
                }
                true
            }))?;
        }
        post.send((key, all));
        Ok(())
    });
    Some(job.seen(TaskProgress::Pane))
}

fn install(model: &mut Model, (key, runs): (RunsKey, Vec<Robustness>)) {
    model.workspace.results.runs.install(key, runs);
}
