//! The command line: the results of the screens as text, JSON, CSV and patches; reports and lessons as HTML too. Here
//! its grammar (whose doc comments are the text of `--help`), the dispatch, and how everything is printed.
//!
//! | file | for |
//! |---|---|
//! | `arguments`, `documents`, `exclude`, `settings` | options that several commands share, and their meaning |
//! | `compare` (`profiles`, `matrix`), `hash`, `explain`, `diff`, `difftool` | one command each |
//! | `review`, `export` | documents with verdicts and notes: on the screens; as a report |
//! | `lesson` | lessons listed, opened, checked, exported |
//! | `evaluate` | recipes measured on labelled pairs |
//! | `calibrate` | what a distance means among one's own texts |
//! | `library`, `library_place` | documents kept in one file, in which others are looked up; where it is |
//! | `step` | one step of the pipeline alone, on texts or on operands |
//! | `config` | the settings printed, or a configuration file written |
//! | `batch` | documents read, examined and compared, with lines of progress; computes nothing of its own |
//! | `start` | the beginning of every command: settings and the errors in them |
//! | `fingerprint_files`, `fingerprints` | fingerprints made before, and results on fingerprints alone |
//! | `changes` | two texts and their differences; computes nothing of its own |
//! | `study` | results as values, between commands and printers |
//! | `text`, `json` | forms: what printers of several commands share, and printers |
//! | `manual`, `man` | the manual, in a pager; the manual page |
//! | `help`, `chinese` | examples under the help, its commands in groups; help and usage errors in Chinese |
//!
//! Exit codes are those of `diff` and `grep`: 0 a near-duplicate was found, 1 none was, 2 error. A document that cannot
//! be read is an error, printed after the results. May know every module, but of `tui` only the entry and the export;
//! only `main` knows it.

mod arguments;
mod batch;
mod calibrate;
mod changes;
mod chinese;
mod compare;
mod completions;
mod config;
mod diff;
mod difftool;
mod documents;
mod evaluate;
mod exclude;
mod explain;
mod export;
mod fingerprint_files;
mod fingerprints;
mod hash;
mod help;
mod json;
mod lesson;
mod library;
mod library_place;
mod man;
mod manual;
mod matrix;
mod profiles;
mod progress;
mod review;
mod rights;
mod settings;
mod start;
mod step;
mod stream;
mod study;
mod text;

use std::{
    env,
    ffi::{OsStr, OsString},
    io::{self, BufWriter, IsTerminal, Write},
    process::ExitCode,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use arguments::{DiffWhen, EvidenceArguments, Output};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint, error::ErrorKind};
use documents::DocumentArguments;
use exclude::BatchExclusionArguments;
use rayon::{ThreadBuilder, ThreadPoolBuilder};
use settings::{CommonFlags, FlagLayer, ScreenFlags};
use start::Startup;

use rights::CommandRights;

use crate::{
    batch::{Batch, stream::Streamed},
    compare::Groups,
    config::SettingError,
    document::{self, Sample, Source, guard, safe_name},
    locale::Lang,
    page::Page,
    review::Roots,
    room::within_memory,
    say, t, tui,
};

/// A microscope for SimHash: every number between a text and its fingerprint, and the words that flipped each bit.
///
/// Without a command, simscope opens the screens with the named documents, or with the built-in samples. If standard
/// output is not a terminal, or is a dumb one, it prints the output of 'simscope compare' ('simscope hash' for one
/// document).
#[derive(Debug, Parser)]
#[command(version, after_long_help = help::ALL, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    documents: DocumentArguments,
    #[command(flatten)]
    exclude: BatchExclusionArguments,
    /// The library of screen 6: a name, or a file [default: library]
    #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath, help_heading = None::<&str>)]
    library: Option<OsString>,
    #[command(flatten)]
    settings: ScreenFlags,
    #[command(flatten)]
    common: CommonFlags,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Compare every pair of documents: a ranked list, with the reasons for near pairs
    ///
    /// Exit code: 0 if a near-duplicate was found, 1 if not, 2 on errors (an unreadable document is an error, reported
    /// after the results).
    #[command(after_long_help = help::COMPARE)]
    Compare(compare::CompareArguments),
    /// Print the fingerprint of each document
    ///
    /// The fingerprint covers the whole text; with exclusions, the fingerprint after exclusion is printed too.
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(after_long_help = help::HASH)]
    Hash(hash::HashArguments),
    /// Explain one pair: for each bit that differs, the words that flipped it
    ///
    /// Also prints the smallest change of words that restores each bit, the shared passages, and the basis of the
    /// result.
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(after_long_help = help::EXPLAIN, mut_arg("files", |files| files.help(documents::TWO)))]
    Explain(explain::ExplainArguments),
    /// Show the settings, or write a settings file
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = help::CONFIG)]
    Config(config::ConfigCommand),
    /// Print the differences of two texts: marked words, a patch or JSON
    ///
    /// Exit code: 0 if the texts are the same, 1 if they differ, 2 on errors.
    #[command(after_long_help = help::DIFF, mut_arg("files", |files| files.help(documents::TWO)))]
    Diff(diff::DiffArguments),
    /// Show two versions of a file to git
    ///
    /// git difftool opens the screens; GIT_EXTERNAL_DIFF prints marked words.
    ///
    /// Exit code: 0, even if a file cannot be read; 2 for wrong arguments.
    #[command(after_long_help = help::DIFFTOOL)]
    Difftool(difftool::DifftoolArguments),
    /// Review the documents in folders: ranked pairs, with your verdicts and notes
    ///
    /// Verdicts and notes are saved at once: in .simscope/ in the folder if it is writable, otherwise in your data
    /// folder. If standard output is not a terminal, prints the output of compare.
    ///
    /// Exit code: 0, or 2 on errors; without a terminal, the same as compare.
    #[command(after_long_help = help::REVIEW, mut_args(documents::of_folders))]
    Review(review::ReviewArguments),
    /// Write a report of the pairs, verdicts and notes: HTML, Markdown, CSV or JSON
    ///
    /// Exit code: 0, or 2 on errors (an unreadable document is an error; the report is still written and lists it).
    #[command(after_long_help = help::EXPORT)]
    Export(export::ExportArguments),
    /// Measure recipes on labelled pairs: precision, recall and F1
    ///
    /// Prints them at each k, by set and in total, also with shared passages.
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(after_long_help = help::EVALUATE)]
    Evaluate(evaluate::EvaluateArguments),
    /// Measure what a distance means among your own texts
    ///
    /// Prints how close unrelated texts come, how far small edits go, and the probability of a near-duplicate at each
    /// distance.
    ///
    /// With --save, the result is saved with the review of the folder and explains its distances. Versions of a text
    /// count as one family; with fewer than 50 families, the result is weak.
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(after_long_help = help::CALIBRATE, mut_args(documents::of_folders))]
    Calibrate(calibrate::CalibrateArguments),
    /// Print one step of the pipeline, from tokens to the distance
    ///
    /// The input is a text, or operands: words, weights, bits and numbers.
    ///
    /// The steps in order: tokens, weights, hash, row, sum, sign; and xor for two fingerprints. From hash on, each step
    /// can read the output of the previous one: use - instead of operands.
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = help::STEP)]
    Step(step::StepCommand),
    /// Learn SimHash step by step: list, open and export lessons, make your own
    ///
    /// A lesson is the name of a built-in lesson, or a file of your own.
    ///
    /// Exit code: 0, or 2 on errors; check returns 2 if it finds an error in a file.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = help::LESSON)]
    Lesson(lesson::LessonCommand),
    /// Keep documents in a library, and find near-duplicates and shared passages in it
    ///
    /// A library is one file with the fingerprints of documents and the hashes of their passages; their texts only with
    /// --keep-text. It has one recipe.
    ///
    /// Exit code: 0, or 2 on errors; find returns the codes of compare.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = help::LIBRARY)]
    Library(library::LibraryCommand),
    /// Print the completion script of a shell
    #[command(after_long_help = help::COMPLETIONS)]
    Completions {
        /// The shell to complete for
        #[arg(value_name = "SHELL", value_enum)]
        shell: completions::Shell,
    },
    /// Read the manual: the list of its topics, or one of them
    ///
    /// On a terminal, it opens in the pager named by PAGER, or in less. On the screens, F1 opens it.
    Manual(manual::ManualArguments),
}

/// Must be called first: in a child process that parses a file, does that and returns the exit code. In any other
/// process, files are parsed by such children from now on.
pub fn extract() -> Option<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let Some(well) = guard::run_child(&arguments) else {
        guard::guard_by_children();
        return None;
    };
    Some(ExitCode::from(Code::error_if(!well) as u8))
}

/// Runs the command and returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // A file that may grow no more is an error like a full disk, not the end of the program.
    #[cfg(unix)]
    let _handled = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let arguments = difftool::as_files(library_place::without_accounts(arguments));
    if let Some(done) = completions::answer(&arguments, &mut standard_output()) {
        return ExitCode::from(Code::error_if(done.is_err()) as u8);
    }
    let run = || parse(&arguments).map_err(CommandError::Usage).and_then(execute);
    let done = within_memory(run)
        .unwrap_or_else(|refused| Err(CommandError::Failed(say::no_memory(refused, chinese::lang_of(&arguments)))));
    let code = done.unwrap_or_else(|error| match error {
        CommandError::Usage(error) if chinese::lang_of(&arguments).is_chinese() => {
            print_chinese(&chinese::help(&arguments).unwrap_or(error), &arguments)
        }
        CommandError::Usage(error) => print_usage_error(&error),
        CommandError::Failed(message) => {
            print_error(&message);
            Code::Error
        }
    });
    ExitCode::from(code as u8)
}

/// The exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    /// A near-duplicate was found, or all that was asked for was done.
    Done = 0,
    /// No near-duplicate was found.
    NoneNear = 1,
    /// Wrong arguments, unreadable documents, no room on the disk.
    Error = 2,
}

impl Code {
    fn error_if(failed: bool) -> Self {
        if failed { Self::Error } else { Self::Done }
    }

    /// The code of commands that compare: `failed` where a document could not be read.
    fn of_pairs(failed: bool, near: bool) -> Self {
        match (failed, near) {
            (true, _) => Self::Error,
            (false, true) => Self::Done,
            (false, false) => Self::NoneNear,
        }
    }
}

/// Why a command ended without a result.
enum CommandError {
    /// Wrong arguments; shown with the usage of the command.
    Usage(clap::Error),
    /// A sentence that says what is wrong where.
    Failed(String),
}

impl From<String> for CommandError {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

fn parse(arguments: &[OsString]) -> Result<(String, Arguments), clap::Error> {
    let mut matches = Arguments::command().try_get_matches_from(arguments).map_err(|error| {
        let shown = || help::grouped(Arguments::command(), Lang::En).try_get_matches_from(arguments).err();
        if error.use_stderr() { error } else { shown().unwrap_or(error) }
    })?;
    let name = matches.subcommand_name().unwrap_or_default().to_owned();
    let parsed = Arguments::from_arg_matches_mut(&mut matches);
    Ok((name, parsed.map_err(|error| error.format(&mut Arguments::command()))?))
}

fn execute((name, arguments): (String, Arguments)) -> Result<Code, CommandError> {
    let Arguments { command, documents, exclude, library, settings, common } = arguments;
    let settings = FlagLayer::from(settings);
    let Some(command) = command else {
        return open(documents, exclude, library.as_deref(), Startup::new(&common, name, None).with(settings));
    };
    let misplaced = if !documents.sources.is_empty() {
        Some("documents go")
    } else if exclude.given() {
        Some("exclusions go")
    } else if library.is_some() {
        Some("--library goes")
    } else if !settings.is_empty() {
        Some("options go")
    } else {
        None
    };
    let start = Startup::new(&common, name, misplaced);
    match command {
        Command::Config(command) => config::run(&command, start),
        Command::Compare(arguments) => compare::run(arguments, start),
        Command::Hash(arguments) => hash::run(arguments, start),
        Command::Explain(arguments) => explain::run(arguments, start),
        Command::Diff(arguments) => diff::run(arguments, start),
        Command::Difftool(arguments) => difftool::run(arguments, start),
        Command::Export(arguments) => export::run(arguments, start),
        Command::Review(arguments) => review::run(arguments, start),
        Command::Evaluate(arguments) => evaluate::run(arguments, start),
        Command::Calibrate(arguments) => calibrate::run(arguments, start),
        Command::Step(command) => {
            start_threads();
            step::run(command, start)
        }
        Command::Lesson(command) => {
            start_threads();
            lesson::run(command, start)
        }
        Command::Library(command) => library::run(command, start),
        Command::Completions { shell } => {
            let lang = start.warned().resolve(&[])?.lang;
            Ok(print(Code::Done, lang, |out| completions::write(out, shell)))
        }
        Command::Manual(arguments) => manual::run(arguments, start),
    }
}

/// The screens need a terminal that can do more than print.
fn has_screens() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Fails if the first document does not exist and its name resembles a command.
fn misspelt(sources: &[Source], lang: Lang) -> Result<(), CommandError> {
    let Some(Source::File(path)) = sources.first() else { return Ok(()) };
    let Some(name) = path.to_str().filter(|name| !path.exists() && !name.contains(['.', '/', '\\'])) else {
        return Ok(());
    };
    let commands = Arguments::command();
    let distance = |command: &&clap::Command| strsim::damerau_levenshtein(command.get_name(), name);
    // Two letters off is another word where a name has three or four.
    let alike = |command: &&clap::Command| distance(command) <= if command.get_name().len() > 4 { 2 } else { 1 };
    match commands.get_subcommands().filter(alike).min_by_key(distance) {
        Some(command) => {
            let message = t!(lang, "cli.misspelt", name = safe_name(name), command = command.get_name());
            Err(usage("", ErrorKind::InvalidSubcommand, &message))
        }
        None => Ok(()),
    }
}

/// Opens the screens, or prints the results if standard output is not a terminal.
fn open(
    documents: DocumentArguments,
    exclude: BatchExclusionArguments,
    library: Option<&OsStr>,
    start: Startup,
) -> Result<Code, CommandError> {
    let screens = has_screens();
    let start = start.warned_unless(screens).skipping(&documents.skipped);
    let settings = start.resolve(&[])?;
    let (mut sources, named) = (documents.sources, documents.named);
    misspelt(&sources, settings.lang)?;
    batch::not_too_many("", Groups::all(sources.len()).pairs(), Groups::HELD)?;
    let (of_one, given) = (exclude.of_two.clone(), exclude.clone());
    let rules = exclude.rules("", &settings, &Roots::default())?;
    if sources.is_empty() && !screens {
        let message = "no document: name files, or open the samples on a terminal";
        return Err(usage("", ErrorKind::MissingRequiredArgument, message));
    }
    if sources.is_empty() {
        sources = document::samples(if settings.lang.is_chinese() { Sample::CHINESE } else { Sample::ENGLISH });
    }
    if screens {
        start_threads();
        let library = library_place::place_of_name(library, &start)?;
        return match tui::run(sources, (rules, library), &settings.config, start.errors.clone()) {
            Ok(next) if next.is_empty() => Ok(Code::Done),
            Ok(next) => review::run_on(next, given, start),
            Err(error) => Ok(screens_failed(&error, settings.lang)),
        };
    }
    CommandRights::default().and_documents(&named, documents.follow).keep_only();
    if sources.len() == 1 {
        let exclusions = of_one.read("", &settings)?;
        return Ok(hash::hash(sources, &settings, Output::default(), exclusions.as_ref()));
    }
    Ok(compare::compare(
        sources,
        &named,
        rules,
        &settings,
        Output::default(),
        EvidenceArguments { top: None, diff: DiffWhen::Never },
    ))
}

/// Starts the threads that computations share, before any work: one for each core, or as many as `RAYON_NUM_THREADS`
/// says. Where the system grants fewer there are fewer, and no panic in the middle of something; where it grants none,
/// this thread does the work.
fn start_threads() {
    let said = env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok()).filter(|&number| number > 0);
    let wanted = said.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    // Rayon can be asked only once, and panics later where it was refused. So the threads are there first, and wait for
    // what rayon has them do.
    let (hand, take) = mpsc::channel::<ThreadBuilder>();
    let take = Arc::new(Mutex::new(take));
    let worker = || {
        let take = Arc::clone(&take);
        thread::Builder::new().spawn(move || {
            let work = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
            // An error says that rayon has its threads already.
            _ = work.map(ThreadBuilder::run);
        })
    };
    let started = (0..wanted).take_while(|_| worker().is_ok()).count();
    let pool = ThreadPoolBuilder::new();
    // That there is a pool already is as good.
    _ = if started == 0 {
        pool.num_threads(1).use_current_thread().build_global()
    } else {
        let hand = move |work| hand.send(work).map_err(|_| io::ErrorKind::BrokenPipe.into());
        pool.num_threads(started).spawn_handler(hand).build_global()
    };
}

/// A usage error in clap's own form, with the usage of that command, such as `step sum`.
fn usage(command: &str, kind: ErrorKind, message: &str) -> CommandError {
    let mut all = Arguments::command();
    all.build();
    let found = command.split_whitespace().try_fold(&mut all, |one, name| one.find_subcommand_mut(name));
    CommandError::Usage(match found {
        Some(one) => one.error(kind, message),
        // The names come from this program.
        None => clap::Error::raw(kind, message),
    })
}

/// Only JSON contains differences; a text without them would look as if there were none.
fn check_diff_option(command: &str, text: bool, evidence: EvidenceArguments) -> Result<(), CommandError> {
    if text && evidence.diff != DiffWhen::Never {
        let message = "--diff goes with --format json; to read the differences: simscope diff FILE FILE";
        return Err(usage(command, ErrorKind::ArgumentConflict, message));
    }
    Ok(())
}

/// Prints clap's message. Help and version are errors to it, with exit code 0.
fn print_usage_error(error: &clap::Error) -> Code {
    let plain = error.render().to_string();
    if !error.use_stderr() {
        // Its own way of printing knows colours.
        let write = |out: &mut dyn Write| {
            if CLOSED.load(Ordering::Relaxed) { out.write_all(plain.as_bytes()) } else { error.print() }
        };
        return print(Code::Done, Lang::En, write);
    }
    print_lines(&plain.replacen("error: ", "simscope: ", 1));
    Code::Error
}

/// Prints clap's error line by line. It quotes arguments as they are, and an argument may be the name of a file that
/// came from anywhere.
fn print_lines(text: &str) {
    _ = text.lines().try_for_each(|line| writeln!(io::stderr(), "{}", safe_name(line)));
}

/// Prints help, version or an error of clap in Chinese.
fn print_chinese(error: &clap::Error, arguments: &[OsString]) -> Code {
    if !error.use_stderr() {
        let styled = io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let text = chinese::message(error, arguments, styled);
        return print(Code::Done, Lang::Zh, |out| out.write_all(text.as_bytes()));
    }
    print_lines(&chinese::message(error, arguments, false));
    Code::Error
}

/// Writes to standard output and returns the exit code. A closed pipe (`| head`) is not an error: the code does not
/// change.
fn print(code: Code, lang: Lang, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Code {
    let mut out = BufWriter::new(standard_output());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => output_failed(&error, lang),
        _ => code,
    }
}

/// Prints a page on which no words stand out.
fn print_page(code: Code, page: &Page) -> Code {
    print(code, page.lang, |out| page.write(out, text::terminal(None)))
}

fn output_failed(error: &io::Error, lang: Lang) -> Code {
    print_error(&t!(lang, "cli.output", reason = error));
    Code::Error
}

fn screens_failed(error: &io::Error, lang: Lang) -> Code {
    match error.kind() {
        // A thread that cannot be started.
        io::ErrorKind::WouldBlock => print_error(t!(lang, "cli.no-threads")),
        _ => match error.get_ref().and_then(|error| error.downcast_ref()) {
            Some(&refused) => print_error(&say::no_memory(refused, lang)),
            None => return output_failed(error, lang),
        },
    }
    Code::Error
}

/// Names the documents that could not be processed, on standard error.
fn print_failures<T>(documents: &[Streamed<T>], lang: Lang) {
    for Streamed { source, seen, .. } in documents {
        if let Err(failure) = seen {
            print_error(&failure.message(source, lang));
        }
    }
}

/// Names the documents of a batch that could not be processed.
fn print_batch_failures(batch: &Batch, lang: Lang) {
    for entry in &batch.entries {
        if let Some(failure) = entry.failure() {
            print_error(&failure.message(&entry.source, lang));
        }
    }
}

/// Prints the errors in settings on standard error, a line each.
fn print_setting_errors(errors: &[SettingError], lang: Lang) {
    for error in errors {
        print_error(&say::setting_error(error, lang));
    }
}

fn print_error(message: &str) {
    // Not `eprintln`, which panics where standard error is closed.
    _ = writeln!(io::stderr(), "simscope: {}", safe_name(message));
}

/// Set where standard output was closed when the program was started (`>&-`).
///
/// Before `main`, the standard library opens `/dev/null` in the place of a standard descriptor that is closed: what is
/// written is lost without an error. From then on it looks like the `/dev/null` that Python or systemd opens for a
/// program whose output nobody wants, which is no error. So the descriptor is looked at before, by a function that the
/// system's loader calls first.
static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look() {
        CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
    }
}

/// Standard output; writing to a closed one is an error.
fn standard_output() -> Box<dyn Write> {
    if CLOSED.load(Ordering::Relaxed) { Box::new(Closed) } else { Box::new(io::stdout().lock()) }
}

struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        // EBADF, on every Unix.
        Err(io::Error::from_raw_os_error(9))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn clap_accepts_the_definition() {
        Arguments::command().debug_assert();
    }
}
