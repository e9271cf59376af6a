//! Whether plain output has colours, and which. The one place where that is decided.

use std::{
    env,
    io::{self, IsTerminal},
};

use crate::config::ColorChoice;

/// The colours of changed words: orange and struck through where removed, blue and underlined where added, so that
/// nothing is said by colour alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colours {
    /// Begins what was removed.
    pub removed: &'static str,
    /// Begins what was added.
    pub added: &'static str,
    /// Begins what was moved; its label says so too.
    pub moved: &'static str,
    /// Begins excluded text.
    pub struck: &'static str,
    /// Begins secondary text.
    pub dim: &'static str,
    /// The sequence that begins a title.
    pub bold: &'static str,
}

/// Ends any of them.
pub(super) const END: &str = "\u{1b}[0m";

impl Colours {
    /// Those of standard output; `None` if none are wanted. Unless set otherwise, they are wanted on a terminal that
    /// is not dumb. `NO_COLOR` is one of the ways to say `color`.
    pub(super) fn of_output(color: ColorChoice) -> Option<Self> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let wanted = match color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // A pager that git started shows colours.
            ColorChoice::Auto => {
                (io::stdout().is_terminal() || set("GIT_PAGER_IN_USE").is_some_and(|used| used == "true"))
                    && term != "dumb"
            }
        };
        if !wanted {
            return None;
        }
        let many = set("COLORTERM").is_some() || term.to_string_lossy().contains("256");
        Some(if many { Self::MANY } else { Self::FEW })
    }

    /// From the xterm palette, of a lightness that can be read on dark and on light grounds.
    const MANY: Self = Self {
        removed: "\u{1b}[9;38;5;172m",
        added: "\u{1b}[4;38;5;32m",
        moved: "\u{1b}[38;5;97m",
        struck: "\u{1b}[2;9m",
        dim: "\u{1b}[2m",
        bold: "\u{1b}[1m",
    };
    /// From the 16 ANSI colours, which have no orange.
    const FEW: Self = Self {
        removed: "\u{1b}[9;35m",
        added: "\u{1b}[4;34m",
        moved: "\u{1b}[36m",
        struck: "\u{1b}[2;9m",
        dim: "\u{1b}[2m",
        bold: "\u{1b}[1m",
    };
}
