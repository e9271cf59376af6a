//! `simscope review`: the documents of folders, with verdicts and notes that are saved.

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use clap::{Parser, error::ErrorKind};

use super::{
    Code, CommandError,
    arguments::{Arguments, Command, ReviewArguments, ReviewFormat},
    batch::{calibration_of_review, exclude_in_review, look_up, prepared, warn_of_received},
    compare,
    documents::{DocumentArguments, in_folders},
    exclude::BatchExclusionArguments,
    export::{PairSelection, print_omissions, report},
    fingerprint_files::NamedArchive,
    library,
    named_review::{NamedReview, print_notices},
    print, print_batch_failures, print_error, screens_failed,
    settings::ResolvedSettings,
    start::{Startup, name_skipped},
    text, usage,
};
use crate::{
    batch::{Batch, GivenPairs, PairsFile, PairsFileError, Work},
    compare::Groups,
    config::{SettingKey, SettingOrigin},
    document::Source,
    locale::Lang,
    review::{
        Exclusion, ReviewChange, Roots, Target,
        export::{DetailedPairs, ReportFormat},
        journal::Journal,
    },
    t, tui,
};

/// Opens the screens; prints the pairs if standard output is not a terminal or a form is given.
pub(super) fn run(arguments: ReviewArguments, start: Startup) -> Result<Code, CommandError> {
    let ReviewArguments { mut documents, mut against, pairs_from, exclude, accept, reuse, format, meant } = arguments;
    let screens = format.is_none() && io::stdout().is_terminal();
    let start = start.warned_unless(screens).skipping(&documents.skipped);
    let NamedArchive { source: looked_up, stored } = NamedArchive::among(&mut against, "review", &start)?;
    let lang = start.resolve(&stored)?.lang;
    let given = pairs_from.map(|file| given_pairs(&file, &mut documents, lang)).transpose()?;
    if documents.named.is_empty() {
        return Err(usage("review", ErrorKind::MissingRequiredArgument, "review takes a folder, or files"));
    }
    if documents.sources.is_empty() {
        return Err(CommandError::Failed(t!(lang, "cli.no-documents").into()));
    }
    let NamedReview { roots, journal, mut settings } = NamedReview::open(&documents.named, accept, &start, &stored)?;
    let mut journal = journal.map_err(|error| CommandError::Failed(error.message(lang)))?;
    let wanted = PairSelection::of("review", meant, &settings)?;
    let (archive, skipped) = in_folders(against);
    name_skipped(&skipped, lang);
    let own = documents.sources.len();
    let (given, others) = given.unzip();
    let sources: Vec<Source> =
        documents.sources.into_iter().chain(others.into_iter().flatten()).chain(archive).collect();
    let groups = Groups::against(own, sources.len());
    let groups = if let Some(given) = &given { given.among(groups) } else { groups };
    compare::not_too_many("review", groups.pairs(), Groups::HELD)?;
    let rules = exclude.rules("review", &settings, &roots)?;
    let cache = reuse.cache(&roots, &settings);
    journal.check_bases(rules.given_bases(), &roots, settings.run);
    if !screens {
        print_notices(&mut journal, lang);
        let mut batch = prepared(sources, Work::Compare, &settings, cache);
        batch.set_archive(own);
        batch.given = given;
        batch.calibration = calibration_of_review(&journal, &settings);
        look_up(&mut batch, looked_up, wanted.cutoff, &settings)?;
        warn_of_received(&batch, (&roots, Some(&journal)), lang);
        exclude_in_review(&mut batch, rules, (&roots, Some(&journal)), lang);
        return Ok(printed(&mut batch, (&roots, &journal), &settings, &wanted, format.unwrap_or_default()));
    }
    if wanted.hidden {
        // Whoever wrote the key knows what it means.
        _ = settings.config.set(SettingKey::HideNames, "true", SettingOrigin::Flag);
    }
    let library = library::place_of_name(None, &start)?;
    let begin =
        tui::Begin { batch: own, given, archive: looked_up, filter: wanted.filter, cutoff: wanted.cutoff, library };
    Ok(match tui::review(sources, begin, (journal, roots, cache), rules, &settings.config, start.errors) {
        Ok(left) => print_unsaved(&left, lang),
        Err(error) => screens_failed(&error, lang),
    })
}

/// The same for files and folders that were chosen on the screens.
pub(super) fn run_on(
    chosen: Vec<PathBuf>,
    exclude: BatchExclusionArguments,
    start: Startup,
) -> Result<Code, CommandError> {
    let line = ["simscope", "review", "--"].map(OsString::from).into_iter();
    let parsed = Arguments::try_parse_from(line.chain(chosen.into_iter().map(PathBuf::into_os_string)));
    match parsed.map_err(CommandError::Usage)?.command {
        Some(Command::Review(arguments)) => run(ReviewArguments { exclude, ..arguments }, start.of("review")),
        _ => unreachable!("the line is of that command"),
    }
}

/// The pairs of a file, and the documents of it that are not among those named; without named ones all of it are.
fn given_pairs(
    file: &Path,
    documents: &mut DocumentArguments,
    lang: Lang,
) -> Result<(GivenPairs, Vec<Source>), CommandError> {
    let failed = |(file, error): (PathBuf, PairsFileError)| CommandError::Failed(error.message(&file, lang));
    let pairs = PairsFile::read(file, &documents.named).map_err(failed)?;
    if documents.named.is_empty() {
        documents.named.clone_from(&pairs.documents);
        documents.sources = pairs.documents.iter().cloned().map(Source::File).collect();
    }
    Ok(GivenPairs::new(pairs, &documents.sources))
}

/// Prints the pairs with verdicts and notes. The journal is only read, so another window may write it meanwhile.
fn printed(
    batch: &mut Batch,
    (roots, journal): (&Roots, &Journal),
    settings: &ResolvedSettings,
    wanted: &PairSelection,
    format: ReviewFormat,
) -> Code {
    let lang = settings.lang;
    let form = if format == ReviewFormat::Csv { ReportFormat::Csv } else { ReportFormat::Json };
    let Ok(report) = report(batch, (roots, Some(journal)), settings, wanted, wanted.scope(DetailedPairs::None, form))
    else {
        return Code::Error;
    };
    if format != ReviewFormat::Text {
        print_omissions(&report, form);
    }
    if !wanted.hidden {
        print_batch_failures(batch, lang);
    }
    let code = Code::of_pairs(batch.has_failures(), report.counts.near > 0);
    match format {
        ReviewFormat::Text => print(code, lang, |out| text::review(out, &report)),
        ReviewFormat::Json => print(code, lang, |out| report.write(ReportFormat::Json, out)),
        ReviewFormat::Csv => print(code, lang, |out| report.write(ReportFormat::Csv, out)),
    }
}

/// The exclusions asked for, a line each, and a line for their effect.
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
        Exclusion::Base(base) => format!("--base {}", base.name()),
        Exclusion::Pattern { pattern } => format!("--exclude-pattern {pattern}"),
        Exclusion::Passage { text, .. } | Exclusion::Place { text, .. } => text.clone(),
    };
    [becomes.to_owned()].into_iter().chain(what.iter().map(said)).collect::<Vec<_>>().join("\n")
}

/// Prints changes that could not be saved, so that they are not lost.
fn print_unsaved(left: &[ReviewChange], lang: Lang) -> Code {
    for change in left {
        let files = |of: &Target| of.files.each_ref().map(|file| &*file.path).join(&lang.set(" × "));
        let of = match change.of() {
            [] => t!(lang, "reviewing.exclusions").to_owned(),
            targets => targets.iter().map(files).collect::<Vec<_>>().join(", "),
        };
        let text = match change {
            ReviewChange::Verdict { verdict, .. } | ReviewChange::Verdicts { verdict, .. } => {
                verdict.map_or(t!(lang, "reviewing.no-verdict"), |v| v.label(lang)).into()
            }
            ReviewChange::Note { text, .. } | ReviewChange::Draft { text, .. } => text.clone(),
            ReviewChange::Align { .. } => t!(lang, "reviewing.aligned").into(),
            ReviewChange::Exclude { exclusions, on } => omissions(exclusions, *on, lang),
        };
        print_error(&t!(lang, "reviewing.unsaved", of = of));
        text.lines().for_each(print_error);
    }
    if left.is_empty() { Code::Done } else { Code::Error }
}
