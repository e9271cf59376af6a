//! `simscope compare --profiles`: one pair under every profile.

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{ListFormat, Output},
    batch, json, print, print_batch_failures,
    settings::ResolvedSettings,
    text, usage,
};
use crate::{
    batch::{Batch, Work},
    compare::profiles::{Opinion, opinions},
    document::Source,
};

pub(super) fn run(
    sources: Vec<Source>,
    settings: &ResolvedSettings,
    output: Output<ListFormat>,
) -> Result<Code, CommandError> {
    if sources.len() != 2 {
        let message = format!("compare --profiles takes two documents, not {}", sources.len());
        return Err(usage("compare", ErrorKind::WrongNumberOfValues, &message));
    }
    if output.format == ListFormat::Jsonl {
        let message = "compare --profiles goes with --format text or json: it is one pair";
        return Err(usage("compare", ErrorKind::ArgumentConflict, message));
    }
    Ok(profiles(sources, settings, output))
}

fn profiles(sources: Vec<Source>, settings: &ResolvedSettings, Output { format, quiet }: Output<ListFormat>) -> Code {
    let lang = settings.lang;
    let batch = batch::prepared(sources, Work::Compare, settings, None);
    let opinions = both(&batch).unwrap_or_default();
    let near = opinions.first().is_some_and(|own| own.near(settings.k()));
    let code = Code::of_pairs(batch.has_failures(), near);
    let shown = (&batch, settings);
    let code = match format {
        _ if quiet => code,
        ListFormat::Text => print(code, lang, |out| text::profiles(out, shown, &opinions)),
        ListFormat::Json | ListFormat::Jsonl => print(code, lang, |out| json::profiles(out, shown, &opinions)),
    };
    if quiet || format == ListFormat::Text {
        print_batch_failures(&batch, lang);
    }
    code
}

/// `None` where one of the two was not read. That the own recipe takes both is known then, and all others of its kind
/// take what it takes.
fn both(batch: &Batch) -> Option<Vec<Opinion>> {
    if batch.has_failures() {
        return None;
    }
    let [a, b] = batch.documents([0, 1])?;
    opinions([&a.text, &b.text], &batch.recipe).ok()
}
