//! `simscope review`: the documents of folders, with verdicts and notes that are kept.

use std::io::{self, IsTerminal};

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    archive::{fingerprints_among, firsts},
    arguments::{Review, ReviewFormat},
    batch::{exclude_in_review, look_up, prepared},
    compare, complain, complain_of_batch,
    documents::in_folders,
    export::{Wanted, report, told_of},
    give_up, print,
    settings::Chosen,
    start::{Start, name_skipped},
    text, usage,
};
use crate::{
    batch::Batch,
    compare::Groups,
    config::{SettingKey, SettingOrigin},
    document::Source,
    locale::Lang,
    review::{
        Exclusion, ReviewChange, Roots,
        export::{DetailedPairs, ReportFormat},
        journal::{Journal, data_folder},
    },
    t, tui,
};

/// Checks the arguments and opens the screens; where nobody would see them, prints what `compare` would.
pub(super) fn run(arguments: Review, start: Start) -> Result<Code, CommandError> {
    let Review { documents, mut against, exclude, reuse, format, meant } = arguments;
    let screens = format.is_none() && io::stdout().is_terminal();
    let start = start.warned_unless(screens).skipping(&documents.left_out);
    let fingerprints = fingerprints_among(&mut against);
    let mut chosen = start.choose(&firsts(&fingerprints, start.lang)?)?;
    if documents.named.is_empty() {
        return Err(usage("review", ErrorKind::MissingRequiredArgument, "review takes a folder, or files"));
    }
    if documents.sources.is_empty() {
        return Err(CommandError::Failed(t!(chosen.lang, "cli.no-documents").into()));
    }
    let lang = chosen.lang;
    let wanted = Wanted::of("review", meant, &chosen)?;
    let (archive, left_out) = in_folders(against);
    name_skipped(&left_out, lang);
    let own = documents.sources.len();
    let sources: Vec<Source> = documents.sources.into_iter().chain(archive).collect();
    compare::not_too_many("review", Groups::against(own, sources.len()).pairs(), Groups::HELD)?;
    let rules = exclude.rules("review", &chosen)?;
    let roots = Roots::new(&documents.named);
    let cache = reuse.cache(&roots, &chosen);
    let mut journal = match Journal::open(&roots, data_folder().as_deref()) {
        Ok(journal) => journal,
        Err(error) => return Err(CommandError::Failed(error.message(lang))),
    };
    if !screens {
        journal.notices().iter().for_each(|notice| complain(&notice.message(lang)));
        let mut batch = prepared(sources, &chosen, cache);
        batch.set_archive(own);
        look_up(&mut batch, fingerprints, wanted.cutoff, &chosen)?;
        exclude_in_review(&mut batch, rules, (&roots, Some(&journal)), lang);
        return Ok(printed(&mut batch, (&roots, &journal), &chosen, &wanted, format.unwrap_or_default()));
    }
    if wanted.hidden {
        // Whoever wrote the key knows what may be said of it.
        _ = chosen.config.set(SettingKey::HideNames, "true", SettingOrigin::Flag);
    }
    let begin = tui::Begin { batch: own, fingerprints, filter: wanted.filter, cutoff: wanted.cutoff };
    Ok(match tui::review(sources, begin, (journal, roots, cache), rules, &chosen.config, start.errors) {
        Ok(left) => hand_back(&left, lang),
        Err(error) => give_up(&error, lang),
    })
}

/// Prints the pairs with what was decided of them. The journal is only read, so whoever writes it goes on.
fn printed(
    batch: &mut Batch,
    (roots, journal): (&Roots, &Journal),
    chosen: &Chosen,
    wanted: &Wanted,
    format: ReviewFormat,
) -> Code {
    let lang = chosen.lang;
    let form = if format == ReviewFormat::Csv { ReportFormat::Csv } else { ReportFormat::Json };
    let Ok(report) = report(batch, (roots, Some(journal)), chosen, wanted, (DetailedPairs::None, form)) else {
        return Code::Trouble;
    };
    if format != ReviewFormat::Text {
        told_of(&report, form);
    }
    if !wanted.hidden {
        complain_of_batch(batch, lang);
    }
    let code = Code::of_pairs(batch.has_failures(), report.counts.near > 0);
    match format {
        ReviewFormat::Text => print(code, lang, |out| text::review(out, &report)),
        ReviewFormat::Json => print(code, lang, |out| report.write(ReportFormat::Json, out)),
        ReviewFormat::Csv => print(code, lang, |out| report.write(ReportFormat::Csv, out)),
    }
}

/// What was to be left out or not, a line each and a line for what becomes of them.
fn omissions(what: &[Exclusion], on: Option<bool>, lang: Lang) -> String {
    let becomes = match on {
        Some(true) => t!(lang, "reviewing.omit-on"),
        Some(false) => t!(lang, "reviewing.omit-off"),
        None => t!(lang, "reviewing.omit-gone"),
    };
    let said = |omission: &Exclusion| match omission {
        Exclusion::Quotations => "--exclude quotations".to_owned(),
        Exclusion::References => "--exclude references".to_owned(),
        Exclusion::Common { least } => format!("--common {least}"),
        Exclusion::Pattern { pattern } => format!("--exclude-pattern {pattern}"),
        Exclusion::Passage { text, .. } | Exclusion::Place { text, .. } => text.clone(),
    };
    [becomes.to_owned()].into_iter().chain(what.iter().map(said)).collect::<Vec<_>>().join("\n")
}

/// Prints what could not be saved, so that it is not lost.
fn hand_back(left: &[ReviewChange], lang: Lang) -> Code {
    for change in left {
        let of = change.of().map_or_else(
            || t!(lang, "reviewing.left-out").to_owned(),
            |of| of.files.iter().map(|file| &*file.path).collect::<Vec<_>>().join(&lang.set(" × ")),
        );
        let text = match change {
            ReviewChange::Verdict { verdict, .. } => {
                verdict.map_or(t!(lang, "reviewing.no-verdict"), |v| v.label(lang)).into()
            }
            ReviewChange::Note { text, .. } | ReviewChange::Draft { text, .. } => text.clone(),
            ReviewChange::Align { .. } => t!(lang, "reviewing.aligned").into(),
            ReviewChange::Omit { what, on } => omissions(what, *on, lang),
        };
        complain(&t!(lang, "reviewing.unsaved", of = of));
        text.lines().for_each(complain);
    }
    if left.is_empty() { Code::Done } else { Code::Trouble }
}
