//! `simscope difftool`: two versions of a file, as git hands them over.
//!
//! | git calls with | for |
//! |---|---|
//! | `LOCAL REMOTE` | `git difftool`: the screens, at the differences; without a terminal, as below |
//! | `PATH OLD HEX MODE NEW HEX MODE [NEW-PATH SCORE]` | `GIT_EXTERNAL_DIFF`, `diff.NAME.command`: as `simscope diff` |
//! | `PATH` | the same, of a file with a conflict |
//!
//! The exit code is 0 even for a file that cannot be read: git takes any other for a crash and stops at that file.

use std::ffi::{OsStr, OsString};

use clap::{Args, ValueHint, error::ErrorKind};

use super::{
    Code, CommandError,
    arguments::EFFECTS,
    changes::Changes,
    diff::text,
    has_screens, print,
    rights::CommandRights,
    screens_failed,
    settings::{ResolvedSettings, ScreenFlags},
    start::Startup,
    start_threads, usage,
};
use crate::{
    batch::{Work, stream::read},
    document::{Source, safe_name},
    simhash::sketch,
    t, tui,
};

/// `simscope difftool`.
#[derive(Debug, Args)]
pub(super) struct DifftoolArguments {
    /// Two files; or what git gives an external diff: PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true, num_args = 1..)]
    given: Vec<OsString>,
    #[command(flatten)]
    settings: ScreenFlags,
}

pub(super) fn run(arguments: DifftoolArguments, start: Startup) -> Result<Code, CommandError> {
    let DifftoolArguments { given, settings } = arguments;
    let screens = given.len() == 2 && has_screens();
    let start = start.with(settings).warned_unless(screens);
    let settings = start.resolve(&[])?;
    if screens {
        start_threads();
    } else {
        CommandRights::default().keep_only();
    }
    match given.as_slice() {
        [path] => Ok(conflict(path, &settings)),
        [local, remote] if screens => {
            let done = tui::differences([local, remote].map(|file| version(file, 1)), &settings.config, start.errors);
            Ok(done.map_or_else(|error| screens_failed(&error, settings.lang), |()| Code::Done))
        }
        [local, remote] => Ok(differences([local, remote], &[local, remote].map(name), &settings)),
        [path, old, _, _, new, _, _, renamed @ ..] if renamed.len() != 1 && renamed.len() < 3 => {
            let names = [("a/", path), ("b/", renamed.first().unwrap_or(path))];
            Ok(differences([old, new], &names.map(|(side, path)| format!("{side}{}", name(path))), &settings))
        }
        _ => {
            let message = format!("difftool takes 2 files, or the 7 or 9 arguments of git, not {}", given.len());
            Err(usage("difftool", ErrorKind::WrongNumberOfValues, &message))
        }
    }
}

/// Prints the differences of two versions under these names.
fn differences(files: [&OsString; 2], names: &[String; 2], settings: &ResolvedSettings) -> Code {
    let [a, b] = files;
    let sources = vec![version(a, 1), version(b, 2)];
    let entries = read(sources, Work::Compare, |document| Ok((sketch(&document.text, &settings.recipe)?, document)));
    print(Code::Done, settings.lang, |out| {
        let mut read = Vec::new();
        for (entry, name) in entries.iter().zip(names) {
            match &entry.seen {
                Ok(seen) => read.push((name.as_str(), &seen.made)),
                Err(failure) => writeln!(out, "{name}: {}", safe_name(&failure.message(&entry.source, settings.lang)))?,
            }
        }
        if let [(name_a, (sketch_a, a)), (name_b, (sketch_b, b))] = read[..] {
            let changes = Changes::new([name_a, name_b], [a, b], [*sketch_a, *sketch_b], &[], settings);
            text::marked_words(out, &changes, None, EFFECTS)?;
        }
        writeln!(out)
    })
}

/// A version that git hands over: a file, or the null device where the file is new or deleted.
fn version(file: &OsStr, nth: usize) -> Source {
    if file == "/dev/null" || file.eq_ignore_ascii_case("nul") {
        Source::Text { nth, text: "".into() }
    } else {
        Source::File(file.into())
    }
}

fn name(path: &OsString) -> String {
    safe_name(&path.to_string_lossy())
}

fn conflict(path: &OsString, settings: &ResolvedSettings) -> Code {
    print(Code::Done, settings.lang, |out| writeln!(out, "{}", t!(settings.lang, "cli.conflict", name = name(path))))
}
