//! `simscope review`: the documents of folders, with verdicts and notes that are kept.

use std::io::{self, IsTerminal};

use clap::error::ErrorKind;

use super::{
    Code, archive,
    archive::prints_among,
    arguments::{Evidence, Output, Review, When},
    compare, complain,
    desk::Desk,
    documents::in_folders,
    give_up, refuse,
    settings::Chosen,
    tell_left_out, usage,
};
use crate::{
    compare::Groups,
    config::Fault,
    document::Source,
    locale::Lang,
    review::{
        Roots,
        journal::{Change, Journal, data_folder},
    },
    t, tui,
};

/// Checks the arguments and opens the screens; where nobody would see them, prints what `compare` would.
pub(super) fn run(arguments: Review, chosen: Chosen, faults: Vec<Fault>) -> Result<Code, clap::Error> {
    let Review { documents, mut against, format } = arguments;
    if documents.named.is_empty() {
        return Err(usage("review", ErrorKind::MissingRequiredArgument, "review takes a folder, or files"));
    }
    if documents.sources.is_empty() {
        return Ok(refuse(t!(chosen.lang, "cli.no-documents")));
    }
    let lang = chosen.lang;
    let prints = prints_among(&mut against);
    let (archive, left_out) = in_folders(against);
    tell_left_out(&left_out, lang);
    let batch = documents.sources.len();
    let sources: Vec<Source> = documents.sources.into_iter().chain(archive).collect();
    let screens = format.is_none() && io::stdout().is_terminal();
    compare::not_too_many("review", Groups::against(batch, sources.len()).pairs(), Groups::HELD)?;
    if !screens {
        let output = Output { format: format.unwrap_or_default(), quiet: false };
        let mut desk = Desk::new(sources, chosen).against(batch);
        if !prints.is_empty() {
            match archive::read(prints, &desk.chosen.recipe, lang) {
                Ok(archive) => desk = desk.looked_up_in(&archive, batch),
                Err(message) => return Ok(refuse(&message)),
            }
        }
        return Ok(compare::compare(&desk, output, Evidence { top: None, diff: When::Never }));
    }
    let roots = Roots::new(&documents.named);
    let journal = match Journal::open(&roots, data_folder().as_deref()) {
        Ok(journal) => journal,
        Err(error) => return Ok(refuse(&error.message(lang))),
    };
    Ok(match tui::review(sources, batch, prints, (journal, roots), &chosen.config, faults) {
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
