//! `simscope review`: the documents of folders, with verdicts and notes that are kept.

use std::io::{self, IsTerminal};

use clap::error::ErrorKind;

use super::{
    Code,
    arguments::{Evidence, Output, Review, When},
    compare, complain, give_up, refuse,
    settings::Chosen,
    usage,
};
use crate::{
    config::Fault,
    locale::Lang,
    review::{
        Roots,
        journal::{Change, Journal, data_folder},
    },
    t, tui,
};

/// Checks the arguments and opens the screens; where nobody would see them, prints what `compare` would.
pub(super) fn run(arguments: Review, chosen: Chosen, faults: Vec<Fault>) -> Result<Code, clap::Error> {
    let Review { documents, format } = arguments;
    if documents.named.is_empty() {
        return Err(usage("review", ErrorKind::MissingRequiredArgument, "review takes a folder, or files"));
    }
    if documents.sources.is_empty() {
        return Ok(refuse(t!(chosen.lang, "cli.no-documents")));
    }
    compare::not_too_many("review", documents.sources.len())?;
    if format.is_some() || !io::stdout().is_terminal() {
        let output = Output { format: format.unwrap_or_default(), quiet: false };
        return Ok(compare::compare(
            documents.sources,
            chosen,
            output,
            Evidence { top: None, diff: When::Never },
            None,
        ));
    }
    let lang = chosen.lang;
    let roots = Roots::new(&documents.named);
    let journal = match Journal::open(&roots, data_folder().as_deref()) {
        Ok(journal) => journal,
        Err(error) => return Ok(refuse(&error.message(lang))),
    };
    Ok(match tui::review(documents.sources, (journal, roots), &chosen.config, faults) {
        Ok(left) => hand_back(&left, lang),
        Err(error) => give_up(&error, lang),
    })
}

/// Prints what could not be saved, so that it is not lost.
fn hand_back(left: &[Change], lang: Lang) -> Code {
    for change in left {
        let of = change.of().files.iter().map(|file| &*file.path).collect::<Vec<_>>().join(&lang.set(" × "));
        let text = match change {
            Change::Verdict { verdict, .. } => verdict.map_or(t!(lang, "reviewing.no-verdict"), |v| v.label(lang)),
            Change::Note { text, .. } | Change::Draft { text, .. } => text,
        };
        complain(&t!(lang, "reviewing.unsaved", of = of));
        text.lines().for_each(complain);
    }
    if left.is_empty() { Code::Done } else { Code::Trouble }
}
