//! Completion of the command line. The scripts of most shells ask the program, so they know its libraries and lessons
//! too: with [`VARIABLE`] in the environment it answers them and does nothing else. Nushell gets a script that knows
//! all by itself.

use std::{
    env,
    ffi::{OsStr, OsString},
    io::{self, Write},
};

use clap::{Arg, Command, CommandFactory, ValueEnum, builder::PossibleValuesParser};
use clap_complete::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, aot, engine::ValueCompleter, env::Shells,
};
use clap_complete_nushell::Nushell;

use super::Arguments;
use crate::{
    lesson::included,
    locale::Lang,
    manual::topics,
    review::filter::completions,
    simhash::{FeatureHash, Profile},
    store::named_libraries,
};

/// Holds the name of a shell that asks.
const VARIABLE: &str = "SIMSCOPE_COMPLETE";

/// The shells that there are scripts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Shell {
    Bash,
    Elvish,
    Fish,
    Nushell,
    Powershell,
    Zsh,
}

/// Writes the script for a shell.
pub(super) fn write(out: &mut dyn Write, shell: Shell) -> io::Result<()> {
    let name = shell.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    if let Some(asking) = Shells::builtins().completer(&name) {
        asking.write_registration(VARIABLE, "simscope", "simscope", "simscope", out)
    } else {
        aot::generate(Nushell, &mut suggesting(), "simscope", out);
        Ok(())
    }
}

/// Answers the script of a shell; `None` where none asks. `arguments` are those of the program: its name, `--`, and the
/// command line as it is typed.
pub(super) fn answer(arguments: &[OsString], out: &mut dyn Write) -> Option<io::Result<()>> {
    let shell = env::var(VARIABLE).ok().filter(|shell| !shell.is_empty())?;
    let shells = Shells::builtins();
    let shell = shells.completer(&shell)?;
    let typed = arguments.iter().skip_while(|argument| *argument != "--").skip(1).cloned().collect();
    Some(shell.write_complete(&mut suggesting(), typed, env::current_dir().ok().as_deref(), out))
}

/// The command line with values to suggest for settings that take more than these: a suggestion excludes nothing.
fn suggesting() -> Command {
    let encodings = ["utf-8", "utf-16le", "utf-16be", "gb18030", "gbk", "big5", "shift_jis", "euc-jp", "euc-kr"];
    let tokens =
        ["jieba", "words", "chars:2", "chars:3", "word-ngrams:2", "word-ngrams:3", "space", "java-space", "given"];
    let lists: [(&str, Vec<&'static str>); 8] = [
        ("recipe", Profile::named().map(|profile| profile.name).collect()),
        ("tokens", tokens.into()),
        ("fold", vec!["none", "case", "nfkc", "no-urls", "no-urls+no-numbers"]),
        ("weight", vec!["tf", "tfidf", "tfsqrtidf", "mintfsqrtidf:5", "lntfidf", "1+lntf", "binary", "given"]),
        ("hash", FeatureHash::ALL.map(FeatureHash::name).into()),
        ("bits", vec!["32", "64", "128"]),
        ("tie", vec!["gt", "ge"]),
        ("encoding", encodings.into()),
    ];
    let mut command = in_all(Arguments::command(), &|argument| match argument.get_id().as_str() {
        "library" => argument.add(ArgValueCompleter::new(or_file(named_libraries))),
        "lesson" | "lessons" => argument.add(ArgValueCompleter::new(or_file(lessons))),
        "topic" => argument.add(ArgValueCandidates::new(|| candidates(topics().iter().map(|topic| topic.name)))),
        "filter" => argument.add(ArgValueCompleter::new(filters)),
        name => match lists.iter().find(|(list, _)| *list == name) {
            Some((_, values)) => argument.value_parser(PossibleValuesParser::new(values)),
            None => argument,
        },
    });
    command.set_bin_name("simscope");
    command.build();
    command
}

/// Changes the arguments of a command and of those below it.
fn in_all(command: Command, change: &dyn Fn(Arg) -> Arg) -> Command {
    command.mut_args(change).mut_subcommands(|sub| in_all(sub, change))
}

/// Names that begin as typed, and files.
fn or_file(names: fn() -> Vec<String>) -> impl Fn(&OsStr) -> Vec<CompletionCandidate> + Send + Sync {
    move |typed: &OsStr| {
        let begins = |name: &String| typed.to_str().is_some_and(|typed| name.starts_with(typed));
        let mut all = candidates(names().into_iter().filter(begins));
        all.extend(PathCompleter::any().complete(typed));
        all
    }
}

fn lessons() -> Vec<String> {
    included().iter().map(|lesson| lesson.name.to_owned()).collect()
}

/// The words that may follow in a filter, in the language of those typed.
fn filters(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let lang = if typed.is_ascii() { Lang::En } else { Lang::Zh };
    let whole = |completion: crate::review::filter::Completion| {
        let Some(before) = typed.get(..completion.at.start) else { return completion.text };
        format!("{before}{}", completion.text)
    };
    candidates(completions(typed, lang).into_iter().map(whole))
}

fn candidates(names: impl Iterator<Item = impl Into<OsString>>) -> Vec<CompletionCandidate> {
    names.map(CompletionCandidate::new).collect()
}
