//! Background work, a file for each kind of result: when it is wanted and for which key, the computation, and the
//! installation of its value in the model. Knows no key of the keyboard, no screen's drawing.
//!
//! To add one: a file here with a `follow` function, its line in [`FOLLOW`], and a slot for it in
//! [`Results`](super::model::Results). `follow` looks at the model, returns nothing where the result is not wanted or was
//! asked for already, and else a [`Job`] over clones of the immutable values that it needs.

mod archive;
mod calibration;
mod comparison;
mod differences;
mod drafts;
mod evidence;
mod exclusion;
mod folders;
mod holders;
mod index;
mod lesson;
mod library;
mod passages;
mod places;
mod profiles;
mod ranking;
mod reading;
mod received;
mod report;
mod runs;
mod trial;

pub(super) use drafts::keep;
pub(super) use lesson::save as save_lesson;
pub(super) use library::addable;
pub(super) use places::gather;
pub(super) use report::{ReportRequest, write as write_report};
pub(super) use trial::start_curve;

use super::{job::Job, model::Model};
use crate::simhash::{CountError, Stopped};

/// The order in which results are asked for: what others are made of comes first.
const FOLLOW: &[fn(&mut Model) -> Option<Job>] = &[
    reading::prepare,
    reading::reload,
    ranking::rank,
    archive::read,
    archive::look_up,
    ranking::list_pairs,
    comparison::traces,
    comparison::compare,
    exclusion::of_pair,
    exclusion::of_all,
    received::share,
    differences::find,
    passages::find,
    holders::find,
    profiles::follow,
    evidence::follow,
    calibration::make,
    calibration::posterior,
    calibration::measure,
    folders::browse,
    folders::walk,
    index::of_batch,
    index::of_archive,
    library::head,
    library::look_up,
    library::ways,
    library::add,
    places::follow,
    drafts::recall,
    trial::state,
    trial::row,
    trial::curve,
    runs::follow,
    lesson::keep_progress,
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

/// A result; `None` if the text is no list of features, which the examination of the document reports.
fn counted<T>(result: Result<T, CountError>) -> Result<Option<T>, Stopped> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(CountError::Stopped(stopped)) => Err(stopped),
        Err(CountError::Given(_)) => Ok(None),
    }
}
