//! Exports of the screens: frames as SVG, a recording that a terminal plays, a transcript to read.
//!
//! Frames are drawn by `view` as for a terminal and kept; nothing is drawn a second way. Files are
//! never overwritten.
//!
//! | file | for |
//! |---|---|
//! | `camera` | draws the model and keeps the cells, and what a terminal would be sent |
//! | `svg` | the cells of a frame → a picture |
//! | `cast` | what a terminal was sent, and when → asciicast |
//! | `lesson` | the pages of a lesson → pictures, or a recording |
//! | `position` | a walk, as the reader sees it → files |
//! | `files` | names that are not taken yet |
//!
//! A camera has `view` draw the model into a terminal that keeps what it is sent: its cells make the SVG, its escape
//! sequences the recording. So there is one renderer.

mod camera;
mod cast;
mod files;
mod lesson;
mod position;
mod svg;

use camera::{Camera, Shot};
use cast::Cast;
use files::{new_file, new_folder};
pub(crate) use lesson::{pages, recording};
pub(super) use position::position;
pub use svg::svg;

pub use super::theme::Ground;
