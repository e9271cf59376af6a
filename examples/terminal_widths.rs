//! Measures how wide the terminal draws difficult characters, and lists those that simscope counts differently.
//!
//! The characters are wide and ambiguous letters, accents, emoji sequences, and the replacements for control and
//! invisible characters. The program draws each of them at the start of a line and queries the cursor position. With
//! the name of a file, it writes the results to that file.

use std::io::{self, Write};

use crossterm::{
    cursor::{self, MoveToColumn},
    execute,
    style::Print,
    terminal::{self, Clear, ClearType},
};
use simscope::app::{clean, width};

const TABLE: &[(&str, &[&str])] = &[
    ("Latin", &["a", "é", "ß", "ﬁ"]),
    ("Han, kana, hangul", &["汉", "𠀀", "か", "ｶ", "각", "가", "，", "《", "　"]),
    ("ambiguous", &["±", "×", "…", "—", "“", "”", "·", "→", "①", "α", "Ж", "│", "█", "▁", "°"]),
    ("combining", &["e\u{301}", "n\u{303}\u{323}", "か\u{3099}", "क\u{94d}", "ि", "ل\u{651}", "ש\u{5b0}", "\u{301}"]),
    ("emoji", &["👩", "⌚", "☺", "❤", "🇨🇳", "👍🏽"]),
    (
        "emoji in sequences",
        &["❤\u{fe0f}", "☺\u{fe0f}", "1\u{fe0f}\u{20e3}", "👩\u{200d}👩\u{200d}👧", "🏴\u{e0067}\u{e007f}"],
    ),
    ("stand-ins", &["\u{1b}", "\u{9b}", "\u{200b}", "\u{202e}", "\u{ad}", "\t", "\u{feff}", "\u{2028}"]),
];

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    let mut said = Vec::new();
    let mut asked = 0;
    terminal::enable_raw_mode()?;
    for (kind, clusters) in TABLE {
        for cluster in *clusters {
            let shown = clean(cluster);
            execute!(out, MoveToColumn(0), Clear(ClearType::CurrentLine), Print(&shown))?;
            out.flush()?;
            let drawn = usize::from(cursor::position()?.0);
            asked += 1;
            if drawn != width(cluster) {
                said.push(format!("{kind}: {} takes {drawn}, counted {}", cluster.escape_unicode(), width(cluster)));
            }
        }
    }
    execute!(out, MoveToColumn(0), Clear(ClearType::CurrentLine))?;
    terminal::disable_raw_mode()?;
    said.push(format!("{} of {asked} are as wide as simscope counts them.", asked - said.len()));
    let said = said.join("\n");
    match std::env::args_os().nth(1) {
        Some(file) => std::fs::write(file, said),
        None => writeln!(out, "{said}"),
    }
}
