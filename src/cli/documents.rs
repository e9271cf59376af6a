//! The documents named on the command line: files, folders with what is in them, `-`, `--text` and those that a list
//! names (`--files-from`), in the order given.
//!
//! clap's derive keeps the order within one argument only, so this one is written out by hand.

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
};

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, ValueHint, error::ErrorKind, value_parser,
};
use xxhash_rust::xxh3::xxh3_64;

use crate::{
    document::{Encoding, FolderWalk, Format, Links, SkipReason, SkippedFile, Source, folder_while, listed},
    locale::Lang,
    say,
};

/// The sources of the documents, in the order of the command line.
#[derive(Debug, Default)]
pub(super) struct DocumentArguments {
    /// One for each that was named.
    pub sources: Vec<Source>,
    /// The files and folders as they were named.
    pub named: Vec<PathBuf>,
    /// Links in the folders are followed wherever they lead.
    pub follow: bool,
    /// Standard input is used up, by a document or a list.
    pub stdin: bool,
    /// Files in the named folders that are skipped.
    pub skipped: Vec<SkippedFile>,
}

const FILES: &str = "files";
const NAMED: &str = "file";
const TEXT: &str = "text";
const LIST: &str = "files-from";
const FOLLOW: &str = "follow";
const ENCODING: &str = "encoding";
const AS: &str = "as";

/// The help of commands that take two documents.
pub(super) const TWO: &str = "The two documents; - is standard input";

/// The part of one of several machines.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ShardFlag {
    /// Take only part I of N, for example one part per machine; the path decides the part
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
}

impl ShardFlag {
    pub(super) fn is_set(self) -> bool {
        self.shard.is_some()
    }

    /// The documents in that part, by the hashes of their paths as given: a longer list leaves the others where they
    /// were.
    pub(super) fn of(self, mut sources: Vec<Source>) -> Vec<Source> {
        if let Some((nth, all)) = self.shard {
            sources.retain(|source| xxh3_64(source.given().as_bytes()) % all == nth - 1);
        }
        sources
    }
}

fn shard(text: &str) -> Result<(u64, u64), &'static str> {
    let parts = text.split_once('/').and_then(|(nth, all)| Some((nth.parse().ok()?, all.parse().ok()?)));
    parts.filter(|&(nth, all)| (1..=all).contains(&nth)).ok_or("two numbers such as 1/4 are expected")
}

/// Options of a command that reads folders and files only.
pub(super) fn of_folders(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        FILES => arg.help("Folders of documents, and documents"),
        TEXT => arg.hide(true),
        _ => arg,
    }
}

impl Args for DocumentArguments {
    fn augment_args(command: Command) -> Command {
        // Not `PathBuf`: an empty name, from an unset variable of a script, is reported as an unreadable document.
        let files = Arg::new(FILES)
            .value_name("FILE")
            .help("Documents, and folders of documents; - is standard input")
            .num_args(0..)
            .value_hint(ValueHint::FilePath)
            .value_parser(value_parser!(OsString));
        let text = Arg::new(TEXT)
            .long("text")
            .value_name("TEXT")
            .help("A document given as text; repeatable")
            .action(ArgAction::Append)
            .allow_hyphen_values(true)
            .value_parser(value_parser!(String));
        let encoding = Arg::new(ENCODING)
            .long("encoding")
            .value_name("ENC[:FILE]")
            .help("Encoding of FILE, or of all files [default: detected]; repeatable")
            .action(ArgAction::Append)
            .value_parser(value_parser!(OsString));
        let format = Arg::new(AS)
            .long("as")
            .value_name("FORMAT[:FILE]")
            .help("Format of FILE, or of all: text, html, docx, odt, epub, rtf, pdf [default: detected]; repeatable")
            .action(ArgAction::Append)
            .value_parser(value_parser!(OsString));
        let list = Arg::new(LIST)
            .long("files-from")
            .value_name("LIST")
            .help("Also read the files named in LIST, separated by newlines or NULs; repeatable")
            .action(ArgAction::Append)
            .value_hint(ValueHint::FilePath)
            .value_parser(value_parser!(OsString));
        let follow = Arg::new(FOLLOW)
            .long("follow")
            .help("Follow links anywhere [default: only below the named folders]")
            .action(ArgAction::SetTrue);
        command.arg(files).arg(text).arg(list).arg(follow).arg(encoding).arg(format)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for DocumentArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let kinds = [FILES, NAMED].into_iter().filter(|kind| matches.try_contains_id(kind).is_ok());
        let files =
            kinds.flat_map(|kind| placed::<OsString>(matches, kind)).map(|(at, file)| (at, GivenDocument::File(file)));
        let texts = placed::<String>(matches, TEXT).map(|(at, text)| (at, GivenDocument::Text(text)));
        let lists = placed::<OsString>(matches, LIST).map(|(at, list)| (at, GivenDocument::List(list)));
        let mut given: Vec<(usize, GivenDocument)> = files.chain(texts).chain(lists).collect();
        given.sort_by_key(|&(at, _)| at);
        let stdin = given.iter().filter(|(_, given)| given.is_stdin()).count();
        if stdin > 1 {
            return Err(wrong(ErrorKind::ArgumentConflict, STDIN_ONCE));
        }
        let mut nth = 0;
        let mut all = Vec::with_capacity(given.len());
        for (_, given) in given {
            match given {
                GivenDocument::File(name) => all.push(source(name)),
                GivenDocument::Text(text) => {
                    nth += 1;
                    all.push(Source::Text { nth, text: text.as_str().into() });
                }
                GivenDocument::List(list) => {
                    let names = listed(&source(list)).map_err(|error| {
                        wrong(ErrorKind::Io, &format!("--files-from: {}", say::read_error(&error, Lang::En)))
                    })?;
                    all.extend(names.into_iter().map(Source::File));
                }
            }
        }
        let named: Vec<PathBuf> = all.iter().filter_map(Source::file).map(PathBuf::from).collect();
        let follow = matches.get_flag(FOLLOW);
        let links = links(follow, &named);
        let (mut sources, mut skipped) = (Vec::with_capacity(all.len()), Vec::new());
        for source in all {
            found(source, &links, &mut sources, &mut skipped);
        }
        // Not the built-in samples, which stand for nothing having been asked for.
        if sources.is_empty() && matches.contains_id(LIST) {
            return Err(invalid("--files-from: the list names no file"));
        }
        for (option, set) in [(ENCODING, encode as fn(&mut [Source], &str, Option<&str>) -> _), (AS, take_for)] {
            for said in matches.get_many::<OsString>(option).into_iter().flatten() {
                let said = said.to_string_lossy();
                let (name, file) = said.split_once(':').map_or((&*said, None), |(name, file)| (name, Some(file)));
                set(&mut sources, name, file)?;
            }
        }
        Ok(Self { sources, named, follow, stdin: stdin > 0, skipped })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Sets the encoding of a file, or of all. An encoding for one file wins over one for all.
fn encode(sources: &mut [Source], label: &str, file: Option<&str>) -> Result<(), Error> {
    let encoding = Encoding::of(label).ok_or_else(|| {
        invalid(&format!(
            "--encoding: {label:?} is not known; allowed: utf-8, utf-16le, utf-16be, gb18030, gbk, big5, shift_jis, \
             euc-jp, euc-kr, windows-1252, iso-8859-2 and all other names of the WHATWG Encoding Standard"
        ))
    })?;
    each_of(sources, "--encoding", file, |source| {
        // An encoding for all files does not replace one for a single file.
        if file.is_some() || source.said_encoding().is_none() {
            *source = Source::Encoded(Box::new(source.unsaid().clone()), encoding);
        }
    })
}

/// Sets the type of a file, or of all, and keeps their encoding.
fn take_for(sources: &mut [Source], name: &str, file: Option<&str>) -> Result<(), Error> {
    let format = Format::ALL.into_iter().find(|format| format.key() == name).ok_or_else(|| {
        let allowed = Format::ALL.map(Format::key).join(", ");
        invalid(&format!("--as: {name:?} is not known; allowed: {allowed}"))
    })?;
    each_of(sources, "--as", file, |source| {
        if file.is_some() || source.said_format().is_none() {
            let mut bare = source.unsaid().clone();
            if let Some(encoding) = source.said_encoding() {
                bare = Source::Encoded(Box::new(bare), encoding);
            }
            *source = Source::As(Box::new(bare), format);
        }
    })
}

/// Does something to all files, or to the one that is named `file`, which must be there.
fn each_of(
    sources: &mut [Source],
    option: &str,
    file: Option<&str>,
    mut act: impl FnMut(&mut Source),
) -> Result<(), Error> {
    let named = |source: &Source| match (source.plain(), file) {
        (Source::File(path), Some(file)) => path.to_string_lossy() == file,
        (Source::Stdin, Some(file)) => file == "-",
        (Source::File(_) | Source::Stdin, None) => true,
        _ => false,
    };
    let mut found = false;
    for source in sources.iter_mut().filter(|source| named(source)) {
        found = true;
        act(source);
    }
    match file {
        Some(file) if !found => {
            Err(invalid(&format!("{option}: there is no document {file:?} among those given; write it as it is given")))
        }
        _ => Ok(()),
    }
}

/// The links that are followed in these folders.
fn links(follow: bool, named: &[PathBuf]) -> Links {
    if follow { Links::Anywhere } else { Links::below(named.iter().map(PathBuf::as_path)) }
}

/// What names of files and folders lead to, as on the command line.
pub(super) fn in_folders(names: &[PathBuf], follow: bool) -> (Vec<Source>, Vec<SkippedFile>) {
    let (mut sources, mut skipped) = Default::default();
    let links = links(follow, names);
    for name in names {
        found(Source::File(name.clone()), &links, &mut sources, &mut skipped);
    }
    (sources, skipped)
}

/// Adds what a name on the command line leads to: itself, or what is in a folder.
fn found(source: Source, links: &Links, sources: &mut Vec<Source>, skipped: &mut Vec<SkippedFile>) {
    let walk = match source.plain() {
        Source::File(path) if path.is_dir() => folder_while(path, links, &mut |_| true),
        _ => return sources.push(source),
    };
    let Ok(FolderWalk { sources: inside, skipped: others }) = walk else { return sources.push(source) };
    let before = sources.len();
    sources.extend(inside);
    for out in others {
        match out.why {
            // Reading it will fail with this reason, and is reported like every unreadable file.
            SkipReason::Failed(_) => sources.push(Source::File(out.path)),
            _ => skipped.push(out),
        }
    }
    // Nothing there: that it is a folder is the reason.
    if sources.len() == before {
        sources.push(source);
    }
}

/// The same where files can be named with `--file` too; or only so, for commands that take operands.
#[derive(Debug, Default)]
pub(super) struct FileArguments<const ONLY: bool>(pub DocumentArguments);

impl<const ONLY: bool> Args for FileArguments<ONLY> {
    fn augment_args(command: Command) -> Command {
        let command = DocumentArguments::augment_args(command);
        let named = |files: Arg| {
            files.long(NAMED).help("A document; - is standard input").num_args(1).action(ArgAction::Append)
        };
        if ONLY {
            return command.mut_arg(FILES, named);
        }
        let files = Arg::new(NAMED).value_name("FILE").value_hint(ValueHint::FilePath);
        command.arg(named(files).value_parser(value_parser!(OsString)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const ONLY: bool> FromArgMatches for FileArguments<ONLY> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        DocumentArguments::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

enum GivenDocument<'a> {
    File(&'a OsString),
    Text(&'a String),
    List(&'a OsString),
}

impl GivenDocument<'_> {
    fn is_stdin(&self) -> bool {
        matches!(self, Self::File(name) | Self::List(name) if source(name) == Source::Stdin)
    }
}

/// The source that a name on the command line means.
pub(super) fn source(name: &OsStr) -> Source {
    if name == "-" { Source::Stdin } else { Source::File(name.into()) }
}

/// The error if standard input is wanted twice.
pub(super) const STDIN_ONCE: &str = "standard input (-) can be read only once, be it as a document, for --files-from \
                                     or for --fingerprints; give - once, or save what comes from it as a file first";

fn wrong(kind: ErrorKind, message: &str) -> Error {
    Error::raw(kind, message)
}

fn invalid(message: &str) -> Error {
    wrong(ErrorKind::ValueValidation, message)
}

/// The values of an argument with their places on the command line.
fn placed<'a, T: Clone + Send + Sync + 'static>(
    matches: &'a ArgMatches,
    argument: &'static str,
) -> impl Iterator<Item = (usize, &'a T)> {
    let places = matches.indices_of(argument).into_iter().flatten();
    places.zip(matches.get_many::<T>(argument).into_iter().flatten())
}
