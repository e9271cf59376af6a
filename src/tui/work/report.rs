//! The report of `simscope export`, written from the batch of the workspace.

use std::{fs, io::ErrorKind, path::PathBuf, sync::Arc};

use crate::{
    batch::{Batch, ReportOptions},
    document::safe_path,
    review::{Decisions, export::not_replaced},
    simhash::{Stopped, Watch},
    t,
};

/// A report to be written.
pub(crate) struct ReportRequest {
    pub batch: Batch,
    pub options: ReportOptions,
    pub matched: Arc<Decisions>,
    pub path: PathBuf,
    /// A file that is there may be overwritten.
    pub over: bool,
}

/// The result of writing a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReportOutcome {
    /// Its place is free, and it is being made.
    Begun,
    /// There is a file of that name, and nothing was done.
    Taken,
    /// The path of the report, the number of its pairs, and of those with details; what hiding names did.
    Done(PathBuf, [usize; 2], Option<String>),
    /// It is not, and nothing is left of it; why.
    Failed(String),
}

/// Writes it; tells whether it begins, and what came of it.
pub(crate) fn hand_over(order: &ReportRequest, watch: &Watch, tell: impl Fn(ReportOutcome)) -> Result<(), Stopped> {
    let place = safe_path(&order.path);
    let failed = |reason: String| ReportOutcome::Failed(t!(order.options.lang, "exporting.failed", place, reason));
    // Before anything is computed, not after it.
    if !order.over && fs::symlink_metadata(&order.path).is_ok() {
        tell(ReportOutcome::Taken);
        return Ok(());
    }
    let folder = order.path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(Err(error)) = folder.map(fs::metadata) {
        tell(failed(error.to_string()));
        return Ok(());
    }
    tell(ReportOutcome::Begun);
    let report = order.batch.report(&order.options, &order.matched, watch)?;
    let counted = [report.pairs.len(), report.details.len()];
    tell(match report.save(order.options.scope.form, &order.path, order.over, watch) {
        Ok(()) => ReportOutcome::Done(order.path.clone(), counted, report.names_sentence()),
        Err(_) if watch.stopped() => return Err(Stopped),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => ReportOutcome::Taken,
        Err(error) => match not_replaced(&error, &place, order.options.lang) {
            Some(why) => ReportOutcome::Failed(why),
            None => failed(error.to_string()),
        },
    });
    Ok(())
}
