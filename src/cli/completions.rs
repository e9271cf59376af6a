//! `simscope completions`: what a shell needs to complete the command line.

use std::io::{self, Write};

use clap::{Command, CommandFactory, builder::PossibleValuesParser};
use clap_complete::{Generator, Shell};

use super::arguments::Arguments;
use crate::simhash::{FeatureHash, Profile};

/// Writes the script for a shell.
pub(super) fn write(out: &mut dyn Write, shell: Shell) -> io::Result<()> {
    let mut command = suggesting();
    command.set_bin_name("simscope");
    command.build();
    shell.try_generate(&command, out)
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
    let suggest = |command: Command, name: &'static str, values: Vec<&'static str>| {
        command.mut_arg(name, |argument| argument.value_parser(PossibleValuesParser::new(values)))
    };
    let command =
        lists.into_iter().fold(Arguments::command(), |command, (name, values)| suggest(command, name, values));
    // Each command has an argument of its own for the encoding.
    command.mut_subcommands(|sub| {
        let own = sub.get_arguments().any(|argument| argument.get_id() == "encoding");
        if own { suggest(sub, "encoding", encodings.into()) } else { sub }
    })
}
