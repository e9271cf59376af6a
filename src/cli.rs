//! The command line: the results of the screens as text, JSON, CSV, HTML and patches.
//!
//! | file | for |
//! |---|---|
//! | `arguments`, `documents`, `settings` | what clap reads, and its meaning |
//! | `compare`, `profiles`, `matrix`, `hash`, `explain`, `diff`, `difftool` | one command each: documents → exit code |
//! | `review`, `export` | documents with verdicts and notes: on the screens; as a report |
//! | `lesson` | lessons listed, opened, checked, exported |
//! | `evaluate` | recipes measured on labelled pairs |
//! | `calibrate` | what a distance means among one's own texts |
//! | `library` | documents kept in one file, in which others are looked up |
//! | `step` | one step of the pipeline alone, on texts or on operands |
//! | `config` | the settings printed, or a configuration file written |
//! | `batch` | documents read, examined and compared, with lines of progress; computes nothing of its own |
//! | `start` | the beginning of every command: settings and the errors in them |
//! | `fingerprint_files`, `fingerprints` | fingerprints made before, and results on fingerprints alone |
//! | `exclude`, `reuse` | options for exclusions and for the cache |
//! | `extract` | hidden: the child process that parses one file |
//! | `interrupt` | Ctrl-C while a command works |
//! | `threads` | the threads that computations share |
//! | `changes` | two texts and their differences; computes nothing of its own |
//! | `study`, `hashed`, `step/result` | results as values, between commands and printers |
//! | `text`, `json`, `csv`, `unified`, `html` | printers; each knows its form and no command |
//! | `manual` | the manual, in a pager |
//! | `closed` | whether standard output was closed from the beginning |
//! | `colour` | whether plain output has colours |
//!
//! Exit codes are those of `diff` and `grep`: 0 a near-duplicate was found, 1 none was, 2 error. A document
//! that cannot be read is an error, printed after the results. May know every module, but of `tui` only the entry and the
//! export; only `main` knows it.

mod arguments;
mod batch;
mod calibrate;
mod changes;
mod chinese;
mod closed;
mod colour;
mod compare;
mod completions;
mod config;
mod csv;
mod diff;
mod difftool;
mod documents;
mod evaluate;
mod examples;
mod exclude;
mod explain;
mod export;
mod extract;
mod fingerprint_files;
mod fingerprints;
mod hash;
mod hashed;
mod html;
mod interrupt;
mod json;
#[cfg(test)]
mod laws;
mod lesson;
mod library;
mod man;
mod manual;
mod matrix;
mod named_review;
mod profiles;
mod progress;
mod reuse;
mod review;
mod settings;
mod start;
mod step;
mod study;
mod text;
mod threads;
mod unified;

use std::{
    ffi::{OsStr, OsString},
    io::{self, BufWriter, IsTerminal, Write},
    process::ExitCode,
};

use arguments::{Arguments, Command, DiffWhen, EvidenceArguments, Output};
use clap::{CommandFactory, Parser, error::ErrorKind};
use documents::DocumentArguments;
use exclude::BatchExclusionArguments;
use start::Startup;

use crate::{
    batch::{Batch, stream::Streamed},
    compare::Groups,
    config::SettingError,
    document::{self, Source, safe_name},
    locale::Lang,
    review::Roots,
    say, t, tui,
};

/// Must be called first: in a child process that parses a file, does that and returns the exit code. In any other process,
/// files are parsed by such children from now on.
pub fn extract() -> Option<ExitCode> {
    extract::run_as_child()
}

/// Runs the command and returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // A file that may grow no more is an error like a full disk, not the end of the program.
    #[cfg(unix)]
    let _handled = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(done) = completions::answer(&arguments, &mut closed::output()) {
        return ExitCode::from(if done.is_ok() { Code::Done } else { Code::Error } as u8);
    }
    let done = Arguments::try_parse_from(&arguments).map_err(CommandError::Usage).and_then(execute);
    let code = done.unwrap_or_else(|error| match error {
        CommandError::Usage(error) if chinese::lang_of(&arguments).is_chinese() => {
            let help = (!error.use_stderr()).then(|| chinese::help(&arguments)).flatten();
            print_chinese(&help.unwrap_or(error))
        }
        CommandError::Usage(error) => print_usage_error(&error),
        CommandError::Failed(message) => {
            print_error(&message);
            Code::Error
        }
    });
    ExitCode::from(code as u8)
}

/// Prints clap's message. Help and version are errors to it, with exit code 0.
fn print_usage_error(error: &clap::Error) -> Code {
    let plain = error.render().to_string();
    if !error.use_stderr() {
        // Its own way of printing knows colours.
        let write = |out: &mut dyn Write| {
            if closed::is_closed() { out.write_all(plain.as_bytes()) } else { error.print() }
        };
        return print(Code::Done, Lang::En, write);
    }
    // A closed output is nothing to complain about.
    if plain.lines().all(|line| safe_name(line) == line) {
        _ = error.print();
    } else {
        // It quotes arguments as they are, and an argument may be the name of a file that came from anywhere.
        _ = plain.lines().try_for_each(|line| writeln!(io::stderr(), "{}", safe_name(line)));
    }
    Code::Error
}

/// Prints help, version or an error of clap in Chinese.
fn print_chinese(error: &clap::Error) -> Code {
    if !error.use_stderr() {
        let styled = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let text = chinese::message(error, styled);
        return print(Code::Done, Lang::Zh, |out| out.write_all(text.as_bytes()));
    }
    // It quotes arguments as they are, and an argument may be the name of a file that came from anywhere.
    let text = chinese::message(error, false);
    _ = text.lines().try_for_each(|line| writeln!(io::stderr(), "{}", safe_name(line)));
    Code::Error
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

fn execute(arguments: Arguments) -> Result<Code, CommandError> {
    threads::start();
    let Arguments { command, documents, exclude, library, settings } = arguments;
    let Some(command) = command else {
        return open(documents, exclude, library.as_deref(), Startup::new(settings, "", None));
    };
    let misplaced = if !documents.sources.is_empty() {
        Some("documents go")
    } else if exclude.given() {
        Some("exclusions go")
    } else if library.is_some() {
        Some("--library goes")
    } else {
        None
    };
    let start = Startup::new(settings, command.name(), misplaced);
    match command {
        Command::Config(command) => config::run(command, start),
        Command::Compare(arguments) => compare::run(arguments, start),
        Command::Hash(arguments) => hash::run(arguments, start),
        Command::Explain(arguments) => explain::run(arguments, start),
        Command::Matrix(arguments) => matrix::run(arguments, start),
        Command::Diff(arguments) => diff::run(arguments, start),
        Command::Difftool(arguments) => difftool::run(arguments, start),
        Command::Export(arguments) => export::run(arguments, start),
        Command::Review(arguments) => review::run(arguments, start),
        Command::Evaluate(arguments) => evaluate::run(arguments, start),
        Command::Calibrate(arguments) => calibrate::run(arguments, start),
        Command::Step(command) => step::run(command, start),
        Command::Lesson(command) => lesson::run(command, start),
        Command::Library(command) => library::run(command, start),
        Command::Completions { shell } => {
            let lang = start.warned().resolve(&[])?.lang;
            Ok(print(Code::Done, lang, |out| completions::write(out, shell)))
        }
        Command::Manual { topic } => manual::run(topic.as_deref(), start),
        Command::Man { topic } => {
            let lang = start.warned().resolve(&[])?.lang;
            let topic = topic.map(|name| manual::of_name(&name, lang)).transpose()?;
            Ok(print(Code::Done, lang, |out| match topic {
                Some(topic) => man::topic(out, topic, lang),
                None => man::write(out),
            }))
        }
    }
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

impl Command {
    fn name(&self) -> &'static str {
        match self {
            Self::Compare(_) => "compare",
            Self::Hash(_) => "hash",
            Self::Explain(_) => "explain",
            Self::Config(_) => "config",
            Self::Matrix(_) => "matrix",
            Self::Diff(_) => "diff",
            Self::Difftool(_) => "difftool",
            Self::Export(_) => "export",
            Self::Review(_) => "review",
            Self::Evaluate(_) => "evaluate",
            Self::Calibrate(_) => "calibrate",
            Self::Step(_) => "step",
            Self::Lesson(_) => "lesson",
            Self::Library(_) => "library",
            Self::Completions { .. } => "completions",
            Self::Manual { .. } => "manual",
            Self::Man { .. } => "man",
        }
    }
}

/// Opens the screens, or prints the results if standard output is not a terminal.
fn open(
    documents: DocumentArguments,
    exclude: BatchExclusionArguments,
    library: Option<&OsStr>,
    start: Startup,
) -> Result<Code, CommandError> {
    let screens = io::stdout().is_terminal();
    let start = start.warned_unless(screens).skipping(&documents.skipped);
    let settings = start.resolve(&[])?;
    let (mut sources, named) = (documents.sources, documents.named);
    misspelt(&sources, settings.lang)?;
    compare::not_too_many("", Groups::all(sources.len()).pairs(), Groups::HELD)?;
    let (of_one, given) = (exclude.of_two.clone(), exclude.clone());
    let rules = exclude.rules("", &settings, &Roots::default())?;
    if sources.is_empty() {
        sources = document::samples();
    }
    if screens {
        let library = library::place_of_name(library, &start)?;
        return match tui::run(sources, (rules, library), &settings.config, start.errors.clone()) {
            Ok(next) if next.is_empty() => Ok(Code::Done),
            Ok(next) => review::run_on(next, given, start),
            Err(error) => Ok(screens_failed(&error, settings.lang)),
        };
    }
    let output = Output::default();
    if sources.len() == 1 {
        let exclusions = of_one.read("", &settings)?;
        return Ok(hash::hash(sources, &settings, output, exclusions.as_ref(), None));
    }
    Ok(compare::compare(
        sources,
        &named,
        rules,
        &settings,
        output,
        EvidenceArguments { top: None, diff: DiffWhen::Never },
    ))
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

/// Writes to standard output and returns the exit code. A closed pipe (`| head`) is not an error: the code does not change.
fn print(code: Code, lang: Lang, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Code {
    let mut out = BufWriter::new(closed::output());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => output_failed(&error, lang),
        _ => code,
    }
}

fn output_failed(error: &io::Error, lang: Lang) -> Code {
    print_error(&t!(lang, "cli.output", reason = error));
    Code::Error
}

fn screens_failed(error: &io::Error, lang: Lang) -> Code {
    // A thread that cannot be started.
    if error.kind() != io::ErrorKind::WouldBlock {
        return output_failed(error, lang);
    }
    print_error(t!(lang, "cli.no-threads"));
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

/// The same of a batch.
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
