//! `simscope manual --format man`: the manual page, made of what `--help` says and of what only a manual has room for;
//! and the topics of the manual as pages of section 7.

use std::io::{self, Write};

use clap::{Arg, Command, CommandFactory};
use clap_mangen::{
    Man,
    roff::{Inline, Roff, bold, italic, line_break, roman},
};

use super::{Arguments, help};
use crate::{
    locale::Lang,
    manual::{Block, Look, Piece, Topic, plain, topics},
};

/// Writes the page in roff, in ASCII, which every formatter reads.
pub(super) fn write(out: &mut dyn Write) -> io::Result<()> {
    let mut page = Vec::new();
    sections(&mut page)?;
    ascii(out, &page)
}

/// Writes a topic of the manual as the page `simscope-TOPIC(7)`, in ASCII too.
pub(super) fn topic(out: &mut dyn Write, topic: &Topic, lang: Lang) -> io::Result<()> {
    ascii(out, topic_page(topic, lang).as_bytes())
}

fn ascii(out: &mut dyn Write, page: &[u8]) -> io::Result<()> {
    for c in String::from_utf8_lossy(page).chars() {
        if c.is_ascii() {
            write!(out, "{c}")?;
        } else {
            write!(out, "\\[u{:04X}]", u32::from(c))?;
        }
    }
    Ok(())
}

fn sections(out: &mut dyn Write) -> io::Result<()> {
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    let man = Man::new(command.clone());
    // Not `render_title`, which omits an empty date, so that what follows is taken for it.
    writeln!(out, ".TH SIMSCOPE 1 \"\" \"simscope {}\" \"User Commands\"", env!("CARGO_PKG_VERSION"))?;
    man.render_name_section(out)?;
    synopsis(out, &command)?;
    man.render_description_section(out)?;
    commands(out, &command)?;
    man.render_options_section(out)?;
    for (heading, entries) in [("EXIT STATUS", EXIT), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)] {
        let mut roff = Roff::new();
        roff.control("SH", [heading]);
        for (term, text) in entries {
            roff.control("TP", []).text([bold(*term)]).text([roman(*text)]);
        }
        roff.to_writer(out)?;
    }
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    for text in
        [help::ALL, help::COMPARE, help::HASH, help::EXPLAIN, help::DIFF, help::STEP, help::LESSON, help::COMPLETIONS]
    {
        // Without the heading, and without the text below the examples.
        let lines = text.lines().skip(1).take_while(|line| !line.is_empty());
        roff.control("PP", []).control("nf", []);
        lines.for_each(|line| _ = roff.text([roman(line)]));
        roff.control("fi", []);
    }
    roff.control("SH", ["SEE ALSO"]);
    for topic in topics() {
        roff.text([bold(format!("simscope-{}", topic.name)), roman("(7),")]);
    }
    roff.text([bold("diff"), roman("(1), "), bold("patch"), roman("(1), "), bold("find"), roman("(1)")]);
    roff.to_writer(out)
}

fn synopsis(out: &mut dyn Write, command: &Command) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]).text([bold("simscope"), roman(" [OPTIONS] [FILE]...")]);
    for sub in command.get_subcommands() {
        roff.control("br", []).text([bold(format!("simscope {}", sub.get_name())), roman(operands(sub))]);
    }
    roff.to_writer(out)
}

/// The operands, as the synopsis has them behind a command's name.
fn operands(sub: &Command) -> String {
    if matches!(sub.get_name(), "explain" | "diff") {
        return " [OPTIONS] FILE FILE".to_owned();
    }
    if sub.has_subcommands() {
        return " COMMAND [OPTIONS]".to_owned();
    }
    let operand = sub.get_positionals().next().map(|argument| {
        let name = argument.get_value_names().and_then(<[_]>::first).map_or("FILE", |name| name.as_str());
        if argument.is_required_set() { format!(" {name}") } else { format!(" {name}...") }
    });
    format!(" [OPTIONS]{}", operand.unwrap_or_default())
}

/// Options of the screens that not every command has, so that each says them for itself: exclusions and the library.
const OWN: [&str; 5] = ["kinds", "patterns", "base", "common", "library"];

/// Each command with the options that it alone has.
fn commands(out: &mut dyn Write, command: &Command) -> io::Result<()> {
    let shared = |argument: &Arg| {
        let id = argument.get_id();
        !OWN.contains(&id.as_str()) && command.get_arguments().any(|all| all.get_id() == id)
    };
    let mut roff = Roff::new();
    roff.control("SH", ["COMMANDS"]);
    roff.to_writer(out)?;
    for sub in command.get_subcommands() {
        let mut roff = Roff::new();
        roff.control("SS", [format!("simscope {}{}", sub.get_name(), operands(sub)).as_str()]);
        let about = sub.get_long_about().or_else(|| sub.get_about()).map(ToString::to_string).unwrap_or_default();
        for paragraph in about.split("\n\n") {
            roff.control("PP", []).text([roman(paragraph)]);
        }
        for one in sub.get_subcommands() {
            let name = format!("{} {}{}", sub.get_name(), one.get_name(), operands(one).replace(" [OPTIONS]", ""));
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            roff.control("TP", []).text([bold(name)]).text([roman(about)]);
        }
        roff.to_writer(out)?;
        let own = sub.get_arguments().filter(|argument| !shared(argument)).cloned();
        let alone = Command::new("simscope").disable_help_flag(true).args(own);
        let mut options = Vec::new();
        Man::new(alone).render_options_section(&mut options)?;
        // They are listed under the command, not under headings of their own.
        let options = String::from_utf8_lossy(&options);
        for line in options.lines().filter(|line| !line.starts_with(".SH")) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn topic_page(topic: &Topic, lang: Lang) -> String {
    let version = format!("simscope {}", env!("CARGO_PKG_VERSION"));
    let mut roff = Roff::new();
    // The empty date is an argument too.
    roff.control("TH", [&*format!("SIMSCOPE-{}", topic.name.to_uppercase()), "7", "\"\"", &version, "simscope"]);
    // Options and paths are not hyphenated.
    roff.control("nh", []).control("ad", ["l"]);
    roff.control("SH", ["NAME"]).text([roman(format!("simscope-{} - {}", topic.name, topic.title(lang)))]);
    let blocks = topic.blocks(lang);
    let described = |block: &&Block| !matches!(block, Block::Heading(1, _));
    if !matches!(blocks.iter().find(described), Some(Block::Heading(..))) {
        roff.control("SH", ["DESCRIPTION"]);
    }
    for block in blocks.iter().filter(described) {
        match block {
            // A text on a line of its own is escaped, an argument is not.
            Block::Heading(2, _) => _ = roff.control("SH", []).text([roman(plain(block))]),
            Block::Heading(..) => _ = roff.control("SS", []).text([roman(plain(block))]),
            Block::Picture(_) => {}
            Block::Paragraph(text) => _ = roff.control("PP", []).text(inlines(text)),
            Block::Item(_, mark, text) => {
                let mark = if mark == "-" { "\\(bu" } else { mark };
                roff.control("IP", [mark, "4"]).text(inlines(text));
            }
            Block::Quote(text) => {
                roff.control("RS", ["4"]).control("PP", []).text(inlines(text)).control("RE", []);
            }
            Block::Code(lines) => {
                roff.control("PP", []).control("RS", ["4"]).control("nf", []);
                for line in lines {
                    roff.text([roman(line)]);
                }
                roff.control("fi", []).control("RE", []);
            }
            Block::Table(rows) => table(&mut roff, rows),
        }
    }
    roff.to_roff()
}

/// Each row by its first cell, with the others below, under the names of their columns where there are several.
fn table(roff: &mut Roff, rows: &[Vec<Vec<Piece>>]) {
    let Some((head, rows)) = rows.split_first() else { return };
    for row in rows {
        let Some((first, others)) = row.split_first() else { continue };
        roff.control("TP", []).text(inlines(first));
        let mut text = Vec::new();
        for (cell, name) in others.iter().zip(&head[1..]).filter(|(cell, _)| !cell.is_empty()) {
            if !text.is_empty() {
                text.push(line_break());
            }
            let name: String = name.iter().map(|piece| piece.text.as_str()).collect();
            if others.len() > 1 && !name.is_empty() {
                text.extend([italic(name), roman(": ")]);
            }
            text.extend(inlines(cell));
        }
        roff.text(text);
    }
}

fn inlines(pieces: &[Piece]) -> Vec<Inline> {
    let inline = |Piece { text, look, .. }: &Piece| match look {
        Look::Plain => roman(text),
        Look::Strong | Look::Code => bold(text),
        Look::Emphasis => italic(text),
    };
    pieces.iter().map(inline).collect()
}

const EXIT: &[(&str, &str)] = &[
    (
        "0",
        "compare, and no command without a terminal: a near-duplicate was found. diff: the texts are the same. \
           Else: done.",
    ),
    ("1", "compare, and no command without a terminal: no near-duplicate was found. diff: the texts differ."),
    (
        "2",
        "Error: a wrong option, a document that cannot be read, fingerprints that cannot be compared, an output that \
           cannot be written. All other results are printed.",
    ),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    (
        "LC_ALL, LC_MESSAGES, LANG",
        "The language of the results is Chinese where these name a Chinese locale, and English \
                                   otherwise; --lang overrides them.",
    ),
    ("NO_COLOR", "If set and not empty, there are no colours, unless --color says so."),
    ("SIMSCOPE_CONFIG", "The file of settings; none for no file."),
    ("SIMSCOPE_...", "Any setting, by its name in capitals, with _ for -, such as SIMSCOPE_HIDE_NAMES."),
    ("SIMSCOPE_REDIS_PASSWORD", "The password of the server, where --library is a URL of Redis without one."),
    (
        "SIMSCOPE_REDIS_PASSWORD_FILE",
        "A file that has this password on its only line, where the password itself is not set.",
    ),
    ("SSL_CERT_FILE", "Certificates to be trusted for such a URL with TLS, in place of those of the system."),
    ("REDUCE_MOTION", "If set and neither empty nor 0, the same as motion = false."),
    ("TERM, COLORTERM", "How many colours the terminal has; none where TERM is dumb."),
];

const FILES: &[(&str, &str)] = &[
    (
        "$XDG_CONFIG_HOME/simscope/config.toml",
        "The settings; usually ~/.config/simscope/config.toml. simscope config init writes one, with every setting \
         explained.",
    ),
    ("$XDG_STATE_HOME/simscope/", "The report written if the program crashes; usually ~/.local/state/simscope."),
    (
        "$XDG_CACHE_HOME/simscope/reviews/",
        "The texts and numbers of the files of reviews and exports, so that these open faster the next time; usually \
         ~/.cache/simscope/reviews. It may be removed at any time; cache = false does without.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_page_has_no_request_of_a_text() {
        for topic in topics() {
            for lang in [Lang::En, Lang::Zh] {
                for line in topic_page(topic, lang).lines().filter(|line| line.starts_with(['.', '\''])) {
                    let known =
                        [".TH", ".SH", ".SS", ".PP", ".IP", ".TP", ".RS", ".RE", ".nf", ".fi", ".br", ".nh", ".ad"];
                    assert!(known.iter().any(|request| line.starts_with(request)), "{}: {line}", topic.name);
                }
            }
        }
    }
}
