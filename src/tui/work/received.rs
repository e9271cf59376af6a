//! The share of all text that the rules of a received review would exclude, while they are not accepted.

use crate::{
    simhash::Tokenizer,
    tui::{job::Job, model::Model},
};

pub(super) fn share(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let review = workspace.review.as_ref()?;
    let received = review.received.as_ref().filter(|received| !received.parts.rules.is_empty())?;
    let generation = workspace.batch.generation;
    let key = (generation, received.revision);
    if !workspace.batch.settled()
        || workspace.batch.ranked != generation
        || workspace.batch.recipe.tokenizer == Tokenizer::Given
        || !workspace.results.received_share.wants(&key)
    {
        return None;
    }
    let request = workspace.batch.exclude_received(&received.parts.rules, &review.files);
    let job = Job::of(
        workspace,
        |workspace| &mut workspace.results.received_share,
        key,
        move |watch| Ok(Some(request.share(watch)?)),
    );
    Some(job)
}
