//! Results for reading: how pages are written to standard output, with titles in bold where colour is wanted, and the
//! pages of results that only the command line has.

mod library;
mod study;

use std::io::{self, IsTerminal};

pub(super) use library::{library_added, library_document, library_found, library_list, library_plan, library_stats};
pub(super) use study::{calibration, calibration_test, evaluation};

use super::settings::{Colours, END, ResolvedSettings};
use crate::page::Terminal;

/// How wide lines are where there is no terminal to ask.
const COLUMNS: usize = 100;

pub(super) fn columns() -> usize {
    let of_terminal = || crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns));
    if io::stdout().is_terminal() { of_terminal().filter(|&n| n > 0).unwrap_or(COLUMNS) } else { COLUMNS }
}

impl ResolvedSettings {
    /// How pages are written to standard output.
    pub(super) fn terminal(&self) -> Terminal {
        terminal(self.colours())
    }
}

pub(super) fn terminal(colours: Option<Colours>) -> Terminal {
    Terminal { columns: columns(), strong: colours.map_or(["", ""], |colours| [colours.bold, END]) }
}
