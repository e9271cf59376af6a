//! The cells behind wide characters, told apart from blank ones.
//!
//! ratatui writes out only cells that differ from the frame before, and to it the second half of a wide character is a
//! blank cell like any other. Where the character goes and that cell is to be blank, it is not written, and what the
//! terminal leaves there stays: a spot of the old ground, for one. With a mark of its own the cell does differ.

use ratatui::{
    buffer::{Buffer, CellWidth},
    style::Modifier,
};

/// Marks the cells that wide characters hide. For a frame that is complete.
pub fn mark_hidden(buffer: &mut Buffer) {
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
                hidden = cell.cell_width().saturating_sub(1);
            }
        }
    }
}
