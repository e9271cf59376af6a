//! The archive of fingerprints: read once the batch is ranked, then looked up in, again whenever the batch or the distance
//! that is asked for is another.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    archive::{Archive, ArchiveError, Lookup, lookup_distance},
    document::ReadError,
    tui::{
        job::Job,
        model::{Model, Progress, Query},
    },
};

pub(super) fn read(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let archive = workspace.batch.archive.as_ref().filter(|archive| archive.read.is_none())?;
    if !workspace.results.archive.wants(&()) || !workspace.batch_stands() {
        return None;
    }
    let (files, recipe) = (archive.files.clone(), archive.recipe.clone());
    let job = Job::in_parts(&mut workspace.results.archive, (), installed, move |watch, post| {
        match Archive::read(files, &recipe, watch) {
            Err(ArchiveError::Stopped(stopped)) => return Err(stopped),
            Err(ArchiveError::Unreadable(error)) => post.send(Err(error)),
            Ok(archive) => post.send(Ok(Arc::new(archive))),
        }
        Ok(())
    });
    Some(job.seen(Progress::Footer("work.archive")).ending(ended))
}

fn installed(model: &mut Model, read: Result<Arc<Archive>, ReadError>) {
    if let Some(archive) = &mut model.workspace.batch.archive {
        archive.read = Some(read);
    }
}

/// Looks the batch up in it.
pub(super) fn look_up(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let archive = workspace.batch.archive.as_ref()?.archive()?.clone();
    if *archive.recipe() != workspace.recipe || !workspace.batch_stands() {
        return None;
    }
    let fingerprints = workspace.batch.batch().filter_map(|entry| entry.examined.as_ref()?.subject.fingerprint);
    let within = lookup_distance(workspace.k, workspace.library.cutoff, workspace.recipe.bits);
    let query = Query { batch: fingerprints.collect(), within };
    if !workspace.results.lookup.wants(&query) {
        return None;
    }
    let files: Vec<PathBuf> =
        workspace.batch.batch().filter_map(|entry| entry.source.file().map(Path::to_owned)).collect();
    let job = Job::in_parts(&mut workspace.results.lookup, query.clone(), found, move |watch, post| {
        let files: Vec<_> = files.iter().map(PathBuf::as_path).collect();
        post.send(archive.look_up(&query.batch, &files, query.within, watch)?);
        Ok(())
    });
    Some(job.seen(Progress::Footer("work.near")).ending(ended))
}

fn found(model: &mut Model, lookup: Lookup) {
    model.workspace.overview.top = model.workspace.lesson.is_none();
    model.workspace.batch.meet(lookup);
}

fn ended(model: &mut Model, stopped: bool) {
    if let Some(archive) = model.workspace.batch.archive.as_mut().filter(|_| stopped) {
        archive.stopped = true;
    }
}
