//! The meaning of a distance among the documents: a calibration that the reader asked for, and the probabilities of a
//! calibration and F1 at each threshold while the page that shows them is open.

use std::sync::Arc;

use super::{counted, once};
use crate::{
    compare::calibration::{Calibration, CalibrationError},
    say,
    simhash::Stopped,
    tui::{
        dialog::{
            meaning::{MeaningPage, thresholds::ThresholdsDialog},
            reader::Reader,
        },
        model::{Model, TaskProgress, job::Job},
    },
};

/// A calibration from the documents and the verdicts, once the reader has asked for it and all documents are examined.
pub(super) fn make(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if !workspace.meaning.wanted
        || !workspace.batch.settled()
        || workspace.tasks.computes(&workspace.results.calibration)
    {
        return None;
    }
    workspace.meaning.wanted = false;
    workspace.meaning.failure = None;
    let request = workspace.batch.calibrate(&workspace.labels());
    let key = workspace.meaning.revision;
    let job = once(&mut workspace.results.calibration, key, install, move |watch| match request.run(watch) {
        Err(CalibrationError::Stopped) => Err(Stopped),
        made => Ok(made.map(|made| made.calibration)),
    });
    Some(job.seen(TaskProgress::Footer("work.calibrating")))
}

fn install(model: &mut Model, made: Result<Calibration, CalibrationError>) {
    let lang = model.lang;
    match made {
        Ok(calibration) => {
            let prior = model.workspace.meaning.prior;
            model.workspace.install_calibration(calibration.with_prior(prior));
        }
        Err(error) => model.workspace.meaning.failure = Some(say::calibration_error(error, lang)),
    }
}

/// The probabilities at each distance with the shares that the reader assumes.
pub(super) fn posterior(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let open = workspace.dialogs.find::<Reader<MeaningPage>>().is_some();
    let key = workspace.meaning.key();
    let calibration = workspace.batch.calibration.clone().filter(|_| open)?;
    if !workspace.results.posterior.wants(&key) {
        return None;
    }
    let compute = move |_: &_| Ok(Some(Arc::new(calibration.posterior(key.prior))));
    Some(Job::of(workspace, |workspace| &mut workspace.results.posterior, key, compute))
}

/// F1 at each threshold on the labelled pairs, once all documents are examined.
pub(super) fn measure(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if workspace.dialogs.find::<ThresholdsDialog>().is_none() || !workspace.batch.settled() {
        return None;
    }
    let key = (workspace.batch.generation, workspace.labels());
    if !workspace.results.measurement.wants(&key) {
        return None;
    }
    let request = workspace.batch.measure(&key.1);
    let compute = move |watch: &_| Ok(counted(request.run(watch))?.map(Arc::new));
    let job = Job::of(workspace, |workspace| &mut workspace.results.measurement, key, compute);
    Some(job.seen(TaskProgress::Footer("work.measuring")))
}
