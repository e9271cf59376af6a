//! The width of ambiguous characters and the use of ASCII marks, decided once at the start of the program.
//!
//! All measuring must agree, from a wrapped line to a column of a table, and a terminal does not change its mind about
//! widths while it runs. So this is one value for the process and not an argument of every function: nothing can be
//! measured in one way and drawn in another. If nobody decides, it is what nearly all terminals do.

use std::sync::OnceLock;

use ratatui::buffer::CellWidth;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drawing {
    /// East Asian ambiguous characters (UAX 11), such as `×` or `“`, take two cells.
    pub wide: bool,
    /// The program draws its own marks in ASCII.
    pub plain: bool,
}

static DECIDED: OnceLock<Drawing> = OnceLock::new();

/// Decides for the process. Only the first call counts.
pub(crate) fn decide(drawing: Drawing) {
    _ = DECIDED.set(drawing);
}

#[inline]
fn decided() -> Drawing {
    #[cfg(test)]
    if let Some(drawing) = tests::HERE.get() {
        return drawing;
    }
    DECIDED.get().copied().unwrap_or_default()
}

/// One cell wide: replaces text that is cut, a cluster too wide for its line, accents beyond the limit.
#[inline]
pub(super) fn ellipsis() -> &'static str {
    let Drawing { wide, plain } = decided();
    if wide || plain { "~" } else { "…" }
}

/// The width of a grapheme cluster, in cells.
pub(super) fn cells(grapheme: &str) -> u16 {
    let narrow = grapheme.cell_width();
    if decided().wide && !grapheme.is_ascii() { narrow.max(wide(grapheme)) } else { narrow }
}

fn wide(grapheme: &str) -> u16 {
    let mut chars = grapheme.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if is_composed(c) => 2,
        _ => grapheme.width_cjk() as u16,
    }
}

/// Ambiguous characters with a canonical decomposition. unicode-width gives them the width of that, since they mean the
/// same; terminals go by the table of UAX 11.
fn is_composed(c: char) -> bool {
    "àáèéêìíòóùúüāēěīńňōūǎǐǒǔǖǘǚǜЁЙйё\u{2126}\u{212B}≠≮≯".contains(c)
}

/// The width of a character that is narrow or ambiguous, in cells.
#[inline]
pub(super) fn one_or_two(c: char) -> u8 {
    match decided().wide {
        true if is_composed(c) => 2,
        true => c.width_cjk().unwrap_or(1) as u8,
        false => 1,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// Tests run side by side in one process, so each decides for its own thread.
        pub(super) static HERE: Cell<Option<Drawing>> = const { Cell::new(None) };
    }

    /// Decides for as long as `f` runs, in this thread.
    pub(crate) fn drawn<T>(drawing: Drawing, f: impl FnOnce() -> T) -> T {
        /// Resets it, even if `f` panics.
        struct Back;
        impl Drop for Back {
            fn drop(&mut self) {
                HERE.set(None);
            }
        }
        HERE.set(Some(drawing));
        let _back = Back;
        f()
    }
}
