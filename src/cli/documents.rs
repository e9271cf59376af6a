//! The documents named on the command line: files, `-` and `--text`, in the order in which they stand there.
//!
//! clap's derive keeps the order within one argument only, so this one is written out by hand.

use std::ffi::{OsStr, OsString};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, error::ErrorKind, value_parser};

use crate::document::{Encoding, Source};

/// Where the documents come from, in the order of the command line.
#[derive(Debug, Default)]
pub struct Documents {
    /// One for each that was named.
    pub sources: Vec<Source>,
}

const FILES: &str = "files";
const TEXT: &str = "text";
const ENCODING: &str = "encoding";

impl Args for Documents {
    fn augment_args(command: Command) -> Command {
        // Not `PathBuf`: an empty name, from an unset variable of a script, is told as an unreadable document.
        let files = Arg::new(FILES)
            .value_name("FILE")
            .help("Documents to look at; - is standard input")
            .num_args(0..)
            .value_parser(value_parser!(OsString));
        let text = Arg::new(TEXT)
            .long("text")
            .value_name("TEXT")
            .help("A document written out here; may be given many times")
            .action(ArgAction::Append)
            .allow_hyphen_values(true)
            .value_parser(value_parser!(String));
        let encoding = Arg::new(ENCODING)
            .long("encoding")
            .value_name("ENC[:FILE]")
            .help("Read FILE, or all files, in this encoding instead of the one found out; may be given many times")
            .action(ArgAction::Append)
            .value_parser(value_parser!(OsString));
        command.arg(files).arg(text).arg(encoding)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Documents {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let files = placed::<OsString>(matches, FILES).map(|(at, file)| (at, Given::File(file)));
        let texts = placed::<String>(matches, TEXT).map(|(at, text)| (at, Given::Text(text)));
        let mut given: Vec<(usize, Given)> = files.chain(texts).collect();
        given.sort_by_key(|&(at, _)| at);
        let mut nth = 0;
        let source = |(_, given): (usize, Given)| match given {
            Given::File(name) if name == OsStr::new("-") => Source::Stdin,
            Given::File(name) => Source::File(name.into()),
            Given::Text(text) => {
                nth += 1;
                Source::Text { nth, text: text.as_str().into() }
            }
        };
        let mut sources: Vec<Source> = given.into_iter().map(source).collect();
        for said in matches.get_many::<OsString>(ENCODING).into_iter().flatten() {
            encode(&mut sources, &said.to_string_lossy())?;
        }
        if sources.iter().filter(|&source| *source.plain() == Source::Stdin).count() > 1 {
            let message = "standard input (-) can be read only once; give - once, or save the text as a file first";
            return Err(Error::raw(ErrorKind::ArgumentConflict, message));
        }
        Ok(Self { sources })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Has the sources that `said` names read as it says. What is said of one file wins over what is said of all.
fn encode(sources: &mut [Source], said: &str) -> Result<(), Error> {
    let (label, file) = said.split_once(':').map_or((said, None), |(label, file)| (label, Some(file)));
    let wrong = |message| Error::raw(ErrorKind::ValueValidation, message);
    let encoding = Encoding::of(label).ok_or_else(|| {
        wrong(format!(
            "--encoding: {label:?} is not known; allowed: utf-8, utf-16le, utf-16be, gb18030, gbk, big5, shift_jis, \
             euc-jp, euc-kr, windows-1252, iso-8859-2 and all other names of the WHATWG Encoding Standard"
        ))
    })?;
    let named = |source: &Source| match (source.plain(), file) {
        (Source::File(path), Some(file)) => path.to_string_lossy() == file,
        (Source::Stdin, Some(file)) => file == "-",
        (Source::File(_) | Source::Stdin, None) => true,
        _ => false,
    };
    let mut found = false;
    for source in sources.iter_mut().filter(|source| named(source)) {
        found = true;
        // Said of all, it leaves alone what was said of one.
        if file.is_some() || *source == *source.plain() {
            *source = Source::Encoded(Box::new(source.plain().clone()), encoding);
        }
    }
    match file {
        Some(file) if !found => {
            Err(wrong(format!("--encoding: there is no document {file:?} among those given; write it as it is given")))
        }
        _ => Ok(()),
    }
}

enum Given<'a> {
    File(&'a OsString),
    Text(&'a String),
}

/// The values of an argument with their places on the command line.
fn placed<'a, T: Clone + Send + Sync + 'static>(
    matches: &'a ArgMatches,
    argument: &'static str,
) -> impl Iterator<Item = (usize, &'a T)> {
    let places = matches.indices_of(argument).into_iter().flatten();
    places.zip(matches.get_many::<T>(argument).into_iter().flatten())
}
