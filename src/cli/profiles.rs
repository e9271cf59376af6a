//! `simscope compare --profiles`: one pair under every profile.

use clap::error::ErrorKind;

use super::{
    Code,
    arguments::{ListFormat, Output},
    compare::code,
    complain_of,
    desk::{Desk, troubled},
    json, print,
    settings::Chosen,
    text, usage,
};
use crate::{
    compare::profiles::{Opinion, opinions},
    document::Source,
};

/// Checks the arguments and compares.
pub(super) fn run(sources: Vec<Source>, chosen: Chosen, output: Output<ListFormat>) -> Result<Code, clap::Error> {
    if sources.len() != 2 {
        let message = format!("compare --profiles takes two documents, not {}", sources.len());
        return Err(usage("compare", ErrorKind::WrongNumberOfValues, &message));
    }
    if output.format == ListFormat::Jsonl {
        let message = "compare --profiles goes with --format text or json: it is one pair";
        return Err(usage("compare", ErrorKind::ArgumentConflict, message));
    }
    Ok(profiles(sources, chosen, output))
}

fn profiles(sources: Vec<Source>, chosen: Chosen, Output { format, quiet }: Output<ListFormat>) -> Code {
    let lang = chosen.lang;
    let desk = Desk::new(sources, chosen);
    let opinions = both(&desk).unwrap_or_default();
    let near = opinions.first().is_some_and(|own| own.near(desk.chosen.k()));
    let code = code(troubled(&desk.entries), near);
    let code = match format {
        _ if quiet => code,
        ListFormat::Text => print(code, lang, |out| text::profiles(out, &desk, &opinions)),
        ListFormat::Json | ListFormat::Jsonl => print(code, lang, |out| json::profiles(out, &desk, &opinions)),
    };
    if quiet || format == ListFormat::Text {
        complain_of(&desk.entries, lang);
    }
    code
}

/// `None` where one of the two was not read. That the own recipe takes both is known then, and all others of its kind
/// take what it takes.
fn both(desk: &Desk) -> Option<Vec<Opinion>> {
    let text = |i: usize| Some(desk.entries.get(i)?.seen.as_ref().ok()?.made.document.text.as_str());
    opinions([text(0)?, text(1)?], &desk.chosen.recipe).ok()
}
