//! `simscope compare`: every two documents, ranked, and what there is to say of the pairs that matter.

use clap::error::ErrorKind;

use super::{
    Code,
    arguments::{Compare, Evidence, Format, Output},
    check, complain_of,
    desk::{Desk, troubled},
    json, print,
    settings::Chosen,
    text, usage,
};
use crate::document::Source;

/// Checks the arguments and compares.
pub(super) fn run(arguments: Compare, chosen: Chosen) -> Result<Code, clap::Error> {
    let Compare { documents, output, evidence, profiles } = arguments;
    check("compare", output, evidence)?;
    if profiles && documents.sources.len() != 2 {
        let message = format!("compare --profiles takes two documents, not {}", documents.sources.len());
        return Err(usage("compare", ErrorKind::WrongNumberOfValues, &message));
    }
    if documents.sources.len() < 2 {
        let message = format!("compare takes two documents or more, not {}", documents.sources.len());
        return Err(usage("compare", ErrorKind::TooFewValues, &message));
    }
    if profiles {
        return Ok(super::profiles::profiles(documents.sources, chosen, output));
    }
    Ok(compare(documents.sources, chosen, output, evidence))
}

/// Compares.
pub(super) fn compare(sources: Vec<Source>, chosen: Chosen, output: Output, evidence: Evidence) -> Code {
    let lang = chosen.lang;
    let desk = Desk::new(sources, chosen);
    let pairs = desk.pairs();
    let code = if troubled(&desk.entries) {
        Code::Trouble
    } else if pairs.iter().any(|pair| pair.near(desk.chosen.k())) {
        Code::Done
    } else {
        Code::NoneNear
    };
    let code = match output {
        Output { quiet: true, .. } => code,
        Output { format: Format::Text, .. } => print(code, lang, |out| text::compare(out, &desk, &pairs)),
        Output { format: Format::Json, .. } => print(code, lang, |out| json::compare(out, &desk, &pairs, evidence)),
    };
    if output.complains() {
        complain_of(&desk.entries, lang);
    }
    code
}
