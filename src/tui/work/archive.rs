//! The archive of fingerprints, read once the batch is ranked, or the library; then looked up in, again whenever the batch
//! or the distance that is asked for is another.

use std::sync::Arc;

use crate::{
    batch::LookupResult,
    document::ReadError,
    store::FingerprintFiles,
    store::StoreError,
    tui::{
        job::Job,
        model::{Model, TaskProgress},
    },
};

pub(super) fn read(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let request = workspace.batch.read_archive()?;
    if !workspace.results.archive.wants(&()) || !workspace.is_settled() {
        return None;
    }
    let job = Job::in_parts(&mut workspace.results.archive, (), installed, move |watch, post| {
        post.send(request.run(watch)?);
        Ok(())
    });
    Some(job.seen(TaskProgress::Footer("work.archive")).ending(ended))
}

fn installed(model: &mut Model, read: Result<Arc<FingerprintFiles>, ReadError>) {
    model.workspace.batch.install_archive(read);
}

/// Looks the batch up in it.
pub(super) fn look_up(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if !workspace.is_settled() {
        return None;
    }
    let request = workspace.batch.look_up(workspace.k, workspace.library.cutoff)?;
    if !workspace.results.lookup.wants(&request.query) {
        return None;
    }
    let job = Job::in_parts(&mut workspace.results.lookup, request.query.clone(), found, move |watch, post| {
        post.send(request.run(watch)?);
        Ok(())
    });
    Some(job.seen(TaskProgress::Footer("work.near")).ending(ended))
}

fn found(model: &mut Model, lookup: Result<LookupResult, Arc<StoreError>>) {
    model.workspace.overview.top = model.workspace.lesson.is_none();
    match lookup {
        Ok(lookup) => model.workspace.batch.install_lookup(lookup),
        Err(error) => model.workspace.batch.fail_lookup(error),
    }
}

fn ended(model: &mut Model, stopped: bool) {
    if let Some(archive) = model.workspace.batch.archive.as_mut().filter(|_| stopped) {
        archive.stopped = true;
    }
}
