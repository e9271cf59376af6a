//! `simscope manual`: the topics, or one of them, in a pager on a terminal and plain elsewhere.

#[cfg(test)]
mod tests;

use std::{
    env,
    fmt::Write as _,
    io::{self, IsTerminal, Write as _},
    process::{Command, Stdio},
};

use clap::error::ErrorKind;

use super::{
    Code, CommandError, print,
    settings::{Colours, END},
    start::Startup,
    usage,
};
use crate::{
    locale::Lang,
    manual::{self, Look, Topic},
    t,
    text::pad_end,
};

/// Lines of text are not longer than this many cells, on wide terminals too.
const LONGEST: usize = 100;

pub(super) fn run(topic: Option<&str>, start: Startup) -> Result<Code, CommandError> {
    let settings = &start.warned().resolve(&[])?;
    let lang = settings.lang;
    let Some(name) = topic else {
        return Ok(print(Code::Done, lang, |out| out.write_all(topics(lang).as_bytes())));
    };
    let text = text_of(of_name(name, lang)?, lang, Colours::of_output(settings.config.color()));
    if io::stdout().is_terminal() && paged(&text) {
        return Ok(Code::Done);
    }
    Ok(print(Code::Done, lang, |out| out.write_all(text.as_bytes())))
}

/// The topic of that name.
///
/// # Errors
/// If there is none, with the names that there are.
pub(super) fn of_name(name: &str, lang: Lang) -> Result<&'static Topic, CommandError> {
    let found = manual::find(name).map(|at| &manual::topics()[at]);
    found.ok_or_else(|| {
        let names: Vec<&str> = manual::topics().iter().map(|topic| topic.name).collect();
        let message = t!(lang, "manual.unknown", name = crate::document::safe_name(name), all = names.join(", "));
        usage("manual", ErrorKind::InvalidValue, &message)
    })
}

/// The topics, a line each.
fn topics(lang: Lang) -> String {
    let mut out = String::new();
    for topic in manual::topics() {
        let _ = writeln!(out, "{} {}", pad_end(topic.name, 12), topic.title(lang));
    }
    let _ = writeln!(out, "\n{}", t!(lang, "manual.hint"));
    out
}

fn text_of(topic: &Topic, lang: Lang, colours: Option<Colours>) -> String {
    let columns = crossterm::terminal::size().map_or(LONGEST, |(columns, _)| usize::from(columns));
    let mut out = String::new();
    for line in manual::lines(&topic.blocks(lang), columns.clamp(40, LONGEST)) {
        let mut row = String::new();
        for piece in &line.pieces {
            match colours.filter(|_| piece.look != Look::Plain && !piece.text.trim().is_empty()) {
                Some(colours) => _ = write!(row, "{}{}{END}", colours.bold, piece.text),
                None => row.push_str(&piece.text),
            }
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

/// Shows the text in the pager of the environment, else in `less`. False if it cannot be started.
fn paged(text: &str) -> bool {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let pager = set("PAGER").unwrap_or_else(|| "less".into());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if set("LESS").is_none() {
        // Leave at once what fits, and show bold text as such.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // A reader who leaves early closes it.
        _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.success())
}
