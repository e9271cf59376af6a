//! Blocks as lines of a width. Knows pieces and cells, and no colours.

use super::{Block, Line, Look, Piece, text_of};
use crate::{
    page::{hanging, wrapped},
    text::width,
};

/// Cells between two columns of a table.
const GAP: usize = 2;
/// A column of a table is not narrower than this unless its text is, even where words have to be broken.
const NARROWEST: usize = 10;

/// Lays blocks out, with an empty line between them.
pub(crate) fn lines(blocks: &[Block], max_width: usize) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let close = matches!(
            (at.checked_sub(1).map(|before| &blocks[before]), block),
            (Some(Block::Item(..)), Block::Item(..))
        );
        if at > 0 && !close {
            all.push(Line { block: at, pieces: Vec::new() });
        }
        let rows = match block {
            Block::Heading(_, pieces) => wrapped(pieces, max_width).into_iter().map(strong).collect(),
            Block::Paragraph(pieces) => wrapped(pieces, max_width),
            Block::Item(depth, mark, pieces) => {
                let mark = if mark == "-" { "•" } else { mark };
                hanging(&format!("{}{mark} ", "  ".repeat(*depth)).into(), pieces, max_width)
            }
            Block::Quote(pieces) => hanging(&"  ".into(), pieces, max_width),
            Block::Code(code) => code.iter().map(|line| vec![Piece::new(format!("    {line}"), Look::Code)]).collect(),
            Block::Table(rows) => table(rows, max_width),
            Block::Picture(_) => {
                // A picture is of the screens, which are at hand here.
                if at > 0 && !close {
                    all.pop();
                }
                continue;
            }
        };
        all.extend(rows.into_iter().map(|pieces| Line { block: at, pieces }));
    }
    all
}

fn strong(mut row: Vec<Piece>) -> Vec<Piece> {
    for piece in &mut row {
        piece.look = Look::Strong;
    }
    row
}

fn cells_of(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| width(&piece.text)).sum()
}

/// The columns side by side, each cell wrapped in its own.
fn table(rows: &[Vec<Vec<Piece>>], max_width: usize) -> Vec<Vec<Piece>> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |of: fn(&[Piece]) -> usize| -> Vec<usize> {
        (0..columns).map(|n| rows.iter().filter_map(|row| row.get(n)).map(|cell| of(cell)).max().unwrap_or(0)).collect()
    };
    let natural = widest(cells_of);
    let widths = shared(&natural, &widest(widest_word), max_width.saturating_sub(GAP * columns.saturating_sub(1)));
    let wraps = natural != widths;
    let mut all = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        // A head without words has no line.
        if n == 0 && row.iter().all(Vec::is_empty) {
            continue;
        }
        let cells: Vec<Vec<Vec<Piece>>> = row.iter().zip(&widths).map(|(cell, &width)| wrapped(cell, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for y in 0..height {
            let mut line = Vec::new();
            for (cell, &max_width) in cells.iter().zip(&widths) {
                let part = cell.get(y).cloned().unwrap_or_default();
                let gap = max_width.saturating_sub(cells_of(&part)) + GAP;
                line.extend(if n == 0 { strong(part) } else { part });
                line.push(" ".repeat(gap).into());
            }
            line.pop();
            all.push(line);
        }
        if wraps && n + 1 < rows.len() && height > 1 {
            all.push(Vec::new());
        }
    }
    all
}

/// The widths of columns that want so many cells each and have so many together: the widest give way, down to their
/// widest words as long as that is enough.
fn shared(natural: &[usize], words: &[usize], all: usize) -> Vec<usize> {
    let mut widths = natural.to_vec();
    for least in [words, &vec![NARROWEST; words.len()]] {
        while widths.iter().sum::<usize>() > all {
            let wide = (0..widths.len()).filter(|&at| widths[at] > least[at]);
            let Some(widest) = wide.max_by_key(|&at| widths[at]) else { break };
            widths[widest] -= 1;
        }
    }
    widths
}

/// The width of the widest word. In the scripts that have no spaces between words, lines break
/// behind any character.
fn widest_word(pieces: &[Piece]) -> usize {
    let words = text_of(pieces);
    words.split_inclusive(|c| c == ' ' || c >= '\u{2e80}').map(|word| width(word.trim_end())).max().unwrap_or(0)
}
