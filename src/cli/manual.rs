//! `simscope manual`: the topics, or one of them, in a pager on a terminal and plain elsewhere.

use std::{
    env,
    fmt::Write as _,
    io::{self, IsTerminal, Write as _},
    process::{Command, Stdio},
};

use clap::{Args, ValueEnum, error::ErrorKind};

use super::{
    Code, CommandError, man, print,
    settings::{Colours, END, PrintFlags},
    start::Startup,
    usage,
};
use crate::{
    locale::Lang,
    manual::{self, Look, Topic},
    say, t,
    text::pad_end,
};

/// Lines of text are not longer than this many cells, on wide terminals too.
const LONGEST: usize = 100;

/// `simscope manual`.
#[derive(Debug, Args)]
pub(super) struct ManualArguments {
    /// A topic, such as opening, review or filters
    topic: Option<String>,
    /// Output format: text, or a man page of the commands and options
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    format: ManualFormat,
    #[command(flatten)]
    print: PrintFlags,
}

/// A form of the manual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ManualFormat {
    #[default]
    Text,
    Man,
}

pub(super) fn run(arguments: ManualArguments, start: Startup) -> Result<Code, CommandError> {
    let ManualArguments { topic, format, print: looks } = arguments;
    let settings = &start.with(looks).warned().resolve(&[])?;
    let lang = settings.lang;
    let topic = topic.map(|name| say::topic(&name, lang)).transpose();
    let topic = topic.map_err(|message| usage("manual", ErrorKind::InvalidValue, &message))?;
    if format == ManualFormat::Man {
        if topic.is_some() {
            let message = "--format man is the page of the commands; a topic is text";
            return Err(usage("manual", ErrorKind::ArgumentConflict, message));
        }
        return Ok(print(Code::Done, lang, man::write));
    }
    let Some(topic) = topic else {
        return Ok(print(Code::Done, lang, |out| out.write_all(topics(lang).as_bytes())));
    };
    let text = text_of(&manual::topics()[topic], lang, Colours::of_output(settings.config.color()));
    if io::stdout().is_terminal() && paged(&text) {
        return Ok(Code::Done);
    }
    Ok(print(Code::Done, lang, |out| out.write_all(text.as_bytes())))
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

#[cfg(test)]
mod tests {
    //! The commands in the manual and in the README, against the arguments that the program takes.

    use std::collections::BTreeSet;

    use clap::{Command, CommandFactory, Parser, error::ErrorKind};

    use crate::{
        cli::Arguments,
        locale::Lang,
        manual::{self, Block, Look, Piece},
    };

    /// The blocks of the manual and of the README, in both languages, each with its file.
    fn blocks() -> Vec<(String, Block)> {
        let readme = [
            ("README.md", include_str!("../../README.md")),
            ("zh/README.md", include_str!("../../assets/manual/zh/README.md")),
        ];
        let topics = manual::topics().iter().flat_map(|topic| {
            [(Lang::En, "en"), (Lang::Zh, "zh")]
                .map(|(lang, folder)| (format!("{folder}/{}.md", topic.name), topic.text(lang)))
        });
        let all = readme.into_iter().map(|(name, text)| (name.to_owned(), text)).chain(topics);
        all.flat_map(|(name, text)| manual::parse(text).into_iter().map(move |block| (name.clone(), block))).collect()
    }

    /// The words of each simple command of a shell script: quotes and comments as a shell has them, no expansion.
    fn commands(script: &str) -> Vec<Vec<String>> {
        let (mut all, mut words, mut word) = (vec![], vec![], None::<String>);
        let mut quote = None;
        let mut chars = script.chars().peekable();
        while let Some(c) = chars.next() {
            match (quote, c) {
                (Some(q), c) if c == q => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None, '#') if word.is_none() => while chars.next_if(|&c| c != '\n').is_some() {},
                (None, '\\') => _ = chars.next(),
                (None, '|' | '&' | ';' | '\n' | '(' | ')' | '<' | '>') => {
                    words.extend(word.take());
                    // The file of a redirection is a word of its own command, which is none of the program's.
                    all.push(std::mem::take(&mut words));
                }
                (None, c) if c.is_whitespace() => words.extend(word.take()),
                (_, c) => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        all.push(words);
        let is_setting = |word: &String| {
            word.split_once('=').is_some_and(|(name, _)| name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
        };
        for words in &mut all {
            let settings = words.iter().take_while(|word| is_setting(word)).count();
            words.drain(..settings);
        }
        all.retain(|words| words.first().is_some_and(|word| word == "simscope"));
        all
    }

    #[test]
    fn every_command_in_the_manual_is_one() {
        let names: BTreeSet<String> =
            Arguments::command().get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
        let mut tried = 0;
        for (file, block) in blocks() {
            let Block::Code(lines) = block else { continue };
            // A session shows its commands behind a dollar.
            let sessions: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("$ ")).collect();
            let script = if sessions.is_empty() { lines.join("\n") } else { sessions.join("\n") };
            for words in commands(&script) {
                tried += 1;
                let said = words.join(" ");
                if let Some(word) = words.get(1).filter(|word| word.bytes().all(|b| b.is_ascii_lowercase())) {
                    assert!(names.contains(word), "{file}: {said}");
                }
                if let Err(error) = Arguments::try_parse_from(&words) {
                    // A list of names is read at once, and here there is none.
                    let no_list = error.kind() == ErrorKind::ValueValidation && said.contains("--files-from");
                    assert!(no_list, "{file}: {said}\n{error}");
                }
            }
        }
        assert!(tried > 150, "{tried} commands are read");
    }

    /// All long options of a command and of those below it.
    fn options(command: &Command, all: &mut BTreeSet<String>) {
        for argument in command.get_arguments() {
            let names = argument.get_long().into_iter().chain(argument.get_all_aliases().into_iter().flatten());
            all.extend(names.map(|name| format!("--{name}")));
        }
        command.get_subcommands().for_each(|sub| options(sub, all));
    }

    #[test]
    fn every_option_in_the_text_is_one() {
        let mut command = Arguments::command();
        command.build();
        let mut known = BTreeSet::from(["--".to_owned()]);
        options(&command, &mut known);
        let mut tried = 0;
        for (file, block) in blocks() {
            let pieces: Vec<&Piece> = match &block {
                Block::Paragraph(pieces) | Block::Item(.., pieces) | Block::Quote(pieces) => pieces.iter().collect(),
                Block::Table(rows) => rows.iter().flatten().flatten().collect(),
                _ => continue,
            };
            for piece in pieces.into_iter().filter(|piece| piece.look == Look::Code && !piece.text.contains("cargo")) {
                for word in piece.text.split([' ', '=', '|']).filter(|word| word.starts_with("--")) {
                    tried += 1;
                    assert!(known.contains(word), "{file}: {}", piece.text);
                }
            }
        }
        assert!(tried > 100, "{tried} options are read");
    }
}
