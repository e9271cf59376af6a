//! The command line: what the screens show, without a screen.
//!
//! | file | for |
//! |---|---|
//! | `arguments`, `documents`, `settings` | what can be written, and what it means |
//! | `compare`, `profiles`, `matrix`, `hash`, `explain`, `diff` | one command each: documents → exit code |
//! | `review`, `export` | documents with what was decided of them: the screens; a report as a file |
//! | `lesson` | lessons listed, opened, checked, taken home |
//! | `evaluate` | how recipes do on labelled pairs |
//! | `step` | one step of the pipeline alone, of texts or of what is given by hand |
//! | `config` | the settings shown, or a file for them |
//! | `desk` | documents read and examined, pairs looked at; computes nothing of its own |
//! | `stored`, `prints` | fingerprints made before, and what can be said of fingerprints alone |
//! | `exclude`, `reuse` | what is to be left out, and whether what was read before is used, as it is said on the command line |
//! | `extract` | hidden: the program as the child that takes one file apart |
//! | `changes` | two texts and their differences; computes nothing of its own |
//! | `text`, `json`, `csv`, `unified`, `html` | printers; each knows its form and no command |
//! | `colour` | whether plain output has colours |
//!
//! Exit codes are those of `diff` and `grep`: 0 a near-duplicate was found, 1 none was, 2 trouble. A document that
//! cannot be read is trouble, told after the rest has been printed. Knows every room, but of `tui` only the door and the
//! text room; nobody but the program knows it.

mod archive;
mod arguments;
mod changes;
mod colour;
mod compare;
mod completions;
mod config;
mod csv;
mod desk;
mod diff;
mod documents;
mod evaluate;
mod examples;
mod exclude;
mod explain;
mod export;
mod extract;
mod hash;
mod html;
mod json;
#[cfg(test)]
mod laws;
mod lesson;
mod man;
mod matrix;
mod prints;
mod profiles;
mod progress;
mod reuse;
mod review;
mod settings;
mod step;
mod stored;
mod text;
mod unified;

use std::{
    ffi::OsString,
    io::{self, BufWriter, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};

use arguments::{Arguments, Command, ConfigCommand, Evidence, LessonCommand, Output, When};
use clap::{CommandFactory, Parser, error::ErrorKind};
use desk::{Desk, Entry};
use documents::Documents;
use exclude::ExcludeOfMany;
use settings::Chosen;

use crate::{
    compare::Groups,
    config::Fault,
    document::{self, LeftOut, Source, safe_name},
    locale::Lang,
    say, t,
    text::{self as text_room, Drawing},
    tui,
};

/// What must happen first in the program: where it was started by itself to take a file apart, that is done, and the exit
/// code is here; otherwise files are taken apart by such children from now on.
pub fn extract() -> Option<ExitCode> {
    extract::obey()
}

/// Does what the command line says and returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // A file that may grow no more is an error like a full disk, not the end of the program.
    #[cfg(unix)]
    let _handled = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let done = Arguments::try_parse_from(arguments).and_then(obey);
    let code = done.unwrap_or_else(|error| stop(&error));
    ExitCode::from(code as u8)
}

/// Prints what clap has to say. Help and version are errors to it, with exit code 0.
fn stop(error: &clap::Error) -> Code {
    let plain = error.render().to_string();
    // A closed output is nothing to complain about.
    if plain.lines().all(|line| safe_name(line) == line) {
        _ = error.print();
    } else {
        // It quotes arguments as they are, and an argument may be the name of a file that came from anywhere.
        _ = plain.lines().try_for_each(|line| writeln!(io::stderr(), "{}", safe_name(line)));
    }
    if error.use_stderr() { Code::Trouble } else { Code::Done }
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    /// A near-duplicate was found, or all that was asked for was done.
    Done = 0,
    /// No near-duplicate was found.
    NoneNear = 1,
    /// Wrong arguments, unreadable documents, no room on the disk.
    Trouble = 2,
}

fn obey(arguments: Arguments) -> Result<Code, clap::Error> {
    let Arguments { mut command, documents, exclude, settings } = arguments;
    command.iter_mut().for_each(Command::recognise);
    let name = command.as_ref().map_or("", Command::name);
    let left_out =
        command.as_ref().map_or(&documents, |command| command.documents().unwrap_or(&documents)).left_out.clone();
    let (config, faults) = settings.layers();
    let lang = settings.lang(&config);
    let opens = matches!(command, None | Some(Command::Lesson(LessonCommand::Open { .. }) | Command::Review(_)));
    let screens = opens && io::stdout().is_terminal();
    // The screens tell it themselves, and whoever wants a file made knows that there is none.
    if !screens && !matches!(command, Some(Command::Config(ConfigCommand::Init))) {
        warn_of(&faults, lang);
    }
    tell_left_out(&left_out, lang);
    let archived = command.as_ref().map_or(&[][..], Command::against);
    let stored = match command.as_ref().map(Command::stored).transpose()?.unwrap_or_default() {
        [] => match archive::firsts(archived, lang) {
            Ok(firsts) => firsts,
            Err(message) => return Ok(refuse(&message)),
        },
        files => match stored::read(files, lang) {
            Ok(stored) => stored,
            Err(message) => return Ok(refuse(&message)),
        },
    };
    let recipe = stored.first().map(|stored| &stored.recipe);
    let chosen =
        settings.understand(config, recipe).map_err(|message| usage(name, ErrorKind::ValueValidation, &message))?;
    text_room::decide(Drawing { wide: chosen.config.wide(), plain: chosen.config.plain_marks() });
    if let Err(message) = stored::agree(&stored, &chosen.recipe, lang) {
        return Ok(refuse(&message));
    }
    match command {
        None => {
            misspelt(&documents.sources, chosen.lang)?;
            let n = documents.sources.len();
            compare::not_too_many("", Groups::all(n).pairs(), Groups::HELD)?;
            open(documents.sources, exclude, chosen, faults)
        }
        Some(_) if !documents.sources.is_empty() => {
            let message = format!("documents stand after the command: simscope {name} [OPTIONS] FILE...");
            Err(usage(name, ErrorKind::ArgumentConflict, &message))
        }
        Some(_) if exclude.said() => {
            let message = format!("what is to be left out stands after the command: simscope {name} [OPTIONS] FILE...");
            Err(usage(name, ErrorKind::ArgumentConflict, &message))
        }
        Some(Command::Config(command)) => Ok(config::run(command, &chosen)),
        Some(Command::Compare(arguments)) => compare::run(arguments, stored, chosen),
        Some(Command::Hash(arguments)) => hash::run(arguments, &chosen),
        Some(Command::Explain(arguments)) => explain::run(arguments, chosen),
        Some(Command::Matrix(arguments)) => matrix::run(arguments, stored, chosen),
        Some(Command::Diff(arguments)) => diff::run(arguments, &chosen),
        Some(Command::Export(arguments)) => export::run(arguments, chosen),
        Some(Command::Review(arguments)) => review::run(arguments, chosen, faults),
        Some(Command::Evaluate(arguments)) => Ok(evaluate::run(arguments, chosen)),
        Some(Command::Step(command)) => step::run(command, &chosen),
        Some(Command::Lesson(command)) => lesson::run(command, &chosen, faults),
        Some(Command::Completions { shell }) => Ok(print(Code::Done, lang, |out| completions::write(out, shell))),
        Some(Command::Man) => Ok(print(Code::Done, lang, |out| man::write(out))),
    }
}

/// Trouble before there is any result.
fn refuse(message: &str) -> Code {
    complain(message);
    Code::Trouble
}

/// A first document that is not there and is called almost like a command was meant to be one.
fn misspelt(sources: &[Source], lang: Lang) -> Result<(), clap::Error> {
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
            Self::Export(_) => "export",
            Self::Review(_) => "review",
            Self::Evaluate(_) => "evaluate",
            Self::Step(_) => "step",
            Self::Lesson(_) => "lesson",
            Self::Completions { .. } => "completions",
            Self::Man => "man",
        }
    }

    /// The documents that it was given.
    fn documents(&self) -> Option<&Documents> {
        match self {
            Self::Compare(arguments) => Some(&arguments.documents),
            Self::Hash(arguments) => Some(&arguments.documents),
            Self::Explain(arguments) => Some(&arguments.documents),
            Self::Matrix(arguments) => Some(&arguments.documents),
            Self::Diff(arguments) => Some(&arguments.documents),
            Self::Review(arguments) => Some(&arguments.documents),
            Self::Export(arguments) => Some(&arguments.documents),
            Self::Config(_)
            | Self::Evaluate(_)
            | Self::Step(_)
            | Self::Lesson(_)
            | Self::Completions { .. }
            | Self::Man => None,
        }
    }

    /// What it is to compare with.
    fn against(&self) -> &[PathBuf] {
        match self {
            Self::Review(arguments) => &arguments.against,
            Self::Export(arguments) => &arguments.against,
            _ => &[],
        }
    }

    /// Tells files with fingerprints from texts.
    fn recognise(&mut self) {
        let (documents, stored) = match self {
            Self::Compare(arguments) => (&mut arguments.documents, &mut arguments.stored),
            Self::Matrix(arguments) => (&mut arguments.documents, &mut arguments.stored),
            _ => return,
        };
        stored.fingerprints.extend(stored::recognise(&mut documents.sources));
    }

    /// The files with fingerprints that it was given.
    fn stored(&self) -> Result<&[OsString], clap::Error> {
        let (documents, stored) = match self {
            Self::Compare(arguments) => (&arguments.documents, &arguments.stored),
            Self::Matrix(arguments) => (&arguments.documents, &arguments.stored),
            _ => return Ok(&[]),
        };
        let from_stdin = stored.fingerprints.iter().filter(|file| *file == "-").count();
        if from_stdin + usize::from(documents.stdin) > 1 {
            return Err(usage(self.name(), ErrorKind::ArgumentConflict, documents::STDIN_ONCE));
        }
        Ok(&stored.fingerprints)
    }
}

/// Opens the screens; where nobody would see them, prints what they would say.
fn open(
    mut sources: Vec<Source>,
    exclude: ExcludeOfMany,
    chosen: Chosen,
    faults: Vec<Fault>,
) -> Result<Code, clap::Error> {
    let of_one = exclude.of_two.clone();
    let rules = exclude.rules("", &chosen)?;
    if sources.is_empty() {
        sources = document::samples();
    }
    if io::stdout().is_terminal() {
        let lang = chosen.lang;
        let done = tui::run(sources, rules, &chosen.config, faults);
        return Ok(done.map_or_else(|error| give_up(&error, lang), |()| Code::Done));
    }
    let output = Output::default();
    if sources.len() == 1 {
        let exclusions = of_one.read("", &chosen)?;
        return Ok(hash::hash(sources, &chosen, output, exclusions.as_ref(), None));
    }
    let desk = Desk::new(sources, chosen).without(Some(rules.exclusions()));
    Ok(compare::compare(&desk, output, Evidence { top: None, diff: When::Never }))
}

/// A usage error in clap's own form, with the usage of that command, such as `step sum`.
fn usage(command: &str, kind: ErrorKind, message: &str) -> clap::Error {
    let mut all = Arguments::command();
    all.build();
    let found = command.split_whitespace().try_fold(&mut all, |one, name| one.find_subcommand_mut(name));
    match found {
        Some(one) => one.error(kind, message),
        // The names come from this program.
        None => clap::Error::raw(kind, message),
    }
}

/// Differences stand in the JSON only; to leave them out in silence would be taken for there being none.
fn check(command: &str, text: bool, evidence: Evidence) -> Result<(), clap::Error> {
    if text && evidence.diff != When::Never {
        let message = "--diff goes with --format json; to read the differences: simscope diff FILE FILE";
        return Err(usage(command, ErrorKind::ArgumentConflict, message));
    }
    Ok(())
}

/// Writes to standard output; the code to end with. The one place where a reader who has left (`| head`) is met: that
/// is no trouble, and the code stays what it would have been.
fn print(code: Code, lang: Lang, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Code {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => give_up(&error, lang),
        _ => code,
    }
}

fn give_up(error: &io::Error, lang: Lang) -> Code {
    complain(&t!(lang, "cli.output", reason = error));
    Code::Trouble
}

/// Names the documents of which nothing could be made, on standard error.
fn complain_of<T>(entries: &[Entry<T>], lang: Lang) {
    for trouble in entries.iter().filter_map(|entry| entry.seen.as_ref().err()) {
        complain(&trouble.message(lang));
    }
}

/// Names the settings that do not hold, on standard error, each in a line.
fn warn_of(faults: &[Fault], lang: Lang) {
    for fault in faults {
        complain(&say::wrong_setting(fault, lang));
    }
}

/// Names what stands in a folder and is not looked at, on standard error: the first of it each in a line.
fn tell_left_out(left_out: &[LeftOut], lang: Lang) {
    const TOLD: usize = 20;
    for out in left_out.iter().take(TOLD) {
        complain(&say::left_out_of_folder(out, lang));
    }
    if left_out.len() > TOLD {
        complain(&t!(lang, "cli.left-out-more", n = left_out.len() - TOLD));
    }
}

fn complain(message: &str) {
    // Not `eprintln`, which panics where standard error is closed.
    _ = writeln!(io::stderr(), "simscope: {}", safe_name(message));
}
