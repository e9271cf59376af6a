//! A topic as a man page of section 7. Writes roff, in UTF-8.

use std::fmt::Write;

use super::{Block, Look, Piece, Topic, plain};
use crate::locale::Lang;

/// The page `simscope-TOPIC(7)`.
pub(crate) fn man_page(topic: &Topic, lang: Lang) -> String {
    let (name, version) = (topic.name, env!("CARGO_PKG_VERSION"));
    let mut out = String::new();
    let _ = writeln!(out, ".TH SIMSCOPE-{} 7 \"\" \"simscope {version}\" \"simscope\"", name.to_uppercase());
    // Options and paths are not hyphenated.
    out.push_str(".nh\n.ad l\n");
    let _ = writeln!(out, ".SH NAME\nsimscope\\-{name} \\- {}", escaped(topic.title(lang)));
    let mut begun = false;
    for block in &topic.blocks(lang) {
        match block {
            Block::Heading(1, _) => continue,
            Block::Heading(level, _) => {
                let _ = writeln!(
                    out,
                    ".{} \"{}\"",
                    if *level == 2 { "SH" } else { "SS" },
                    escaped(&plain(block)).replace('"', "\\(dq")
                );
                begun = true;
                continue;
            }
            _ if !begun => out.push_str(".SH DESCRIPTION\n"),
            _ => {}
        }
        begun = true;
        match block {
            Block::Heading(..) | Block::Picture(_) => {}
            Block::Paragraph(text) => _ = writeln!(out, ".PP\n{}", line(text)),
            Block::Item(_, mark, text) => {
                let mark = if mark == "-" { "\\(bu" } else { mark };
                let _ = writeln!(out, ".IP {mark} 4\n{}", line(text));
            }
            Block::Quote(text) => _ = writeln!(out, ".RS 4\n.PP\n{}\n.RE", line(text)),
            Block::Code(lines) => {
                let lines: Vec<String> = lines.iter().map(|line| guarded(&escaped(line))).collect();
                let _ = writeln!(out, ".PP\n.RS 4\n.nf\n{}\n.fi\n.RE", lines.join("\n"));
            }
            Block::Table(rows) => table(&mut out, rows),
        }
    }
    out
}

/// Each row by its first cell, with the others below, under the names of their columns where there are several.
fn table(out: &mut String, rows: &[Vec<Vec<Piece>>]) {
    let Some((head, rows)) = rows.split_first() else { return };
    for row in rows {
        let Some((first, others)) = row.split_first() else { continue };
        let _ = writeln!(out, ".TP\n{}", line(first));
        let named = others.len() > 1;
        let said: Vec<String> = others
            .iter()
            .zip(&head[1..])
            .filter(|(cell, _)| !cell.is_empty())
            .map(|(cell, name)| {
                let name: String = name.iter().map(|piece| escaped(&piece.text)).collect();
                if named && !name.is_empty() { format!("\\fI{name}\\fR: {}", unguarded(cell)) } else { unguarded(cell) }
            })
            .collect();
        let _ = writeln!(out, "{}", guarded(&said.join("\n.br\n")));
    }
}

/// Pieces on a line of their own.
fn line(pieces: &[Piece]) -> String {
    guarded(&unguarded(pieces))
}

fn unguarded(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        let font = match piece.look {
            Look::Plain => "",
            Look::Strong | Look::Code => "\\fB",
            Look::Emphasis => "\\fI",
        };
        out.push_str(font);
        out.push_str(&escaped(&piece.text));
        if !font.is_empty() {
            out.push_str("\\fR");
        }
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// A dot or a quote would begin a request.
fn guarded(line: &str) -> String {
    if line.starts_with(['.', '\'']) || line.is_empty() { format!("\\&{line}") } else { line.to_owned() }
}
