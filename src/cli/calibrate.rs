//! `simscope calibrate`: the meaning of a distance among one's own texts.

mod labels;
mod library;

use std::path::PathBuf;

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{AcceptArguments, CalibrateArguments, LibraryChoice, TextOrJson},
    batch::{NamedReview, prepared, print_notices},
    calibrated::Calibrated,
    compare::not_too_many,
    json, print, print_batch_failures, print_error, progress,
    settings::ResolvedSettings,
    start::Startup,
    stored::StoredFingerprint,
    text, usage,
};
use crate::{
    batch::{MadeCalibration, Work},
    compare::{Groups, calibration::Prior},
    document::safe_name,
    locale::Lang,
    review::{
        Roots,
        journal::{Journal, JournalError},
    },
    say, t,
};
use labels::{LabelledFiles, verdicts};
use library::NamedLibrary;

/// Reads the documents, calibrates, prints, and keeps the result with the review of those that were named.
pub(super) fn run(arguments: CalibrateArguments, start: Startup) -> Result<Code, CommandError> {
    let CalibrateArguments { documents, labelled, docs, prior, library, accept_library, accept, reuse, output } =
        arguments;
    let start = start.warned().skipping(&documents.skipped);
    if documents.named.is_empty() && library.is_none() {
        let message = "calibrate takes a folder, or files, or a library";
        return Err(usage("calibrate", ErrorKind::MissingRequiredArgument, message));
    }
    let choice = library.map(|name| LibraryChoice { library: Some(name), accept_library });
    let library = choice.map(|choice| NamedLibrary::open(&choice, &start)).transpose()?;
    let stored: Vec<StoredFingerprint> = library.iter().map(NamedLibrary::recipe).collect();
    let (roots, mut journal, settings) = review_of(&documents.named, accept, &start, &stored)?;
    let lang = settings.lang;
    if let Some(Ok(journal)) = &mut journal {
        print_notices(journal, lang);
    }
    let table = labelled
        .map(|path| LabelledFiles::read(&path, docs.as_deref(), lang))
        .transpose()
        .map_err(CommandError::Failed)?;
    let mut sources = documents.sources;
    if let Some(table) = &table {
        sources.extend(table.missing(&sources));
    }
    not_too_many("calibrate", Groups::all(sources.len()).pairs(), Groups::HELD)?;
    let library = library.map(|library| library.add_to(&mut sources, Groups::HELD_DOCUMENTS, lang)).transpose()?;
    let cache = journal.as_ref().and_then(|_| reuse.cache(&roots, &settings));
    let batch = prepared(sources, Work::Compare, &settings, cache);
    let review = journal.as_ref().and_then(|journal| journal.as_ref().ok());
    let mut labels = review.map_or_else(Vec::new, |journal| verdicts(&batch, &roots, journal));
    labels.extend(table.iter().flat_map(|table| table.labels(&batch)));
    let request = batch.calibrate(&labels);
    let made = progress::during("work.calibrating", lang, |watch| request.run(watch));
    print_batch_failures(&batch, lang);
    let made = made.map_err(|error| CommandError::Failed(say::calibration_error(error, lang)))?;
    let MadeCalibration { calibration, closest, proposed } = made;
    // Without one of its own it keeps the prior of the calibration whose place it takes.
    let before = || review?.calibration(&calibration.recipe).ok()?.map(|before| before.prior);
    let prior = prior.or_else(before).unwrap_or(Prior::ASSUMED);
    let calibration = calibration.with_prior(prior);
    let closest = closest.map(|pair| (pair.documents.map(|at| batch.name(at).to_owned()), pair));
    let posterior = calibration.posterior(prior);
    let kept = journal.map(|journal| match journal {
        Ok(journal) => journal.keep_calibration(&calibration).map_err(|reason| reason.to_string()),
        Err(error) => Err(error.message(lang)),
    });
    let calibrated = Calibrated { calibration, posterior, closest, proposed, library, lang };
    let failed = batch.has_failures() || kept.as_ref().is_some_and(Result::is_err);
    let code = if failed { Code::Error } else { Code::Done };
    let code = match output.format {
        _ if output.quiet => code,
        TextOrJson::Text => print(code, lang, |out| text::calibrated(out, &calibrated)),
        TextOrJson::Json => print(code, lang, |out| json::calibrated(out, &calibrated)),
    };
    if let Some(kept) = kept {
        print_error(&kept_where(kept, lang));
    }
    Ok(code)
}

/// The folders of a review, the review itself unless nothing was named, and the settings in it.
type OptionalReview = (Roots, Option<Result<Journal, JournalError>>, ResolvedSettings);

/// The review of the documents that were named.
fn review_of(
    named: &[PathBuf],
    accept: AcceptArguments,
    start: &Startup,
    stored: &[StoredFingerprint],
) -> Result<OptionalReview, CommandError> {
    if named.is_empty() {
        return Ok((Roots::default(), None, start.resolve(stored)?));
    }
    let NamedReview { roots, journal, settings } = NamedReview::open(named, accept, start, stored)?;
    Ok((roots, Some(journal), settings))
}

/// The place of the calibration, or the reason that it was not kept.
fn kept_where(kept: Result<PathBuf, String>, lang: Lang) -> String {
    match kept {
        Ok(path) => t!(lang, "calibrate.kept", place = safe_name(&path.display().to_string())),
        Err(reason) => t!(lang, "calibrate.not-kept", reason = reason),
    }
}
