//! The cells behind wide characters, told apart from blank ones.
//!
//! ratatui writes out only cells that differ from the frame before, and to it the second half of a wide character is a
//! blank cell like any other. If the character goes and that cell is to be blank, it is not written, and what the
//! terminal leaves there stays: a spot of the old ground, for one. With a mark of its own the cell does differ.
//!
//! To ratatui an ambiguous character takes one cell. If the terminal gives it two, its cell is set to be as wide: the
//! one behind it is then never written, and what follows is written at a place of its own, not where ratatui believes
//! the cursor to be.

use std::num::NonZeroU16;

use ratatui::{
    buffer::{Buffer, CellDiffOption, CellWidth},
    style::Modifier,
};

use super::drawing::cells;

/// Marks the cells that wide characters hide. For a frame that is complete.
pub(crate) fn mark_hidden(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width);
    if width == 0 {
        return;
    }
    for row in buffer.content.chunks_mut(width) {
        let mut hidden = 0;
        for cell in row {
            if hidden > 0 {
                // Never sent, and blank if it ever were.
                cell.modifier.insert(Modifier::HIDDEN);
                hidden -= 1;
            } else if cell.symbol().len() > 1 {
                let width = cells(cell.symbol());
                hidden = width.saturating_sub(1);
                if let Some(forced) = NonZeroU16::new(width).filter(|_| width > cell.cell_width()) {
                    cell.set_diff_option(CellDiffOption::ForcedWidth(forced));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Position;
    use ratatui::style::Style;

    use super::*;
    use crate::text::{Drawing, Wrap, clusters, drawing::tests::drawn, pad_end, truncate_end, width};

    const WIDE: Drawing = Drawing { wide: true, plain: true };

    fn frame(text: &str) -> Buffer {
        let mut buffer = Buffer::with_lines(["        "]);
        let mut x = 0;
        for cluster in clusters(text) {
            cluster.draw(&mut buffer, Position::new(x, 0), Style::new());
            x += u16::from(cluster.width);
        }
        mark_hidden(&mut buffer);
        buffer
    }

    /// The writes that make one frame of another: column and symbol.
    fn written(before: &Buffer, after: &Buffer) -> Vec<(u16, String)> {
        before.diff(after).into_iter().map(|(x, _, cell)| (x, cell.symbol().to_owned())).collect()
    }

    #[test]
    fn the_cell_behind_an_ambiguous_character_is_never_written() {
        drawn(WIDE, || {
            let blank = Buffer::with_lines(["        "]);
            let all = |pairs: &[(u16, &str)]| pairs.iter().map(|&(x, s)| (x, s.to_owned())).collect::<Vec<_>>();
            assert_eq!(written(&blank, &frame("a±b中“c")), all(&[(0, "a"), (1, "±"), (3, "b"), (4, "中"), (6, "“")]));
            // The new text is written in both of its cells.
            assert_eq!(written(&frame("±b"), &frame("xyb")), all(&[(0, "x"), (1, "y")]));
            assert_eq!(written(&frame("±b"), &frame("x b")), all(&[(0, "x"), (1, " ")]));
            assert_eq!(written(&frame("±b"), &frame("±c")), all(&[(2, "c")]));
        });
    }

    #[test]
    fn where_they_take_one_cell_nothing_is_forced() {
        let buffer = frame("±“…×");
        assert!(buffer.content.iter().all(|cell| cell.diff_option == CellDiffOption::None));
        assert_eq!(width("±“…×"), 4);
    }

    #[test]
    fn everything_that_measures_counts_two_cells() {
        drawn(WIDE, || {
            assert_eq!((width("±“…×"), width("中a"), width("é")), (8, 3, 2), "é is ambiguous as one character");
            assert_eq!(truncate_end("±±±", 5), "±±~", "a cut is marked by what takes one cell anywhere");
            assert_eq!(pad_end("±", 4), "±  ");
            let text = "“aa” “bb”";
            let lines: Vec<&str> = Wrap::new(6).lines(text).iter().map(|line| &text[line.span.clone()]).collect();
            assert_eq!(lines, ["“aa”", "“bb”"]);
            assert!(Wrap::new(6).lines(text).iter().all(|line| line.width == 6));
        });
    }
}
