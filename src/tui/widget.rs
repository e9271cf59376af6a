//! Marks on cells: text, rules, bars, charts, bit rows. Knows the theme and the text, never a model or a screen.

mod bar;
mod bits;
mod chart;
mod dots;
mod grid;
mod large;
mod pen;

pub use bar::{across, timeline};
pub use bits::{BitLayout, bit_digits, column_numbers, xor_row};
pub use chart::{Columns, back_to_back, diverging, number, signs_row};
pub use dots::Dots;
pub use grid::Grid;
pub use large::{HEIGHT as LARGE, large, large_width};
pub use pen::{Pen, lines_of};
