//! `simscope explain`: everything there is to know of one pair.

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{ExplainArguments, Output, TextOrJson},
    batch, check_diff_option, json, print, print_batch_failures,
    start::Startup,
    text, usage,
};
use crate::{
    batch::{Batch, Work},
    compare::evidence::{Evidence, evidence},
};

pub(super) fn run(arguments: ExplainArguments, start: Startup) -> Result<Code, CommandError> {
    let ExplainArguments { documents, output, evidence, exclude, scores, methods } = arguments;
    let settings = start.warned().skipping(&documents.skipped).resolve(&[])?;
    check_diff_option("explain", output.format == TextOrJson::Text, evidence)?;
    if documents.sources.len() != 2 {
        let message = format!("explain takes two documents, not {}", documents.sources.len());
        return Err(usage("explain", ErrorKind::WrongNumberOfValues, &message));
    }
    let mut rules = exclude.rules("explain", &settings)?;
    rules.whole = scores.whole;
    let lang = settings.lang;
    let mut batch = batch::prepared(documents.sources, Work::Compare, &settings, None);
    batch.calibration = batch::calibration(&documents.named, &settings);
    batch::exclude(&mut batch, rules, lang);
    batch::rank(&mut batch, lang);
    let code = if batch.has_failures() { Code::Error } else { Code::Done };
    let found = methods.then(|| found(&batch)).flatten();
    let (shown, found) = ((&batch, &settings), found.as_ref());
    let code = match output {
        Output { quiet: true, .. } => code,
        Output { format: TextOrJson::Text, .. } => print(code, lang, |out| text::explain(out, shown, evidence, found)),
        Output { format: TextOrJson::Json, .. } => print(code, lang, |out| json::explain(out, shown, evidence, found)),
    };
    if output.quiet || output.format == TextOrJson::Text {
        print_batch_failures(&batch, lang);
    }
    Ok(code)
}

/// What other methods say of the pair. `None` where one of the two was not read.
fn found(batch: &Batch) -> Option<Evidence> {
    let documents = batch.pairs.first()?.documents();
    let texts = batch.documents(documents)?;
    let [a, b] = documents.map(|at| batch.subject(at));
    // The recipe took both texts already, so it takes them again.
    evidence([&texts[0].text, &texts[1].text], [a?, b?], &batch.recipe).ok()
}
