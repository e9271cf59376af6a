//! `simscope calibrate`: the meaning of a distance among one's own texts.

mod labels;

use std::path::PathBuf;

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{CalibrateArguments, TextOrJson},
    batch::prepared,
    calibrated::Calibrated,
    compare::not_too_many,
    json,
    named_review::{NamedReview, print_notices},
    print, print_batch_failures, print_error, progress,
    start::Startup,
    text, usage,
};
use crate::{
    batch::{MadeCalibration, Work},
    compare::{Groups, calibration::Prior},
    document::safe_name,
    locale::Lang,
    say, t,
};
use labels::{LabelledFiles, verdicts};

/// Reads the documents, calibrates, prints, and keeps the result with the review.
pub(super) fn run(arguments: CalibrateArguments, start: Startup) -> Result<Code, CommandError> {
    let CalibrateArguments { documents, labelled, prior, accept, reuse, output } = arguments;
    let start = start.warned().skipping(&documents.left_out);
    if documents.named.is_empty() {
        return Err(usage("calibrate", ErrorKind::MissingRequiredArgument, "calibrate takes a folder, or files"));
    }
    let NamedReview { roots, mut journal, settings } = NamedReview::open(&documents.named, accept, &start, &[])?;
    let lang = settings.lang;
    if let Ok(journal) = &mut journal {
        print_notices(journal, lang);
    }
    let table = labelled.map(|path| LabelledFiles::read(&path, lang)).transpose().map_err(CommandError::Failed)?;
    let mut sources = documents.sources;
    if let Some(table) = &table {
        sources.extend(table.missing(&sources));
    }
    not_too_many("calibrate", Groups::all(sources.len()).pairs(), Groups::HELD)?;
    let batch = prepared(sources, Work::Compare, &settings, reuse.cache(&roots, &settings));
    let mut labels = journal.as_ref().map_or_else(|_| Vec::new(), |journal| verdicts(&batch, &roots, journal));
    labels.extend(table.iter().flat_map(|table| table.labels(&batch)));
    let request = batch.calibrate(&labels);
    let made = progress::during("work.calibrating", lang, |watch| request.run(watch));
    print_batch_failures(&batch, lang);
    let made = made.map_err(|error| CommandError::Failed(say::calibration_error(error, lang)))?;
    let MadeCalibration { calibration, closest } = made;
    // Without one of its own it keeps the prior of the calibration whose place it takes.
    let before = || journal.as_ref().ok()?.calibration(&calibration.recipe).ok()?.map(|before| before.prior);
    let prior = prior.or_else(before).unwrap_or(Prior::ASSUMED);
    let calibration = calibration.with_prior(prior);
    let closest = closest.map(|pair| (pair.documents.map(|at| batch.name(at).to_owned()), pair));
    let posterior = calibration.posterior(prior);
    let kept = match journal {
        Ok(journal) => journal.keep_calibration(&calibration).map_err(|reason| reason.to_string()),
        Err(error) => Err(error.message(lang)),
    };
    let calibrated = Calibrated { calibration, posterior, closest, lang };
    let mut code = if batch.has_failures() { Code::Error } else { Code::Done };
    if kept.is_err() {
        code = Code::Error;
    }
    let code = match output.format {
        _ if output.quiet => code,
        TextOrJson::Text => print(code, lang, |out| text::calibrated(out, &calibrated)),
        TextOrJson::Json => print(code, lang, |out| json::calibrated(out, &calibrated)),
    };
    print_error(&kept_where(kept, lang));
    Ok(code)
}

/// The place of the calibration, or the reason that it was not kept.
fn kept_where(kept: Result<PathBuf, String>, lang: Lang) -> String {
    match kept {
        Ok(path) => t!(lang, "calibrate.kept", place = safe_name(&path.display().to_string())),
        Err(reason) => t!(lang, "calibrate.not-kept", reason = reason),
    }
}
