//! The archive of fingerprints: read once the batch stands, then looked up in, again whenever the batch or the distance
//! that is asked for is another.

use std::{path::Path, sync::Arc};

use super::Effect;
use crate::{
    archive::{Archive, lookup_distance},
    document::ReadError,
    simhash::Watch,
    tui::{
        job::Job,
        model::{Model, Query, Work},
    },
};

/// Asks for what is missing.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    let Some(archive) = &mut model.desk.archive else { return Vec::new() };
    if let Some(from) = archive.fresh.take() {
        return vec![Effect::Watch(from)];
    }
    // What the batch itself holds is seen first.
    if model.desk.ranked != model.desk.generation || model.desk.work.is_some() {
        return Vec::new();
    }
    let archive = match (&archive.read, model.asked.archive) {
        (None, false) => {
            model.asked.archive = true;
            let job = Job::Archive { files: archive.files.clone(), recipe: archive.recipe.clone() };
            return vec![work(model, "work.archive", job)];
        }
        (Some(Ok(read)), _) if *read.recipe() == model.recipe => read.clone(),
        _ => return Vec::new(),
    };
    let fingerprints = model.desk.batch().filter_map(|entry| entry.examined.as_ref()?.subject.fingerprint);
    let within = lookup_distance(model.k, model.library.cutoff, model.recipe.bits);
    let query = Query { batch: fingerprints.collect(), within };
    if model.asked.reach.as_ref() == Some(&query) {
        return Vec::new();
    }
    model.asked.reach = Some(query.clone());
    let files = model.desk.batch().filter_map(|entry| entry.source.file().map(Path::to_owned)).collect();
    vec![work(model, "work.near", Job::Reach { archive, query, files })]
}

/// Takes in what was read.
pub fn read(model: &mut Model, read: Result<Arc<Archive>, ReadError>) {
    if let Some(archive) = &mut model.desk.archive {
        archive.read = Some(read);
    }
}

fn work(model: &mut Model, what: &'static str, job: Job) -> Effect {
    let watch = Arc::new(Watch::default());
    model.desk.work = Some(Work { what, watch: watch.clone(), shown: false });
    Effect::Start(model.desk.number, job, watch)
}
