//! A pair under every profile, while that dialog is open.

use super::counted;
use crate::{
    compare::profiles::opinions_watched,
    tui::{
        job::Job,
        model::{Dialog, Model, TaskProgress},
    },
};

pub(super) fn follow(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let documents = workspace.dialogs.iter().find_map(|dialog| match dialog {
        Dialog::Profiles(documents, _) => Some(*documents),
        _ => None,
    })?;
    let key = (documents, workspace.batch.generation);
    if workspace.batch.ranked != workspace.batch.generation || !workspace.results.profiles.wants(&key) {
        return None;
    }
    let texts = workspace.batch.documents(documents)?;
    let recipe = workspace.batch.recipe.clone();
    let job = Job::of(
        workspace,
        |workspace| &mut workspace.results.profiles,
        key,
        move |watch| counted(opinions_watched([&texts[0].text, &texts[1].text], &recipe, watch)),
    );
    Some(job.seen(TaskProgress::Footer("work.profiles")))
}
