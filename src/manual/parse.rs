//! The part of Markdown that the manual is written in, as blocks and pieces of one look.

/// A paragraph or another unit of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// The level is 1 for the title of the topic.
    Heading(usize, Vec<Piece>),
    Paragraph(Vec<Piece>),
    /// An item of a list: how deep it is, its mark, its text.
    Item(usize, String, Vec<Piece>),
    Quote(Vec<Piece>),
    Code(Vec<String>),
    /// Rows of cells, the first of them the head.
    Table(Vec<Vec<Vec<Piece>>>),
    /// The description of a picture.
    Picture(String),
}

/// A stretch of text of one look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Piece {
    pub text: String,
    pub look: Look,
    /// The address that it leads to.
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Look {
    #[default]
    Plain,
    Strong,
    Emphasis,
    Code,
}

/// Reads a topic.
pub(crate) fn parse(source: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        let (text, depth) = (line.trim_start(), (line.len() - line.trim_start().len()) / 2);
        if text.is_empty() {
            continue;
        }
        if text.starts_with("```") {
            blocks.push(Block::Code(
                lines.by_ref().take_while(|line| !line.starts_with("```")).map(Into::into).collect(),
            ));
        } else if let Some(code) = line.strip_prefix("    ") {
            blocks.push(Block::Code(vec![code.into()]));
        } else if text.starts_with('#') {
            let level = text.len() - text.trim_start_matches('#').len();
            blocks.push(Block::Heading(level, pieces(text[level..].trim())));
        } else if text.starts_with('|') {
            let mut rows = vec![cells(text)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                // The second row only says how the columns are set.
                if !row.trim_matches(|c| "|-: ".contains(c)).is_empty() {
                    rows.push(cells(row));
                }
            }
            blocks.push(Block::Table(rows));
        } else if let Some(alt) = text.strip_prefix("![").and_then(|rest| Some(rest.split_once("](")?.0)) {
            blocks.push(Block::Picture(alt.into()));
        } else {
            let (mark, first) = mark(text);
            let mut all = first.to_owned();
            while let Some(next) = lines.next_if(|line| goes_on(line)) {
                join(&mut all, next.trim_start().trim_start_matches("> "));
            }
            let pieces = pieces(&all);
            blocks.push(match mark {
                None => Block::Paragraph(pieces),
                Some(">") => Block::Quote(pieces),
                Some(mark) => Block::Item(depth, mark.into(), pieces),
            });
        }
    }
    blocks
}

/// The mark that begins an item or a quotation, and the text behind it.
fn mark(text: &str) -> (Option<&str>, &str) {
    let Some((first, rest)) = text.split_once(' ') else { return (None, text) };
    let digits = first.strip_suffix('.').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if matches!(first, "-" | ">") || digits { (Some(first), rest) } else { (None, text) }
}

/// Whether a line belongs to the paragraph before it.
fn goes_on(line: &str) -> bool {
    let text = line.trim_start();
    let begins = text.is_empty() || ["```", "#", "|", "!["].iter().any(|mark| text.starts_with(mark));
    !begins && !matches!(mark(text).0, Some(mark) if mark != ">")
}

/// Adds a line: with a space between, but not between two Chinese characters or marks.
fn join(all: &mut String, line: &str) {
    let chinese = |c: Option<char>| c.is_some_and(|c| ('\u{2e80}'..='\u{ffef}').contains(&c));
    if !(chinese(all.chars().last()) || chinese(line.chars().next())) {
        all.push(' ');
    }
    all.push_str(line);
}

fn cells(row: &str) -> Vec<Vec<Piece>> {
    let row = row.trim().trim_start_matches('|');
    // A bar in a cell is written with a backslash.
    let row = row.strip_suffix('|').unwrap_or(row).replace("\\|", "\u{1}");
    row.split('|').map(|cell| pieces(&cell.trim().replace('\u{1}', "|").replace("<br>", "; "))).collect()
}

/// Cuts a line into pieces.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    let mut open = Piece::default();
    let (mut strong, mut emphasis) = (false, false);
    let mut rest = text;
    let mut end = |open: &mut Piece| {
        let done = std::mem::take(open);
        if !done.text.is_empty() {
            all.push(done);
        }
    };
    while let Some(c) = rest.chars().next() {
        if let Some((code, behind)) = rest.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
            end(&mut open);
            end(&mut Piece { text: code.into(), look: Look::Code, link: None });
            rest = behind;
        } else if let Some((inside, target, behind)) = link(rest) {
            end(&mut open);
            for piece in pieces(inside) {
                let look = if piece.look == Look::Plain && strong { Look::Strong } else { piece.look };
                end(&mut Piece { look, link: Some(target.into()), ..piece });
            }
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix("**") {
            end(&mut open);
            strong = !strong;
            rest = behind;
        } else if rest.starts_with('*') && (emphasis || rest[1..].starts_with(|c: char| !c.is_whitespace())) {
            end(&mut open);
            emphasis = !emphasis;
            rest = &rest[1..];
        } else {
            open.text.push(c);
            rest = &rest[c.len_utf8()..];
        }
        open.look = if strong {
            Look::Strong
        } else if emphasis {
            Look::Emphasis
        } else {
            Look::Plain
        };
    }
    end(&mut open);
    all
}

/// A link at the beginning of the text: its text, its target, and the text behind it.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (inside, behind) = text.strip_prefix('[')?.split_once("](")?;
    let (target, behind) = behind.split_once(')')?;
    (!inside.contains(['[', ']'])).then_some((inside, target, behind))
}

/// The name by which links lead to a heading.
pub(crate) fn anchor(heading: &[Piece]) -> String {
    let text: String = heading.iter().map(|piece| piece.text.as_str()).collect();
    let keep = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || "-_".contains(c) => Some(c),
        _ => None,
    };
    text.to_lowercase().chars().filter_map(keep).collect()
}

/// The text of a block without its looks, to be searched.
pub(crate) fn plain(block: &Block) -> String {
    let all = |pieces: &[Piece]| pieces.iter().map(|piece| piece.text.as_str()).collect::<String>();
    match block {
        Block::Heading(_, pieces) | Block::Paragraph(pieces) | Block::Item(.., pieces) | Block::Quote(pieces) => {
            all(pieces)
        }
        Block::Code(lines) => lines.join("\n"),
        Block::Table(rows) => {
            let row = |row: &Vec<Vec<Piece>>| row.iter().map(|cell| all(cell)).collect::<Vec<_>>().join(" ");
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        }
        Block::Picture(alt) => alt.clone(),
    }
}
