//! Background work, a file for results of a kind: when it is wanted and for which key, the computation, and the
//! installation of its value in the model. Knows no key of the keyboard, no screen's drawing.
//!
//! To add one: a function here, its line in [`FOLLOW`], and a slot for it in [`Results`](super::model::Results). The
//! function looks at the model, returns nothing where the result is not wanted or was asked for already, and else a
//! [`Job`] over clones of the immutable values that it needs.

mod batch;
mod calibration;
mod differences;
mod exclusion;
mod folders;
mod index;
mod library;
mod pair;
pub(super) mod report;
mod saving;
mod trial;

pub(super) use differences::gather;
pub(super) use exclusion::base_text;
pub(super) use library::addable;
pub(super) use saving::{keep_draft, save_lesson};
pub(super) use trial::start_curve;

use super::model::{Model, Slot, job::Job};
use crate::simhash::{CountError, Stopped, Watch};

/// The order in which results are asked for: what others are made of comes first.
const FOLLOW: &[fn(&mut Model) -> Option<Job>] = &[
    batch::prepare,
    batch::reload,
    batch::rank,
    index::read_archive,
    index::look_up,
    batch::list_pairs,
    pair::traces,
    pair::compare,
    exclusion::of_pair,
    exclusion::of_all,
    exclusion::received_share,
    differences::find,
    differences::passages,
    differences::holders,
    pair::profiles,
    pair::evidence,
    batch::submissions,
    batch::sources,
    calibration::make,
    calibration::posterior,
    calibration::measure,
    folders::browse,
    folders::walk,
    index::of_batch,
    library::head,
    library::look_up,
    library::add,
    differences::places,
    saving::recall,
    trial::state,
    trial::curve,
    saving::keep_progress,
];

/// Asks for what the model lacks, once for each key.
pub(super) fn follow(model: &mut Model) -> Vec<Job> {
    ask(model, FOLLOW)
}

/// The same of what is under the cursor, once that is where it belongs in the newest results.
pub(super) fn follow_cursor(model: &mut Model) -> Vec<Job> {
    ask(model, &[differences::effect])
}

fn ask(model: &mut Model, wanted: &[fn(&mut Model) -> Option<Job>]) -> Vec<Job> {
    let mut jobs = Vec::new();
    for follow in wanted {
        while let Some(job) = follow(model) {
            job.enter(&mut model.workspace);
            jobs.push(job);
        }
    }
    jobs
}

/// Computes what belongs to `key` of a slot, for `install`.
fn once<K: PartialEq, V, P: Send + 'static>(
    slot: &mut Slot<K, V>,
    key: K,
    install: fn(&mut Model, P),
    compute: impl FnOnce(&Watch) -> Result<P, Stopped> + Send + 'static,
) -> Job {
    Job::in_parts(slot, key, install, move |watch, post| {
        post.send(compute(watch)?);
        Ok(())
    })
}

/// Computes something that many may be computing at once, for `install`.
fn alone<P: Send + 'static>(
    install: fn(&mut Model, P),
    compute: impl FnOnce(&Watch) -> Result<P, Stopped> + Send + 'static,
) -> Job {
    once(&mut Slot::<(), ()>::default(), (), install, compute)
}

/// A result; `None` if the text is no list of features, which the examination of the document reports.
fn counted<T>(result: Result<T, CountError>) -> Result<Option<T>, Stopped> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(CountError::Stopped(stopped)) => Err(stopped),
        Err(CountError::Given(_)) => Ok(None),
    }
}
