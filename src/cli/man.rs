//! `simscope manual --format man`: the manual page, made of what `--help` says and of what only a manual has room for.

use std::io::{self, Write};

use clap::{Arg, Command, CommandFactory};
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

use super::{Arguments, help};

/// Writes the page in roff, in ASCII, which every formatter reads.
pub(super) fn write(out: &mut dyn Write) -> io::Result<()> {
    let mut page = Vec::new();
    sections(&mut page)?;
    for c in String::from_utf8_lossy(&page).chars() {
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
    roff.text([
        bold("simscope manual"),
        roman(", "),
        bold("diff"),
        roman("(1), "),
        bold("patch"),
        roman("(1), "),
        bold("find"),
        roman("(1)"),
    ]);
    roff.to_writer(out)
}

fn synopsis(out: &mut dyn Write, command: &Command) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]).text([bold("simscope"), roman(" [OPTIONS] [FILE]...")]);
    for sub in command.get_subcommands() {
        roff.control("br", []).text([roman(usage(sub))]);
    }
    roff.to_writer(out)
}

/// What `--help` says behind `Usage:`.
fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.trim_start_matches("Usage: ").to_owned()
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
        roff.control("SS", []).text([roman(usage(sub))]);
        let about = sub.get_long_about().or_else(|| sub.get_about()).map(ToString::to_string).unwrap_or_default();
        for paragraph in about.split("\n\n") {
            roff.control("PP", []).text([roman(paragraph)]);
        }
        for one in sub.get_subcommands() {
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            roff.control("TP", []).text([bold(usage(one))]).text([roman(about)]);
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
