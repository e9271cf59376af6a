//! `simscope explain`: everything there is to know of one pair.

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{Explain, Format, Output},
    batch, check, complain_of_batch, json, print,
    start::Start,
    text, usage,
};
use crate::{
    batch::Batch,
    compare::evidence::{Evidence as Found, evidence},
};

/// Checks the arguments and explains.
pub(super) fn run(arguments: Explain, start: Start) -> Result<Code, CommandError> {
    let Explain { documents, output, evidence, exclude, methods } = arguments;
    let chosen = start.warned().skipping(&documents.left_out).choose(&[])?;
    check("explain", output.format == Format::Text, evidence)?;
    if documents.sources.len() != 2 {
        let message = format!("explain takes two documents, not {}", documents.sources.len());
        return Err(usage("explain", ErrorKind::WrongNumberOfValues, &message));
    }
    let rules = exclude.rules("explain", &chosen)?;
    let lang = chosen.lang;
    let mut batch = batch::prepared(documents.sources, &chosen, None);
    batch::exclude(&mut batch, rules, lang);
    batch::rank(&mut batch, lang);
    let code = if batch.has_failures() { Code::Trouble } else { Code::Done };
    let found = methods.then(|| found(&batch)).flatten();
    let (shown, found) = ((&batch, &chosen), found.as_ref());
    let code = match output {
        Output { quiet: true, .. } => code,
        Output { format: Format::Text, .. } => print(code, lang, |out| text::explain(out, shown, evidence, found)),
        Output { format: Format::Json, .. } => print(code, lang, |out| json::explain(out, shown, evidence, found)),
    };
    if output.quiet || output.format == Format::Text {
        complain_of_batch(&batch, lang);
    }
    Ok(code)
}

/// What other methods say of the pair. `None` where one of the two was not read.
fn found(batch: &Batch) -> Option<Found> {
    let documents = batch.pairs.first()?.documents();
    let texts = batch.documents(documents)?;
    let [a, b] = documents.map(|at| batch.subject(at));
    // The recipe took both texts already, so it takes them again.
    evidence([&texts[0].text, &texts[1].text], [a?, b?], &batch.recipe).ok()
}
