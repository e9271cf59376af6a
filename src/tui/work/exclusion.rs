//! Documents without what the rules exclude: the selected pair by itself, where that can be, and all documents and
//! their pairs; what the rules of a received review would exclude, while they are not accepted; and base texts, read.

use std::path::PathBuf;

use super::{alone, once};
use crate::{
    batch::{PairRemainder, Remainders, Revision},
    compare::coverage::RunLength,
    document::{self, Source},
    review::{BaseText, Roots, RuleKind},
    say,
    simhash::Tokenizer,
    t,
    tui::{
        model::{Model, TaskProgress, Workspace, job::Job},
        screen::Screen,
    },
};

/// The selected pair, where what is excluded of it does not depend on the other documents.
pub(super) fn of_pair(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if !workspace.batch.excludes() {
        workspace.results.remainders.clear();
        workspace.results.pair_remainder.clear();
        workspace.batch.remainders.clear();
        return None;
    }
    let (documents, revision) = (workspace.pair()?, workspace.batch.revision());
    let key = (documents, revision);
    if !is_ranked(workspace, revision)
        || workspace.batch.pair_remainder(documents).is_some_and(|(_, current)| current)
        || !workspace.results.pair_remainder.wants(&key)
    {
        return None;
    }
    let request = workspace.batch.exclude_of(documents)?;
    let install = |model: &mut Model, remainder: PairRemainder| {
        let workspace = &mut model.workspace;
        if workspace.results.pair_remainder.asked() == Some(&(remainder.pair.documents(), remainder.revision)) {
            workspace.batch.remainders.of_pair = Some(remainder.into());
        }
    };
    Some(Job::in_parts(&mut workspace.results.pair_remainder, key, install, move |watch, post| {
        if let Some(remainder) = request.pair(documents, watch)? {
            post.send(remainder);
        }
        Ok(())
    }))
}

pub(super) fn of_all(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let revision = workspace.batch.revision();
    if !workspace.batch.excludes() || !is_ranked(workspace, revision) || !workspace.results.remainders.wants(&revision)
    {
        return None;
    }
    workspace.batch.remainders.stopped = None;
    let request = workspace.batch.exclude();
    let job = once(&mut workspace.results.remainders, revision, install, move |watch| request.all(watch));
    let job = job.seen(TaskProgress::Footer("work.leaving")).ending(|model, stopped| {
        let batch = &mut model.workspace.batch;
        batch.remainders.stopped = (stopped && batch.rules.any()).then_some(batch.revision());
    });
    Some(job)
}

fn install(model: &mut Model, remainders: Option<Remainders>) {
    let workspace = &mut model.workspace;
    let current = remainders.filter(|all| workspace.results.remainders.asked() == Some(&all.revision));
    // The list is in another order now.
    let unread = workspace.screen == Screen::Overview && workspace.dialogs.is_empty() && workspace.lesson.is_none();
    workspace.overview.top |= current.is_some() && workspace.batch.remainders.all.is_none() && unread;
    workspace.batch.install_remainders(current);
}

/// Whether the pairs are of the documents as they are.
fn is_ranked(workspace: &Workspace, revision: Revision) -> bool {
    workspace.batch.settled() && workspace.batch.ranked == revision.0
}

/// The share of all text that the rules of a received review would exclude.
pub(super) fn received_share(model: &mut Model) -> Option<Job> {
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

/// Reads a file as a base text, or takes the document that is open, which is set aside.
pub(crate) fn base_text(workspace: &Workspace, source: Source, at: Option<usize>) -> Job {
    let known = at.and_then(|at| Some((at, workspace.batch.document(at)?.clone())));
    let file = at.zip(workspace.review.as_ref()).and_then(|(at, review)| review.files.get(at).cloned());
    let run = workspace.batch.run;
    let install = |model: &mut Model, (at, base): (Option<usize>, Result<Option<BaseText>, _>)| match base {
        Ok(Some(base)) => {
            model.notify(t!(model.lang, "exclude.base-taken", name = base.name()));
            model.workspace.batch.rules.add(RuleKind::Base(base));
            let present = at.filter(|&at| model.workspace.batch.entries.get(at).is_some_and(|entry| !entry.aside));
            model.workspace.batch.toggle(present);
        }
        Ok(None) => {
            let RunLength { han, words } = model.workspace.batch.run;
            model.notify(t!(model.lang, "sharing.short", han, words));
        }
        Err(error) => model.notify(say::read_error(&error, model.lang)),
    };
    alone(install, move |watch| {
        let read = match &known {
            Some((_, document)) => Ok(document.clone()),
            None => document::read_while(&source, &|| !watch.stopped()).map(Into::into),
        };
        let base = read.map(|document| {
            let mut base = BaseText::new(&document, &Roots::new::<PathBuf>([]), run)?;
            if let Some(file) = file {
                base.file = file;
            }
            Some(base)
        });
        Ok((known.map(|(at, _)| at), base))
    })
}
