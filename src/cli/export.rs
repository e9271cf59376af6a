//! `simscope export`: what was compared and decided, as one file.

use std::{
    fs,
    io::{self, BufWriter, ErrorKind as Io, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::{Args, ValueHint, error::ErrorKind, value_parser};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag, low_level,
};

use super::{
    Code, CommandError,
    batch::{BatchArguments, NamedReview, rank},
    print, print_batch_failures, print_error, progress,
    settings::{RecipeFlags, ResolvedSettings, ThresholdFlags},
    start::Startup,
    usage,
};
use crate::{
    batch::{Batch, ReportOptions, Work},
    compare::cluster::CUTOFF,
    config::SettingKey,
    document::{safe_name, safe_path},
    files::open_stream,
    locale::{Lang, grouped},
    review::{
        export::{DetailedPairs, ListedBy, ListedPairs, Report, ReportFormat, ReportScope, not_replaced},
        filter::{Filter, FilterError},
    },
    simhash::{Stopped, Watch},
    t,
};

/// `simscope export`.
#[derive(Debug, Args)]
pub(super) struct ExportArguments {
    #[command(flatten)]
    batch: BatchArguments,
    /// Write to this file; - is standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath, help_heading = "Output")]
    output: PathBuf,
    /// Report format [default: by the extension of OUT]
    #[arg(long, value_name = "FORM", value_enum, help_heading = "Output")]
    format: Option<ReportFormat>,
    #[command(flatten)]
    meant: PairSelectionArguments,
    /// Pairs that have a section with texts, passages and differences
    #[arg(long, value_name = "WHICH", value_enum, default_value_t, help_heading = "Output")]
    diff: DetailedPairs,
    /// Write all pairs and whole texts, however long
    ///
    /// Also lists pairs that share no text and are above the threshold; texts, passages and differences are complete at
    /// any length.
    #[arg(long, help_heading = "Output")]
    full: bool,
    /// Also write a report for each pair with a verdict into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    cases: Option<PathBuf>,
    /// Title of the report, such as a case number
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    title: Option<String>,
    /// Overwrite an existing file
    #[arg(long, help_heading = "Output")]
    force: bool,
    #[command(flatten)]
    thresholds: ThresholdFlags,
    #[command(flatten)]
    recipe: RecipeFlags,
}

/// Which pairs are meant, and what their documents are called.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct PairSelectionArguments {
    /// List only pairs that match, such as 'hd<=10 share>50 verdict:none' (see 'simscope manual filters') [default:
    /// all]
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true)]
    filter: Option<String>,
    /// Largest HD that links two documents in a cluster
    #[arg(long, value_name = "HD", default_value_t = CUTOFF, value_parser = value_parser!(u32).range(0..=128))]
    cutoff: u32,
    /// Rows of text and CSV output: pair or document
    ///
    /// A document is listed with its share found in others, the number of sources, the largest source and the longest
    /// passage. The other formats contain both lists.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, hide_possible_values = true)]
    by: ListedBy,
    /// Show numbers instead of document names and paths
    #[arg(long)]
    hide_names: bool,
}

/// Checks the arguments, compares, and writes the file.
pub(super) fn run(arguments: ExportArguments, start: Startup) -> Result<Code, CommandError> {
    let ExportArguments { batch, output, format, meant, diff, full, cases, title, force, thresholds, recipe } =
        arguments;
    let start = start.with(thresholds).with(recipe).warned().skipping(&batch.documents.skipped);
    let wrong = |kind, message: &str| Err(usage("export", kind, message));
    let n = batch.documents.sources.len();
    if n == 0 || n < 2 && batch.against.is_empty() {
        let message = format!("export takes two documents or more, or a folder of them, not {n}");
        return wrong(ErrorKind::TooFewValues, &message);
    }
    let standard = ["-", "/dev/stdout"].iter().any(|name| output.as_os_str() == *name);
    let ending = output.extension().and_then(|ending| ReportFormat::of_ending(&ending.to_string_lossy()));
    let Some(form) = format.or(ending) else {
        let message = "unknown format: use --format html, md, csv or json, or a file name such as report.html";
        return wrong(ErrorKind::MissingRequiredArgument, message);
    };
    let lang = start.lang;
    let meant = PairSelection { title: title.unwrap_or_default(), ..PairSelection::of("export", meant, &start)? };
    let failed = |error: io::Error| CommandError::Failed(not_written(&error, &output, lang));
    let stream = if standard { None } else { open_stream(&output).map_err(failed)? };
    // Before a long comparison, not after it: its folder is there, and it is not.
    output.with_file_name(".").metadata().map_err(failed)?;
    if !standard && stream.is_none() && !force && output.symlink_metadata().is_ok() {
        return Err(CommandError::Failed(taken(&output, lang)));
    }
    let mut opened = batch.open("export", &start, None)?;
    if let Some(folder) = &cases
        && let Err(error) = fs::create_dir_all(folder)
    {
        return Err(CommandError::Failed(t!(lang, "cli.export-failed", place = safe_path(folder), reason = error)));
    }
    let scope = ReportScope { full, ..meant.scope(diff, form) };
    opened.rights = opened.rights.and_write_file(&output).and_write(cases.as_slice());
    let (mut batch, review) = opened.compared(Work::Screens, meant.cutoff)?;
    let Ok(report) = report(&mut batch, &review, &meant, scope.clone()) else { return Ok(Code::Error) };
    print_omissions(&report, form);
    if let Some(folder) = &cases {
        write_cases(&batch, &review, &meant, scope, (folder, force))?;
    }
    let mut code = Code::error_if(batch.has_failures());
    print_batch_failures(&batch, lang);
    if let Err(error) = &review.journal {
        print_error(&error.message(lang));
        code = Code::Error;
    }
    if standard {
        return Ok(print(code, lang, |out| report.write(form, out)));
    }
    if let Some(stream) = stream {
        let mut out = BufWriter::new(stream);
        report.write(form, &mut out).and_then(|()| out.flush()).map_err(failed)?;
        return Ok(code);
    }
    save(&report, form, &output, force)?;
    let written = t!(lang, "cli.exported", place = safe_path(&output), n = grouped(report.pairs.len() as u64));
    // The report is written even if standard output is closed.
    _ = writeln!(io::stdout(), "{written}");
    Ok(code)
}

/// The pairs that were asked for.
pub(super) struct PairSelection {
    pub filter: Filter,
    /// Up to this distance pairs join clusters.
    pub cutoff: u32,
    /// Numbers replace the names of documents.
    pub hidden: bool,
    /// What a form with one list lists.
    pub by: ListedBy,
    /// The title of the report; may be empty.
    pub title: String,
}

impl PairSelection {
    /// Before a review is opened, which may accept it.
    pub(super) fn of(command: &str, meant: PairSelectionArguments, start: &Startup) -> Result<Self, CommandError> {
        let PairSelectionArguments { filter, cutoff, by, hide_names } = meant;
        let filter = filter.as_deref().unwrap_or_default().parse().map_err(|error: FilterError| {
            usage(command, ErrorKind::ValueValidation, &format!("--filter: {}", error.message(start.lang)))
        });
        Ok(Self {
            filter: filter?,
            cutoff,
            by,
            title: String::new(),
            hidden: hide_names || start.setting(SettingKey::HideNames) == "true",
        })
    }

    pub(super) fn scope(&self, detailed: DetailedPairs, form: ReportFormat) -> ReportScope {
        ReportScope { listed: ListedPairs::By(self.filter.clone()), detailed, full: false, by: self.by, form }
    }

    fn options(&self, settings: &ResolvedSettings, scope: ReportScope) -> ReportOptions {
        ReportOptions {
            lang: settings.lang,
            k: settings.k(),
            cutoff: self.cutoff,
            hidden: self.hidden,
            words: None,
            title: self.title.clone(),
            reviewer: settings.config.text(SettingKey::Reviewer).into(),
            scope,
        }
    }
}

/// Prints on standard error what a form without sentences omits.
pub(super) fn print_omissions(report: &Report, form: ReportFormat) {
    if let Some(names) = &report.names {
        report.names_sentence().iter().for_each(|sentence| print_error(sentence));
        if !names.words.is_empty() {
            let words: Vec<String> = names.words.iter().cloned().collect();
            print_error(&t!(report.lang, "hidden.kept", words = report.lang.list(&words)));
        }
    }
    if matches!(form, ReportFormat::Csv | ReportFormat::Json) {
        report.omitted.iter().for_each(|sentence| print_error(sentence));
    }
    if form == ReportFormat::Csv {
        report.unverified().for_each(|sentence| print_error(&sentence));
    }
}

/// The report of a batch.
///
/// # Errors
/// Never: nothing else holds the watch that could stop it.
pub(super) fn report(
    batch: &mut Batch,
    review: &NamedReview,
    wanted: &PairSelection,
    scope: ReportScope,
) -> Result<Report, Stopped> {
    let lang = review.settings.lang;
    rank(batch, lang);
    if wanted.hidden {
        print_hidden(batch, lang);
    }
    let options = wanted.options(&review.settings, scope);
    let decisions = review.decisions(batch);
    progress::during("work.reporting", lang, |watch| batch.report(&options, &decisions, watch))
}

/// Prints the names that are hidden, for the reader to check.
fn print_hidden(batch: &Batch, lang: Lang) {
    let redactor = batch.redactor(None, lang);
    let words: Vec<String> = redactor.words().iter().map(|word| safe_name(word)).collect();
    if !words.is_empty() {
        print_error(&t!(lang, "hidden.words", words = lang.list(&words)));
    }
}

/// Writes a file for each decided pair.
fn write_cases(
    batch: &Batch,
    review: &NamedReview,
    wanted: &PairSelection,
    scope: ReportScope,
    (folder, force): (&Path, bool),
) -> Result<(), String> {
    let (lang, form) = (review.settings.lang, scope.form);
    let options = wanted.options(&review.settings, scope);
    let decisions = review.decisions(batch);
    let (mut written, mut failed) = (0, None);
    let mut hand_on = |report: Report| {
        written += 1;
        let path = folder.join(report.case_file(written, form));
        save(&report, form, &path, force).map_err(|reason| {
            failed = Some(reason);
            Stopped
        })
    };
    let done = progress::during("work.reporting", lang, |watch| batch.cases(&options, &decisions, watch, &mut hand_on));
    done.map_err(|Stopped| failed.unwrap_or_default())
}

/// Signals that end the program.
#[cfg(unix)]
const ENDING: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const ENDING: [i32; 2] = [SIGINT, SIGTERM];

fn save(report: &Report, form: ReportFormat, path: &Path, force: bool) -> Result<(), String> {
    // A file that is half written when Ctrl-C is pressed goes; before that there is none.
    let stop = Arc::new(AtomicBool::new(false));
    let signals = ENDING.map(|signal| flag::register(signal, stop.clone()));
    let watch = Watch::default();
    let saved = progress::stopped_by(&stop, &watch, || report.save(form, path, force, &watch));
    for (signal, id) in ENDING.into_iter().zip(signals) {
        _ = id.map(low_level::unregister);
        if stop.load(Ordering::Relaxed) {
            _ = low_level::emulate_default_handler(signal);
        }
    }
    saved.map_err(|error| not_written(&error, path, report.lang))
}

fn not_written(error: &io::Error, path: &Path, lang: Lang) -> String {
    let place = safe_path(path);
    match error.kind() {
        Io::AlreadyExists => taken(path, lang),
        _ => not_replaced(error, &place, lang).unwrap_or_else(|| t!(lang, "cli.export-failed", place, reason = error)),
    }
}

fn taken(path: &Path, lang: Lang) -> String {
    t!(lang, "cli.export-taken", place = safe_path(path))
}
