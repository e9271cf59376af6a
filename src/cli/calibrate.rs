//! `simscope calibrate`: the meaning of a distance among one's own texts.

use std::path::PathBuf;

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{CalibrateArguments, TextOrJson},
    batch::{files, prepared},
    calibrated::Calibrated,
    compare::not_too_many,
    json, print, print_batch_failures, print_error, progress,
    start::Startup,
    text, usage,
};
use crate::{
    batch::{Batch, Work},
    compare::{
        Groups,
        calibration::Prior,
        evaluation::{Label, LabelledPair},
    },
    document::safe_name,
    locale::Lang,
    review::{
        Roots, Verdict,
        journal::{Journal, data_folder},
    },
    say, t,
};

/// Reads the documents, calibrates, prints, and keeps the result with the review.
pub(super) fn run(arguments: CalibrateArguments, start: Startup) -> Result<Code, CommandError> {
    let CalibrateArguments { documents, labelled: _, prior, accept, reuse, output } = arguments;
    let start = start.warned().skipping(&documents.left_out);
    if documents.named.is_empty() {
        return Err(usage("calibrate", ErrorKind::MissingRequiredArgument, "calibrate takes a folder, or files"));
    }
    let settings = start.resolve(&[])?;
    let lang = settings.lang;
    not_too_many("calibrate", Groups::all(documents.sources.len()).pairs(), Groups::HELD)?;
    let roots = Roots::new(&documents.named);
    let mut journal = Journal::open(&roots, data_folder().as_deref());
    if let Ok(journal) = &mut journal {
        accept.apply(journal);
    }
    let batch = prepared(documents.sources, Work::Compare, &settings, reuse.cache(&roots, &settings));
    let labels = journal.as_ref().map_or_else(|_| Vec::new(), |journal| verdicts(&batch, &roots, journal));
    let request = batch.calibrate(&labels);
    let made = progress::during("work.calibrating", lang, |watch| request.run(watch));
    print_batch_failures(&batch, lang);
    let calibration = made.map_err(|error| CommandError::Failed(say::calibration_error(error, lang)))?;
    let posterior = calibration.posterior(prior.unwrap_or(Prior::ASSUMED));
    let kept = match journal {
        Ok(journal) => journal.keep_calibration(&calibration).map_err(|reason| reason.to_string()),
        Err(error) => Err(error.message(lang)),
    };
    let calibrated = Calibrated { calibration, posterior, lang };
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

/// The verdicts on whole pairs as labels: a copy is near, quotations and common text are related, and cleared pairs are far.
/// Those of a review
/// that is not accepted, or on files that changed since, do not count.
fn verdicts(batch: &Batch, roots: &Roots, journal: &Journal) -> Vec<LabelledPair> {
    let decisions = journal.decisions(&files(batch, roots));
    if decisions.is_received() {
        return Vec::new();
    }
    let label = |documents: [usize; 2]| {
        let given = decisions.pair(documents)?.verdict.as_ref()?;
        if decisions.changed_since(documents, given).contains(&true) {
            return None;
        }
        let label = match given.verdict {
            Verdict::Copy => Label::Near,
            Verdict::Quotation | Verdict::Common => Label::Mid,
            Verdict::Cleared => Label::Far,
            Verdict::Unsure => return None,
        };
        Some(LabelledPair { documents, label })
    };
    decisions.pairs().filter_map(label).collect()
}
