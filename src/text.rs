//! Makes text of documents safe for a terminal, and measures it in cells. All text reaches the terminal through here.
//!
//! A document may hold anything: escape sequences that would repaint the terminal, controls that turn the writing
//! direction, characters that take no room and so hide, three hundred accents on one letter. None of it is sent as it
//! stands. Text is read as [`GraphemeCluster`]s, what a reader calls a character, and each is either shown as it is
//! written or as a visible stand-in (`^[`, `<200B>`, `◌́`); all widths here are those of what is shown, counted as
//! ratatui counts them.
//!
//! | for | use |
//! |---|---|
//! | what is in the cells | [`clusters`], [`GraphemeCluster::draw`] |
//! | one line: labels, names, cells of a table | [`width`], [`clean`], [`pad_end`], [`pad_start`] |
//! | one line that may be too long | [`truncate_end`], [`truncate_start`], [`truncate_middle`] |
//! | a column of names that look alike | [`shorten_names`] |
//! | prose | [`Wrap`], [`WrappedLine::clusters`], [`WrappedLine::draw`] |
//! | looking for a word | [`find`] |
//! | a frame that is complete | [`mark_hidden`] |
//! | how the terminal draws | [`decide`] |
//!
//! It must not know models, screens, themes, or who asks: text and cell counts in, cells out.
//!
//! East Asian ambiguous characters (`±`, `…`, box drawing) count one cell, or two on a terminal that draws them so:
//! that is decided once, at the start of the program ([`decide`]), since all that measures and all that draws must
//! agree.
//!
//! ```
//! use simscope::app::{Wrap, clean, width};
//! assert_eq!(clean("red\u{1b}[31m"), "red^[[31m");
//! assert_eq!(width("SimHash 算法"), 12);
//! let text = "他说：“汉明距离。”";
//! let lines: Vec<&str> = Wrap::new(8).lines(text).iter().map(|line| &text[line.span.clone()]).collect();
//! assert_eq!(lines, ["他说：", "“汉明距", "离。”"]);
//! ```

pub(crate) mod cluster;
pub(crate) mod drawing;
pub(crate) mod find;
pub(crate) mod fit;
mod hidden;
pub(crate) mod names;
mod reveal;
pub(crate) mod wrap;

#[cfg(test)]
mod laws;

pub(crate) use cluster::{GraphemeCluster, clusters};
pub(crate) use drawing::{Drawing, decide};
pub(crate) use find::find;
pub(crate) use fit::{clean, pad_end, pad_start, truncate_end, truncate_middle, truncate_start, width};
pub(crate) use hidden::mark_hidden;
pub(crate) use names::shorten_names;
pub(crate) use wrap::{Wrap, WrappedLine};

/// The text of a tab, wherever it occurs. Not up to the next tab stop: prose has no columns to align, and so a stretch
/// of text is as wide on a wrapped line as it is alone.
pub(crate) const TAB: &str = "    ";
