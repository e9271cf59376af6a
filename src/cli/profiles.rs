//! `simscope compare --profiles`: one pair under every profile.

use super::{
    Code,
    arguments::{Format, Output},
    complain_of,
    desk::{Desk, troubled},
    json, print,
    settings::Chosen,
    text,
};
use crate::{
    compare::profiles::{Opinion, opinions},
    document::Source,
    simhash::Watch,
};

/// Compares two documents.
pub(super) fn profiles(sources: Vec<Source>, chosen: Chosen, output: Output) -> Code {
    let lang = chosen.lang;
    let desk = Desk::new(sources, chosen);
    let opinions = both(&desk).unwrap_or_default();
    let near = opinions.first().is_some_and(|own| own.near(desk.chosen.k()));
    let code = match (troubled(&desk.entries), near) {
        (true, _) => Code::Trouble,
        (false, true) => Code::Done,
        (false, false) => Code::NoneNear,
    };
    let code = match output {
        Output { quiet: true, .. } => code,
        Output { format: Format::Text, .. } => print(code, lang, |out| text::profiles(out, &desk, &opinions)),
        Output { format: Format::Json, .. } => print(code, lang, |out| json::profiles(out, &desk, &opinions)),
    };
    if output.complains() {
        complain_of(&desk.entries, lang);
    }
    code
}

/// `None` where one of the two was not read. That the own recipe takes both is known then, and all others of its kind
/// take what it takes.
fn both(desk: &Desk) -> Option<Vec<Opinion>> {
    let text = |i: usize| Some(&*desk.entries.get(i)?.seen.as_ref().ok()?.made.document.text);
    opinions([text(0)?, text(1)?], &desk.chosen.recipe, &Watch::default()).ok()
}
