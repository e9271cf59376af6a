//! The report of `simscope export`, written from the batch of the workspace.

use std::{fs, io::ErrorKind, path::PathBuf, sync::Arc};

use crate::{
    batch::{Batch, ReportOptions},
    document::safe_name,
    locale::grouped,
    review::{
        Decisions,
        export::{ReportScope, not_replaced},
    },
    simhash::{Stopped, Watch},
    t,
    tui::model::{Dialog, ExportDialog, ExportStage, Model, ReportOutcome, TaskProgress, Workspace, job::Job},
};

/// A report to be written.
pub(crate) struct ReportRequest {
    batch: Batch,
    options: ReportOptions,
    matched: Arc<Decisions>,
    path: PathBuf,
    /// A file that is there may be overwritten.
    over: bool,
}

/// Writes the report in the background; the dialog stays until it is known that its place is free.
pub(crate) fn write(workspace: &mut Workspace, order: ReportRequest) -> Job {
    workspace.sent_warned = false;
    let job = Job::in_parts(&mut workspace.results.report, (), handed, move |watch, post| {
        hand_over(&order, watch, |handed| post.send(handed))
    });
    job.seen(TaskProgress::Footer("work.report")).ending(ended)
}

fn handed(model: &mut Model, handed: ReportOutcome) {
    let lang = model.lang;
    let dialog = model.workspace.dialogs.iter().position(|overlay| matches!(overlay, Dialog::Export(_)));
    if handed != ReportOutcome::Begun {
        // The report is done, though its thread may not be.
        model.workspace.results.report.forget();
    }
    match handed {
        ReportOutcome::Begun => {
            // Keep the choices, in case it fails.
            if let Some(Dialog::Export(dialog)) = dialog.map(|at| model.workspace.dialogs.remove(at)) {
                model.workspace.sent = Some(dialog);
            }
        }
        ReportOutcome::Done(place, [pairs, detailed]) => {
            model.workspace.sent = None;
            let place = model.workspace.redacted(&safe_name(&place.to_string_lossy())).into_owned();
            let [pairs, detailed] = [pairs, detailed].map(|n| grouped(n as u64));
            model.notify(t!(lang, "exporting.done", place, pairs, closer = detailed));
        }
        ReportOutcome::Taken | ReportOutcome::Failed(_) => {
            let (stage, said) = match handed {
                ReportOutcome::Failed(why) => (ExportStage::Failed(why.clone()), why),
                _ => (ExportStage::Taken, t!(lang, "exporting.taken").to_owned()),
            };
            match (dialog, model.workspace.sent.take()) {
                (Some(at), _) => {
                    if let Some(Dialog::Export(dialog)) = model.workspace.dialogs.get_mut(at) {
                        dialog.stage = stage;
                    }
                }
                // Nothing is put over what the reader went on with.
                (None, Some(mut dialog)) if model.workspace.dialogs.is_empty() && !model.workspace.editing() => {
                    dialog.stage = stage;
                    model.workspace.dialogs.push(Dialog::Export(dialog));
                }
                _ => model.notify(model.workspace.redacted(&said).into_owned()),
            }
        }
    }
}

fn ended(model: &mut Model, stopped: bool) {
    let under_way = model.workspace.writes_report();
    model.workspace.results.report.forget();
    if stopped && under_way {
        model.workspace.sent = None;
        model.notify(t!(model.lang, "exporting.stopped"));
    }
}

/// Writes it; tells whether it begins, and what came of it.
fn hand_over(order: &ReportRequest, watch: &Watch, tell: impl Fn(ReportOutcome)) -> Result<(), Stopped> {
    let place = safe_name(&order.path.to_string_lossy());
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
        Ok(()) => ReportOutcome::Done(order.path.clone(), counted),
        Err(_) if watch.stopped() => return Err(Stopped),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => ReportOutcome::Taken,
        Err(error) => match not_replaced(&error, &place, order.options.lang) {
            Some(why) => ReportOutcome::Failed(why),
            None => failed(error.to_string()),
        },
    });
    Ok(())
}

impl ReportRequest {
    /// A request for the report that the dialog describes; `over` if an existing file may be overwritten.
    pub(crate) fn new(model: &Model, dialog: &ExportDialog, over: bool) -> Self {
        let workspace = &model.workspace;
        let options = ReportOptions {
            lang: model.lang,
            k: workspace.k,
            cutoff: workspace.library.cutoff,
            hidden: dialog.hidden,
            words: dialog.hidden.then(|| dialog.chosen_words()),
            scope: ReportScope {
                listed: dialog.pairs.listed(model),
                detailed: dialog.detailed,
                full: false,
                form: dialog.form,
            },
        };
        Self {
            batch: workspace.batch.clone(),
            options,
            matched: workspace.review.as_ref().map(|review| review.matched.clone()).unwrap_or_default(),
            path: PathBuf::from(dialog.path.text().trim()),
            over,
        }
    }
}
