//! `simscope explain`: everything there is to know of one pair.

use clap::error::ErrorKind;

use super::{
    Code,
    arguments::{Explain, Format, Output},
    check, complain_of,
    desk::{Desk, troubled},
    json, print,
    settings::Chosen,
    text, usage,
};
use crate::simhash::Watch;

/// Checks the arguments and explains.
pub(super) fn run(arguments: Explain, chosen: Chosen) -> Result<Code, clap::Error> {
    let Explain { documents, output, evidence, exclude, methods } = arguments;
    check("explain", output.format == Format::Text, evidence)?;
    if documents.sources.len() != 2 {
        let message = format!("explain takes two documents, not {}", documents.sources.len());
        return Err(usage("explain", ErrorKind::WrongNumberOfValues, &message));
    }
    let exclusions = exclude.read("explain", &chosen)?;
    let lang = chosen.lang;
    let desk = Desk::new(documents.sources, chosen).without(exclusions);
    let code = if troubled(&desk.entries) { Code::Trouble } else { Code::Done };
    // Nobody holds the other end of this watch, so it is never stopped.
    let found =
        methods.then(|| desk.pairs().first().and_then(|&pair| desk.evidence(pair, &Watch::default()))).flatten();
    let code = match output {
        Output { quiet: true, .. } => code,
        Output { format: Format::Text, .. } => {
            print(code, lang, |out| text::explain(out, &desk, evidence, found.as_ref()))
        }
        Output { format: Format::Json, .. } => {
            print(code, lang, |out| json::explain(out, &desk, evidence, found.as_ref()))
        }
    };
    if output.quiet || output.format == Format::Text {
        complain_of(&desk.entries, lang);
    }
    Ok(code)
}
