//! Marks on cells: text, rules, bars, charts, bit rows. Knows the theme and the text, never a model or a screen.

mod bits;
mod chart;
mod dots;
mod grid;
mod large;
mod pen;
mod plot;

pub(super) use bits::{BitLayout, BitRow};
pub(super) use chart::{ColumnChart, across, back_to_back, bars, diverging, number, over_ghost, timeline, upwards};
pub(super) use dots::Dots;
pub(super) use grid::Grid;
pub(super) use large::{HEIGHT as LARGE, large, large_width};
pub(super) use pen::{Pen, fits, lines_of, widest};
pub(super) use plot::{Axis, AxisMark, Plot, centred, ticks};
