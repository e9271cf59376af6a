//! `simscope review`: the documents of folders, with verdicts and notes that are saved.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::{Args, FromArgMatches, ValueEnum, ValueHint, error::ErrorKind};

use super::{
    Code, CommandError,
    batch::{BatchArguments, NamedReview, OpenedBatch},
    documents::DocumentArguments,
    exclude::BatchExclusionArguments,
    export::{PairSelection, PairSelectionArguments, print_omissions, report},
    has_screens, library_place, print, print_batch_failures, print_error, screens_failed,
    settings::ScreenFlags,
    start::Startup,
    usage,
};
use crate::{
    batch::{Batch, DRAWN, GivenPairs, PairsFile, PairsFileError, Work},
    config::{SettingKey, SettingOrigin},
    document::Source,
    locale::Lang,
    page::Page,
    review::{
        Exclusion, ReviewChange, Target,
        export::{DetailedPairs, ListedBy, Report, ReportFormat},
        pairs::{
            self, A, A_IN_B, A_IN_B_REST, B, B_IN_A, B_IN_A_REST, DECISION, HAMMING, HAMMING_REST, LONGEST, MARK,
            MARK_REST, NUMBER, PairColumn, WITH_EDITS,
        },
        submissions::{COLUMNS, SubmissionRow},
    },
    t, tui,
};

/// `simscope review`.
#[derive(Debug, Args)]
pub(super) struct ReviewArguments {
    #[command(flatten)]
    batch: BatchArguments,
    /// Compare only the pairs in this CSV file from another tool
    ///
    /// Columns are path_a and path_b, optionally hamming, or path and cluster. A folder of such files, as written by
    /// Spark, works too. Name other columns after FILE, as ':a=left,b=right,score=jaccard' or
    /// ':document=path,cluster=group'. With documents on the command line, only pairs with at least one of these are
    /// compared.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath, help_heading = None::<&str>)]
    pairs_from: Option<PathBuf>,
    /// Print the pairs in this format instead of opening the screens
    #[arg(long, value_name = "FORM", value_enum, help_heading = "Output")]
    format: Option<ReviewFormat>,
    #[command(flatten)]
    meant: PairSelectionArguments,
    #[command(flatten)]
    settings: ScreenFlags,
}

/// A form of the output of `review`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReviewFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: the report of 'export', without differences.
    Json,
    /// For spreadsheets: RFC 4180.
    Csv,
}

/// Opens the screens; prints the pairs if standard output is not a terminal or a form is given.
pub(super) fn run(arguments: ReviewArguments, start: Startup) -> Result<Code, CommandError> {
    let ReviewArguments { mut batch, pairs_from, format, meant, settings } = arguments;
    let screens = format.is_none() && has_screens();
    let start = start.with(settings).warned_unless(screens).skipping(&batch.documents.skipped);
    let lang = start.lang;
    let given = pairs_from.map(|file| given_pairs(&file, &mut batch.documents, lang)).transpose()?;
    if batch.documents.named.is_empty() {
        return Err(usage("review", ErrorKind::MissingRequiredArgument, "review takes a folder, or files"));
    }
    if batch.documents.sources.is_empty() {
        return Err(CommandError::Failed(t!(lang, "cli.no-documents").into()));
    }
    let wanted = PairSelection::of("review", meant, &start)?;
    let opened = batch.open("review", &start, given)?;
    if !screens && opened.review.journal.is_ok() {
        let (mut batch, review) = opened.compared(Work::Compare, wanted.cutoff)?;
        return Ok(printed(&mut batch, &review, &wanted, format.unwrap_or_default()));
    }
    let OpenedBatch { sources, own, given, archive, rules, cache, review, .. } = opened;
    let NamedReview { roots, journal, mut settings } = review;
    let journal = journal.map_err(|error| error.message(lang))?;
    if wanted.hidden {
        // Whoever wrote the key knows what it means.
        _ = settings.config.set(SettingKey::HideNames, "true", SettingOrigin::Flag);
    }
    let library = library_place::place_of_name(None, &start)?;
    let begin = tui::Begin { batch: own, given, archive, filter: wanted.filter, cutoff: wanted.cutoff, library };
    Ok(match tui::review(sources, begin, (journal, roots, cache), rules, &settings.config, start.errors) {
        Ok(left) => print_unsaved(&left, lang),
        Err(error) => screens_failed(&error, lang),
    })
}

/// Reviews files and folders that were chosen on the screens.
pub(super) fn run_on(
    chosen: Vec<PathBuf>,
    exclude: BatchExclusionArguments,
    start: Startup,
) -> Result<Code, CommandError> {
    let line = [OsString::from("--")].into_iter().chain(chosen.into_iter().map(PathBuf::into_os_string));
    let command = ReviewArguments::augment_args(clap::Command::new("review").no_binary_name(true));
    let matches = command.try_get_matches_from(line).map_err(CommandError::Usage)?;
    let mut arguments = ReviewArguments::from_arg_matches(&matches).map_err(CommandError::Usage)?;
    arguments.batch.exclude = exclude;
    run(arguments, start.of("review"))
}

/// The pairs of a file, and the documents of it that are not among those named; without named ones all of it are.
fn given_pairs(
    file: &Path,
    documents: &mut DocumentArguments,
    lang: Lang,
) -> Result<(GivenPairs, Vec<Source>), CommandError> {
    let failed = |(file, error): (PathBuf, PairsFileError)| CommandError::Failed(error.message(&file, lang));
    let pairs = PairsFile::read(file, &documents.named).map_err(failed)?;
    if let Some([clusters, all, n]) = pairs.drawn {
        print_error(&t!(lang, "given.drawn", clusters, all, n, most = DRAWN));
    }
    if documents.named.is_empty() {
        documents.named.clone_from(&pairs.documents);
        documents.sources = pairs.documents.iter().cloned().map(Source::File).collect();
    }
    Ok(GivenPairs::new(pairs, &documents.sources))
}

/// Prints the pairs with verdicts and notes. The journal is only read, so another window may write it meanwhile.
fn printed(batch: &mut Batch, review: &NamedReview, wanted: &PairSelection, format: ReviewFormat) -> Code {
    let lang = review.settings.lang;
    let form = if format == ReviewFormat::Csv { ReportFormat::Csv } else { ReportFormat::Json };
    let Ok(report) = report(batch, review, wanted, wanted.scope(DetailedPairs::None, form)) else {
        return Code::Error;
    };
    if format != ReviewFormat::Text {
        print_omissions(&report, form);
    }
    if !wanted.hidden {
        print_batch_failures(batch, lang);
    }
    let code = Code::of_pairs(batch.has_failures(), report.counts.near > 0);
    print(code, lang, |out| match format {
        ReviewFormat::Text => page(&report).write(out, review.settings.terminal()),
        ReviewFormat::Json | ReviewFormat::Csv => report.write(form, out),
    })
}

/// The exclusions asked for, a line each, and a line for their effect.
fn omissions(what: &[Exclusion], on: Option<bool>, lang: Lang) -> String {
    let becomes = lang.text(match on {
        Some(true) => "reviewing.omit-on",
        Some(false) => "reviewing.omit-off",
        None => "reviewing.omit-gone",
    });
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
            targets => targets.iter().map(files).collect::<Vec<_>>().join(lang.comma()),
        };
        let text = match change {
            ReviewChange::Verdict { verdict, .. } | ReviewChange::Verdicts { verdict, .. } => {
                verdict.map_or(t!(lang, "reviewing.no-verdict"), |v| v.label(lang)).into()
            }
            ReviewChange::Note { text, .. } | ReviewChange::Draft { text, .. } => text.clone(),
            ReviewChange::Align { .. } => t!(lang, "reviewing.aligned").into(),
            ReviewChange::Exclude { exclusions, on } => omissions(exclusions, *on, lang),
        };
        print_error(&t!(lang, "reviewing.unsaved", of));
        text.lines().for_each(print_error);
    }
    if left.is_empty() { Code::Done } else { Code::Error }
}

/// The head, the pairs, then the notes and what was decided of files that are not there any more.
fn page(report: &Report) -> Page {
    let lang = report.lang;
    let mut page = Page::new(lang);
    page.recipe_and_k(&report.recipe, report.k);
    let of = report.counts;
    page.counts([of.documents, of.pairs, of.near, of.shared_not_near, of.failed]);
    let archive = report.archive.iter().map(|archive| archive.sentence(lang));
    let excluded =
        (!report.exclusions.is_empty()).then(|| t!(lang, "report.excluded", rules = lang.list(&report.exclusions)));
    let received = report.received_sentence().map(str::to_owned);
    archive.chain(received).chain(report.omitted.iter().cloned()).chain(excluded).for_each(|said| page.text(said));
    page.blank();
    if report.by == ListedBy::Document {
        page.text(report.submissions_counted());
        page.blank();
        let rows: Vec<SubmissionRow> = report.submission_rows().collect();
        page.list(0, &COLUMNS.map(|(_, column)| column), &rows);
        page.proof();
        return page;
    }
    if report.pairs.is_empty() {
        page.line(t!(lang, "report.no-pairs"));
    } else {
        let columns: &[PairColumn] = if report.exclusions.is_empty() { &LIST } else { &LIST_BOTH };
        pairs::list(&mut page, columns, report.pairs.iter().map(|pair| report.row(pair)));
    }
    for pair in &report.pairs {
        let Some(note) = &pair.decision.note else { continue };
        let [a, b] = [pair.a, pair.b].map(|number| report.name(number));
        page.head(format!("{}  {a} {} {b}", pair.number, lang.set("×")));
        noted(&mut page, note);
    }
    for document in report.documents.iter().filter(|document| document.only_fingerprint.is_some()) {
        let why = document.reading.as_deref().unwrap_or_default();
        page.blank();
        page.text(t!(lang, "print.of", name = document.name, why));
    }
    for sentence in report.unverified() {
        page.blank();
        page.text(sentence);
    }
    if !report.missing.is_empty() {
        page.head(t!(lang, "report.gone"));
    }
    for missing in &report.missing {
        let [a, b] = &missing.names;
        let verdict = missing.decision.label(lang).map_or(String::new(), |verdict| format!("  {verdict}"));
        page.line(format!("- {a} {} {b}{verdict}", lang.set("×")));
        missing.decision.note.iter().for_each(|note| noted(&mut page, note));
    }
    page.proof();
    page
}

/// The columns of the list, with exclusions and without.
const LIST: [PairColumn; 10] = [NUMBER.untitled(), MARK, HAMMING, A_IN_B, B_IN_A, WITH_EDITS, LONGEST, DECISION, A, B];
const LIST_BOTH: [PairColumn; 13] = [
    NUMBER.untitled(),
    MARK,
    HAMMING,
    A_IN_B,
    B_IN_A,
    WITH_EDITS,
    MARK_REST,
    HAMMING_REST,
    A_IN_B_REST,
    B_IN_A_REST,
    DECISION,
    A,
    B,
];

/// Adds the note of a reader, line by line.
fn noted(page: &mut Page, note: &str) {
    note.lines().for_each(|line| page.behind("   ", line));
}
