//! `simscope difftool`: two versions of a file, as git hands them over.
//!
//! | git calls with | for |
//! |---|---|
//! | `LOCAL REMOTE [MERGED]` | `git difftool`: the screens, at the differences; without a terminal, as below |
//! | `PATH OLD HEX MODE NEW HEX MODE [NEW-PATH SCORE]` | `GIT_EXTERNAL_DIFF`, `diff.NAME.command`: as `simscope diff` |
//! | `PATH` | the same, of a file with a conflict |
//!
//! The exit code is 0 even for a file that cannot be read: git takes any other for a crash and stops at that file.

use std::ffi::{OsStr, OsString};

use clap::{Args, ValueHint, error::ErrorKind};

use super::{
    Code, CommandError, arguments::EFFECTS, changes::Changes, diff::text, has_screens, print, rights::CommandRights,
    screens_failed, settings::ResolvedSettings, start::Startup, start_threads, usage,
};
use crate::{
    batch::{Work, stream::read},
    document::{Source, safe_name, safe_path},
    locale::Lang,
    simhash::sketch,
    t, tui,
};

/// `simscope difftool`.
#[derive(Debug, Args)]
pub(super) struct DifftoolArguments {
    /// Two files and, optionally, their common path; or the arguments of a git external diff: PATH OLD-FILE OLD-HEX
    /// OLD-MODE NEW-FILE NEW-HEX NEW-MODE
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true, num_args = 1..)]
    given: Vec<OsString>,
}

/// The arguments of the program; those of `simscope difftool` are files, even with a leading `-`, except a lone
/// `--help`. Behind other options the word may be an option's value, so only the first argument counts.
pub(super) fn as_files(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_difftool = arguments.get(1).is_some_and(|command| command == "difftool");
    if is_difftool && arguments[2..] != ["--help"] && arguments[2..] != ["-h"] {
        arguments.insert(2, "--".into());
    }
    arguments
}

pub(super) fn run(arguments: DifftoolArguments, start: Startup) -> Result<Code, CommandError> {
    let given = arguments.given;
    let screens = matches!(given.len(), 2 | 3) && has_screens();
    let start = start.warned_unless(screens);
    let settings = start.resolve(&[])?;
    if screens {
        start_threads();
    } else {
        CommandRights::default().keep_only();
    }
    match given.as_slice() {
        [path] => Ok(conflict(path, &settings)),
        [local, remote, merged @ ..] if merged.len() < 2 => {
            let files = [local, remote];
            let names = match merged {
                [path] => Some(named(files, [path; 2], [None; 2], settings.lang)),
                _ => None,
            };
            if screens {
                let sources = [version(local, 1), version(remote, 2)];
                let done = tui::differences(sources, names, &settings.config, start.errors);
                return Ok(done.map_or_else(|error| screens_failed(&error, settings.lang), |()| Code::Done));
            }
            Ok(differences(files, &names.unwrap_or_else(|| files.map(safe_path)), &settings))
        }
        [path, old, old_hex, _, new, new_hex, _, renamed @ ..] if renamed.len() != 1 && renamed.len() < 3 => {
            let paths = [path, renamed.first().unwrap_or(path)];
            let names = named([old, new], paths, [Some(old_hex), Some(new_hex)], settings.lang);
            Ok(differences([old, new], &names, &settings))
        }
        _ => {
            let message = format!(
                "difftool takes 2 files, with a path behind or not, or the 7 or 9 arguments of git, not {}",
                given.len()
            );
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

/// The names of two versions: their paths, and the beginnings of their hashes; in words where there is none.
fn named(files: [&OsString; 2], paths: [&OsString; 2], hex: [Option<&OsString>; 2], lang: Lang) -> [String; 2] {
    /// As many digits as git shows.
    const SHORT: usize = 7;
    [0, 1].map(|side: usize| {
        if is_null(files[side]) {
            return lang.text(if side == 0 { "cli.new-file" } else { "cli.deleted-file" }).to_owned();
        }
        let path = format!("{}{}", ["a/", "b/"][side], safe_path(paths[side]));
        let hex = hex[side].map(safe_path).map(|hex| hex.chars().take(SHORT).collect::<String>());
        hex.map_or_else(|| path.clone(), |hex| format!("{path}  {hex}"))
    })
}

/// The null device, where a file is new or deleted.
fn is_null(file: &OsStr) -> bool {
    file == "/dev/null" || file.eq_ignore_ascii_case("nul")
}

/// A version that git hands over.
fn version(file: &OsStr, nth: usize) -> Source {
    if is_null(file) { Source::Text { nth, text: "".into() } } else { Source::File(file.into()) }
}

fn conflict(path: &OsString, settings: &ResolvedSettings) -> Code {
    print(Code::Done, settings.lang, |out| {
        writeln!(out, "{}", t!(settings.lang, "cli.conflict", name = safe_path(path)))
    })
}
